import { z } from 'zod'
import { signingModes } from './clients/client.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import {
  BusinessDate,
  Cvl,
  EightDecimalAmount,
  FilterDay,
  Id,
  Instant,
  Money,
  MultiLineText,
  OneOrMore,
  PositiveAmount,
  Rate,
} from './core/values.ts'
import { dayCounts } from './products.ts'

/** Open: good today. Expired: the day is over, or something moved on the account. Retained: the client stayed. */
export const cancellationStates = ['open', 'executed', 'retained', 'expired'] as const
export type CancellationState = (typeof cancellationStates)[number]

/** What a client who wants to leave may be offered. */
export const retentionOffers = ['better_rate', 'renewal', 'partial_withdrawal', 'call'] as const

const cancellationFilters = {
  /** A part of the client's name or CVL, or the account's number. */
  search: z.string().trim().min(1).max(80).optional(),
  state: OneOrMore(z.enum(cancellationStates)).optional(),
  product: OneOrMore(Id).optional(),
  reason: OneOrMore(Id).optional(),
  manager: OneOrMore(Id).optional(),
  account: Id.optional(),
  /** The first and the last day of the quote. */
  from: FilterDay.optional(),
  to: FilterDay.optional(),
}

export const CancellationRow = z.object({
  id: Id,
  state: z.enum(cancellationStates),
  quotedOn: BusinessDate,
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  accountId: Id,
  accountNumber: z.string(),
  productName: z.string(),
  managerName: z.string().nullable(),
  reasonName: z.string(),
  /** What the client was offered last. */
  lastOffer: z.enum(retentionOffers).nullable(),
  capital: Money,
  penalty: Money,
  net: Money,
})
export type CancellationRow = z.infer<typeof CancellationRow>

export const listCancellations = defineList({
  path: '/cancellations',
  summary: 'Quotes of early cancellations, and what came of them',
  module: 'bt_Cancelaciones',
  row: CancellationRow,
  texts: 'cancellations',
  columns: {
    quotedOn: { kind: 'date' },
    state: { words: 'states', width: 14 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    accountNumber: { label: 'fields.account', width: 24, neverCut: true },
    productName: { label: 'fields.product', width: 24 },
    managerName: { label: 'fields.manager', width: 28 },
    reasonName: { label: 'fields.reason', width: 30 },
    lastOffer: { words: 'offers', width: 20 },
    capital: { kind: 'money' },
    penalty: { kind: 'money' },
    net: { kind: 'money' },
  },
  filters: cancellationFilters,
  sortable: ['quotedOn', 'capital', 'penalty', 'net'],
  defaultSort: { sort: 'quotedOn', direction: 'desc' },
  totals: z.object({ capital: Money, penalty: Money, net: Money }),
})

const viewAccess = { module: 'bt_Cancelaciones', action: 'view' } as const
const NamedOption = z.object({ id: Id, name: z.string() })

export const getCancellationOptions = defineEndpoint({
  method: 'GET',
  path: '/cancellations/options',
  about: ['cancellations', 'products', 'reference', 'staff'],
  summary: 'Reasons, products and managers to choose quotes of cancellations by',
  ...viewAccess,
  output: z.object({ reasons: z.array(NamedOption), products: z.array(NamedOption), managers: z.array(NamedOption) }),
})

/** Of what was decided, what stayed: by what stood in the accounts. */
export const getRetentionFigures = defineEndpoint({
  method: 'GET',
  path: '/cancellations/retention',
  summary: 'How much stayed of what wanted to leave early',
  ...viewAccess,
  query: z.object(cancellationFilters),
  output: z.object({
    retained: Money,
    /** Retained and executed. */
    decided: Money,
    /** Per cent with one decimal; null where nothing was decided. */
    retention: z.string().nullable(),
  }),
})

/** From what stands in the account to what is paid. */
const cancellationFigures = {
  /** What stands in the account. */
  capital: Money,
  interest: Money,
  bonus: Money,
  /** Interest and bonus earned since the opening. */
  gross: Money,
  /** Of it, what is in the books already. */
  posted: Money,
  /** Of it, what is not. */
  due: Money,
  penalty: Money,
  /** The account could not give all of it. */
  penaltyLimited: z.boolean(),
  /** Of what is due, what stays after the penalty: what is paid now, and taxed. */
  taxable: Money,
  withheld: Money,
  net: Money,
}

export const CancellationQuote = z.object({
  id: Id,
  state: z.enum(cancellationStates),
  clientId: Id,
  clientName: z.string(),
  clientCvl: Cvl,
  accountId: Id,
  accountNumber: z.string(),
  signature: z.enum(signingModes),
  productName: z.string(),
  openedOn: BusinessDate,
  expiresOn: BusinessDate.nullable(),
  reasonName: z.string(),
  note: z.string().nullable(),
  quotedOn: BusinessDate,
  quotedAt: Instant,
  quotedByName: z.string().nullable(),
  ...cancellationFigures,
  dayCount: z.enum(dayCounts),
  rate: Rate,
  bonusRate: Rate,
  penaltyPoints: Rate,
  /** The rate with the points off. */
  penalisedRate: Rate,
  lines: z.array(
    z.object({
      from: BusinessDate,
      /** The first day that the line doesn't cover. */
      to: BusinessDate,
      days: z.number().int(),
      capital: Money,
      /** Exact: at the rate of the contract, at the penalised one, and their difference. */
      interest: EightDecimalAmount,
      penalised: EightDecimalAmount,
      penalty: EightDecimalAmount,
      bonus: EightDecimalAmount,
    }),
  ),
  postings: z.array(z.object({ id: Id, valueDate: BusinessDate, kind: z.enum(['interest', 'bonus']), amount: Money })),
  taxes: z.array(
    z.object({
      name: z.string(),
      base: Money,
      basis: z.enum(['interest', 'capital']),
      rate: Rate,
      source: z.string(),
      amount: Money,
    }),
  ),
  actions: z.array(
    z.object({
      id: Id,
      offer: z.enum(retentionOffers),
      note: z.string(),
      kept: z.boolean(),
      at: Instant,
      byName: z.string().nullable(),
    }),
  ),
  /** The second person's word that it waits for. */
  approvalId: Id.nullable(),
  executedAt: Instant.nullable(),
  executedByName: z.string().nullable(),
  mayExecute: z.boolean(),
  mayRetain: z.boolean(),
})
export type CancellationQuote = z.infer<typeof CancellationQuote>

const quoteParams = z.object({ quoteId: Id })

export const getCancellationQuote = defineEndpoint({
  method: 'GET',
  path: '/cancellations/:quoteId',
  summary: 'One quote of an early cancellation, with the lines that explain each figure',
  ...viewAccess,
  params: quoteParams,
  output: CancellationQuote,
})

/** In the client's language, as it is for them; what staff noted isn't in it. */
export const printCancellationQuote = defineEndpoint({
  method: 'GET',
  path: '/cancellations/:quoteId/pdf',
  summary: 'One quote of an early cancellation as PDF, for the client',
  module: 'bt_Cancelaciones',
  action: 'export',
  params: quoteParams,
  output: z.unknown(),
})

/**
 * Nothing is kept, and nobody is asked why. Of a day to come as things stand: with the payouts that are due until then. `cancellation.matured` from
 * the maturity on.
 */
export const estimateCancellation = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/accounts/:accountId/cancellation-estimate',
  summary: 'What leaving today or on a day to come would come to',
  module: 'bt_Cancelaciones',
  action: 'create',
  params: z.object({ clientId: Id, accountId: Id }),
  query: z.object({ on: BusinessDate.optional() }),
  output: z.object({
    on: BusinessDate,
    ...cancellationFigures,
    /** Of the capital, what withdrawals under way hold: the account can't be canceled before they are sent or given up. */
    reserved: Money,
    rate: Rate,
    penaltyPoints: Rate,
    penalisedRate: Rate,
  }),
})
export type CancellationEstimate = z.infer<typeof estimateCancellation.output>

/** All of the account or nothing: `cancellation.partial` where the call names less than its balance. */
export const quoteCancellation = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/cancellations',
  changes: ['accounts', 'approvals', 'cancellations', 'clients'],
  summary: 'Reckon and keep what leaving today would come to',
  module: 'bt_Cancelaciones',
  action: 'create',
  params: z.object({ clientId: Id, accountId: Id }),
  body: z.object({
    reasonId: Id,
    note: MultiLineText(3, 500).nullable(),
    amount: PositiveAmount.optional(),
  }),
  output: z.object({ quoteId: Id }),
})

const editAccess = { module: 'bt_Cancelaciones', action: 'edit' } as const

/** Posts exactly what was quoted, once somebody else agrees. `cancellation.over` where the quote is no longer good. */
export const executeCancellation = defineEndpoint({
  method: 'POST',
  path: '/cancellations/:quoteId/execution',
  changes: [
    'accounts',
    'approvals',
    'bankEntries',
    'cancellations',
    'clients',
    'contributions',
    'ledger',
    'maturities',
    'notices',
    'paymentBatches',
    'payments',
  ],
  summary: 'Cancel the account as quoted',
  ...editAccess,
  idempotent: true,
  params: quoteParams,
  /** Where the account takes the signatures of all its holders, they are there; `account.allSign` otherwise. */
  body: z.object({ allSigned: z.boolean().default(false) }),
  output: z.object({ state: z.enum(['done', 'pending']), approvalId: Id.nullable() }),
})

/** A client who stays ends the quote. */
export const recordRetention = defineEndpoint({
  method: 'POST',
  path: '/cancellations/:quoteId/retention',
  changes: ['accounts', 'approvals', 'cancellations', 'clients'],
  summary: 'Note what the client was offered, and whether they stay',
  ...editAccess,
  params: quoteParams,
  body: z.object({ offer: z.enum(retentionOffers), note: MultiLineText(3, 1000), kept: z.boolean() }),
  output: z.object({ state: z.enum(cancellationStates) }),
})
