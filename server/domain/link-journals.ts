import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Notes which journals stand for which lines of the bank. A journal that stands for one already stays with it. */
export const linkJournals = async (
  tx: Kysely<DB>,
  links: readonly { journalId: string; entryId: string }[],
): Promise<void> => {
  if (links.length === 0) return
  await sql`
    insert into bank_entry_journal (journal_id, entry_id)
    select * from unnest(${links.map(({ journalId }) => journalId)}::bigint[], ${links.map(({ entryId }) => entryId)}::bigint[])
    on conflict (journal_id) do nothing`.execute(tx)
}
