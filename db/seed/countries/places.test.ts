import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { mexico } from './mexico.ts'
import { portugal } from './portugal.ts'
import { spain } from './spain.ts'

const { place: file, isThere } = locateGivenData('geo/codigos_postales_municipios.csv')

describe.skipIf(!isThere)('postcodes of Spanish cities', () => {
  it('generated postcodes of Spanish cities exist in the official list of their municipality', () => {
    const lines = isThere ? readFileSync(file, 'utf8').trim().split('\n').slice(1) : []
    const known = new Set(lines.map((line) => line.slice(0, 5)))
    for (const place of spain.places) {
      const codes = Array.from({ length: 200 }, (_, n) => place.postcode(n / 200))
      const missing = [...new Set(codes)].filter((code) => !known.has(code))
      expect({ city: place.city, missing }).toEqual({ city: place.city, missing: [] })
    }
  })
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
      const name = country.surnames(n / 20_000)
      drawn.set(name, (drawn.get(name) ?? 0) + 1)
    }
    const counts = [...drawn.values()].sort((one, other) => other - one)
    expect(drawn.size).toBeGreaterThan(100)
    expect(counts[0]).toBeGreaterThan(20 * counts.at(-1)!)
    expect([...drawn.keys()].filter((name) => name !== name.trim() || /\d/.test(name))).toEqual([])
  })
})
