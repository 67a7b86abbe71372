import { sql } from 'kysely'
import type { AccessEventRow, listAccessEvents } from '#contract/audit.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { toPageWindow } from '#server/core/paging.ts'

type AccessFilters = ParsedRequest<typeof listAccessEvents.count>['query']

/** The filters as the registry's functions take them: it answers for the caller's own prefix, whatever is asked. */
const accessFiltersSql = ({ prefix }: Ctx, { from, to, person, action, address }: AccessFilters) => {
  const { timeZone } = tenantFacts[prefix]
  return sql`${from ?? null}::date::timestamp at time zone ${timeZone}, (${to ?? null}::date + 1)::timestamp at time zone ${timeZone},
    ${person ?? null}::bigint[], ${action ?? null}::text[], ${address ?? null}::text`
}

/** As they come from the registry: newest first or last, so many after so many. */
const queryAccessRows = (ctx: Ctx, filters: AccessFilters, newest: boolean, limit: number | null, offset: number) =>
  ctx.db.selectFrom(
    sql<AccessEventRow>`registry.own_accesses(${accessFiltersSql(ctx, filters)}, ${newest}, ${limit}::integer, ${offset})`.as(
      'a',
    ),
  )

export const findAccesses = async (ctx: Ctx, filters: AccessFilters, paging: ListPaging): Promise<AccessEventRow[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const newest = (paging.direction === 'desc') !== backwards
  const rows = await queryAccessRows(ctx, filters, newest, limit, offset)
    .select(['a.id', 'a.at', 'a.personName', 'a.identity', 'a.action', 'a.address', 'a.requestId', 'a.sealed'])
    .execute()
  // Read from the nearer end: the last of these is the first of the page.
  return backwards ? rows.reverse() : rows
}

export const countAccesses = async (ctx: Ctx, filters: AccessFilters) => {
  const { rows } = await sql<{ total: number }>`
    select registry.own_access_count(${accessFiltersSql(ctx, filters)}) as total`.execute(ctx.db)
  return rows[0]!
}

/** Everything that matches, as a file shows it: in the firm's own time. */
export const queryAllAccesses = (ctx: Ctx, filters: AccessFilters, { direction }: ListSorting) =>
  queryAccessRows(ctx, filters, direction === 'desc', null, 0).select([
    sql<string>`to_char(a.at at time zone ${tenantFacts[ctx.prefix].timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as('at'),
    ...(['a.personName', 'a.identity', 'a.action', 'a.address', 'a.requestId', 'a.sealed'] as const),
  ])
