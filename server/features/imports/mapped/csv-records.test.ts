import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ImportForm } from '#contract/imports.ts'
import { decode, recordsIn } from './csv-records.ts'
import { readAmount, readDate } from './read-values.ts'
import { recognise } from './recognise.ts'

const form: ImportForm = { encoding: 'utf-8', delimiter: ',', quote: '"', decimal: ',', dates: 'dmy' }
const fieldsOf = (text: string, other: Partial<ImportForm> = {}) =>
  [...recordsIn(text, { ...form, ...other })].map(({ line, fields }) => [line, fields])

describe('records of a CSV text', () => {
  test('run over line ends inside quotes, and are numbered by the line they begin on', () => {
    expect(fieldsOf('a,"b\r\nb"\r\n\r\n"c""c",d\re,f')).toEqual([
      [1, ['a', 'b\r\nb']],
      [4, ['c"c', 'd']],
      [5, ['e', 'f']],
    ])
  })

  test('with quotes that do not pair spoil their own line and no other', () => {
    expect(fieldsOf('a,"b\nc,"d"x\ne,f')).toEqual([
      [1, undefined],
      [2, undefined],
      [3, ['e', 'f']],
    ])
    expect(fieldsOf('a,"b\n', { quote: '' })).toEqual([[1, ['a', '"b']]])
  })

  test('are quick to read where every line has a quote without its pair', () => {
    const began = performance.now()
    expect(fieldsOf('1,"x\n'.repeat(100_000))).toHaveLength(100_000)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

test('what a file is made of is recognised', () => {
  const one = recognise(Buffer.from('Cuenta;Fecha;Importe\nA-1;31/12/2025;1.234,50\nA-2;01/02/2026;7,00\n'))
  expect(one).toEqual({ encoding: 'utf-8', delimiter: ';', quote: '"', decimal: ',', dates: 'dmy' })
  const other = recognise(Buffer.from("'account','date','amount'\n'A,1','12/31/2025','1,234.50'\n"))
  expect(other).toEqual({ encoding: 'utf-8', delimiter: ',', quote: "'", decimal: '.', dates: 'mdy' })
  const tabs = Buffer.from('﻿cuenta\tfecha\timporte\nA\t2025-12-31\t1.5\n', 'utf16le')
  expect(recognise(tabs)).toEqual({ encoding: 'utf-16le', delimiter: '\t', quote: '"', decimal: '.', dates: 'ymd' })
  const old = Buffer.from([0x61, 0xf1, 0x6f, 0x3b, 0x80])
  expect([recognise(old).encoding, decode(old, 'windows-1252'), decode(old, 'utf-8')]).toEqual([
    'windows-1252',
    'año;€',
    null,
  ])
})

test('amounts and days are read in one spelling, or not at all', () => {
  const amount = (text: string, decimal: ImportForm['decimal'] = ',') => {
    try {
      return readAmount(text, { decimal })
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(['1.234,5', '-1 234,56 €', '0,10', '+7', '−3,00', '007,00'].map((text) => amount(text))).toEqual([
    '1234.50',
    '-1234.56',
    '0.10',
    '7.00',
    '-3.00',
    '7.00',
  ])
  expect(['1,234', '12.34', '1.23.456', '', '1e3', '--1', '=1+1', '1,2,3'].map((text) => amount(text))).toEqual(
    Array.from({ length: 8 }, () => 'amount'),
  )
  expect([amount('1,234.5', '.'), amount('0,00'), amount('12345678901')]).toEqual(['1234.50', 'zero', 'tooLarge'])
  const day = (text: string, dates: ImportForm['dates']) => {
    try {
      return readDate(text, { dates })
    } catch (error) {
      return (error as Error).message
    }
  }
  expect([
    day('1/2/2026', 'dmy'),
    day('1/2/2026', 'mdy'),
    day('20260201', 'ymd'),
    day('2026-02-01T10:00:00Z', 'ymd'),
  ]).toEqual(['2026-02-01', '2026-01-02', '2026-02-01', '2026-02-01'])
  expect([day('30/02/2026', 'dmy'), day('01/02/26', 'dmy'), day('2026-02-01', 'dmy'), day('1-2/2026', 'dmy')]).toEqual(
    Array.from({ length: 4 }, () => 'date'),
  )
})

const spectrum = '../shared/data/csv'
describe.skipIf(!existsSync(spectrum))(`the CSV files of ${spectrum}; skipped where that folder is missing`, () => {
  const names = existsSync(spectrum) ? readdirSync(spectrum).filter((name) => name.endsWith('.csv')) : []

  test.each(names)('%s gives its JSON, records over several lines included', (name) => {
    const json = readFileSync(join(spectrum, name.replace('.csv', '.json')), 'utf8')
    // In one pair the published JSON has another phone number than its CSV.
    const wanted = JSON.parse(name.startsWith('location') ? json.replace('1234567890', '2095257564') : json)
    const text = decode(readFileSync(join(spectrum, name)), 'utf-8')!
    const [header, ...rows] = [...recordsIn(text, form)].map(({ fields }) => fields!)
    expect(rows.map((row) => Object.fromEntries(header!.map((key, n) => [key, row[n]])))).toEqual([wanted].flat())
  })
})
