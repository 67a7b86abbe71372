/** A piece of a text, and whether it is what was typed. */
type MarkedPiece = { text: string; marked: boolean }

const toPlain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Letters and digits of the text without accents, and at which sign of the text each stands. */
const flatten = (text: string): { plain: string; positions: number[] } => {
  const positions: number[] = []
  let plain = ''
  for (let at = 0; at < text.length; at++) {
    const sign = toPlain(text[at]!)
    for (let n = 0; n < sign.length; n++) positions.push(at)
    plain += sign
  }
  return { plain, positions }
}

/** The text in pieces: what the words are of it stands apart, whatever accents, case and separators either has. */
export const markWords = (text: string, words: readonly string[]): MarkedPiece[] => {
  const { plain, positions } = flatten(text)
  const isMarked = new Array<boolean>(text.length).fill(false)
  for (const word of words.map(toPlain)) {
    const from = word ? plain.indexOf(word) : -1
    if (from >= 0) isMarked.fill(true, positions[from]!, positions[from + word.length - 1]! + 1)
  }
  const pieces: MarkedPiece[] = []
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1)
    if (last && last.marked === isMarked[at]) last.text += text[at]
    else pieces.push({ text: text[at]!, marked: isMarked[at]! })
  }
  return pieces
}
