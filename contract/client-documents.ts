import { z } from 'zod'
import { defineEndpoint, type UploadLimits } from './core/endpoint.ts'
import { BusinessDate, Id, Instant, SingleLineText } from './core/values.ts'
import { attachmentKinds } from './records/attachments.ts'

/** What a document of a client is for. */
export const clientDocumentKinds = [
  'contract',
  'mandate',
  'proof',
  'statement',
  'consent',
  'report',
  'presentation',
  'other',
] as const
export type ClientDocumentKind = (typeof clientDocumentKinds)[number]

/** Uploaded by somebody, or made by the product itself. */
export const clientDocumentOrigins = ['upload', 'product'] as const

/** How many days a removed document can be restored. */
export const clientDocumentRestoreDays = 30

/** The content says what it is, so that whatever the browser calls it is taken. */
const documentUpload: UploadLimits = { maxBytes: 20_000_000, types: ['application/octet-stream'] }

export const maxClientDocumentBytes = documentUpload.maxBytes

const moduleKey = 'bt_Clientes'
const about = ['clientDocuments', 'staff'] as const
const changes = ['clientDocuments'] as const
const clientParams = z.object({ clientId: Id })
const documentParams = clientParams.extend({ documentId: Id })
const DocumentTitle = SingleLineText(1, 200)
const RecordVersion = z.number().int().min(1)

export const ClientDocument = z.object({
  id: Id,
  kind: z.enum(clientDocumentKinds),
  origin: z.enum(clientDocumentOrigins),
  title: z.string(),
  fileName: z.string(),
  /** What the file is, by its content. */
  fileKind: z.enum(attachmentKinds),
  bytes: z.number().int(),
  /** Of the document itself. */
  date: BusinessDate,
  /** The last day on which nobody may remove it; null: no such day. */
  retainUntil: BusinessDate.nullable(),
  isRetained: z.boolean(),
  /** Null: a client or a job caused it. */
  authorName: z.string().nullable(),
  actingCvl: z.string().nullable(),
  version: z.number().int(),
  at: Instant,
  removedAt: Instant.nullable(),
  removedByName: z.string().nullable(),
})
export type ClientDocument = z.infer<typeof ClientDocument>

export const listClientDocuments = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/documents',
  about,
  summary: 'Documents of a client, newest first; older than an id',
  module: moduleKey,
  action: 'view',
  params: clientParams,
  query: z.object({
    before: Id.optional(),
    kind: z.enum(clientDocumentKinds).optional(),
    /** Those that were removed and can be restored. */
    removed: z.stringbool().optional(),
  }),
  output: z.object({ documents: z.array(ClientDocument), more: z.boolean() }),
})

/**
 * The body is the file. `attachment.kind` for what isn’t taken, `attachment.macros` for what would run something, `attachment.email` for a message
 * that carries either.
 */
export const addClientDocument = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/documents',
  changes,
  summary: 'Add a document to the file of a client',
  module: moduleKey,
  action: 'edit',
  idempotent: true,
  params: clientParams,
  query: z.object({
    fileName: SingleLineText(1, 200),
    kind: z.enum(clientDocumentKinds),
    title: DocumentTitle.optional(),
    date: BusinessDate,
    retainUntil: BusinessDate.optional(),
  }),
  upload: documentUpload,
  output: ClientDocument,
})

/** 409 `clientDocument.retained` where it would be kept for less long than before. */
export const changeClientDocument = defineEndpoint({
  method: 'PATCH',
  path: '/clients/:clientId/documents/:documentId',
  changes,
  summary: 'Say what a document of a client is',
  module: moduleKey,
  action: 'edit',
  params: documentParams,
  body: z.strictObject({
    version: RecordVersion,
    kind: z.enum(clientDocumentKinds),
    title: DocumentTitle,
    date: BusinessDate,
    retainUntil: BusinessDate.nullable(),
  }),
  output: ClientDocument,
})

/** 409 `clientDocument.retained` while it has to be kept. */
export const removeClientDocument = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/documents/:documentId/remove',
  changes,
  summary: 'Remove a document of a client; it can be restored for some time',
  module: moduleKey,
  action: 'delete',
  params: documentParams,
  body: z.object({ version: RecordVersion }),
  output: ClientDocument,
})

/** 409 `attachment.gone` once the time for it is over. */
export const restoreClientDocument = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/documents/:documentId/restore',
  changes,
  summary: 'Restore a removed document of a client',
  module: moduleKey,
  action: 'delete',
  params: documentParams,
  body: z.object({ version: RecordVersion }),
  output: ClientDocument,
})

/** As an attachment that no browser takes for a page. Audited, by the purpose that is named. */
export const readClientDocument = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/documents/:documentId/content',
  about,
  summary: 'Look at or download a document of a client',
  module: moduleKey,
  action: 'view',
  params: documentParams,
  query: z.object({ purpose: z.enum(['look', 'download']).default('download') }),
  output: z.unknown(),
})
