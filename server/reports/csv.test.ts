import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import type { ReportCell, ReportColumn } from './columns.ts'
import { type CsvDialect, writeCsv } from './csv.ts'

const spanishDialect: CsvDialect = { decimal: ',', separator: ';', yes: 'Sí', no: 'No' }
const englishDialect: CsvDialect = { decimal: '.', separator: ',', yes: 'Yes', no: 'No' }

async function* toSingleBatch(rows: ReportCell[][]) {
  yield rows
}
const writeCsvText = async (columns: ReportColumn[], rows: ReportCell[][], dialect = spanishDialect): Promise<string> =>
  Buffer.concat(await writeCsv({ columns, rows: toSingleBatch(rows), dialect }).toArray()).toString('utf8')

const formulaPattern = /^(?!\+\d(?: ?\d){5,14}$)[=+\-@\t\r\n＝＋－＠]/
/** What a person sees who takes the apostrophe of a harmless formula away. */
const removeApostrophe = (field: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(field) ? field.slice(1) : field)
const textColumns: ReportColumn[] = [
  { heading: 'T', kind: 'text' },
  { heading: 'U', kind: 'text' },
]
const roundTripStrings = async (strings: string[], dialect: CsvDialect): Promise<string[]> => {
  const file = await writeCsvText(
    textColumns,
    strings.map((string) => [string, 'x']),
    dialect,
  )
  const rows = parse(file, { bom: true, delimiter: dialect.separator, record_delimiter: '\r\n' }) as string[][]
  return rows.slice(1).map(([field]) => field!)
}

describe('CSV files', () => {
  const columns: ReportColumn[] = [
    { heading: 'Apellidos; nombre', kind: 'text' },
    { heading: 'Capital', kind: 'money' },
    { heading: 'Alta', kind: 'date' },
    { heading: 'Activo', kind: 'boolean' },
  ]
  const rows: ReportCell[][] = [
    ['García "Pepe", José', '-1234.50', '2024-02-29', true],
    [null, null, null, false],
  ]

  test('a Spanish CSV opens in a Spanish or Portuguese spreadsheet', async () => {
    expect(await writeCsvText(columns, rows)).toBe(
      '\ufeff"Apellidos; nombre";Capital;Alta;Activo\r\n"García ""Pepe"", José";-1234,50;2024-02-29;Sí\r\n;;;No\r\n',
    )
  })

  test('an English CSV opens in an English spreadsheet', async () => {
    expect(await writeCsvText(columns, rows, englishDialect)).toBe(
      '\ufeff"Apellidos; nombre",Capital,Alta,Activo\r\n"García ""Pepe"", José",-1234.50,2024-02-29,Yes\r\n,,,No\r\n',
    )
  })

  test('escapes formulas in text columns and in values that only claim to be numbers', async () => {
    const file = await writeCsvText(
      [
        { heading: 'T', kind: 'text' },
        { heading: 'M', kind: 'money' },
      ],
      [
        ['=1+1', '-1.00'],
        ['-2', '=2*3'],
      ],
    )
    expect(file.split('\r\n').slice(1, 3)).toEqual(["'=1+1;-1,00", "'-2;'=2*3"])
  })

  test.each(['+34600112233', '+34 600 11 22 33', '+525512345678', '+351 912 345 678'])(
    'writes the phone %s as it is stored',
    async (phone) => {
      expect(await writeCsvText(textColumns, [[phone, 'x']])).toBe(`\ufeffT;U\r\n${phone};x\r\n`)
    },
  )

  test.each([
    '+1',
    '+34-600-112-233',
    '+34600112233*2',
    '+(34)600112233',
    '+34600112233+1',
    '+A1234567',
    '+346 = 1',
    "'+34600112233",
    '+34600112233\n=1',
    '++34600112233',
  ])('keeps %j from being calculated', async (text) => {
    expect((await roundTripStrings([text], spanishDialect))[0]).toBe(`'${text}`)
  })

  test.each([spanishDialect, englishDialect])('any text read back from a CSV is unchanged', async (dialect) => {
    const strings = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('=1', "'=1", "''-x", '\t=', 'a;b,c', '"', '\r\n', ' a '),
      ),
    )
    await fc.assert(
      fc.asyncProperty(strings, async (values) => {
        const fields = await roundTripStrings(values, dialect)
        expect(fields.map(removeApostrophe)).toEqual(values)
        expect(fields.filter((field) => formulaPattern.test(field))).toEqual([])
      }),
    )
  })

  test('hostile strings read back unchanged and never begin a formula', async () => {
    const strings = [...hostileStrings]
    const fields = await roundTripStrings(strings, spanishDialect)
    expect(fields.map(removeApostrophe)).toEqual(strings)
    expect(fields.filter((field) => formulaPattern.test(field))).toEqual([])
  })
})
