/** Places of a line in a box, whole pixels apart from its edges; null where there is no value. */
export type SparklinePoint = { x: number; y: number } | null

/** The line of some values, as wide and tall as the box: the lowest at its foot, the highest at its head, equal ones in the middle. */
export const buildSparkline = (
  values: readonly (number | null)[],
  { width, height, margin }: { width: number; height: number; margin: number },
): SparklinePoint[] => {
  const known = values.filter((value) => value !== null)
  const min = Math.min(...known)
  const range = Math.max(...known) - min
  const step = (width - 2 * margin) / Math.max(1, values.length - 1)
  const round = (value: number): number => Math.round(value * 10) / 10
  return values.map((value, at) =>
    value === null
      ? null
      : {
          x: round(margin + at * step),
          y: round(range === 0 ? height / 2 : height - margin - ((value - min) / range) * (height - 2 * margin)),
        },
  )
}

/** The path of an SVG through the points: it is broken where one is missing. */
export const toSvgPath = (points: readonly SparklinePoint[]): string =>
  points.map((point, at) => (point ? `${points[at - 1] ? 'L' : 'M'}${point.x} ${point.y}` : '')).join('')
