import { expect, test } from 'vitest'
import { modes, partThemes } from './meanings.ts'

type Colour = readonly [number, number, number, number]
type Theme = Record<string, string>

/** '#1c2228' or 'rgb(255 255 255 / 15%)'. */
const colourOf = (text: string): Colour => {
  const [, hex] = /^#(\w{6})$/.exec(text) ?? []
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).concat(1) as unknown as Colour
  const [red = 0, green = 0, blue = 0, alpha = 100] = (text.match(/\d+/g) ?? []).map(Number)
  return [red, green, blue, alpha / 100]
}
const over = (top: Colour, ground: Colour): Colour => {
  const mix = (at: 0 | 1 | 2): number => top[at] * top[3] + ground[at] * (1 - top[3])
  return [mix(0), mix(1), mix(2), 1]
}
const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour
    .slice(0, 3)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: Colour, other: Colour): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Every colour that a theme's ground shows somewhere. */
const grounds = (theme: Theme): Colour[] => {
  const stops = theme['--part']?.match(/#\w{6}/g) ?? []
  return [theme['--surface'] ?? '', ...stops].map(colourOf)
}
const on: [string, string[]][] = [
  ['--text', ['--hover', '--surface-2', '--muted-soft']],
  ['--muted', ['--hover', '--surface-2', '--muted-soft']],
  ['--accent', ['--accent-soft', '--hover']],
  ['--pos', []],
  ['--att', []],
  ['--neg', []],
  ['--info', []],
]
const tooWeak = (theme: Theme): string[] =>
  grounds(theme).flatMap((ground) =>
    on.flatMap(([text, layers]) =>
      [null, ...layers].flatMap((layer) => {
        const below = layer ? over(colourOf(theme[layer] ?? ''), ground) : ground
        const ratio = contrast(colourOf(theme[text] ?? ''), below)
        return ratio < 4.5 ? [`${text} on ${layer ?? 'the ground'}: ${ratio.toFixed(2)}`] : []
      }),
    ),
  )

const themes: [string, Theme][] = [
  ...Object.entries(modes),
  ...Object.entries(partThemes).map(([name, theme]): [string, Theme] => [`a part that is ${name}`, theme]),
]

test.for(themes)('every text of %s has enough contrast on its ground', ([, theme]) => {
  expect(tooWeak(theme)).toEqual([])
})

test('finds a text whose contrast is too weak', () => {
  expect(tooWeak({ ...modes.light, '--muted': '#9aa4af' })).toContain('--muted on the ground: 2.53')
})
