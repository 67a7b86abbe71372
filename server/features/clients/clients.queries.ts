import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { dniStatusSql } from '#server/domain/client-columns.ts'
import {
  addTextConditions,
  buildClientKindCondition,
  buildTextConditions,
  type ClientFilters,
  type ClientListQuery,
  selectMatchingClients,
  selectNonTextMatches,
} from '#server/domain/client-filters.ts'
import { matchesClientSearchRow } from '#server/domain/client-text-search.ts'
import { keepClientTotals } from '#server/domain/kept-client-totals.ts'
import { buildVisibleZonesCondition } from '#server/domain/visibility.ts'
import { findMatchingIdsIfFew, findVisibleIdsIfFew, type IdArrayLiteral } from './client-search.ts'

const clientSorts: Record<(typeof listClients.sortable)[number], string> = {
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

const filterByIds = (rows: ClientListQuery, ids: IdArrayLiteral): ClientListQuery =>
  rows.where('c.clientId', '=', sql<string>`any(${ids}::bigint[])`)

/** Of many matches all are looked up along the key, in one pass: a join would read every client for them. */
const lookUpMatches = (rows: ClientListQuery, conditions: RawBuilder<SqlBool>): ClientListQuery =>
  rows.where(sql<SqlBool>`c.client_id = any(array(select s.client_id from client_search s where ${conditions}))`)

/** What of the list row is shown. All of it stands in the index that gave the order. */
const selectSortedClientColumns = (rows: ClientListQuery, { sort }: ListSorting) =>
  rows.select([
    'c.clientId',
    'c.zoneId',
    'c.managerId',
    'c.activeAccounts',
    'c.capitalCents',
    'c.balanceCents',
    sql`${sql.ref(clientSorts[sort as keyof typeof clientSorts])}`.as('position'),
  ])

/** Columns of the list whose text never changes: written by hand, as a builder would put them together anew for each page. */
const clientRowColumnsSql = sql`client.id, client.cvl, ${fullNameSql('client')} as full_name, client.kind, client.email, client.phone,
  client.identity_number, client.country, client.city, zone.name as zone_name, ${fullNameSql<string | null>('m')} as manager_name, client.kyc_status,
  client.address_status, client.dni_valid_until, client.registered_on, chosen.active_accounts,
  (select min(a.expires_on) from account a where a.client_id = client.id and a.status = 'active') as next_maturity_on,
  (chosen.capital_cents / 100.0)::numeric(18, 2) as capital, (chosen.balance_cents / 100.0)::numeric(18, 2) as balance`

/** The shown row of each chosen client, in the order of the sort: the wide record is read for these alone. */
const clientRowsSql = (
  ctx: Ctx,
  chosenClients: RawBuilder<unknown>,
  { direction }: ListSorting,
): RawBuilder<ClientRow> => {
  const way = sql.raw(direction)
  return sql<ClientRow>`select ${clientRowColumnsSql}, ${dniStatusSql(ctx.businessDate)} as dni_status
    from (${chosenClients}) chosen join client on client.id = chosen.client_id join zone on zone.id = chosen.zone_id
    left join employee m on m.id = chosen.manager_id
    order by chosen.position ${way}, chosen.client_id ${way}`
}

/** So many clients are looked at in the order of the list for a page of common matches: the next ones are mostly close by. */
const maxScannedClients = 3000

/** The rows of one page. With a filter on text, the way to it depends on how many match: how often letters occur is more than statistics tell. */
export const findClients = async (ctx: Ctx, filters: ClientFilters, paging: ListPaging): Promise<ClientRow[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const sorting = { sort: paging.sort, direction: paging.direction }
  const rows = selectNonTextMatches(ctx, filters)
  const pageOf = async (some: Expression<unknown>, test: RawBuilder<SqlBool> = sql`true`) => {
    const inOrder = buildOrderBy(sorting, { [paging.sort]: 'c.position' }, 'c.client_id', backwards)
    const chosenClients = sql`select * from (${some}) c where ${test} order by ${inOrder} limit ${limit} offset ${offset}`
    return (await clientRowsSql(ctx, chosenClients, sorting).execute(ctx.db)).rows
  }
  const conditions = buildTextConditions(ctx, filters)
  if (!conditions) return pageOf(selectSortedClientColumns(rows, sorting))
  const ids = (await findVisibleIdsIfFew(ctx, rows, conditions)) ?? (await findMatchingIdsIfFew(ctx, conditions))
  // An offset of 0 keeps the ids from being looked for along the order.
  if (ids) return pageOf(selectSortedClientColumns(filterByIds(rows, ids), sorting).offset(0))
  const next = selectSortedClientColumns(rows, sorting)
    .orderBy(buildOrderBy(sorting, clientSorts, 'c.client_id', backwards))
    .limit(maxScannedClients)
  const close = offset + limit < maxScannedClients ? await pageOf(next, matchesClientSearchRow(conditions)) : []
  return close.length === limit
    ? close
    : pageOf(selectSortedClientColumns(addTextConditions(rows, conditions), sorting))
}

/** Whether people decide which clients are meant, so that they are found by their links: the scope does, or a filter. */
const isNarrowedByPeople = (ctx: Ctx, { view, manager }: ClientFilters): boolean =>
  !buildVisibleZonesCondition(ctx) || view === 'mine' || view === 'of' || !!manager

/** What the kinds kept in client_list_sum add up to; undefined where the filters or the scope tell clients of one kind apart. */
const countFromTotals = (ctx: Ctx, filters: ClientFilters) => {
  const { view, blocked, dniExpiresBefore } = filters
  const zones = buildVisibleZonesCondition(ctx)
  const isTextFiltered = buildTextConditions(ctx, filters) !== undefined
  const apart = isNarrowedByPeople(ctx, filters) || isTextFiltered || dniExpiresBefore || blocked !== undefined
  if (!zones || apart) return undefined
  const zone = view === 'zone' ? sql`c.zone_id = ${ctx.person.membership.zoneId}` : sql`true`
  return sql`select coalesce(sum(clients), 0) as total, sum(capital_cents) as capital, sum(balance_cents) as balance
    from client_list_sum c where ${zones} and ${zone} and ${buildClientKindCondition(filters)}`
}

const countRows = (rows: ClientListQuery): RawBuilder<unknown> => {
  const counted = rows.select([
    sql`count(*)`.as('total'),
    sql`sum(c.capital_cents)`.as('capital'),
    sql`sum(c.balance_cents)`.as('balance'),
  ])
  return sql`${counted}`
}

const countMatchingClients = async (ctx: Ctx, filters: ClientFilters): Promise<RawBuilder<unknown>> => {
  const rows = selectNonTextMatches(ctx, filters)
  const conditions = buildTextConditions(ctx, filters)
  if (!conditions) return countRows(rows)
  const ids = await findVisibleIdsIfFew(ctx, rows, conditions)
  if (ids) return countRows(filterByIds(rows, ids))
  return countRows((isNarrowedByPeople(ctx, filters) ? addTextConditions : lookUpMatches)(rows, conditions))
}

const fetchTotals = (ctx: Ctx, counted: RawBuilder<unknown>) =>
  ctx.db
    .selectFrom(sql`(${counted})`.as('counted'))
    .select([
      sql<number>`total::int`.as('total'),
      sql<string>`(coalesce(capital, 0) / 100)::numeric(18, 2)`.as('capital'),
      sql<string>`(coalesce(balance, 0) / 100)::numeric(18, 2)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()

/** The exact total and the sums under the list: asked only when the filter changed, and counted only when the list did. */
export const countClients = (ctx: Ctx, filters: ClientFilters) =>
  keepClientTotals(ctx, countRows(selectMatchingClients(ctx, filters)).compile(ctx.db), async () =>
    fetchTotals(ctx, countFromTotals(ctx, filters) ?? (await countMatchingClients(ctx, filters))),
  )

/** All matching rows in the order of the screen, for the export: the same filters, the same columns. */
export const queryAllClients = (ctx: Ctx, filters: ClientFilters, { sort, direction }: ListSorting) => {
  const sortedClients = selectSortedClientColumns(selectMatchingClients(ctx, filters), { sort, direction })
  const rows = clientRowsSql(ctx, sql`${sortedClients}`, { sort, direction })
  return { compile: () => rows.compile(ctx.db) }
}
