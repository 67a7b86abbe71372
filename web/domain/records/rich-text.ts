/** A piece of a line: what it says, how it is set off, and where it leads. */
export type TextPiece = { text: string; isBold?: true; isItalic?: true; href?: string }

/** A part of what somebody wrote: lines of a paragraph, or the points of a list, each of them one line. */
export type TextBlock =
  | { kind: 'paragraph'; lines: TextPiece[][] }
  | { kind: 'bullets' | 'numbers'; items: TextPiece[][]; start: number }

/** Only these addresses are links: no other scheme is followed from what somebody wrote. */
const addressPattern = String.raw`https?://[^\s<>"'\u0060]{1,500}`
/** In this order: a named link, an address, bold, italic. Marks count at the edges of words alone, so that 5*3*2 and a_b stay what they are. */
const markPattern = new RegExp(
  [
    String.raw`\[(?<name>[^[\]\n]{1,200})\]\((?<target>${addressPattern})\)`,
    `(?<address>${addressPattern})`,
    String.raw`(?<![\p{L}\p{N}*])\*\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*\*(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_])_(?<italic>[^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])`,
  ].join('|'),
  'gu',
)

/** Whether the browser, too, takes it for such an address; what can't be parsed is no link. */
const isSafeAddress = (address: string): boolean => {
  try {
    const { protocol, username, password } = new URL(address)
    return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
  } catch {
    return false
  }
}

/** A full stop or bracket behind an address belongs to the sentence. */
const trimAddress = (address: string): string => address.replace(/[.,;:!?)\]}]+$/, '')

const readMark = (groups: Record<string, string | undefined>, whole: string): TextPiece[] => {
  const { name, target, address, bold, italic } = groups
  if (bold !== undefined) return [{ text: bold, isBold: true }]
  if (italic !== undefined) return [{ text: italic, isItalic: true }]
  if (name !== undefined && target !== undefined && isSafeAddress(target)) return [{ text: name, href: target }]
  if (address !== undefined) {
    const href = trimAddress(address)
    if (isSafeAddress(href)) {
      const rest = address.slice(href.length)
      return [{ text: href, href }, ...(rest ? [{ text: rest }] : [])]
    }
  }
  return [{ text: whole }]
}

/** One line in pieces. Nothing that was written is lost but the marks themselves. */
export const readLine = (line: string): TextPiece[] => {
  const pieces: TextPiece[] = []
  let at = 0
  for (const match of line.matchAll(markPattern)) {
    if (match.index > at) pieces.push({ text: line.slice(at, match.index) })
    pieces.push(...readMark(match.groups ?? {}, match[0]))
    at = match.index + match[0].length
  }
  if (at < line.length) pieces.push({ text: line.slice(at) })
  return pieces
}

const bulletPattern = /^\s{0,3}[-*•] +(?=\S)/
const numberPattern = /^\s{0,3}(\d{1,3})[.)] +(?=\S)/

type OpenBlock = TextBlock | undefined

/** The points of a list go on as long as lines are points of the same kind. */
const addPoint = (open: OpenBlock, kind: 'bullets' | 'numbers', start: number, line: string): TextBlock => {
  if (open?.kind === kind) {
    open.items.push(readLine(line))
    return open
  }
  return { kind, start, items: [readLine(line)] }
}

const addLine = (open: OpenBlock, line: string): TextBlock => {
  if (open?.kind === 'paragraph') {
    open.lines.push(readLine(line))
    return open
  }
  return { kind: 'paragraph', lines: [readLine(line)] }
}

const readBlockLine = (open: OpenBlock, line: string): OpenBlock => {
  const bullet = bulletPattern.exec(line)
  if (bullet) return addPoint(open, 'bullets', 1, line.slice(bullet[0].length))
  const number = numberPattern.exec(line)
  if (number) return addPoint(open, 'numbers', Number(number[1]), line.slice(number[0].length))
  return line.trim() === '' ? undefined : addLine(open, line)
}

/** What somebody wrote, in parts: an empty line ends one. There is no markup of pages in it: text is text, whatever it looks like. */
export const readRichText = (text: string): TextBlock[] => {
  const blocks: TextBlock[] = []
  let open: OpenBlock
  for (const line of text.split('\n')) {
    const next = readBlockLine(open, line)
    if (next && next !== open) blocks.push(next)
    open = next
  }
  return blocks
}
