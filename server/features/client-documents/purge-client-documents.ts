import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { markStoredFileRemoved } from '#server/domain/stored-files.ts'
import { getRestorableSince } from './client-documents.queries.ts'

/** Lets go of the contents of documents that can't be restored any more; the sweep of files drops them. */
export const purgeClientDocuments = async (db: Kysely<DB>, now: number): Promise<number> => {
  const since = getRestorableSince(now)
  const due = await db
    .selectFrom('clientDocument as d')
    .innerJoin('storedFile as f', 'f.id', 'd.fileId')
    .select('d.id')
    .where('d.removedAt', '<=', since)
    .where('f.removedAt', 'is', null)
    .execute()
  for (const { id } of due)
    await db.transaction().execute(async (tx) => {
      // Restored meanwhile: it stays.
      const found = await tx
        .selectFrom('clientDocument')
        .select(['fileId', 'clientId'])
        .where('id', '=', id)
        .where('removedAt', '<=', since)
        .forUpdate()
        .executeTakeFirst()
      if (!found) return
      await markStoredFileRemoved(tx, found.fileId)
      await recordAuditEvent(tx, null, {
        action: 'clientDocument.purged',
        entity: 'client',
        entityId: found.clientId,
        after: { document: id },
      })
    })
  return due.length
}
