import { type RawBuilder, sql } from 'kysely'
import { addMonths, getMonthEnd, parseDay, toIsoDate } from '#rules/calendar.ts'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { calculatePercent } from '#rules/percent.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findKeptTotalsScope, type KeptScope } from './kept-scope.ts'
import { isTeamClientOnSql, selectTeamFacts } from './kept-team-sums.ts'
import { selectMaturedPostings } from './matured-postings.ts'
import { isManagedBy } from './visibility.ts'

export type MaturedWindow = { from: string; through: string }

/** The twelve months that a renewal rate is of: those that end with the month, or today. */
export const getMaturedWindow = (month: string | undefined, today: string): MaturedWindow =>
  month === undefined || month >= today.slice(0, 7)
    ? getTwelveMonthsUpTo(today)
    : { from: toIsoDate(addMonths(parseDay(`${month}-01`), -11)), through: getMonthEnd(`${month}-01`) }

/** The twelve months up to a day. */
export const getTwelveMonthsUpTo = (day: string): MaturedWindow => ({
  from: toIsoDate(addMonths(parseDay(day), -12)),
  through: day,
})

export type Retention = {
  matured: string
  renewed: string
  /** Per cent with one decimal; null where nothing matured. */
  retention: string | null
}

type RetentionScope = Pick<Ctx, 'db' | 'scopes' | 'businessDate'> & Partial<Pick<Ctx, 'requestId'>>

/** What left the accounts, by its `day`, the first of its booking and the end of its account, and when it was `booked`: `matured`, and what of it was `renewed`. */
const selectMaturedRows = (
  ctx: RetentionScope,
  people: readonly string[] | null,
  from: string,
): RawBuilder<unknown> => {
  const postings = selectMaturedPostings(ctx, from)
    .$if(people !== null, (rows) => rows.where((eb) => isManagedBy(eb, people ?? [])))
    .select([
      sql<string>`least(a.closed_on, l.booking_date)`.as('day'),
      'l.bookingDate as booked',
      sql<string>`case when l.ledger = ${sql.lit(ledgers.capital)} then l.amount else 0 end`.as('matured'),
      sql<string>`case when j.kind = 'transfer' then l.amount else 0 end`.as('renewed'),
    ])
  return sql`${postings}`
}

/** The same of the whole firm, or of a team's clients of today, from what is kept; accounts that wait to be counted anew are counted as they are. */
const selectKeptMaturedRows = ({ teamOf }: KeptScope, today: string): RawBuilder<unknown> => {
  const isCounted = teamOf === null ? sql`true` : isTeamClientOnSql(teamOf, sql`r.client_id`, today)
  const kept =
    teamOf === null
      ? sql`select day, booked, part, amount from total_day_renewal`
      : sql`select t.day, (t.moment at time zone 'UTC')::date, t.part, t.amount from ${selectTeamFacts('renewal', teamOf)} t`
  return sql`
    select k.day, k.booked, case when k.part = 'matured' then k.amount else 0 end as matured, case when k.part = 'renewed' then k.amount else 0 end as renewed
      from (
        ${kept}
         union all
        select r.day, r.booked, r.part, -r.amount from renewal_counted r
         where r.account_id in (select account_id from maturity_due) and ${isCounted}
         union all
        select r.day, r.booked, r.part, r.amount from renewal_parts(array(select distinct account_id from maturity_due)) r where ${isCounted}
      ) k (day, booked, part, amount)`
}

/** Of what matured in each of these windows, what went on into another account, by the books; of the clients of some people, or of all in reach. */
export const findRetentions = async (
  ctx: RetentionScope,
  people: readonly string[] | null,
  windows: readonly MaturedWindow[],
): Promise<Retention[]> => {
  const since = windows.map(({ from }) => from)
  const through = windows.map((window) => window.through)
  const scope = await findKeptTotalsScope({ ctx, people })
  const matured = scope
    ? selectKeptMaturedRows(scope, ctx.businessDate)
    : selectMaturedRows(ctx, people, [...since].sort()[0]!)
  const { rows } = await sql<{ matured: string; renewed: string }>`
    with posted as materialized (${matured})
    select coalesce(sum(m.matured), 0)::numeric(18, 2)::text as matured, coalesce(sum(m.renewed), 0)::numeric(18, 2)::text as renewed
      from unnest(${since}::date[], ${through}::date[]) with ordinality w (since, through, at)
      left join posted m on m.day >= w.since and m.booked <= w.through
     group by w.at order by w.at`.execute(ctx.db)
  return rows.map(({ matured, renewed }) => ({
    matured,
    renewed,
    retention: calculatePercent(toCents(renewed), toCents(matured)),
  }))
}
