import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type JournalInput, requestHash, toLedgerRefusal } from './post-journal.ts'

/**
 * Writes many journals at once, each by itself in the books, of kinds that captation doesn't count; nobody's, since a run makes them. Answers
 * their ids in the same order; what a key has made before is answered by it. Throws as `postJournal` does; then none of them is written.
 */
export const postJournals = async (tx: Kysely<DB>, journals: readonly JournalInput[]): Promise<string[]> => {
  const rows = journals.map(({ kind, bookingDate, valueDate, lines, key, source, description = null }, n) => ({
    n,
    kind,
    key,
    source,
    description,
    booking_date: bookingDate,
    value_date: valueDate,
    ledgers: lines.map(({ ledger }) => ledger),
    accounts: lines.map(({ accountId }) => accountId),
    amounts: lines.map(({ amount }) => amount),
    hash: requestHash({ kind, valueDate, lines, source, description, reverses: null }),
  }))
  const posted = await sql<{ journalId: string }>`
    select journal_id::text as "journalId" from post_journals(${JSON.stringify(rows)}::jsonb) order by n`
    .execute(tx)
    .catch((error: unknown) => {
      throw toLedgerRefusal(error)
    })
  return posted.rows.map(({ journalId }) => journalId)
}
