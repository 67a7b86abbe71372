import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { listMatured, MaturedResult } from '#contract/maturities/matured.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesAccountSearch } from '#server/domain/account-search.ts'
import { maturedSumSql, renewedSumSql, selectMaturedPostings } from '#server/domain/matured-postings.ts'
import { getMaturedWindow } from '#server/domain/retention.ts'

type MaturedFilters = ParsedRequest<typeof listMatured.count>['query']
export const maturedSorts: Record<(typeof listMatured.sortable)[number], string> = {
  closedOn: 'a.closed_on',
  matured: 's.matured',
  renewed: 's.renewed',
}

/** An account without a row of its maturity comes from another system: its postings say what became of it. */
const resultSql = sql<MaturedResult>`case
  when m.outcome = 'parked' and m.released_at is null then 'waiting'
  when m.outcome in ('renewed', 'transferred') then m.outcome::text
  when s.renewed > 0 then 'renewed'
  else 'paid' end`

/** The accounts behind the renewal rate of those twelve months, with what they give to it. */
const queryMatchingMatured = (ctx: Ctx, { search, month, result }: MaturedFilters) => {
  const { from, through } = getMaturedWindow(month, ctx.businessDate)
  const sums = selectMaturedPostings(ctx, from)
    .where('l.bookingDate', '<=', through)
    .select(['a.id as accountId', maturedSumSql.as('matured'), renewedSumSql.as('renewed')])
    .groupBy('a.id')
    .as('s')
  return ctx.db
    .selectFrom(sums)
    .innerJoin('account as a', 'a.id', 's.accountId')
    .innerJoin('clientList as c', 'c.clientId', 'a.clientId')
    .innerJoin('client', 'client.id', 'a.clientId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .leftJoin('maturity as m', 'm.accountId', 'a.id')
    .$if(!!result, (rows) => rows.where(isOneOfSql(resultSql, result!)))
    .$if(!!search, (rows) => rows.where(matchesAccountSearch(ctx, search!)))
}

export const selectMatured = (ctx: Ctx, filters: MaturedFilters) =>
  queryMatchingMatured(ctx, filters)
    .leftJoin('account as next', 'next.id', 'm.renewedId')
    .leftJoin('employee as manager', 'manager.id', 'c.managerId')
    .select(['a.id', 'a.number as accountNumber', 'a.clientId', 'client.cvl as clientCvl', 's.matured', 's.renewed'])
    .select([fullNameSql('client').as('clientName'), fullNameSql<string | null>('manager').as('managerName')])
    .select(['p.name as productName', 'next.number as renewedNumber', resultSql.as('result')])
    .select(sql<string>`a.closed_on`.as('closedOn'))

export const countMatured = (ctx: Ctx, filters: MaturedFilters) =>
  queryMatchingMatured(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(s.matured), 0)::numeric(18, 2)`.as('matured'),
      sql<string>`coalesce(sum(s.renewed), 0)::numeric(18, 2)`.as('renewed'),
    ])
    .executeTakeFirstOrThrow()
