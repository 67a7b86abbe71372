import type { GoalMeasure } from '../goals/kinds.ts'
import type { ModuleKey } from '../permissions.ts'

/** How far a figure reaches: what stands at the end of a range, or what happened in it. */
type FigureMoment = 'day' | 'range'

type FigureFacts = {
  /** The data that it is made of: who may not see that module doesn't see the figure, and its rows are those of its scope. */
  module: ModuleKey
  /** Whether it is a sum of money; else it counts its rows. */
  isMoney: boolean
  moment: FigureMoment
  /** Compared with the range before and the year before. */
  isCompared: boolean
}

/** All figures: the tiles of the dashboard in their order, then those of sales, of a situation and of the product study. */
export const figures = {
  totalCapital: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: true },
  pendingCapital: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: true },
  withdrawalRequests: { module: 'bt_Retiradas', isMoney: true, moment: 'day', isCompared: true },
  expirations: { module: 'bt_Vencimientos', isMoney: true, moment: 'range', isCompared: true },
  generatedInterests: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  registeredClients: { module: 'bt_Clientes', isMoney: false, moment: 'range', isCompared: true },
  expiredIds: { module: 'bt_Clientes', isMoney: false, moment: 'day', isCompared: false },
  birthdayClients: { module: 'bt_Clientes', isMoney: false, moment: 'range', isCompared: false },
  activatedAccounts: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  contributions: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  captation: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  captationOut: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  netCaptation: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  balance: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: true },
  flows: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  portfolioMoves: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  idleMoney: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: true },
  clients: { module: 'bt_Clientes', isMoney: false, moment: 'day', isCompared: true },
  uninstructed: { module: 'bt_Vencimientos', isMoney: true, moment: 'range', isCompared: false },
  clientSizes: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: false },
  clientAges: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: false },
  clientTenures: { module: 'bt_Clientes', isMoney: true, moment: 'day', isCompared: false },
  outflows: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  averageBalance: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
  endedAccounts: { module: 'bt_Clientes', isMoney: false, moment: 'range', isCompared: true },
  maturedMoney: { module: 'bt_Clientes', isMoney: true, moment: 'range', isCompared: true },
} as const satisfies Record<string, FigureFacts>

export type FigureKey = keyof typeof figures
export const figureKeys = Object.keys(figures) as [FigureKey, ...FigureKey[]]

/** Reckoned account by account: a screen asks for them by themselves, so that the others don't wait. */
export const slowFigures = ['generatedInterests'] as const satisfies readonly FigureKey[]

/** The tiles of the dashboard that come together. */
export const dashboardFigures = [
  'totalCapital',
  'pendingCapital',
  'withdrawalRequests',
  'expirations',
  'registeredClients',
  'expiredIds',
  'birthdayClients',
] as const satisfies readonly FigureKey[]

const productFamilyParts = ['smart', 'fixed_term', 'alliance', 'insurance', 'ticket_restaurant', 'current'] as const

/** Whence money came: by the family of the product, else by the channel of the client. Together they are all of it. */
export const captationTypes = ['smart', 'alliances', 'partners', 'insurance', 'ticketRestaurant', 'direct'] as const

/** The lines of a situation between its opening and its closing. */
export const flowParts = [
  'contribution',
  'interest',
  'bonus',
  'withholding',
  'penalty',
  'fee',
  'withdrawal',
  'cancellation',
  'maturity',
  'transfer',
  'adjustment',
] as const

/** Clients by the capital that they have, in euros. */
export const sizeBands = ['sizeNone', 'size10', 'size50', 'size100', 'size500', 'sizeMore'] as const
/** By their age in years; companies have none. */
export const ageBands = ['ageUnder30', 'age30', 'age45', 'age60', 'age75', 'ageUnknown', 'ageCompany'] as const
/** By how long they have been clients, in years. */
export const tenureBands = ['tenureUnder1', 'tenure1', 'tenure3', 'tenure5', 'tenure10'] as const
/** The flows by which money leaves for good: what goes on into another account stays with the firm. */
export const outflowParts = [
  'withdrawal',
  'cancellation',
  'maturity',
] as const satisfies readonly (typeof flowParts)[number][]

/** The parts of matured money that stayed. */
export const retainedParts = ['renewed', 'transferred'] as const

/** What the rows of a figure are divided into, where they are. */
export const figureParts = {
  totalCapital: productFamilyParts,
  pendingCapital: ['awaiting'],
  withdrawalRequests: ['requested', 'approved', 'in_batch'],
  expirations: ['coming', 'paid', 'renewed', 'transferred', 'parked'],
  generatedInterests: ['posted', 'accrued'],
  registeredClients: ['person', 'company'],
  expiredIds: ['person'],
  birthdayClients: ['person'],
  activatedAccounts: productFamilyParts,
  contributions: ['new', 'reinvested'],
  captation: captationTypes,
  captationOut: captationTypes,
  netCaptation: captationTypes,
  balance: productFamilyParts,
  flows: flowParts,
  portfolioMoves: ['came', 'went'],
  idleMoney: productFamilyParts,
  clients: ['person', 'company'],
  uninstructed: ['coming'],
  clientSizes: sizeBands,
  clientAges: ageBands,
  clientTenures: tenureBands,
  outflows: outflowParts,
  averageBalance: productFamilyParts,
  endedAccounts: ['expired', 'canceled'],
  maturedMoney: [...retainedParts, 'parked', 'paid'],
} as const satisfies Record<FigureKey, readonly string[]>

export type FigurePart = (typeof figureParts)[FigureKey][number]
export const allFigureParts = [...new Set(Object.values(figureParts).flat())] as [FigurePart, ...FigurePart[]]

/** By what the rows of a figure can be grouped, one or two at once. */
export const figureGroupings = ['product', 'manager', 'month', 'productMonth', 'productManager'] as const
export type FigureGrouping = (typeof figureGroupings)[number]

/** The figure that counts towards a goal, by what the firm measures it with. */
export const goalFigures = { gross: 'captation', net: 'netCaptation' } as const satisfies Record<GoalMeasure, FigureKey>

/** As a filter names clients without a manager, and what is credited to nobody. */
export const nobodysId = '0'

/** Rows that belong to none of those who have a line of their own: on the screen of people, and among the teams of the panel. */
export const figureRests = ['people', 'teams'] as const
export type FigureRest = (typeof figureRests)[number]

/** How many whole months a series has, the one that runs included. */
export const figureSeriesMonths = 24
