import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { resendNotice as contract } from '#contract/notices.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { enqueue } from '#server/core/jobs.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { sendNoticesJob } from './notice-jobs.ts'
import { mayResend } from './notices.queries.ts'

/** Puts a notice back into the queue that failed or was skipped; 404 out of scope, `notice.notFailed` for any other. */
export const resendNotice = (
  ctx: Ctx,
  { params: { noticeId } }: Parsed<typeof contract>,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const notice = await tx
      .selectFrom('clientNotice as n')
      .where('n.id', '=', noticeId)
      .where('n.clientId', 'in', visibleClients({ ...ctx, db: tx }).select('c.clientId'))
      .select(['n.clientId', 'n.kind', 'n.state', 'n.reason', mayResend.as('may')])
      .forUpdate('n')
      .executeTakeFirst()
    if (!notice) throw refuse('notFound')
    const { clientId, kind, state, reason, may } = notice
    await assertNotOwnClients(tx, ctx, [clientId])
    if (!may) throw refuse('notice.notFailed')
    await tx
      .updateTable('clientNotice')
      .set({ state: 'queued', attempts: 0, nextAt: null, reason: null })
      .where('id', '=', noticeId)
      .execute()
    await enqueue(tx, sendNoticesJob, noticeId)
    const change = { before: { state, ...(reason && { reason }) }, after: { kind, state: 'queued' } }
    await audit(tx, ctx, { action: 'notice.resent', entity: 'client', entityId: clientId, ...change })
    return { queued: true as const }
  })
