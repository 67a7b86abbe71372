import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getPostingRun, listPostingRuns } from '#contract/interest.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy, windowOf } from '#server/core/paging.ts'

export type RunFilters = Parsed<typeof listPostingRuns.count>['query']

const sortColumns: Record<(typeof listPostingRuns.sortable)[number], string> = {
  businessDate: 'r.business_date',
  accounts: 'r.accounts',
  failures: 'r.failures',
}

const matches = ({ kind, from, to, failed }: RunFilters): RawBuilder<SqlBool> => {
  const conditions = [
    sql`true`,
    ...(kind ? [sql`r.kind = ${kind}`] : []),
    ...(from ? [sql`r.business_date >= ${from}::date`] : []),
    ...(to ? [sql`r.business_date <= ${to}::date`] : []),
    ...(failed === undefined ? [] : [sql`(r.failures > 0) = ${failed}`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const shown = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('postingRun as r')
    .select(['r.id', 'r.kind', 'r.businessDate', 'r.startedAt', 'r.finishedAt', 'r.accounts', 'r.journals'])
    .select(['r.interest', 'r.bonus', 'r.withheld', 'r.failures'])

export const findRuns = async (ctx: Ctx, query: Parsed<typeof listPostingRuns.page>['query']) => {
  const { page, pageSize, knownTotal, sort, direction, ...filters } = query
  const { offset, limit, backwards } = windowOf({ page, pageSize, knownTotal, sort, direction })
  const rows = await shown(ctx)
    .where(matches(filters))
    .orderBy(orderBy({ sort, direction }, sortColumns, 'r.id', backwards))
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: backwards ? rows.reverse() : rows }
}

export const countRuns = async ({ db }: Ctx, filters: RunFilters) => {
  const { total } = await db
    .selectFrom('postingRun as r')
    .where(matches(filters))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { total, totals: {} }
}

/** All of them, for a file: instants as the firm's clock showed them. */
export const allRuns = (ctx: Ctx, { sort, direction, ...filters }: RunFilters & Sorting) => {
  const clock = (column: 'r.startedAt' | 'r.finishedAt') =>
    sql<string>`to_char(${sql.ref(column)} at time zone ${tenantFacts[ctx.prefix].timeZone}, 'YYYY-MM-DD HH24:MI:SS')`
  return ctx.db
    .selectFrom('postingRun as r')
    .select([
      'r.kind',
      'r.businessDate',
      'r.accounts',
      'r.journals',
      'r.interest',
      'r.bonus',
      'r.withheld',
      'r.failures',
    ])
    .select([clock('r.startedAt').as('startedAt'), clock('r.finishedAt').as('finishedAt')])
    .where(matches(filters))
    .orderBy(orderBy({ sort, direction }, sortColumns, 'r.id'))
}

/** A run and what it could not settle: what it was told to do, it has done for everybody else. */
export const findRun = async (
  ctx: Pick<Ctx, 'db'>,
  { params: { runId } }: Pick<Parsed<typeof getPostingRun>, 'params'>,
): Promise<Answer<typeof getPostingRun>> => {
  const run = await shown(ctx).where('r.id', '=', runId).executeTakeFirst()
  if (!run) throw refuse('notFound')
  const failed = await ctx.db
    .selectFrom('postingRunFailure as f')
    .innerJoin('account as a', 'a.id', 'f.accountId')
    .where('f.runId', '=', runId)
    .select(['f.accountId', 'a.number as accountNumber', 'a.clientId', 'f.code', 'f.at'])
    .orderBy('f.accountId')
    .limit(500)
    .execute()
  return { ...run, failed }
}
