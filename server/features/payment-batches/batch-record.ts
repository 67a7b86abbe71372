import { type Kysely, sql } from 'kysely'
import type { BatchState } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { lockApproval } from '#server/domain/approvals.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { updateOrdersState } from '#server/domain/payment-orders.ts'

type BatchStep = { state: BatchState; at: string; userId: string | null; reason?: string | null }

/** Notes what a batch came into, when, by whom and why. */
export const insertBatchStep = async (
  tx: Kysely<DB>,
  batchId: string,
  { state, at, userId, reason = null }: BatchStep,
): Promise<void> => {
  await sql`insert into payment_batch_step (batch_id, step, state, at, user_id, reason)
    select ${batchId}, coalesce(max(step), 0) + 1, ${state}, ${at}, ${userId}::bigint, ${reason} from payment_batch_step where batch_id = ${batchId}`.execute(
    tx,
  )
}

/** Brings a batch into its next state. The database refuses what doesn't follow. */
export const setBatchState = async (tx: Kysely<DB>, batchId: string, step: BatchStep): Promise<void> => {
  await tx.updateTable('paymentBatch').set({ state: step.state }).where('id', '=', batchId).execute()
  await insertBatchStep(tx, batchId, step)
}

/** What is in it, as its row says it. */
export const updateBatchTotals = async (tx: Kysely<DB>, batchId: string): Promise<void> => {
  await sql`update payment_batch b set orders = s.orders, amount = s.amount
    from (select count(*)::int as orders, coalesce(sum(amount), 0) as amount from payment_order where batch_id = ${batchId}) s
    where b.id = ${batchId}`.execute(tx)
}

export const selectOrdersOfBatch = (tx: Kysely<DB>, batchId: string) =>
  tx.selectFrom('paymentOrder').where('batchId', '=', batchId).select(['id', 'accountId'])

/** Back to where they wait for a batch. */
export const releaseOrdersFromBatch = async (
  tx: Kysely<DB>,
  orders: readonly { id: string; accountId: string }[],
  step: { at: string; userId: string; reason: string },
): Promise<void> => {
  if (orders.length === 0) return
  await lockAccounts(
    tx,
    orders.map(({ accountId }) => accountId),
  )
  const ids = sql<string>`any(${orders.map(({ id }) => id)}::bigint[])`
  await tx
    .updateTable('paymentOrder')
    .set({ payAmount: null })
    .where('id', '=', ids)
    .where('payAmount', 'is not', null)
    .execute()
  await updateOrdersState(
    tx,
    orders.map(({ id }) => id),
    { state: 'approved', ...step },
    { batchId: null },
  )
}

/** The batch, so that nobody else brings it on meanwhile: after the change of a second person that it waits for, before its accounts. */
export const lockBatch = async (tx: Kysely<DB>, batchId: string) => {
  const known = await tx.selectFrom('paymentBatch').where('id', '=', batchId).select('approvalId').executeTakeFirst()
  await lockApproval(tx, known?.approvalId ?? null)
  const batch = await tx
    .selectFrom('paymentBatch')
    .where('id', '=', batchId)
    .select(['id', 'state', 'fileKind', 'payOn', 'orders', 'amount', 'sha256', 'approvalId', 'fileTakenAt'])
    .forUpdate()
    .executeTakeFirst()
  // Where somebody was asked in between, the change that they were asked for isn't locked.
  return batch && { ...batch, isApprovalChanged: batch.approvalId !== known?.approvalId }
}
