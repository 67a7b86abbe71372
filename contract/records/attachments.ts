import { z } from 'zod'
import { defineEndpoint, type UploadLimits } from '../core/endpoint.ts'
import { Id, Instant, SingleLineText } from '../core/values.ts'
import { recordBasePath, recordParams } from '../records.ts'

/** The content says what it is, so that whatever the browser calls it is taken. */
const attachmentUpload: UploadLimits = { maxBytes: 20_000_000, types: ['application/octet-stream'] }
export const maxAttachmentBytes = attachmentUpload.maxBytes

/** How many days a removed document can be restored. */
export const attachmentRestoreDays = 30

/** What a document is, by its content. */
export const attachmentKinds = ['pdf', 'picture', 'document', 'spreadsheet', 'presentation', 'text', 'email'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

export const Attachment = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(attachmentKinds),
  bytes: z.number().int(),
  description: z.string(),
  authorName: z.string().nullable(),
  actingCvl: z.string().nullable(),
  version: z.number().int(),
  at: Instant,
  removedAt: Instant.nullable(),
  removedByName: z.string().nullable(),
})
export type Attachment = z.infer<typeof Attachment>

const signedInOnly = 'signedIn'
const attachmentParams = recordParams.extend({ attachmentId: Id })
const AttachmentVersion = z.number().int().min(1)
const AttachmentDescription = SingleLineText(0, 300)

export const listAttachments = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/attachments`,
  about: ['recordPanels', 'staff'],
  summary: 'Documents of a record, newest first; older than an id',
  open: signedInOnly,
  params: recordParams,
  query: z.object({
    before: Id.optional(),
    /** Those that were removed and can be restored, for users who may work on the record. */
    removed: z.stringbool().optional(),
  }),
  output: z.object({ attachments: z.array(Attachment), more: z.boolean() }),
})

/**
 * The body is the file. `attachment.kind` for what isn’t taken, `attachment.macros` for what would run something, `attachment.email` for a message
 * that carries either.
 */
export const addAttachment = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/attachments`,
  changes: ['recordPanels'],
  summary: 'Add a document to a record',
  open: signedInOnly,
  idempotent: true,
  params: recordParams,
  query: z.object({ fileName: SingleLineText(1, 200) }),
  upload: attachmentUpload,
  output: Attachment,
})

export const changeAttachment = defineEndpoint({
  method: 'PATCH',
  path: `${recordBasePath}/attachments/:attachmentId`,
  changes: ['recordPanels'],
  summary: 'Describe a document',
  open: signedInOnly,
  params: attachmentParams,
  body: z.object({ description: AttachmentDescription, version: AttachmentVersion }),
  output: Attachment,
})

export const removeAttachment = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/attachments/:attachmentId/remove`,
  changes: ['recordPanels'],
  summary: 'Remove a document; it can be restored for some time',
  open: signedInOnly,
  params: attachmentParams,
  body: z.object({ version: AttachmentVersion }),
  output: Attachment,
})

export const restoreAttachment = defineEndpoint({
  method: 'POST',
  path: `${recordBasePath}/attachments/:attachmentId/restore`,
  changes: ['recordPanels'],
  summary: 'Restore a removed document',
  open: signedInOnly,
  params: attachmentParams,
  body: z.object({ version: AttachmentVersion }),
  output: Attachment,
})

/** As it was uploaded, as an attachment that no browser takes for a page. */
export const downloadAttachment = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/attachments/:attachmentId/content`,
  summary: 'Download a document',
  open: signedInOnly,
  params: attachmentParams,
  output: z.unknown(),
})

/** A picture made anew from its pixels, or the PDF; 404 for every other kind. Audited: a viewer can keep what they see. */
export const previewAttachment = defineEndpoint({
  method: 'GET',
  path: `${recordBasePath}/attachments/:attachmentId/preview`,
  about: [],
  summary: 'Look at a document',
  open: signedInOnly,
  params: attachmentParams,
  output: z.unknown(),
})
