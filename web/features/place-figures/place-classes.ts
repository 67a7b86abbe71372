import { classColors } from '#web/ui/chart/chart-colors.ts'

/** Two digits are enough for a legend, and easy to read. */
const roundDown = (value: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return Math.floor(value / unit) * unit
}

/**
 * Where classes begin after the first one, which begins above nothing: about as many places in each, at round numbers. The values are for colours
 * alone, so that a float does.
 */
export const findClassStarts = (values: readonly number[]): number[] => {
  const known = values.filter((value) => value > 0).sort((one, other) => one - other)
  const smallest = known[0]
  if (smallest === undefined) return []
  const starts = classColors.slice(1).map((_, at) => {
    const value = known[Math.floor(((at + 1) * known.length) / classColors.length)]!
    return roundDown(value)
  })
  return [...new Set(starts)].filter((start) => start > smallest)
}

/** From 0; null of nothing and below it. */
export const findColorClass = (value: number, starts: readonly number[]): number | null =>
  value > 0 ? starts.filter((start) => start <= value).length : null

/** Few classes take colours from the whole palette. */
export const getPaletteIndex = (at: number, starts: readonly number[]): number =>
  starts.length === 0 ? classColors.length - 2 : Math.round((at * (classColors.length - 1)) / starts.length)
