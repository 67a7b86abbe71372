import type { Screen } from '#web/core/screen.ts'
import { can, useSession } from '#web/core/session.ts'
import { barredPage } from '#web/core/way-in.ts'
import { screens as access } from '#web/features/access/screens.ts'
import { screens as accounting } from '#web/features/accounting/screens.ts'
import { screens as approvals } from '#web/features/approvals/screens.ts'
import { screens as audit } from '#web/features/audit/screens.ts'
import { screens as cancellations } from '#web/features/cancellations/screens.ts'
import { screens as clients } from '#web/features/clients/screens.ts'
import { screens as handovers } from '#web/features/handovers/screens.ts'
import { screens as imports } from '#web/features/imports/screens.ts'
import { screens as income } from '#web/features/income/screens.ts'
import { screens as maturities } from '#web/features/maturities/screens.ts'
import { screens as notices } from '#web/features/notices/screens.ts'
import { screens as openings } from '#web/features/openings/screens.ts'
import { screens as payments } from '#web/features/payments/screens.ts'
import { screens as personal } from '#web/features/personal/screens.ts'
import { screens as studies } from '#web/features/product-studies/screens.ts'
import { screens as products } from '#web/features/products/screens.ts'
import { screens as runs } from '#web/features/runs/screens.ts'
import { screens as settings } from '#web/features/settings/screens.ts'
import { screens as staff } from '#web/features/staff/screens.ts'
import { screens as team } from '#web/features/team/screens.ts'

/** Every screen behind sign-in. A new feature adds its list here, and nothing else anywhere. */
export const screens: readonly Screen[] = [
  ...clients,
  ...products,
  ...studies,
  ...openings,
  ...payments,
  ...maturities,
  ...income,
  ...cancellations,
  ...notices,
  ...team,
  ...staff,
  ...handovers,
  ...accounting,
  ...imports,
  ...runs,
  ...approvals,
  ...personal,
  ...access,
  ...audit,
  ...settings,
]

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
