import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertWithinApproverLimit } from '#server/domain/approver-limit.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { assertMinimumLeft } from '#server/domain/early-withdrawal.ts'
import { readAccounts } from '#server/domain/lock-account.ts'
import { lockPaymentOrder } from '#server/domain/lock-payment-order.ts'
import { updateOrderState } from '#server/domain/payment-orders.ts'
import { toLedgerRefusal } from '#server/domain/post-journal.ts'

/** While it was rejected nothing led it elsewhere: its bank account may have ended since. */
const assertStillPayable = async (tx: Kysely<DB>, paymentId: string): Promise<void> => {
  const payable = await tx
    .selectFrom('clientBankAccount as k')
    .innerJoin('paymentOrder as o', 'o.bankAccountId', 'k.id')
    .where('o.id', '=', paymentId)
    .where('k.isPayout', '=', true)
    .select('k.id')
    .forShare('k')
    .executeTakeFirst()
  if (!payable) throw buildRefusal('approval.rejectionFinal')
}

/** A withdrawal that somebody asked for and another lets go. From then on it waits for a batch. */
export const withdrawalTask: ApprovalTask<'withdrawal', { paymentId: string }> = {
  name: 'withdrawal',
  module: 'bt_Retiradas',
  secondFactor: true,
  getRecordPath: (paymentId) => paymentId && `/crm/Retiradas/${paymentId}`,
  carryOut: async (tx, actor, { payload: { paymentId }, approvalId, now }) => {
    const order = await lockPaymentOrder(tx, paymentId)
    if (order?.state !== 'requested') throw buildRefusal('approval.changedSince')
    // Whoever was blocked since it was asked for: the word of the second person doesn't go over that.
    const verdicts = await findAccountsEligibility(tx, [order.accountId], actor.businessDate)
    assertOperationAllowed(verdicts.get(order.accountId)!.out)
    await assertWithinApproverLimit(tx, actor, approvalId, order)
    await updateOrderState(tx, paymentId, {
      state: 'approved',
      at: new Date(now).toISOString(),
      userId: actor.person.userId,
    })
    await recordAuditEvent(tx, actor, {
      action: 'withdrawal.approved',
      entity: 'payment',
      entityId: paymentId,
      before: { state: 'requested' },
      after: { state: 'approved', amount: order.amount },
    })
  },
  discardChange: async (tx, { payload: { paymentId }, approvalId }, state) => {
    const order = await lockPaymentOrder(tx, paymentId)
    if (order?.state !== 'requested') return
    const decision = await tx
      .selectFrom('approval')
      .where('id', '=', approvalId)
      .select(['decidedBy', 'decidedAt', 'decisionReason'])
      .executeTakeFirstOrThrow()
    await updateOrderState(tx, paymentId, {
      state: state === 'rejected' ? 'rejected' : 'canceled',
      at: decision.decidedAt!,
      userId: decision.decidedBy,
      reason: decision.decisionReason,
    })
  },
  // The trigger `hold_payment` holds the money again, or the balance refuses what is no longer there.
  restoreChange: async (tx, actor, { payload: { paymentId }, approvalId, now }) => {
    const order = await lockPaymentOrder(tx, paymentId)
    if (order?.state !== 'rejected' || order.approvalId !== approvalId) throw buildRefusal('approval.rejectionFinal')
    await assertStillPayable(tx, paymentId)
    // Asked for since then may be what left just the minimum.
    const [account] = await readAccounts(tx, [order.accountId])
    assertMinimumLeft(account!, order, actor.businessDate)
    const step = { state: 'requested', at: new Date(now).toISOString(), userId: actor.person.userId } as const
    await updateOrderState(tx, paymentId, step).catch((error: unknown) => {
      throw toLedgerRefusal(error)
    })
  },
}
