import { buildRestrictionPath } from '#web/core/entry-path.ts'
import type { Screen } from '#web/core/screen.ts'
import { hasPermission, useSession } from '#web/core/session.ts'
import { features } from '#web/features/all-features.ts'

/** Every screen behind sign-in. */
export const screens: readonly Screen[] = features.flatMap((feature) => feature.screens)

/** The dashboard, where sign-in leads. Every other screen of the CRM lies below its path, and only its own belong to it. */
export const homePath = '/crm'

/** True if the signed-in person's role and permissions open the screen. */
export const canOpenScreen = ({ permission, allowedRoles }: Screen): boolean => {
  const role = useSession.getState().session?.role
  const allowed = !allowedRoles || (role !== undefined && allowedRoles.includes(role))
  return allowed && hasPermission(permission.module, permission.action)
}

const isMenuScreen = (screen: Screen): screen is Screen & { menu: NonNullable<Screen['menu']> } =>
  screen.menu !== undefined

type MenuGroupName = NonNullable<Screen['menu']>['group']

/** The kinds of work in the order of the menu: all of them, or screens would be missing from it. */
const menuGroupPositions: Record<MenuGroupName, number> = {
  day: 1,
  clients: 2,
  money: 3,
  figures: 4,
  people: 5,
  firm: 6,
  administration: 7,
}
const orderedMenuGroups = (Object.keys(menuGroupPositions) as MenuGroupName[]).sort(
  (one, other) => menuGroupPositions[one] - menuGroupPositions[other],
)

/** What the signed-in person finds in the menu, group by group. */
export const listMenuGroups = () => {
  const openableScreens = screens.filter(isMenuScreen).filter(canOpenScreen)
  return orderedMenuGroups
    .map((name) => ({
      name,
      screens: openableScreens.filter(({ menu }) => menu.group === name).sort((a, b) => a.menu.order - b.menu.order),
    }))
    .filter((group) => group.screens.length > 0)
}

/** Every screen that this person may open and that needs no record, those of the menu first and in its order: the palette's pages. */
export const listReachableScreens = (): Screen[] => {
  const listed: Screen[] = listMenuGroups().flatMap((group) => group.screens)
  const others = screens.filter(
    (screen) => !screen.path.includes(':') && canOpenScreen(screen) && !listed.includes(screen),
  )
  return [...listed, ...others]
}

/** Parts of screens that this person may open. */
export const listOpenSections = () =>
  features
    .flatMap(({ sections }) => sections ?? [])
    .filter(({ permission: { module, action } }) => hasPermission(module, action))

/** The personal area is everybody's, and all that is open while somebody has to enrol a second factor. */
const findPersonalAreaPath = (): string | null =>
  screens.find((screen) => screen.key === 'bt_AreaPersonal' && canOpenScreen(screen))?.path ?? null

/** Where somebody lands who has not asked for a page; null for a person without any screen. */
export const findStartPath = (): string | null => {
  if (useSession.getState().session?.enrolment) return buildRestrictionPath('enrolment', null)
  return listMenuGroups()[0]?.screens[0]?.path ?? findPersonalAreaPath()
}
