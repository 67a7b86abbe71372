import { type Kysely, sql } from 'kysely'
import { commentRestoreMinutes } from '#contract/records.ts'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { RecordKey } from './find-record.ts'

type CommentKey = RecordKey & { commentId: string; version: number }

const lockVersion = async (tx: Kysely<DB>, { entity, recordId, commentId, version }: CommentKey) => {
  const found = await tx
    .selectFrom('recordComment')
    .select(['id', 'userId', 'version', 'removedAt', 'removedBy', 'removedFingerprint', 'body'])
    .select(sql<boolean>`removed_at > now() - make_interval(mins => ${commentRestoreMinutes})`.as('isRestorable'))
    .where('id', '=', commentId)
    .where('entity', '=', entity)
    .where('entityId', '=', recordId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return { ...found, isCurrent: found.version === version }
}

/** The comment, nobody else's until the transaction ends. Throws 404, `comment.removed`, or `conflict.changed` where it has moved on. */
export const lockComment = async (tx: Kysely<DB>, key: CommentKey) => {
  const found = await lockVersion(tx, key)
  if (found.removedAt) throw buildRefusal('comment.removed')
  if (!found.isCurrent) throw buildRefusal('conflict.changed')
  return found
}

/** The same for one that was removed. Throws 404, `conflict.changed`, or `comment.removed` where it can't be restored any more. */
export const lockRemovedComment = async (tx: Kysely<DB>, key: CommentKey) => {
  const found = await lockVersion(tx, key)
  if (!found.removedAt || !found.isCurrent) throw buildRefusal('conflict.changed')
  if (!found.removedFingerprint || !found.isRestorable) throw buildRefusal('comment.removed')
  return found
}
