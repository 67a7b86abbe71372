import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Section } from '#bench/result.ts'
import type { Progress } from '#db/progress.ts'
import { guessMapping } from '#server/features/imports/mapped/guess-mapping.ts'
import { importFile } from '#server/features/imports/mapped/import-file.ts'
import { readRowsJob } from '#server/features/imports/mapped/read-rows.ts'
import { recognise } from '#server/features/imports/mapped/recognise.ts'
import type { CaseTools } from './case.ts'
import { fillBank } from './import.ts'

const rows = 100_000
const earlierRows = 20_000
/** Where the bank of the other import stands. */
const prefix = 'cfl'
const headings = ['Cuenta', 'Fecha', 'Importe', 'Concepto', 'Referencia']

/** Movements over a year, some in and some out, spread over the accounts; each has its own reference. */
const fileOf = (numbers: readonly string[], count: number, stamp: string): string => {
  const line = (n: number): string => {
    const day = `${String(1 + (n % 28)).padStart(2, '0')}/${String(1 + (n % 12)).padStart(2, '0')}/1994`
    const amount = `${n % 3 === 0 ? '-' : ''}${100 + (n % 900)},${String(n % 100).padStart(2, '0')}`
    return `${numbers[n % numbers.length]};${day};${amount};Pago número ${n};${stamp}-${n}`
  }
  return `${[headings.join(';'), ...Array.from({ length: count }, (_, n) => line(n))].join('\r\n')}\r\n`
}

/** When each step of an import began, by the clock of the process. */
const stepsOf = () => {
  const began = new Map<string, number>()
  const progress: Progress = (step) => {
    if (!began.has(step)) began.set(step, performance.now())
  }
  return { began, progress }
}

const importOf = async ({ ownerUrl, secret }: CaseTools['bench'], path: string) => {
  const { began, progress } = stepsOf()
  const target = { ownerUrl, secret, prefix, progress, path } as const
  const report = await importFile({ ...target, kind: 'movements', form: {}, asked: {}, skip: false, dryRun: false })
  const [checking, booking, booked] = ['check rows', 'import rows', 'add up totals'].map(
    (step) => began.get(step) ?? Number.NaN,
  ) as [number, number, number]
  return { report, checkSeconds: (booking - checking) / 1000, bookSeconds: (booked - booking) / 1000 }
}

/** Taking the file apart, without anything of the database. */
const readSecondsOf = (text: string): number => {
  const content = Buffer.from(text)
  const begin = performance.now()
  const source = { kind: 'movements', form: recognise(content), mapping: guessMapping('movements', headings) } as const
  for (const _ of readRowsJob.run({ ...source, columns: headings.length, content })) {
    // Only the time counts.
  }
  return (performance.now() - begin) / 1000
}

/** Import of a file that somebody maps, after an earlier one whose rows the planner knows. */
export const mappedImportCase = async ({ bench, progress }: CaseTools): Promise<Section[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-bench-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    progress(`Import of ${rows} mapped movements`)
    await fillBank(bench, folder)
    const { rows: found } = await bench.owner.query<{ number: string }>(
      `select number from ${prefix}.account where number is not null order by id limit 4500`,
    )
    const numbers = found.map(({ number }) => number)
    const stamp = Date.now().toString(36)
    await importOf(bench, write('earlier.csv', fileOf(numbers, earlierRows, `${stamp}-0`)))
    await bench.owner.query(`analyze ${prefix}.mapped_import_row`)
    const text = fileOf(numbers, rows, `${stamp}-1`)
    const { report, checkSeconds, bookSeconds } = await importOf(bench, write('measured.csv', text))
    if (!report.written || report.fresh !== rows)
      throw new Error(`imported ${report.fresh} rows of ${rows}: ${JSON.stringify(report.refused[0] ?? report)}`)
    const readSeconds = readSecondsOf(text)
    const checkOnly = Math.max(checkSeconds - readSeconds, 0.001)
    const note = `${rows.toLocaleString('en')} rows after ${earlierRows.toLocaleString('en')} earlier ones: read in ${readSeconds.toFixed(1)} s, checked in ${checkOnly.toFixed(1)} s, booked in ${bookSeconds.toFixed(1)} s`
    const rate = (what: string, seconds: number) => ({ what, value: rows / seconds, unit: 'rows/s' })
    return [
      {
        title: 'Import of a mapped file',
        results: [
          {
            ...rate('mapped CSV of movements, booked once checked', bookSeconds),
            bar: { of: 'value', least: 15_000 },
            note,
          },
          { ...rate('mapped CSV of movements, checked once read', checkOnly), bar: { of: 'value', least: 15_000 } },
        ],
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
