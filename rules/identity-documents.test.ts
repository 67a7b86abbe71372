import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type IdentityKind, listIdentityKinds } from '#contract/client-data/identity-kinds.ts'
import { publishedNumbers } from '#test/fixtures/published-numbers.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { genericRfcs, parseIdentityNumber } from './identity-documents.ts'

const read = (typed: string, kind: IdentityKind) => parseIdentityNumber(typed, kind)?.number

describe('reading the number of a document', () => {
  test('keeps a number in capitals, without separators and filled up with zeros', () => {
    expect(read('12.345.678-z', 'dni')).toBe('12345678Z')
    expect(read('2345678v', 'dni')).toBe(read('02345678V', 'dni'))
    expect(read(' x-1111111 g', 'nie')).toBe('X1111111G')
    expect(read('PT 123 456 789', 'nif')).toBe('123456789')
    expect(read('p 1234 567', 'passport')).toBe('P1234567')
  })

  test('refuses a wrong check digit or shape', () => {
    for (const [typed, kind] of [
      ['12345678A', 'dni'],
      ['K1234567A', 'dni'],
      ['X1111111H', 'nie'],
      ['B12345678', 'cif'],
      ['123456788', 'nif'],
      ['', 'dni'],
      ['<script>', 'passport'],
      ['ABCDEFG', 'passport'],
      ['12', 'other'],
    ] as const)
      expect(read(typed, kind), `${kind} ${typed}`).toBeUndefined()
  })

  test('takes the special Spanish numbers and the generic Mexican ones', () => {
    // The letter of 1234567 among 23: 1234567 mod 23 = 19, an L.
    expect(read('K1234567L', 'dni')).toBe('K1234567L')
    for (const generic of genericRfcs) expect(parseIdentityNumber(generic, 'rfc')?.isDoubtful).toBe(false)
  })

  test('doubts an RFC with a wrong check digit instead of refusing it', () => {
    expect(parseIdentityNumber('AAM090224BC2', 'rfc')).toEqual({ number: 'AAM090224BC2', isDoubtful: false })
    expect(parseIdentityNumber('AAM090224BC3', 'rfc')).toEqual({ number: 'AAM090224BC3', isDoubtful: true })
    expect(parseIdentityNumber('AAM099924BC2', 'rfc')).toBeUndefined()
  })

  test('takes all published numbers', () => {
    for (const kind of ['dni', 'nie', 'cif'] as const)
      for (const number of publishedNumbers[kind]) expect(read(number, kind)).toBe(number)
  })
})

test('offers the documents of the country, the usual one first', () => {
  expect(listIdentityKinds('ES', 'person')[0]).toBe('dni')
  expect(listIdentityKinds('MX', 'company')).toEqual(['rfc', 'other'])
})

const vectors = locateGivenData('checkdigits', ['checkdigit_vectors.csv'])
const kindsByType: Record<string, IdentityKind> = {
  es_dni: 'dni',
  es_nie: 'nie',
  es_cif: 'cif',
  mx_curp: 'curp',
  mx_rfc: 'rfc',
  eu_vat_pt: 'nif',
}
test.skipIf(!vectors.isThere)(`judges numbers as ${vectors.title} does`, () => {
  const rows = readFileSync(join(vectors.place, 'checkdigit_vectors.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(',') as [string, string, string])
    .flatMap(([type, value, expected]) => (type in kindsByType ? [{ kind: kindsByType[type]!, value, expected }] : []))
  const judged = rows.map(({ kind, value, expected }) => [
    kind,
    value,
    expected,
    read(value, kind) ? 'valid' : 'invalid',
  ])
  expect(rows.length).toBeGreaterThan(180)
  expect(judged.filter(([, , expected, found]) => expected !== found)).toEqual([])
})
