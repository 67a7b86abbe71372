import { z } from 'zod'
import { endpoint, type Upload } from '../core/endpoint.ts'
import { Id, Instant, Line } from '../core/values.ts'
import { recordParams, recordRoot } from '../records.ts'

/** The content says what it is, so that whatever the browser calls it is taken. */
const file: Upload = { maxBytes: 20_000_000, types: ['application/octet-stream'] }
export const maxAttachmentBytes = file.maxBytes

/** How many days a removed document can be restored. */
export const restorableDays = 30

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

const open = 'signedIn'
const params = recordParams.extend({ attachmentId: Id })
const version = z.number().int().min(1)
const description = z.string().trim().max(300)

export const listAttachments = endpoint({
  method: 'GET',
  path: `${recordRoot}/attachments`,
  summary: 'Documents of a record, newest first; older than an id',
  open,
  params: recordParams,
  query: z.object({
    before: Id.optional(),
    /** Those that were removed and can be restored, for whoever may work on the record. */
    removed: z.stringbool().optional(),
  }),
  output: z.object({ attachments: z.array(Attachment), more: z.boolean() }),
})

/** The body is the file. `attachment.kind` for what isn't taken, `attachment.macros` for what would run something. */
export const addAttachment = endpoint({
  method: 'POST',
  path: `${recordRoot}/attachments`,
  summary: 'Add a document to a record',
  open,
  params: recordParams,
  query: z.object({ fileName: Line(1, 200) }),
  upload: file,
  output: Attachment,
})

export const changeAttachment = endpoint({
  method: 'PATCH',
  path: `${recordRoot}/attachments/:attachmentId`,
  summary: 'Describe a document',
  open,
  params,
  body: z.object({ description, version }),
  output: Attachment,
})

export const removeAttachment = endpoint({
  method: 'POST',
  path: `${recordRoot}/attachments/:attachmentId/remove`,
  summary: 'Remove a document; it can be restored for some time',
  open,
  params,
  body: z.object({ version }),
  output: Attachment,
})

export const restoreAttachment = endpoint({
  method: 'POST',
  path: `${recordRoot}/attachments/:attachmentId/restore`,
  summary: 'Restore a removed document',
  open,
  params,
  body: z.object({ version }),
  output: Attachment,
})

/** As it was uploaded, as an attachment that no browser takes for a page. */
export const downloadAttachment = endpoint({
  method: 'GET',
  path: `${recordRoot}/attachments/:attachmentId/content`,
  summary: 'Download a document',
  open,
  params,
  output: z.unknown(),
})

/** A picture made anew from its pixels, or the PDF; 404 for every other kind. */
export const previewAttachment = endpoint({
  method: 'GET',
  path: `${recordRoot}/attachments/:attachmentId/preview`,
  summary: 'Look at a document',
  open,
  params,
  output: z.unknown(),
})
