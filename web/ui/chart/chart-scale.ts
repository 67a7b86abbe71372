import { calculateAxisTicks } from '#contract/core/axis-ticks.ts'
import type { ChartPoint, ChartSeries } from './chart-types.ts'

/** For the eye alone: a place in a chart needs no cents. */
const listNumbers = (series: readonly ChartSeries[]): number[] =>
  series.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [Number(value)])))

/** From zero on, unless the axis is cut to where the values are. */
export const calculateChartTicks = (series: readonly ChartSeries[], isCut: boolean): number[] => {
  const values = listNumbers(series)
  const always = isCut ? [] : [0]
  return calculateAxisTicks(Math.min(...values, ...always), Math.max(...values, ...always))
}

/** Cutting the axis shows more only where all values are far from zero, compared with how far they are from each other. */
export const canCutAxis = (series: readonly ChartSeries[]): boolean => {
  const values = listNumbers(series)
  const min = Math.min(...values)
  const max = Math.max(...values)
  return min > 0 && max > min && max - min < min
}

/** Heights of labels that would lie over each other, moved apart to at least `gap`, each as near to its own as it may be. */
export const spreadLabels = (heights: readonly number[], gap: number, highest: number): number[] => {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => a.height - b.height)
  let next = Number.NEGATIVE_INFINITY
  for (const one of order) {
    one.height = Math.max(one.height, next)
    next = one.height + gap
  }
  // What was pushed out at the bottom moves back up, and those above it with it.
  let last = highest
  for (const one of order.reverse()) {
    one.height = Math.min(one.height, last)
    last = one.height - gap
  }
  return heights.map((_, at) => order.find((one) => one.at === at)!.height)
}

const minTickDistance = 36

/**
 * Those of the points that are named at the bottom: all, or every second, fifth and so on, where their names would touch; of points at uneven
 * distances those that leave each other room. `width` of the drawing and `nameWidth` in pixels.
 */
export const choosePointTicks = (points: readonly ChartPoint[], width: number, nameWidth: number): number[] => {
  const distance = Math.max(minTickDistance, nameWidth)
  const step = [1, 2, 3, 5, 10, 20].find((every) => (points.length / every) * minTickDistance <= width) ?? 40
  const span = (points.at(-1)?.position ?? 0) - (points[0]?.position ?? 0)
  let last = Number.NEGATIVE_INFINITY
  return points.flatMap(({ position }, at) => {
    const isNear = ((position - last) / (span || 1)) * width < distance
    if (at % step !== 0 || (nameWidth > minTickDistance && isNear)) return []
    last = position
    return [position]
  })
}
