import type { Times } from './measure.ts'

/** What a figure may be at most, or must be at least. */
export type Bar =
  | { of: 'p95' | 'value' | 'ratio'; most: number; least?: never }
  | { of: 'p95' | 'value' | 'ratio'; least: number; most?: never }

/** One line of the table. */
export type Result = {
  what: string
  /** Milliseconds of each repetition. */
  times?: Times
  /** A single figure instead, with its unit. */
  value?: number
  unit?: string
  /** Ours divided by the limit of the same run. */
  ratio?: number
  bar?: Bar
  /** What else a reader must know: the slowest case, the limit itself. */
  note?: string
}

export type Section = { title: string; results: Result[] }

const figureOf = ({ times, value, ratio }: Result, of: Bar['of']): number =>
  (of === 'p95' ? times?.p95 : of === 'ratio' ? ratio : value) ?? Number.NaN

/** True where the bar is held, false where it is missed; undefined without a bar. A figure that is missing misses it. */
export const holds = (result: Result): boolean | undefined => {
  if (!result.bar) return undefined
  const figure = figureOf(result, result.bar.of)
  return result.bar.most === undefined ? figure >= result.bar.least : figure <= result.bar.most
}

export const barText = ({ bar, unit }: Result): string => {
  if (!bar) return ''
  const sign = bar.most === undefined ? `≥ ${bar.least}` : `≤ ${bar.most}`
  return bar.of === 'p95' ? `p95 ${sign} ms` : bar.of === 'ratio' ? `ratio ${sign}` : `${sign} ${unit ?? ''}`.trim()
}
