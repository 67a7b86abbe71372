import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { RecordKey } from './find-record.ts'

type CommentKey = RecordKey & { commentId: string; version: number }

/** The comment, nobody else's until the transaction ends. Throws 404, `comment.removed`, or `conflict.changed` where it has moved on. */
export const lockComment = async (tx: Kysely<DB>, { entity, recordId, commentId, version }: CommentKey) => {
  const found = await tx
    .selectFrom('recordComment')
    .select(['id', 'userId', 'version', 'removedAt', 'body'])
    .where('id', '=', commentId)
    .where('entity', '=', entity)
    .where('entityId', '=', recordId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  if (found.removedAt) throw buildRefusal('comment.removed')
  if (found.version !== version) throw buildRefusal('conflict.changed')
  return found
}
