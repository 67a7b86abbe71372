import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOrderBlocked } from '#server/domain/client-eligibility.ts'
import { insertBatchStep, lockBatch, setBatchState } from './batch-record.ts'

/** Whoever was blocked since a payment of theirs went into the batch: it doesn't leave, and so nor does the file that it stands in. */
export const assertNoBlockedPayments = async (tx: Kysely<DB>, batchId: string, businessDate: string): Promise<void> => {
  const { rows } = await sql`select from payment_order o join account a on a.id = o.account_id
    where o.batch_id = ${batchId} and ${isOrderBlocked(businessDate)} limit 1`.execute(tx)
  if (rows.length > 0) throw buildRefusal('batch.orderWaits')
}

/** A batch with its file. What was read is what leaves: the file's hash is part of what is approved. */
export const batchTask: ApprovalTask<'paymentBatch', { batchId: string; sha256: string }> = {
  name: 'paymentBatch',
  module: 'bt_Remesas',
  secondFactor: true,
  getRecordPath: (batchId) => batchId && `/crm/Retiradas/remesas/${batchId}`,
  carryOut: async (tx, actor, { payload: { batchId, sha256 }, now }) => {
    const batch = await lockBatch(tx, batchId)
    if (batch?.state !== 'waiting' || batch.sha256 !== sha256) throw buildRefusal('approval.changedSince')
    await assertNoBlockedPayments(tx, batchId, actor.businessDate)
    await setBatchState(tx, batchId, {
      state: 'approved',
      at: new Date(now).toISOString(),
      userId: actor.person.userId,
    })
    await recordAuditEvent(tx, actor, {
      action: 'paymentBatch.approved',
      entity: 'paymentBatch',
      entityId: batchId,
      before: { state: 'waiting' },
      after: { state: 'approved', orders: batch.orders, amount: batch.amount, sha256 },
    })
  },
  discardChange: async (tx, { payload: { batchId }, approvalId }) => {
    const batch = await lockBatch(tx, batchId)
    if (batch?.state !== 'waiting' || batch.approvalId !== approvalId) return
    const decision = await tx
      .selectFrom('approval')
      .where('id', '=', approvalId)
      .select(['decidedBy', 'decidedAt', 'decisionReason'])
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('paymentBatch')
      .set({
        state: 'draft',
        file: null,
        sha256: null,
        debtor: null,
        approvalId: null,
        payCurrency: 'EUR',
        perEuro: null,
        payAmount: null,
      })
      .where('id', '=', batchId)
      .execute()
    // They were of the file that is gone: the next one takes the rate of its day.
    await tx
      .updateTable('paymentOrder')
      .set({ payAmount: null })
      .where('batchId', '=', batchId)
      .where('payAmount', 'is not', null)
      .execute()
    await insertBatchStep(tx, batchId, {
      state: 'draft',
      at: decision.decidedAt!,
      userId: decision.decidedBy,
      reason: decision.decisionReason,
    })
  },
}
