import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { lockOrder } from './lock-order.ts'
import { moveOrder, moveOrders } from './payment-orders.ts'
import { postJournal, refreshClients } from './post-journal.ts'

export const paymentSource = 'payment'
/** An order is booked once when it is sent, and once when it comes back: the keys of both follow from it. */
export const sentKey = (orderId: string) => `payment:${orderId}:sent`
export const returnedKey = (orderId: string) => `payment:${orderId}:returned`

export const penaltyKey = (orderId: string) => `payment:${orderId}:penalty`

type Sent = { id: string; kind: string; accountId: string; amount: string; penalty: string }

const debited = ({ kind, accountId, amount }: Sent) => [
  { ledger: kind === 'withdrawal' ? ledgers.capital : ledgers.payable, accountId, amount },
  { ledger: ledgers.bank, accountId: null, amount: moneyOf(-centsOf(amount)) },
]

const charged = ({ accountId, penalty }: Sent) => [
  { ledger: ledgers.capital, accountId, amount: penalty },
  { ledger: ledgers.penaltyIncome, accountId: null, amount: moneyOf(-centsOf(penalty)) },
]

/**
 * The money of an order that leaves: a withdrawal from the capital, what the firm owes from the payable. In the transaction that brings the
 * order to `sent`, after it: what it held is free then, and taken by this.
 */
export const postSent = async (
  tx: Kysely<DB>,
  order: Sent,
  { day, valueDate }: { day: string; valueDate: string },
): Promise<void> => {
  const booked = { bookingDate: day, valueDate, source: paymentSource }
  await postJournal(tx, null, {
    ...booked,
    kind: order.kind === 'withdrawal' ? 'withdrawal' : 'transfer',
    lines: debited(order),
    key: sentKey(order.id),
  })
  if (centsOf(order.penalty) !== 0n)
    await postJournal(tx, null, { ...booked, kind: 'penalty', lines: charged(order), key: penaltyKey(order.id) })
}

/** The order, locked with all it waits for; 404 where there is none. */
const locked = async (tx: Kysely<DB>, orderId: string) => {
  const order = await lockOrder(tx, orderId)
  if (!order) throw refuse('notFound')
  return order
}

type Told = { state: 'paid' | 'returned'; code?: string }

const auditState = (tx: Kysely<DB>, doer: Doer | null, order: Sent & { state: string }, told: Told) =>
  audit(tx, doer, {
    action: `payment.${told.state}`,
    entity: 'payment',
    entityId: order.id,
    before: { state: order.state },
    after: { ...told, amount: order.amount },
  })

/** The bank has paid it. Answers whether that is new; throws `payment.notSent` for what never left or has come back. */
export const markPaid = async (tx: Kysely<DB>, doer: Doer | null, orderId: string, at: string): Promise<boolean> => {
  const order = await locked(tx, orderId)
  if (order.state === 'paid') return false
  if (order.state !== 'sent') throw refuse('payment.notSent')
  await moveOrder(tx, orderId, { state: 'paid', at, userId: doer?.person.userId ?? null })
  await auditState(tx, doer, order, { state: 'paid' })
  return true
}

/** The accounts of the orders of some batches. */
export const accountsOfBatches = async (tx: Kysely<DB>, batchIds: readonly string[]): Promise<string[]> => {
  const found = await tx
    .selectFrom('paymentOrder')
    .where('batchId', '=', sql<string>`any(${[...batchIds]}::bigint[])`)
    .select('accountId')
    .execute()
  return found.map(({ accountId }) => accountId)
}

/** All orders of a batch that were sent and of which nothing else is known are paid; answers how many. Their accounts are locked. */
export const markBatchPaid = async (
  tx: Kysely<DB>,
  doer: Doer | null,
  batchId: string,
  at: string,
): Promise<number> => {
  const sent = await tx
    .selectFrom('paymentOrder')
    .where('batchId', '=', batchId)
    .where('state', '=', 'sent')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (sent.length === 0) return 0
  const ids = sent.map(({ id }) => id)
  await moveOrders(tx, ids, { state: 'paid', at, userId: doer?.person.userId ?? null })
  const after = { state: 'paid', orders: ids.length }
  await audit(tx, doer, { action: 'paymentBatch.paid', entity: 'paymentBatch', entityId: batchId, after })
  return ids.length
}

/** The journal that the order was booked by under a key. */
const findSent = (tx: Kysely<DB>, key: string) =>
  tx.selectFrom('journal').where('idempotencyKey', '=', key).select(['id', 'kind', 'valueDate']).executeTakeFirst()

type Return = { code: string; note: string; at: string; bookingDate: string }

/**
 * Credits the money again, once. As if it had never left: the journal that took it is reversed, with its value date, so that it has earned
 * meanwhile; a withdrawal of an account that is over by now goes to the payable instead, where it can be ordered anew.
 */
const creditAgain = async (tx: Kysely<DB>, doer: Doer | null, order: Sent, bookingDate: string): Promise<void> => {
  const sent = await findSent(tx, sentKey(order.id))
  if (!sent) throw refuse('payment.notSent')
  const { status, clientId } = await tx
    .selectFrom('account')
    .where('id', '=', order.accountId)
    .select(['status', 'clientId'])
    .executeTakeFirstOrThrow()
  const reversed = order.kind !== 'withdrawal' || status === 'active'
  const lines = debited(reversed ? order : { ...order, kind: 'maturity' })
  await postJournal(tx, doer, {
    kind: reversed ? sent.kind : 'transfer',
    bookingDate,
    valueDate: reversed ? sent.valueDate : bookingDate,
    lines: lines.map((line) => ({ ...line, amount: moneyOf(-centsOf(line.amount)) })),
    key: returnedKey(order.id),
    source: paymentSource,
    reverses: reversed ? sent.id : null,
  })
  // What came back has not left early.
  const penalty = reversed ? await findSent(tx, penaltyKey(order.id)) : undefined
  if (penalty)
    await postJournal(tx, doer, {
      kind: 'penalty',
      bookingDate,
      valueDate: penalty.valueDate,
      lines: charged(order).map((line) => ({ ...line, amount: moneyOf(-centsOf(line.amount)) })),
      key: `${penaltyKey(order.id)}:returned`,
      source: paymentSource,
      reverses: penalty.id,
    })
  await refreshClients(tx, [clientId])
}

/**
 * The bank has sent it back: why, as ISO 20022 has it, and what is known of it. Answers whether that is new; throws `payment.notSent` for
 * what never left, `ledger.monthClosed` for a booking date that is no longer open.
 */
export const returnOrder = async (
  tx: Kysely<DB>,
  doer: Doer | null,
  orderId: string,
  { code, note, at, bookingDate }: Return,
): Promise<boolean> => {
  const order = await locked(tx, orderId)
  if (order.state === 'returned') return false
  if (order.state !== 'sent' && order.state !== 'paid') throw refuse('payment.notSent')
  await moveOrder(tx, orderId, { state: 'returned', at, userId: doer?.person.userId ?? null, reason: note })
  await sql`update payment_order set return_code = ${code} where id = ${orderId}`.execute(tx)
  await creditAgain(tx, doer, order, bookingDate)
  await auditState(tx, doer, order, { state: 'returned', code })
  return true
}
