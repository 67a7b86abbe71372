import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { CancellationAccount, PayoutTerms } from '#rules/cancellation-figures.ts'
import { toCents } from '#rules/cents.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { type InterestColumnValues, interestColumns, interestTotalsJoin } from './interest-columns.ts'
import { findHolders } from './withholding.ts'

type InterestFactsRow = InterestColumnValues & {
  openedOn: string
  penaltyPoints: string
  balance: string
  charged: string
  since: string
  lastJournal: string
}

/** What an account that was opened earns by, and what moved it: all of its journals, or those up to one. */
export const findInterestFacts = async (
  tx: Kysely<DB>,
  accountId: string,
  upTo: string | null,
): Promise<InterestFactsRow> => {
  const { rows } = await sql<InterestFactsRow>`
    select ${interestColumns}, t.penalty_points as "penaltyPoints", b.balance,
           coalesce(m.charged, 0)::numeric(18, 2)::text as charged,
           coalesce(s.through, m.last_paid, a.opened_on) as since, coalesce(m.last_journal, 0)::text as "lastJournal"
      from account a
      join account_terms t on t.account_id = a.id
      join account_balance b on b.account_id = a.id
      left join interest_through s on s.account_id = a.id
      left join lateral ${interestTotalsJoin({ lines: upTo === null ? sql`true` : sql`l.journal_id <= ${upTo}::bigint` })} m on true
     where a.id = ${accountId}`.execute(tx)
  return rows[0]!
}

/** By what an account earns that is to be cancelled, from its row. */
export const toInterestTerms = ({
  dayCount: basis,
  rate,
  bonusRate,
  openedOn,
  expiresOn,
}: InterestFactsRow): CancellationAccount['terms'] => ({
  basis,
  rate,
  bonusRate,
  openedOn,
  expiresOn,
})

/** The account as it stands, when it pays, and the last journal that it is made of. Whoever keeps it has locked it. */
export const findCancellationAccount = async (
  tx: Kysely<DB>,
  law: WithholdingLaw,
  accountId: string,
): Promise<{ leaving: CancellationAccount; paying: PayoutTerms; lastJournal: string }> => {
  const row = await findInterestFacts(tx, accountId, null)
  const holders = (await findHolders(tx, law, [accountId])).get(accountId) ?? []
  const { accrues, penaltyPoints, moves, since, lastJournal, payout, earnsUntilPaid, capitalised } = row
  return {
    lastJournal,
    paying: { payout, earnsUntilPaid, capitalised },
    leaving: {
      terms: toInterestTerms(row),
      accrues,
      penaltyPoints,
      moves,
      since,
      holders,
      capital: toCents(row.balance),
      posted: { interest: toCents(row.interest), bonus: toCents(row.bonus) },
      charged: toCents(row.charged),
    },
  }
}
