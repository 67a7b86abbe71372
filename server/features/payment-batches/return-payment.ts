import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { returnOrder as contract } from '#contract/payment-batches.ts'
import type { PaymentState } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { propose } from '#server/domain/approvals.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { lockOrder } from '#server/domain/lock-order.ts'
import { returnedKey, returnOrder } from '#server/domain/settle-order.ts'
import { lockVisiblePayment } from './visible-payment.ts'

type PaymentReturn = { paymentId: string; state: PaymentState; code: string; note: string }

/** The line of the bank by which a payment seemed to come back, and that is in no books yet: the return stands for it now. */
const settleReturnLine = async (tx: Kysely<DB>, paymentId: string): Promise<void> => {
  const { rows } = await sql<{ entryId: string; journalId: string }>`
    select e.id as "entryId", j.id as "journalId"
      from bank_entry e join journal j on j.idempotency_key = ${returnedKey(paymentId)}
     where e.proposed_order_id = ${paymentId} and e.state in ('waiting', 'foreign')
       and not exists (select from bank_entry_journal l where l.entry_id = e.id)
     order by e.booking_date, e.id limit 1 for update of e`.execute(tx)
  await linkJournals(tx, rows)
  for (const { entryId } of rows)
    await tx.updateTable('bankEntry').set({ state: 'settled' }).where('id', '=', entryId).execute()
}

/** Money that has left the bank is credited again without a line of the bank: on the word of two people. */
export const returnTask: Task<'paymentReturn', PaymentReturn> = {
  name: 'paymentReturn',
  module: 'bt_Remesas',
  secondFactor: true,
  pageOf: (paymentId) => paymentId && `/crm/Retiradas/${paymentId}`,
  carryOut: async (tx, doer, { payload: { paymentId, state, code, note }, now }) => {
    const order = await lockOrder(tx, paymentId)
    if (order?.state !== state) throw refuse('approval.changedSince')
    const at = new Date(now).toISOString()
    await returnOrder(tx, doer, paymentId, { code, note, at, bookingDate: doer.businessDate })
    await settleReturnLine(tx, paymentId)
  },
}

/** Throws `payment.notSent` for what never left or is back already, `payment.asked` where somebody is asked already. */
export const returnPayment = (
  ctx: Ctx,
  { params: { paymentId }, body: { code, note } }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { seen, order } = await lockVisiblePayment(tx, ctx, paymentId)
    const { state, amount, clientId } = order
    if (state !== 'sent' && state !== 'paid') throw refuse('payment.notSent')
    const asked = await tx
      .selectFrom('approval')
      .where('task', '=', returnTask.name)
      .where('entity', '=', 'payment')
      .where('entityId', '=', paymentId)
      .where('state', '=', 'pending')
      .select('id')
      .executeTakeFirst()
    if (asked) throw refuse('payment.asked')
    return propose(
      tx,
      ctx,
      returnTask,
      {
        payload: { paymentId, state, code, note },
        reason: note,
        entity: 'payment',
        entityId: paymentId,
        params: { who: seen.cvl, account: seen.number, amount },
        after: { amount, returnCode: code },
        about: { clientId },
        liesWith: seen.managerId,
      },
      serving.clock(),
    )
  })
