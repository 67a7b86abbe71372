import { type Kysely, sql } from 'kysely'
import type { DB, PayoutPeriod } from '#db/types.ts'
import { toCents } from '#rules/cents.ts'
import type { InterestAccount } from '#rules/interest-payouts.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { type InterestColumnValues, interestColumns, interestTotalsJoin } from './interest-columns.ts'
import { findHolders } from './withholding.ts'

/** An account with all that its next payout follows from. `through`: the last payout that is settled. */
export type DueAccount = InterestAccount & {
  id: string
  payout: PayoutPeriod
  earnsUntilPaid: boolean
  through: string
  corrections: number
}

type EarningAccountRow = InterestColumnValues & { id: string; openedOn: string; through: string; corrections: number }

/** Where the journals of posting runs say that they come from. */
export const interestJournalSource = 'interest'

const payoutMonthsSql = sql`case p.payout when 'monthly' then 1 when 'quarterly' then 3 when 'half_yearly' then 6 else 12 end`

/** The last day of payout up to a day: opening + n periods, clipped to the month's end each time; on or before the opening where there is none. */
const buildLastPayoutSql = (day: string) => {
  const months = sql`((extract(year from ${day}::date) - extract(year from a.opened_on)) * 12
    + extract(month from ${day}::date) - extract(month from a.opened_on))::int / ${payoutMonthsSql} * ${payoutMonthsSql}`
  const inMonth = sql`(a.opened_on + make_interval(months => ${months}))::date`
  return sql`case when ${inMonth} <= ${day} then ${inMonth} else (a.opened_on + make_interval(months => ${months} - ${payoutMonthsSql}))::date end`
}

/**
 * Accounts, by ascending id, of which a payout up to a day isn't settled; and those whose past was changed since: a journal after
 * `journalsFrom` with a value date before what is settled. Asked once for a run: for each batch anew, it would look through the same journals
 * hundreds of times.
 */
export const findDueAccounts = async (
  db: Kysely<DB>,
  { day, journalsFrom }: { day: string; journalsFrom: string | null },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recent as materialized (
      select id, value_date from journal where id > ${journalsFrom}::bigint and source <> ${interestJournalSource}
    ), corrected as materialized (
      select distinct l.account_id as id from recent r
       cross join lateral (select account_id from posting where journal_id = r.id and ledger = ${sql.lit(ledgers.capital)} offset 0) l
        join interest_through s on s.account_id = l.account_id and r.value_date < s.through
    )
    select a.id from account a
      join account_terms p on p.account_id = a.id
      left join interest_through t on t.account_id = a.id
      left join corrected c on c.id = a.id
     where a.status = 'active' and p.accrues
       and (p.payout <> 'at_maturity' and ${buildLastPayoutSql(day)} > coalesce(t.through, a.opened_on) or t.through > a.opened_on and c.id is not null)
     order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks these accounts in the order of their ids, and reads what they earn by. What ended or moved on meanwhile isn't among them. */
export const lockDueAccounts = async (
  tx: Kysely<DB>,
  law: WithholdingLaw,
  ids: readonly string[],
): Promise<DueAccount[]> => {
  await sql`select from account where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  const { rows } = await sql<EarningAccountRow>`
    select a.id, ${interestColumns}, coalesce(s.through, m.last_paid, a.opened_on) as through, coalesce(m.paid_then, 0)::int as corrections
      from account a
      join account_terms t on t.account_id = a.id
      left join interest_through s on s.account_id = a.id
      left join lateral ${interestTotalsJoin({ paidOn: sql`s.through` })} m on true
     where a.id = any(${ids}::bigint[]) and a.status = 'active' and t.accrues and a.opened_on is not null
     order by a.id`.execute(tx)
  const holders = await findHolders(
    tx,
    law,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, dayCount, rate, bonusRate, openedOn, expiresOn, interest, bonus, ...rest }) => ({
    id,
    ...rest,
    terms: { basis: dayCount, rate, bonusRate, openedOn, expiresOn },
    posted: { interest: toCents(interest), bonus: toCents(bonus) },
    holders: holders.get(id) ?? [],
  }))
}
