import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { proposePaymentReturn } from '#contract/payment-batches.ts'
import type { PaymentState } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { lockPaymentOrder } from '#server/domain/lock-payment-order.ts'
import { buildReturnedIdempotencyKey, markOrderReturned } from '#server/domain/settle-payment-order.ts'
import { lockVisiblePayment } from './visible-payment.ts'

type PaymentReturnPayload = { paymentId: string; state: PaymentState; code: string; note: string }

/** The line of the bank by which a payment seemed to come back, and that is in no books yet: the return stands for it now. */
const linkReturnToBankEntry = async (tx: Kysely<DB>, paymentId: string): Promise<void> => {
  const { rows } = await sql<{ entryId: string; journalId: string }>`
    select e.id as "entryId", j.id as "journalId"
      from bank_entry e join journal j on j.idempotency_key = ${buildReturnedIdempotencyKey(paymentId)}
     where e.proposed_order_id = ${paymentId} and e.state in ('waiting', 'foreign')
       and not exists (select from bank_entry_journal l where l.entry_id = e.id)
     order by e.booking_date, e.id limit 1 for update of e`.execute(tx)
  await linkJournals(tx, rows)
  for (const { entryId } of rows)
    await tx.updateTable('bankEntry').set({ state: 'settled' }).where('id', '=', entryId).execute()
}

/** Money that has left the bank is credited again without a line of the bank: on the word of two people. */
export const paymentReturnTask: ApprovalTask<'paymentReturn', PaymentReturnPayload> = {
  name: 'paymentReturn',
  module: 'bt_Remesas',
  secondFactor: true,
  getRecordPath: (paymentId) => paymentId && `/crm/Retiradas/${paymentId}`,
  carryOut: async (tx, actor, { payload: { paymentId, state, code, note }, now }) => {
    const order = await lockPaymentOrder(tx, paymentId)
    if (order?.state !== state) throw buildRefusal('approval.changedSince')
    const at = new Date(now).toISOString()
    await markOrderReturned(tx, actor, paymentId, { code, note, at, bookingDate: actor.businessDate })
    await linkReturnToBankEntry(tx, paymentId)
  },
}

/** Throws `payment.notSent` for what never left or is back already, `payment.asked` where somebody is asked already. */
export const requestPaymentReturn = (
  ctx: Ctx,
  { params: { paymentId }, body: { code, note } }: ParsedRequest<typeof proposePaymentReturn>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof proposePaymentReturn>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { seen, order } = await lockVisiblePayment(tx, ctx, paymentId)
    const { state, amount, clientId } = order
    if (state !== 'sent' && state !== 'paid') throw buildRefusal('payment.notSent')
    const pendingApproval = await tx
      .selectFrom('approval')
      .where('task', '=', paymentReturnTask.name)
      .where('entity', '=', 'payment')
      .where('entityId', '=', paymentId)
      .where('state', '=', 'pending')
      .select('id')
      .executeTakeFirst()
    if (pendingApproval) throw buildRefusal('payment.asked')
    return proposeForApproval(
      tx,
      ctx,
      paymentReturnTask,
      {
        payload: { paymentId, state, code, note },
        reason: note,
        entity: 'payment',
        entityId: paymentId,
        params: { who: seen.cvl, account: seen.number, amount },
        after: { amount, returnCode: code },
        about: { clientId },
        assigneeId: seen.managerId,
      },
      deps.clock(),
    )
  })
