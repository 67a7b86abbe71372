import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { referenceOfBatch } from '#rules/payment-references.ts'
import { isDatabaseAway } from '#server/core/errors.ts'
import { isWorthTelling } from '#server/core/jobs.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { firstPaymentDay } from '#server/domain/payment-days.ts'
import { moveOrders } from '#server/domain/payment-orders.ts'
import { refreshClients } from '#server/domain/post-journal.ts'
import { queueSent } from '#server/domain/queue-notices.ts'
import { postSent } from '#server/domain/settle-order.ts'
import { tellResponsible } from '#server/domain/tell-responsible.ts'
import { moveBatch } from './batch-record.ts'

/** Orders of one transaction: long enough to be quick, short enough that nobody waits for their accounts. */
const atOnce = 25

type Batch = { id: string; payOn: string; sentBy: string | null }
type When = { day: string; now: () => number }

/** The batches of which the bank has the file, or one of them, with who said so. */
export const findSending = async (db: Kysely<DB>, batchId: string | null = null): Promise<Batch[]> => {
  const { rows } = await sql<Batch>`
    select b.id::text as id, b.pay_on as "payOn",
           (select s.user_id::text from payment_batch_step s where s.batch_id = b.id and s.state = 'sending') as "sentBy"
      from payment_batch b where b.state = 'sending' and b.id = coalesce(${batchId}::bigint, b.id) order by b.id`.execute(
    db,
  )
  return rows
}

/** The next that haven't left, by account, as everybody locks. */
const findNext = (db: Kysely<DB>, batchId: string, passed: readonly string[], most: number) =>
  db
    .selectFrom('paymentOrder')
    .where('batchId', '=', batchId)
    .where('state', '=', 'in_batch')
    .where('id', '<>', sql<string>`all(${[...passed]}::bigint[])`)
    .select(['id', 'accountId', 'clientId'])
    .orderBy('accountId')
    .orderBy('id')
    .limit(most)
    .execute()

type Order = Awaited<ReturnType<typeof findNext>>[number]

/**
 * Each order comes into `sent`, which frees what it held, and its journal takes the money, in one transaction: both, or neither. Whoever
 * else has sent some of them meanwhile has sent those.
 */
const sendSome = async (
  tx: Kysely<DB>,
  batch: Batch,
  some: readonly Order[],
  { day, now, prefix }: When & { prefix: Prefix },
): Promise<void> => {
  await lockAccounts(
    tx,
    some.map(({ accountId }) => accountId),
  )
  const orders = await tx
    .selectFrom('paymentOrder')
    .where(
      'id',
      'in',
      some.map(({ id }) => id),
    )
    .where('state', '=', 'in_batch')
    .where('batchId', '=', batch.id)
    .select(['id', 'kind', 'accountId', 'amount', 'penalty'])
    .orderBy('accountId')
    .orderBy('id')
    .execute()
  if (orders.length === 0) return
  const ids = orders.map(({ id }) => id)
  await moveOrders(tx, ids, { state: 'sent', at: new Date(now()).toISOString(), userId: batch.sentBy })
  const valueDate = firstPaymentDay(prefix, batch.payOn, day)
  for (const order of orders) await postSent(tx, order, { day, valueDate })
  await queueSent(tx, ids, day)
  await refreshClients(
    tx,
    some.map(({ clientId }) => clientId),
  )
}

/** It is sent once nothing of it is left. */
const close = (db: Kysely<DB>, { id, sentBy }: Batch, { now }: When): Promise<void> =>
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
    if (batch) await moveBatch(tx, id, { state: 'sent', at: new Date(now()).toISOString(), userId: sentBy })
  })

type Run = When & {
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
const sendOne = async (run: Run, batch: Batch): Promise<number> => {
  const { db, signal, onError } = run
  const passed: string[] = []
  let most = atOnce
  while (!signal?.aborted) {
    const some = await findNext(db, batch.id, passed, most)
    if (some.length === 0) {
      await close(db, batch, run)
      break
    }
    try {
      await db.transaction().execute((tx) => sendSome(tx, batch, some, run))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      // One that can't be booked keeps no other from it: they go one by one from here, and it is tried again later.
      if (some.length === 1) {
        passed.push(some[0]!.id)
        onError(error)
      }
      most = 1
    }
  }
  return passed.length
}

/** Tells those who answer for it, once for each batch, however many processes try. */
const tellStalled = ({ db, prefix, now }: Run, { id }: Batch, orders: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const first = await tx
      .updateTable('paymentBatch')
      .set({ stalledAt: new Date(now()).toISOString() })
      .where('id', '=', id)
      .where('stalledAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const params = { reference: referenceOfBatch(prefix, id), orders: String(orders) }
    if (first) await tellResponsible(tx, { kind: 'payments.stalled', params, link: `/crm/Retiradas/remesas/${id}` })
  })

/**
 * Books the payments of which the bank has the file, some at a time. Safe to start at any time, as often and in as many processes as one
 * likes: what was sent before the process ended is sent, the rest goes on. Answers how many can't be booked; people are told of them.
 */
export const sendDue = async (run: Run): Promise<number> => {
  let left = 0
  for (const batch of await findSending(run.db, run.batchId)) {
    const stalled = await sendOne(run, batch)
    if (stalled > 0 && isWorthTelling(run.attempt ?? 1)) await tellStalled(run, batch, stalled)
    left += stalled
  }
  return left
}
