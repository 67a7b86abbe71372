import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { booksCurrency } from '#contract/tenants.ts'
import type { DB } from '#db/types.ts'
import type { Doer } from '#server/core/task.ts'
import { centsOf, moneyOf } from '#server/domain/cents.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { batchIn, orderIn } from '#server/domain/payment-references.ts'
import {
  accountsOfBatches,
  markBatchPaid,
  markPaid,
  returnedKey,
  returnOrder,
  sentKey,
} from '#server/domain/settle-order.ts'
import type { Fresh } from './insert-statements.ts'

/** The first reference of ours in what the bank says of a line. */
const named = (
  { endToEnd, reference, remittance }: Fresh,
  read: (text: string) => string | undefined,
): string | undefined =>
  [endToEnd ?? '', ...`${reference} ${remittance}`.split(/[\s/+:,;]+/)].map(read).find((id) => id !== undefined)

export type Named = { entry: Fresh; orderId?: string; batchId?: string }

/** Of these lines those that name a payment of ours, or a batch of them. */
export const namedPayments = (prefix: Prefix, entries: readonly Fresh[]): Named[] =>
  entries.flatMap((entry) => {
    const orderId = named(entry, (text) => orderIn(prefix, text))
    if (orderId) return { entry, orderId }
    const batchId = entry.amount.startsWith('-') ? named(entry, (text) => batchIn(prefix, text)) : undefined
    return batchId ? { entry, batchId } : []
  })

/** The accounts of the orders and batches that are named, to be locked with all others in one go. */
export const accountsOfNamed = async (tx: Kysely<DB>, payments: readonly Named[]): Promise<string[]> => {
  const ids = payments.flatMap(({ orderId }) => orderId ?? [])
  const found = await tx
    .selectFrom('paymentOrder')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select('accountId')
    .execute()
  const batchIds = payments.flatMap(({ batchId }) => batchId ?? [])
  return [...found.map(({ accountId }) => accountId), ...(await accountsOfBatches(tx, batchIds))]
}

type Paid = { amount: string; payAmount: string | null; payCurrency: string | null }

/** What a statement in this currency shows of a payment: euros as they stand in the books, another currency as its file had it; null: nothing. */
const shownAmount = ({ amount, payAmount, payCurrency }: Paid, currency: string): string | null => {
  if (currency === booksCurrency) return amount
  return payCurrency === currency ? payAmount : null
}

/** A payment that the bank books by itself: it has left, or it is back. What doesn't fit is left alone. */
const settleOrder = async (tx: Kysely<DB>, doer: Doer, { entry, orderId }: Named, at: string): Promise<string[]> => {
  const order = await tx
    .selectFrom('paymentOrder as o')
    .leftJoin('paymentBatch as b', 'b.id', 'o.batchId')
    .where('o.id', '=', orderId!)
    .select(['o.id', 'o.state', 'o.amount', 'o.payAmount', 'b.payCurrency'])
    .executeTakeFirst()
  const cents = centsOf(entry.amount)
  const size = moneyOf(cents < 0n ? -cents : cents)
  if (!order || shownAmount(order, entry.currency) !== size) return []
  const isOut = order.state === 'sent' || order.state === 'paid'
  if (cents < 0n) {
    if (isOut) await markPaid(tx, doer, order.id, at)
    // Of what somebody has said to be back, the bank shows later that it had left.
    return isOut || order.state === 'returned' ? [sentKey(order.id)] : []
  }
  if (isOut) {
    const note = entry.remittance.slice(0, 500).padEnd(3, '.')
    await returnOrder(tx, doer, order.id, {
      code: entry.returnCode ?? 'NARR',
      note,
      at,
      bookingDate: doer.businessDate,
    })
  }
  return [returnedKey(order.id)]
}

/** A batch that the bank books as one: all of it, to the cent. */
const settleBatch = async (tx: Kysely<DB>, doer: Doer, { entry, batchId }: Named, at: string): Promise<string[]> => {
  const orders = await tx
    .selectFrom('paymentOrder as o')
    .innerJoin('paymentBatch as b', 'b.id', 'o.batchId')
    .where('o.batchId', '=', batchId!)
    .where('o.state', 'in', ['sent', 'paid', 'returned'])
    .select(['o.id', 'o.amount', 'o.payAmount', 'b.payCurrency'])
    .execute()
  const shown = orders.map((order) => shownAmount(order, entry.currency))
  const sum = shown.reduce((total, amount) => total + centsOf(amount ?? '0.00'), 0n)
  if (orders.length === 0 || shown.includes(null) || moneyOf(-sum) !== entry.amount) return []
  await markBatchPaid(tx, doer, batchId!, at)
  return orders.map(({ id }) => sentKey(id))
}

/**
 * Settles the payments that these lines name, and notes by which journals the books know of them already. Answers the lines that are settled: the
 * others are as any other line.
 */
export const settleEntries = async (
  tx: Kysely<DB>,
  doer: Doer,
  payments: readonly Named[],
  at: string,
): Promise<Set<string>> => {
  const settled = new Set<string>()
  for (const payment of payments) {
    const keys = payment.orderId ? await settleOrder(tx, doer, payment, at) : await settleBatch(tx, doer, payment, at)
    const journals = await tx
      .selectFrom('journal as j')
      .where('j.idempotencyKey', '=', sql<string>`any(${keys}::text[])`)
      .where(sql<boolean>`not exists (select from bank_entry_journal l where l.journal_id = j.id)`)
      .select('j.id')
      .execute()
    if (journals.length === 0) continue
    const { id: entryId } = payment.entry
    await linkJournals(
      tx,
      journals.map(({ id: journalId }) => ({ journalId, entryId })),
    )
    settled.add(entryId)
  }
  await tx
    .updateTable('bankEntry')
    .set({ state: 'settled' })
    .where('id', '=', sql<string>`any(${[...settled]}::bigint[])`)
    .execute()
  return settled
}
