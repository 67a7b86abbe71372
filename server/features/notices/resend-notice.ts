import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/notices.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { lockIdempotencyKey } from '#server/domain/idempotency-lock.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { sendNoticesJob } from './notices.jobs.ts'
import { canResendSql } from './notices.queries.ts'

/** The notice that this call has tried again before; with another one the key is refused. */
const isResentBy = async (tx: Kysely<DB>, key: string, noticeId: string): Promise<boolean> => {
  await lockIdempotencyKey(tx, key)
  const resent = await tx.selectFrom('clientNotice').where('resendKey', '=', key).select('id').executeTakeFirst()
  if (resent && resent.id !== noticeId) throw buildRefusal('idempotency.differentBody')
  return resent !== undefined
}

/**
 * Puts a notice back into the queue that failed or was skipped; 404 out of scope, `notice.notFailed` for any other. Sent again, it is answered as the first
 * time.
 */
export const resendNotice = (
  ctx: Ctx,
  { params: { noticeId }, key }: ParsedRequest<typeof contract.resendNotice>,
): Promise<ResponseBody<typeof contract.resendNotice>> =>
  ctx.db.transaction().execute(async (tx) => {
    const notice = await tx
      .selectFrom('clientNotice as n')
      .where('n.id', '=', noticeId)
      .where('n.clientId', 'in', selectVisibleClients({ ...ctx, db: tx }).select('c.clientId'))
      .select(['n.clientId', 'n.kind', 'n.state', 'n.reason', canResendSql.as('may')])
      .forUpdate('n')
      .executeTakeFirst()
    if (!notice) throw buildRefusal('notFound')
    const { clientId, kind, state, reason, may } = notice
    await assertNoRelatedClients(tx, ctx, [clientId])
    if (await isResentBy(tx, key, noticeId)) return { queued: true as const }
    if (!may) throw buildRefusal('notice.notFailed')
    await tx
      .updateTable('clientNotice')
      .set({ state: 'queued', attempts: 0, nextAt: null, reason: null, resendKey: key })
      .where('id', '=', noticeId)
      .execute()
    await enqueueJob(tx, sendNoticesJob, noticeId)
    const change = { before: { state, ...(reason && { reason }) }, after: { kind, state: 'queued' } }
    await recordAuditEvent(tx, ctx, { action: 'notice.resent', entity: 'client', entityId: clientId, ...change })
    return { queued: true as const }
  })
