import { expect, test } from 'vitest'
import { colourModeVariables, shellPartVariables } from './theme-variables.ts'

type RgbaColour = readonly [number, number, number, number]
type ThemeColours = Record<string, string>

/** '#1c2228' or 'rgb(255 255 255 / 15%)'. */
const parseColour = (text: string): RgbaColour => {
  const [, hex] = /^#(\w{6})$/.exec(text) ?? []
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).concat(1) as unknown as RgbaColour
  const [red = 0, green = 0, blue = 0, alpha = 100] = (text.match(/\d+/g) ?? []).map(Number)
  return [red, green, blue, alpha / 100]
}
const blendColours = (top: RgbaColour, ground: RgbaColour): RgbaColour => {
  const mix = (at: 0 | 1 | 2): number => top[at] * top[3] + ground[at] * (1 - top[3])
  return [mix(0), mix(1), mix(2), 1]
}
const calculateLuminance = (colour: RgbaColour): number => {
  const [red = 0, green = 0, blue = 0] = colour
    .slice(0, 3)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const getContrastRatio = (one: RgbaColour, other: RgbaColour): number => {
  const [light = 0, dark = 0] = [calculateLuminance(one), calculateLuminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Every colour that a theme's ground shows somewhere. */
const listBackgrounds = (theme: ThemeColours): RgbaColour[] => {
  const stops = theme['--part']?.match(/#\w{6}/g) ?? []
  return [theme['--surface'] ?? '', ...stops].map(parseColour)
}
const backgroundsByTextColour: [string, string[]][] = [
  ['--text', ['--hover', '--surface-2', '--muted-soft']],
  ['--muted', ['--hover', '--surface-2', '--muted-soft']],
  ['--accent', ['--accent-soft', '--hover']],
  ['--pos', []],
  ['--att', []],
  ['--neg', []],
  ['--info', []],
]
const findWeakContrasts = (theme: ThemeColours): string[] =>
  listBackgrounds(theme).flatMap((ground) =>
    backgroundsByTextColour.flatMap(([text, layers]) =>
      [null, ...layers].flatMap((layer) => {
        const below = layer ? blendColours(parseColour(theme[layer] ?? ''), ground) : ground
        const ratio = getContrastRatio(parseColour(theme[text] ?? ''), below)
        return ratio < 4.5 ? [`${text} on ${layer ?? 'the ground'}: ${ratio.toFixed(2)}`] : []
      }),
    ),
  )

const testedThemes: [string, ThemeColours][] = [
  ...Object.entries(colourModeVariables),
  ...Object.entries(shellPartVariables).map(([name, theme]): [string, ThemeColours] => [
    `a part that is ${name}`,
    theme,
  ]),
]

test.for(testedThemes)('every text of %s has enough contrast on its ground', ([, theme]) => {
  expect(findWeakContrasts(theme)).toEqual([])
})

test('finds a text whose contrast is too weak', () => {
  expect(findWeakContrasts({ ...colourModeVariables.light, '--muted': '#9aa4af' })).toContain(
    '--muted on the ground: 2.53',
  )
})
