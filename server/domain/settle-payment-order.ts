import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { lockPaymentOrder } from './lock-payment-order.ts'
import { updateOrderState, updateOrdersState } from './payment-orders.ts'
import { postJournal, refreshClientList } from './post-journal.ts'

export const paymentJournalSource = 'payment'
/** An order is booked once when it is sent, and once when it comes back: the keys of both follow from it. */
export const buildSentIdempotencyKey = (orderId: string) => `payment:${orderId}:sent`
export const buildReturnedIdempotencyKey = (orderId: string) => `payment:${orderId}:returned`

export const buildPenaltyIdempotencyKey = (orderId: string) => `payment:${orderId}:penalty`

type SentOrder = { id: string; kind: string; accountId: string; amount: string; penalty: string }

const buildPaymentLines = ({ kind, accountId, amount }: SentOrder) => [
  { ledger: kind === 'withdrawal' ? ledgers.capital : ledgers.payable, accountId, amount },
  { ledger: ledgers.bank, accountId: null, amount: centsToAmount(-toCents(amount)) },
]

const buildPenaltyLines = ({ accountId, penalty }: SentOrder) => [
  { ledger: ledgers.capital, accountId, amount: penalty },
  { ledger: ledgers.penaltyIncome, accountId: null, amount: centsToAmount(-toCents(penalty)) },
]

/**
 * The money of an order that leaves: a withdrawal from the capital, what the firm owes from the payable. In the transaction that brings the
 * order to `sent`, after it: what it held is free then, and taken by this.
 */
export const postSentPayment = async (
  tx: Kysely<DB>,
  order: SentOrder,
  { day, valueDate }: { day: string; valueDate: string },
): Promise<void> => {
  const booked = { bookingDate: day, valueDate, source: paymentJournalSource }
  await postJournal(tx, null, {
    ...booked,
    kind: order.kind === 'withdrawal' ? 'withdrawal' : 'transfer',
    lines: buildPaymentLines(order),
    key: buildSentIdempotencyKey(order.id),
  })
  if (toCents(order.penalty) !== 0n)
    await postJournal(tx, null, {
      ...booked,
      kind: 'penalty',
      lines: buildPenaltyLines(order),
      key: buildPenaltyIdempotencyKey(order.id),
    })
}

/** The order, locked with all it waits for; 404 where there is none. */
const lockExistingOrder = async (tx: Kysely<DB>, orderId: string) => {
  const order = await lockPaymentOrder(tx, orderId)
  if (!order) throw buildRefusal('notFound')
  return order
}

type PaymentOutcome = { state: 'paid' | 'returned'; code?: string }

const auditPaymentOutcome = (
  tx: Kysely<DB>,
  doer: Actor | null,
  order: SentOrder & { state: string },
  outcome: PaymentOutcome,
) =>
  recordAuditEvent(tx, doer, {
    action: `payment.${outcome.state}`,
    entity: 'payment',
    entityId: order.id,
    before: { state: order.state },
    after: { ...outcome, amount: order.amount },
  })

/** The bank has paid it. Answers whether that is new; throws `payment.notSent` for what never left or has come back. */
export const markOrderPaid = async (
  tx: Kysely<DB>,
  doer: Actor | null,
  orderId: string,
  at: string,
): Promise<boolean> => {
  const order = await lockExistingOrder(tx, orderId)
  if (order.state === 'paid') return false
  if (order.state !== 'sent') throw buildRefusal('payment.notSent')
  await updateOrderState(tx, orderId, { state: 'paid', at, userId: doer?.person.userId ?? null })
  await auditPaymentOutcome(tx, doer, order, { state: 'paid' })
  return true
}

/** The accounts of the orders of some batches. */
export const findBatchAccountIds = async (tx: Kysely<DB>, batchIds: readonly string[]): Promise<string[]> => {
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
  doer: Actor | null,
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
  await updateOrdersState(tx, ids, { state: 'paid', at, userId: doer?.person.userId ?? null })
  const after = { state: 'paid', orders: ids.length }
  await recordAuditEvent(tx, doer, { action: 'paymentBatch.paid', entity: 'paymentBatch', entityId: batchId, after })
  return ids.length
}

/** The journal that the order was booked by under a key. */
const findPaymentJournal = (tx: Kysely<DB>, key: string) =>
  tx.selectFrom('journal').where('idempotencyKey', '=', key).select(['id', 'kind', 'valueDate']).executeTakeFirst()

type PaymentReturn = { code: string; note: string; at: string; bookingDate: string }

/**
 * Credits the money again, once. As if it had never left: the journal that took it is reversed, with its value date, so that it has earned
 * meanwhile; a withdrawal of an account that is over by now goes to the payable instead, where it can be ordered anew.
 */
const creditReturnedPayment = async (
  tx: Kysely<DB>,
  doer: Actor | null,
  order: SentOrder,
  bookingDate: string,
): Promise<void> => {
  const sent = await findPaymentJournal(tx, buildSentIdempotencyKey(order.id))
  if (!sent) throw buildRefusal('payment.notSent')
  const { status, clientId } = await tx
    .selectFrom('account')
    .where('id', '=', order.accountId)
    .select(['status', 'clientId'])
    .executeTakeFirstOrThrow()
  const reversed = order.kind !== 'withdrawal' || status === 'active'
  const lines = buildPaymentLines(reversed ? order : { ...order, kind: 'maturity' })
  await postJournal(tx, doer, {
    kind: reversed ? sent.kind : 'transfer',
    bookingDate,
    valueDate: reversed ? sent.valueDate : bookingDate,
    lines: lines.map((line) => ({ ...line, amount: centsToAmount(-toCents(line.amount)) })),
    key: buildReturnedIdempotencyKey(order.id),
    source: paymentJournalSource,
    reverses: reversed ? sent.id : null,
  })
  // What came back has not left early.
  const penalty = reversed ? await findPaymentJournal(tx, buildPenaltyIdempotencyKey(order.id)) : undefined
  if (penalty)
    await postJournal(tx, doer, {
      kind: 'penalty',
      bookingDate,
      valueDate: penalty.valueDate,
      lines: buildPenaltyLines(order).map((line) => ({ ...line, amount: centsToAmount(-toCents(line.amount)) })),
      key: `${buildPenaltyIdempotencyKey(order.id)}:returned`,
      source: paymentJournalSource,
      reverses: penalty.id,
    })
  await refreshClientList(tx, [clientId])
}

/**
 * The bank has sent it back: why, as ISO 20022 has it, and what is known of it. Answers whether that is new; throws `payment.notSent` for
 * what never left, `ledger.monthClosed` for a booking date that is no longer open.
 */
export const markOrderReturned = async (
  tx: Kysely<DB>,
  doer: Actor | null,
  orderId: string,
  { code, note, at, bookingDate }: PaymentReturn,
): Promise<boolean> => {
  const order = await lockExistingOrder(tx, orderId)
  if (order.state === 'returned') return false
  if (order.state !== 'sent' && order.state !== 'paid') throw buildRefusal('payment.notSent')
  await updateOrderState(tx, orderId, { state: 'returned', at, userId: doer?.person.userId ?? null, reason: note })
  await sql`update payment_order set return_code = ${code} where id = ${orderId}`.execute(tx)
  await creditReturnedPayment(tx, doer, order, bookingDate)
  await auditPaymentOutcome(tx, doer, order, { state: 'returned', code })
  return true
}
