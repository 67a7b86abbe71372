import { type Kysely, type SqlBool, sql } from 'kysely'
import type { bookBankEntry as contract } from '#contract/accounting/entries.ts'
import type { Proposed } from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findBookingApproval } from '#server/domain/booking-approval.ts'
import { wishHash } from '#server/domain/post-journal.ts'
import type { Entry, EntryLine } from './entry-rules.ts'
import { firstAdded } from './ledger-accounts.ts'
import { findClosedThrough } from './period.ts'
import { findAsked, proposeEntry } from './propose-entry.ts'

/** A line of the bank that nothing stands for, locked; one that waits for its second person is refused too. */
const lockOpenEntry = async (tx: Kysely<DB>, entryId: string, now: number) => {
  const line = await tx
    .selectFrom('bankEntry')
    .where('id', '=', entryId)
    .select(['id', 'state', 'amount', 'bookingDate', 'valueDate'])
    .forUpdate()
    .executeTakeFirst()
  if (!line) throw refuse('notFound')
  if (line.state !== 'other' || (await findBookingApproval(tx, entryId, now))) throw refuse('bankEntry.notOpen')
  return line
}

const assertAdded = async (tx: Kysely<DB>, ledger: string): Promise<void> => {
  const account = await tx
    .selectFrom('ledgerAccount')
    .where('code', '=', ledger)
    .where('id', '>=', firstAdded)
    .select(sql<SqlBool>`retired_at is null`.as('isInUse'))
    .executeTakeFirst()
  if (!account) throw refuse('request.invalid', { fields: { ledger: 'unknown' } })
  if (!account.isInUse) throw refuse('request.invalid', { fields: { ledger: 'retired' } })
}

/** A fee, or whatever else left the bank and is nobody's payment: a journal by hand that stands for its line, with the checks of any other. */
export const bookBankEntry = (
  ctx: Ctx,
  { params: { entryId }, body, key }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Proposed> => {
  const wish = { key, hash: wishHash({ entryId, ...body }) }
  const now = serving.clock()
  return ctx.db.transaction().execute(async (tx) => {
    const asked = await findAsked(tx, wish)
    if (asked) return asked
    const line = await lockOpenEntry(tx, entryId, now)
    const { ledger, description } = body
    await assertAdded(tx, ledger)
    const closedThrough = await findClosedThrough(tx)
    const amount = line.amount.replace('-', '')
    const lineOf = (code: string, side: EntryLine['side']): EntryLine => ({
      ...{ ledger: code, side, amount, accountId: null, tax: null },
    })
    const entry: Entry = {
      ...{ source: 'entry', kind: 'adjustment', description, bankEntryId: entryId },
      bookingDate: closedThrough !== null && line.bookingDate <= closedThrough ? ctx.businessDate : line.bookingDate,
      valueDate: line.valueDate > ctx.businessDate ? ctx.businessDate : line.valueDate,
      lines: [lineOf(ledger, 'debit'), lineOf('bank', 'credit')],
    }
    return proposeEntry(tx, ctx, { entry, reason: description, params: { kind: 'adjustment' }, now, ...wish })
  })
}
