import { z } from 'zod'
import { Month } from '#contract/accounting.ts'
import { ProposalResult, Reason } from '#contract/approvals.ts'
import { accountStates } from '#contract/clients/client.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { defineList } from '#contract/core/list.ts'
import { BusinessDate, Cvl, Id, Money, OneOrMore, PositiveAmount, SingleLineText } from '#contract/core/values.ts'
import { LedgerCode } from '#contract/journals.ts'
import { TaxYear, taxForms } from './taxes.ts'

/** What is booked by hand; all else has a way of its own. */
export const manualEntryKinds = ['adjustment', 'fee', 'penalty', 'transfer'] as const
export type ManualEntryKind = (typeof manualEntryKinds)[number]

export const entryLineSides = ['debit', 'credit'] as const

const EntryLine = z.strictObject({
  ledger: LedgerCode,
  side: z.enum(entryLineSides),
  amount: PositiveAmount,
  /** Of the clients' ledgers, whose account. */
  accountId: Id.optional(),
  /** Of the tax account, which return: form null for what an import withheld without holders. */
  tax: z.strictObject({ form: z.enum(taxForms).nullable(), month: Month }).optional(),
})

const Description = SingleLineText(3, 140)

const entryFields = {
  /** Today or before, in a month that is open. */
  bookingDate: BusinessDate,
  valueDate: BusinessDate,
  description: Description,
  reason: Reason,
} as const

const viewAccess = { module: 'bt_Contabilidad', action: 'view' } as const

/**
 * `entry.unbalanced`, `entry.notOfKind`, `entry.unconfirmed`, `entry.penaltyDue`, `ledger.monthClosed`, `account.notActive`, `client.blocked`, and what a contribution or a
 * withdrawal refuses; when it is carried out `account.overdrawn` too, for what
 * isn't there, or is held.
 */
export const proposeJournalEntry = defineEndpoint({
  method: 'POST',
  path: '/accounting/entries',
  changes: ['accounts', 'approvals', 'bankEntries', 'clients', 'contributions', 'ledger'],
  summary: 'Propose a journal by hand: lines in debit and credit that come to the same',
  module: 'bt_Contabilidad',
  action: 'create',
  idempotent: true,
  body: z.strictObject({ kind: z.enum(manualEntryKinds), lines: z.array(EntryLine).min(2).max(40), ...entryFields }),
  output: ProposalResult,
})

/**
 * On the days of the bank, today where its month is closed. `bankEntry.notOpen` for a line that something stands for already or that is waiting for its
 * second person, `ledger.monthClosed`.
 */
export const bookBankEntry = defineEndpoint({
  method: 'POST',
  path: '/accounting/bank-entries/:entryId/booking',
  changes: ['approvals', 'bankEntries', 'ledger'],
  summary: 'Propose a journal by hand for a line of the bank, onto an account that the firm has added',
  module: 'bt_Contabilidad',
  action: 'create',
  idempotent: true,
  params: z.object({ entryId: Id }),
  body: z.strictObject({ ledger: LedgerCode, description: Description }),
  output: ProposalResult,
})

/** The accounts that an entry can name, by a part of their number or of a holder's name. */
export const findEntryAccounts = defineEndpoint({
  method: 'GET',
  path: '/accounting/entry-accounts',
  summary: 'Find a client’s account for an entry by hand',
  module: 'bt_Contabilidad',
  action: 'create',
  query: z.object({ q: z.string().trim().min(2).max(80) }),
  output: z.object({
    rows: z.array(
      z.object({
        accountId: Id,
        number: z.string(),
        clientName: z.string(),
        clientCvl: Cvl,
        status: z.enum(accountStates),
        /** The available balance: without what open withdrawals hold. */
        available: Money,
        /** What is owed to the client and not on its way yet. */
        payable: Money,
      }),
    ),
  }),
})

/** A return: a form and a month of what was withheld. `none`: by an import, without holders. */
export const owedTaxForms = [...taxForms, 'none'] as const

export const OwedTaxRow = z.object({
  /** Of form and month together. */
  id: z.string(),
  form: z.enum(owedTaxForms),
  month: BusinessDate,
  withheld: Money,
  /** By hand, what is owed more or less. */
  adjusted: Money,
  paid: Money,
  owed: Money,
  /** The journals by hand behind it. */
  journals: z.array(Id),
})
export type OwedTaxRow = z.infer<typeof OwedTaxRow>

export const listOwedTaxes = defineList({
  path: '/accounting/taxes-owed',
  summary:
    'What was withheld in each month of a year by tax form, what of it was paid to the authority, and what is owed',
  module: 'bt_Contabilidad',
  row: OwedTaxRow,
  texts: 'taxes',
  columns: {
    month: { kind: 'date', label: 'owed.month' },
    form: { words: 'forms', width: 24 },
    withheld: { kind: 'money' },
    adjusted: { kind: 'money', label: 'owed.adjusted' },
    paid: { kind: 'money', label: 'owed.paid' },
    owed: { kind: 'money', label: 'owed.owed' },
  },
  filters: {
    /** This one unless named. */
    year: TaxYear.optional(),
    form: OneOrMore(z.enum(owedTaxForms)).optional(),
    /** Something is owed still, or has been paid too much. */
    open: z.stringbool().optional(),
  },
  sortable: ['month', 'owed'],
  defaultSort: { sort: 'month', direction: 'desc' },
  totals: z.object({ withheld: Money, adjusted: Money, paid: Money, owed: Money }),
})

export const sumOwedTax = defineEndpoint({
  method: 'GET',
  path: '/accounting/taxes-owed/sum',
  summary: 'What is owed to the tax authority for some months of a form, as of a day',
  ...viewAccess,
  query: z.object({ form: z.enum(owedTaxForms), from: Month, to: Month, asOf: BusinessDate.optional() }),
  output: z.object({ owed: Money }),
})

/** The oldest month first. `tax.overOwed`, `ledger.monthClosed`. */
export const proposeTaxPayment = defineEndpoint({
  method: 'POST',
  path: '/accounting/tax-payments',
  changes: ['approvals', 'ledger', 'withholding'],
  summary: 'Propose that what was withheld is noted as paid to the tax authority',
  module: 'bt_Contabilidad',
  action: 'create',
  idempotent: true,
  body: z.strictObject({ form: z.enum(owedTaxForms), from: Month, to: Month, amount: PositiveAmount, ...entryFields }),
  output: ProposalResult,
})
