import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { dniStatusSql } from '#server/domain/client-columns.ts'
import {
  addTextConditions,
  buildClientKindCondition,
  buildTextConditions,
  type ClientFilters,
  type ClientListQuery,
  isBeyondKinds,
  selectMatchingClients,
  selectNonTextMatches,
} from '#server/domain/client-filters.ts'
import { matchesClientSearchRow, matchesSortedName } from '#server/domain/client-text-search.ts'
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
  client.address_status, client.dni_valid_until, client.form_status, client.form_on, client.registered_on, chosen.active_accounts,
  (select min(a.expires_on) from account a where a.client_id = client.id and a.status = 'active') as next_maturity_on,
  (chosen.capital_cents / 100.0)::numeric(18, 2) as capital, (chosen.balance_cents / 100.0)::numeric(18, 2) as balance`

/** One step into the index of follow-ups by client and day. */
const nextFollowUpSql = sql`(select f.due_on, f.subject from follow_up f
  where f.client_id = client.id and f.state = 'in_progress' order by f.due_on, f.id limit 1)`

/** The shown row of each chosen client, in the order of the sort: the wide record is read for these alone. */
const clientRowsSql = (
  ctx: Ctx,
  chosenClients: RawBuilder<unknown>,
  { direction }: ListSorting,
): RawBuilder<ClientRow> => {
  const way = sql.raw(direction)
  const maySeeAgenda = ctx.person.rights.may('bt_AgendaComercial', 'view')
  return sql<ClientRow>`select ${clientRowColumnsSql}, ${dniStatusSql(ctx.businessDate)} as dni_status, f.due_on as next_follow_up_on, f.subject as next_follow_up
    from (${chosenClients}) chosen join client on client.id = chosen.client_id join zone on zone.id = chosen.zone_id
    left join employee m on m.id = chosen.manager_id
    left join lateral ${nextFollowUpSql} f on ${sql.lit(maySeeAgenda)}
    order by chosen.position ${way}, chosen.client_id ${way}`
}

/** Whether people decide which clients are meant, so that they are found by their links: the scope does, or a filter. */
const isNarrowedByPeople = (ctx: Ctx, { view, manager }: ClientFilters): boolean =>
  !buildVisibleZonesCondition(ctx) || view === 'mine' || view === 'of' || !!manager

/** The condition on kind and zone of `c`, where these alone tell which clients are meant, texts aside; undefined elsewhere. */
const buildKindAndZoneCondition = (ctx: Ctx, filters: ClientFilters): RawBuilder<SqlBool> | undefined => {
  const { view } = filters
  const zones = buildVisibleZonesCondition(ctx)
  if (!zones || isNarrowedByPeople(ctx, filters) || isBeyondKinds(filters)) return undefined
  const zone = view === 'zone' ? sql`c.zone_id = ${ctx.person.membership.zoneId}` : sql`true`
  return sql`${zones} and ${zone} and ${buildClientKindCondition(filters)}`
}

/** Whether all that may decide the plan stands in the text of a page: its zones don't. */
const isPlanInText = (ctx: Ctx, filters: ClientFilters): boolean =>
  hasFirmWideScope(ctx) && filters.view !== 'zone' && buildKindAndZoneCondition(ctx, filters) !== undefined

/** So many clients are looked at in the order of the list for a page of common matches: the next ones are mostly close by. */
const maxScannedClients = 3000
/** So many names are, which stand in the index of that order. */
const maxScannedNames = 5000

type PageRead = {
  /** What of the list row is shown, of each client that may be on the page. */
  some: Expression<unknown>
  test?: RawBuilder<SqlBool>
  /** No value decides the plan, so one may be kept. */
  isSteady?: boolean
}

const buildPageReader = (ctx: Ctx, paging: ListPaging) => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const sorting = { sort: paging.sort, direction: paging.direction }
  const inOrder = buildOrderBy(sorting, { [paging.sort]: 'c.position' }, 'c.client_id', backwards)
  return async ({ some, test = sql`true`, isSteady = false }: PageRead): Promise<ClientRow[]> => {
    // Of a place that is a value, the planner knows nothing: the first page says so in its text.
    const place = offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`
    const chosenClients = sql`select * from (${some}) c where ${test} order by ${inOrder} ${place}`
    const rows = clientRowsSql(ctx, chosenClients, sorting)
    return isSteady && offset === 0 ? executeSteady(ctx.db, rows.compile(ctx.db)) : (await rows.execute(ctx.db)).rows
  }
}

/**
 * The page in the order of names where only the name is asked for, texts considered: the name stands in the index of that order, so nobody's search
 * row is looked at. Undefined where the first names don't fill the page.
 */
const findClientsByName = async (
  ctx: Ctx,
  filters: ClientFilters,
  paging: ListPaging,
  readPage: ReturnType<typeof buildPageReader>,
): Promise<ClientRow[] | undefined> => {
  const { name, search, email, cvl, phone } = filters
  const condition = buildKindAndZoneCondition(ctx, filters)
  const { offset, limit, backwards } = toPageWindow(paging)
  const isByName = name && paging.sort === 'fullName' && !(search || email || cvl || phone)
  if (!isByName || !condition || offset + limit > maxScannedNames) return undefined
  const order = buildOrderBy(paging, clientSorts, 'c.client_id', backwards)
  const names = sql`(select * from client_list c order by ${order} limit ${sql.lit(maxScannedNames)})`
  // As the outcome of a case the match tells the planner nothing of its pattern, so one plan is good for all.
  const some = sql`select c.client_id, c.zone_id, c.manager_id, c.active_accounts, c.capital_cents, c.balance_cents, c.name_sort as position
    from ${names} c where case when ${condition} and ${matchesSortedName(name)} then true else false end`
  const rows = await readPage({ some, isSteady: true })
  return rows.length === limit ? rows : undefined
}

/** The rows of one page. With a filter on text, the way to it depends on how many match: how often letters occur is more than statistics tell. */
export const findClients = async (ctx: Ctx, filters: ClientFilters, paging: ListPaging): Promise<ClientRow[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const sorting = { sort: paging.sort, direction: paging.direction }
  const rows = selectNonTextMatches(ctx, filters)
  const readPage = buildPageReader(ctx, paging)
  const conditions = buildTextConditions(ctx, filters)
  if (!conditions)
    return readPage({ some: selectSortedClientColumns(rows, sorting), isSteady: isPlanInText(ctx, filters) })
  const named = await findClientsByName(ctx, filters, paging, readPage)
  if (named) return named
  const ids = (await findVisibleIdsIfFew(ctx, rows, conditions)) ?? (await findMatchingIdsIfFew(ctx, conditions))
  // An offset of 0 keeps the ids from being looked for along the order.
  if (ids) return readPage({ some: selectSortedClientColumns(filterByIds(rows, ids), sorting).offset(0) })
  const next = selectSortedClientColumns(rows, sorting)
    .orderBy(buildOrderBy(sorting, clientSorts, 'c.client_id', backwards))
    .limit(sql.lit(maxScannedClients))
  const close =
    offset + limit < maxScannedClients
      ? await readPage({
          some: next,
          test: matchesClientSearchRow(conditions),
          isSteady: isPlanInText(ctx, filters),
        })
      : []
  return close.length === limit
    ? close
    : readPage({ some: selectSortedClientColumns(addTextConditions(rows, conditions), sorting) })
}

/** What the kinds kept in client_list_sum add up to; undefined where the filters or the scope tell clients of one kind apart. */
const countFromTotals = (ctx: Ctx, filters: ClientFilters) => {
  const condition = buildKindAndZoneCondition(ctx, filters)
  if (!condition || buildTextConditions(ctx, filters)) return undefined
  return sql`select coalesce(sum(clients), 0) as total, sum(capital_cents) as capital, sum(balance_cents) as balance
    from client_list_sum c where ${condition}`
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

const querySortedClients = (ctx: Ctx, clients: ClientListQuery, { sort, direction }: ListSorting) => {
  const sortedClients = selectSortedClientColumns(clients, { sort, direction })
  const rows = clientRowsSql(ctx, sql`${sortedClients}`, { sort, direction })
  return { compile: () => rows.compile(ctx.db) }
}

/** All matching rows in the order of the screen, for the export: the same filters, the same columns. */
export const queryAllClients = (ctx: Ctx, filters: ClientFilters, sorting: ListSorting) =>
  querySortedClients(ctx, selectMatchingClients(ctx, filters), sorting)

/** Those of these clients whom the caller sees, as the list shows them. */
export const querySelectedClients = (ctx: Ctx, clientIds: readonly string[], sorting: ListSorting) =>
  querySortedClients(ctx, selectNonTextMatches(ctx, {}).where('c.clientId', 'in', clientIds), sorting)
