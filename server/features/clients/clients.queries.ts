import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { dniStatus, fullName } from '#server/domain/client-columns.ts'
import { lookedAfterBy, visibleClients, visibleZones } from '#server/domain/visibility.ts'
import { findAmongFew, findFewMatches, isMatch, matches, matchesAll } from './client-search.ts'

type Query = Parsed<typeof listClients.page>['query']
export type ClientFilters = Parsed<typeof listClients.count>['query']

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

const accountFlags = {
  active: sql<SqlBool>`c.active_accounts > 0`,
  pending: sql<SqlBool>`c.has_pending`,
  expired: sql<SqlBool>`c.has_expired`,
  canceled: sql<SqlBool>`c.has_canceled`,
}

/** The filters on what makes a kind of client: conditions on `c`, a row of client_list or of client_list_sum. */
const ofKind = (filters: ClientFilters): RawBuilder<SqlBool> => {
  const { country, kyc, address, accountStatus, smartContributions, strategicAlliances } = filters
  const { smartMovements, joint, companies } = filters
  const conditions = [
    ...(country ? [sql`c.country = ${country}`] : []),
    ...(kyc && kyc !== 'indifferent' ? [sql`c.kyc_status = ${kyc}`] : []),
    ...(address ? [sql`c.address_status = ${address}`] : []),
    ...(accountStatus ? [accountFlags[accountStatus]] : []),
    ...(smartContributions === undefined ? [] : [sql`c.smart_contributions = ${smartContributions}`]),
    ...(strategicAlliances === undefined ? [] : [sql`c.is_alliance = ${strategicAlliances}`]),
    ...(smartMovements === undefined ? [] : [sql`c.smart_movements = ${smartMovements}`]),
    ...(joint === undefined ? [] : [sql`c.is_joint = ${joint}`]),
    ...(companies === undefined ? [] : [sql`c.is_company = ${companies}`]),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
}

/** The visible clients that match all filters but those on text, as the narrow row `c`. */
const narrowMatches = (ctx: Ctx, filters: ClientFilters) => {
  const { view, person, manager, dniExpiresBefore } = filters
  const { employeeId, zoneId } = ctx.person.seat
  return visibleClients(ctx)
    .where(ofKind(filters))
    .$if(view === 'mine', (rows) => rows.where((eb) => lookedAfterBy(eb, employeeId ? [employeeId] : [])))
    .$if(view === 'zone', (rows) => rows.where('c.zoneId', '=', zoneId ?? '0'))
    .$if(view === 'of', (rows) => rows.where((eb) => lookedAfterBy(eb, person ? [person] : [])))
    .$if(!!manager, (rows) => rows.where('c.managerId', '=', manager!))
    .$if(!!dniExpiresBefore, (rows) => rows.where('c.dniValidUntil', '<', dniExpiresBefore!))
}

type Narrow = ReturnType<typeof narrowMatches>

/** Conditions on the search row `s`, one for each filter on text; undefined where there is none. */
const textConditions = ({ search, name, email, cvl, phone }: ClientFilters): RawBuilder<SqlBool> | undefined => {
  const conditions = [
    ...(search ? [matchesAll(search)] : []),
    ...(name ? [matches('name', name)] : []),
    ...(email ? [matches('email', email)] : []),
    ...(cvl ? [matches('cvl', cvl)] : []),
    ...(phone ? [matches('phone', phone)] : []),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : undefined
}

const withIds = (rows: Narrow, ids: readonly string[]): Narrow =>
  rows.where('c.clientId', '=', sql<string>`any(${ids}::bigint[])`)

/** Those that match, found all at once: however many they are. */
const withMatches = (rows: Narrow, conditions: RawBuilder<SqlBool>): Narrow =>
  rows.where(sql<SqlBool>`c.client_id in (select s.client_id from client_search s where ${conditions})`)

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

type Chosen = Pick<
  Selectable<ClientList>,
  'clientId' | 'zoneId' | 'managerId' | 'activeAccounts' | 'capitalCents' | 'balanceCents'
>

const asMoney = (column: string) => sql<string>`(${sql.ref(column)} / 100.0)::numeric(18, 2)`

/** The shown row of each chosen client, in the order of the sort: the wide record is read for these alone. */
const withRows = (ctx: Ctx, chosen: RawBuilder<unknown>, { direction }: Sorting) =>
  ctx.db
    .selectFrom(sql<Chosen>`(${chosen})`.as('chosen'))
    .innerJoin('client', 'client.id', 'chosen.clientId')
    .innerJoin('zone', 'zone.id', 'chosen.zoneId')
    .leftJoin('employee as m', 'm.id', 'chosen.managerId')
    .select([
      'client.id',
      'client.cvl',
      fullName('client').as('fullName'),
      'client.kind',
      'client.email',
      'client.phone',
      'client.identityNumber',
      'client.country',
      'client.city',
      'zone.name as zoneName',
      fullName('m').as('managerName'),
      'client.kycStatus',
      'client.addressStatus',
      dniStatus(ctx.businessDate).as('dniStatus'),
      'client.dniValidUntil',
      'client.registeredOn',
      'chosen.activeAccounts',
      asMoney('chosen.capital_cents').as('capital'),
      asMoney('chosen.balance_cents').as('balance'),
    ])
    .orderBy(sql`chosen.position ${sql.raw(direction)}, chosen.client_id ${sql.raw(direction)}`)

/** So many clients are looked at in the order of the list for a page of common matches: the next ones are mostly close by. */
const lookedAt = 3000

/** One page. With a filter on text, the way to it depends on how many match: how often letters occur is more than statistics tell. */
export const findClients = async (ctx: Ctx, query: Query): Promise<{ rows: ClientRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const sorting = { sort, direction }
  const rows = narrowMatches(ctx, filters)
  const pageOf = (some: Expression<unknown>, test: RawBuilder<SqlBool> = sql`true`) => {
    const inOrder = orderBy(sorting, { [sort]: 'c.position' }, 'c.client_id', backwards)
    const chosen = sql`select * from (${some}) c where ${test} order by ${inOrder} limit ${limit} offset ${offset}`
    return withRows(ctx, chosen, sorting).execute()
  }
  const conditions = textConditions(filters)
  if (!conditions) return { rows: await pageOf(shownOf(rows, sorting)) }
  const ids = (await findAmongFew(ctx, rows, conditions)) ?? (await findFewMatches(ctx, conditions))
  // An offset of 0 keeps the ids from being looked for along the order.
  if (ids) return { rows: await pageOf(shownOf(withIds(rows, ids), sorting).offset(0)) }
  const next = shownOf(rows, sorting)
    .orderBy(orderBy(sorting, sortColumns, 'c.client_id', backwards))
    .limit(lookedAt)
  const close = offset + limit < lookedAt ? await pageOf(next, isMatch(conditions)) : []
  return { rows: close.length === limit ? close : await pageOf(shownOf(withMatches(rows, conditions), sorting)) }
}

/** What the kinds kept in client_list_sum add up to; undefined where the filters or the scope tell clients of one kind apart. */
const countKinds = (ctx: Ctx, filters: ClientFilters) => {
  const { view, manager, dniExpiresBefore } = filters
  const zones = visibleZones(ctx)
  const apart = view === 'mine' || view === 'of' || manager || dniExpiresBefore || textConditions(filters)
  if (!zones || apart) return undefined
  const zone = view === 'zone' ? sql`c.zone_id = ${ctx.person.seat.zoneId}` : sql`true`
  return sql`select coalesce(sum(clients), 0) as total, sum(capital_cents) as capital, sum(balance_cents) as balance
    from client_list_sum c where ${zones} and ${zone} and ${ofKind(filters)}`
}

const countEach = async (ctx: Ctx, filters: ClientFilters) => {
  const rows = narrowMatches(ctx, filters)
  const conditions = textConditions(filters)
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
  const rows = narrowMatches(ctx, filters)
  const conditions = textConditions(filters)
  const shown = shownOf(conditions ? withMatches(rows, conditions) : rows, { sort, direction })
  return withRows(ctx, sql`${shown}`, { sort, direction })
}
