import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import type { ClientDay } from '#db/types.ts'
import { addMonths, parseDay, toIsoDate } from '#rules/calendar.ts'
import type { DayRange } from '#rules/figure-period.ts'
import { isOnDayOfYearSql, nextBirthdaySql } from './client-figures.ts'
import type { FigureRequest } from './figure-scope.ts'
import type { KeptScope } from './kept-scope.ts'
import { isTeamClientOnSql, selectTeamFacts } from './kept-team-sums.ts'

const bornSql = sql`t.day`

/** The end of a day by the firm's clock. */
const dayEndSql = ({ prefix }: FigureRequest['ctx'], day: string) =>
  sql`((${day}::date + 1)::timestamp at time zone ${tenantFacts[prefix].timeZone})`

const isBetweenSql = (day: string, { from, to }: DayRange): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(day)} between ${from}::date and ${to}::date`

/** Clients `t` by a day of theirs, each `number` of them with their `part`. */
const clientDaysSql = (what: ClientDay, teamOf: string | null): RawBuilder<unknown> =>
  teamOf === null
    ? sql`(select c.day, case when c.is_company then 'company' else 'person' end as part, c.clients as number from total_day_client c where c.what = ${what})`
    : selectTeamFacts(what, teamOf)

const selectClientDays = (
  { what, day, isIn }: { what: ClientDay } & Record<'day' | 'isIn', RawBuilder<unknown>>,
  teamOf: string | null,
): RawBuilder<unknown> =>
  sql`select ${day} as day, t.part, t.number as count, 0 as amount from ${clientDaysSql(what, teamOf)} t where ${isIn}`

/**
 * Terms that end in the range, or of them those that still run and of which nobody has said what becomes of them. They are kept by day, but for accounts
 * that wait to be counted anew: in the same statement these are taken off and counted as they are. Of a team those of the clients whom it has at the
 * end of the range.
 */
const selectMaturityDays = (
  figure: 'expirations' | 'uninstructed',
  request: FigureRequest,
  teamOf: string | null,
): RawBuilder<unknown> => {
  const { from, to } = request
  const isCounted = (client: string) =>
    teamOf === null ? sql<SqlBool>`true` : isTeamClientOnSql(teamOf, sql.ref(client), to)
  const kept =
    teamOf === null
      ? sql`select t.day, t.part, t.accounts as count, t.amount from total_day_maturity t where ${isBetweenSql('t.day', request)}`
      : sql`select t.day, t.part, t.number as count, t.amount from ${selectTeamFacts('ended', teamOf)} t
             where ${isBetweenSql('t.day', request)} and t.counted_from <= ${to}::date`
  return sql`
    with uncounted as materialized (
      select array(select u.account_id from uncounted_maturities(${from}::date, ${to}::date) u) as ids
    )
    select d.day, case d.part when 'uninstructed' then 'coming' else d.part end as part, d.count, d.amount from (
      ${kept}
       union all
      select c.day, c.part, -1, -c.amount from maturity_counted c
       where c.account_id = any((select ids from uncounted)::bigint[]) and ${isBetweenSql('c.day', request)} and ${isCounted('c.clientId')}
       union all
      select m.day, m.part, 1, m.amount
        from maturity_parts((select ids from uncounted)) m join account a on a.id = m.account_id
       where ${isBetweenSql('m.day', request)} and ${isCounted('a.clientId')}
    ) d where ${figure === 'expirations' ? sql`true` : sql`d.part = 'uninstructed'`}`
}

/** Capital that waits at the end of the range: today by the state of its accounts, on a day of the past by the firm's clock. */
const selectWaitingDays = ({ ctx, to }: FigureRequest, teamOf: string | null): RawBuilder<unknown> => {
  const waiting =
    teamOf === null
      ? sql`(select w.day as counted_from, w.moment, w.accounts as number, w.amount from total_waiting w)`
      : selectTeamFacts('waiting', teamOf)
  const isIn =
    to < ctx.businessDate
      ? sql`t.counted_from <= ${to}::date and t.moment < ${dayEndSql(ctx, to)}`
      : sql`t.counted_from = 'infinity'`
  return sql`
    select null::date as day, 'awaiting' as part, sum(t.number) as count, coalesce(sum(t.amount), 0) as amount from ${waiting} t where ${isIn}`
}

/** In a range of a year or more everybody has a birthday, but who was born in its last year perhaps. */
const hasBirthdaySql = ({ from, to }: DayRange): RawBuilder<SqlBool> => {
  const first = sql<SqlBool>`${nextBirthdaySql(bornSql, from)} <= ${to}::date`
  const yearBefore = toIsoDate(addMonths(parseDay(to), -12))
  return yearBefore < from ? first : sql<SqlBool>`(${bornSql} < ${yearBefore}::date or ${first})`
}

const dayRows = {
  pendingCapital: selectWaitingDays,
  // Of a team those of today alone are kept.
  clients: ({ ctx, to }, teamOf) =>
    teamOf !== null && to < ctx.businessDate
      ? null
      : selectClientDays({ what: 'registered', day: sql`t.day`, isIn: sql`t.day <= ${to}::date` }, teamOf),
  registeredClients: (range, teamOf) =>
    selectClientDays({ what: 'registered', day: sql`t.day`, isIn: isBetweenSql('t.day', range) }, teamOf),
  expiredIds: ({ to }, teamOf) =>
    selectClientDays({ what: 'document_ends', day: sql`t.day`, isIn: sql`t.day < ${to}::date` }, teamOf),
  birthdayClients: (range, teamOf) => {
    const isIn = sql`${isOnDayOfYearSql(bornSql, range)} and ${hasBirthdaySql(range)}`
    return selectClientDays({ what: 'born', day: nextBirthdaySql(bornSql, range.from), isIn }, teamOf)
  },
  expirations: (request, teamOf) => selectMaturityDays('expirations', request, teamOf),
  uninstructed: (request, teamOf) => selectMaturityDays('uninstructed', request, teamOf),
} satisfies Partial<Record<FigureKey, (request: FigureRequest, teamOf: string | null) => RawBuilder<unknown> | null>>

export const isKeptByDay = (figure: FigureKey): figure is keyof typeof dayRows => figure in dayRows

/** Whether rows have a day by which they can be grouped: capital that waits is one amount. */
export const hasDays = (figure: keyof typeof dayRows): boolean => figure !== 'pendingCapital'

/** What such a figure comes to in a range: `product_id`, which is null, `month`, null where that isn't wanted, `part`, `count`, `amount`. Null: not kept. */
export const sumKeptDays = (
  figure: keyof typeof dayRows,
  { teamOf }: KeptScope,
  request: FigureRequest,
  by: 'none' | 'month',
): RawBuilder<unknown> | null => {
  const rows = dayRows[figure](request, teamOf)
  if (rows === null) return null
  const month = by === 'month' ? sql`date_trunc('month', s.day)::date` : sql`null::date`
  return sql`
    select null::bigint as product_id, ${month} as month, s.part, sum(s.count) as count, sum(s.amount) as amount
      from (${rows}) s group by 2, 3 having sum(s.count) <> 0`
}
