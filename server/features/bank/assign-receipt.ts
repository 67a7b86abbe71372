import { type Kysely, sql } from 'kysely'
import type { assignReceipt as contract } from '#contract/bank.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { contribute, refuseContribution, valueFor } from '#server/domain/contribute.ts'
import { lockedAccounts } from '#server/domain/lock-account.ts'
import { findPosted, refreshClients } from '#server/domain/post-journal.ts'
import { assertNotOwnClients } from '#server/domain/too-near.ts'
import { bookUnlessBooked, lockReceipt } from './send-back.ts'

type Input = Parsed<typeof contract>

/** What this key has done, whatever has become of it since; refused where it was used for something else. */
const findDone = async (tx: Kysely<DB>, { params, body, key }: Input): Promise<string | undefined> => {
  const posted = await findPosted(tx, key)
  if (!posted) return undefined
  const { rows } = await sql`
    select from bank_entry e join posting p on p.journal_id = ${posted.id}
     where e.id = ${params.entryId} and e.assigned_key = ${key} and p.account_id = ${body.accountId}`.execute(tx)
  if (rows.length === 0) throw refuse('idempotency.differentBody')
  return posted.id
}

/**
 * Out of unidentified receipts into the account: booked today, earning from the day on which the bank had it. Of two at once one is told
 * `receipt.notWaiting`. Throws what the account can't take.
 */
export const assignReceipt = (ctx: Ctx, input: Input): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { params, body, key } = input
    // The account first, then the line: whoever takes a contribution back comes in the same order.
    const [account] = await lockedAccounts(tx, [body.accountId])
    if (account) await assertNotOwnClients(tx, ctx, [account.clientId])
    const entry = await lockReceipt(tx, params.entryId)
    const done = await findDone(tx, input)
    if (done) return { journalId: done }
    if (!account || account.status === 'draft') throw refuse('request.invalid', { fields: { accountId: 'unknown' } })
    if (entry.state !== 'waiting') throw refuse('receipt.notWaiting')
    const coming = { amount: entry.amount, valueDate: valueFor(account, entry.valueDate, ctx.businessDate) }
    await refuseContribution(tx, account, coming, ctx.businessDate)
    await bookUnlessBooked(tx, ctx, entry.id)
    const { journalId } = await contribute(tx, ctx, account, {
      ...{ ...coming, bookingDate: ctx.businessDate, from: 'unidentified', key, source: 'statement' },
      description: entry.remittance.slice(0, 500) || null,
      bankDay: entry.bookingDate,
    })
    await tx
      .updateTable('bankEntry')
      .set({ state: 'posted', assignedJournalId: journalId, assignedKey: key, accountId: account.id, bar: null })
      .where('id', '=', entry.id)
      .execute()
    await audit(tx, ctx, {
      action: 'receipt.assigned',
      entity: 'receipt',
      entityId: entry.id,
      before: { state: 'waiting' },
      after: { state: 'posted', account: account.number, amount: entry.amount },
    })
    await refreshClients(tx, [account.clientId])
    return { journalId }
  })
