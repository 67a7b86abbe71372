import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getPostingRun, listPostingRuns } from '#contract/interest.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type PostingRunFilters = ParsedRequest<typeof listPostingRuns.count>['query']

export const postingRunSorts: Record<(typeof listPostingRuns.sortable)[number], string> = {
  businessDate: 'r.business_date',
  accounts: 'r.accounts',
  failures: 'r.failures',
}

const matchesRunFilters = ({ kind, from, to, failed }: PostingRunFilters): RawBuilder<SqlBool> => {
  const conditions = [
    sql`true`,
    ...(kind ? [isOneOfSql(sql`r.kind`, kind)] : []),
    ...(from ? [sql`r.business_date >= ${from}::date`] : []),
    ...(to ? [sql`r.business_date <= ${to}::date`] : []),
    ...(failed === undefined ? [] : [sql`(r.failures > 0) = ${failed}`]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const selectRunColumns = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('postingRun as r')
    .select(['r.id', 'r.kind', 'r.businessDate', 'r.startedAt', 'r.finishedAt', 'r.accounts', 'r.journals'])
    .select(['r.interest', 'r.bonus', 'r.withheld', 'r.failures'])

export const selectPostingRuns = (ctx: Ctx, filters: PostingRunFilters) =>
  selectRunColumns(ctx).where(matchesRunFilters(filters))

export const selectPostingRunsForFile = (ctx: Ctx, filters: PostingRunFilters) =>
  ctx.db
    .selectFrom('postingRun as r')
    .select(['r.kind', 'r.businessDate', 'r.accounts', 'r.journals', 'r.interest', 'r.bonus', 'r.withheld'])
    .select([
      'r.failures',
      formatLocalTimeSql(ctx, 'r.startedAt').as('startedAt'),
      formatLocalTimeSql(ctx, 'r.finishedAt').as('finishedAt'),
    ])
    .where(matchesRunFilters(filters))

export const countPostingRuns = ({ db }: Ctx, filters: PostingRunFilters) =>
  db
    .selectFrom('postingRun as r')
    .where(matchesRunFilters(filters))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()

/** A run and what it could not settle: what it was told to do, it has done for everybody else. */
export const findPostingRun = async (
  ctx: Pick<Ctx, 'db'>,
  { params: { runId } }: Pick<ParsedRequest<typeof getPostingRun>, 'params'>,
): Promise<ResponseBody<typeof getPostingRun>> => {
  const run = await selectRunColumns(ctx).where('r.id', '=', runId).executeTakeFirst()
  if (!run) throw buildRefusal('notFound')
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
