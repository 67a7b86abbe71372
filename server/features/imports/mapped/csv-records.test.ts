import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { ImportFileFormat } from '#contract/imports.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { maxRecordFields, readCsvRecords } from '../csv-records.ts'
import { decodeText, detectEncoding, findAccentSamples } from './csv-text.ts'
import { detectFileFormat } from './detect-file-format.ts'
import { parseAmount, parseDate } from './parse-values.ts'

const csvFormat: ImportFileFormat = {
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  decimal: ',',
  dates: 'dmy',
  sheet: null,
  headingLine: 1,
}
const readFields = (text: string, other: Partial<ImportFileFormat> = {}) =>
  [...readCsvRecords(text, { ...csvFormat, ...other })].map(({ line, fields }) => [line, fields])

/** How many characters all searches look at while the work runs. */
const countCharactersRead = (work: () => void): number => {
  let count = 0
  const { exec } = RegExp.prototype
  const { indexOf, includes } = String.prototype
  const spies = [
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      const from = this.lastIndex
      const found = exec.call(this, text)
      count += (found?.index ?? text.length) - from + 1
      return found
    }),
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, searched, from = 0) {
      const found = indexOf.call(this, searched, from)
      count += (found < 0 ? this.length : found) - from + 1
      return found
    }),
    vi.spyOn(String.prototype, 'includes').mockImplementation(function (this: string, searched) {
      count += this.length
      return includes.call(this, searched)
    }),
  ]
  work()
  for (const spy of spies) spy.mockRestore()
  return count
}

describe('records of a CSV text', () => {
  test('reads records across quoted line ends and numbers them by first line', () => {
    expect(readFields('a,"b\r\nb"\r\n\r\n"c""c",d\re,f')).toEqual([
      [1, ['a', 'b\r\nb']],
      [4, ['c"c', 'd']],
      [5, ['e', 'f']],
    ])
  })

  test('unpaired quotes spoil only their own line', () => {
    expect(readFields('a,"b\nc,"d"x\ne,f')).toEqual([
      [1, undefined],
      [2, undefined],
      [3, ['e', 'f']],
    ])
    expect(readFields('a,"b\n', { quote: '' })).toEqual([[1, ['a', '"b']]])
  })

  test('cuts a record after one column more than the maximum', () => {
    expect(
      readFields(`"a",${'b,'.repeat(250)}c\n1,2`).map(([line, fields]) => [line, (fields as string[]).length]),
    ).toEqual([
      [1, maxRecordFields],
      [2, 2],
    ])
    expect(readFields('b,'.repeat(250))[0]![1]).toHaveLength(maxRecordFields)
  })

  test.each([
    ['many fields after one in quotes', `"a",${'b,'.repeat(20_000)}c`],
    ['lines that end in a lone CR', 'a,b,c,d\r'.repeat(5000)],
    ['lines that end in a lone CR, with quotes', '"a",b,"c",d\r'.repeat(5000)],
    ['quotes without a pair on every line', '1,"x\n'.repeat(5000)],
    ['quotes but no delimiter on every line', 'x"y\n'.repeat(5000)],
    ['doubled quotes only', `"${'""'.repeat(20_000)}\n${'""\n'.repeat(5000)}`],
  ])('reads %s in one pass over the text', (_, text) => {
    expect(countCharactersRead(() => readFields(text))).toBeLessThan(8 * text.length)
  })
})

test('recognises encoding, delimiter, quote, decimal sign and date order of a file', () => {
  const one = detectFileFormat(Buffer.from('Cuenta;Fecha;Importe\nA-1;31/12/2025;1.234,50\nA-2;01/02/2026;7,00\n'))
  expect(one).toEqual({ ...csvFormat, delimiter: ';' })
  const other = detectFileFormat(Buffer.from("'account','date','amount'\n'A,1','12/31/2025','1,234.50'\n"))
  expect(other).toEqual({ ...csvFormat, quote: "'", decimal: '.', dates: 'mdy' })
  const tabs = Buffer.from('﻿cuenta\tfecha\timporte\nA\t2025-12-31\t1.5\n', 'utf16le')
  expect(detectFileFormat(tabs)).toEqual({
    encoding: 'utf-16le',
    delimiter: '\t',
    quote: '"',
    decimal: '.',
    dates: 'ymd',
    sheet: null,
    headingLine: 1,
  })
})

describe('encoding of a file', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')

  test.each([
    ['UTF-8', Buffer.from('año;1'), 'utf-8'],
    ['plain ASCII', Buffer.from('a;1'), 'utf-8'],
    ['UTF-8 with one bad byte', Buffer.concat([Buffer.from('Descripción\nA'), bytes('\xf1o')]), 'utf-8'],
    ['UTF-8 cut in its only letter', Buffer.from('Concepto\nan\u00f1').subarray(0, -1), 'utf-8'],
    ['Windows-1252', bytes('a\xf1o;\x80\n'), 'windows-1252'],
    ['UTF-16 LE with its mark', Buffer.from('\ufeffa;1', 'utf16le'), 'utf-16le'],
    ['UTF-16 LE without a mark', Buffer.from('Año;Importe\n', 'utf16le'), 'utf-16le'],
    ['UTF-16 BE with its mark', Buffer.from('\ufeffa;1', 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 BE without a mark', Buffer.from('Año;Importe\n', 'utf16le').swap16(), 'utf-16be'],
  ])('recognises the encoding of %s', (_, content, encoding) => {
    expect(detectEncoding(content)).toBe(encoding)
  })

  test('decodes the same text from every encoding', () => {
    const utf16 = Buffer.from('\ufeffaño;€', 'utf16le')
    expect(decodeText(bytes('a\xf1o;\x80'), 'windows-1252').text).toBe('año;€')
    expect(decodeText(utf16, 'utf-16le').text).toBe('año;€')
    expect(decodeText(Buffer.from(utf16).swap16(), 'utf-16be').text).toBe('año;€')
    expect(decodeText(Buffer.from('\ufeffaño;€'), 'utf-8').text).toBe('año;€')
  })

  test('names the lines with bytes invalid in the encoding', () => {
    const content = Buffer.concat([Buffer.from('ñ\r\nb\rc'), bytes('\xf1\n'), Buffer.from('\ufffd\n'), bytes('\xc3')])
    expect([...decodeText(content, 'utf-8').badLines]).toEqual([3, 5])
    expect(decodeText(Buffer.from('ñ\n'), 'utf-8').badLines.size).toBe(0)
    expect([...decodeText(Buffer.from([0x61, 0, 0x0a, 0, 0, 0xd8, 0x62, 0]), 'utf-16le').badLines]).toEqual([2])
  })

  test('shows the first places with accents, one a line', () => {
    const text = `plain\nCuenta;Descripción;más\nx\n${'Pago número\n'.repeat(3)}señor`
    expect(findAccentSamples(text)).toEqual(['Cuenta;Descripción;más', 'Pago número', 'señor'])
    expect(findAccentSamples(`${'x'.repeat(100)}é${'y'.repeat(100)}\nb`)).toEqual([
      `${'x'.repeat(24)}é${'y'.repeat(39)}`,
    ])
  })
})

test('reads amounts and days only in the chosen format', () => {
  const amount = (text: string, decimal: ImportFileFormat['decimal'] = ',') => {
    try {
      return parseAmount(text, { decimal })
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
  const day = (text: string, dates: ImportFileFormat['dates']) => {
    try {
      return parseDate(text, { dates })
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

const { place: spectrum, isThere, title } = locateGivenData('csv', ['simple.csv', 'simple.json'])
describe.skipIf(!isThere)(`CSV files of ${title}`, () => {
  const names = isThere ? readdirSync(spectrum).filter((name) => name.endsWith('.csv')) : []

  test.each(names)('%s gives the records of its JSON, records over several lines included', (name) => {
    const json = readFileSync(join(spectrum, name.replace('.csv', '.json')), 'utf8')
    // In one pair the published JSON has another phone number than its CSV.
    const searched = JSON.parse(name.startsWith('location') ? json.replace('1234567890', '2095257564') : json)
    const text = decodeText(readFileSync(join(spectrum, name)), 'utf-8').text
    const [header, ...rows] = [...readCsvRecords(text, csvFormat)].map(({ fields }) => fields!)
    expect(rows.map((row) => Object.fromEntries(header!.map((key, n) => [key, row[n]])))).toEqual([searched].flat())
  })
})
