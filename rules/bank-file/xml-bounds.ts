import type { StatementFault } from '#contract/bank/uploads.ts'

/** Signs of one tag, comment or other piece of markup. The longest tag of the standard has a few hundred, names of spaces included. */
const maxMarkupLength = 4000
/** Signs between two pieces of markup. */
const maxTextLength = 100_000
/** Elements of a file: more than ten thousand entries of a talkative bank have. */
const maxElements = 500_000

/** What ends a piece of markup that begins with these signs. */
const markupDelimiters = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<', '>'],
] as const

const formatLineNumber = (xml: string, at: number): string => `line ${xml.slice(0, at).split('\n').length}`

/**
 * What makes a text more than any statement is, found in one pass before a parser sees it: an element with more attributes than its longest
 * form, a comment without end, more elements than anybody reads. Undefined where nothing does.
 */
export const findXmlLimitViolation = (xml: string): { reason: StatementFault; at: string } | undefined => {
  let elements = 0
  for (let from = 0; ; ) {
    const open = xml.indexOf('<', from)
    if ((open < 0 ? xml.length : open) - from > maxTextLength)
      return { reason: 'tooLongElement', at: formatLineNumber(xml, from) }
    if (open < 0) return undefined
    const [begin, end] = markupDelimiters.find(([sign]) => xml.startsWith(sign, open))!
    const piece = xml.slice(open + begin.length, open + maxMarkupLength)
    const close = piece.indexOf(end)
    if (close < 0) {
      const isCut = open + maxMarkupLength >= xml.length
      return { reason: isCut ? 'xml' : 'tooLongElement', at: formatLineNumber(xml, open) }
    }
    if (begin === '<' && piece[0] !== '/') elements += 1
    if (elements > maxElements) return { reason: 'tooMany', at: formatLineNumber(xml, open) }
    from = open + begin.length + close + end.length
  }
}
