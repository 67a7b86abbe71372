import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import type { Cell, Column } from './columns.ts'
import { type CsvDialect, writeCsv } from './csv.ts'

const spanish: CsvDialect = { decimal: ',', separator: ';', yes: 'Sí', no: 'No' }
const english: CsvDialect = { decimal: '.', separator: ',', yes: 'Yes', no: 'No' }

async function* batchOf(rows: Cell[][]) {
  yield rows
}
const fileOf = async (columns: Column[], rows: Cell[][], dialect = spanish): Promise<string> =>
  Buffer.concat(await writeCsv({ columns, rows: batchOf(rows), dialect }).toArray()).toString('utf8')

const calculated = /^(?!\+\d(?: ?\d){5,14}$)[=+\-@\t\r\n＝＋－＠]/
/** What a person sees who takes the apostrophe of a harmless formula away. */
const read = (field: string): string => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(field) ? field.slice(1) : field)
const textColumns: Column[] = [
  { heading: 'T', kind: 'text' },
  { heading: 'U', kind: 'text' },
]
const throughFile = async (strings: string[], dialect: CsvDialect): Promise<string[]> => {
  const file = await fileOf(
    textColumns,
    strings.map((string) => [string, 'x']),
    dialect,
  )
  const rows = parse(file, { bom: true, delimiter: dialect.separator, record_delimiter: '\r\n' }) as string[][]
  return rows.slice(1).map(([field]) => field!)
}

describe('CSV files', () => {
  const columns: Column[] = [
    { heading: 'Apellidos; nombre', kind: 'text' },
    { heading: 'Capital', kind: 'money' },
    { heading: 'Alta', kind: 'date' },
    { heading: 'Activo', kind: 'boolean' },
  ]
  const rows: Cell[][] = [
    ['García "Pepe", José', '-1234.50', '2024-02-29', true],
    [null, null, null, false],
  ]

  test('a Spanish CSV opens in a Spanish or Portuguese spreadsheet', async () => {
    expect(await fileOf(columns, rows)).toBe(
      '\ufeff"Apellidos; nombre";Capital;Alta;Activo\r\n"García ""Pepe"", José";-1234,50;2024-02-29;Sí\r\n;;;No\r\n',
    )
  })

  test('an English CSV opens in an English spreadsheet', async () => {
    expect(await fileOf(columns, rows, english)).toBe(
      '\ufeff"Apellidos; nombre",Capital,Alta,Activo\r\n"García ""Pepe"", José",-1234.50,2024-02-29,Yes\r\n,,,No\r\n',
    )
  })

  test('escapes formulas in text columns and in values that only claim to be numbers', async () => {
    const file = await fileOf(
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
      expect(await fileOf(textColumns, [[phone, 'x']])).toBe(`\ufeffT;U\r\n${phone};x\r\n`)
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
    expect((await throughFile([text], spanish))[0]).toBe(`'${text}`)
  })

  test.each([spanish, english])('any text read back from a CSV is unchanged', async (dialect) => {
    const strings = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('=1', "'=1", "''-x", '\t=', 'a;b,c', '"', '\r\n', ' a '),
      ),
    )
    await fc.assert(
      fc.asyncProperty(strings, async (values) => {
        const fields = await throughFile(values, dialect)
        expect(fields.map(read)).toEqual(values)
        expect(fields.filter((field) => calculated.test(field))).toEqual([])
      }),
    )
  })

  test('hostile strings read back unchanged and never begin a formula', async () => {
    const strings = [...hostileStrings]
    const fields = await throughFile(strings, spanish)
    expect(fields.map(read)).toEqual(strings)
    expect(fields.filter((field) => calculated.test(field))).toEqual([])
  })
})
