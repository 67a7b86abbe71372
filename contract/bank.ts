import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Instant, Money, OneOrMore } from './core/values.ts'
import { LedgerCode } from './journals.ts'

export const statementFormats = ['camt053', 'norma43'] as const

/** What became of a line of the bank. The first five are money that came in. */
export const bankEntryStates = [
  'waiting',
  'posted',
  'noted',
  'returning',
  'returned',
  'settled',
  'refund',
  'booked',
  'foreign',
  'other',
] as const
export type BankEntryState = (typeof bankEntryStates)[number]

/** By what an account is proposed for money that came in. */
export const proposalSources = ['reference', 'opening', 'iban', 'return'] as const

const viewAccess = { module: 'bt_Extractos', action: 'view' } as const
const editAccess = { module: 'bt_Extractos', action: 'edit' } as const

export const BankStatementRow = z.object({
  id: Id,
  bankAccount: z.string(),
  format: z.enum(statementFormats),
  reference: z.string(),
  fromDate: BusinessDate,
  toDate: BusinessDate,
  /** In which its amounts are. */
  currency: z.string(),
  opening: Money,
  closing: Money,
  entries: z.number().int(),
  /** Of its entries, how many wait in unidentified receipts. */
  waiting: z.number().int(),
  uploadedAt: Instant,
  uploaderName: z.string().nullable(),
})
export type BankStatementRow = z.infer<typeof BankStatementRow>

export const listBankStatements = defineList({
  path: '/bank/statements',
  summary: 'Bank statements',
  module: 'bt_Extractos',
  row: BankStatementRow,
  texts: 'contributions',
  columns: {
    toDate: { kind: 'date' },
    bankAccount: { width: 28 },
    format: { words: 'formats', width: 12 },
    reference: { width: 24 },
    currency: { width: 10 },
    opening: { kind: 'money' },
    closing: { kind: 'money' },
    entries: { kind: 'integer' },
    waiting: { kind: 'integer' },
    uploadedAt: { kind: 'dateTime' },
  },
  filters: {
    bankAccount: Id.optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['toDate', 'uploadedAt'],
  defaultSort: { sort: 'toDate', direction: 'desc' },
})

const proposalFields = {
  /** The account that the text, an opening or the payer's own account point to; null where nothing does, or several. */
  proposedAccountId: Id.nullable(),
  proposedClientId: Id.nullable(),
  proposedNumber: z.string().nullable(),
  proposedClientName: z.string().nullable(),
  proposedBy: z.enum(proposalSources).nullable(),
  /** By `return`: the payment of ours that it seems to bring back. Its text says so and the bank does not, so that it isn't in the books. */
  proposedPaymentId: Id.nullable(),
  /** The refusal that kept it from being booked; of what was noted by hand, from confirming that. */
  bar: z.string().nullable(),
}

export const BankEntryRow = z.object({
  id: Id,
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  currency: z.string(),
  amount: Money,
  counterpartyName: z.string().nullable(),
  counterpartyNumber: z.string().nullable(),
  remittance: z.string(),
  reference: z.string(),
  state: z.enum(bankEntryStates),
  /** An earlier statement had brought it. */
  known: z.boolean(),
  /** Whose contribution it became. */
  accountId: Id.nullable(),
  clientId: Id.nullable(),
  accountNumber: z.string().nullable(),
  clientName: z.string().nullable(),
})
export type BankEntryRow = z.infer<typeof BankEntryRow>

const statementParams = z.object({ statementId: Id })

export const BankStatementDetail = BankStatementRow.extend({
  fileName: z.string(),
  /** How many of its entries are in which state. */
  states: z.partialRecord(z.enum(bankEntryStates), z.number().int()),
})

export type BankStatementDetail = z.infer<typeof BankStatementDetail>

export const getBankStatement = defineEndpoint({
  method: 'GET',
  path: '/bank/statements/:statementId',
  summary: 'One bank statement',
  ...viewAccess,
  params: statementParams,
  output: BankStatementDetail,
})

export const listStatementEntries = defineList({
  path: '/bank/statements/:statementId/entries',
  summary: 'The entries of a bank statement, and what became of each',
  module: 'bt_Extractos',
  params: statementParams,
  row: BankEntryRow,
  texts: 'contributions',
  columns: {
    bookingDate: { kind: 'date' },
    valueDate: { kind: 'date' },
    counterpartyName: { label: 'fields.counterparty', width: 34 },
    counterpartyNumber: { width: 28 },
    remittance: { width: 50 },
    reference: { width: 24 },
    state: { words: 'states', width: 20 },
    accountNumber: { label: 'fields.account', width: 22, neverCut: true },
    clientName: { label: 'fields.client', width: 36 },
    currency: { width: 10 },
    amount: { kind: 'money' },
  },
  filters: {
    search: z.string().trim().max(80).optional(),
    state: OneOrMore(z.enum(bankEntryStates)).optional(),
  },
  sortable: ['line', 'amount'],
  totals: z.object({ moneyIn: Money, moneyOut: Money }),
})

/** Why bank and books differ. `before`: what had been there before the first statement; `gap`: entries that no statement brought. */
export const reconciliationDifferenceKinds = ['before', 'gap', 'entry', 'journal'] as const

/** Of statements in the currency of the books; `statement.otherCurrency` of others. What the bank has by its newest statements up to the end of this one, beside the books' own bank ledger of that day. */
export const getStatementReconciliation = defineEndpoint({
  method: 'GET',
  path: '/bank/statements/:statementId/reconciliation',
  summary: 'The bank beside the books at the end of a statement, and the rows of the difference',
  ...viewAccess,
  params: statementParams,
  output: z.object({
    on: BusinessDate,
    bank: Money,
    books: Money,
    difference: Money,
    /** At most five hundred, the largest first; their sum is the difference where there are no more. */
    rows: z.array(
      z.object({
        kind: z.enum(reconciliationDifferenceKinds),
        id: Id.nullable(),
        date: BusinessDate.nullable(),
        text: z.string(),
        amount: Money,
        /** Of a line of the bank: whether it can be booked by hand, and the change that waits to do so. */
        open: z.boolean(),
        approvalId: Id.nullable(),
      }),
    ),
    more: z.number().int(),
  }),
})

export const ReceiptRow = BankEntryRow.omit({
  known: true,
  currency: true,
  accountId: true,
  clientId: true,
  accountNumber: true,
  clientName: true,
}).extend({ ...proposalFields, statementId: Id, reason: z.string().nullable() })
export type ReceiptRow = z.infer<typeof ReceiptRow>

export const receiptStates = ['waiting', 'returning'] as const

export const BankEntryDetail = BankEntryRow.omit({ known: true }).extend({
  ...proposalFields,
  bankAccount: z.string(),
  endToEnd: z.string().nullable(),
  /** Why it is to be sent back. */
  reason: z.string().nullable(),
  /** Of what was noted by hand: whether a statement of somebody else's, or a second person, has confirmed it. */
  confirmed: z.boolean().nullable(),
  /** The change that waits for a second person to book it by hand. */
  approvalId: Id.nullable(),
  /** The journal by hand that stands for it, and its ledger account. */
  booking: z.object({ journalId: Id, ledger: LedgerCode, ledgerName: z.string().nullable() }).nullable(),
  statements: z.array(z.object({ id: Id, toDate: BusinessDate, reference: z.string() })),
})
export type BankEntryDetail = z.infer<typeof BankEntryDetail>

export const getBankEntry = defineEndpoint({
  method: 'GET',
  path: '/bank/entries/:entryId',
  summary: 'One line of the bank, and what became of it',
  ...viewAccess,
  params: z.object({ entryId: Id }),
  output: BankEntryDetail,
})

export const listReceipts = defineList({
  path: '/bank/receipts',
  summary: 'Money that came in and has no owner yet',
  module: 'bt_Extractos',
  row: ReceiptRow,
  texts: 'contributions',
  columns: {
    bookingDate: { kind: 'date' },
    valueDate: { kind: 'date' },
    counterpartyName: { label: 'fields.counterparty', width: 34 },
    counterpartyNumber: { width: 28 },
    remittance: { width: 50 },
    reference: { width: 24 },
    state: { words: 'states', width: 20 },
    proposedNumber: { label: 'fields.proposed', width: 22 },
    proposedClientName: { label: 'fields.proposedClient', width: 36 },
    amount: { kind: 'money' },
  },
  filters: {
    search: z.string().trim().max(80).optional(),
    state: OneOrMore(z.enum(receiptStates)).optional(),
    proposed: z.enum(['true', 'false']).optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['bookingDate', 'amount'],
  totals: z.object({ amount: Money }),
})

const receiptParams = z.object({ entryId: Id })

/** The accounts that money could go to, by a part of their number or of a holder's name. */
export const findReceiptAccounts = defineEndpoint({
  method: 'GET',
  path: '/bank/receipts/targets',
  summary: 'Find the account that money belongs to',
  ...editAccess,
  query: z.object({ q: z.string().trim().min(2).max(80) }),
  output: z.object({
    rows: z.array(
      z.object({
        accountId: Id,
        clientId: Id,
        number: z.string(),
        clientName: z.string(),
        clientCvl: Cvl,
        productName: z.string(),
        status: z.enum(['pending', 'active']),
        /** Of an opening, what has not come yet. */
        missing: Money.nullable(),
      }),
    ),
  }),
})

/**
 * Out of unidentified receipts into the account, as a contribution of the day on which the money came. An opening opens once it is complete. What is
 * above the limit of the caller's role, more than an opening needs, or recognised as another account's waits for a second person.
 */
export const assignReceipt = defineEndpoint({
  method: 'POST',
  path: '/bank/receipts/:entryId/assign',
  changes: ['accounts', 'approvals', 'bankEntries', 'clients', 'contributions', 'ledger', 'notices', 'openings'],
  summary: 'Say whose money it is',
  ...editAccess,
  idempotent: true,
  params: receiptParams,
  body: z.object({ accountId: Id }),
  output: ProposalResult.extend({ journalId: Id.nullable() }),
})

/** Marks it to be sent back by the bank. It stays in the books until the bank shows that it has left, or a user says so. */
export const returnReceipt = defineEndpoint({
  method: 'POST',
  path: '/bank/receipts/:entryId/return',
  changes: ['approvals', 'bankEntries', 'ledger', 'paymentBatches', 'payments'],
  summary: 'Have money sent back to whom it came from',
  ...editAccess,
  params: receiptParams,
  body: z.object({ reason: Reason }),
  output: z.object({ state: z.enum(bankEntryStates) }),
})

/** It waits for its owner again. */
export const cancelReceiptReturn = defineEndpoint({
  method: 'POST',
  path: '/bank/receipts/:entryId/keep',
  changes: ['approvals', 'bankEntries', 'paymentBatches', 'payments'],
  summary: 'Keep money that was to be sent back',
  ...editAccess,
  params: receiptParams,
  output: z.object({ state: z.enum(bankEntryStates) }),
})

/** The entry of the bank by which it left is named: nothing leaves the books that hasn't left the bank. */
export const confirmReceiptReturn = defineEndpoint({
  method: 'POST',
  path: '/bank/receipts/:entryId/returned',
  changes: ['accounts', 'approvals', 'bankEntries', 'contributions', 'ledger', 'paymentBatches', 'payments'],
  summary: 'Say by which entry of the bank the money went back',
  ...editAccess,
  params: receiptParams,
  body: z.object({ byEntryId: Id }),
  output: z.object({ state: z.enum(bankEntryStates) }),
})

/** Entries that may be the way back of a receipt: as much, out, not spoken for. */
export const findReturnEntries = defineEndpoint({
  method: 'GET',
  path: '/bank/receipts/:entryId/ways-back',
  summary: 'Entries of the bank by which the money may have gone back',
  ...editAccess,
  params: receiptParams,
  output: z.object({
    rows: z.array(
      z.object({
        id: Id,
        bookingDate: BusinessDate,
        counterpartyName: z.string().nullable(),
        remittance: z.string(),
        amount: Money,
      }),
    ),
  }),
})
