type ChartColor = { light: string; dark: string }

/**
 * The colours of all charts, in order. Any two differ for people with normal sight, and without one of the three kinds of cones; each has a
 * contrast of three to one with the surface. A test measures both.
 */
export const chartColors: readonly ChartColor[] = [
  { light: '#0b6e75', dark: '#4fb8bf' },
  { light: '#de6907', dark: '#e4954c' },
  { light: '#b464e8', dark: '#8f6fa1' },
  { light: '#420098', dark: '#fbdc69' },
  { light: '#671f00', dark: '#4d71f0' },
  { light: '#7f8c8d', dark: '#df324f' },
]

/** The colour at a place of the palette; after the last one the first follows. On paper it is always the light one. */
export const getChartColor = (place: number): string => {
  const { light, dark } = chartColors[place % chartColors.length]!
  return `light-dark(${light}, ${dark})`
}

/** Lines of one colour, and lines in black and white, differ by their stroke. */
const strokePatterns = ['0', '8 4', '2 3', '12 4 2 4', '1 4', '16 4'] as const
export const getStrokePattern = (place: number): string => strokePatterns[place % strokePatterns.length]!

/**
 * From little to much, in classes. Each is darker than the one before, on a dark surface lighter, for every kind of sight: a test measures the steps.
 */
export const classColors: readonly ChartColor[] = [
  { light: '#cfe7e8', dark: '#1d4448' },
  { light: '#94c9cc', dark: '#2a6a70' },
  { light: '#55a4a9', dark: '#3d949b' },
  { light: '#1c7a81', dark: '#6fc0c5' },
  { light: '#084a50', dark: '#c3ecee' },
]

/** The colour of a class, from 0; the last one of all above it. */
export const getClassColor = (place: number): string => {
  const { light, dark } = classColors[Math.min(place, classColors.length - 1)]!
  return `light-dark(${light}, ${dark})`
}
