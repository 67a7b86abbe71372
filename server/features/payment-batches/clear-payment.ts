import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { clearPayment as contract } from '#contract/payment-batches.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { findAccountsCanOperate, refuseUnlessAllowed } from '#server/domain/can-operate.ts'
import { lockOrder } from '#server/domain/lock-order.ts'
import { maskedNumber } from '#server/domain/masked.ts'
import { ordersWithWaits } from '#server/domain/payment-waits.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'

type Clearance = { paymentId: string; bankAccountId: string; number: string }

/** A payment that leaves in spite of what makes it wait, to the bank account that the second person has read. */
export const clearanceTask: Task<'clearance', Clearance> = {
  name: 'clearance',
  module: 'bt_Retiradas',
  secondFactor: true,
  pageOf: (paymentId) => paymentId && `/crm/Retiradas/${paymentId}`,
  carryOut: async (tx, doer, { payload: { paymentId, bankAccountId, number }, approvalId }) => {
    const order = await lockOrder(tx, paymentId)
    const bank = await tx
      .selectFrom('clientBankAccount')
      .where('id', '=', bankAccountId)
      .where('number', '=', number)
      .where('isPayout', '=', true)
      .select('id')
      .executeTakeFirst()
    if (order?.state !== 'approved' || !bank) throw refuse('approval.changedSince')
    const verdicts = await findAccountsCanOperate(tx, [order.accountId], doer.businessDate)
    refuseUnlessAllowed(verdicts.get(order.accountId)!.out)
    await tx
      .updateTable('paymentOrder')
      .set({ clearanceId: approvalId, bankAccountId })
      .where('id', '=', paymentId)
      .execute()
    await audit(tx, doer, {
      action: 'payment.cleared',
      entity: 'payment',
      entityId: paymentId,
      after: { amount: order.amount },
    })
  },
}

/** Asks for a second person's word on a payment that waits: always, whatever the firm does without. */
export const clearPayment = (
  whole: Ctx,
  { params: { paymentId }, body: { reason } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  whole.db.transaction().execute(async (tx) => {
    const ctx = { ...whole, db: tx }
    const now = serving.clock()
    const order = await ordersWithWaits(ctx, now)
      .where('o.id', '=', paymentId)
      .select(['o.state', 'o.amount', 'o.clientId', 'a.number as account', 'k.id as bankAccountId', 'k.number'])
      .select(['client.cvl', 'c.managerId'])
      .executeTakeFirst()
    if (!order) throw refuse('notFound')
    await assertNotOwnClients(tx, ctx, [order.clientId])
    const { waits, bankAccountId, number, amount, clientId } = order
    const asks = waits === 'needsApproval' || waits === 'newBankAccount'
    if (order.state !== 'approved' || !asks || !bankAccountId || !number) throw refuse('payment.notWaiting')
    await lockOrder(tx, paymentId)
    const asked = await tx
      .selectFrom('approval')
      .where('task', '=', clearanceTask.name)
      .where('entityId', '=', paymentId)
      .where('state', '=', 'pending')
      .select('id')
      .executeTakeFirst()
    if (asked) throw refuse('payment.asked')
    return propose(
      tx,
      ctx,
      clearanceTask,
      {
        payload: { paymentId, bankAccountId, number },
        reason,
        entity: 'payment',
        entityId: paymentId,
        params: { who: order.cvl, account: order.account, amount },
        after: { amount, waits, bankAccount: maskedNumber(number) },
        about: { clientId },
        liesWith: order.managerId,
        always: true,
      },
      now,
    )
  })
