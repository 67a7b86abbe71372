import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** The journal by hand for the line of the bank `entryId` that waits for a second person; null: nobody has asked, or it is too late. */
export const pendingEntryApprovalSql = (entryId: RawBuilder<unknown>, now: number): RawBuilder<string | null> => sql`
  (select a.id::text from approval a where a.task = 'entry' and a.state = 'pending' and a.expires_at > ${new Date(now).toISOString()}
      and a.payload #>> '{entry,bankEntryId}' = ${entryId}::text order by a.id limit 1)`

/** The id of the approval that a bank line waits for; null where there is none, or it has expired by `now` (ms). */
export const findPendingEntryApproval = async (
  tx: Kysely<DB>,
  entryId: string,
  now: number,
): Promise<string | null> => {
  const { rows } = await sql<{
    id: string | null
  }>`select ${pendingEntryApprovalSql(sql`${entryId}`, now)} as id`.execute(tx)
  return rows[0]!.id
}
