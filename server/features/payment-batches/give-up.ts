import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { giveBatchUp as contract } from '#contract/payment-batches.ts'
import type { DB } from '#db/types.ts'
import { referenceOfBatch } from '#rules/payment-references.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { endApproval, propose } from '#server/domain/approvals.ts'
import { lockBatch, moveBatch, ordersIn, release } from './batch-record.ts'
import { lockIn } from './change-batch.ts'

type Ended = { batchId: string; state: string; reason: string; now: number }

/** Nothing of it leaves: its payments wait for another one. The batch is locked. */
const end = async (tx: Kysely<DB>, doer: Doer, { batchId, state, reason, now }: Ended): Promise<void> => {
  const step = { at: new Date(now).toISOString(), userId: doer.person.userId, reason }
  await moveBatch(tx, batchId, { state: 'given_up', ...step })
  await release(tx, await ordersIn(tx, batchId).execute(), step)
  await audit(tx, doer, {
    action: 'paymentBatch.givenUp',
    entity: 'paymentBatch',
    entityId: batchId,
    before: { state },
    after: { state: 'given_up', reason },
  })
}

/** An approved batch of which somebody has had the file: a second person says that the bank hasn't. `approvedBy`: the word by which it was approved. */
export const endTask: Task<'batchEnd', { batchId: string; reason: string; approvedBy: string | null }> = {
  name: 'batchEnd',
  module: 'bt_Remesas',
  secondFactor: true,
  pageOf: (batchId) => batchId && `/crm/Retiradas/remesas/${batchId}`,
  carryOut: async (tx, doer, { payload: { batchId, reason }, now }) => {
    const batch = await lockBatch(tx, batchId)
    if (batch?.state !== 'approved') throw refuse('approval.changedSince')
    await end(tx, doer, { batchId, state: batch.state, reason, now })
  },
  drop: async (tx, { payload: { batchId, approvedBy }, approvalId }) => {
    await tx
      .updateTable('paymentBatch')
      .set({ approvalId: approvedBy })
      .where('id', '=', batchId)
      .where('approvalId', '=', approvalId)
      .execute()
  },
}

type Input = Parsed<typeof contract>

/** Throws `batch.endAsked` where somebody is asked already. */
const ask = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { batchId, reason }: { batchId: string; reason: string },
  { batch, now }: { batch: Awaited<ReturnType<typeof lockIn>>; now: number },
): Promise<Answer<typeof contract>> => {
  const asked = await tx
    .selectFrom('approval')
    .where('id', '=', batch.approvalId)
    .where('task', '=', endTask.name)
    .where('state', '=', 'pending')
    .select('id')
    .executeTakeFirst()
  if (asked) throw refuse('batch.endAsked')
  const { orders, amount, approvalId: approvedBy } = batch
  const { approvalId } = await propose(
    tx,
    ctx,
    endTask,
    {
      payload: { batchId, reason, approvedBy },
      reason,
      entity: 'paymentBatch',
      entityId: batchId,
      params: { who: referenceOfBatch(ctx.prefix, batchId), amount, count: String(orders) },
      after: { payments: orders, amount },
      liesWith: null,
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
export const giveUp = (
  ctx: Ctx,
  { params: { batchId }, body: { reason } }: Input,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const batch = await lockIn(tx, ctx, batchId, ['draft', 'waiting', 'approved'])
    const now = serving.clock()
    if (batch.state === 'approved' && batch.fileTakenAt !== null)
      return ask(tx, ctx, { batchId, reason }, { batch, now })
    if (batch.approvalId) await endApproval(tx, ctx, batch.approvalId, now)
    await end(tx, ctx, { batchId, state: batch.state, reason, now })
    return { state: 'given_up', approvalId: null }
  })
