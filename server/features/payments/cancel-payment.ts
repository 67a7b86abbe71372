import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/payments.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { endApproval } from '#server/domain/approvals.ts'
import { assertNoRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { lockPaymentOrder } from '#server/domain/lock-payment-order.ts'
import { updateOrderState } from '#server/domain/payment-orders.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { cancelableStates } from './payment-actions.ts'

/** Gives the client's wish up, by whoever may work on it. Throws `payment.tooLate` once it is in a batch, or over. */
export const cancelPayment = (
  ctx: Ctx,
  { params: { paymentId }, body: { reason } }: ParsedRequest<typeof contract.cancelPayment>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.cancelPayment>> =>
  ctx.db.transaction().execute(async (tx) => {
    const seen = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
      .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
      .where('o.id', '=', paymentId)
      .select('o.id')
      .executeTakeFirst()
    const order = seen && (await lockPaymentOrder(tx, paymentId))
    if (!order) throw buildRefusal('notFound')
    await assertNoRelatedAccounts(tx, ctx, [order.accountId])
    if (order.kind !== 'withdrawal' || !cancelableStates.includes(order.state)) throw buildRefusal('payment.tooLate')
    const now = deps.clock()
    const at = new Date(now).toISOString()
    if (order.approvalId) await endApproval(tx, ctx, order.approvalId, now)
    await updateOrderState(tx, paymentId, { state: 'canceled', at, userId: ctx.person.userId, reason })
    await recordAuditEvent(tx, ctx, {
      action: 'withdrawal.canceled',
      entity: 'payment',
      entityId: paymentId,
      before: { state: order.state },
      after: { state: 'canceled', amount: order.amount },
    })
    return { state: 'canceled' }
  })
