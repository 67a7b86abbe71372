import type { Kysely } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { BatchState, sendBatch, takeOut as takeOutContract } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { businessDate } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { enqueue } from '#server/core/jobs.ts'
import type { Raw } from '#server/core/serve.ts'
import { endApproval } from '#server/domain/approvals.ts'
import { refuseTooOld } from '#server/domain/payment-days.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { assertBatch } from './batch.queries.ts'
import { lockBatch, moveBatch, ordersIn, recount, release } from './batch-record.ts'
import { refuseStopped } from './batch-task.ts'
import { sendBatchJob } from './payment-batches.jobs.ts'

type Changed = Promise<{ state: BatchState }>

/** The batch in one of these states, locked; 404 unless the caller sees it, `batch.tooLate` in any other. */
export const lockIn = async (tx: Kysely<DB>, ctx: Ctx, batchId: string, states: readonly BatchState[]) => {
  await assertBatch({ ...ctx, db: tx }, batchId)
  const batch = await lockBatch(tx, batchId)
  if (!batch || !states.includes(batch.state)) throw refuse('batch.tooLate')
  if (batch.askedMeanwhile) throw refuse('conflict.changed')
  return batch
}

/** While the batch is a draft: nobody has read it yet. */
export const takeOut = (
  ctx: Ctx,
  { params: { batchId, paymentId }, body: { reason } }: Parsed<typeof takeOutContract>,
  { serving }: Raw,
): Changed =>
  ctx.db.transaction().execute(async (tx) => {
    await lockIn(tx, ctx, batchId, ['draft'])
    const orders = await ordersIn(tx, batchId).where('id', '=', paymentId).execute()
    if (orders.length === 0) throw refuse('notFound')
    await assertNotOwnAccounts(
      tx,
      ctx,
      orders.map(({ accountId }) => accountId),
    )
    await release(tx, orders, { at: new Date(serving.clock()).toISOString(), userId: ctx.person.userId, reason })
    await recount(tx, batchId)
    const after = { payment: paymentId, reason }
    await audit(tx, ctx, { action: 'paymentBatch.takenOut', entity: 'paymentBatch', entityId: batchId, after })
    return { state: 'draft' }
  })

/** From now on the money is on its way, and is booked whatever happens here: see `send-due.ts`. */
export const send = (ctx: Ctx, { params: { batchId } }: Parsed<typeof sendBatch>, { serving }: Raw): Changed =>
  ctx.db.transaction().execute(async (tx) => {
    const { orders, amount, approvalId, payOn, fileTakenAt } = await lockIn(tx, ctx, batchId, ['approved'])
    // Where the file was taken in time the bank may have paid it: then that has to be booked, however late.
    refuseTooOld(
      ctx.prefix,
      payOn,
      fileTakenAt === null ? ctx.businessDate : businessDate(ctx.prefix, () => Date.parse(fileTakenAt)),
    )
    // The bank has it: whoever was asked to give it up has nothing more to say.
    if (approvalId) await endApproval(tx, ctx, approvalId, serving.clock())
    await refuseStopped(tx, batchId, ctx.businessDate)
    await moveBatch(tx, batchId, {
      state: 'sending',
      at: new Date(serving.clock()).toISOString(),
      userId: ctx.person.userId,
    })
    await enqueue(tx, sendBatchJob, batchId)
    await audit(tx, ctx, {
      action: 'paymentBatch.sent',
      entity: 'paymentBatch',
      entityId: batchId,
      before: { state: 'approved' },
      after: { state: 'sending', orders, amount },
    })
    return { state: 'sending' }
  })
