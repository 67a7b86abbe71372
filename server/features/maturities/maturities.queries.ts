import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { listMaturities, MaturityReason } from '#contract/maturities.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesAccountSearch } from '#server/domain/account-search.ts'
import { expectedMaturityReasonsSql, maturityInstructionSql } from '#server/domain/maturity-reasons.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

export type MaturityFilters = ParsedRequest<typeof listMaturities.count>['query']

export const maturitySorts: Record<(typeof listMaturities.sortable)[number], string> = {
  expiresOn: 'a.expires_on',
  balance: 'amount',
}

const wasCalledSql = sql<SqlBool>`exists (select from maturity_call k where k.account_id = a.id)`

const buildReasonsSql = (today: string) =>
  sql<MaturityReason[]>`case when m.account_id is null then ${expectedMaturityReasonsSql(today)} else m.reasons end`

/** The accounts of visible clients that match: those whose term is not over yet, or those that are parked. */
export const queryMatchingMaturities = (
  ctx: Ctx,
  { view, within, from, to, search, instruction: instructionFilter, called, stopped }: MaturityFilters,
) =>
  selectVisibleClients(ctx)
    .innerJoin('account as a', 'a.clientId', 'c.clientId')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .innerJoin('client', 'client.id', 'c.clientId')
    .leftJoin('maturity as m', 'm.accountId', 'a.id')
    .$if(view === 'parked', (rows) => rows.where('m.outcome', '=', 'parked').where('m.releasedAt', 'is', null))
    .$if(view !== 'parked', (rows) => rows.where('a.status', '=', 'active'))
    // Whoever names days asks for those.
    .$if(view !== 'parked' && (within !== undefined || (!from && !to)), (rows) =>
      rows.where(sql<SqlBool>`a.expires_on <= ${ctx.businessDate}::date + ${Number(within ?? 90)}::int`),
    )
    .$if(!!from, (rows) => rows.where('a.expiresOn', '>=', from!))
    .$if(!!to, (rows) => rows.where('a.expiresOn', '<=', to!))
    .$if(!!instructionFilter, (rows) => rows.where(isOneOfSql(maturityInstructionSql, instructionFilter!)))
    .$if(called !== undefined, (rows) => rows.where(sql<SqlBool>`${wasCalledSql} = ${called}`))
    .$if(stopped !== undefined, (rows) =>
      rows.where(sql<SqlBool>`(${buildReasonsSql(ctx.businessDate)} <> '{}') = ${stopped}`),
    )
    .$if(!!search, (rows) => rows.where(matchesAccountSearch(ctx, search!)))

const maturityAmountSql = sql<string>`case when m.account_id is null then b.balance else m.payable end`
const buildLastCallSql = (column: 'called_on' | 'note') =>
  sql<
    string | null
  >`(select k.${sql.ref(column)} from maturity_call k where k.account_id = a.id order by k.called_on desc, k.id desc limit 1)`

const selectMaturityColumns = (ctx: Ctx, filters: MaturityFilters) =>
  queryMatchingMaturities(ctx, filters)
    .leftJoin('employee as manager', 'manager.id', 'c.managerId')
    .select(['a.id', 'a.number as accountNumber', 'a.rate', 'client.id as clientId', 'client.cvl as clientCvl'])
    .select(['client.phone', fullNameSql<string | null>('manager').as('managerName')])
    .select(sql<number>`a.expires_on - ${ctx.businessDate}::date`.as('daysLeft'))
    .select([fullNameSql('client').as('clientName'), 'p.name as productName', maturityInstructionSql.as('instruction')])
    .select([
      sql<string>`a.expires_on`.as('expiresOn'),
      maturityAmountSql.as('balance'),
      maturityAmountSql.as('amount'),
    ])
    .select([buildLastCallSql('called_on').as('lastCallOn'), buildLastCallSql('note').as('lastCallNote')])

export const selectMaturities = (ctx: Ctx, filters: MaturityFilters) =>
  selectMaturityColumns(ctx, filters).select(buildReasonsSql(ctx.businessDate).as('reasons'))

/** For a file: the reasons as one text. */
export const selectMaturitiesForFile = (ctx: Ctx, filters: MaturityFilters) =>
  selectMaturityColumns(ctx, filters).select(
    sql<string | null>`nullif(array_to_string(${buildReasonsSql(ctx.businessDate)}, ' '), '')`.as('reasons'),
  )

export const countMaturities = (ctx: Ctx, filters: MaturityFilters) =>
  queryMatchingMaturities(ctx, filters)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(${maturityAmountSql}), 0)::numeric(18, 2)`.as('balance'),
    ])
    .executeTakeFirstOrThrow()
