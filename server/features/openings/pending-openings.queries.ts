import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getOpeningFilterOptions, listOpenings } from '#contract/openings.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesAccountSearch } from '#server/domain/account-search.ts'
import { buildAmountCondition } from '#server/domain/amount-condition.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { openingWaitsForSql } from './opening.queries.ts'

export type OpeningFilters = ParsedRequest<typeof listOpenings.count>['query']

export const openingSorts: Record<(typeof listOpenings.sortable)[number], string> = {
  askedOn: 'a.created_at',
  agreed: 'agreed',
  received: 'received',
  offerUntil: 'a.offer_until',
}

const agreedAmountSql = sql<string>`coalesce(a.agreed_amount, 0)::numeric(18, 2)`
const missingAmountSql = sql<string>`greatest(coalesce(a.agreed_amount, 0) - b.principal, 0)::numeric(18, 2)`
const buildRequestDateSql = ({ prefix }: Pick<Ctx, 'prefix'>) =>
  sql<string>`(a.created_at at time zone ${tenantFacts[prefix].timeZone})::date`

const selectPendingAccounts = (ctx: Ctx) =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where('a.status', 'in', ['draft', 'pending'])

const queryMatchingOpenings = (ctx: Ctx, { search, line, manager, amount, waitsFor, from, to }: OpeningFilters) =>
  selectPendingAccounts(ctx)
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .$if(!!line, (rows) => rows.where('p.line', 'in', line!))
    .$if(!!manager, (rows) => rows.where('c.managerId', 'in', manager!))
    .$if(!!amount, (rows) => rows.where(buildAmountCondition(agreedAmountSql, amount!)))
    .$if(!!waitsFor, (rows) => rows.where(isOneOfSql(openingWaitsForSql(ctx.businessDate), waitsFor!)))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`${buildRequestDateSql(ctx)} >= ${from}::date`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`${buildRequestDateSql(ctx)} <= ${to}::date`))
    .$if(!!search, (rows) => rows.where(matchesAccountSearch(ctx, search!)))

export const selectOpenings = (ctx: Ctx, filters: OpeningFilters) =>
  queryMatchingOpenings(ctx, filters)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
    .select(['a.id', 'a.version', 'a.number as accountNumber', 'a.offerUntil', 'p.name as productName'])
    .select(['client.id as clientId', 'client.cvl as clientCvl', fullNameSql('client').as('clientName')])
    .select([
      fullNameSql<string | null>('m').as('managerName'),
      openingWaitsForSql(ctx.businessDate).as('waitsFor'),
      buildRequestDateSql(ctx).as('askedOn'),
    ])
    .select([agreedAmountSql.as('agreed'), sql<string>`b.principal`.as('received'), missingAmountSql.as('missing')])
    .select(
      sql<boolean>`(a.status = 'pending' and b.principal > 0 and b.principal < a.agreed_amount and b.principal >= p.minimum
        and ${openingWaitsForSql(ctx.businessDate)} = 'money')`.as('mayOpenWithReceived'),
    )

const buildSumSql = (amount: typeof agreedAmountSql) => sql<string>`coalesce(sum(${amount}), 0)::numeric(18, 2)`

export const countOpenings = (ctx: Ctx, filters: OpeningFilters) =>
  queryMatchingOpenings(ctx, filters)
    .select(sql<number>`count(*)::int`.as('total'))
    .select([
      buildSumSql(agreedAmountSql).as('agreed'),
      buildSumSql(sql`b.principal`).as('received'),
      buildSumSql(missingAmountSql).as('missing'),
    ])
    .executeTakeFirstOrThrow()

export const findOpeningManagers = async (ctx: Ctx): Promise<ResponseBody<typeof getOpeningFilterOptions>> => ({
  managers: await ctx.db
    .selectFrom('employee as e')
    .where('e.id', 'in', selectPendingAccounts(ctx).select('c.managerId').distinct())
    .select(['e.id', fullNameSql('e').as('name')])
    .orderBy('name')
    .orderBy('e.id')
    .execute(),
})
