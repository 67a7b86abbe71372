import { type RawBuilder, sql } from 'kysely'
import type { FigureRequest } from './figure-scope.ts'

/** By whose links, and in which zone, each of the conditions of a scope lets a client count. */
const listConditions = ({ ctx, people }: Pick<FigureRequest, 'ctx' | 'people'>) => {
  const own = ctx.scopes.filter(({ all }) => !all).map(({ staffIds, zoneId }) => ({ staffIds: [...staffIds], zoneId }))
  const all = people === null ? own : [...own, { staffIds: [...people], zoneId: null }]
  // Two modules mostly give the same scope: it is looked up once.
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/**
 * When each client counted: rows of `client_id`, `manager_id` of today, and the days from `lo` on and before `hi`, null without an end. A client has a row
 * for each time; with them a figure of many days is read in one go.
 */
export const selectScopePeriods = (scope: Pick<FigureRequest, 'ctx' | 'people'>): RawBuilder<unknown> => {
  const conditions = listConditions(scope)
  if (conditions.length === 0)
    return sql`(select client_id, manager_id, null::date as lo, null::date as hi from client_list)`
  const links = conditions.map(({ staffIds, zoneId }, at) => {
    const name = sql.ref(`l${at}`)
    const days = sql`(select s.client_id, range_agg(link_days(s)) as days from client_staff s
      where s.employee_id = any(${staffIds}::bigint[]) group by s.client_id)`
    const join = zoneId === null ? sql`join` : sql`left join`
    const own = sql`coalesce(${name}.days, '{}'::datemultirange)`
    return {
      join: sql`${join} ${days} ${name} on ${name}.client_id = c.client_id`,
      days: zoneId === null ? own : sql`case when c.zone_id = ${zoneId} then '{(,)}'::datemultirange else ${own} end`,
    }
  })
  const both = sql.join(
    links.map(({ days }) => days),
    sql` * `,
  )
  return sql`(
    select c.client_id, c.manager_id, lower(u.days) as lo, upper(u.days) as hi
      from client_list c ${sql.join(
        links.map(({ join }) => join),
        sql` `,
      )}
      cross join lateral unnest(${both}) u (days))`
}

/** The place, from 1 on, of the first of the days that isn't before a day; one more than there are where all are before it. */
export const dayIndexSql = (days: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(width_bucket(${day} - 1, ${days}) + 1)`

/** The place of the first of these sorted days that is in a later month than the given one, which is told by its first day. */
export const monthIndexSql = (days: readonly string[], month: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(width_bucket(${month}, ${days.map((day) => `${day.slice(0, 7)}-01`)}::date[]) + 1)`

/** The same of a day without which there is no end. */
export const endDayIndexSql = (days: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(width_bucket(${day} - 1, ${days}) + 1, cardinality(${days}) + 1)`
