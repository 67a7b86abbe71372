import { type Kysely, sql } from 'kysely'
import { type ClientDocument, clientDocumentRestoreDays, type listClientDocuments } from '#contract/client-documents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientVisible } from '#server/domain/find-client.ts'

const documentPageSize = 50

/** Removed before this moment, a document can't be restored any more. */
export const getRestorableSince = (now: number): string =>
  new Date(now - clientDocumentRestoreDays * 86_400_000).toISOString()

/** Documents of a client whose content is there. */
const selectDocuments = (db: Kysely<DB>, clientId: string, today: string) =>
  db
    .selectFrom('clientDocument as d')
    .innerJoin('storedFile as f', 'f.id', 'd.fileId')
    .where('d.clientId', '=', clientId)
    .where('f.removedAt', 'is', null)
    .select([
      'd.id',
      'd.kind',
      'd.origin',
      'd.title',
      'f.fileName',
      sql<ClientDocument['fileKind']>`split_part(f.purpose, '.', 3)`.as('fileKind'),
      'f.bytes',
      'd.documentDate as date',
      'd.retainUntil',
      sql<boolean>`coalesce(d.retain_until >= ${today}, false)`.as('isRetained'),
      userNameSql('d.user_id').as('authorName'),
      'd.actingCvl',
      'd.version',
      'd.createdAt as at',
      'd.removedAt',
      userNameSql('d.removed_by').as('removedByName'),
    ])

type DocumentKey = { clientId: string; documentId: string }

/** Throws `notFound` where it is no document of the client. */
export const findDocument = async (
  db: Kysely<DB>,
  { clientId, documentId }: DocumentKey,
  today: string,
): Promise<ClientDocument> => {
  const found = await selectDocuments(db, clientId, today).where('d.id', '=', documentId).executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

/** The content of a document that stands; 404 for one that was removed. */
export const findDocumentContent = async (db: Kysely<DB>, { clientId, documentId }: DocumentKey, today: string) => {
  const found = await selectDocuments(db, clientId, today)
    .where('d.id', '=', documentId)
    .where('d.removedAt', 'is', null)
    .select(['d.fileId', 'f.contentType'])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  return found
}

export const findDocuments = async (
  ctx: Ctx,
  { params: { clientId }, query: { before, kind, removed } }: ParsedRequest<typeof listClientDocuments>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof listClientDocuments>> => {
  await assertClientVisible(ctx, clientId)
  const since = getRestorableSince(deps.clock())
  const rows = await selectDocuments(ctx.db, clientId, ctx.businessDate)
    .$if(kind !== undefined, (some) => some.where('d.kind', '=', kind!))
    .$if(removed !== true, (current) => current.where('d.removedAt', 'is', null))
    .$if(removed === true, (gone) => gone.where('d.removedAt', '>', since))
    .$if(before !== undefined, (older) => older.where('d.id', '<', before!))
    .orderBy('d.id', 'desc')
    .limit(documentPageSize + 1)
    .execute()
  return { documents: rows.slice(0, documentPageSize), more: rows.length > documentPageSize }
}
