import type { Kysely } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { BatchState, confirmBatchSent, removeBatchPayment } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { endApproval } from '#server/domain/approvals.ts'
import { assertNoRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { assertBatchNotTooOld } from '#server/domain/payment-days.ts'
import { assertBatchExists } from './batch.queries.ts'
import {
  lockBatch,
  releaseOrdersFromBatch,
  selectOrdersOfBatch,
  setBatchState,
  updateBatchTotals,
} from './batch-record.ts'
import { assertNoBlockedPayments } from './batch-task.ts'
import { sendBatchJob } from './payment-batches.jobs.ts'

type BatchStateResult = Promise<{ state: BatchState }>

/** The batch in one of these states, locked; 404 unless the caller sees it, `batch.tooLate` in any other. */
export const lockBatchInState = async (tx: Kysely<DB>, ctx: Ctx, batchId: string, states: readonly BatchState[]) => {
  await assertBatchExists({ ...ctx, db: tx }, batchId)
  const batch = await lockBatch(tx, batchId)
  if (!batch || !states.includes(batch.state)) throw buildRefusal('batch.tooLate')
  if (batch.isApprovalChanged) throw buildRefusal('conflict.changed')
  return batch
}

/** While the batch is a draft: nobody has read it yet. */
export const removePaymentFromBatch = (
  ctx: Ctx,
  { params: { batchId, paymentId }, body: { reason } }: ParsedRequest<typeof removeBatchPayment>,
  { deps }: HttpContext,
): BatchStateResult =>
  ctx.db.transaction().execute(async (tx) => {
    await lockBatchInState(tx, ctx, batchId, ['draft'])
    const orders = await selectOrdersOfBatch(tx, batchId).where('id', '=', paymentId).execute()
    if (orders.length === 0) throw buildRefusal('notFound')
    await assertNoRelatedAccounts(
      tx,
      ctx,
      orders.map(({ accountId }) => accountId),
    )
    await releaseOrdersFromBatch(tx, orders, {
      at: new Date(deps.clock()).toISOString(),
      userId: ctx.person.userId,
      reason,
    })
    await updateBatchTotals(tx, batchId)
    const after = { payment: paymentId, reason }
    await recordAuditEvent(tx, ctx, {
      action: 'paymentBatch.takenOut',
      entity: 'paymentBatch',
      entityId: batchId,
      after,
    })
    return { state: 'draft' }
  })

/** From now on the money is on its way, and is booked whatever happens here: see `send-due-batches.ts`. */
export const startSendingBatch = (
  ctx: Ctx,
  { params: { batchId } }: ParsedRequest<typeof confirmBatchSent>,
  { deps }: HttpContext,
): BatchStateResult =>
  ctx.db.transaction().execute(async (tx) => {
    const { orders, amount, approvalId, payOn, fileTakenAt } = await lockBatchInState(tx, ctx, batchId, ['approved'])
    // Where the file was taken in time the bank may have paid it: then that has to be booked, however late.
    assertBatchNotTooOld(
      ctx.prefix,
      payOn,
      fileTakenAt === null ? ctx.businessDate : getBusinessDate(ctx.prefix, () => Date.parse(fileTakenAt)),
    )
    // The bank has it: whoever was asked to give it up has nothing more to say.
    if (approvalId) await endApproval(tx, ctx, approvalId, deps.clock())
    await assertNoBlockedPayments(tx, batchId, ctx.businessDate)
    await setBatchState(tx, batchId, {
      state: 'sending',
      at: new Date(deps.clock()).toISOString(),
      userId: ctx.person.userId,
    })
    await enqueueJob(tx, sendBatchJob, batchId)
    await recordAuditEvent(tx, ctx, {
      action: 'paymentBatch.sent',
      entity: 'paymentBatch',
      entityId: batchId,
      before: { state: 'approved' },
      after: { state: 'sending', orders, amount },
    })
    return { state: 'sending' }
  })
