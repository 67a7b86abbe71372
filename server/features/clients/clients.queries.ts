import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { dniStatus, fullName } from '#server/domain/client-columns.ts'
import {
  type ClientFilters,
  matchingClients,
  type Narrow,
  narrowMatches,
  ofKind,
  textConditions,
  withMatches,
} from '#server/domain/client-matches.ts'
import { isMatch } from '#server/domain/client-text.ts'
import { visibleZones } from '#server/domain/visibility.ts'
import { findAmongFew, findFewMatches, type Ids } from './client-search.ts'
import { findInterestOfClients } from './interest.queries.ts'

type Query = Parsed<typeof listClients.page>['query']

const sortColumns: Record<(typeof listClients.sortable)[number], string> = {
  fullName: 'c.name_sort',
  cvl: 'c.cvl',
  country: 'c.country',
  kycStatus: 'c.kyc_status',
  addressStatus: 'c.address_status',
  dniValidUntil: 'c.dni_valid_until',
  registeredOn: 'c.registered_on',
  capital: 'c.capital_cents',
  balance: 'c.balance_cents',
}

const withIds = (rows: Narrow, ids: Ids): Narrow => rows.where('c.clientId', '=', sql<string>`any(${ids}::bigint[])`)

/** What of the list row is shown. All of it stands in the index that gave the order. */
const shownOf = (rows: Narrow, { sort }: Sorting) =>
  rows.select([
    'c.clientId',
    'c.zoneId',
    'c.managerId',
    'c.activeAccounts',
    'c.capitalCents',
    'c.balanceCents',
    sql`${sql.ref(sortColumns[sort as keyof typeof sortColumns])}`.as('position'),
  ])

/** Columns of the list whose text never changes: written by hand, as a builder would put them together anew for each page. */
const columns = sql`client.id, client.cvl, ${fullName('client')} as full_name, client.kind, client.email, client.phone,
  client.identity_number, client.country, client.city, zone.name as zone_name, ${fullName('m')} as manager_name, client.kyc_status,
  client.address_status, client.dni_valid_until, client.registered_on, chosen.active_accounts,
  (chosen.capital_cents / 100.0)::numeric(18, 2) as capital, (chosen.balance_cents / 100.0)::numeric(18, 2) as balance`

/** The shown row of each chosen client, in the order of the sort: the wide record is read for these alone. */
const withRows = (ctx: Ctx, chosen: RawBuilder<unknown>, { direction }: Sorting): RawBuilder<ClientRow> => {
  const way = sql.raw(direction)
  return sql<ClientRow>`select ${columns}, ${dniStatus(ctx.businessDate)} as dni_status
    from (${chosen}) chosen join client on client.id = chosen.client_id join zone on zone.id = chosen.zone_id
    left join employee m on m.id = chosen.manager_id
    order by chosen.position ${way}, chosen.client_id ${way}`
}

/** So many clients are looked at in the order of the list for a page of common matches: the next ones are mostly close by. */
const lookedAt = 3000

/** The rows of one page. With a filter on text, the way to it depends on how many match: how often letters occur is more than statistics tell. */
const findRows = async (
  ctx: Ctx,
  { page, pageSize, knownTotal, sort, direction, ...filters }: Omit<Query, 'include'>,
): Promise<ClientRow[]> => {
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const sorting = { sort, direction }
  const rows = narrowMatches(ctx, filters)
  const pageOf = async (some: Expression<unknown>, test: RawBuilder<SqlBool> = sql`true`) => {
    const inOrder = orderBy(sorting, { [sort]: 'c.position' }, 'c.client_id', backwards)
    const chosen = sql`select * from (${some}) c where ${test} order by ${inOrder} limit ${limit} offset ${offset}`
    return (await withRows(ctx, chosen, sorting).execute(ctx.db)).rows
  }
  const conditions = textConditions(ctx, filters)
  if (!conditions) return pageOf(shownOf(rows, sorting))
  const ids = (await findAmongFew(ctx, rows, conditions)) ?? (await findFewMatches(ctx, conditions))
  // An offset of 0 keeps the ids from being looked for along the order.
  if (ids) return pageOf(shownOf(withIds(rows, ids), sorting).offset(0))
  const next = shownOf(rows, sorting)
    .orderBy(orderBy(sorting, sortColumns, 'c.client_id', backwards))
    .limit(lookedAt)
  const close = offset + limit < lookedAt ? await pageOf(next, isMatch(conditions)) : []
  return close.length === limit ? close : pageOf(shownOf(withMatches(rows, conditions), sorting))
}

/** One page; the interest to date is worked out for its rows alone, where it is asked for. */
export const findClients = async (ctx: Ctx, { include, ...query }: Query): Promise<{ rows: ClientRow[] }> => {
  const rows = await findRows(ctx, query)
  if (include === undefined) return { rows }
  const ids = rows.map(({ id }) => id)
  const interest = await findInterestOfClients(ctx, ids)
  return { rows: rows.map((row) => ({ ...row, interestToDate: interest.get(row.id)! })) }
}

/** What the kinds kept in client_list_sum add up to; undefined where the filters or the scope tell clients of one kind apart. */
const countKinds = (ctx: Ctx, filters: ClientFilters) => {
  const { view, manager, dniExpiresBefore } = filters
  const zones = visibleZones(ctx)
  const apart = view === 'mine' || view === 'of' || manager || dniExpiresBefore || textConditions(ctx, filters)
  if (!zones || apart) return undefined
  const zone = view === 'zone' ? sql`c.zone_id = ${ctx.person.seat.zoneId}` : sql`true`
  return sql`select coalesce(sum(clients), 0) as total, sum(capital_cents) as capital, sum(balance_cents) as balance
    from client_list_sum c where ${zones} and ${zone} and ${ofKind(filters)}`
}

const countEach = async (ctx: Ctx, filters: ClientFilters) => {
  const rows = narrowMatches(ctx, filters)
  const conditions = textConditions(ctx, filters)
  const ids = conditions && (await findAmongFew(ctx, rows, conditions))
  const matched = ids ? withIds(rows, ids) : conditions ? withMatches(rows, conditions) : rows
  const counted = matched.select([
    sql`count(*)`.as('total'),
    sql`sum(c.capital_cents)`.as('capital'),
    sql`sum(c.balance_cents)`.as('balance'),
  ])
  return sql`${counted}`
}

/** The exact total and the sums under the list: asked only when the filter changed. */
export const countClients = async (ctx: Ctx, filters: ClientFilters) => {
  const counted = countKinds(ctx, filters) ?? (await countEach(ctx, filters))
  const { total, ...totals } = await ctx.db
    .selectFrom(sql`(${counted})`.as('counted'))
    .select([
      sql<number>`total::int`.as('total'),
      sql<string>`(coalesce(capital, 0) / 100)::numeric(18, 2)`.as('capital'),
      sql<string>`(coalesce(balance, 0) / 100)::numeric(18, 2)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals }
}

/** All matching rows in the order of the screen, for the export: the same filters, the same columns. */
export const allClients = (ctx: Ctx, { sort, direction, ...filters }: ClientFilters & Sorting) => {
  const shown = shownOf(matchingClients(ctx, filters), { sort, direction })
  const rows = withRows(ctx, sql`${shown}`, { sort, direction })
  return { compile: () => rows.compile(ctx.db) }
}
