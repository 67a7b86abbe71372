import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { getPostingRun, listPostingRuns } from '#contract/interest.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { onTheClock } from '#server/reports/on-the-clock.ts'

type RunFilters = Parsed<typeof listPostingRuns.count>['query']

export const runSorts: Record<(typeof listPostingRuns.sortable)[number], string> = {
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

export const selectRuns = (ctx: Ctx, filters: RunFilters) => shown(ctx).where(matches(filters))

export const selectRunsForFile = (ctx: Ctx, filters: RunFilters) =>
  ctx.db
    .selectFrom('postingRun as r')
    .select(['r.kind', 'r.businessDate', 'r.accounts', 'r.journals', 'r.interest', 'r.bonus', 'r.withheld'])
    .select([
      'r.failures',
      onTheClock(ctx, 'r.startedAt').as('startedAt'),
      onTheClock(ctx, 'r.finishedAt').as('finishedAt'),
    ])
    .where(matches(filters))

export const countRuns = ({ db }: Ctx, filters: RunFilters) =>
  db
    .selectFrom('postingRun as r')
    .where(matches(filters))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()

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
