import { type RawBuilder, sql } from 'kysely'
import type { Trend } from '#contract/core/trend.ts'
import type { LinkRole, TeamFigures } from '#contract/team.ts'
import { centsToAmount } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildTrend, trendDaysSql } from '#server/domain/trend.ts'
import { getPeriodStarts } from './team-members.ts'

/** Whole cents: they are added up without a fraction. */
type FigureSums = {
  clients: number
  capital: bigint
  monthIn: bigint
  monthOut: bigint
  yearIn: bigint
  yearOut: bigint
}

const emptySums: FigureSums = { clients: 0, capital: 0n, monthIn: 0n, monthOut: 0n, yearIn: 0n, yearOut: 0n }

/** Cents as amounts; `out` is negative, and net the sum of both. */
export const toTeamFigures = (sums: FigureSums): TeamFigures => ({
  clients: sums.clients,
  capital: centsToAmount(sums.capital),
  month: {
    gross: centsToAmount(sums.monthIn),
    out: centsToAmount(sums.monthOut),
    net: centsToAmount(sums.monthIn + sums.monthOut),
  },
  year: {
    gross: centsToAmount(sums.yearIn),
    out: centsToAmount(sums.yearOut),
    net: centsToAmount(sums.yearIn + sums.yearOut),
  },
})

const addFigureSums = (a: FigureSums, b: FigureSums): FigureSums => ({
  clients: a.clients + b.clients,
  capital: a.capital + b.capital,
  monthIn: a.monthIn + b.monthIn,
  monthOut: a.monthOut + b.monthOut,
  yearIn: a.yearIn + b.yearIn,
  yearOut: a.yearOut + b.yearOut,
})

/**
 * What is credited to these people in the months since, by person and month: what is folded and what isn't yet. In cents; `movements`
 * counts the rows that it is made of.
 */
export const captationByMonthSql = (people: readonly string[], since: string | RawBuilder<unknown>, today: string) => {
  const credited = sql`employee_id = any (${[...people]}::bigint[]) and (is_new or kind <> 'contribution')`
  return sql`
    select employee_id as manager_id, month, sum(amount) filter (where is_new) * 100 as came,
           sum(amount) filter (where not is_new) * 100 as went, sum(parts) as movements
      from (
        select employee_id, month, is_new, amount, parts from total_month_captation
         where month between ${since}::date and ${today}::date and ${credited}
         union all
        select employee_id, date_trunc('month', booking_date)::date, is_new, amount, parts from captation_delta
         where booking_date >= ${since}::date and booking_date < date_trunc('month', ${today}::date) + interval '1 month' and ${credited}
      ) c group by employee_id, month`
}

/** Clients and capital by a current link, added up in its index. */
const clientStockSql = (role: LinkRole, people: readonly string[]) => sql`
  select ${sql.ref(`${role}_id`)} as id, ${role}::text as role, count(*)::int as clients, sum(capital_cents) as capital
    from client_list where ${sql.ref(`${role}_id`)} = any (${[...people]}::bigint[]) group by 1`

type FigureRow = {
  id: string
  role: LinkRole
  clients: number
  capital: string
  monthIn: string
  monthOut: string
  yearIn: string
  yearOut: string
}

export type TeamFiguresInput = { members: readonly string[]; linked: readonly { id: string; linkedAs: LinkRole }[] }

/**
 * The sums of each of these people, one statement: as managers, of all that are asked for; by their other link, of those who have
 * their card. `team` adds up people; each client once, because each has one manager.
 */
export const findTeamFigures = async (ctx: Ctx, { members, linked }: TeamFiguresInput) => {
  const { month, year } = getPeriodStarts(ctx.businessDate)
  const others = (['partner', 'advisor', 'banker'] as const).flatMap((role) => {
    const people = linked.filter(({ linkedAs }) => linkedAs === role).map(({ id }) => id)
    return people.length > 0 ? [clientStockSql(role, people)] : []
  })
  const { rows } = await sql<FigureRow>`
    select coalesce(s.id, f.manager_id) as id, coalesce(s.role, 'manager') as role, coalesce(s.clients, 0) as clients,
           coalesce(s.capital, 0)::bigint as capital, coalesce(f.month_in, 0)::bigint as "monthIn", coalesce(f.month_out, 0)::bigint as "monthOut",
           coalesce(f.year_in, 0)::bigint as "yearIn", coalesce(f.year_out, 0)::bigint as "yearOut"
      from (${sql.join([clientStockSql('manager', members), ...others], sql` union all `)}) s
      full join (
        select manager_id, sum(came) filter (where month = ${month}::date) as month_in,
               sum(went) filter (where month = ${month}::date) as month_out, sum(came) as year_in, sum(went) as year_out
          from (${captationByMonthSql(members, year, ctx.businessDate)}) m group by manager_id
      ) f on f.manager_id = s.id and s.role = 'manager'`.execute(ctx.db)
  const sums = new Map(
    rows.map(({ id, role, clients, capital, monthIn, monthOut, yearIn, yearOut }) => [
      `${role} ${id}`,
      {
        clients,
        capital: BigInt(capital),
        monthIn: BigInt(monthIn),
        monthOut: BigInt(monthOut),
        yearIn: BigInt(yearIn),
        yearOut: BigInt(yearOut),
      },
    ]),
  )
  const as = (role: LinkRole, id: string): FigureSums => sums.get(`${role} ${id}`) ?? emptySums
  return {
    /** Clients and capital by that link; captation is credited to managers. */
    own: (id: string, role: LinkRole): TeamFigures => {
      const { clients, capital } = as(role, id)
      return toTeamFigures({ ...as('manager', id), clients, capital })
    },
    /** Whether they are the manager of any client. */
    manages: (id: string): boolean => as('manager', id).clients > 0,
    team: (ids: readonly string[]): TeamFigures =>
      toTeamFigures(ids.map((id) => as('manager', id)).reduce(addFigureSums, emptySums)),
  }
}

/** What is credited to managers month by month, in one statement; gives the trend of any of them together. */
export const findCaptationTrends = async ({ db, businessDate }: Ctx, members: readonly string[]) => {
  const { rows } = await sql<{ id: string | null; through: string; came: string | null }>`
    with days as (${trendDaysSql(businessDate)}),
    credited as (
      ${captationByMonthSql(members, sql`(select date_trunc('month', min(through))::date from days)`, businessDate)})
    select c.manager_id as id, d.through, c.came::bigint as came
      from days d left join credited c on c.month = date_trunc('month', d.through)::date
     order by d.through`.execute(db)
  const days = [...new Set(rows.map(({ through }) => through))]
  return (ids: readonly string[]): Trend | null => {
    const sums = new Map<string, bigint>()
    for (const { id, through, came } of rows)
      if (id !== null && came !== null && ids.includes(id)) sums.set(through, (sums.get(through) ?? 0n) + BigInt(came))
    if (sums.size === 0) return null
    const points = days.map((through) => ({ through, value: centsToAmount(sums.get(through) ?? 0n) }))
    return buildTrend(points, { isLastPartial: true })
  }
}
