import { z } from 'zod'
import { ProposalResult, Reason } from './approvals.ts'
import { movementKinds } from './clients/client.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, FilterDay, Id, Instant, Money, OneOrMore, WholeNumber } from './core/values.ts'
import { JournalDetail, LedgerCode } from './journals.ts'

/** The books are the whole firm's: a user with a narrower scope gets none of these calls. */
const viewAccess = { module: 'bt_Contabilidad', action: 'view' } as const

/** 'YYYY-MM-01' says the month, of a year in which one can reckon on to the next. */
export const Month = BusinessDate.refine((day) => day.endsWith('-01') && day > '1900' && day < '9999')

export const getChartOfAccounts = defineEndpoint({
  method: 'GET',
  path: '/accounting/ledgers',
  summary: 'The chart of accounts with the balance of each, as of a day',
  ...viewAccess,
  query: z.object({ asOf: BusinessDate.optional() }),
  output: z.object({
    asOf: BusinessDate,
    /** Nothing is booked on or before it; null: no month was closed yet. */
    closedThrough: BusinessDate.nullable(),
    /** Debit positive; together they are nothing. */
    ledgers: z.array(
      z.object({
        code: LedgerCode,
        /** Of an account that the firm has added; null for the fixed ones. */
        name: z.string().nullable(),
        balance: Money,
      }),
    ),
  }),
})

export const JournalRow = z.object({
  id: Id,
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  kind: z.enum(movementKinds),
  description: z.string().nullable(),
  /** The first of the clients' accounts that it moved; null where it moved none. */
  accountNumber: z.string().nullable(),
  clientName: z.string().nullable(),
  /** What it moved; with one ledger account chosen, what it moved there, debit positive. */
  amount: Money,
  correction: z.enum(['reversal', 'reversed']).nullable(),
  source: z.string(),
  /** Null for what a run or an import booked, and for a person who is no longer here. */
  byName: z.string().nullable(),
})
export type JournalRow = z.infer<typeof JournalRow>

const AmountLimit = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)

export const listJournals = defineList({
  path: '/accounting/journals',
  summary: 'Journals, the newest first',
  module: 'bt_Contabilidad',
  row: JournalRow,
  texts: 'accounting',
  columns: {
    id: { label: 'journals.fields.id', width: 18 },
    bookingDate: { kind: 'date', label: 'journals.fields.bookingDate' },
    valueDate: { kind: 'date', label: 'journals.fields.valueDate' },
    kind: { label: 'journals.fields.kind', words: 'kinds', width: 16 },
    description: { label: 'journals.fields.description', width: 40 },
    accountNumber: { label: 'journals.fields.account', width: 22, neverCut: true },
    clientName: { label: 'journals.fields.client', width: 34 },
    amount: { kind: 'money', label: 'journals.fields.amount' },
    correction: { label: 'journals.fields.correction', words: 'corrections', width: 16 },
    source: { label: 'journals.fields.source', words: 'sources', width: 20 },
    byName: { label: 'journals.fields.by', width: 28 },
  },
  filters: {
    /** A part of the description, or the number of a journal. */
    search: z.string().trim().max(80).optional(),
    kind: OneOrMore(z.enum(movementKinds)).optional(),
    ledger: LedgerCode.optional(),
    from: FilterDay.optional(),
    to: FilterDay.optional(),
    amountFrom: AmountLimit.optional(),
    amountTo: AmountLimit.optional(),
    /** The number of a client's account. */
    account: z.string().trim().max(60).optional(),
    source: OneOrMore(z.string().trim().min(1).max(40)).optional(),
    reversal: z.stringbool().optional(),
  },
  sortable: ['bookingDate'],
  defaultSort: { sort: 'bookingDate', direction: 'desc' },
  /** What they come to on the ledger account that is chosen; of all of them together it would say nothing. */
  totals: z.object({ amount: Money }),
})

export const AccountingJournal = JournalDetail.extend({
  source: z.string(),
  /** Where it can be taken back: of a client's account that it moved; null where it moved none. */
  place: z.object({ clientId: Id, accountId: Id }).nullable(),
})
export type AccountingJournal = z.infer<typeof AccountingJournal>

export const getAccountingJournal = defineEndpoint({
  method: 'GET',
  path: '/accounting/journals/:journalId',
  summary: 'One journal: its lines, its three dates, who made it and what it takes back',
  ...viewAccess,
  params: z.object({ journalId: Id }),
  output: AccountingJournal,
})

export const accountingMonthStates = ['closed', 'open', 'running'] as const

const MonthFigures = z.object({
  month: BusinessDate,
  /** running: not over yet. */
  state: z.enum(accountingMonthStates),
  journals: z.number().int(),
  /** What came into the bank and what left it, each less what was undone of it. */
  moneyIn: Money,
  moneyOut: Money,
  /** Interest and bonus, before withholding. */
  interest: Money,
  withheld: Money,
  /** Of the look at the books on which it was closed; null while it is open. */
  differences: z.number().int().nullable(),
  closedAt: Instant.nullable(),
  closedByName: z.string().nullable(),
})

/** What has to hold before a month is closed. */
export const monthCloseChecks = ['over', 'runs', 'verified'] as const

export const listAccountingMonths = defineEndpoint({
  method: 'GET',
  path: '/accounting/months',
  summary: 'The months of a year: their figures, and which of them are closed',
  ...viewAccess,
  query: z.object({ year: WholeNumber(1900, 2999).optional() }),
  output: z.object({
    year: z.number().int(),
    /** With something booked, the newest first. */
    years: z.array(z.number().int()),
    closedThrough: BusinessDate.nullable(),
    months: z.array(MonthFigures),
    sums: z.object({ moneyIn: Money, moneyOut: Money, interest: Money, withheld: Money }),
    /** Which can be closed next, and what holds of it; while none was ever closed, any that is over can be the first. */
    next: z
      .object({
        month: BusinessDate,
        checks: z.object({ over: z.boolean(), runs: z.boolean(), verified: z.boolean() }),
      })
      .nullable(),
    /** The last one that is closed: the only one that can be opened again. */
    last: BusinessDate.nullable(),
    /** A closing or reopening that waits for its second person. */
    waiting: Id.nullable(),
  }),
})

const monthChangeSpec = {
  module: 'bt_Contabilidad',
  action: 'edit',
  params: z.object({ month: Month }),
  body: z.object({ reason: Reason }),
  output: ProposalResult,
} as const

/** `ledger.notNext`, `ledger.monthNotOver`, `ledger.runsOpen`, `ledger.notVerified`, `ledger.closeWaits`. */
export const closeMonth = defineEndpoint({
  method: 'POST',
  path: '/accounting/months/:month/close',
  changes: ['approvals', 'ledger'],
  summary: 'Close a month: nothing is booked in it any more',
  ...monthChangeSpec,
})

/** Always by two people. `ledger.notLast`, `ledger.closeWaits`. */
export const reopenMonth = defineEndpoint({
  method: 'POST',
  path: '/accounting/months/:month/reopen',
  changes: ['approvals', 'ledger'],
  summary: 'Open the last closed month again',
  ...monthChangeSpec,
})

export const LedgerVerification = z.object({
  id: Id,
  askedAt: Instant,
  /** Null: the night did. */
  byName: z.string().nullable(),
  /** Null: it waits, or is under way. */
  finishedAt: Instant.nullable(),
  /** How far it has come. */
  step: z.number().int(),
  steps: z.number().int(),
  differences: z.number().int().nullable(),
  /** The first of them: what it is, of which record, what is kept, and what the postings say. */
  list: z.array(z.object({ what: z.string(), id: z.string(), stored: z.string(), recomputed: z.string() })),
})
export type LedgerVerification = z.infer<typeof LedgerVerification>

export const listLedgerVerifications = defineEndpoint({
  method: 'GET',
  path: '/accounting/verifications',
  summary: 'Looks at the books, the newest first: whether all that is kept is what the postings say',
  ...viewAccess,
  output: z.object({ verifications: z.array(LedgerVerification) }),
})

/** One at a time: while one is under way, it is answered. */
export const startLedgerVerification = defineEndpoint({
  method: 'POST',
  path: '/accounting/verifications',
  changes: ['ledger'],
  allowedInViewReason: 'compares the books with themselves and changes none',
  summary: 'Look at the books now',
  ...viewAccess,
  output: z.object({ id: Id }),
})
