import type { Screen } from '#web/core/screen.ts'
import { can, useSession } from '#web/core/session.ts'
import { barredPage } from '#web/core/way-in.ts'
import { features } from '#web/features/all-features.ts'

/** Every screen behind sign-in. */
export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens)

/** True if the signed-in person's role and permissions open the screen. */
export const mayOpen = ({ permission, allowedRoles }: Screen): boolean => {
  const role = useSession.getState().session?.role
  const allowed = !allowedRoles || (role !== undefined && allowedRoles.includes(role))
  return allowed && can(permission.module, permission.action)
}

const inMenu = (screen: Screen): screen is Screen & { menu: NonNullable<Screen['menu']> } => screen.menu !== undefined

type Group = NonNullable<Screen['menu']>['group']

/** The kinds of work in the order of the menu: all of them, or screens would be missing from it. */
const groupPlaces: Record<Group, number> = {
  day: 1,
  clients: 2,
  money: 3,
  figures: 4,
  people: 5,
  firm: 6,
  administration: 7,
}
const groupOrder = (Object.keys(groupPlaces) as Group[]).sort((one, other) => groupPlaces[one] - groupPlaces[other])

/** What the signed-in person finds in the menu, group by group. */
export const menuGroups = () => {
  const mine = screens.filter(inMenu).filter(mayOpen)
  return groupOrder
    .map((name) => ({
      name,
      screens: mine.filter(({ menu }) => menu.group === name).sort((a, b) => a.menu.order - b.menu.order),
    }))
    .filter((group) => group.screens.length > 0)
}

/** Every screen that this person may open and that needs no record, those of the menu first and in its order: the palette's pages. */
export const reachable = (): Screen[] => {
  const listed: Screen[] = menuGroups().flatMap((group) => group.screens)
  const others = screens.filter((screen) => !screen.path.includes(':') && mayOpen(screen) && !listed.includes(screen))
  return [...listed, ...others]
}

/** The personal area is everybody's, and all that is open while somebody has to enrol a second factor. */
const ownScreen = (): string | null =>
  screens.find((screen) => screen.key === 'bt_AreaPersonal' && mayOpen(screen))?.path ?? null

/** Where somebody lands who has not asked for a page; null for a person without any screen. */
export const startScreen = (): string | null => {
  if (useSession.getState().session?.enrolment) return barredPage('enrolment', null)
  // The desk of one's day has no screen of its own yet: whoever has other work lands there.
  const [first] = menuGroups().filter(({ name }) => name !== 'day')
  return first?.screens[0]?.path ?? ownScreen()
}
