/** Stands for what the font has no sign for, so that nobody takes a name for whole that isn't. */
export const replacementCharacter = '□'

const plainTextPattern = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u20ac\u2013\u2014\u2212]*$/
const invisibleCharactersPattern = /\p{Default_Ignorable_Code_Point}/gu
let graphemeSegmenter: Intl.Segmenter | undefined

/** One sign as a reader sees it: as it is, as far as the font has it, and the replacement for what it hasn't. */
const toDrawableGrapheme = (sign: string, has: (codePoint: number) => boolean): string => {
  const seen = sign.replace(invisibleCharactersPattern, '')
  const known = [...seen].filter((part) => has(part.codePointAt(0)!) && !/\p{Cc}/u.test(part)).join('')
  return known === seen ? known : known + replacementCharacter
}

/**
 * Text as a document can show it, on one line: white space as spaces, what the font lacks as □. What can't be seen at all, and what
 * would turn the direction of the rest, is left out; half a sign is no sign.
 */
export const toDrawableText = (text: string, has: (codePoint: number) => boolean): string => {
  const line = text.replace(/[\s\u0085\u00a0]+/g, (space) => (space === '\u00a0' ? space : ' '))
  if (plainTextPattern.test(line.replaceAll('\u00a0', ' '))) return line
  graphemeSegmenter ??= new Intl.Segmenter()
  const signs = graphemeSegmenter.segment(line.replace(/\p{Cs}/gu, '\ufffd').normalize('NFC'))
  return Array.from(signs, ({ segment }) => toDrawableGrapheme(segment, has)).join('')
}

/** Breaks text into lines of a width: between words, and within a word that is wider than the whole line. */
export const wrapText = (text: string, width: number, widthOf: (text: string) => number): string[] => {
  if (widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  const fits = (more: string): boolean => widthOf(more.trimEnd()) <= width
  const addWord = (word: string): void => {
    if (fits(line + word)) {
      line += word
      return
    }
    if (line) lines.push(line.trimEnd())
    line = ''
    if (fits(word)) {
      line = word
      return
    }
    // Sign by sign, measured alone: the whole of a long word would be measured as often as it has signs.
    graphemeSegmenter ??= new Intl.Segmenter()
    let wide = 0
    for (const { segment } of graphemeSegmenter.segment(word)) {
      const more = widthOf(segment)
      if (line && wide + more > width) {
        lines.push(line)
        line = ''
        wide = 0
      }
      line += segment
      wide += more
    }
  }
  for (const word of text.split(/(?<= )/)) addWord(word)
  lines.push(line.trimEnd())
  return lines
}
