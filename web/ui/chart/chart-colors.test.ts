import { expect, test } from 'vitest'
import { colourModeVariables } from '#web/build/theme-variables.ts'
import { chartColors, classColors, getChartColor } from './chart-colors.ts'

type Channels = [red: number, green: number, blue: number]

const toLinear = (hex: string): Channels => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Contrast as WCAG 2.2 defines it. */
const calculateContrast = (one: string, other: string): number => {
  const luminances = [one, other].map((hex) => {
    const [red, green, blue] = toLinear(hex)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/** How a colour is seen without one kind of cones: Machado, Oliveira and Fernandes (2009), full severity, in linear light. */
const sightMatrices: Record<string, Channels[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const multiply = (matrix: readonly Channels[], color: Channels): Channels =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * color[at]!, 0)) as Channels

/** The place of a linear colour in OKLab, where equal distances look equally far. */
const toOklab = (color: Channels): Channels => {
  const cones = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color.map((value) => Math.min(1, Math.max(0, value))) as Channels,
  ).map(Math.cbrt) as Channels
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}

const minDistance = 0.09

const findCloseColors = (colors: readonly string[]): string[] =>
  Object.entries(sightMatrices).flatMap(([sight, matrix]) => {
    const places = colors.map((hex) => toOklab(multiply(matrix, toLinear(hex))))
    return places.flatMap((one, at) =>
      places
        .slice(0, at)
        .map((other, before) => ({ before, distance: Math.hypot(...one.map((value, axis) => value - other[axis]!)) }))
        .filter(({ distance }) => distance < minDistance)
        .map(
          ({ before, distance }) => `${sight}: ${colors[before]} and ${colors[at]} are ${distance.toFixed(3)} apart`,
        ),
    )
  })

test.for(['light', 'dark'] as const)('chart colours differ in every kind of sight in %s mode', (mode) => {
  expect(findCloseColors(chartColors.map((color) => color[mode]))).toEqual([])
})

test('the distance of chart colours finds red and green of equal lightness', () => {
  expect(findCloseColors(['#b3462c', '#6f7d1c'])).not.toEqual([])
})

test.for(['light', 'dark'] as const)('chart colours have three to one against the surface in %s mode', (mode) => {
  const { '--surface': surface } = colourModeVariables[mode]
  expect(chartColors.filter((color) => calculateContrast(color[mode], surface) < 3)).toEqual([])
})

test.for(['light', 'dark'] as const)('colours of classes go one way in every kind of sight in %s mode', (mode) => {
  const way = mode === 'light' ? -1 : 1
  const steps = Object.values(sightMatrices).flatMap((matrix) => {
    const lightness = classColors.map((color) => toOklab(multiply(matrix, toLinear(color[mode])))[0])
    return lightness.slice(1).map((value, before) => way * (value - lightness[before]!))
  })
  expect(steps.filter((step) => step < minDistance)).toEqual([])
})

test('a palette begins again after its last colour', () => {
  expect(getChartColor(chartColors.length + 1)).toBe(getChartColor(1))
})
