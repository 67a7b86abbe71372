import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { cancelPayment as contract } from '#contract/payments.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { endApproval } from '#server/domain/approvals.ts'
import { lockOrder } from '#server/domain/lock-order.ts'
import { moveOrder } from '#server/domain/payment-orders.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { cancelable } from './payment.queries.ts'

/** Gives the client's wish up, by whoever may work on it. Throws `payment.tooLate` once it is in a batch, or over. */
export const cancelPayment = (
  ctx: Ctx,
  { params: { paymentId }, body: { reason } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const seen = await visibleClients({ db: tx, reaches: ctx.reaches })
      .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
      .where('o.id', '=', paymentId)
      .select('o.id')
      .executeTakeFirst()
    const order = seen && (await lockOrder(tx, paymentId))
    if (!order) throw refuse('notFound')
    await assertNotOwnAccounts(tx, ctx, [order.accountId])
    if (order.kind !== 'withdrawal' || !cancelable.includes(order.state)) throw refuse('payment.tooLate')
    const now = serving.clock()
    const at = new Date(now).toISOString()
    if (order.approvalId) await endApproval(tx, ctx, order.approvalId, now)
    await moveOrder(tx, paymentId, { state: 'canceled', at, userId: ctx.person.userId, reason })
    await audit(tx, ctx, {
      action: 'withdrawal.canceled',
      entity: 'payment',
      entityId: paymentId,
      before: { state: order.state },
      after: { state: 'canceled', amount: order.amount },
    })
    return { state: 'canceled' }
  })
