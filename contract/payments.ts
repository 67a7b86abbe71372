import { z } from 'zod'
import { Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { Cvl, FilterDay, Id, Instant, Money, OneOrMore, PositiveAmount } from './core/values.ts'
import { RatePerEuro } from './settings/payment-rates.ts'

/** What a client asked for, and what the firm owes: interest that is paid out, money that has matured, was called early or is inherited. */
export const paymentKinds = ['withdrawal', 'interest', 'maturity', 'cancellation', 'inheritance'] as const
export type PaymentKind = (typeof paymentKinds)[number]

export const paymentStates = [
  'requested',
  'approved',
  'in_batch',
  'sent',
  'paid',
  'returned',
  'rejected',
  'canceled',
] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * Why an approved order can't go into a batch now: the client has no bank account for payments, its number isn't one, the client can't be
 * paid, or only with a second person's word on this payment, the money comes from a contribution that the bank hasn't confirmed, or the bank
 * account is too new; or it leaves in another currency, and there is no rate of the day.
 */
export const paymentWaitReasons = [
  'noBankAccount',
  'badNumber',
  'stopped',
  'needsApproval',
  'unconfirmedMoney',
  'newBankAccount',
  'noRate',
] as const
export type PaymentWaitReason = (typeof paymentWaitReasons)[number]

/** Hours for which payments to a bank account that was added or changed wait. */
export const newBankAccountHoldHours = 48

/** Days for which a change of where a client is paid is shown beside what is paid there. */
export const recentBankAccountChangeDays = 7

export const PaymentRow = z.object({
  id: Id,
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  requestedAt: Instant,
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  accountId: Id,
  accountNumber: z.string(),
  amount: Money,
  /** What leaving early costs the account beside the amount. */
  penalty: Money,
  /** Null for what the runs ordered, and for a person who is no longer here. */
  requesterName: z.string().nullable(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

export const listPayments = defineList({
  path: '/payments',
  summary: 'Money on its way out: withdrawals, and what the firm owes',
  module: 'bt_Retiradas',
  row: PaymentRow,
  texts: 'payments',
  columns: {
    requestedAt: { kind: 'dateTime' },
    state: { words: 'states', width: 16 },
    kind: { words: 'kinds', width: 16 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    accountNumber: { label: 'fields.account', width: 20, neverCut: true },
    amount: { kind: 'money' },
    penalty: { kind: 'money' },
    requesterName: { label: 'fields.requester', width: 30 },
  },
  filters: {
    /** The reference of a payment or of its batch, the number of its account, or a part of the client's name or CVL. */
    search: z.string().trim().max(80).optional(),
    state: OneOrMore(z.enum(paymentStates)).optional(),
    kind: OneOrMore(z.enum(paymentKinds)).optional(),
    account: Id.optional(),
    /** Whether it holds money of its account now: a withdrawal that was asked for and has not been sent. */
    holds: z.stringbool().optional(),
    /** The first and the last day on which it was asked for, in the time zone of the prefix. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['requestedAt', 'amount'],
  defaultSort: { sort: 'requestedAt', direction: 'desc' },
  totals: z.object({ amount: Money }),
})

export const PaymentDetail = PaymentRow.extend({
  /** What the bank pays, where that is in another currency than the books': fixed with the file of its batch. */
  payAmount: Money.nullable(),
  payCurrency: z.string().nullable(),
  perEuro: RatePerEuro.nullable(),
  /** The bank account of the client; null where none is known yet. */
  bankAccount: z.string().nullable(),
  /** Whose it is at the bank; null where nobody has said. */
  bankHolder: z.string().nullable(),
  /** Whether that is neither the client nor anybody who holds the account. */
  otherHolder: z.boolean(),
  /** When the client's money was last led to that bank account, where that was a few days ago and the payment has not left. */
  bankChangedAt: Instant.nullable(),
  reason: z.string().nullable(),
  /** The change that waits for a second person, or that one decided. */
  approvalId: Id.nullable(),
  steps: z.array(
    z.object({
      state: z.enum(paymentStates),
      at: Instant,
      byName: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** As the bank has it. */
  reference: z.string(),
  batchId: Id.nullable(),
  /** Why the bank sent it back. */
  returnCode: z.string().nullable(),
  /** A change of it that waits for a second person now. */
  askedApprovalId: Id.nullable(),
  /** What keeps an approved one from leaving; null: nothing. */
  waits: z.enum(paymentWaitReasons).nullable(),
  mayCancel: z.boolean(),
  /** Say that the bank has paid it; that it sent it back; ask for a second person's word; have what came back paid again. */
  mayPay: z.boolean(),
  mayReturn: z.boolean(),
  mayClear: z.boolean(),
  mayReorder: z.boolean(),
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

export const getPayment = defineEndpoint({
  method: 'GET',
  path: '/payments/:paymentId',
  summary: 'One payment with all that it has been through',
  module: 'bt_Retiradas',
  action: 'view',
  params: z.object({ paymentId: Id }),
  output: PaymentDetail,
})

/** Holds the amount at once: it can be neither asked for nor posted away a second time. A second person lets it go. */
export const requestWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/withdrawals',
  changes: ['accounts', 'approvals', 'clients', 'ledger', 'notices', 'paymentBatches', 'payments'],
  summary: 'Ask for money to be paid out to the client',
  module: 'bt_Retiradas',
  action: 'create',
  idempotent: true,
  params: z.object({ clientId: Id, accountId: Id }),
  /** `allSigned`: where the account takes the signatures of all its holders, they are there; `account.allSign` otherwise. */
  body: z.object({
    amount: PositiveAmount,
    bankAccountId: Id,
    reason: Reason,
    allSigned: z.boolean().default(false),
    /** As it was quoted, where a part leaves before the term is over: `withdrawal.penaltyChanged` where it is another one. */
    penalty: Money.optional(),
  }),
  output: z.object({ paymentId: Id }),
})

/**
 * What a withdrawal would cost: nothing, but where the terms of the account let a part leave before its maturity with the penalty on that part.
 * `withdrawal.noPart` where they let nothing leave but the whole, by a cancellation; `withdrawal.belowMinimum` where less than the minimum would stay.
 */
export const quoteWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/accounts/:accountId/withdrawals/quote',
  changes: [],
  summary: 'What a withdrawal would cost the account',
  module: 'bt_Retiradas',
  action: 'create',
  params: z.object({ clientId: Id, accountId: Id }),
  body: z.object({ amount: PositiveAmount }),
  output: z.object({
    penalty: Money,
    /** The amount with its penalty. */
    debited: Money,
    /** What stays of the available balance. */
    left: Money,
  }),
})

/** While it is in no batch. What it held is free again. */
export const cancelPayment = defineEndpoint({
  method: 'POST',
  path: '/payments/:paymentId/cancel',
  changes: [
    'accounts',
    'approvals',
    'cancellations',
    'clients',
    'ledger',
    'maturities',
    'notices',
    'paymentBatches',
    'payments',
  ],
  summary: 'Give up a withdrawal that has not left',
  module: 'bt_Retiradas',
  action: 'edit',
  params: z.object({ paymentId: Id }),
  body: z.object({ reason: Reason }),
  output: z.object({ state: z.enum(paymentStates) }),
})
