import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { markStoredFileRemoved } from '#server/domain/stored-files.ts'
import { getRestorableSince } from './attachments.queries.ts'

/** Lets go of the contents of documents that can't be restored any more; the sweep of files drops them. */
export const purgeAttachments = async (db: Kysely<DB>, now: number): Promise<number> => {
  const since = getRestorableSince(now)
  const due = await db
    .selectFrom('recordAttachment as a')
    .innerJoin('storedFile as f', 'f.id', 'a.fileId')
    .select('a.id')
    .where('a.removedAt', '<=', since)
    .where('f.removedAt', 'is', null)
    .execute()
  for (const { id } of due)
    await db.transaction().execute(async (tx) => {
      // Restored meanwhile: it stays.
      const found = await tx
        .selectFrom('recordAttachment')
        .select(['fileId', 'entity', 'entityId'])
        .where('id', '=', id)
        .where('removedAt', '<=', since)
        .forUpdate()
        .executeTakeFirst()
      if (!found) return
      const { fileId, entity, entityId } = found
      await markStoredFileRemoved(tx, fileId)
      await recordAuditEvent(tx, null, { action: 'attachment.purged', entity, entityId, after: { attachment: id } })
    })
  return due.length
}
