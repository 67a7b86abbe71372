import { type Kysely, sql } from 'kysely'
import { ledgers } from '#db/ledgers.ts'
import type { DayCount, DB, PayoutPeriod } from '#db/types.ts'
import { centsOf } from './cents.ts'
import type { CapitalMove } from './interest.ts'
import type { Leaving, Paying } from './leaving-figures.ts'
import { findHolders, type Law } from './withholding.ts'

type Row = {
  dayCount: DayCount
  accrues: boolean
  capitalised: boolean
  payout: PayoutPeriod
  earnsUntilPaid: boolean
  penaltyPoints: string
  rate: string
  bonusRate: string
  openedOn: string
  expiresOn: string | null
  balance: string
  moves: CapitalMove[]
  interest: string
  bonus: string
  charged: string
  since: string
  lastJournal: string
}

/**
 * What an account that was opened earns by, and what moved it: all of its journals, or those up to one. Amounts inside JSON as text: the database
 * would write numbers.
 */
export const findEarning = async (tx: Kysely<DB>, accountId: string, upTo: string | null): Promise<Row> => {
  const { rows } = await sql<Row>`
    select t.day_count as "dayCount", t.accrues, t.capitalised, t.payout, t.earns_until_paid as "earnsUntilPaid", t.penalty_points as "penaltyPoints", a.rate, a.bonus_rate as "bonusRate",
           a.opened_on as "openedOn", a.expires_on as "expiresOn", b.balance, coalesce(m.moves, '[]') as moves,
           coalesce(m.interest, 0)::numeric(18, 2)::text as interest, coalesce(m.bonus, 0)::numeric(18, 2)::text as bonus,
           coalesce(m.charged, 0)::numeric(18, 2)::text as charged,
           coalesce(s.through, m.last_paid, a.opened_on) as since, coalesce(m.last_journal, 0)::text as "lastJournal"
      from account a
      join account_terms t on t.account_id = a.id
      join account_balance b on b.account_id = a.id
      left join interest_through s on s.account_id = a.id
      left join lateral (
        select json_agg(json_build_object('on', d.value_date, 'amount', d.amount::text) order by d.value_date) filter (where d.amount <> 0) as moves,
               sum(d.interest) as interest, sum(d.bonus) as bonus, sum(d.charged) as charged, max(d.value_date) filter (where d.paid > 0) as last_paid,
               max(d.last_journal) as last_journal
          from (select j.value_date, sum(-l.amount) filter (where l.ledger = ${sql.lit(ledgers.capital)}) as amount, max(l.journal_id) as last_journal,
                       sum(-l.amount) filter (where j.kind = 'interest') as interest, sum(-l.amount) filter (where j.kind = 'bonus') as bonus,
                       sum(l.amount) filter (where j.kind = 'penalty' and j.source = 'payment') as charged,
                       count(*) filter (where j.kind in ('interest', 'bonus')) as paid
                  from posting l join journal j on j.id = l.journal_id
                 where l.account_id = a.id and (${upTo}::bigint is null or l.journal_id <= ${upTo}::bigint) group by j.value_date) d
      ) m on true
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
