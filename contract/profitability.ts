import { z } from 'zod'
import { defineEndpoint, type ResponseBody } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, FilterDay, Id, Money, OwnerId, Rate } from './core/values.ts'
import { figureRanges } from './figures.ts'
import { dayCounts } from './products.ts'
import { directCostKinds, profitabilityGroupings } from './profitability/kinds.ts'
import { teamViews } from './team.ts'

const module = 'bt_EstudioRentabilidad'
const Count = z.number().int()
/** Per cent with two decimals; null where there is no balance to compare with. */
const Share = z.string().nullable()

/** Of whom and of when, as figures have it: of a range that goes on, up to today. */
const studyFilters = {
  range: z.enum(figureRanges).optional(),
  from: FilterDay.optional(),
  to: FilterDay.optional(),
  of: Id.optional(),
  view: z.enum(teamViews).optional(),
}

/**
 * Sums of accounts whose money has a transfer rate on every day of the range. The others are counted, with what they have, beside them: nobody knows their
 * margin.
 */
const marginSums = {
  accounts: Count,
  averageBalance: Money,
  transferIncome: Money,
  interest: Money,
  costs: Money,
  margin: Money,
  marginShare: Share,
  unratedAccounts: Count,
  unratedBalance: Money,
}

export const ProfitabilityRow = z.object({
  /** Of the product, the person, the client or the account; '0' of clients without a manager. */
  id: OwnerId,
  /** Of a person 'Apellidos, Nombre', of an account its number; null of clients without a manager. */
  name: z.string().nullable(),
  /** Of an account. */
  clientName: z.string().nullable(),
  productName: z.string().nullable(),
  ...marginSums,
  /** Null of a group in which no account has a transfer rate. */
  transferIncome: Money.nullable(),
  margin: Money.nullable(),
})
export type ProfitabilityRow = z.infer<typeof ProfitabilityRow>

export const listProfitability = defineList({
  path: '/profitability',
  summary: 'What accounts earned the firm in a range, added up by product, manager, client or account',
  module,
  row: ProfitabilityRow,
  texts: 'profitability',
  columns: {
    name: { width: 34 },
    clientName: { width: 34 },
    productName: { width: 24 },
    accounts: { kind: 'integer' },
    averageBalance: { kind: 'money' },
    transferIncome: { kind: 'money' },
    interest: { kind: 'money' },
    costs: { kind: 'money' },
    margin: { kind: 'money' },
    marginShare: { kind: 'rate' },
    unratedAccounts: { kind: 'integer' },
    unratedBalance: { kind: 'money' },
  },
  filters: {
    ...studyFilters,
    /** By product unless said. */
    by: z.enum(profitabilityGroupings).optional(),
    product: Id.optional(),
    /** Whoever manages the client today; '0' of nobody. */
    manager: OwnerId.optional(),
    client: Id.optional(),
    /** Only accounts without a transfer rate on some day of the range, or only the others. */
    rated: z.enum(['yes', 'no']).optional(),
    /** Name, number or CVL. */
    search: z.string().trim().max(80).optional(),
  },
  sortable: ['margin', 'marginShare', 'averageBalance', 'transferIncome', 'interest', 'costs', 'name'],
  defaultSort: { sort: 'margin', direction: 'desc' },
  totals: z.object({
    ...marginSums,
    /** What the accounts without a transfer rate were paid and cost. */
    unratedInterest: Money,
    unratedCosts: Money,
  }),
})

const Named = z.object({ id: OwnerId, name: z.string().nullable() })

/** Null of what isn't named, and of what the caller doesn't see. */
export const getChosenNames = defineEndpoint({
  method: 'GET',
  path: '/profitability/chosen',
  summary: 'The names of the product, the manager and the client by which margins are narrowed',
  module,
  action: 'view',
  query: z.object({
    ...studyFilters,
    product: Id.optional(),
    manager: OwnerId.optional(),
    client: Id.optional(),
  }),
  output: z.object({ product: Named.nullable(), manager: Named.nullable(), client: Named.nullable() }),
})

const Stretch = z.object({
  from: BusinessDate,
  /** The last day of it. */
  to: BusinessDate,
  /** By the day count of the account. */
  days: Count,
  balance: Money,
  /** Null: no transfer rate was set for these days. */
  transferRate: Rate.nullable(),
  /** Exact, up to a millionth of a cent. */
  transferIncome: z.string().nullable(),
  interest: z.string(),
})

const CostLine = z.object({
  kind: z.enum(directCostKinds),
  from: BusinessDate,
  to: BusinessDate,
  /** Of a year, or of a movement. */
  amount: Money,
  /** Days of the account, or its movements. */
  count: Count,
  cost: z.string(),
})

/** 404 of an account that isn't in the caller's reach. */
export const getAccountMargin = defineEndpoint({
  method: 'GET',
  path: '/profitability/accounts/:accountId',
  summary: 'The margin of one account in a range, stretch by stretch',
  module,
  action: 'view',
  params: z.object({ accountId: Id }),
  query: z.object({ ...studyFilters, from: BusinessDate.optional(), to: BusinessDate.optional() }),
  output: z.object({
    account: z.object({
      id: Id,
      number: z.string(),
      clientName: z.string(),
      /** Null where the client's page isn't the caller's to see. */
      clientId: Id.nullable(),
      productId: Id,
      productName: z.string(),
      /** Null: without a term. */
      termMonths: Count.nullable(),
      dayCount: z.enum(dayCounts),
      /** Per cent a year, of the client. */
      rate: Rate,
      bonusRate: Rate,
      /** Both; nothing where the product bears no interest. */
      clientRate: Rate,
      openedOn: BusinessDate,
      /** The first day on which it earns no more; null while none is known. */
      endsOn: BusinessDate.nullable(),
    }),
    from: BusinessDate,
    /** The last day that counts: today of a range that goes on. */
    through: BusinessDate,
    /** Days of the range, over which the balance is averaged. */
    days: Count,
    averageBalance: Money,
    transferIncome: Money.nullable(),
    interest: Money,
    costs: Money,
    margin: Money.nullable(),
    marginShare: Share,
    /** Days with a balance and no transfer rate. */
    unratedDays: Count,
    stretches: z.array(Stretch),
    costLines: z.array(CostLine),
  }),
})
export type AccountMargin = ResponseBody<typeof getAccountMargin>

const NonNegativeRate = z.string().regex(/^(100(\.0{1,6})?|(0|[1-9]\d?)(\.\d{1,6})?)$/)
const CostAmount = z.string().regex(/^(0|[1-9]\d{0,5})\.\d{2}$/)
/** 0: of any term. */
const termMonths = z.int().min(0).max(600)
const TermParam = z.string().regex(/^(0|[1-9]\d{0,2})$/)

const TransferRate = z.object({
  productId: Id,
  productName: z.string(),
  termMonths,
  validFrom: BusinessDate,
  rate: NonNegativeRate,
  setAt: z.string(),
  setBy: z.string().nullable(),
})
export type TransferRate = z.infer<typeof TransferRate>

const DirectCost = z.object({
  productId: Id,
  productName: z.string(),
  kind: z.enum(directCostKinds),
  validFrom: BusinessDate,
  amount: CostAmount,
  setAt: z.string(),
  setBy: z.string().nullable(),
})
export type DirectCost = z.infer<typeof DirectCost>

const ProfitabilitySettings = z.object({
  /** The newest first, of each product and term. */
  transferRates: z.array(TransferRate),
  directCosts: z.array(DirectCost),
  products: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Whether it has accounts, and no transfer rate for some of them today. */
      isUnrated: z.boolean(),
    }),
  ),
})
export type ProfitabilitySettings = z.infer<typeof ProfitabilitySettings>

const settingsAccess = { module: 'bt_Ajustes', action: 'edit' } as const
const changes = ['audit', 'settings'] as const

export const getProfitabilitySettings = defineEndpoint({
  method: 'GET',
  path: '/settings/profitability',
  summary: 'The transfer rates and direct costs that margins are reckoned with, from which days on',
  module: 'bt_Ajustes',
  action: 'view',
  output: ProfitabilitySettings,
})

/** `before`: what the caller saw of that day; null where nothing was set. `conflict.changed` where something else is there. */
export const setTransferRate = defineEndpoint({
  method: 'PUT',
  path: '/settings/profitability/transfer-rates',
  changes,
  summary: 'Set the transfer rate of a product and term from a day on, or correct that of the day',
  ...settingsAccess,
  body: z.strictObject({
    productId: Id,
    termMonths,
    validFrom: BusinessDate,
    rate: NonNegativeRate,
    before: NonNegativeRate.nullable(),
  }),
  output: ProfitabilitySettings,
})

/** 404 where it isn't there any more. */
export const removeTransferRate = defineEndpoint({
  method: 'DELETE',
  path: '/settings/profitability/transfer-rates/:productId/:term/:validFrom',
  changes,
  summary: 'Take a transfer rate back',
  ...settingsAccess,
  params: z.object({ productId: Id, term: TermParam, validFrom: BusinessDate }),
  output: ProfitabilitySettings,
})

/** `before` as of a transfer rate. `conflict.changed`. */
export const setDirectCost = defineEndpoint({
  method: 'PUT',
  path: '/settings/profitability/direct-costs',
  changes,
  summary: 'Set what accounts of a product cost from a day on, or correct that of the day',
  ...settingsAccess,
  body: z.strictObject({
    productId: Id,
    kind: z.enum(directCostKinds),
    validFrom: BusinessDate,
    amount: CostAmount,
    before: CostAmount.nullable(),
  }),
  output: ProfitabilitySettings,
})

export const removeDirectCost = defineEndpoint({
  method: 'DELETE',
  path: '/settings/profitability/direct-costs/:productId/:kind/:validFrom',
  changes,
  summary: 'Take a direct cost back',
  ...settingsAccess,
  params: z.object({ productId: Id, kind: z.enum(directCostKinds), validFrom: BusinessDate }),
  output: ProfitabilitySettings,
})
