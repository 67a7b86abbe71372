import type { AttachmentKind } from '#contract/records/attachments.ts'
import { isBinary, kindOfContent } from '#server/core/content-kind.ts'
import { refuse } from '#server/core/errors.ts'
import { namesInZip } from './zip-names.ts'

/** What is kept of an upload: its kind, the type under which it is sent, and the endings that its name may have, the usual one first. */
type Known = { kind: AttachmentKind; type: string; endings: readonly string[] }

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'
const pdf: Known = { kind: 'pdf', type: 'application/pdf', endings: ['pdf'] }
const email: Known = { kind: 'email', type: 'message/rfc822', endings: ['eml'] }
const text: Known = { kind: 'text', type: 'text/plain; charset=utf-8', endings: ['txt'] }
const table: Known = { kind: 'text', type: 'text/csv; charset=utf-8', endings: ['csv'] }

const pictures: readonly [begins: RegExp, Known][] = [
  [/^ffd8ff/, { kind: 'picture', type: 'image/jpeg', endings: ['jpg', 'jpeg'] }],
  [/^89504e47/, { kind: 'picture', type: 'image/png', endings: ['png'] }],
  [/^52494646.{8}57454250/, { kind: 'picture', type: 'image/webp', endings: ['webp'] }],
]

const word: Known = { kind: 'document', type: `${office}.wordprocessingml.document`, endings: ['docx'] }
const excel: Known = { kind: 'spreadsheet', type: `${office}.spreadsheetml.sheet`, endings: ['xlsx'] }
const slides: Known = { kind: 'presentation', type: `${office}.presentationml.presentation`, endings: ['pptx'] }
/** The part that makes it one, in what Office writes. */
const officeParts: readonly [part: string, Known][] = [
  ['word/document.xml', word],
  ['xl/workbook.xml', excel],
  ['ppt/presentation.xml', slides],
]
/** What OpenDocument says of itself, uncompressed, in the first bytes. */
const openTypes: readonly [name: string, Known][] = [
  [`${open}.text`, { kind: 'document', type: `${open}.text`, endings: ['odt'] }],
  [`${open}.spreadsheet`, { kind: 'spreadsheet', type: `${open}.spreadsheet`, endings: ['ods'] }],
  [`${open}.presentation`, { kind: 'presentation', type: `${open}.presentation`, endings: ['odp'] }],
]
/** Parts that hold programs: of Office, its old sheets of macros and controls, and of OpenDocument. */
const program = /(^|\/)(vbaProject[^/]*\.bin|vbaData\.xml|macrosheets\/|activeX\/|Basic\/|Scripts\/)/i

const kindOfArchive = (content: Uint8Array): Known | undefined => {
  const names = namesInZip(content)
  if (!names) return undefined
  const head = Buffer.from(content.subarray(0, 128)).toString('latin1')
  const found =
    officeParts.find(([part]) => names.includes(part) && names.includes('[Content_Types].xml'))?.[1] ??
    openTypes.find(([name]) => new RegExp(`^.{30}mimetype${name}PK`, 's').test(head))?.[1]
  if (found && names.some((name) => program.test(name))) throw refuse('attachment.macros')
  return found
}

const headerLine = /^[A-Za-z][A-Za-z0-9-]*:/
/** A message begins with lines of its head, of which some say from whom and when or to whom it is. */
const isEmail = (start: string): boolean => {
  const lines = start.split(/\r?\n/)
  const end = lines.indexOf('')
  const head = (end < 0 ? lines : lines.slice(0, end)).filter((line) => !/^[ \t]/.test(line))
  const has = (name: string): boolean => head.some((line) => line.toLowerCase().startsWith(`${name}:`))
  return (
    headerLine.test(head[0] ?? '') &&
    head.slice(0, 20).every((line) => headerLine.test(line)) &&
    has('from') &&
    (has('date') || has('to') || has('subject'))
  )
}

const kindOfText = (content: Uint8Array, fileName: string): Known | undefined => {
  const start = Buffer.from(content.subarray(0, 16_384)).toString('latin1')
  if (isBinary(start) || content.includes(0)) return undefined
  if (isEmail(start)) return email
  return /\.csv$/i.test(fileName) ? table : text
}

/**
 * What an upload is, by its content alone; the name only says which kind of text a text is. Throws `attachment.kind` for whatever isn't on
 * the list, programs, pages and drawings among it, and `attachment.macros` for a document with a program in it.
 */
export const knowDocument = (content: Uint8Array, fileName: string): Known => {
  const hex = Buffer.from(content.subarray(0, 12)).toString('hex')
  const kind = kindOfContent(content)
  const found =
    pictures.find(([begins]) => begins.test(hex))?.[1] ??
    (/^255044462d/.test(hex) ? pdf : undefined) ??
    (kind === 'archive' ? kindOfArchive(content) : undefined) ??
    (kind === 'text' ? kindOfText(content, fileName) : undefined)
  if (!found || content.length === 0) throw refuse('attachment.kind')
  return found
}

/** The name under which it is kept: without folders and signs that systems don't take, with an ending that says what it is. */
export const cleanName = (fileName: string, { endings }: Known): string => {
  const own = fileName.split(/[/\\]/).at(-1) ?? ''
  const plain = own
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 150)
  const ending = /\.([a-z0-9]{1,5})$/i.exec(plain)?.[1]?.toLowerCase()
  const name = plain || 'documento'
  return ending && endings.includes(ending) ? name : `${name}.${endings[0]}`
}
