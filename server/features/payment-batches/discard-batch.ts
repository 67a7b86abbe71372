import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { discardBatch } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { formatBatchReference } from '#rules/payment-references.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { endApproval, proposeForApproval } from '#server/domain/approvals.ts'
import { lockBatch, releaseOrdersFromBatch, selectOrdersOfBatch, setBatchState } from './batch-record.ts'
import { lockBatchInState } from './change-batch.ts'

type DiscardBatchInput = { batchId: string; state: string; reason: string; now: number }

/** Nothing of it leaves: its payments wait for another one. The batch is locked. */
const discardLockedBatch = async (
  tx: Kysely<DB>,
  actor: Actor,
  { batchId, state, reason, now }: DiscardBatchInput,
): Promise<void> => {
  const step = { at: new Date(now).toISOString(), userId: actor.person.userId, reason }
  await setBatchState(tx, batchId, { state: 'given_up', ...step })
  await releaseOrdersFromBatch(tx, await selectOrdersOfBatch(tx, batchId).execute(), step)
  await recordAuditEvent(tx, actor, {
    action: 'paymentBatch.givenUp',
    entity: 'paymentBatch',
    entityId: batchId,
    before: { state },
    after: { state: 'given_up', reason },
  })
}

/** An approved batch of which somebody has had the file: a second person says that the bank hasn't. `approvedBy`: the word by which it was approved. */
export const batchDiscardTask: ApprovalTask<
  'batchEnd',
  { batchId: string; reason: string; approvedBy: string | null }
> = {
  name: 'batchEnd',
  module: 'bt_Remesas',
  secondFactor: true,
  getRecordPath: (batchId) => batchId && `/crm/Retiradas/remesas/${batchId}`,
  carryOut: async (tx, actor, { payload: { batchId, reason }, now }) => {
    const batch = await lockBatch(tx, batchId)
    if (batch?.state !== 'approved') throw buildRefusal('approval.changedSince')
    await discardLockedBatch(tx, actor, { batchId, state: batch.state, reason, now })
  },
  discardChange: async (tx, { payload: { batchId, approvedBy }, approvalId }) => {
    await tx
      .updateTable('paymentBatch')
      .set({ approvalId: approvedBy })
      .where('id', '=', batchId)
      .where('approvalId', '=', approvalId)
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { batchId, approvedBy }, approvalId }) => {
    const restored = await tx
      .updateTable('paymentBatch')
      .set({ approvalId })
      .where('id', '=', batchId)
      .where('state', '=', 'approved')
      .where('approvalId', approvedBy === null ? 'is' : '=', approvedBy)
      .returning('id')
      .executeTakeFirst()
    if (!restored) throw buildRefusal('approval.rejectionFinal')
  },
}

type DiscardBatchRequest = ParsedRequest<typeof discardBatch>

/** Throws `batch.endAsked` where somebody is asked already. */
const proposeBatchDiscard = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { batchId, reason }: { batchId: string; reason: string },
  { batch, now }: { batch: Awaited<ReturnType<typeof lockBatchInState>>; now: number },
): Promise<ResponseBody<typeof discardBatch>> => {
  const pendingApproval = await tx
    .selectFrom('approval')
    .where('id', '=', batch.approvalId)
    .where('task', '=', batchDiscardTask.name)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  if (pendingApproval) throw buildRefusal('batch.endAsked')
  const { orders, amount, approvalId: approvedBy } = batch
  const { approvalId } = await proposeForApproval(
    tx,
    ctx,
    batchDiscardTask,
    {
      payload: { batchId, reason, approvedBy },
      reason,
      entity: 'paymentBatch',
      entityId: batchId,
      params: { who: formatBatchReference(ctx.prefix, batchId), amount, count: String(orders) },
      after: { payments: orders, amount },
      assigneeId: null,
      always: true,
    },
    now,
  )
  await tx.updateTable('paymentBatch').set({ approvalId }).where('id', '=', batchId).execute()
  return { state: 'approved', approvalId }
}

/**
 * Gives a batch up, and nobody is asked for their word any more. Where the approved file has been taken the bank may have it, and all of it would be paid
 * twice: then a second person decides, whatever the firm does without.
 */
export const discardPaymentBatch = (
  ctx: Ctx,
  { params: { batchId }, body: { reason } }: DiscardBatchRequest,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof discardBatch>> =>
  ctx.db.transaction().execute(async (tx) => {
    const batch = await lockBatchInState(tx, ctx, batchId, ['draft', 'waiting', 'approved'])
    const now = deps.clock()
    if (batch.state === 'approved' && batch.fileTakenAt !== null)
      return proposeBatchDiscard(tx, ctx, { batchId, reason }, { batch, now })
    if (batch.approvalId) await endApproval(tx, ctx, batch.approvalId, now)
    await discardLockedBatch(tx, ctx, { batchId, state: batch.state, reason, now })
    return { state: 'given_up', approvalId: null }
  })
