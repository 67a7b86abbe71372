import { type Kysely, sql } from 'kysely'
import type { cancelReceiptReturn, confirmReceiptReturn, findReturnEntries, returnReceipt } from '#contract/bank.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { bookBankEntries } from './bank-journals.ts'
import type { NewBankEntry } from './insert-statements.ts'

/** A line that came in, locked; 404 where there is none. */
export const lockReceipt = async (tx: Kysely<DB>, entryId: string) => {
  const entry = await tx
    .selectFrom('bankEntry')
    .where('id', '=', entryId)
    .where('amount', '>', '0')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!entry) throw buildRefusal('notFound')
  return entry
}

/** Of what was noted by hand and taken back, nothing is booked any more: the bank's line is booked then, today or on its day. */
export const bookEntryUnlessBooked = async (tx: Kysely<DB>, actor: Actor, entryId: string): Promise<void> => {
  const line = await tx
    .selectFrom('bankEntry as e')
    .where('e.id', '=', entryId)
    .where(sql<boolean>`not exists (select from bank_entry_journal l where l.entry_id = e.id)`)
    .select(['e.id', 'e.amount', 'e.bookingDate', 'e.valueDate', 'e.remittance'])
    .executeTakeFirst()
  if (!line) return
  await bookBankEntries(tx, [line], actor.businessDate)
  // Booked as money without owner it is no payment that comes back any more: a return can't stand for it too.
  await tx
    .updateTable('bankEntry')
    .set({ proposedAccountId: null, proposedBy: null, proposedOrderId: null })
    .where('id', '=', entryId)
    .where('proposedBy', '=', 'return')
    .execute()
}

const changeReceiptState = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  {
    id,
    from,
    to,
    reason,
  }: { id: string; from: 'waiting' | 'returning'; to: 'waiting' | 'returning'; reason: string | null },
) => {
  await tx.updateTable('bankEntry').set({ state: to, reason }).where('id', '=', id).execute()
  const after = { state: to, ...(reason && { reason }) }
  await recordAuditEvent(tx, ctx, {
    action: `receipt.${to}`,
    entity: 'receipt',
    entityId: id,
    before: { state: from },
    after,
  })
  return { state: to }
}

/** Throws `receipt.notWaiting` where somebody else has decided on it meanwhile. */
export const startReceiptReturn = (
  ctx: Ctx,
  { params: { entryId }, body: { reason } }: ParsedRequest<typeof returnReceipt>,
): Promise<ResponseBody<typeof returnReceipt>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { state } = await lockReceipt(tx, entryId)
    if (state !== 'waiting') throw buildRefusal('receipt.notWaiting')
    await bookEntryUnlessBooked(tx, ctx, entryId)
    return changeReceiptState(tx, ctx, { id: entryId, from: 'waiting', to: 'returning', reason })
  })

export const stopReceiptReturn = (
  ctx: Ctx,
  { params: { entryId } }: ParsedRequest<typeof cancelReceiptReturn>,
): Promise<ResponseBody<typeof cancelReceiptReturn>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { state } = await lockReceipt(tx, entryId)
    if (state !== 'returning') throw buildRefusal('receipt.notReturning')
    return changeReceiptState(tx, ctx, { id: entryId, from: 'returning', to: 'waiting', reason: null })
  })

type CompletedReturn = {
  receiptId: string
  back: Omit<NewBankEntry, 'endToEnd' | 'returnCode' | 'counterpartyName' | 'counterpartyNumber' | 'reference'>
}

/** The bank shows that it left: out of unidentified receipts on the day of that line. Both are locked. */
export const recordReceiptReturn = async (
  tx: Kysely<DB>,
  actor: Actor,
  { receiptId, back }: CompletedReturn,
): Promise<void> => {
  await bookBankEntries(tx, [back], actor.businessDate)
  await tx.updateTable('bankEntry').set({ state: 'returned' }).where('id', '=', receiptId).execute()
  await tx.updateTable('bankEntry').set({ state: 'refund', refundOf: receiptId }).where('id', '=', back.id).execute()
  await recordAuditEvent(tx, actor, {
    action: 'receipt.returned',
    entity: 'receipt',
    entityId: receiptId,
    before: { state: 'returning' },
    after: { state: 'returned', by: back.id, bookedOn: back.bookingDate },
  })
}

/** Throws `receipt.notReturning`, and `receipt.notTheWayBack` for a line of another amount or one that is spoken for. */
export const completeReceiptReturn = (
  ctx: Ctx,
  { params: { entryId }, body: { byEntryId } }: ParsedRequest<typeof confirmReceiptReturn>,
): Promise<ResponseBody<typeof confirmReceiptReturn>> =>
  ctx.db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('bankEntry')
      .where('id', 'in', [entryId, byEntryId])
      .selectAll()
      .orderBy('id')
      .forUpdate()
      .execute()
    const receipt = locked.find(({ id, amount }) => id === entryId && !amount.startsWith('-'))
    const back = locked.find(({ id }) => id === byEntryId)
    if (!receipt) throw buildRefusal('notFound')
    if (receipt.state !== 'returning') throw buildRefusal('receipt.notReturning')
    if (back?.state !== 'other' || back.amount !== `-${receipt.amount}`) throw buildRefusal('receipt.notTheWayBack')
    await recordReceiptReturn(tx, ctx, { receiptId: entryId, back })
    return { state: 'returned' }
  })

const queryReturnCandidates = (tx: Kysely<DB>, amount: string) =>
  tx
    .selectFrom('bankEntry')
    .where('amount', '=', `-${amount}`)
    .where('state', '=', 'other')
    .select(['id', 'bookingDate', 'counterpartyName', 'remittance', 'amount'])
    .orderBy('bookingDate', 'desc')
    .limit(50)

export const findReturnCandidates = async (
  ctx: Ctx,
  { params: { entryId } }: ParsedRequest<typeof findReturnEntries>,
): Promise<ResponseBody<typeof findReturnEntries>> => {
  const receipt = await ctx.db
    .selectFrom('bankEntry')
    .where('id', '=', entryId)
    .where('amount', '>', '0')
    .select('amount')
    .executeTakeFirst()
  if (!receipt) throw buildRefusal('notFound')
  return { rows: await queryReturnCandidates(ctx.db, receipt.amount).execute() }
}

export type ReturningReceipt = { id: string; amount: string; counterpartyNumber: string | null }

/** The receipts that are to be sent back. */
export const findReturningReceipts = (db: Kysely<DB>): Promise<ReturningReceipt[]> =>
  db
    .selectFrom('bankEntry')
    .where('state', '=', 'returning')
    .select(['id', 'amount', 'counterpartyNumber'])
    .orderBy('id')
    .execute()

/** What leaves as much as exactly one receipt that is to be sent back, and to nobody else than it came from, is its way back: by the id of the line. */
export const matchReceiptReturns = (
  returning: readonly ReturningReceipt[],
  outgoing: readonly NewBankEntry[],
): Map<string, ReturningReceipt> =>
  new Map(
    returning.flatMap((receipt) => {
      const alike = returning.filter(({ amount }) => amount === receipt.amount)
      const backs = outgoing.filter(
        ({ amount, counterpartyNumber: to }) =>
          amount === `-${receipt.amount}` &&
          (to === null || receipt.counterpartyNumber === null || to === receipt.counterpartyNumber),
      )
      return alike.length === 1 && backs.length === 1 ? [[backs[0]!.id, receipt] as const] : []
    }),
  )

/** Nobody else decides on receipts that are to be sent back until the transaction ends. */
export const lockReturningReceipts = (tx: Kysely<DB>): Promise<unknown> =>
  tx.selectFrom('bankEntry').where('state', '=', 'returning').select('id').orderBy('id').forUpdate().execute()
