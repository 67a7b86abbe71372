import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { inspectTable } from '../mapped/inspect-table.ts'
import { openWorkbook } from './read-sheet.ts'
import { buildWorkbook, type TestCell, zipFiles } from './test-workbooks.ts'

const cell = (xml: string): TestCell => ({ xml })
const readAll = (content: Uint8Array) => {
  const workbook = openWorkbook(content)!
  return [...workbook.readRows(0, ',')].map(({ line, fields }) => [line, fields])
}

describe('a workbook of Excel', () => {
  test('reads texts, numbers, days and times of its cells, each at its column', async () => {
    const content = await buildWorkbook({
      sharedStrings:
        '<sst><si><t>Niño &amp; Cía</t></si><si><r><t>en </t></r><r><t xml:space="preserve">partes</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si></sst>',
      rows: [
        [2, ['Nombre', null, 'Alta']],
        [4, [cell('<c t="s"><v>0</v></c>'), cell('<c t="s"><v>1</v></c>'), cell('<c s="1"><v>45123</v></c>')]],
        [
          5,
          [
            cell('<c><v>0.30000000000000004</v></c>'),
            cell('<c s="3"><v>1234.5</v></c>'),
            cell('<c s="2"><v>1.5</v></c>'),
          ],
        ],
        [6, [cell('<c t="b"><v>1</v></c>'), cell('<c t="str"><f>A1</f><v>a_x000a_b</v></c>'), cell('<c s="1"/>')]],
      ],
    })
    expect(openWorkbook(content)?.sheetNames).toEqual(['Clientes & más'])
    expect(readAll(content)).toEqual([
      [2, ['Nombre', '', 'Alta']],
      [4, ['Niño & Cía', 'en partes', '2023-07-16']],
      [5, ['0,3', '1234,5', '1900-01-01 12:00']],
      [6, ['1', 'a_x000a_b']],
    ])
  })

  test('counts days from 1904 where the workbook does', async () => {
    const content = await buildWorkbook({
      isFrom1904: true,
      rows: [[1, [cell('<c s="1"><v>0.5</v></c>'), cell('<c s="1"><v>43661</v></c>')]]],
    })
    expect(readAll(content)).toEqual([[1, ['12:00', '2023-07-16']]])
  })

  test('reads elements that have the prefix of their document', async () => {
    const sheetXml = Buffer.from(
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="3"><x:c r="B3" t="inlineStr"><x:is><x:t>sí</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
    )
    expect(readAll(await buildWorkbook({ rows: [], sheetXml }))).toEqual([[3, ['', 'sí']]])
  })

  test('refuses a sheet that unpacks to far more than it weighs', async () => {
    const content = await buildWorkbook({ rows: [], sheetXml: Buffer.alloc(120_000_000, ' ') })
    expect(content.length).toBeLessThan(1_000_000)
    expect(() => readAll(content)).toThrow(expect.objectContaining({ code: 'file.tooComplex' }))
  })

  test('refuses zips that are damaged, no workbook, or point outside of themselves', async () => {
    const whole = await buildWorkbook({ rows: [[1, ['a', 'b']]] })
    const cut = whole.subarray(0, whole.length - 40)
    expect(() => openWorkbook(cut)).toThrow(expect.objectContaining({ code: 'import.notCsv' }))
    const end = whole.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    const astray = Buffer.from(whole)
    astray.writeUInt32LE(0xfffffff0, end + 16)
    expect(() => openWorkbook(astray)).toThrow(expect.objectContaining({ code: 'import.notCsv' }))
    expect(openWorkbook(await zipFiles({ 'a.txt': 'b' }))).toBeUndefined()
  })

  test('reads many elements that are never closed in one pass', async () => {
    const sheetXml = Buffer.from(`<worksheet><sheetData>${'<row r="1"><c r="A1">'.repeat(200_000)}`)
    const started = performance.now()
    expect(readAll(await buildWorkbook({ rows: [], sheetXml }))).toEqual([])
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

const names = ['readxl-currency-formats-xlsx.xlsx', 'tabulator-py-multiline-headers.xlsx']
const { place, isThere, title } = locateGivenData('spreadsheets', names)
describe.skipIf(!isThere)(`workbooks of ${title}`, () => {
  test.each(names)('%s is a table of at least two columns', (name) => {
    const { headings, sample } = inspectTable({ content: readFileSync(join(place, name)), kind: 'clients' })
    expect(headings.length).toBeGreaterThan(1)
    expect(sample.length).toBeGreaterThan(0)
  })
})

const messyNames = [
  'clevercsv-airedale.csv',
  'csvkit-Datagov_FY10_EDU_recp_by_State.csv',
  'messytables-excel_pasting.csv',
  'messytables-spanish_chars.csv',
  'messytables-utf-16le_encoded.csv',
]
const messy = locateGivenData('spreadsheets', messyNames)
describe.skipIf(!messy.isThere)(`messy files of ${messy.title}`, () => {
  test.each([
    ['clevercsv-airedale.csv', 1, 'Department Family'],
    ['csvkit-Datagov_FY10_EDU_recp_by_State.csv', 3, 'State Name'],
    ['messytables-excel_pasting.csv', 4, 'Year'],
    ['messytables-spanish_chars.csv', 1, 'GF_ID'],
    ['messytables-utf-16le_encoded.csv', 1, 'Organisation_code'],
  ])('%s has its headings found below titles and empty lines', (name, line, first) => {
    const { form, headings } = inspectTable({ content: readFileSync(join(messy.place, name)), kind: 'clients' })
    expect([form.headingLine, headings[0]]).toEqual([line, first])
  })
})
