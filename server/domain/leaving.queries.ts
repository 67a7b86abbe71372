import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf } from '#rules/cents.ts'
import type { Leaving, Paying } from '#rules/leaving-figures.ts'
import type { Law } from '#rules/withholding.ts'
import { type Earning, earningColumns, earningOf } from './earning.ts'
import { findHolders } from './withholding.ts'

type Row = Earning & {
  openedOn: string
  penaltyPoints: string
  balance: string
  charged: string
  since: string
  lastJournal: string
}

/** What an account that was opened earns by, and what moved it: all of its journals, or those up to one. */
export const findEarning = async (tx: Kysely<DB>, accountId: string, upTo: string | null): Promise<Row> => {
  const { rows } = await sql<Row>`
    select ${earningColumns}, t.penalty_points as "penaltyPoints", b.balance,
           coalesce(m.charged, 0)::numeric(18, 2)::text as charged,
           coalesce(s.through, m.last_paid, a.opened_on) as since, coalesce(m.last_journal, 0)::text as "lastJournal"
      from account a
      join account_terms t on t.account_id = a.id
      join account_balance b on b.account_id = a.id
      left join interest_through s on s.account_id = a.id
      left join lateral ${earningOf({ lines: upTo === null ? sql`true` : sql`l.journal_id <= ${upTo}::bigint` })} m on true
     where a.id = ${accountId}`.execute(tx)
  return rows[0]!
}

export const termsOf = ({ dayCount: basis, rate, bonusRate, openedOn, expiresOn }: Row): Leaving['terms'] => ({
  ...{ basis, rate, bonusRate, openedOn, expiresOn },
})

/** The account as it stands, when it pays, and the last journal that it is made of. Whoever keeps it has locked it. */
export const findLeaving = async (
  tx: Kysely<DB>,
  law: Law,
  accountId: string,
): Promise<{ leaving: Leaving; paying: Paying; lastJournal: string }> => {
  const row = await findEarning(tx, accountId, null)
  const holders = (await findHolders(tx, law, [accountId])).get(accountId) ?? []
  const { accrues, penaltyPoints, moves, since, lastJournal, payout, earnsUntilPaid, capitalised } = row
  return {
    lastJournal,
    paying: { payout, earnsUntilPaid, capitalised },
    leaving: {
      ...{ terms: termsOf(row), accrues, penaltyPoints, moves, since, holders },
      capital: centsOf(row.balance),
      posted: { interest: centsOf(row.interest), bonus: centsOf(row.bonus) },
      charged: centsOf(row.charged),
    },
  }
}
