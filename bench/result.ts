import type { TimeStatistics } from './measure.ts'

/** What a figure may be at most, or must be at least. */
export type TargetBar =
  | { of: 'p95' | 'value' | 'ratio'; most: number; least?: never }
  | { of: 'p95' | 'value' | 'ratio'; least: number; most?: never }

/** One line of the table. */
export type BenchResult = {
  what: string
  /** Milliseconds of each repetition. */
  times?: TimeStatistics
  /** A single figure instead, with its unit. */
  value?: number
  unit?: string
  /** Ours divided by the limit of the same run. */
  ratio?: number
  bar?: TargetBar
  /** What else a reader must know: the slowest case, the limit itself. */
  note?: string
}

export type ResultSection = { title: string; results: BenchResult[] }

const getFigure = ({ times, value, ratio }: BenchResult, of: TargetBar['of']): number =>
  (of === 'p95' ? times?.p95 : of === 'ratio' ? ratio : value) ?? Number.NaN

/** True where the bar is held, false where it is missed; undefined without a bar. A figure that is missing misses it. */
export const meetsBar = (result: BenchResult): boolean | undefined => {
  if (!result.bar) return undefined
  const figure = getFigure(result, result.bar.of)
  return result.bar.most === undefined ? figure >= result.bar.least : figure <= result.bar.most
}

export const formatBar = ({ bar, unit }: BenchResult): string => {
  if (!bar) return ''
  const sign = bar.most === undefined ? `≥ ${bar.least}` : `≤ ${bar.most}`
  return bar.of === 'p95' ? `p95 ${sign} ms` : bar.of === 'ratio' ? `ratio ${sign}` : `${sign} ${unit ?? ''}`.trim()
}
