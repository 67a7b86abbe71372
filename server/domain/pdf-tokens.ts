import { buildRefusal } from '#server/core/errors.ts'

/** What is said before a stream, and where its bytes stand. */
export type PdfStream = { dictionary: string; from: number; to: number; beginsOnLine: boolean }
/** Strings and comments: what stands in them is no part of the document. */
type OpaqueRange = { from: number; to: number }
/** `names`: those that are sought. `opaque`: of values only; a document may have millions. */
type PdfParts = { names: Set<string>; streams: PdfStream[]; opaque: OpaqueRange[] }

/** Deeper than documents nest their values. */
const maxDepth = 500

const blank = '\\0\\t\\n\\f\\r '
/** Blanks, comments, names, brackets, numbers in figures and letters, numbers, words. */
const tokenPattern = new RegExp(
  `[${blank}]+|(%[^\\r\\n]*)|/([^${blank}()<>[\\]{}/%]*)|(<<|>>|[[\\]])|<[\\da-fA-F${blank}]*>|([+\\-.\\d]+)|([A-Za-z]+)`,
  'y',
)
/** Words inside of values, and those between them. */
const valueWords = new Set(['R', 'true', 'false', 'null'])
const partWords = new Set(['obj', 'endobj', 'stream', 'xref', 'trailer', 'startxref', 'n', 'f'])
const numberSigns = `[+\\-.\\deE]+`
/**
 * How an object or a table of objects begins. Readers go where a table sends them, and take blanks and comments between its signs; from the last
 * figure or line on, that is.
 */
const hiddenPattern = new RegExp(
  `obj(?![A-Za-z])(?<=(?:[\\r\\n]|(?:[\\r\\n]|\\d[${blank}])[${blank}]*${numberSigns})[${blank}]*obj)|trailer[${blank}]*[<%]`,
)

/** Whether a table could point to something in a text that is no part of the document. */
export const hidesObject = (text: string): boolean => hiddenPattern.test(text)

/** A name may be written with its letters as figures: /J#53 is /JS. Some readers end it at signs that others take. */
const decodeName = (name: string): string =>
  name
    .replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .split(/[\0\x80\xff]/)[0]!

/** Behind the bracket that closes the string. */
const findStringEnd = (text: string, from: number): number => {
  let depth = 0
  const signs = /\\[\s\S]|[()]/g
  signs.lastIndex = from
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] === '(') depth += 1
    else if (sign[0] === ')') depth -= 1
    if (depth === 0) return signs.lastIndex
  }
  throw buildRefusal('file.pdfBroken')
}

/**
 * Reads a document, or the values of an object stream, sign by sign. Throws `file.pdfBroken` where something stands that is no part of one, or brackets
 * don't match: readers would go on somewhere, each in its own way. Throws `file.pdfActive` where a string or a comment hides an object.
 */
class PdfReader {
  readonly parts: PdfParts = { names: new Set(), streams: [], opaque: [] }
  readonly #text: string
  readonly #sought: ReadonlySet<string>
  readonly #isDocument: boolean
  readonly #words: ReadonlySet<string>
  readonly #open: string[] = []
  #at = 0
  /** Numbers in a row before what comes. */
  #numbers = 0
  /** Where the last outer dictionary begins. */
  #dictionaryFrom = 0
  /** Nothing but blanks and comments since it ended. */
  #followsDictionary = false

  constructor(text: string, sought: ReadonlySet<string>, kind: 'document' | 'values') {
    this.#text = text
    this.#sought = sought
    this.#isDocument = kind === 'document'
    this.#words = this.#isDocument ? new Set([...valueWords, ...partWords]) : valueWords
  }

  read(): PdfParts {
    while (this.#at < this.#text.length) {
      const from = this.#at
      if (this.#text[from] === '(') {
        this.#at = findStringEnd(this.#text, from)
        this.#passOpaque(from)
        this.#passValue()
      } else this.#readToken(from)
    }
    if (this.#open.length > 0) throw buildRefusal('file.pdfBroken')
    return this.parts
  }

  #readToken(from: number): void {
    tokenPattern.lastIndex = from
    const token = tokenPattern.exec(this.#text)
    if (!token) throw buildRefusal('file.pdfBroken')
    const [all, comment, name, bracket, number, word] = token
    this.#at = from + all.length
    if (comment !== undefined) this.#passOpaque(from)
    else if (name !== undefined) {
      const decoded = decodeName(name)
      if (this.#sought.has(decoded)) this.parts.names.add(decoded)
      this.#passValue()
    } else if (bracket !== undefined) this.#passBracket(bracket, from)
    else if (number !== undefined) {
      this.#numbers += 1
      this.#followsDictionary = false
    } else if (word !== undefined) this.#passWord(word)
    else if (all[0] === '<') this.#passValue()
  }

  #passValue(): void {
    this.#numbers = 0
    this.#followsDictionary = false
  }

  #passOpaque(from: number): void {
    if (hidesObject(this.#text.slice(from, this.#at))) throw buildRefusal('file.pdfActive')
    if (!this.#isDocument) this.parts.opaque.push({ from, to: this.#at })
  }

  #passBracket(bracket: string, from: number): void {
    this.#passValue()
    if (bracket === '<<' || bracket === '[') {
      if (this.#open.length === 0) this.#dictionaryFrom = from
      if (this.#open.push(bracket) > maxDepth) throw buildRefusal('file.pdfBroken')
      return
    }
    if (this.#open.pop() !== (bracket === '>>' ? '<<' : '[')) throw buildRefusal('file.pdfBroken')
    this.#followsDictionary = bracket === '>>' && this.#open.length === 0
  }

  #passWord(word: string): void {
    const numbers = this.#numbers
    const followsDictionary = this.#followsDictionary
    this.#passValue()
    const isMisplaced = partWords.has(word) && this.#open.length > 0
    const hasNoNumber = word === 'obj' && numbers < 2
    const hasNoDictionary = word === 'stream' && !followsDictionary
    if (!this.#words.has(word) || isMisplaced || hasNoNumber || hasNoDictionary) throw buildRefusal('file.pdfBroken')
    if (word === 'stream') this.#passStream()
  }

  #passStream(): void {
    const dictionary = this.#text.slice(this.#dictionaryFrom, this.#at)
    const lineEnd = /\r?\n|\r?/y
    lineEnd.lastIndex = this.#at
    const beginsOnLine = lineEnd.exec(this.#text)![0].endsWith('\n')
    const from = lineEnd.lastIndex
    const to = this.#text.indexOf('endstream', from)
    if (to < 0) throw buildRefusal('file.pdfBroken')
    this.parts.streams.push({
      dictionary: dictionary.slice(0, dictionary.lastIndexOf('>>') + 2),
      from,
      to,
      beginsOnLine,
    })
    this.#at = to + 'endstream'.length
  }
}

/** Of a whole document: which of the sought names it has, and its streams. */
export const readPdfDocument = (text: string, sought: ReadonlySet<string>): PdfParts =>
  new PdfReader(text, sought, 'document').read()

/** Of values alone, as they stand in a dictionary or an object stream. */
export const readPdfValues = (text: string, sought: ReadonlySet<string>): PdfParts =>
  new PdfReader(text, sought, 'values').read()
