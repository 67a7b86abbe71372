import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import {
  type Attachment,
  type AttachmentKind,
  attachmentRestoreDays,
  type listAttachments,
} from '#contract/records/attachments.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findRecord, type RecordKey } from './find-record.ts'

const attachmentPageSize = 50

/** Removed before this moment, a document can't be restored any more. */
export const getRestorableSince = (now: number): string =>
  new Date(now - attachmentRestoreDays * 86_400_000).toISOString()

/** Documents whose content is there. */
const selectAttachments = (db: Kysely<DB>, { entity, recordId }: RecordKey) =>
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
      userNameSql('a.user_id').as('authorName'),
      'a.actingCvl',
      'a.version',
      'a.createdAt as at',
      'a.removedAt',
      userNameSql('a.removed_by').as('removedByName'),
    ])

/** Throws `notFound` where it is none of the record. */
export const findAttachment = async (db: Kysely<DB>, key: RecordKey, attachmentId: string): Promise<Attachment> => {
  const found = await selectAttachments(db, key).where('a.id', '=', attachmentId).executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** The content of a document that stands; 404 for one that was removed. */
export const findAttachmentContent = async (db: Kysely<DB>, key: RecordKey, attachmentId: string) => {
  const found = await selectAttachments(db, key)
    .where('a.id', '=', attachmentId)
    .where('a.removedAt', 'is', null)
    .select(['a.fileId', 'f.contentType'])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

export const findAttachments = async (
  ctx: Ctx,
  { params, query: { before, removed } }: ParsedRequest<typeof listAttachments>,
  raw: HttpContext,
): Promise<ResponseBody<typeof listAttachments>> => {
  const { mayWork } = await findRecord(ctx, params, raw)
  if (removed && !mayWork) throw buildRefusal('permission.missing')
  const since = getRestorableSince(raw.deps.clock())
  const rows = await selectAttachments(ctx.db, params)
    .$if(removed !== true, (current) => current.where('a.removedAt', 'is', null))
    .$if(removed === true, (gone) => gone.where('a.removedAt', '>', since))
    .$if(before !== undefined, (older) => older.where('a.id', '<', before!))
    .orderBy('a.id', 'desc')
    .limit(attachmentPageSize + 1)
    .execute()
  return { attachments: rows.slice(0, attachmentPageSize), more: rows.length > attachmentPageSize }
}
