import { createHash } from 'node:crypto'
import type * as contract from '#contract/client-documents.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { checkDocument } from '#server/domain/check-document.ts'
import { clientDocumentPurpose, insertClientDocument } from '#server/domain/client-documents.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { requestHash } from '#server/domain/post-journal.ts'
import { withStoredFile } from '#server/domain/stored-files.ts'
import { findDocument } from './client-documents.queries.ts'

type AddRequest = ParsedRequest<typeof contract.addClientDocument>

/** The document that this key has made; refused where it was made of another file. */
const findByIdempotencyKey = async (
  ctx: Ctx,
  { params: { clientId }, key }: AddRequest,
  hash: string,
): Promise<contract.ClientDocument | undefined> => {
  const made = await ctx.db
    .selectFrom('clientDocument')
    .select(['id', 'requestHash'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirst()
  if (!made) return undefined
  if (made.requestHash !== hash) throw buildRefusal('idempotency.differentBody')
  return findDocument(ctx.db, { clientId, documentId: made.id }, ctx.businessDate)
}

/** Sent again with the same key, it is the document that is there already. */
export const addClientDocument = async (
  ctx: Ctx,
  input: AddRequest,
  raw: HttpContext,
): Promise<contract.ClientDocument> => {
  const { params, query, content, key } = input
  const { clientId } = params
  const { fileName, kind, date, retainUntil = null } = query
  await assertClientWritable(ctx.db, ctx, clientId)
  if (retainUntil !== null && retainUntil < date)
    throw buildRefusal('request.invalid', { fields: { retainUntil: 'order' } })
  const hash = requestHash({ params, query, sha256: createHash('sha256').update(content).digest('hex') })
  const existing = await findByIdempotencyKey(ctx, input, hash)
  if (existing) return existing
  const kept = await checkDocument(content, fileName, raw.deps.threads)
  const described = {
    purpose: `${clientDocumentPurpose}.${kept.kind}`,
    entity: 'client',
    entityId: clientId,
    fileName: kept.name,
    contentType: kept.type,
    content: kept.content,
  }
  return withStoredFile(ctx, raw.deps.files, described, async (tx, fileId) => {
    const documentId = await insertClientDocument(tx, ctx, {
      clientId,
      kind,
      origin: 'upload',
      fileId,
      title: query.title ?? (kept.name.replace(/\.[a-z0-9]{1,5}$/i, '') || kept.name),
      date,
      retainUntil,
      mediaType: kept.type,
      bytes: kept.content.length,
      request: { idempotencyKey: key, requestHash: hash },
    })
    // The same file a second time, while the first was still on its way: this copy goes, the next try finds the first.
    if (!documentId) throw buildRefusal('conflict.changed')
    return findDocument(tx, { clientId, documentId }, ctx.businessDate)
  })
}
