import type { TimeStatistics } from './measure.ts'

/** What a figure may be at most, or must be at least. */
export type BenchTarget =
  | { statistic: 'p95' | 'value' | 'ratio'; maximum: number; minimum?: never }
  | { statistic: 'p95' | 'value' | 'ratio'; minimum: number; maximum?: never }

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
  target?: BenchTarget
  /** What else a reader must know: the slowest case, the limit itself. */
  note?: string
}

export type ResultSection = { title: string; results: BenchResult[] }

const getFigure = ({ times, value, ratio }: BenchResult, statistic: BenchTarget['statistic']): number =>
  (statistic === 'p95' ? times?.p95 : statistic === 'ratio' ? ratio : value) ?? Number.NaN

/** True where the target is met, false where it is missed; undefined without a target. A figure that is missing misses it. */
export const meetsTarget = (result: BenchResult): boolean | undefined => {
  if (!result.target) return undefined
  const figure = getFigure(result, result.target.statistic)
  return result.target.maximum === undefined ? figure >= result.target.minimum : figure <= result.target.maximum
}

export const formatTarget = ({ target, unit }: BenchResult): string => {
  if (!target) return ''
  const sign = target.maximum === undefined ? `≥ ${target.minimum}` : `≤ ${target.maximum}`
  return target.statistic === 'p95'
    ? `p95 ${sign} ms`
    : target.statistic === 'ratio'
      ? `ratio ${sign}`
      : `${sign} ${unit ?? ''}`.trim()
}
