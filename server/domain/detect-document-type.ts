import type { AttachmentKind } from '#contract/records/attachments.ts'
import { detectContentKind, isBinary } from '#server/core/content-kind.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { readZipEntryNames } from './zip-entry-names.ts'

/** What is kept of an upload: its kind, the type under which it is sent, and the endings that its name may have, the usual one first. */
type DocumentType = { kind: AttachmentKind; type: string; endings: readonly string[] }

const officeMimePrefix = 'application/vnd.openxmlformats-officedocument'
const openDocumentMimePrefix = 'application/vnd.oasis.opendocument'
const pdfType: DocumentType = { kind: 'pdf', type: 'application/pdf', endings: ['pdf'] }
const emailType: DocumentType = { kind: 'email', type: 'message/rfc822', endings: ['eml'] }
const textType: DocumentType = { kind: 'text', type: 'text/plain; charset=utf-8', endings: ['txt'] }
const csvType: DocumentType = { kind: 'text', type: 'text/csv; charset=utf-8', endings: ['csv'] }

const pictureSignatures: readonly [begins: RegExp, DocumentType][] = [
  [/^ffd8ff/, { kind: 'picture', type: 'image/jpeg', endings: ['jpg', 'jpeg'] }],
  [/^89504e47/, { kind: 'picture', type: 'image/png', endings: ['png'] }],
  [/^52494646.{8}57454250/, { kind: 'picture', type: 'image/webp', endings: ['webp'] }],
]

const wordType: DocumentType = {
  kind: 'document',
  type: `${officeMimePrefix}.wordprocessingml.document`,
  endings: ['docx'],
}
const excelType: DocumentType = {
  kind: 'spreadsheet',
  type: `${officeMimePrefix}.spreadsheetml.sheet`,
  endings: ['xlsx'],
}
const powerpointType: DocumentType = {
  kind: 'presentation',
  type: `${officeMimePrefix}.presentationml.presentation`,
  endings: ['pptx'],
}
/** The part that makes it one, in what Office writes. */
const officeTypesByPart: readonly [part: string, DocumentType][] = [
  ['word/document.xml', wordType],
  ['xl/workbook.xml', excelType],
  ['ppt/presentation.xml', powerpointType],
]
/** What OpenDocument says of itself, uncompressed, in the first bytes. */
const openDocumentTypes: readonly [name: string, DocumentType][] = [
  [`${openDocumentMimePrefix}.text`, { kind: 'document', type: `${openDocumentMimePrefix}.text`, endings: ['odt'] }],
  [
    `${openDocumentMimePrefix}.spreadsheet`,
    { kind: 'spreadsheet', type: `${openDocumentMimePrefix}.spreadsheet`, endings: ['ods'] },
  ],
  [
    `${openDocumentMimePrefix}.presentation`,
    { kind: 'presentation', type: `${openDocumentMimePrefix}.presentation`, endings: ['odp'] },
  ],
]
/** Parts that hold programs: of Office, its old sheets of macros, controls and objects that may be any file, and of OpenDocument. */
const macroPartPattern =
  /(^|\/)(vbaProject[^/]*\.bin|vbaData\.xml|macrosheets\/|activeX\/|embeddings\/[^/]*\.bin|Basic\/|Scripts\/)/i

const detectArchiveType = (content: Uint8Array): DocumentType | undefined => {
  const names = readZipEntryNames(content)
  if (!names) return undefined
  const head = Buffer.from(content.subarray(0, 128)).toString('latin1')
  const found =
    officeTypesByPart.find(([part]) => names.includes(part) && names.includes('[Content_Types].xml'))?.[1] ??
    openDocumentTypes.find(([name]) => new RegExp(`^.{30}mimetype${name}PK`, 's').test(head))?.[1]
  if (found && names.some((name) => macroPartPattern.test(name))) throw buildRefusal('attachment.macros')
  return found
}

const emailHeaderPattern = /^[A-Za-z][A-Za-z0-9-]*:/
/** A message begins with lines of its head, of which some say from whom and when or to whom it is. */
const isEmail = (start: string): boolean => {
  const lines = start.split(/\r?\n/)
  const end = lines.indexOf('')
  const head = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^[ \t]/.test(line))
  const has = (name: string): boolean => head.some((line) => line.toLowerCase().startsWith(`${name}:`))
  return (
    emailHeaderPattern.test(head[0] ?? '') &&
    head.slice(0, 20).every((line) => emailHeaderPattern.test(line)) &&
    has('from') &&
    (has('date') || has('to') || has('subject'))
  )
}

/** The first sign of a text, after a byte order mark, opens a tag: a page, a drawing, or data that some program would run. */
const markupStartPattern = /^(?:\xef\xbb\xbf)?\s*</

const detectTextType = (content: Uint8Array, fileName: string): DocumentType | undefined => {
  const start = Buffer.from(content.subarray(0, 16_384)).toString('latin1')
  if (isBinary(start) || content.includes(0) || markupStartPattern.test(start)) return undefined
  if (isEmail(start)) return emailType
  return /\.csv$/i.test(fileName) ? csvType : textType
}

/**
 * What an upload is, by its content alone; the name only says which kind of text a text is. Throws `attachment.kind` for whatever isn't on
 * the list, programs, pages and drawings among it, and `attachment.macros` for a document with a program in it.
 */
export const detectDocumentType = (content: Uint8Array, fileName: string): DocumentType => {
  const hex = Buffer.from(content.subarray(0, 12)).toString('hex')
  const kind = detectContentKind(content)
  const found =
    pictureSignatures.find(([begins]) => begins.test(hex))?.[1] ??
    (/^255044462d/.test(hex) ? pdfType : undefined) ??
    (kind === 'archive' ? detectArchiveType(content) : undefined) ??
    (kind === 'text' ? detectTextType(content, fileName) : undefined)
  if (!found || content.length === 0) throw buildRefusal('attachment.kind')
  return found
}

/** The name under which it is kept: without folders and signs that systems don't take, with an ending that says what it is. */
export const sanitizeFileName = (fileName: string, { endings }: DocumentType): string => {
  const own = fileName.split(/[/\\]/).at(-1) ?? ''
  const plain = [...own.replace(/[<>:"|?*]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '')].slice(0, 150).join('')
  const ending = /\.([a-z0-9]{1,5})$/i.exec(plain)?.[1]?.toLowerCase()
  const name = plain || 'documento'
  return ending && endings.includes(ending) ? name : `${name}.${endings[0]}`
}
