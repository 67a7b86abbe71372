import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BooleanInput, BusinessDate, Cvl, FilterDay, Id, Instant, Money, OneOrMore } from './core/values.ts'
import { paymentKinds, paymentStates, paymentWaitReasons } from './payments.ts'
import { RatePerEuro } from './settings/payment-rates.ts'

export const batchStates = ['draft', 'waiting', 'approved', 'sending', 'sent', 'given_up'] as const
export type BatchState = (typeof batchStates)[number]

export const paymentFileKinds = ['pain.001', 'spei'] as const

/** The most orders of one batch. */
export const maxPaymentsPerBatch = 1000

/** What is no longer as it was once an order has left, was paid or came back. */
const paidOrdersSubjects = [
  'accounts',
  'approvals',
  'bankEntries',
  'cancellations',
  'clients',
  'ledger',
  'maturities',
  'notices',
  'paymentBatches',
  'payments',
] as const

const viewAccess = { module: 'bt_Remesas', action: 'view' } as const
const editAccess = { module: 'bt_Remesas', action: 'edit' } as const
const batchParams = z.object({ batchId: Id })

export const BatchRow = z.object({
  id: Id,
  /** As the file has it, and the bank's statement. */
  reference: z.string(),
  state: z.enum(batchStates),
  fileKind: z.enum(paymentFileKinds),
  payOn: BusinessDate,
  orders: z.number().int(),
  amount: Money,
  /** In what its payments leave, and what they come to in it once the file is written; null in euros. */
  payCurrency: z.string(),
  payAmount: Money.nullable(),
  madeAt: Instant,
  makerName: z.string().nullable(),
})
export type BatchRow = z.infer<typeof BatchRow>

export const listBatches = defineList({
  path: '/payment-batches',
  summary: 'Batches of payments',
  module: 'bt_Remesas',
  row: BatchRow,
  texts: 'payment-batches',
  columns: {
    reference: { width: 16 },
    state: { words: 'states', width: 20 },
    payOn: { kind: 'date' },
    orders: { kind: 'integer' },
    amount: { kind: 'money', label: 'payments:fields.amount' },
    payAmount: { kind: 'money', width: 18 },
    payCurrency: { width: 10 },
    madeAt: { kind: 'dateTime' },
    makerName: { label: 'fields.maker', width: 30 },
  },
  filters: {
    /** The reference of the batch, or of a payment in it. */
    search: z.string().trim().max(80).optional(),
    state: OneOrMore(z.enum(batchStates)).optional(),
    /** The first and the last day on which it is to be paid. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['madeAt', 'payOn', 'amount'],
  defaultSort: { sort: 'madeAt', direction: 'desc' },
  totals: z.object({ amount: Money }),
})

const paymentOrderFields = {
  id: Id,
  kind: z.enum(paymentKinds),
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  accountId: Id,
  accountNumber: z.string(),
  bankAccount: z.string().nullable(),
  /** Whose it is at the bank; null where nobody has said. */
  bankHolder: z.string().nullable(),
  /** Whether that is neither the client nor anybody who holds the account. */
  otherHolder: z.boolean(),
  /** When the client's money was last led there, where that was a few days ago and the payment has not left. */
  bankChangedAt: Instant.nullable(),
  amount: Money,
}

/** The reference of a payment, the number of its account, or a part of the client's name or CVL. */
const searchFilter = z.string().trim().max(80).optional()

const waitingOrderFilters = {
  search: searchFilter,
  kind: OneOrMore(z.enum(paymentKinds)).optional(),
  /** The last day on which it was asked for, or owed since, in the time zone of the prefix. */
  until: FilterDay.optional(),
  /** Whether it can go into a batch now. */
  ready: z.stringbool().optional(),
}

/** What may go into a batch: whatever is approved and in none. */
export const listWaitingOrders = defineList({
  path: '/payment-batches/waiting-orders',
  summary: 'Approved payments that are in no batch yet, and what keeps them from one',
  module: 'bt_Remesas',
  row: z.object({ ...paymentOrderFields, requestedAt: Instant, waits: z.enum(paymentWaitReasons).nullable() }),
  texts: 'payment-batches',
  columns: {
    requestedAt: { kind: 'dateTime', label: 'payments:fields.requestedAt' },
    kind: { label: 'payments:fields.kind', words: 'payments:kinds', width: 16 },
    clientName: { label: 'payments:fields.client', width: 36 },
    clientCvl: { label: 'payments:fields.cvl', width: 14 },
    accountNumber: { label: 'payments:fields.account', width: 20, neverCut: true },
    bankAccount: { label: 'payments:fields.bankAccount', width: 30 },
    bankHolder: { width: 36 },
    otherHolder: { width: 26 },
    amount: { kind: 'money', label: 'payments:fields.amount' },
    waits: { words: 'waits', width: 44 },
  },
  filters: waitingOrderFilters,
  sortable: ['requestedAt', 'amount'],
  totals: z.object({ amount: Money }),
})

export const listBatchOrders = defineList({
  path: '/payment-batches/:batchId/orders',
  summary: 'Payments of a batch',
  module: 'bt_Remesas',
  params: batchParams,
  row: z.object({
    ...paymentOrderFields,
    reference: z.string(),
    state: z.enum(paymentStates),
    payAmount: Money.nullable(),
  }),
  texts: 'payment-batches',
  columns: {
    reference: { width: 16 },
    state: { words: 'payments:states', width: 16 },
    kind: { label: 'payments:fields.kind', words: 'payments:kinds', width: 16 },
    clientName: { label: 'payments:fields.client', width: 36 },
    clientCvl: { label: 'payments:fields.cvl', width: 14 },
    accountNumber: { label: 'payments:fields.account', width: 20, neverCut: true },
    bankAccount: { label: 'payments:fields.bankAccount', width: 30 },
    bankHolder: { width: 36 },
    otherHolder: { width: 26 },
    amount: { kind: 'money', label: 'payments:fields.amount' },
    payAmount: { kind: 'money', width: 18 },
  },
  filters: { search: searchFilter, state: OneOrMore(z.enum(paymentStates)).optional() },
  sortable: ['clientName', 'amount'],
  totals: z.object({ amount: Money }),
})

/** Some orders, or all that match the filter; what can't go into it stays out, and is counted. */
const BatchSelectionSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('orders'), paymentIds: z.array(Id).min(1).max(maxPaymentsPerBatch) }),
  z.strictObject({
    by: z.literal('filter'),
    filter: z.strictObject({ ...waitingOrderFilters, ready: BooleanInput.optional() }),
  }),
])
export type BatchSelection = z.input<typeof BatchSelectionSchema>

export const createBatch = defineEndpoint({
  method: 'POST',
  path: '/payment-batches',
  changes: ['accounts', 'approvals', 'ledger', 'paymentBatches', 'payments'],
  summary: 'Put approved payments into a new batch',
  module: 'bt_Remesas',
  action: 'create',
  idempotent: true,
  body: z.object({ choice: BatchSelectionSchema, payOn: BusinessDate }),
  output: z.object({ batchId: Id, taken: z.number().int(), left: z.number().int() }),
})

/** Why no payment is settled on a day: TARGET, or in Mexico Banco de México, rests. */
export const bankClosureReasons = ['weekend', 'holiday'] as const

export const getNextPaymentDay = defineEndpoint({
  method: 'GET',
  path: '/payment-batches/payment-day',
  about: ['settings'],
  summary: 'The day itself, or the next one on which banks settle payments',
  ...viewAccess,
  query: z.object({ day: BusinessDate }),
  output: z.object({ payOn: BusinessDate, closure: z.enum(bankClosureReasons).nullable() }),
})

export const BatchDetail = BatchRow.extend({
  /** The rate at which its file pays in `payCurrency`; null in euros, and while there is no file. */
  perEuro: RatePerEuro.nullable(),
  /** Of the file; fixed once it is approved. */
  sha256: z.string().nullable(),
  approvalId: Id.nullable(),
  /** How many of its orders are in each state, and what they come to. */
  standing: z.array(z.object({ state: z.enum(paymentStates), orders: z.number().int(), amount: Money })),
  steps: z.array(
    z.object({
      state: z.enum(batchStates),
      at: Instant,
      byName: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Where the money comes from: as the file has it, before there is one as the settings have it now; null where none is set. */
  debtor: z.string().nullable(),
  /** When somebody first had the approved file: from then on the bank may have it. */
  fileTakenAt: Instant.nullable(),
  /** Since when some of its payments are known not to be bookable. */
  stalledAt: Instant.nullable(),
  /** Whether somebody is asked to give it up. */
  endAsked: z.boolean(),
})
export type BatchDetail = z.infer<typeof BatchDetail>

export const getBatch = defineEndpoint({
  method: 'GET',
  path: '/payment-batches/:batchId',
  summary: 'One batch with its totals and all that it has been through',
  ...viewAccess,
  params: batchParams,
  output: BatchDetail,
})

const batchStateOutput = z.object({ state: z.enum(batchStates) })

export const removeBatchPayment = defineEndpoint({
  method: 'POST',
  path: '/payment-batches/:batchId/orders/:paymentId/take-out',
  changes: ['accounts', 'approvals', 'ledger', 'paymentBatches', 'payments'],
  summary: 'Take a payment out of a batch that is a draft',
  ...editAccess,
  params: z.object({ batchId: Id, paymentId: Id }),
  body: z.object({ reason: Reason }),
  output: batchStateOutput,
})

/** Writes the file, and asks for a second person's word on exactly that. */
export const submitBatch = defineEndpoint({
  method: 'POST',
  path: '/payment-batches/:batchId/submit',
  changes: ['accounts', 'approvals', 'ledger', 'paymentBatches', 'payments'],
  summary: 'Write the file and have it approved',
  ...editAccess,
  params: batchParams,
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})

/** Its orders wait for another batch. Once somebody has had the approved file, the bank may have it: then a second person has to agree. */
export const discardBatch = defineEndpoint({
  method: 'POST',
  path: '/payment-batches/:batchId/give-up',
  changes: ['accounts', 'approvals', 'ledger', 'paymentBatches', 'payments'],
  summary: 'Give a batch up that has not left',
  ...editAccess,
  params: batchParams,
  body: z.object({ reason: Reason }),
  output: batchStateOutput.extend({ approvalId: Id.nullable() }),
})

/** Says that the bank has the file: from then on its payments are booked, in the background and once each. */
export const confirmBatchSent = defineEndpoint({
  method: 'POST',
  path: '/payment-batches/:batchId/send',
  changes: paidOrdersSubjects,
  summary: 'Say that the bank has the file, and book its payments',
  ...editAccess,
  params: batchParams,
  output: batchStateOutput,
})

/** The same bytes whenever they are asked for, once they are approved. */
export const getBatchFile = defineEndpoint({
  method: 'GET',
  path: '/payment-batches/:batchId/file',
  changes: ['paymentBatches'],
  summary: 'The file for the bank',
  module: 'bt_Remesas',
  action: 'export',
  params: batchParams,
  output: z.unknown(),
})

/** All that were sent and of which nothing else is known. */
export const confirmBatchPaid = defineEndpoint({
  method: 'POST',
  path: '/payment-batches/:batchId/paid',
  changes: paidOrdersSubjects,
  summary: 'Say that the bank has paid a batch',
  ...editAccess,
  params: batchParams,
  output: z.object({ paid: z.number().int() }),
})

/** Why a bank sends money back: the most usual codes of ISO 20022. */
export const paymentReturnCodes = ['AC01', 'AC04', 'AC06', 'AG01', 'BE04', 'MD07', 'MS02', 'MS03', 'NARR'] as const

const paymentSpec = { ...editAccess, params: z.object({ paymentId: Id }) }
const paymentStateOutput = z.object({ state: z.enum(paymentStates) })

export const confirmPaymentPaid = defineEndpoint({
  method: 'POST',
  path: '/payments/:paymentId/paid',
  changes: paidOrdersSubjects,
  summary: 'Say that the bank has made a payment',
  ...paymentSpec,
  output: paymentStateOutput,
})

/**
 * The money has left, and is credited again: a withdrawal to the account, what the firm owes to what is payable. A line of a statement does that alone;
 * by hand a second person has to agree.
 */
export const proposePaymentReturn = defineEndpoint({
  method: 'POST',
  path: '/payments/:paymentId/return',
  changes: paidOrdersSubjects,
  summary: 'Have a second person agree that the bank has sent a payment back',
  ...paymentSpec,
  body: z.object({ code: z.enum(paymentReturnCodes), note: Reason }),
  output: ProposalResult,
})

const paymentRequestSpec = {
  method: 'POST',
  changes: paidOrdersSubjects,
  module: 'bt_Retiradas',
  action: 'edit',
  params: z.object({ paymentId: Id }),
  body: z.object({ reason: Reason }),
  output: ProposalResult,
} as const

/** What came back waits in what is payable until a second person lets it go again. */
export const proposePaymentRetry = defineEndpoint({
  ...paymentRequestSpec,
  path: '/payments/:paymentId/reorder',
  summary: 'Have money that came back paid once more',
})

export const proposePaymentClearance = defineEndpoint({
  ...paymentRequestSpec,
  path: '/payments/:paymentId/clearance',
  summary: 'Ask for a second person’s word that a payment leaves in spite of what makes it wait',
})
