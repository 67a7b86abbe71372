import type { Role } from '../permissions.ts'
import { dashboardFigures, slowFigures } from './keys.ts'

/** Figures that stand as tiles on the dashboard. */
export const dashboardTiles = [...dashboardFigures, ...slowFigures] as const
export type DashboardTile = (typeof dashboardTiles)[number]

/** What takes the whole width: the standing to the goal, and the reports. */
export const dashboardSections = ['goal', 'sales', 'monthly', 'history'] as const
export type DashboardSection = (typeof dashboardSections)[number]

export const dashboardBlocks = [...dashboardTiles, ...dashboardSections] as const
export type DashboardBlock = DashboardTile | DashboardSection

/** Money of the firm first, then what is behind it. */
const overview: readonly DashboardBlock[] = ['goal', ...dashboardTiles, 'sales', 'monthly', 'history']

/** What waits for somebody first, then what they look after. */
const desk: readonly DashboardBlock[] = [
  'goal',
  'expirations',
  'withdrawalRequests',
  'pendingCapital',
  'totalCapital',
  'expiredIds',
  'birthdayClients',
  'registeredClients',
  'generatedInterests',
  'sales',
  'monthly',
  'history',
]

/** Where money stands and what it costs; nobody here raises any. */
const investments: readonly DashboardBlock[] = [
  'totalCapital',
  'expirations',
  'withdrawalRequests',
  'generatedInterests',
  'pendingCapital',
  'history',
  'monthly',
]

/** What a dashboard shows, in this order, to who has not arranged it. */
export const getDefaultDashboard = (role: Role): readonly DashboardBlock[] => {
  if (role === 'investments') return investments
  return role === 'manager' || role === 'partner' || role === 'advisor' || role === 'banker' ? desk : overview
}
