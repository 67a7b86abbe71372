import type { ImportKind } from '#contract/imports/fields.ts'
import { maxHeadingLine } from '#contract/imports.ts'
import { countKnownHeadings } from './guess-mapping.ts'
import { isBlankText, type TableRecord } from './table-records.ts'

/** So many names that are known make a line one of headings: a single one may stand in a title. */
const minKnownHeadings = 2

const listFilledCells = ({ fields }: TableRecord): string[] => (fields ?? []).filter((cell) => !isBlankText(cell))

const isFigure = (cell: string): boolean => /^[\d\s.,/:€$%+-]+$/.test(cell)

/** The number of filled cells that most records have, of those with several. */
const findUsualWidth = (records: readonly TableRecord[]): number => {
  const counts = new Map<number, number>()
  for (const record of records) {
    const width = listFilledCells(record).length
    if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  let best = 0
  for (const [width, count] of counts) if (count > (counts.get(best) ?? 0)) best = width
  return best
}

/**
 * The line that has the names of the columns: the one with most names that are known, else the first that is as wide as half of the others, one
 * of words alone before one with figures, else the first. Titles, dates and empty lines stand above it in what people send.
 */
export const detectHeadingLine = (records: readonly TableRecord[], kind: ImportKind): number => {
  const candidates = records.filter(({ line, fields }) => fields && line <= maxHeadingLine)
  let best: { line: number; known: number } | undefined
  for (const { line, fields } of candidates) {
    const known = countKnownHeadings(kind, fields ?? [])
    if (known > (best?.known ?? minKnownHeadings - 1)) best = { line, known }
  }
  if (best) return best.line
  const minWidth = Math.max(2, findUsualWidth(records) / 2)
  const wide = candidates.filter((record) => listFilledCells(record).length >= minWidth)
  const inWords = wide.find((record) => !listFilledCells(record).some(isFigure))
  return (inWords ?? wide[0] ?? candidates[0])?.line ?? 1
}
