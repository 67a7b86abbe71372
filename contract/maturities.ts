import { z } from 'zod'
import { Reason } from './approvals.ts'
import { operationBlockReasons } from './clients/operation-eligibility.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { Trend } from './core/trend.ts'
import { BooleanInput, BusinessDate, Cvl, FilterDay, Id, Money, MultiLineText, OneOrMore, Rate } from './core/values.ts'
import { maturitySettlement } from './maturities/settlement.ts'
import { maturityInstructions } from './products.ts'

/** Why money can't be renewed into its product: none is named, the amount is outside of its limits, or no tariff has a rate for it. */
export const renewalObstacles = ['noProduct', 'amount', 'noRate'] as const
export type RenewalObstacle = (typeof renewalObstacles)[number]

/**
 * Why an instruction can't be carried out. Before the day also `holder`: one of them can't be paid or renew, as their page explains; and `reserved`:
 * a withdrawal under way holds a part, which stays for it. After the day also `reserveFreed`: such a withdrawal was given up, and its money waits.
 */
export const maturityReasons = [
  ...operationBlockReasons,
  ...renewalObstacles,
  'holder',
  'reserved',
  'reserveFreed',
] as const
export type MaturityReason = (typeof maturityReasons)[number]

/** Coming: its term is not over. Parked (suspended): it is over, its instruction cannot be carried out, and the money waits in the payable. */
export const maturityViews = ['coming', 'parked'] as const
/** Days ahead. */
export const maturityWindows = ['7', '30', '60', '90'] as const

const maturityFilters = {
  view: z.enum(maturityViews).optional(),
  within: z.enum(maturityWindows).optional(),
  /** The last day of the term. */
  from: FilterDay.optional(),
  to: FilterDay.optional(),
  search: z.string().trim().min(1).max(80).optional(),
  instruction: OneOrMore(z.enum(maturityInstructions)).optional(),
  /** Whether somebody has called the client about it. */
  called: z.stringbool().optional(),
  /** Whether something keeps its instruction from being carried out. */
  stopped: z.stringbool().optional(),
}

export const MaturityRow = z.object({
  /** Of the account. */
  id: Id,
  accountNumber: z.string(),
  clientId: Id,
  clientName: z.string(),
  clientCvl: Cvl,
  phone: z.string().nullable(),
  managerName: z.string().nullable(),
  productName: z.string(),
  expiresOn: BusinessDate,
  /** Until its term is over; negative for what is suspended. */
  daysLeft: z.number().int(),
  ...maturitySettlement,
  /** The balance of the account; of a suspended one the money in the payable. */
  balance: Money,
  rate: Rate,
  /** The account's own, else the product's. */
  instruction: z.enum(maturityInstructions),
  lastCallOn: BusinessDate.nullable(),
  lastCallNote: z.string().nullable(),
  /** Why a suspended one waits; of a coming one what would prevent its instruction now. */
  reasons: z.array(z.enum(maturityReasons)),
})
export type MaturityRow = z.infer<typeof MaturityRow>

export const listMaturities = defineList({
  path: '/maturities',
  summary: 'Accounts whose term is over soon, and those parked since',
  module: 'bt_Vencimientos',
  row: MaturityRow,
  texts: 'maturities',
  columns: {
    expiresOn: { kind: 'date' },
    daysLeft: { kind: 'integer' },
    clientName: { label: 'fields.client', width: 36 },
    phone: { kind: 'phone', width: 18 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    accountNumber: { label: 'fields.account', width: 24, neverCut: true },
    productName: { label: 'fields.product', width: 24 },
    rate: { kind: 'rate', width: 12 },
    balance: { kind: 'money' },
    instruction: { words: 'instructions', width: 28 },
    reasons: { width: 40 },
    lastCallOn: { kind: 'date' },
    lastCallNote: { width: 40 },
    managerName: { label: 'fields.manager', width: 30 },
  },
  filters: maturityFilters,
  sortable: ['expiresOn', 'balance'],
  totals: z.object({ balance: Money }),
})

/** Some accounts, or all that match the filter of the list; at most a thousand. */
const MaturitySelectionSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('accounts'), accountIds: z.array(Id).min(1).max(1000) }),
  z.strictObject({
    by: z.literal('filter'),
    filter: z.strictObject({ ...maturityFilters, called: BooleanInput.optional(), stopped: BooleanInput.optional() }),
  }),
])
export type MaturitySelection = z.input<typeof MaturitySelectionSchema>

const editAccess = { module: 'bt_Vencimientos', action: 'edit' } as const
const accountParams = z.object({ accountId: Id })

/** Accounts with what was said of them; null: nothing, so that the product's own instruction holds. */
const InstructionGroup = z.strictObject({
  instruction: z.enum(maturityInstructions).nullable(),
  productId: Id.nullable(),
  accountIds: z.array(Id).min(1).max(1000),
})

/**
 * Until the eve: `maturity.tooLate` for all where one of them is later. Suspended money is processed at once, from today on: all of it or, where
 * one can't be, nothing. `productId` only where it is to be transferred. What is the caller's own, or a relative's, is left out of what a filter
 * finds; `approval.ownRecord` where it is named by its id, or nothing else is found. `fields.accounts` has the numbers.
 */
export const instructMaturities = defineEndpoint({
  method: 'POST',
  path: '/maturities/instructions',
  changes: [
    'accounts',
    'approvals',
    'bankEntries',
    'clients',
    'contributions',
    'ledger',
    'maturities',
    'notices',
    'payments',
  ],
  summary: 'Say what becomes of accounts when their term is over',
  ...editAccess,
  body: z.object({
    choice: MaturitySelectionSchema,
    instruction: z.enum(maturityInstructions),
    productId: Id.nullable(),
    /** The holders of those accounts that take the signatures of all have signed; `account.allSign` otherwise. */
    allSigned: z.boolean().default(false),
    /** For the approver of a payment of suspended money that needs a second person. */
    reason: Reason.optional(),
  }),
  output: z.object({
    /** Accounts whose instruction is another one now. */
    changed: z.number().int(),
    /** Of the suspended ones, those that were carried out. */
    carriedOut: z.number().int(),
    /** Of the suspended ones, those whose payment waits for a second person. */
    waiting: z.number().int(),
    /** What had been said of the others, by which it can be undone. */
    before: z.array(InstructionGroup),
    /** Numbers of the accounts that the filter finds and the caller may not write on, their own or a relative's: nothing was said of them. */
    leftOut: z.array(z.string()),
  }),
})

/** Refused for all where somebody has said something else of one of them since (`conflict.changed`), or it is too late. */
export const undoInstructions = defineEndpoint({
  method: 'POST',
  path: '/maturities/instructions/undo',
  changes: ['accounts', 'approvals', 'clients', 'ledger', 'maturities', 'payments'],
  summary: 'Take back an instruction that was just given',
  ...editAccess,
  body: z.object({
    /** What was said last. */
    instruction: z.enum(maturityInstructions),
    productId: Id.nullable(),
    before: z.array(InstructionGroup).min(1).max(1000),
    allSigned: z.boolean().default(false),
  }),
  output: z.object({ changed: z.number().int() }),
})

/** Asks nothing of the accounts but what stands; a call of its own, since the choice may be long. */
export const summarizeInstructions = defineEndpoint({
  method: 'POST',
  path: '/maturities/instructions/summary',
  changes: [],
  allowedInViewReason: 'adds up; nothing is written',
  summary: 'What is said of some accounts now, before it is changed',
  module: 'bt_Vencimientos',
  action: 'view',
  body: z.object({ choice: MaturitySelectionSchema }),
  output: z.object({
    count: z.number().int(),
    /** The first of them by their maturity. */
    accounts: z.array(
      z.object({ id: Id, accountNumber: z.string(), clientName: z.string(), expiresOn: BusinessDate, balance: Money }),
    ),
    /** What becomes of them, the most frequent first. */
    instructions: z.array(
      z.object({
        instruction: z.enum(maturityInstructions),
        productId: Id.nullable(),
        productName: z.string().nullable(),
        count: z.number().int(),
      }),
    ),
    /** Those that the caller may not write on, their own or a relative's: they are in none of the figures here. */
    own: z.array(z.object({ id: Id, accountNumber: z.string() })),
    /** How many of them take the signatures of all holders. */
    takeAllSignatures: z.number().int(),
    /** Where they can be transferred to. */
    products: z.array(z.object({ id: Id, name: z.string() })),
  }),
})
export type InstructionSummary = z.infer<typeof summarizeInstructions.output>

export const recordMaturityCall = defineEndpoint({
  method: 'POST',
  path: '/maturities/:accountId/calls',
  changes: ['accounts', 'clients', 'maturities'],
  summary: 'Note that the client was called about a maturity',
  ...editAccess,
  params: accountParams,
  body: z.object({ calledOn: BusinessDate, note: MultiLineText(3, 1000) }),
  output: z.object({ id: Id }),
})

/** Refused while the client can't be paid at all; who can be paid with approval only is, once a second person has said so. */
export const releaseMaturity = defineEndpoint({
  method: 'POST',
  path: '/maturities/:accountId/release',
  changes: ['accounts', 'approvals', 'clients', 'contributions', 'maturities', 'payments'],
  summary: 'Have a parked maturity paid',
  ...editAccess,
  params: accountParams,
  body: z.object({ reason: Reason }),
  /** approvalId: what it waits for; null where it is ordered already. */
  output: z.object({ amount: Money, approvalId: Id.nullable() }),
})

export const getMaturityOverview = defineEndpoint({
  method: 'GET',
  path: '/maturities/desk',
  summary: 'How much of what matured in the last twelve months stayed',
  module: 'bt_Vencimientos',
  action: 'view',
  output: z.object({
    matured: Money,
    renewed: Money,
    /** Per cent with one decimal; null where nothing has matured. */
    retention: z.string().nullable(),
    /** The same figure at the ends of the twelve months before, each of its own twelve months. */
    trend: Trend,
  }),
})
