import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { ClientList } from '#db/types.ts'
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
  const conditions = textConditions(ctx, filters)
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
  return withRows(ctx, sql`${shown}`, { sort, direction })
}
