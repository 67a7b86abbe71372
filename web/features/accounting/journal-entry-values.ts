import type { ManualEntryKind } from '#contract/accounting/entries.ts'
import { parseMoney } from '#web/ui/form/typed-money.ts'

/** A line as it is typed: the amount on one of its sides. */
export type JournalLineValues = {
  /** The code of an account of the chart; empty: none yet. */
  ledger: string
  accountId: string
  /** What it is called, for whoever comes back to a draft. */
  accountLabel: string
  tax: { form: string; month: string }
  debit: string
  credit: string
}

export type JournalEntryValues = {
  kind: ManualEntryKind
  bookingDate: string
  valueDate: string
  description: string
  reason: string
  lines: JournalLineValues[]
}

export const emptyJournalLine: JournalLineValues = {
  ledger: '',
  accountId: '',
  accountLabel: '',
  tax: { form: '', month: '' },
  debit: '',
  credit: '',
}

export const isClientLedger = (ledger: string): boolean => ledger === 'client_capital' || ledger === 'client_payable'

const parseCents = (typed: string): bigint => BigInt((parseMoney(typed) ?? '0.00').replace('.', ''))
const centsToDecimal = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Both sides as they stand, to the cent, and by how much which one is short. */
export const sumDebitAndCredit = (lines: readonly JournalLineValues[]) => {
  const [debit, credit] = (['debit', 'credit'] as const).map((side) =>
    lines.reduce((sum, line) => sum + parseCents(line[side]), 0n),
  ) as [bigint, bigint]
  const short = debit < credit ? ('debit' as const) : ('credit' as const)
  const missing = debit < credit ? credit - debit : debit - credit
  return {
    debit: centsToDecimal(debit),
    credit: centsToDecimal(credit),
    short,
    missing: centsToDecimal(missing),
    empty: debit + credit === 0n,
  }
}

/** The lines as they are sent; each has been checked to have one side. */
export const toJournalLines = (lines: readonly JournalLineValues[]) =>
  lines.map(({ ledger, accountId, tax, debit, credit }) => ({
    ledger,
    side: debit.trim() ? ('debit' as const) : ('credit' as const),
    amount: parseMoney(debit.trim() || credit)!,
    ...(isClientLedger(ledger) && { accountId }),
    ...(ledger === 'tax_payable' && {
      tax: { form: tax.form === 'none' ? null : (tax.form as 'mx'), month: tax.month },
    }),
  }))
