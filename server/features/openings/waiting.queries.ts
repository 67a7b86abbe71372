import { type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { listOpenings, openingFilterOptions } from '#contract/openings.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { holdsAmount } from '#server/domain/amount-condition.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { matchesAll } from '#server/domain/client-text.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { waitsForOf } from './opening.queries.ts'

type OpeningFilters = Parsed<typeof listOpenings.count>['query']

export const openingSorts: Record<(typeof listOpenings.sortable)[number], string> = {
  askedOn: 'a.created_at',
  agreed: 'agreed',
  received: 'received',
  offerUntil: 'a.offer_until',
}

const agreed = sql<string>`coalesce(a.agreed_amount, 0)::numeric(18, 2)`
const missing = sql<string>`greatest(coalesce(a.agreed_amount, 0) - b.principal, 0)::numeric(18, 2)`
const askedOn = ({ prefix }: Pick<Ctx, 'prefix'>) =>
  sql<string>`(a.created_at at time zone ${tenantFacts[prefix].timeZone})::date`

const onTheirWay = (ctx: Ctx) =>
  visibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .where('a.status', 'in', ['draft', 'pending'])

const matching = (ctx: Ctx, { search, line, manager, amount, waitsFor, from, to }: OpeningFilters) =>
  onTheirWay(ctx)
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .$if(!!line, (rows) => rows.where('p.line', '=', line!))
    .$if(!!manager, (rows) => rows.where('c.managerId', '=', manager!))
    .$if(!!amount, (rows) => rows.where(holdsAmount(agreed, amount!)))
    .$if(!!waitsFor, (rows) => rows.where(sql<SqlBool>`${waitsForOf(ctx.businessDate)} = ${waitsFor}`))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`${askedOn(ctx)} >= ${from}::date`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`${askedOn(ctx)} <= ${to}::date`))
    .$if(!!search, (rows) =>
      rows.where(
        sql<SqlBool>`(upper(${search!}) = a.number or exists (select from client_search s where s.client_id = c.client_id and ${matchesAll(ctx, search!)}))`,
      ),
    )

export const selectOpenings = (ctx: Ctx, filters: OpeningFilters) =>
  matching(ctx, filters)
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
    .select(['a.id', 'a.version', 'a.number as accountNumber', 'a.offerUntil', 'p.name as productName'])
    .select(['client.id as clientId', 'client.cvl as clientCvl', fullName('client').as('clientName')])
    .select([fullName('m').as('managerName'), waitsForOf(ctx.businessDate).as('waitsFor'), askedOn(ctx).as('askedOn')])
    .select([agreed.as('agreed'), sql<string>`b.principal`.as('received'), missing.as('missing')])
    .select(
      sql<boolean>`(a.status = 'pending' and b.principal > 0 and b.principal < a.agreed_amount and b.principal >= p.minimum
        and ${waitsForOf(ctx.businessDate)} = 'money')`.as('mayOpenWithReceived'),
    )

const sumOf = (amount: typeof agreed) => sql<string>`coalesce(sum(${amount}), 0)::numeric(18, 2)`

export const countOpenings = (ctx: Ctx, filters: OpeningFilters) =>
  matching(ctx, filters)
    .select(sql<number>`count(*)::int`.as('total'))
    .select([sumOf(agreed).as('agreed'), sumOf(sql`b.principal`).as('received'), sumOf(missing).as('missing')])
    .executeTakeFirstOrThrow()

export const findResponsible = async (ctx: Ctx): Promise<Answer<typeof openingFilterOptions>> => ({
  managers: await ctx.db
    .selectFrom('employee as e')
    .where('e.id', 'in', onTheirWay(ctx).select('c.managerId').distinct())
    .select(['e.id', fullName('e').as('name')])
    .orderBy('name')
    .orderBy('e.id')
    .execute(),
})
