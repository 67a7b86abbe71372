import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { asDecimal, centsOf } from '#server/domain/cents.ts'

/** What a month's books come to. Money as decimal strings. */
export type Figures = { journals: number; moneyIn: string; moneyOut: string; interest: string; withheld: string }
export const noFigures: Figures = {
  journals: 0,
  ...{ moneyIn: '0.00', moneyOut: '0.00', interest: '0.00', withheld: '0.00' },
}

/**
 * The figures of each month of a span, the days included, by 'YYYY-MM-01'. A reversal stands on its original's side with the opposite sign. What is
 * withheld is what was kept back, not what of it was handed to the authority by an adjustment.
 */
export const findFigures = async (db: Kysely<DB>, from: string, to: string): Promise<Map<string, Figures>> => {
  const { rows } = await sql<Figures & { month: string }>`
    select c.month::text as month, c.journals::int as journals, coalesce(f.money_in, 0)::numeric(18, 2)::text as "moneyIn",
           coalesce(f.money_out, 0)::numeric(18, 2)::text as "moneyOut", coalesce(f.interest, 0)::numeric(18, 2)::text as interest,
           coalesce(f.withheld, 0)::numeric(18, 2)::text as withheld
      from (select date_trunc('month', booking_date)::date as month, count(*) as journals from journal
             where booking_date between ${from} and ${to} group by 1) c
      left join (
        select date_trunc('month', j.booking_date)::date as month,
               sum(p.amount) filter (where p.ledger = 1 and (p.amount > 0) <> (j.reverses_id is not null)) as money_in,
               -sum(p.amount) filter (where p.ledger = 1 and (p.amount > 0) = (j.reverses_id is not null)) as money_out,
               sum(p.amount) filter (where p.ledger = 5) as interest,
               -sum(p.amount) filter (where p.ledger = 6 and j.kind <> 'adjustment') as withheld
          from journal j join posting p on p.journal_id = j.id and p.ledger in (1, 5, 6)
         where j.booking_date between ${from} and ${to} group by 1) f on f.month = c.month`.execute(db)
  return new Map(rows.map(({ month, ...figures }) => [month, figures]))
}

type Kept = { through: string; balances: Record<string, string> }

/** The last close on or before a day, with what it says of each ledger account. */
const findKept = async (db: Kysely<DB>, asOf: string): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select ((month + interval '1 month')::date - 1)::text as through, balances from month_close
     where reopened_at is null and (month + interval '1 month')::date - 1 <= ${asOf} order by month desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** The balance of each ledger account by its number, debit positive: what the last close says, and what was booked since then and up to the day. */
export const findBalances = async (db: Kysely<DB>, asOf: string): Promise<Map<number, string>> => {
  const kept = await findKept(db, asOf)
  const { rows } = kept
    ? await sql<{ ledger: number; amount: string }>`
        select p.ledger, sum(p.amount)::text as amount from journal j join posting p on p.journal_id = j.id
         where j.booking_date > ${kept.through} and j.booking_date <= ${asOf} group by p.ledger`.execute(db)
    : await sql<{ ledger: number; amount: string }>`
        select ledger, sum(amount)::text as amount from posting where booking_date <= ${asOf} group by ledger`.execute(
        db,
      )
  const balances = new Map(
    Object.entries(kept?.balances ?? {}).map(([ledger, amount]) => [Number(ledger), centsOf(amount)]),
  )
  for (const { ledger, amount } of rows) balances.set(ledger, (balances.get(ledger) ?? 0n) + centsOf(amount))
  return new Map([...balances].map(([ledger, cents]) => [ledger, asDecimal(cents, 2)]))
}
