import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { journalCount, ledgers } from '#rules/ledgers.ts'

/** What a month's books come to. Money as decimal strings. */
export type MonthlyFigures = { journals: number; moneyIn: string; moneyOut: string; interest: string; withheld: string }
export const emptyMonthlyFigures: MonthlyFigures = {
  journals: 0,
  moneyIn: '0.00',
  moneyOut: '0.00',
  interest: '0.00',
  withheld: '0.00',
}

/**
 * The figures of each month of a span, the days included, by 'YYYY-MM-01'. A reversal stands on its original's side with the opposite sign. What is
 * withheld is what was kept back, not what of it was handed to the authority by an adjustment.
 */
export const findMonthlyLedgerFigures = async (
  db: Kysely<DB>,
  from: string,
  to: string,
): Promise<Map<string, MonthlyFigures>> => {
  const { rows } = await sql<MonthlyFigures & { month: string }>`
    select month::text as month, coalesce(sum(journals) filter (where ledger = ${sql.lit(journalCount)}), 0)::int as journals,
           coalesce(sum(case when is_reversal then -credit else debit end) filter (where ledger = ${sql.lit(ledgers.bank)}), 0)::numeric(18, 2)::text as "moneyIn",
           coalesce(sum(case when is_reversal then -debit else credit end) filter (where ledger = ${sql.lit(ledgers.bank)}), 0)::numeric(18, 2)::text as "moneyOut",
           coalesce(sum(debit - credit) filter (where ledger = ${sql.lit(ledgers.interestExpense)}), 0)::numeric(18, 2)::text as interest,
           coalesce(sum(credit - debit) filter (where ledger = ${sql.lit(ledgers.taxPayable)} and kind <> 'adjustment'), 0)::numeric(18, 2)::text as withheld
      from ledger_sums(${from}, ${to}) group by month`.execute(db)
  return new Map(rows.map(({ month, ...figures }) => [month, figures]))
}

/** The balance of each ledger account by its number, debit positive: what was booked up to the day. */
export const findLedgerBalances = async (db: Kysely<DB>, asOf: string): Promise<Map<number, string>> => {
  const { rows } = await sql<{ ledger: number; amount: string }>`
    select ledger, sum(debit - credit)::numeric(18, 2)::text as amount from ledger_sums('-infinity', ${asOf}) where ledger > ${sql.lit(journalCount)} group by ledger`.execute(
    db,
  )
  return new Map(rows.map(({ ledger, amount }) => [ledger, amount]))
}
