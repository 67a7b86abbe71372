import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import type { ReportCell, ReportColumn } from './columns.ts'
import { writeXlsx } from './xlsx.ts'
import { toExcelDay } from './xlsx-cells.ts'
import { toSheetName } from './xlsx-parts.ts'

async function* toBatches(rows: readonly (readonly ReportCell[])[], size = 2000) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const readStreamBytes = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())
const buildTextColumn = (heading: string): ReportColumn => ({ heading, kind: 'text' })
const writeAndReadXlsx = async (columns: ReportColumn[], rows: ReportCell[][]) =>
  readXlsx(await readStreamBytes(writeXlsx({ sheet: 'Clientes', columns, rows: toBatches(rows), total: rows.length })))
const roundTripValues = async (values: string[]) =>
  (
    await writeAndReadXlsx(
      [buildTextColumn('T'), buildTextColumn('U')],
      values.map((v) => [v, 'x']),
    )
  )[0]!.rows
    .slice(1)
    .map(([cell]) => cell)

describe('XLSX cells', () => {
  test('writes rates as numbers and instants as days with their time', async () => {
    const columns: ReportColumn[] = [
      { heading: 'Tipo', kind: 'rate' },
      { heading: 'Cuándo', kind: 'dateTime' },
    ]
    const [sheet] = await writeAndReadXlsx(columns, [
      ['3.800000', '2028-03-01 19:00:01'],
      ['-0.125000', '2024-02-29 00:00:00'],
      [null, 'ayer'],
    ])
    expect(sheet!.rows.slice(1).map((row) => row.map((cell) => cell && [cell.kind, cell.value, cell.format]))).toEqual([
      [
        ['number', '3.800000', 6],
        ['number', '46813.79167824', 7],
      ],
      [
        ['number', '-0.125000', 6],
        ['number', '45351.00000000', 7],
      ],
      [undefined, ['text', 'ayer', 5]],
    ])
  })

  test('cells keep their types: digits of money and days of the calendar', async () => {
    const columns: ReportColumn[] = [
      buildTextColumn('Nombre'),
      { heading: 'Capital', kind: 'money' },
      { heading: 'Cuentas', kind: 'integer' },
      { heading: 'Alta', kind: 'date' },
      { heading: 'Activo', kind: 'boolean' },
    ]
    const [sheet] = await writeAndReadXlsx(columns, [
      ['García, José', '-1234567.10', 3, '2024-02-29', true],
      [null, null, null, null, null],
      ['Solo', '9999999999999.99', '0', '1899-12-31', false],
      ['Demasiado', '12345678901234.56', null, null, null],
    ])
    expect(sheet!.name).toBe('Clientes')
    expect(sheet!.rows.map((row) => Array.from(row, (cell) => cell && [cell.kind, cell.value, cell.format]))).toEqual([
      ['Nombre', 'Capital', 'Cuentas', 'Alta', 'Activo'].map((heading) => ['text', heading, 1]),
      [
        ['text', 'García, José', 5],
        ['number', '-1234567.10', 2],
        ['number', '3', 3],
        ['number', '45351', 4],
        ['boolean', '1', 0],
      ],
      [],
      [
        ['text', 'Solo', 5],
        ['number', '9999999999999.99', 2],
        ['number', '0', 3],
        ['text', '1899-12-31', 5],
        ['boolean', '0', 0],
      ],
      [
        ['text', 'Demasiado', 5],
        ['text', '12345678901234.56', 5],
      ],
    ])
    expect(sheet!.xml).toContain('<autoFilter ref="A1:E5"/>')
    expect(sheet!.xml).toContain('ySplit="1"')
  })

  test('numbers days as Excel does, its 29 February 1900 included', () => {
    expect(
      [
        '1899-12-31',
        '1900-01-01',
        '1900-02-28',
        '1900-03-01',
        '1970-01-01',
        '2000-01-01',
        '2026-11-21',
        '9999-12-31',
        'hoy',
      ].map(toExcelDay),
    ).toEqual([null, 1, 59, 61, 25_569, 36_526, 46_347, 2_958_465, null])
  })

  test('any text reads back from a cell, character by character', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', minLength: 1 }),
            fc.constantFrom('_x0041_', '__x000D__', '_x005F_x0041_', ' a ', 'a\r\nb\rc', '\u0000\ufffe\uffff', '=1+1'),
          ),
          { minLength: 1 },
        ),
        async (values) => {
          const cells = await roundTripValues(values)
          expect(cells.map((cell) => cell!.value)).toEqual(values)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('hostile strings read back unchanged, none of them a formula', async () => {
    const strings = hostileStrings.filter((string) => string !== '')
    const cells = await roundTripValues(strings)
    expect(cells.map((cell) => cell!.value)).toEqual(strings)
    expect(new Set(cells.map((cell) => cell!.kind))).toEqual(new Set(['text']))
  })

  test('cuts text longer than Excel takes and marks the cut', async () => {
    const [whole, cut] = await roundTripValues(['a'.repeat(32_767), `${'a'.repeat(32_765)}😀b`])
    expect(whole!.value).toHaveLength(32_767)
    expect(cut!.value).toBe(`${'a'.repeat(32_765)}…`)
  })
})

describe('XLSX sheets', () => {
  test('sheets get names that Excel accepts', () => {
    expect(toSheetName(`'Clientes: [todos] / "míos"?*\\'`)).toBe('Clientes   todos    "míos"')
    expect(toSheetName('History')).toBe('Sheet')
    expect(toSheetName('')).toBe('Sheet')
    expect(toSheetName('x'.repeat(40), 2)).toBe(`${'x'.repeat(27)} (2)`)
  })

  testInFullRun('end where Excel ends, and the rows go on in the next, heading repeated', async () => {
    const total = 1_048_575 + 2
    async function* rows() {
      for (let at = 0; at < total; at += 5000) {
        yield Array.from({ length: Math.min(5000, total - at) }, (_, index) => [at + index + 1])
      }
    }
    const sheets = readXlsx(
      await readStreamBytes(
        writeXlsx({ sheet: 'Filas', columns: [{ heading: 'N', kind: 'integer' }], rows: rows(), total }),
      ),
    )
    expect(sheets.map(({ name, rows }) => [name, rows.length, rows.at(-1)?.[0]?.value])).toEqual([
      ['Filas', 1_048_576, '1048575'],
      ['Filas (2)', 3, String(total)],
    ])
    expect(sheets[1]!.rows[0]![0]!.value).toBe('N')
  })

  test('a closing sheet of facts knows how many rows were written', async () => {
    const about = { sheet: 'Acerca de', lines: (written: number) => [['Filas', String(written)] as const] }
    const bytes = await readStreamBytes(
      writeXlsx({ sheet: 'A', columns: [buildTextColumn('T')], rows: toBatches([['a'], ['b']]), total: 2, about }),
    )
    expect(readXlsx(bytes)[1]!.rows.map((row) => row.map((cell) => cell!.value))).toEqual([['Filas', '2']])
  })
})

describe('the XLSX stream', () => {
  const endless = () => {
    const state = { given: 0, ended: false }
    async function* rows() {
      try {
        for (;;) {
          state.given += 1000
          yield Array.from({ length: 1000 }, () => [String(Math.random())])
        }
      } finally {
        state.ended = true
      }
    }
    return { state, rows: rows() }
  }

  test('reads from its source only on demand and ends it when cancelled', async () => {
    const { state, rows } = endless()
    const stream = writeXlsx({ sheet: 'A', columns: [buildTextColumn('T')], rows, total: 1 })
    // Whatever else the machine does: it comes to a stand, and without ever having been read.
    const grows = async (): Promise<number> => {
      const given = state.given
      await pause(100)
      return state.given - given
    }
    await expect.poll(grows).toBe(0)
    expect(state.given).toBeGreaterThan(0)
    expect(state.given).toBeLessThan(200_000)
    stream.destroy()
    await expect.poll(() => state.ended).toBe(true)
  })

  test('fails when its source fails, so half a file never looks whole', async () => {
    async function* rows() {
      yield [['a']]
      throw new Error('the database went away')
    }
    const stream = writeXlsx({ sheet: 'A', columns: [buildTextColumn('T')], rows: rows(), total: 2 })
    await expect(readStreamBytes(stream)).rejects.toThrow('the database went away')
  })

  test('writes 100,000 rows of 12 columns in little memory', async () => {
    async function* rows() {
      for (let at = 0; at < 100_000; at += 2000) {
        yield Array.from({ length: 2000 }, (_, i) =>
          Array.from({ length: 12 }, (_, c) => (c < 9 ? `García López ${at + i}` : `${at + i}.${c}0`)),
        )
      }
    }
    const columns = Array.from(
      { length: 12 },
      (_, c): ReportColumn => ({ heading: `C${c}`, kind: c < 9 ? 'text' : 'money' }),
    )
    // What is held, not what nobody has come to collect yet: that depends on how busy the machine is.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const held = (): number => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 1_000_000
    }
    const before = held()
    let most = 0
    let chunks = 0
    for await (const _ of writeXlsx({ sheet: 'A', columns, rows: rows(), total: 100_000 }))
      if (chunks++ % 40 === 0) most = Math.max(most, held())
    expect(chunks).toBeGreaterThan(50)
    expect(most - before).toBeLessThan(60)
  })
})
