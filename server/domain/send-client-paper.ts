import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { storeClientDocument } from './client-documents.ts'
import { queueClientMail } from './client-mail.ts'
import { getClientLanguage } from './document-language.ts'
import { isEmailAddress } from './email-address.ts'
import { lockIdempotencyKey } from './idempotency-lock.ts'

/** A document that was made for a client. */
export type ClientPaper = {
  clientId: string
  kind: 'report' | 'presentation'
  title: string
  /** Of the document itself, 'YYYY-MM-DD'. */
  day: string
  fileName: string
  content: Uint8Array
  request: PaperRequest
}

/** The call that files a document: its key, and what it was for. */
export type PaperRequest = { idempotencyKey: string; requestHash: string }

type FiledPaper = { documentId: string; recipient: string | null }

/** The document that this call has filed before, with whom it was sent to. Two at once: the second waits here. `idempotency.differentBody` for another one. */
export const findFiledPaper = async (
  tx: Kysely<DB>,
  { idempotencyKey, requestHash }: PaperRequest,
): Promise<FiledPaper | undefined> => {
  await lockIdempotencyKey(tx, idempotencyKey)
  const filed = await tx
    .selectFrom('clientDocument as d')
    .leftJoin('clientMail as m', (join) =>
      join.onRef('m.fileId', '=', 'd.fileId').on('m.template', '=', 'paper.attached'),
    )
    .where('d.idempotencyKey', '=', idempotencyKey)
    .select(['d.id as documentId', 'd.requestHash', 'm.recipient'])
    .executeTakeFirst()
  if (!filed) return undefined
  if (filed.requestHash !== requestHash) throw buildRefusal('idempotency.differentBody')
  return { documentId: filed.documentId, recipient: filed.recipient }
}

/** Where the client is written to, and in which language. Throws where nothing may be sent: no address, death, or consent withdrawn. */
const findRecipient = async (tx: Kysely<DB>, { prefix }: Pick<Ctx, 'prefix'>, clientId: string) => {
  const client = await tx
    .selectFrom('client')
    .where('id', '=', clientId)
    .select(['email', 'idioma', 'blockKind', 'lopdStatus'])
    .executeTakeFirstOrThrow()
  if (client.blockKind === 'death' || client.blockKind === 'legal') throw buildRefusal('client.blocked')
  if (client.lopdStatus === 'withdrawn') throw buildRefusal('client.lopd')
  if (!client.email || !isEmailAddress(client.email)) throw buildRefusal('clientPaper.noEmail')
  return { recipient: client.email, idioma: getClientLanguage(client.idioma, prefix) }
}

/**
 * Files a document with the client, in the transaction of the caller, and sends it to the client's e-mail where that is asked for. Answers the address
 * that it goes to. The caller has seen to it that the client may be written about.
 */
export const fileClientPaper = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  deps: Pick<EndpointDeps, 'files' | 'clock' | 'getSecretBox'>,
  { clientId, kind, title, day, fileName, content, request }: ClientPaper,
  isSent: boolean,
): Promise<FiledPaper> => {
  const mail = isSent ? await findRecipient(tx, ctx, clientId) : null
  const { documentId, fileId } = await storeClientDocument(
    tx,
    { prefix: ctx.prefix, files: deps.files, actor: ctx },
    {
      clientId,
      kind,
      title,
      date: day,
      retainUntil: null,
      fileName,
      fileKind: 'pdf',
      contentType: 'application/pdf',
      content,
      request,
    },
  )
  if (mail) {
    const facts = { title, at: new Date(deps.clock()).toISOString() }
    await queueClientMail(tx, deps, { clientId, template: 'paper.attached', ...mail, facts, fileId })
  }
  return { documentId, recipient: mail?.recipient ?? null }
}
