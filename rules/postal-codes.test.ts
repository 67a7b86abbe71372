import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { findSpanishProvince, isProvinceOf, parsePostalCode } from './postal-codes.ts'

test('writes postal codes as their country does and refuses impossible ones', () => {
  expect(parsePostalCode(' 28 013 ', 'ES')).toBe('28013')
  expect(parsePostalCode('1250096', 'PT')).toBe('1250-096')
  expect(parsePostalCode('06600', 'MX')).toBe('06600')
  expect(parsePostalCode('sw1a 1aa', 'GB')).toBe('SW1A 1AA')
  for (const wrong of ['00043', '53001', '2801', '280133', 'AB123'])
    expect(parsePostalCode(wrong, 'ES')).toBeUndefined()
  for (const wrong of ['0250-096', '1250']) expect(parsePostalCode(wrong, 'PT')).toBeUndefined()
  expect(parsePostalCode('00600', 'MX')).toBeUndefined()
  expect(parsePostalCode('<b>', 'FR')).toBeUndefined()
})

test('knows a province by its official and its other names, in any order', () => {
  expect(findSpanishProvince('15001')).toBe('A Coruña')
  for (const name of ['A Coruña', 'Coruña, A', 'la coruña', 'CORUÑA'])
    expect(isProvinceOf('15001', name), name).toBe(true)
  expect(isProvinceOf('20001', 'Guipúzcoa')).toBe(true)
  expect(isProvinceOf('46001', 'Valencia/València')).toBe(true)
  expect(isProvinceOf('46001', 'Alicante')).toBe(false)
})

const geo = locateGivenData('geo', ['provincias.csv', 'codigos_postales_municipios.csv'])
const readRows = (name: string): string[][] =>
  readFileSync(join(geo.place, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','))

test.skipIf(!geo.isThere)(`names every province as ${geo.title} does`, () => {
  const provinces = readRows('provincias.csv').map(
    ([code, ...name]) => [code!, name.join(',').replaceAll('"', '')] as const,
  )
  expect(provinces).toHaveLength(52)
  for (const [code, name] of provinces) expect(isProvinceOf(`${code}001`, name), name).toBe(true)
})

test.skipIf(!geo.isThere)(`takes the postal codes of ${geo.title} that have a province`, () => {
  const codes = [...new Set(readRows('codigos_postales_municipios.csv').map(([code]) => code!))]
  const refused = codes.filter((code) => parsePostalCode(code, 'ES') === undefined)
  expect(codes.length).toBeGreaterThan(10_000)
  // Three in the source begin with 00, which no province has.
  expect(refused.every((code) => code.startsWith('00'))).toBe(true)
  expect(refused.length).toBeLessThan(5)
})
