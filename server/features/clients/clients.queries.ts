import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'
import { dniStatus, fullName } from '#server/domain/client-columns.ts'
import { lookedAfterBy, visibleClients } from '#server/domain/visibility.ts'
import { matches, matchesAll } from './client-search.ts'

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

/** The visible clients that match all filters but those on text, as the narrow row `c`. */
const narrowMatches = (ctx: Ctx, filters: ClientFilters) => {
  const { view, person, country, manager, kyc, address, accountStatus } = filters
  const { smartContributions, strategicAlliances, smartMovements, dniExpiresBefore, joint, companies } = filters
  const { employeeId, zoneId } = ctx.person
  return visibleClients(ctx)
    .$if(view === 'mine', (rows) => rows.where((eb) => lookedAfterBy(eb, employeeId ? [employeeId] : [])))
    .$if(view === 'zone', (rows) => rows.where('c.zoneId', '=', zoneId ?? '0'))
    .$if(view === 'of', (rows) => rows.where((eb) => lookedAfterBy(eb, person ? [person] : [])))
    .$if(!!country, (rows) => rows.where('c.country', '=', country!))
    .$if(!!manager, (rows) => rows.where('c.managerId', '=', manager!))
    .$if(!!kyc && kyc !== 'indifferent', (rows) => rows.where('c.kycStatus', '=', kyc!))
    .$if(!!address, (rows) => rows.where('c.addressStatus', '=', address!))
    .$if(!!accountStatus, (rows) => rows.where(accountFlags[accountStatus!]))
    .$if(smartContributions !== undefined, (rows) => rows.where('c.smartContributions', '=', smartContributions!))
    .$if(strategicAlliances !== undefined, (rows) => rows.where('c.isAlliance', '=', strategicAlliances!))
    .$if(smartMovements !== undefined, (rows) => rows.where('c.smartMovements', '=', smartMovements!))
    .$if(!!dniExpiresBefore, (rows) => rows.where('c.dniValidUntil', '<', dniExpiresBefore!))
    .$if(joint !== undefined, (rows) => rows.where('c.isJoint', '=', joint!))
    .$if(companies !== undefined, (rows) => rows.where('c.isCompany', '=', companies!))
}

type Narrow = ReturnType<typeof narrowMatches>

/** Conditions on the search row `s`, one for each filter on text. */
const textConditions = ({ search, name, email, cvl, phone }: ClientFilters): RawBuilder<SqlBool>[] => [
  ...(search ? [matchesAll(search)] : []),
  ...(name ? [matches('name', name)] : []),
  ...(email ? [matches('email', email)] : []),
  ...(cvl ? [matches('cvl', cvl)] : []),
  ...(phone ? [matches('phone', phone)] : []),
]

/** Up to so many text matches are looked up one by one; more are tried while the list is read in its order. */
const fewMatches = 2000

/**
 * What `take` makes of the matching clients, as SQL to select from. With a filter on text the matches are found first, once; how many there
 * are decides, while the statement runs, which of two ways to the list rows is gone: how often letters occur is more than statistics tell.
 */
const fromMatches = (
  ctx: Ctx,
  filters: ClientFilters,
  take: (rows: Narrow) => Expression<unknown>,
): RawBuilder<unknown> => {
  const rows = narrowMatches(ctx, filters)
  const texts = textConditions(filters)
  if (texts.length === 0) return sql`${take(rows)}`
  const few = rows.where(
    sql<SqlBool>`c.client_id in (select client_id from matched) and (select count(*) from matched) <= ${fewMatches}`,
  )
  const many = rows.where(
    sql<SqlBool>`(c.client_id in (select client_id from matched)) is true and (select count(*) from matched) > ${fewMatches}`,
  )
  return sql`with matched as materialized (select s.client_id from client_search s where ${sql.join(texts, sql` and `)})
    (${take(few)}) union all (${take(many)})`
}

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

/** One page, in one statement. */
export const findClients = async (ctx: Ctx, query: Query): Promise<{ rows: ClientRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const sorting = { sort, direction }
  const inOrder = orderBy(sorting, sortColumns, 'c.client_id', backwards)
  const chosen = fromMatches(ctx, filters, (rows) =>
    shownOf(rows, sorting).orderBy(inOrder).limit(limit).offset(offset),
  )
  return { rows: await withRows(ctx, chosen, sorting).execute() }
}

/** The exact total and the sums under the list: asked only when the filter changed. */
export const countClients = async (ctx: Ctx, filters: ClientFilters) => {
  const counted = fromMatches(ctx, filters, (rows) =>
    rows.select([
      sql`count(*)`.as('total'),
      sql`sum(c.capital_cents)`.as('capital'),
      sql`sum(c.balance_cents)`.as('balance'),
    ]),
  )
  const { total, ...totals } = await ctx.db
    .selectFrom(sql`(${counted})`.as('counted'))
    .select([
      sql<number>`sum(total)::int`.as('total'),
      sql<string>`(coalesce(sum(capital), 0) / 100)::numeric(18, 2)`.as('capital'),
      sql<string>`(coalesce(sum(balance), 0) / 100)::numeric(18, 2)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals }
}

/** All matching rows in the order of the screen, for the export: the same filters, the same columns. */
export const allClients = (ctx: Ctx, { sort, direction, ...filters }: ClientFilters & Sorting) =>
  withRows(
    ctx,
    fromMatches(ctx, filters, (rows) => shownOf(rows, { sort, direction })),
    { sort, direction },
  )
