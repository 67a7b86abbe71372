import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Doer } from '#server/core/task.ts'
import { linkJournals } from '#server/domain/link-journals.ts'
import { markBatchPaid, markPaid, returnedKey, returnOrder, sentKey } from '#server/domain/settle-order.ts'
import type { Fresh } from './insert-statements.ts'
import type { PaymentStep } from './plan-payments.ts'

/** A payment, or a batch of them, that the bank shows. */
export type SettledStep = Exclude<PaymentStep, { kind: 'probableReturn' }>

/** What a payment that comes back keeps of the line by which it did. */
export const returnFrom = (
  doer: Doer,
  { returnCode, remittance }: Pick<Fresh, 'returnCode' | 'remittance'>,
  at: string,
) => ({
  ...{ code: returnCode ?? 'NARR', note: remittance.slice(0, 500).padEnd(3, '.') },
  ...{ at, bookingDate: doer.businessDate },
})

/** The journals by which the books know of what the line shows. */
const settleStep = async (
  tx: Kysely<DB>,
  doer: Doer,
  { line, step, at }: { line: Fresh; step: SettledStep; at: string },
): Promise<string[]> => {
  if (step.kind === 'batchPaid') {
    await markBatchPaid(tx, doer, step.batchId, at)
    return step.orderIds.map(sentKey)
  }
  const { orderId, isNew } = step
  if (step.kind === 'paid') {
    if (isNew) await markPaid(tx, doer, orderId, at)
    return [sentKey(orderId)]
  }
  if (isNew) await returnOrder(tx, doer, orderId, returnFrom(doer, line, at))
  return [returnedKey(orderId)]
}

/** Settles the payments that these lines show, and notes by which journals the books know of them. Their accounts are locked since it was planned. */
export const settleEntries = async (
  tx: Kysely<DB>,
  doer: Doer,
  settled: readonly { line: Fresh; step: SettledStep }[],
  at: string,
): Promise<void> => {
  for (const { line, step } of settled) {
    const keys = await settleStep(tx, doer, { line, step, at })
    const journals = await tx
      .selectFrom('journal as j')
      .where('j.idempotencyKey', '=', sql<string>`any(${keys}::text[])`)
      .where(sql<boolean>`not exists (select from bank_entry_journal l where l.journal_id = j.id)`)
      .select('j.id')
      .execute()
    await linkJournals(
      tx,
      journals.map(({ id: journalId }) => ({ journalId, entryId: line.id })),
    )
  }
  await tx
    .updateTable('bankEntry')
    .set({ state: 'settled' })
    .where('id', '=', sql<string>`any(${settled.map(({ line }) => line.id)}::bigint[])`)
    .execute()
}
