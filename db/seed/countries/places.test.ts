import { describe, expect, it, test } from 'vitest'
import { publishedPostcodes } from '#test/fixtures/published-postcodes.ts'
import { mexico } from './mexico.ts'
import { portugal } from './portugal.ts'
import { spain } from './spain.ts'

/** Whether one of the runs ('28001-28055 28070') holds the postcode. */
const includesPostcode = (runs: string, code: string): boolean =>
  runs.split(' ').some((run) => {
    const [first, last = first] = run.split('-')
    return first! <= code && code <= last!
  })

test.each(spain.places)('every postcode drawn for $city is one of its municipality', ({ city, postcode }) => {
  const codes = new Set(Array.from({ length: 200 }, (_, n) => postcode(n / 200)))
  expect([...codes].filter((code) => !includesPostcode(publishedPostcodes[city] ?? '', code))).toEqual([])
})

describe.each([
  ['Spain', spain, /^\d{5}$/],
  ['Portugal', portugal, /^\d{4}-\d{3}$/],
  ['Mexico', mexico, /^\d{5}$/],
] as const)('seed data of %s', (_, country, postcode) => {
  it('every city has a known zone, a dialling code and well-formed postcodes', () => {
    for (const place of country.places) {
      expect(country.zones).toContain(place.zone)
      expect(place.dialling).toMatch(/^\d{2,3}$/)
      for (const at of [0, 0.37, 0.9999]) expect(place.postcode(at)).toMatch(postcode)
    }
  })
  it('draws common surnames often and rare ones sometimes', () => {
    const drawn = new Map<string, number>()
    for (let n = 0; n < 20_000; n++) {
      const name = country.drawSurname(n / 20_000)
      drawn.set(name, (drawn.get(name) ?? 0) + 1)
    }
    const counts = [...drawn.values()].sort((one, other) => other - one)
    expect(drawn.size).toBeGreaterThan(100)
    expect(counts[0]).toBeGreaterThan(20 * counts.at(-1)!)
    expect([...drawn.keys()].filter((name) => name !== name.trim() || /\d/.test(name))).toEqual([])
  })
})
