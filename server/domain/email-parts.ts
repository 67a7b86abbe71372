import { buildRefusal } from '#server/core/errors.ts'

/** A part of a message that has no parts itself. Its texts have a sign for each byte. */
export type EmailPart = {
  type: string
  disposition: string
  /** Every name that it is given: programs differ in which they take. */
  names: readonly string[]
  content: Uint8Array
}

/** A header like 'attachment; filename="a.pdf"': its value, and its parameters as they are written. */
type StructuredHeader = { value: string; parameters: ReadonlyMap<string, string> }

const maxNestingDepth = 32
/** Of a message with all its parts; no mail program writes so many. */
const maxParts = 1000
const maxHeadLength = 100_000
const parameterPattern = /;\s*(?:([^\s=;"]+)\s*=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^;"]*))\s*)?/gy

/** What programs might read in different ways is refused: the one that opens the message need not read it as it was read here. */
const refuse = (): never => {
  throw buildRefusal('attachment.email')
}

const parseStructuredHeader = (text: string): StructuredHeader => {
  const end = text.indexOf(';')
  const parameters = new Map<string, string>()
  let at = end < 0 ? text.length : end
  while (at < text.length) {
    parameterPattern.lastIndex = at
    const found = parameterPattern.exec(text) ?? refuse()
    at = parameterPattern.lastIndex
    const [, key, quoted, bare] = found
    if (key === undefined) continue
    if (parameters.has(key.toLowerCase())) refuse()
    parameters.set(key.toLowerCase(), quoted === undefined ? (bare ?? '').trim() : quoted.replace(/\\(.)/gs, '$1'))
  }
  return {
    value: text
      .slice(0, end < 0 ? text.length : end)
      .trim()
      .toLowerCase(),
    parameters,
  }
}

const contentHeaders = ['content-type', 'content-transfer-encoding', 'content-disposition'] as const
type ContentHeaders = Partial<Record<(typeof contentHeaders)[number], string>>

/** What the head says of the content: each of it once, in lines that all programs take for such. */
const parseHead = (head: string): ContentHeaders => {
  if (head.length > maxHeadLength || /\r(?!\n)/.test(head)) refuse()
  const headers: ContentHeaders = {}
  for (const line of head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const [, key = refuse(), value = ''] = /^([!-9;-~]+):(.*)$/s.exec(line) ?? (line === '' ? ['', 'none'] : [])
    const known = contentHeaders.find((name) => name === key.toLowerCase())
    if (!known) continue
    if (headers[known] !== undefined) refuse()
    headers[known] = value.trim()
  }
  return headers
}

const decodePercent = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Words like '=?utf-8?Q?a=2Epdf?='. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?[^?\s]+\?([bq])\?([^?\s]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodePercent(word.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )

/** A parameter as it is written in one piece, and as its numbered or marked pieces make it. */
const listValues = ({ parameters }: StructuredHeader, name: string): string[] => {
  const pieces = [...parameters]
    .flatMap(([key, value]) => {
      const [, at, mark] = key.startsWith(`${name}*`) ? (/^\*(\d*)(\*?)$/.exec(key.slice(name.length)) ?? refuse()) : []
      return at === undefined ? [] : [{ at: Number(at), text: at === '' || mark ? decodePercent(value) : value }]
    })
    .sort((one, other) => one.at - other.at)
  const plain = parameters.get(name)
  return [
    ...(plain === undefined ? [] : [decodeWords(plain)]),
    ...(pieces.length > 0
      ? [
          pieces
            .map(({ text }) => text)
            .join('')
            .replace(/^[^']*'[^']*'/, ''),
        ]
      : []),
  ]
}

const decodeBody = (body: string, encoding: string): Uint8Array => {
  if (encoding === 'base64') {
    const text = body.replace(/\s/g, '')
    return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : refuse()
  }
  if (encoding === 'quoted-printable') {
    const joined = body.replace(/(?<![ \t])[ \t]+(?=\r?\n)/g, '').replace(/=\r?\n/g, '')
    return Buffer.from(decodePercent(joined.replaceAll('%', '%25').replace(/=(?=[0-9a-f]{2})/gi, '%')), 'latin1')
  }
  return ['', '7bit', '8bit', 'binary'].includes(encoding) ? Buffer.from(body, 'latin1') : refuse()
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** What stands between the boundaries. Nothing after the last one is a part to anybody. */
const splitBody = (body: string, boundary: string): string[] => {
  const line = new RegExp(`(?<![^\\n])--${escapePattern(boundary)}(--)?[ \\t]*(?:\\r?\\n|\\r?(?![^]))`, 'g')
  const marks: RegExpExecArray[] = []
  for (const mark of body.matchAll(line)) if (marks.push(mark) > maxParts) refuse()
  const last = marks.findIndex((mark) => mark[1])
  if (marks.length === 0 || last === 0 || (last > 0 && last < marks.length - 1)) refuse()
  return marks.slice(0, last < 0 ? marks.length : last).map((mark, at) => {
    const end = marks[at + 1]?.index ?? body.length
    return body.slice(mark.index + mark[0].length, end).replace(/\r?\n$/, '')
  })
}

type Surroundings = { depth: number; boundaries: readonly string[]; defaultType: string; counted: { parts: number } }

const listParts = (text: string, { depth, boundaries, defaultType, counted }: Surroundings): EmailPart[] => {
  if (depth > maxNestingDepth || counted.parts++ > maxParts) refuse()
  const end = /^\r?\n|\r?\n\r?\n/.exec(text)
  const headers = parseHead(end ? text.slice(0, end.index) : text)
  const body = end ? text.slice(end.index + end[0].length) : ''
  const type = parseStructuredHeader(headers['content-type'] ?? defaultType)
  const disposition = parseStructuredHeader(headers['content-disposition'] ?? '')
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase()
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type.value)) refuse()
  if (type.value.startsWith('multipart/')) {
    const [boundary = refuse(), ...others] = listValues(type, 'boundary')
    if (boundary === '' || others.length > 0) refuse()
    const inner = {
      depth: depth + 1,
      boundaries: [...boundaries, boundary],
      defaultType: type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
      counted,
    }
    return splitBody(body, boundary).flatMap((part) => listParts(part, inner))
  }
  // A line that begins as a boundary does is one to some programs.
  if (boundaries.some((boundary) => body.startsWith(`--${boundary}`) || body.includes(`\n--${boundary}`))) refuse()
  const names = [...listValues(disposition, 'filename'), ...listValues(type, 'name')]
  return [{ type: type.value, disposition: disposition.value, names, content: decodeBody(body, encoding) }]
}

/** All parts of a message, however deep. Throws `attachment.email` for one that can be read in more than one way. */
export const listEmailParts = (message: Uint8Array): EmailPart[] =>
  listParts(Buffer.from(message).toString('latin1'), {
    depth: 0,
    boundaries: [],
    defaultType: 'text/plain',
    counted: { parts: 0 },
  })
