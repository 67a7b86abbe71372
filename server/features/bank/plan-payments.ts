import { type Kysely, sql } from 'kysely'
import type { BankLineWarning } from '#contract/bank/uploads.ts'
import { accountingCurrency } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { parseBatchReference, parseOrderReference } from '#rules/payment-references.ts'
import type { NewBankEntry } from './insert-statements.ts'

/** What a line does to payments of ours. `isNew`: nobody has said so before; else it only stands for what is booked already. */
export type PaymentStep =
  | { kind: 'paid' | 'returned'; orderId: string; accountId: string; isNew: boolean }
  | { kind: 'batchPaid'; batchId: string; orderIds: readonly string[]; accountIds: readonly string[] }
  | { kind: 'probableReturn'; orderId: string; accountId: string }

/** A line that names a payment or a batch of ours: what it does to it; null with what doesn't fit where it does nothing. */
export type PlannedPayment =
  | { step: PaymentStep }
  | { step: null; odd: BankLineWarning; orderId?: string; batchId?: string }

/** The first reference of ours in what the bank says of a line. */
const findFirstReference = (
  { endToEnd, reference, remittance }: NewBankEntry,
  read: (text: string) => string | undefined,
): string | undefined =>
  [endToEnd ?? '', ...`${reference} ${remittance}`.split(/[\s/+:,;]+/)].map(read).find((id) => id !== undefined)

type PaymentReference = { line: NewBankEntry; orderId?: string; batchId?: string }

/** Of these lines those that name a payment of ours, or a batch of them. */
const findPaymentReferences = (prefix: Prefix, lines: readonly NewBankEntry[]): PaymentReference[] =>
  lines.flatMap((line) => {
    const orderId = findFirstReference(line, (text) => parseOrderReference(prefix, text))
    if (orderId) return { line, orderId }
    const batchId = line.amount.startsWith('-')
      ? findFirstReference(line, (text) => parseBatchReference(prefix, text))
      : undefined
    return batchId ? { line, batchId } : []
  })

type StatementOrder = {
  id: string
  batchId: string | null
  accountId: string
  state: string
  amount: string
  payAmount: string | null
  payCurrency: string | null
  /** Whether the journals of its leaving and its return are there, and stand for no line yet. */
  sentOpen: boolean
  backOpen: boolean
}

/** The orders with these ids, and those of these batches. */
const findStatementOrders = async (db: Kysely<DB>, orderIds: readonly string[], batchIds: readonly string[]) => {
  if (orderIds.length === 0 && batchIds.length === 0) return []
  const open = (step: 'sent' | 'returned') => sql`exists (select from journal j
    where j.idempotency_key = 'payment:' || o.id || ':' || ${sql.lit(step)}
      and not exists (select from bank_entry_journal l where l.journal_id = j.id))`
  const { rows } = await sql<StatementOrder>`
    select o.id::text, o.batch_id::text as "batchId", o.account_id::text as "accountId", o.state, o.amount, o.pay_amount as "payAmount",
           b.pay_currency as "payCurrency", ${open('sent')} as "sentOpen", ${open('returned')} as "backOpen"
      from payment_order o left join payment_batch b on b.id = o.batch_id
     where o.id = any(${[...orderIds]}::bigint[]) or o.batch_id = any(${[...batchIds]}::bigint[])
     order by o.id`.execute(db)
  return rows
}

/** What a statement in this currency shows of a payment: euros as they stand in the books, another currency as its file had it; null: nothing. */
const getStatementAmount = ({ amount, payAmount, payCurrency }: StatementOrder, currency: string): string | null => {
  if (currency === accountingCurrency) return amount
  return payCurrency === currency ? payAmount : null
}

const hasLeftBank = ({ state }: StatementOrder): boolean => state === 'sent' || state === 'paid'

/** A payment that the bank shows by itself: it has left, or it is back. The order is as the lines before have left it. */
const planSinglePayment = (line: NewBankEntry, order: StatementOrder | undefined): PlannedPayment => {
  if (!order) return { step: null, odd: 'paymentState' }
  const { id: orderId, accountId } = order
  const cents = toCents(line.amount)
  if (getStatementAmount(order, line.currency) !== centsToAmount(cents < 0n ? -cents : cents))
    return { step: null, odd: 'amountDiffers', orderId }
  if (cents < 0n) {
    // Of what somebody has said to be back, the bank shows later that it had left.
    if (!order.sentOpen || !(hasLeftBank(order) || order.state === 'returned'))
      return { step: null, odd: 'paymentState', orderId }
    const isNew = order.state === 'sent'
    Object.assign(order, { sentOpen: false, state: isNew ? 'paid' : order.state })
    return { step: { kind: 'paid', orderId, accountId, isNew } }
  }
  if (hasLeftBank(order)) {
    // Anybody can write a reference into what they pay: only the bank knows that it gives back.
    if (line.returnCode === null) return { step: { kind: 'probableReturn', orderId, accountId } }
    order.state = 'returned'
    return { step: { kind: 'returned', orderId, accountId, isNew: true } }
  }
  if (order.state !== 'returned' || !order.backOpen) return { step: null, odd: 'paymentState', orderId }
  order.backOpen = false
  return { step: { kind: 'returned', orderId, accountId, isNew: false } }
}

/** A batch that the bank shows as one: all of it, to the cent. */
const planBatchPayment = (line: NewBankEntry, batchId: string, ofBatch: readonly StatementOrder[]): PlannedPayment => {
  const orders = ofBatch.filter((order) => hasLeftBank(order) || order.state === 'returned')
  const statementAmounts = orders.map((order) => getStatementAmount(order, line.currency))
  const sum = statementAmounts.reduce((total, amount) => total + toCents(amount ?? '0.00'), 0n)
  if (orders.length === 0) return { step: null, odd: 'paymentState', batchId }
  if (statementAmounts.includes(null) || centsToAmount(-sum) !== line.amount)
    return { step: null, odd: 'amountDiffers', batchId }
  const open = orders.filter(({ sentOpen }) => sentOpen)
  if (open.length === 0) return { step: null, odd: 'paymentState', batchId }
  for (const order of open)
    Object.assign(order, { sentOpen: false, state: order.state === 'sent' ? 'paid' : order.state })
  const accountIds = orders.map(({ accountId }) => accountId)
  return { step: { kind: 'batchPaid', batchId, orderIds: open.map(({ id }) => id), accountIds } }
}

/** What these lines do to payments of ours, in their order, by the id of the line. Changes nothing. */
export const planPayments = async (
  db: Kysely<DB>,
  prefix: Prefix,
  lines: readonly NewBankEntry[],
): Promise<Map<string, PlannedPayment>> => {
  const references = findPaymentReferences(prefix, lines)
  const orders = await findStatementOrders(
    db,
    references.flatMap(({ orderId }) => orderId ?? []),
    references.flatMap(({ batchId }) => batchId ?? []),
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  return new Map(
    references.map(({ line, orderId, batchId }) => [
      line.id,
      orderId
        ? planSinglePayment(line, byId.get(orderId))
        : planBatchPayment(
            line,
            batchId!,
            orders.filter((order) => order.batchId === batchId),
          ),
    ]),
  )
}
