import { sql } from 'kysely'
import type { AccessRow, listAccesses } from '#contract/audit.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { windowOf } from '#server/core/paging.ts'

type Query = Parsed<typeof listAccesses.page>['query']
type Filters = Parsed<typeof listAccesses.count>['query']

/** The filters as the registry's functions take them: it answers for the caller's own prefix, whatever is asked. */
const filtersOf = ({ prefix }: Ctx, { from, to, person, action, address }: Filters) => {
  const { timeZone } = tenantFacts[prefix]
  return sql`${from ?? null}::date::timestamp at time zone ${timeZone}, (${to ?? null}::date + 1)::timestamp at time zone ${timeZone},
    ${person ?? null}::bigint, ${action ?? null}::text, ${address ?? null}::text`
}

/** As they come from the registry: newest first or last, so many after so many. */
const rowsOf = (ctx: Ctx, filters: Filters, newest: boolean, limit: number | null, offset: number) =>
  ctx.db.selectFrom(
    sql<AccessRow>`registry.own_accesses(${filtersOf(ctx, filters)}, ${newest}, ${limit}::integer, ${offset})`.as('a'),
  )

export const findAccesses = async (ctx: Ctx, query: Query): Promise<{ rows: AccessRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const newest = (direction === 'desc') !== backwards
  const rows = await rowsOf(ctx, filters, newest, limit, offset)
    .select(['a.id', 'a.at', 'a.personName', 'a.identity', 'a.action', 'a.address', 'a.requestId', 'a.sealed'])
    .execute()
  // Read from the nearer end: the last of these is the first of the page.
  return { rows: backwards ? rows.reverse() : rows }
}

export const countAccesses = async (ctx: Ctx, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`
    select registry.own_access_count(${filtersOf(ctx, filters)}) as total`.execute(ctx.db)
  return { total: rows[0]!.total, totals: {} }
}

/** Everything that matches, as a file shows it: in the firm's own time. */
export const allAccesses = (ctx: Ctx, { direction, sort: _, ...filters }: Filters & Sorting) =>
  rowsOf(ctx, filters, direction === 'desc', null, 0).select([
    sql<string>`to_char(a.at at time zone ${tenantFacts[ctx.prefix].timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as('at'),
    ...(['a.personName', 'a.identity', 'a.action', 'a.address', 'a.requestId', 'a.sealed'] as const),
  ])
