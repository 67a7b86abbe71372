import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import * as contract from '#contract/interest.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** So many of the newest are told. */
const maxDeadJobs = 200

const toJobName = (task: string): contract.JobName => contract.jobNames.find((name) => name === task) ?? 'other'

type DeadJobRow = Omit<ResponseBody<typeof contract.listDeadJobs>['jobs'][number], 'job'> & { task: string }

/** The queue answers the role's own prefix. */
export const findDeadJobs = async (ctx: Ctx): Promise<ResponseBody<typeof contract.listDeadJobs>> => {
  const { rows } = await sql<DeadJobRow>`
    select id::text, task, item as about, attempts, last_error as error, created_at as "createdAt", failed_at as "failedAt"
      from registry.own_dead_jobs() order by failed_at desc, id desc limit ${maxDeadJobs}`.execute(ctx.db)
  return { jobs: rows.map(({ task, ...row }) => ({ ...row, job: toJobName(task) })) }
}

type ChangedJob = { task: string; item: string | null }

/** Does one thing with a dead job and audits it; 404 where there is none, or it was begun anew meanwhile. */
const changeDeadJob = (ctx: Ctx, jobId: string, jobAction: 'retry' | 'cancel'): Promise<{ job: contract.JobName }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { rows } =
      jobAction === 'retry'
        ? await sql<ChangedJob>`select task, item from registry.retry_own_job(${jobId})`.execute(tx)
        : await sql<ChangedJob>`select task, item from registry.cancel_own_job(${jobId})`.execute(tx)
    const [found] = rows
    if (!found) throw buildRefusal('notFound')
    const after = { task: found.task, ...(found.item !== null && { about: found.item }) }
    const action = jobAction === 'retry' ? 'job.retried' : 'job.cancelled'
    await recordAuditEvent(tx, ctx, { action, entity: 'job', entityId: jobId, after })
    return { job: toJobName(found.task) }
  })

export const retryJob = (
  ctx: Ctx,
  { params: { jobId } }: ParsedRequest<typeof contract.retryJob>,
): Promise<ResponseBody<typeof contract.retryJob>> => changeDeadJob(ctx, jobId, 'retry')

export const cancelJob = (
  ctx: Ctx,
  { params: { jobId } }: ParsedRequest<typeof contract.cancelJob>,
): Promise<ResponseBody<typeof contract.cancelJob>> => changeDeadJob(ctx, jobId, 'cancel')
