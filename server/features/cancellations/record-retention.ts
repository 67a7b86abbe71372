import type * as contract from '#contract/cancellations.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockVisibleQuote } from './lock-quote.ts'

/** Notes what was offered. That somebody stays ends the quote; that they do may be known a day later, when it is good no longer. */
export const recordRetention = (
  ctx: Ctx,
  { params: { quoteId }, body }: ParsedRequest<typeof contract.recordRetention>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.recordRetention>> =>
  ctx.db.transaction().execute(async (tx) => {
    const quote = await lockVisibleQuote(tx, ctx, quoteId, ctx.businessDate)
    if (quote.approvalId && quote.state === 'open') throw buildRefusal('cancellation.waits')
    if ((quote.state !== 'open' && quote.state !== 'expired') || quote.status !== 'active')
      throw buildRefusal('cancellation.over')
    await tx
      .insertInto('retentionAction')
      .values({
        ...body,
        quoteId,
        actedBy: ctx.person.userId,
        actedAt: new Date(deps.clock()).toISOString(),
      })
      .execute()
    if (body.kept)
      await tx.updateTable('cancellationQuote').set({ state: 'retained' }).where('id', '=', quoteId).execute()
    await recordAuditEvent(tx, ctx, {
      action: body.kept ? 'cancellation.retained' : 'cancellation.offered',
      entity: 'cancellation',
      entityId: quoteId,
      after: { account: quote.number, offer: body.offer, kept: body.kept },
    })
    return { state: body.kept ? 'retained' : quote.standing }
  })
