import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import {
  buildReturnedIdempotencyKey,
  buildSentIdempotencyKey,
  markBatchPaid,
  markOrderPaid,
  markOrderReturned,
} from '#server/domain/settle-payment-order.ts'
import type { NewBankEntry } from './insert-statements.ts'
import type { PaymentStep } from './plan-payments.ts'

/** A payment, or a batch of them, that the bank shows. */
export type SettlementStep = Exclude<PaymentStep, { kind: 'probableReturn' }>

/** What a payment that comes back keeps of the line by which it did. */
export const toPaymentReturn = (
  actor: Actor,
  { returnCode, remittance }: Pick<NewBankEntry, 'returnCode' | 'remittance'>,
  at: string,
) => ({
  code: returnCode ?? 'NARR',
  note: remittance.slice(0, 500).padEnd(3, '.'),
  at,
  bookingDate: actor.businessDate,
})

/** The journals by which the books know of what the line shows. */
const settlePaymentStep = async (
  tx: Kysely<DB>,
  actor: Actor,
  { line, step, at }: { line: NewBankEntry; step: SettlementStep; at: string },
): Promise<string[]> => {
  if (step.kind === 'batchPaid') {
    await markBatchPaid(tx, actor, step.batchId, at)
    return step.orderIds.map(buildSentIdempotencyKey)
  }
  const { orderId, isNew } = step
  if (step.kind === 'paid') {
    if (isNew) await markOrderPaid(tx, actor, orderId, at)
    return [buildSentIdempotencyKey(orderId)]
  }
  if (isNew) await markOrderReturned(tx, actor, orderId, toPaymentReturn(actor, line, at))
  return [buildReturnedIdempotencyKey(orderId)]
}

/** Settles the payments that these lines show, and notes by which journals the books know of them. Their accounts are locked since it was planned. */
export const settlePaymentEntries = async (
  tx: Kysely<DB>,
  actor: Actor,
  settled: readonly { line: NewBankEntry; step: SettlementStep }[],
  at: string,
): Promise<void> => {
  const known: { key: string; entryId: string }[] = []
  // One by one: each is audited, and a batch frees what its payments hold.
  for (const { line, step } of settled)
    for (const key of await settlePaymentStep(tx, actor, { line, step, at })) known.push({ key, entryId: line.id })
  const { rows: links } = await sql<{ journalId: string; entryId: string }>`
    select j.id::text as "journalId", k.entry_id::text as "entryId"
      from unnest(${known.map(({ key }) => key)}::text[], ${known.map(({ entryId }) => entryId)}::bigint[])
        with ordinality as k(key, entry_id, n)
      join journal j on j.idempotency_key = k.key
     where not exists (select from bank_entry_journal l where l.journal_id = j.id)
     order by k.n, j.id`.execute(tx)
  await linkJournals(tx, links)
  await tx
    .updateTable('bankEntry')
    .set({ state: 'settled' })
    .where('id', '=', sql<string>`any(${settled.map(({ line }) => line.id)}::bigint[])`)
    .execute()
}
