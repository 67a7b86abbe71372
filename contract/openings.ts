import { z } from 'zod'
import { Reason } from './approvals.ts'
import { signingModes } from './clients/client.ts'
import { OperationEligibility } from './clients/operation-eligibility.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import {
  AmountCondition,
  BusinessDate,
  Cvl,
  FilterDay,
  Id,
  Money,
  OneOrMore,
  PositiveAmount,
  Rate,
} from './core/values.ts'
import { maturityInstructions, payoutFrequencies, productFamilies } from './products.ts'

/** For so many days the agreed rate is kept for money that is on its way. */
export const rateOfferDays = 30

/** What an account on its way waits for: its maker's word, papers of a holder, a second person, money. */
export const openingWaitReasons = ['submission', 'documents', 'approval', 'money'] as const

const createAccess = { module: 'bt_Pendientes', action: 'create' } as const
const editAccess = { module: 'bt_Pendientes', action: 'edit' } as const
const clientParams = z.object({ clientId: Id })
const accountParams = z.object({ clientId: Id, accountId: Id })

const HolderShare = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/)
/** Points of bonus interest, at most 20. No firm pays as much; a percentage in the wrong place is more. */
const BonusPoints = z.string().regex(/^(20(\.0{1,6})?|(0|1?[1-9]|10)(\.\d{1,6})?)$/)

/** What is wanted. The first holder is the primary one; the shares are per cent and make a hundred. */
export const OpeningTerms = z.strictObject({
  productId: Id,
  amount: PositiveAmount,
  /** Counts where the product leaves the term open; null: without. */
  termMonths: z.number().int().min(1).max(600).nullable(),
  bonusRate: BonusPoints,
  /** Null where there is no maturity. */
  instruction: z.enum(maturityInstructions).nullable(),
  /** Where the money is transferred to at the maturity: needed where the instruction says so, and only there. */
  transferProductId: Id.nullable().default(null),
  holders: z
    .array(z.strictObject({ clientId: Id, share: HolderShare }))
    .min(1)
    .max(10),
  /** Whose signature takes money out: of any holder, or of all. Counts where there are several. */
  signature: z.enum(signingModes).default('one'),
})
export type OpeningTerms = z.infer<typeof OpeningTerms>

const PlannedPayout = z.object({
  /** Up to this day, which doesn't earn itself. */
  on: BusinessDate,
  paidOn: BusinessDate,
  interest: Money,
  bonus: Money,
  withheld: Money,
  net: Money,
  balanceAfter: Money,
})

export const OpeningQuote = z.object({
  rate: Rate,
  bonusRate: Rate,
  /** Effective yearly rate of both, before tax (TAE); null where nothing is earned. */
  effectiveRate: Rate.nullable(),
  /** As if the money came today. */
  openedOn: BusinessDate,
  expiresOn: BusinessDate.nullable(),
  payout: z.enum(payoutFrequencies),
  capitalised: z.boolean(),
  accrues: z.boolean(),
  payouts: z.array(PlannedPayout),
  interest: Money,
  bonus: Money,
  withheld: Money,
  net: Money,
  /** The amount and the net interest. */
  total: Money,
  /** Points of bonus that the caller may give alone. */
  bonusLimit: Rate,
  needsApproval: z.boolean(),
  /** Whether the holders may bring the money. */
  verdict: OperationEligibility.shape.in,
})
export type OpeningQuote = z.infer<typeof OpeningQuote>

export const getOpeningOptions = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/openings/options',
  summary: 'What can be opened for a client',
  ...createAccess,
  params: clientParams,
  output: z.object({
    /** 'Nombre Apellidos', as the holders of an opening are named. */
    clientName: z.string(),
    bonusLimit: Rate,
    products: z.array(
      z.object({
        id: Id,
        name: z.string(),
        family: z.enum(productFamilies),
        minimum: Money,
        maximum: Money.nullable(),
        termMonths: z.number().int().nullable(),
        accrues: z.boolean(),
        defaultInstruction: z.enum(maturityInstructions),
      }),
    ),
  }),
})
export type OpeningOptions = z.infer<typeof getOpeningOptions.output>

export const quoteOpening = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/openings/quote',
  changes: [],
  summary: 'What an account would earn, payment by payment, before it is opened',
  ...createAccess,
  params: clientParams,
  body: OpeningTerms,
  output: OpeningQuote,
})

/** `active` where the money of a draft has come before. `rate`: as it was quoted; `opening.rateChanged` where it is another one by now. `reason`: why so much bonus, for who approves it. */
const saveOpeningSpec = {
  body: z.object({ wanted: OpeningTerms, rate: Rate, submit: z.boolean(), reason: Reason.optional() }),
  output: z.object({ accountId: Id, status: z.enum(['draft', 'pending', 'active']), approvalId: Id.nullable() }),
}

export const openAccount = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/openings',
  changes: ['accounts', 'approvals', 'clients', 'ledger', 'openings'],
  summary: 'Write an account down as a draft, or have it wait for its money',
  ...createAccess,
  idempotent: true,
  params: clientParams,
  ...saveOpeningSpec,
})

export const changeOpeningDraft = defineEndpoint({
  method: 'PUT',
  path: '/clients/:clientId/openings/:accountId',
  changes: ['accounts', 'approvals', 'clients', 'ledger', 'openings'],
  summary: 'Change a draft, or have it wait for its money',
  ...editAccess,
  params: accountParams,
  body: saveOpeningSpec.body.extend({ version: z.number().int() }),
  output: saveOpeningSpec.output,
})

export const OpeningDetail = z.object({
  accountId: Id,
  version: z.number().int(),
  waitsFor: z.enum(openingWaitReasons),
  wanted: OpeningTerms.omit({ holders: true }),
  /** The primary one first. Of a holder outside the caller's scope the name only. */
  holders: z.array(
    z.object({ clientId: Id.nullable(), cvl: Cvl.nullable(), name: z.string(), share: HolderShare.nullable() }),
  ),
  productName: z.string(),
  received: Money,
  /** Of the agreed amount; nothing where more has come. */
  missing: Money,
  offerUntil: BusinessDate.nullable(),
  /** The offer is over: money that comes now gets the rate of its day. */
  late: z.boolean(),
  approvalId: Id.nullable(),
  /** Whether it can be opened with what has come. */
  mayOpenWithReceived: z.boolean(),
  quote: OpeningQuote.nullable(),
})
export type OpeningDetail = z.infer<typeof OpeningDetail>

export const getOpening = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/openings/:accountId',
  summary: 'An account on its way: what it waits for, and its quote',
  module: 'bt_Pendientes',
  action: 'view',
  params: accountParams,
  output: OpeningDetail,
})

/** Only without money in it: what came has to leave first. */
export const cancelOpening = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/openings/:accountId/cancel',
  changes: ['accounts', 'approvals', 'clients', 'contributions', 'ledger', 'notices', 'openings', 'payments'],
  summary: 'Discard a draft, or give up an account that waits',
  ...editAccess,
  params: accountParams,
  body: z.object({ reason: Reason }),
  output: z.object({ status: z.literal('canceled') }),
})

/** At the rate of today for that amount. `opening.tooLittle` below the minimum of the product. */
export const openWithReceivedMoney = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/openings/:accountId/open',
  changes: ['accounts', 'approvals', 'clients', 'contributions', 'ledger', 'notices', 'openings', 'payments'],
  summary: 'Open an account that waits for more with the money that has come',
  ...editAccess,
  params: accountParams,
  body: z.object({ version: z.number().int() }),
  output: z.object({ status: z.literal('active') }),
})

/** Lines of products; what has none is in no line. */
export const productLines = ['evas', 'auras', 'antares', 'smart'] as const

export const OpeningRow = z.object({
  /** Of the account. */
  id: Id,
  version: z.number().int(),
  accountNumber: z.string(),
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  productName: z.string(),
  /** The responsible person: the client's manager. */
  managerName: z.string().nullable(),
  waitsFor: z.enum(openingWaitReasons),
  askedOn: BusinessDate,
  offerUntil: BusinessDate.nullable(),
  agreed: Money,
  received: Money,
  /** Nothing where more has come. */
  missing: Money,
  /** Whether it can be opened with what has come. */
  mayOpenWithReceived: z.boolean(),
})
export type OpeningRow = z.infer<typeof OpeningRow>

export const listOpenings = defineList({
  path: '/openings',
  summary: 'Accounts on their way, and what each waits for',
  module: 'bt_Pendientes',
  row: OpeningRow,
  texts: 'openings',
  columns: {
    askedOn: { kind: 'date', label: 'waiting.askedOn' },
    waitsFor: { label: 'waiting.status', words: 'waiting.states', width: 18 },
    clientName: { label: 'waiting.client', width: 36 },
    clientCvl: { label: 'waiting.cvl', width: 14 },
    accountNumber: { label: 'waiting.account', width: 24, neverCut: true },
    productName: { label: 'fields.product', width: 24 },
    managerName: { label: 'waiting.manager', width: 28 },
    offerUntil: { kind: 'date', label: 'part.offerUntil', width: 18 },
    agreed: { kind: 'money', label: 'fields.amount' },
    received: { kind: 'money', label: 'part.received' },
    missing: { kind: 'money', label: 'part.missing' },
  },
  filters: {
    /** A part of the client's name or CVL, or the account's number. */
    search: z.string().trim().min(1).max(80).optional(),
    line: OneOrMore(z.enum(productLines)).optional(),
    /** Of the member of staff who is responsible. */
    manager: OneOrMore(Id).optional(),
    /** Of the agreed amount. */
    amount: AmountCondition.optional(),
    waitsFor: OneOrMore(z.enum(openingWaitReasons)).optional(),
    /** The first and the last day on which it was asked for, where the firm is. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['askedOn', 'agreed', 'received', 'offerUntil'],
  defaultSort: { sort: 'askedOn', direction: 'desc' },
  totals: z.object({ agreed: Money, received: Money, missing: Money }),
})

export const getOpeningFilterOptions = defineEndpoint({
  method: 'GET',
  path: '/openings/filter-options',
  about: ['openings', 'products', 'reference', 'staff'],
  summary: 'Who is responsible for clients with accounts on their way',
  module: 'bt_Pendientes',
  action: 'view',
  output: z.object({ managers: z.array(z.object({ id: Id, name: z.string() })) }),
})
