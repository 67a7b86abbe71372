import type { Kysely } from 'kysely'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { payBatch, payOrder } from '#contract/payment-batches.ts'
import type { PaymentState } from '#contract/payments.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { accountsOfBatches, markBatchPaid, markPaid } from '#server/domain/settle-order.ts'
import { assertNotOwnAccounts } from '#server/domain/too-near.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import { assertBatch } from './batch.queries.ts'
import { lockBatch } from './batch-record.ts'

/** Seen by the caller, and not on a record of their own. */
const assertTouchable = async (tx: Kysely<DB>, ctx: Ctx, paymentId: string): Promise<void> => {
  const seen = await visibleClients({ db: tx, reaches: ctx.reaches })
    .innerJoin('paymentOrder as o', 'o.clientId', 'c.clientId')
    .where('o.id', '=', paymentId)
    .select('o.accountId')
    .executeTakeFirst()
  if (!seen) throw refuse('notFound')
  await assertNotOwnAccounts(tx, ctx, [seen.accountId])
}

type Told = Promise<{ state: PaymentState }>

/** By hand, where no statement of the bank says it. */
export const pay = (ctx: Ctx, { params: { paymentId } }: Parsed<typeof payOrder>, { serving }: Raw): Told =>
  ctx.db.transaction().execute(async (tx) => {
    await assertTouchable(tx, ctx, paymentId)
    await markPaid(tx, ctx, paymentId, new Date(serving.clock()).toISOString())
    return { state: 'paid' }
  })

export const payAll = (ctx: Ctx, { params: { batchId } }: Parsed<typeof payBatch>, { serving }: Raw) =>
  ctx.db.transaction().execute(async (tx) => {
    await assertBatch({ ...ctx, db: tx }, batchId)
    const batch = await lockBatch(tx, batchId)
    if (batch?.state !== 'sending' && batch?.state !== 'sent') throw refuse('batch.notSent')
    await lockAccounts(tx, await accountsOfBatches(tx, [batchId]))
    return { paid: await markBatchPaid(tx, ctx, batchId, new Date(serving.clock()).toISOString()) }
  })
