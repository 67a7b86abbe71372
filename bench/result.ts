import type { TimeStatistics } from './measure.ts'

type RatioName = 'ratio' | 'ofIdeal' | 'ofFloor'
type TargetStatistic = 'median' | 'p95' | 'p99' | 'value' | RatioName

/** What a figure may be at most, or must be at least. */
export type BenchTarget =
  | { statistic: TargetStatistic; maximum: number; minimum?: never }
  | { statistic: TargetStatistic; minimum: number; maximum?: never }

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
  /** Ours divided by the ideal statement by hand, and by the least that a call can be. */
  ofIdeal?: number
  ofFloor?: number
  target?: BenchTarget
  /** What else a reader must know: the slowest case, the limit itself. */
  note?: string
}

export type ResultSection = { title: string; results: BenchResult[] }

const ratioNames = { ratio: 'of limit', ofIdeal: 'of ideal', ofFloor: 'of floor' } as const satisfies Record<
  RatioName,
  string
>
const isRatio = (statistic: TargetStatistic): statistic is RatioName => statistic in ratioNames

const getFigure = (result: BenchResult, statistic: TargetStatistic): number =>
  (isRatio(statistic) || statistic === 'value' ? result[statistic] : result.times?.[statistic]) ?? Number.NaN

/** True where the target is met, false where it is missed; undefined without a target. A figure that is missing misses it. */
export const meetsTarget = (result: BenchResult): boolean | undefined => {
  if (!result.target) return undefined
  const figure = getFigure(result, result.target.statistic)
  return result.target.maximum === undefined ? figure >= result.target.minimum : figure <= result.target.maximum
}

export const formatTarget = ({ target, unit }: BenchResult): string => {
  if (!target) return ''
  const sign = target.maximum === undefined ? `≥ ${target.minimum}` : `≤ ${target.maximum}`
  if (isRatio(target.statistic)) return `${ratioNames[target.statistic]} ${sign}`
  return target.statistic === 'value' ? `${sign} ${unit ?? ''}`.trim() : `${target.statistic} ${sign} ms`
}
