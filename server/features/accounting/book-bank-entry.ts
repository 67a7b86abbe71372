import { type Kysely, type SqlBool, sql } from 'kysely'
import type * as entries from '#contract/accounting/entries.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findPendingEntryApproval } from '#server/domain/entry-approval.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { findClosedThrough } from './accounting-period.ts'
import type { ManualEntry, ManualEntryLine } from './entry-rules.ts'
import { firstAddedLedgerId } from './ledger-accounts.ts'
import { findEntryByIdempotencyKey, proposeEntry } from './propose-entry.ts'

/** A line of the bank that nothing stands for, locked; one that waits for its second person is refused too. */
const lockOpenEntry = async (tx: Kysely<DB>, entryId: string, now: number) => {
  const line = await tx
    .selectFrom('bankEntry')
    .where('id', '=', entryId)
    .select(['id', 'state', 'amount', 'bookingDate', 'valueDate'])
    .forUpdate()
    .executeTakeFirst()
  if (!line) throw buildRefusal('notFound')
  if (line.state !== 'other' || (await findPendingEntryApproval(tx, entryId, now)))
    throw buildRefusal('bankEntry.notOpen')
  return line
}

const assertFirmAddedLedger = async (tx: Kysely<DB>, ledger: string): Promise<void> => {
  const account = await tx
    .selectFrom('ledgerAccount')
    .where('code', '=', ledger)
    .where('id', '>=', firstAddedLedgerId)
    .select(sql<SqlBool>`retired_at is null`.as('isInUse'))
    .executeTakeFirst()
  if (!account) throw buildRefusal('request.invalid', { fields: { ledger: 'unknown' } })
  if (!account.isInUse) throw buildRefusal('request.invalid', { fields: { ledger: 'retired' } })
}

/** A fee, or whatever else left the bank and is nobody's payment: a journal by hand that stands for its line, with the checks of any other. */
export const bookBankEntry = (
  ctx: Ctx,
  { params: { entryId }, body, key }: ParsedRequest<typeof entries.bookBankEntry>,
  { deps }: HttpContext,
): Promise<ProposalResult> => {
  const idempotentRequest = { key, hash: requestHash({ entryId, ...body }) }
  const now = deps.clock()
  return ctx.db.transaction().execute(async (tx) => {
    const proposed = await findEntryByIdempotencyKey(tx, idempotentRequest)
    if (proposed) return proposed
    const line = await lockOpenEntry(tx, entryId, now)
    const { ledger, description } = body
    await assertFirmAddedLedger(tx, ledger)
    const closedThrough = await findClosedThrough(tx)
    const amount = line.amount.replace('-', '')
    const lineOf = (code: string, side: ManualEntryLine['side']): ManualEntryLine => ({
      ledger: code,
      side,
      amount,
      accountId: null,
      tax: null,
    })
    const entry: ManualEntry = {
      source: 'entry',
      kind: 'adjustment',
      description,
      bankEntryId: entryId,
      bookingDate: closedThrough !== null && line.bookingDate <= closedThrough ? ctx.businessDate : line.bookingDate,
      valueDate: line.valueDate > ctx.businessDate ? ctx.businessDate : line.valueDate,
      lines: [lineOf(ledger, 'debit'), lineOf('bank', 'credit')],
    }
    return proposeEntry(tx, ctx, {
      entry,
      reason: description,
      params: { kind: 'adjustment' },
      now,
      ...idempotentRequest,
    })
  })
}
