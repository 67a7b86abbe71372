import { sql } from 'kysely'
import type { ClientRow, listClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
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
  capital: 'c.capital',
  balance: 'c.balance',
}

const accountFlags = {
  active: 'c.hasActive',
  pending: 'c.hasPending',
  expired: 'c.hasExpired',
  canceled: 'c.hasCanceled',
} as const

/** The visible clients that match the filters, as the narrow row `c`: what page, count and export have in common. */
const matchingClients = (ctx: Ctx, filters: ClientFilters) => {
  const { search, view, person, name, email, cvl, phone, country, manager, kyc, address, accountStatus } = filters
  const { smartContributions, strategicAlliances, smartMovements, dniExpiresBefore, joint, companies } = filters
  const { employeeId, zoneId } = ctx.person
  const byText = search ?? name ?? email ?? cvl ?? phone
  return visibleClients(ctx)
    .$if(view === 'mine', (rows) => rows.where((eb) => lookedAfterBy(eb, employeeId ? [employeeId] : [])))
    .$if(view === 'zone', (rows) => rows.where('c.zoneId', '=', zoneId ?? '0'))
    .$if(view === 'of', (rows) => rows.where((eb) => lookedAfterBy(eb, person ? [person] : [])))
    .$if(byText !== undefined, (rows) =>
      rows.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('clientSearch as s')
            .select(sql.lit(1).as('found'))
            .whereRef('s.clientId', '=', 'c.clientId')
            .$if(!!search, (texts) => texts.where(matchesAll(search!)))
            .$if(!!name, (texts) => texts.where(matches('name', name!)))
            .$if(!!email, (texts) => texts.where(matches('email', email!)))
            .$if(!!cvl, (texts) => texts.where(matches('cvl', cvl!)))
            .$if(!!phone, (texts) => texts.where(matches('phone', phone!))),
        ),
      ),
    )
    .$if(!!country, (rows) => rows.where('c.country', '=', country!))
    .$if(!!manager, (rows) => rows.where('c.managerId', '=', manager!))
    .$if(!!kyc && kyc !== 'indifferent', (rows) => rows.where('c.kycStatus', '=', kyc!))
    .$if(!!address, (rows) => rows.where('c.addressStatus', '=', address!))
    .$if(!!accountStatus, (rows) => rows.where(accountFlags[accountStatus!], '=', true))
    .$if(smartContributions !== undefined, (rows) => rows.where('c.smartContributions', '=', smartContributions!))
    .$if(strategicAlliances !== undefined, (rows) => rows.where('c.isAlliance', '=', strategicAlliances!))
    .$if(smartMovements !== undefined, (rows) => rows.where('c.smartMovements', '=', smartMovements!))
    .$if(!!dniExpiresBefore, (rows) => rows.where('c.dniValidUntil', '<', dniExpiresBefore!))
    .$if(joint !== undefined, (rows) => rows.where('c.isJoint', '=', joint!))
    .$if(companies !== undefined, (rows) => rows.where('c.isCompany', '=', companies!))
}

type Matching = ReturnType<typeof matchingClients>

const activeAccounts = sql<number>`(select count(*)::int from account_holder h join account a on a.id = h.account_id
  where h.client_id = client.id and h.role <> 'authorised' and a.status = 'active')`

/** The shown row of each chosen client, in the order of the sort. `chosen` has the ids only: the wide record is read for these alone. */
const withRows = (ctx: Ctx, chosen: Matching, sorting: Sorting) =>
  ctx.db
    .with('chosen', () => chosen.select('c.clientId'))
    .selectFrom('chosen')
    .innerJoin('clientList as c', 'c.clientId', 'chosen.clientId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .innerJoin('zone', 'zone.id', 'c.zoneId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
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
      activeAccounts.as('activeAccounts'),
      'c.capital',
      'c.balance',
    ])
    .orderBy(orderBy(sorting, sortColumns, 'c.client_id'))

/** One page, in one statement. */
export const findClients = async (ctx: Ctx, query: Query): Promise<{ rows: ClientRow[] }> => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const chosen = matchingClients(ctx, filters)
    .orderBy(orderBy({ sort, direction }, sortColumns, 'c.client_id', backwards))
    .limit(limit)
    .offset(offset)
  return { rows: await withRows(ctx, chosen, { sort, direction }).execute() }
}

/** The exact total and the sums under the list: asked only when the filter changed. */
export const countClients = async (ctx: Ctx, filters: ClientFilters) => {
  const { total, ...totals } = await matchingClients(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(c.capital), 0)::numeric(18, 2)`.as('capital'),
      sql<string>`coalesce(sum(c.balance), 0)::numeric(18, 2)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()
  return { total, totals }
}

/** All matching rows in the order of the screen, for the export: the same filters, the same columns. */
export const allClients = (ctx: Ctx, { sort, direction, ...filters }: ClientFilters & Sorting) =>
  withRows(ctx, matchingClients(ctx, filters), { sort, direction })
