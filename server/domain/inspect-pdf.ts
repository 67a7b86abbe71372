import { inflateSync } from 'node:zlib'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'

/** Names of what acts when a document is opened or clicked, or carries another file. Links to pages are not among them. */
const activeNames = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'Movie',
  'Sound',
  'XFA',
])
/** So many bytes all compressed objects of a document unfold into at most. */
const maxInflatedBytes = 32_000_000
/** So near to its end a whole document says where its table of objects stands. */
const tailLength = 2048

const namePattern = /\/([^\s()<>[\]{}/%]{1,127})/g
const objectPattern = /\d\s+\d+\s+obj\b/

/** A name may be written with its letters as figures: /J#53 is /JS. */
const decodeName = (name: string): string =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const listNames = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(namePattern), ([, name]) => decodeName(name!)))

/**
 * The same text without what stands in strings and comments. From the first that holds an object, or never ends, all is read as code: nothing
 * can be hidden in one.
 */
const dropStrings = (text: string): string => {
  const parts: string[] = []
  let from = 0
  const marks = /[%(]/g
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const end = mark[0] === '%' ? findLineEnd(text, mark.index) : findStringEnd(text, mark.index)
    if (end < 0 || objectPattern.test(text.slice(mark.index, end))) break
    parts.push(text.slice(from, mark.index))
    from = end
    marks.lastIndex = end
  }
  parts.push(text.slice(from))
  return parts.join(' ')
}

const findLineEnd = (text: string, from: number): number => {
  const end = /[\r\n]/g
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}

/** Behind the bracket that closes the string; -1 where none does. */
const findStringEnd = (text: string, from: number): number => {
  let depth = 0
  const signs = /\\[\s\S]|[()]/g
  signs.lastIndex = from
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] === '(') depth += 1
    else if (sign[0] === ')') depth -= 1
    if (depth === 0) return signs.lastIndex
  }
  return -1
}

type Stream = { dictionary: string; from: number; to: number }

/** All streams with what is said before each, in one pass, and the text between them. */
const splitStreams = (text: string): { code: string; streams: Stream[] } => {
  const streams: Stream[] = []
  const code: string[] = []
  const begins = />>\s*stream\r?\n?/g
  let from = 0
  for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
    const start = begins.lastIndex
    const end = text.indexOf('endstream', start)
    if (end < 0) throw buildRefusal('file.pdfBroken')
    const before = text.slice(from, start)
    code.push(before)
    streams.push({ dictionary: before.slice(Math.max(0, before.lastIndexOf(' obj'))), from: start, to: end })
    from = end
    begins.lastIndex = end
  }
  code.push(text.slice(from))
  return { code: code.join('\n'), streams }
}

/** The objects that a stream holds, unfolded; empty where it holds none. Throws where they can't be read here, since nobody then knows what they do. */
const readObjectStream = (content: Buffer, { dictionary, from, to }: Stream, maxLength: number): string => {
  const names = listNames(dictionary)
  if (!names.has('ObjStm') && !(names.has('First') && names.has('N'))) return ''
  const isPlain = names.has('FlateDecode') && !names.has('Predictor') && !names.has('LZWDecode')
  const hasOtherFilter = ['ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'Crypt'].some((name) => names.has(name))
  if (!names.has('Filter')) return content.toString('latin1', from, to)
  if (!isPlain || hasOtherFilter) throw buildRefusal('file.pdfBroken')
  try {
    return inflateSync(content.subarray(from, to), { maxOutputLength: Math.max(1, maxLength) }).toString('latin1')
  } catch (error) {
    const isTooLong = error instanceof RangeError
    throw buildRefusal(isTooLong ? 'file.tooComplex' : 'file.pdfBroken')
  }
}

const assertPassive = (code: string): Set<string> => {
  const names = listNames(dropStrings(code))
  if (names.has('Encrypt')) throw buildRefusal('file.pdfEncrypted')
  for (const name of names) if (activeNames.has(name)) throw buildRefusal('file.pdfActive')
  return names
}

/**
 * Throws unless the PDF is whole and runs nothing: `file.pdfBroken`, `file.pdfEncrypted` where its parts can't be read, `file.pdfActive` where it has
 * scripts, actions on other programs, forms of scripts, or files in it. Visits each byte a fixed number of times.
 */
export const inspectPdf = (bytes: Uint8Array): true => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = content.toString('latin1')
  const table = /startxref\s+(\d{1,10})\s+%%EOF\s*\0*\s*$/.exec(text.slice(-tailLength))
  if (!/^%PDF-[12]\.\d/.test(text) || !table || Number(table[1]) >= text.length) throw buildRefusal('file.pdfBroken')
  const { code, streams } = splitStreams(text)
  const names = assertPassive(code)
  let left = maxInflatedBytes
  for (const stream of streams) {
    // A table of objects can point into a stream: what looks like one there is one.
    if (objectPattern.test(text.slice(stream.from, stream.to))) throw buildRefusal('file.pdfActive')
    const objects = readObjectStream(content, stream, left)
    left -= objects.length
    for (const name of objects ? assertPassive(objects) : []) names.add(name)
  }
  if (!names.has('Page')) throw buildRefusal('file.pdfBroken')
  return true
}

/** The same in a thread of its own. */
export const inspectPdfJob: ThreadJob<Uint8Array, true> = {
  name: 'inspect pdf',
  run: function* (content) {
    yield inspectPdf(content)
  },
}
