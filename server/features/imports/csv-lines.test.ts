import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { type CsvLine, maxLineLength, readLinesOfFile } from './csv-lines.ts'
import { splitCsvLine } from './csv-records.ts'

const tempFolder = mkdtempSync(join(tmpdir(), 'atalaya-csv-'))
afterAll(() => rmSync(tempFolder, { recursive: true, force: true }))

const readCsvLines = async (content: string | Buffer): Promise<CsvLine[]> => {
  const path = join(tempFolder, 'lines.csv')
  writeFileSync(path, content)
  const lines: CsvLine[] = []
  for await (const batch of readLinesOfFile(path, () => {})) lines.push(...batch)
  return lines
}

describe('lines of a file', () => {
  test('reads lines with CRLF or LF, a BOM, and an unended last line', async () => {
    expect(await readCsvLines('\uFEFFa;b\r\n1;2\n3;4')).toEqual([
      { line: 1, text: 'a;b', ended: true },
      { line: 2, text: '1;2', ended: true },
      { line: 3, text: '3;4', ended: false },
    ])
  })

  test('drops trailing blank lines and keeps those in between', async () => {
    expect((await readCsvLines('a\r\n\r\n\r\n')).map(({ line }) => line)).toEqual([1])
    expect((await readCsvLines('a\n\nb\n')).map(({ line, text }) => [line, text])).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ])
    expect(await readCsvLines('')).toEqual([])
  })

  test('numbers lines and keeps letters intact across the chunks of a large file', async () => {
    const lines = await readCsvLines(Array.from({ length: 60_000 }, (_, n) => `${n + 1};áé€;x`).join('\n'))
    expect(lines).toHaveLength(60_000)
    expect(lines.every(({ line, text }) => text === `${line};áé€;x`)).toBe(true)
  })

  test('cuts an endless line so that it cannot fill the memory', async () => {
    const [only] = await readCsvLines('x'.repeat(1_000_000))
    expect(only!.text.length).toBe(maxLineLength)
  })
})

describe('fields of a line', () => {
  test('unquotes fields with doubled quotes and delimiters in quotes', () => {
    expect(splitCsvLine('1;"a;b";"say ""no""";;""')).toEqual(['1', 'a;b', 'say "no"', '', ''])
    expect(splitCsvLine('a;')).toEqual(['a', ''])
    expect(splitCsvLine('"a";')).toEqual(['a', ''])
    expect(splitCsvLine('')).toEqual([''])
    expect(splitCsvLine('37\'8"N;"b"')).toEqual(['37\'8"N', 'b'])
  })

  test.each(['1;"open', '1;"a"b;2', '1;"a"";2', '"'])('finds no fields where quotes do not pair: %s', (line) => {
    expect(splitCsvLine(line)).toBeUndefined()
  })
})

const { place: spectrum, isThere, title } = locateGivenData('csv', ['simple.csv', 'simple.json'])
describe.skipIf(!isThere)(`CSV files of ${title}`, () => {
  const names = isThere ? readdirSync(spectrum).filter((name) => name.endsWith('.csv')) : []

  const recordsOf = async (name: string) => {
    const lines: CsvLine[] = []
    for await (const batch of readLinesOfFile(join(spectrum, name), () => {})) lines.push(...batch)
    const [header, ...rows] = lines.map(({ text }) => splitCsvLine(text, ','))
    return rows.map((row) => (row && header ? Object.fromEntries(header.map((key, n) => [key, row[n]])) : undefined))
  }

  test.each(names.filter((name) => !name.includes('newlines')))('%s gives the records of its JSON', async (name) => {
    const json = readFileSync(join(spectrum, name.replace('.csv', '.json')), 'utf8')
    // In one pair the published JSON has another phone number than its CSV.
    const expected = JSON.parse(name.startsWith('location') ? json.replace('1234567890', '2095257564') : json)
    expect(await recordsOf(name)).toEqual([expected].flat())
  })

  test.each(names.filter((name) => name.includes('newlines')))(
    '%s is refused for its records over several lines',
    async (name) => {
      expect(await recordsOf(name)).toContain(undefined)
    },
  )
})
