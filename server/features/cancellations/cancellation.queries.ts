import { sql } from 'kysely'
import {
  type CancellationRow,
  type getCancellationOptions,
  type getRetentionFigures,
  listCancellations,
} from '#contract/cancellations.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { centsToAmount, formatScaledDecimal, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesAccountSearch } from '#server/domain/account-search.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { quoteStateSql } from './lock-quote.ts'

type CancellationFilters = ParsedRequest<typeof listCancellations.count>['query']

export const cancellationSorts: Record<(typeof listCancellations.sortable)[number], string> = {
  quotedOn: 'q.quoted_on',
  capital: 'q.capital',
  penalty: 'q.penalty',
  net: 'q.net',
}

/** The quotes on accounts that count under a visible client, as far as they match. */
const queryMatchingQuotes = (
  ctx: Ctx,
  { search, state, product, reason, manager, account, from, to }: CancellationFilters,
) =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('cancellationQuote as q', 'q.accountId', 'a.id')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('cancellationReason as r', 'r.id', 'q.reasonId')
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('employee as m', 'm.id', 'c.managerId')
    .$if(!!state, (rows) => rows.where(isOneOfSql(quoteStateSql(ctx.businessDate), state!)))
    .$if(!!product, (rows) => rows.where('a.productId', 'in', product!))
    .$if(!!reason, (rows) => rows.where('q.reasonId', 'in', reason!))
    .$if(!!manager, (rows) => rows.where('c.managerId', 'in', manager!))
    .$if(!!account, (rows) => rows.where('a.id', '=', account!))
    .$if(!!from, (rows) => rows.where('q.quotedOn', '>=', from!))
    .$if(!!to, (rows) => rows.where('q.quotedOn', '<=', to!))
    .$if(!!search, (rows) => rows.where(matchesAccountSearch(ctx, search!)))

const lastOfferSql = sql<
  CancellationRow['lastOffer']
>`(select k.offer from retention_action k where k.quote_id = q.id order by k.id desc limit 1)`

export const selectCancellations = (ctx: Ctx, filters: CancellationFilters) =>
  queryMatchingQuotes(ctx, filters)
    .select(['q.id', 'q.quotedOn', 'q.capital', 'q.penalty', 'q.net', quoteStateSql(ctx.businessDate).as('state')])
    .select(['client.id as clientId', 'client.cvl as clientCvl', fullNameSql('client').as('clientName')])
    .select(['a.id as accountId', 'a.number as accountNumber', 'p.name as productName', 'r.name as reasonName'])
    .select([fullNameSql<string | null>('m').as('managerName'), lastOfferSql.as('lastOffer')])

const sumColumnSql = (column: 'capital' | 'penalty' | 'net', which = sql`true`) =>
  sql<string>`coalesce(sum(${sql.ref(`q.${column}`)}) filter (where ${which}), 0)::numeric(18, 2)`

export const countCancellations = (ctx: Ctx, filters: CancellationFilters) =>
  queryMatchingQuotes(ctx, filters)
    .select(sql<number>`count(*)::int`.as('total'))
    .select([
      sumColumnSql('capital').as('capital'),
      sumColumnSql('penalty').as('penalty'),
      sumColumnSql('net').as('net'),
    ])
    .executeTakeFirstOrThrow()

const resolveFilterDays = createFilterDayResolver(listCancellations.filters)

/** By the same filters as the list: what stayed, of all that was decided. */
export const findRetentionFigures = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof getRetentionFigures>,
): Promise<ResponseBody<typeof getRetentionFigures>> => {
  const { retained, executed } = await queryMatchingQuotes(ctx, resolveFilterDays(query, ctx))
    .select([
      sumColumnSql('capital', sql`q.state = 'retained'`).as('retained'),
      sumColumnSql('capital', sql`q.state = 'executed'`).as('executed'),
    ])
    .executeTakeFirstOrThrow()
  const stayed = toCents(retained)
  const all = toCents(retained) + toCents(executed)
  return {
    retained,
    decided: centsToAmount(all),
    retention: all > 0n ? formatScaledDecimal((stayed * 2000n + all) / (2n * all), 1) : null,
  }
}

export const findCancellationOptions = async (ctx: Ctx): Promise<ResponseBody<typeof getCancellationOptions>> => {
  const [reasons, products, managers] = await Promise.all([
    ctx.db.selectFrom('cancellationReason').select(['id', 'name']).orderBy('name').execute(),
    ctx.db.selectFrom('product').where('family', '<>', 'current').select(['id', 'name']).orderBy('name').execute(),
    ctx.db
      .selectFrom('employee as e')
      .where('e.id', 'in', selectVisibleClients(ctx).select('c.managerId').distinct())
      .select(['e.id', fullNameSql('e').as('name')])
      .orderBy('name')
      .orderBy('e.id')
      .execute(),
  ])
  return { reasons, products, managers }
}
