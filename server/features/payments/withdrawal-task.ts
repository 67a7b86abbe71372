import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { assertWithinLimit } from '#server/domain/decider-limit.ts'
import { lockOrder } from '#server/domain/lock-order.ts'
import { moveOrder } from '#server/domain/payment-orders.ts'

/** A withdrawal that somebody asked for and another lets go. From then on it waits for a batch. */
export const withdrawalTask: Task<'withdrawal', { paymentId: string }> = {
  name: 'withdrawal',
  module: 'bt_Retiradas',
  secondFactor: true,
  pageOf: (paymentId) => paymentId && `/crm/Retiradas/${paymentId}`,
  carryOut: async (tx, doer, { payload: { paymentId }, approvalId, now }) => {
    const order = await lockOrder(tx, paymentId)
    if (order?.state !== 'requested') throw refuse('approval.changedSince')
    // Whoever was blocked since it was asked for: the word of the second person doesn't go over that.
    const verdicts = await findAccountsCanOperate(tx, [order.accountId], doer.businessDate)
    refuseUnlessAllowed(verdicts.get(order.accountId)!.out)
    await assertWithinLimit(tx, doer, approvalId, order)
    await moveOrder(tx, paymentId, {
      state: 'approved',
      at: new Date(now).toISOString(),
      userId: doer.person.userId,
    })
    await audit(tx, doer, {
      action: 'withdrawal.approved',
      entity: 'payment',
      entityId: paymentId,
      before: { state: 'requested' },
      after: { state: 'approved', amount: order.amount },
    })
  },
  drop: async (tx, { payload: { paymentId }, approvalId }, state) => {
    const order = await lockOrder(tx, paymentId)
    if (order?.state !== 'requested') return
    const decision = await tx
      .selectFrom('approval')
      .where('id', '=', approvalId)
      .select(['decidedBy', 'decidedAt', 'decisionReason'])
      .executeTakeFirstOrThrow()
    await moveOrder(tx, paymentId, {
      state: state === 'rejected' ? 'rejected' : 'canceled',
      at: decision.decidedAt!,
      userId: decision.decidedBy,
      reason: decision.decisionReason,
    })
  },
}
