import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { formatBatchReference } from '#rules/payment-references.ts'
import { isDatabaseUnavailable } from '#server/core/errors.ts'
import { isRepeatedFailure } from '#server/core/jobs.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { notifyResponsibleUsers } from '#server/domain/notify-responsible-users.ts'
import { findFirstPaymentDay } from '#server/domain/payment-days.ts'
import { updateOrdersState } from '#server/domain/payment-orders.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'
import { queuePaymentNotices } from '#server/domain/queue-client-notices.ts'
import { postSentPayment } from '#server/domain/settle-payment-order.ts'
import { setBatchState } from './batch-record.ts'

/** Orders of one transaction: long enough to be quick, short enough that nobody waits for their accounts. */
const ordersPerTransaction = 25

type SendingBatch = { id: string; payOn: string; sentBy: string | null }
type BusinessTime = { day: string; now: () => number }

/** The batches of which the bank has the file, or one of them, with who said so. */
export const findSendingBatches = async (db: Kysely<DB>, batchId: string | null = null): Promise<SendingBatch[]> => {
  const { rows } = await sql<SendingBatch>`
    select b.id::text as id, b.pay_on as "payOn",
           (select s.user_id::text from payment_batch_step s where s.batch_id = b.id and s.state = 'sending') as "sentBy"
      from payment_batch b where b.state = 'sending' and b.id = coalesce(${batchId}::bigint, b.id) order by b.id`.execute(
    db,
  )
  return rows
}

/** The next that haven't left, by account, as everybody locks. */
const findNextOrders = (db: Kysely<DB>, batchId: string, passed: readonly string[], maxOrders: number) =>
  db
    .selectFrom('paymentOrder')
    .where('batchId', '=', batchId)
    .where('state', '=', 'in_batch')
    .where('id', '<>', sql<string>`all(${[...passed]}::bigint[])`)
    .select(['id', 'accountId', 'clientId'])
    .orderBy('accountId')
    .orderBy('id')
    .limit(maxOrders)
    .execute()

type UnsentOrder = Awaited<ReturnType<typeof findNextOrders>>[number]

/**
 * Each order comes into `sent`, which frees what it held, and its journal takes the money, in one transaction: both, or neither. Whoever
 * else has sent some of them meanwhile has sent those.
 */
const sendOrders = async (
  tx: Kysely<DB>,
  batch: SendingBatch,
  nextOrders: readonly UnsentOrder[],
  { day, now, prefix }: BusinessTime & { prefix: Prefix },
): Promise<void> => {
  await lockAccounts(
    tx,
    nextOrders.map(({ accountId }) => accountId),
  )
  const orders = await tx
    .selectFrom('paymentOrder')
    .where(
      'id',
      'in',
      nextOrders.map(({ id }) => id),
    )
    .where('state', '=', 'in_batch')
    .where('batchId', '=', batch.id)
    .select(['id', 'kind', 'accountId', 'amount', 'penalty'])
    .orderBy('accountId')
    .orderBy('id')
    .execute()
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  await updateOrdersState(tx, ids, { state: 'sent', at: new Date(now()).toISOString(), userId: batch.sentBy })
  const valueDate = findFirstPaymentDay(prefix, batch.payOn, day)
  for (const order of orders) await postSentPayment(tx, order, { day, valueDate })
  await queuePaymentNotices(tx, ids, day)
  await refreshClientList(
    tx,
    nextOrders.map(({ clientId }) => clientId),
  )
}

/** It is sent once nothing of it is left. */
const markBatchSent = (db: Kysely<DB>, { id, sentBy }: SendingBatch, { now }: BusinessTime): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const batch = await tx
      .selectFrom('paymentBatch')
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('paymentOrder as o')
              .whereRef('o.batchId', '=', 'paymentBatch.id')
              .where('o.state', '=', 'in_batch'),
          ),
        ),
      )
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (batch) await setBatchState(tx, id, { state: 'sent', at: new Date(now()).toISOString(), userId: sentBy })
  })

type SendBatchesOptions = BusinessTime & {
  db: Kysely<DB>
  prefix: Prefix
  signal?: AbortSignal | undefined
  onError: (error: unknown) => void
  /** How often it has been tried, this time included. */
  attempt?: number
  /** This one alone. */
  batchId?: string
}

/** Answers how many can't be booked. */
const sendBatchOrders = async (run: SendBatchesOptions, batch: SendingBatch): Promise<number> => {
  const { db, signal, onError } = run
  const passed: string[] = []
  let maxOrders = ordersPerTransaction
  while (!signal?.aborted) {
    const nextOrders = await findNextOrders(db, batch.id, passed, maxOrders)
    if (nextOrders.length === 0) {
      await markBatchSent(db, batch, run)
      break
    }
    try {
      await db.transaction().execute((tx) => sendOrders(tx, batch, nextOrders, run))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      // One that can't be booked keeps no other from it: they go one by one from here, and it is tried again later.
      if (nextOrders.length === 1) {
        passed.push(nextOrders[0]!.id)
        onError(error)
      }
      maxOrders = 1
    }
  }
  return passed.length
}

/** Tells those who answer for it, once for each batch, however many processes try. */
const notifyStalledBatch = (
  { db, prefix, now }: SendBatchesOptions,
  { id }: SendingBatch,
  orders: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('paymentBatch')
      .set({ stalledAt: new Date(now()).toISOString() })
      .where('id', '=', id)
      .where('stalledAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const params = { reference: formatBatchReference(prefix, id), orders: String(orders) }
    if (first)
      await notifyResponsibleUsers(tx, { kind: 'payments.stalled', params, link: `/crm/Retiradas/remesas/${id}` })
  })

/**
 * Books the payments of which the bank has the file, some at a time. Safe to start at any time, as often and in as many processes as one
 * likes: what was sent before the process ended is sent, the rest goes on. Answers how many can't be booked; people are told of them.
 */
export const sendDueBatches = async (run: SendBatchesOptions): Promise<number> => {
  let left = 0
  for (const batch of await findSendingBatches(run.db, run.batchId)) {
    const stalled = await sendBatchOrders(run, batch)
    if (stalled > 0 && isRepeatedFailure(run.attempt ?? 1)) await notifyStalledBatch(run, batch, stalled)
    left += stalled
  }
  return left
}
