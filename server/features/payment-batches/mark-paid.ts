import type { Kysely } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { confirmBatchPaid, confirmPaymentPaid } from '#contract/payment-batches.ts'
import type { PaymentState } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertNoRelatedAccounts } from '#server/domain/conflict-of-interest.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { findBatchAccountIds, markBatchPaid, markOrderPaid } from '#server/domain/settle-payment-order.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { assertBatchExists } from './batch.queries.ts'
import { lockBatch } from './batch-record.ts'

/** Seen by the caller, and not on a record of their own. */
const assertPaymentEditable = async (tx: Kysely<DB>, ctx: Ctx, paymentId: string): Promise<void> => {
  const seen = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .where('o.id', '=', paymentId)
    .select('o.accountId')
    .executeTakeFirst()
  if (!seen) throw buildRefusal('notFound')
  await assertNoRelatedAccounts(tx, ctx, [seen.accountId])
}

type PaymentStateResult = Promise<{ state: PaymentState }>

/** By hand, where no statement of the bank says it. */
export const recordPaymentPaid = (
  ctx: Ctx,
  { params: { paymentId } }: ParsedRequest<typeof confirmPaymentPaid>,
  { deps }: HttpContext,
): PaymentStateResult =>
  ctx.db.transaction().execute(async (tx) => {
    await assertPaymentEditable(tx, ctx, paymentId)
    await markOrderPaid(tx, ctx, paymentId, new Date(deps.clock()).toISOString())
    return { state: 'paid' }
  })

export const recordBatchPaid = (
  ctx: Ctx,
  { params: { batchId } }: ParsedRequest<typeof confirmBatchPaid>,
  { deps }: HttpContext,
) =>
  ctx.db.transaction().execute(async (tx) => {
    await assertBatchExists({ ...ctx, db: tx }, batchId)
    const batch = await lockBatch(tx, batchId)
    if (batch?.state !== 'sending' && batch?.state !== 'sent') throw buildRefusal('batch.notSent')
    await lockAccounts(tx, await findBatchAccountIds(tx, [batchId]))
    return { paid: await markBatchPaid(tx, ctx, batchId, new Date(deps.clock()).toISOString()) }
  })
