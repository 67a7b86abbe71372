import { inflateSync } from 'node:zlib'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { hidesObject, type PdfStream, readPdfDocument, readPdfValues } from './pdf-tokens.ts'

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
  'OnInstantiate',
])
/** So many bytes all compressed objects of a document unfold into at most. */
const maxInflatedBytes = 32_000_000
/** So near to its end a whole document says where its table of objects stands. */
const tailLength = 2048

const blank = '[\\0\\t\\n\\f\\r ]*'
/** The one way in which object streams are packed here. */
const plainFilterPattern = new RegExp(`/Filter${blank}(?:/FlateDecode(?![\\w#])|\\[${blank}/FlateDecode${blank}\\])`)
/** What would make other bytes of a stream. */
const packingNames = ['DecodeParms', 'DP', 'F', 'FFilter', 'FDecodeParms', 'Crypt']
const soughtNames = new Set([...activeNames, ...packingNames, 'Encrypt', 'Page', 'ObjStm', 'First', 'N', 'Filter'])

/** A number that a dictionary says once, in figures. */
const readNumber = (dictionary: string, name: string): number => {
  const [found, another] = [
    ...dictionary.matchAll(new RegExp(`/${name}(?![^\\0\\t\\n\\f\\r +\\-.()<>[\\]{}/%])${blank}(\\d*)`, 'g')),
  ]
  if (!found?.[1] || another) throw buildRefusal('file.pdfBroken')
  return Number(found[1])
}

/** The bytes of an object stream, unfolded. Throws where they can't be read here, since nobody then knows what they do. */
const unfoldStream = (content: Buffer, { dictionary, from, to }: PdfStream, names: Set<string>, maxLength: number) => {
  if (!names.has('Filter')) return content.toString('latin1', from, to)
  const hasOneFilter = dictionary.indexOf('/Filter') === dictionary.lastIndexOf('/Filter')
  if (!hasOneFilter || !plainFilterPattern.test(dictionary)) throw buildRefusal('file.pdfBroken')
  try {
    return inflateSync(content.subarray(from, to), { maxOutputLength: Math.max(1, maxLength) }).toString('latin1')
  } catch (error) {
    const isTooLong = error instanceof RangeError
    throw buildRefusal(isTooLong ? 'file.tooComplex' : 'file.pdfBroken')
  }
}

/** The objects of an unfolded stream: pairs of number and place come first. None of the places may lie in a string or a comment. */
const readObjects = (unfolded: string, dictionary: string) => {
  const count = readNumber(dictionary, 'N')
  const first = readNumber(dictionary, 'First')
  const head = unfolded.slice(0, first)
  const numbers = head.match(/\d+/g) ?? []
  if (first > unfolded.length || !/^[\d\0\t\n\f\r ]*$/.test(head) || numbers.length < 2 * count)
    throw buildRefusal('file.pdfBroken')
  const objects = readPdfValues(unfolded.slice(first), soughtNames)
  const places = numbers
    .filter((_, index) => index % 2 === 1)
    .map(Number)
    .sort((one, other) => one - other)
  let next = 0
  for (const { from, to } of objects.opaque) {
    while (next < places.length && places[next]! <= from) next += 1
    if (next < places.length && places[next]! < to) throw buildRefusal('file.pdfActive')
  }
  return objects
}

const assertPassive = (names: ReadonlySet<string>): void => {
  if (names.has('Encrypt')) throw buildRefusal('file.pdfEncrypted')
  for (const name of names) if (activeNames.has(name)) throw buildRefusal('file.pdfActive')
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
  const { names, streams } = readPdfDocument(text, soughtNames)
  assertPassive(names)
  let left = maxInflatedBytes
  for (const stream of streams) {
    // A table of objects can point into a stream: what looks like one there is one.
    if (hidesObject(text.slice(stream.from, stream.to))) throw buildRefusal('file.pdfActive')
    const own = readPdfValues(stream.dictionary, soughtNames).names
    if (!own.has('ObjStm') && !(own.has('First') && own.has('N'))) continue
    const isPlain =
      stream.beginsOnLine && !/[%(#]/.test(stream.dictionary) && !packingNames.some((name) => own.has(name))
    if (!isPlain) throw buildRefusal('file.pdfBroken')
    const unfolded = unfoldStream(content, stream, own, left)
    left -= unfolded.length
    const objects = readObjects(unfolded, stream.dictionary)
    assertPassive(objects.names)
    for (const name of objects.names) names.add(name)
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
