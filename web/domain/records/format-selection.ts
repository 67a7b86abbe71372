export type TextFormat = 'bold' | 'italic' | 'bullets' | 'numbers'
export type TextSelection = { text: string; start: number; end: number }

const wrappers = { bold: '**', italic: '_' } as const

/** Puts marks around what is chosen, or takes them off; spaces at its ends stay outside, where marks would count for nothing. */
const wrap = ({ text, start, end }: TextSelection, mark: string): TextSelection => {
  const chosen = text.slice(start, end)
  const from = start + (chosen.length - chosen.trimStart().length)
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length))
  const isMarked = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark
  if (isMarked && from >= mark.length)
    return {
      text: text.slice(0, from - mark.length) + text.slice(from, to) + text.slice(to + mark.length),
      start: from - mark.length,
      end: to - mark.length,
    }
  return {
    text: text.slice(0, from) + mark + text.slice(from, to) + mark + text.slice(to),
    start: from + mark.length,
    end: to + mark.length,
  }
}

const pointPattern = /^\s{0,3}(?:[-*•]|\d{1,3}[.)]) +/

/** Makes points of the lines that are chosen, or lines of the points where all of them are points of that kind. */
const toPoints = ({ text, start, end }: TextSelection, buildPoint: (n: number) => string): TextSelection => {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd < 0 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const areAll = lines.every((line, n) => line.startsWith(buildPoint(n)))
  const next = lines
    .map((line, n) => (areAll ? line.slice(buildPoint(n).length) : buildPoint(n) + line.replace(pointPattern, '')))
    .join('\n')
  return { text: text.slice(0, from) + next + text.slice(to), start: from + next.length, end: from + next.length }
}

/** The text with the format on what is chosen, and what is chosen then. */
export const formatSelection = (selection: TextSelection, format: TextFormat): TextSelection => {
  if (format === 'bullets') return toPoints(selection, () => '- ')
  if (format === 'numbers') return toPoints(selection, (n) => `${n + 1}. `)
  return wrap(selection, wrappers[format])
}
