import type { setNextReviews } from '#contract/client-data/bulk.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { lockClient } from './change-client.ts'
import { updateClient } from './update-client.ts'

/** Sets the day of one client; the day that is set already is no change. 404 out of scope, `approval.ownRecord` for a relative of the caller's. */
export const setNextReview = async (
  ctx: Ctx,
  clientId: string,
  { body: { nextReviewOn } }: ParsedRequest<typeof setNextReviews>,
): Promise<void> => {
  await ctx.db.transaction().execute(async (tx) => {
    const { client } = await lockClient(tx, ctx, clientId)
    if (nextReviewOn < ctx.businessDate) throw buildRefusal('request.invalid', { fields: { nextReviewOn: 'past' } })
    if (client.nextReviewOn === nextReviewOn) return
    await updateClient(tx, client, { nextReviewOn })
    await recordAuditEvent(tx, ctx, {
      action: 'client.changed',
      entity: 'client',
      entityId: clientId,
      before: { nextReviewOn: client.nextReviewOn },
      after: { nextReviewOn },
    })
  })
}
