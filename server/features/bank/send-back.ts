import { type Kysely, sql } from 'kysely'
import type { confirmReturn, findWaysBack, keepReceipt, returnReceipt } from '#contract/bank.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer } from '#server/core/task.ts'
import { bookLines } from './bank-journals.ts'
import type { Fresh } from './insert-statements.ts'

/** A line that came in, locked; 404 where there is none. */
export const lockReceipt = async (tx: Kysely<DB>, entryId: string) => {
  const entry = await tx
    .selectFrom('bankEntry')
    .where('id', '=', entryId)
    .where('amount', '>', '0')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!entry) throw refuse('notFound')
  return entry
}

/** Of what was noted by hand and taken back, nothing is booked any more: the bank's line is booked then, today or on its day. */
export const bookUnlessBooked = async (tx: Kysely<DB>, doer: Doer, entryId: string): Promise<void> => {
  const line = await tx
    .selectFrom('bankEntry as e')
    .where('e.id', '=', entryId)
    .where(sql<boolean>`not exists (select from bank_entry_journal l where l.entry_id = e.id)`)
    .select(['e.id', 'e.amount', 'e.bookingDate', 'e.valueDate', 'e.remittance'])
    .executeTakeFirst()
  if (!line) return
  await bookLines(tx, [line], doer.businessDate)
  // Booked as money without owner it is no payment that comes back any more: a return can't stand for it too.
  await tx
    .updateTable('bankEntry')
    .set({ proposedAccountId: null, proposedBy: null, proposedOrderId: null })
    .where('id', '=', entryId)
    .where('proposedBy', '=', 'return')
    .execute()
}

const move = async (
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
  await audit(tx, ctx, { action: `receipt.${to}`, entity: 'receipt', entityId: id, before: { state: from }, after })
  return { state: to }
}

/** Throws `receipt.notWaiting` where somebody else has decided on it meanwhile. */
export const sendBack = (
  ctx: Ctx,
  { params: { entryId }, body: { reason } }: Parsed<typeof returnReceipt>,
): Promise<Answer<typeof returnReceipt>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { state } = await lockReceipt(tx, entryId)
    if (state !== 'waiting') throw refuse('receipt.notWaiting')
    await bookUnlessBooked(tx, ctx, entryId)
    return move(tx, ctx, { id: entryId, from: 'waiting', to: 'returning', reason })
  })

export const keep = (
  ctx: Ctx,
  { params: { entryId } }: Parsed<typeof keepReceipt>,
): Promise<Answer<typeof keepReceipt>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { state } = await lockReceipt(tx, entryId)
    if (state !== 'returning') throw refuse('receipt.notReturning')
    return move(tx, ctx, { id: entryId, from: 'returning', to: 'waiting', reason: null })
  })

type WentBack = {
  receiptId: string
  back: Omit<Fresh, 'endToEnd' | 'returnCode' | 'counterpartyName' | 'counterpartyNumber' | 'reference'>
}

/** The bank shows that it left: out of unidentified receipts on the day of that line. Both are locked. */
export const noteWentBack = async (tx: Kysely<DB>, doer: Doer, { receiptId, back }: WentBack): Promise<void> => {
  await bookLines(tx, [back], doer.businessDate)
  await tx.updateTable('bankEntry').set({ state: 'returned' }).where('id', '=', receiptId).execute()
  await tx.updateTable('bankEntry').set({ state: 'refund', refundOf: receiptId }).where('id', '=', back.id).execute()
  await audit(tx, doer, {
    action: 'receipt.returned',
    entity: 'receipt',
    entityId: receiptId,
    before: { state: 'returning' },
    after: { state: 'returned', by: back.id, bookedOn: back.bookingDate },
  })
}

/** Throws `receipt.notReturning`, and `receipt.notTheWayBack` for a line of another amount or one that is spoken for. */
export const confirmWentBack = (
  ctx: Ctx,
  { params: { entryId }, body: { byEntryId } }: Parsed<typeof confirmReturn>,
): Promise<Answer<typeof confirmReturn>> =>
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
    if (!receipt) throw refuse('notFound')
    if (receipt.state !== 'returning') throw refuse('receipt.notReturning')
    if (back?.state !== 'other' || back.amount !== `-${receipt.amount}`) throw refuse('receipt.notTheWayBack')
    await noteWentBack(tx, ctx, { receiptId: entryId, back })
    return { state: 'returned' }
  })

const waysBack = (tx: Kysely<DB>, amount: string) =>
  tx
    .selectFrom('bankEntry')
    .where('amount', '=', `-${amount}`)
    .where('state', '=', 'other')
    .select(['id', 'bookingDate', 'counterpartyName', 'remittance', 'amount'])
    .orderBy('bookingDate', 'desc')
    .limit(50)

export const findBacks = async (
  ctx: Ctx,
  { params: { entryId } }: Parsed<typeof findWaysBack>,
): Promise<Answer<typeof findWaysBack>> => {
  const receipt = await ctx.db
    .selectFrom('bankEntry')
    .where('id', '=', entryId)
    .where('amount', '>', '0')
    .select('amount')
    .executeTakeFirst()
  if (!receipt) throw refuse('notFound')
  return { rows: await waysBack(ctx.db, receipt.amount).execute() }
}

export type Returning = { id: string; amount: string; counterpartyNumber: string | null }

/** The receipts that are to be sent back. */
export const findReturning = (db: Kysely<DB>): Promise<Returning[]> =>
  db
    .selectFrom('bankEntry')
    .where('state', '=', 'returning')
    .select(['id', 'amount', 'counterpartyNumber'])
    .orderBy('id')
    .execute()

/** What leaves as much as exactly one receipt that is to be sent back, and to nobody else than it came from, is its way back: by the id of the line. */
export const pairWaysBack = (returning: readonly Returning[], outgoing: readonly Fresh[]): Map<string, Returning> =>
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
export const lockReturning = (tx: Kysely<DB>): Promise<unknown> =>
  tx.selectFrom('bankEntry').where('state', '=', 'returning').select('id').orderBy('id').forUpdate().execute()
