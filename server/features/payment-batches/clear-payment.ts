import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { proposePaymentClearance } from '#contract/payment-batches.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { assertOperationAllowed, findAccountsEligibility } from '#server/domain/client-eligibility.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { lockPaymentOrder } from '#server/domain/lock-payment-order.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { selectOrdersWithHoldReason } from '#server/domain/payment-holds.ts'

type ClearancePayload = { paymentId: string; bankAccountId: string; number: string }

/** A payment that leaves in spite of what makes it wait, to the bank account that the second person has read. */
export const clearanceTask: ApprovalTask<'clearance', ClearancePayload> = {
  name: 'clearance',
  module: 'bt_Retiradas',
  secondFactor: true,
  getRecordPath: (paymentId) => paymentId && `/crm/Retiradas/${paymentId}`,
  carryOut: async (tx, actor, { payload: { paymentId, bankAccountId, number }, approvalId }) => {
    const order = await lockPaymentOrder(tx, paymentId)
    const bank = await tx
      .selectFrom('clientBankAccount')
      .where('id', '=', bankAccountId)
      .where('number', '=', number)
      .where('isPayout', '=', true)
      .select('id')
      .executeTakeFirst()
    if (order?.state !== 'approved' || !bank) throw buildRefusal('approval.changedSince')
    const verdicts = await findAccountsEligibility(tx, [order.accountId], actor.businessDate)
    assertOperationAllowed(verdicts.get(order.accountId)!.out)
    await tx
      .updateTable('paymentOrder')
      .set({ clearanceId: approvalId, bankAccountId })
      .where('id', '=', paymentId)
      .execute()
    await recordAuditEvent(tx, actor, {
      action: 'payment.cleared',
      entity: 'payment',
      entityId: paymentId,
      after: { amount: order.amount },
    })
  },
}

/** Asks for a second person's word on a payment that waits: always, whatever the firm does without. */
export const proposeClearance = (
  requestCtx: Ctx,
  { params: { paymentId }, body: { reason } }: ParsedRequest<typeof proposePaymentClearance>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof proposePaymentClearance>> =>
  requestCtx.db.transaction().execute(async (tx) => {
    const ctx = { ...requestCtx, db: tx }
    const now = deps.clock()
    const order = await selectOrdersWithHoldReason(ctx, now)
      .where('o.id', '=', paymentId)
      .select(['o.state', 'o.amount', 'o.clientId', 'a.number as account', 'k.id as bankAccountId', 'k.number'])
      .select(['client.cvl', 'c.managerId'])
      .executeTakeFirst()
    if (!order) throw buildRefusal('notFound')
    await assertNoRelatedClients(tx, ctx, [order.clientId])
    const { waits, bankAccountId, number, amount, clientId } = order
    const asks = waits === 'needsApproval' || waits === 'newBankAccount'
    if (order.state !== 'approved' || !asks || !bankAccountId || !number) throw buildRefusal('payment.notWaiting')
    await lockPaymentOrder(tx, paymentId)
    const pendingApproval = await tx
      .selectFrom('approval')
      .where('task', '=', clearanceTask.name)
      .where('entityId', '=', paymentId)
      .where('state', '=', 'pending')
      .select('id')
      .executeTakeFirst()
    if (pendingApproval) throw buildRefusal('payment.asked')
    return proposeForApproval(
      tx,
      ctx,
      clearanceTask,
      {
        payload: { paymentId, bankAccountId, number },
        reason,
        entity: 'payment',
        entityId: paymentId,
        params: { who: order.cvl, account: order.account, amount },
        after: { amount, waits, bankAccount: maskAccountNumber(number) },
        about: { clientId },
        assigneeId: order.managerId,
        always: true,
      },
      now,
    )
  })
