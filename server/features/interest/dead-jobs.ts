import { sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import {
  type cancelJob as cancelling,
  type JobName,
  jobNames,
  type listDeadJobs,
  type retryJob as retrying,
} from '#contract/interest.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

/** So many of the newest are told. */
const most = 200

const nameOf = (task: string): JobName => jobNames.find((name) => name === task) ?? 'other'

type Row = Omit<Answer<typeof listDeadJobs>['jobs'][number], 'job'> & { task: string }

/** The queue answers the role's own prefix. */
export const findDeadJobs = async (ctx: Ctx): Promise<Answer<typeof listDeadJobs>> => {
  const { rows } = await sql<Row>`
    select id::text, task, item as about, attempts, last_error as error, created_at as "createdAt", failed_at as "failedAt"
      from registry.own_dead_jobs() order by failed_at desc, id desc limit ${most}`.execute(ctx.db)
  return { jobs: rows.map(({ task, ...row }) => ({ ...row, job: nameOf(task) })) }
}

type Touched = { task: string; item: string | null }

/** Does one thing with a dead job and audits it; 404 where there is none, or it was begun anew meanwhile. */
const touch = (ctx: Ctx, jobId: string, what: 'retry' | 'cancel'): Promise<{ job: JobName }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { rows } =
      what === 'retry'
        ? await sql<Touched>`select task, item from registry.retry_own_job(${jobId})`.execute(tx)
        : await sql<Touched>`select task, item from registry.cancel_own_job(${jobId})`.execute(tx)
    const [found] = rows
    if (!found) throw refuse('notFound')
    const after = { task: found.task, ...(found.item !== null && { about: found.item }) }
    const action = what === 'retry' ? 'job.retried' : 'job.cancelled'
    await audit(tx, ctx, { action, entity: 'job', entityId: jobId, after })
    return { job: nameOf(found.task) }
  })

export const retryJob = (ctx: Ctx, { params: { jobId } }: Parsed<typeof retrying>): Promise<Answer<typeof retrying>> =>
  touch(ctx, jobId, 'retry')

export const cancelJob = (
  ctx: Ctx,
  { params: { jobId } }: Parsed<typeof cancelling>,
): Promise<Answer<typeof cancelling>> => touch(ctx, jobId, 'cancel')
