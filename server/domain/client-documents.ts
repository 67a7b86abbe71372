import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ClientDocumentKind } from '#contract/client-documents.ts'
import type { Prefix } from '#contract/core/values.ts'
import type { AttachmentKind } from '#contract/records/attachments.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { FileStorage } from '#server/core/file-storage.ts'

/** What a stored file of the document store is for; the kind of its content stands behind it. */
export const clientDocumentPurpose = 'client.document'

type DocumentFacts = {
  clientId: string
  kind: ClientDocumentKind
  title: string
  /** Of the document itself, 'YYYY-MM-DD'. */
  date: string
  /** The last day on which nobody may remove it. */
  retainUntil: string | null
}

type NewDocumentRow = DocumentFacts & {
  origin: 'upload' | 'product'
  fileId: string
  mediaType: string
  bytes: number
  request?: { idempotencyKey: string; requestHash: string }
}

/** Nothing new is written on a record that was merged with another one, however long a file was on its way. */
const assertNotMerged = async (tx: Kysely<DB>, clientId: string): Promise<void> => {
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select('mergedIntoId')
    .forShare()
    .executeTakeFirst()
  if (client?.mergedIntoId !== null) throw buildRefusal('notFound')
}

/** Names a stored file as a document of the client, and audits it. Answers undefined where the same request has done so before. */
export const insertClientDocument = async (
  tx: Kysely<DB>,
  actor: Actor | null,
  { clientId, kind, origin, fileId, title, date, retainUntil, mediaType, bytes, request }: NewDocumentRow,
): Promise<string | undefined> => {
  await assertNotMerged(tx, clientId)
  const made = await tx
    .insertInto('clientDocument')
    .values({
      clientId,
      kind,
      origin,
      fileId,
      title,
      documentDate: date,
      retainUntil,
      userId: actor?.person.userId ?? null,
      actingCvl: actor?.person.actingCvl ?? null,
      ...request,
    })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return undefined
  await recordAuditEvent(tx, actor, {
    action: 'clientDocument.added',
    entity: 'client',
    entityId: clientId,
    after: { document: made.id, documentKind: kind, mediaType, bytes, ...(retainUntil && { retainUntil }) },
  })
  return made.id
}

export type ProducedDocument = DocumentFacts & {
  /** Of the call that caused it, where it can be sent twice. */
  request?: NonNullable<NewDocumentRow['request']>
  /** With its ending, as it is downloaded. */
  fileName: string
  fileKind: AttachmentKind
  /** 'application/pdf' */
  contentType: string
  content: Uint8Array
}

/**
 * Files what the product itself has made for a client (a signed consent, a report, a presentation) in their document store. Called in the transaction of
 * what it belongs to; the content is on the disk when it returns. Where that transaction is rolled back, the content belongs to nothing and is swept away.
 *
 *   const { documentId } = await storeClientDocument(tx, { prefix: ctx.prefix, files: deps.files, actor: ctx }, {
 *     clientId, kind: 'report', title: 'Informe a 31/12/2025', date: ctx.businessDate, retainUntil: null,
 *     fileName: 'informe.pdf', fileKind: 'pdf', contentType: 'application/pdf', content })
 *
 * `actor` is null where no member of staff caused it: a client on a public page, a job.
 */
export const storeClientDocument = async (
  tx: Kysely<DB>,
  { prefix, files, actor }: { prefix: Prefix; files: FileStorage; actor: Actor | null },
  { fileName, fileKind, contentType, content, ...facts }: ProducedDocument,
): Promise<{ documentId: string; fileId: string }> => {
  const fileId = await files.put(prefix, content)
  await tx
    .insertInto('storedFile')
    .values({
      id: fileId,
      purpose: `${clientDocumentPurpose}.${fileKind}`,
      entity: 'client',
      entityId: facts.clientId,
      fileName,
      contentType,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest(),
      createdBy: actor?.person.userId ?? null,
    })
    .execute()
  const row = { ...facts, origin: 'product', fileId, mediaType: contentType, bytes: content.length } as const
  const documentId = await insertClientDocument(tx, actor, row)
  return { documentId: documentId!, fileId }
}
