import { type Kysely, sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import {
  type Attachment,
  type AttachmentKind,
  type listAttachments,
  restorableDays,
} from '#contract/records/attachments.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findRecord, type RecordKey } from './find-record.ts'

const pageSize = 50

/** Removed before this moment, a document can't be restored any more. */
export const restorableSince = (now: number): string => new Date(now - restorableDays * 86_400_000).toISOString()

const nameOf = (column: string) =>
  sql<string | null>`(select n.full_name from registry.people_named(array[${sql.ref(column)}]) n)`

/** Documents whose content is there. */
const attachmentsOf = (db: Kysely<DB>, { entity, recordId }: RecordKey) =>
  db
    .selectFrom('recordAttachment as a')
    .innerJoin('storedFile as f', 'f.id', 'a.fileId')
    .where('a.entity', '=', entity)
    .where('a.entityId', '=', recordId)
    .where('f.removedAt', 'is', null)
    .select([
      'a.id',
      'f.fileName as name',
      sql<AttachmentKind>`split_part(f.purpose, '.', 3)`.as('kind'),
      'f.bytes',
      'a.description',
      nameOf('a.user_id').as('authorName'),
      'a.actingCvl',
      'a.version',
      'a.createdAt as at',
      'a.removedAt',
      nameOf('a.removed_by').as('removedByName'),
    ])

export const findAttachment = async (db: Kysely<DB>, key: RecordKey, attachmentId: string): Promise<Attachment> => {
  const found = await attachmentsOf(db, key).where('a.id', '=', attachmentId).executeTakeFirst()
  if (!found) throw refuse('notFound')
  return found
}

/** The content of a document that stands; 404 for one that was removed. */
export const findContent = async (db: Kysely<DB>, key: RecordKey, attachmentId: string) => {
  const found = await attachmentsOf(db, key)
    .where('a.id', '=', attachmentId)
    .where('a.removedAt', 'is', null)
    .select(['a.fileId', 'f.contentType'])
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  return found
}

export const findAttachments = async (
  ctx: Ctx,
  { params, query: { before, removed } }: Parsed<typeof listAttachments>,
  raw: Raw,
): Promise<Answer<typeof listAttachments>> => {
  const { mayWork } = await findRecord(ctx, params, raw)
  if (removed && !mayWork) throw refuse('permission.missing')
  const since = restorableSince(raw.serving.clock())
  const rows = await attachmentsOf(ctx.db, params)
    .$if(removed !== true, (standing) => standing.where('a.removedAt', 'is', null))
    .$if(removed === true, (gone) => gone.where('a.removedAt', '>', since))
    .$if(before !== undefined, (older) => older.where('a.id', '<', before!))
    .orderBy('a.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return { attachments: rows.slice(0, pageSize), more: rows.length > pageSize }
}
