import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import type { RecordKey } from './find-record.ts'

type Asked = RecordKey & { commentId: string; version: number }

/** The comment, nobody else's until the transaction ends. Throws 404, `comment.removed`, or `conflict.changed` where it has moved on. */
export const lockComment = async (tx: Kysely<DB>, { entity, recordId, commentId, version }: Asked) => {
  const found = await tx
    .selectFrom('recordComment')
    .select(['id', 'userId', 'version', 'removedAt', 'body'])
    .where('id', '=', commentId)
    .where('entity', '=', entity)
    .where('entityId', '=', recordId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  if (found.removedAt) throw refuse('comment.removed')
  if (found.version !== version) throw refuse('conflict.changed')
  return found
}
