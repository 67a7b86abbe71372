import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResultSection } from '#bench/result.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { detectFileFormat } from '#server/features/imports/mapped/detect-file-format.ts'
import { guessColumnMapping } from '#server/features/imports/mapped/guess-mapping.ts'
import { importFile } from '#server/features/imports/mapped/import-file.ts'
import { readImportRowsJob } from '#server/features/imports/mapped/read-rows.ts'
import type { CaseTools } from './case.ts'
import { importBaseBank } from './import.ts'

const rowCount = 100_000
const existingRowCount = 20_000
/** Where the bank of the other import stands. */
const prefix = 'cfl'
const headings = ['Cuenta', 'Fecha', 'Importe', 'Concepto', 'Referencia']

/** Movements over a year, some in and some out, spread over the accounts; each has its own reference. */
const buildFile = (numbers: readonly string[], count: number, stamp: string): string => {
  const line = (n: number): string => {
    const day = `${String(1 + (n % 28)).padStart(2, '0')}/${String(1 + (n % 12)).padStart(2, '0')}/1994`
    const amount = `${n % 3 === 0 ? '-' : ''}${100 + (n % 900)},${String(n % 100).padStart(2, '0')}`
    return `${numbers[n % numbers.length]};${day};${amount};Pago número ${n};${stamp}-${n}`
  }
  return `${[headings.join(';'), ...Array.from({ length: count }, (_, n) => line(n))].join('\r\n')}\r\n`
}

/** When each step of an import began, by the clock of the process. */
const createStepTimer = () => {
  const began = new Map<string, number>()
  const progress: ProgressReporter = (step) => {
    if (!began.has(step)) began.set(step, performance.now())
  }
  return { began, progress }
}

const measureImport = async ({ ownerUrl, secret }: CaseTools['bench'], path: string) => {
  const { began, progress } = createStepTimer()
  const target = { ownerUrl, secret, prefix, progress, path } as const
  const report = await importFile({ ...target, kind: 'movements', form: {}, asked: {}, skip: false, dryRun: false })
  const [checking, booking, booked] = ['check rows', 'import rows', 'add up totals'].map(
    (step) => began.get(step) ?? Number.NaN,
  ) as [number, number, number]
  return { report, checkSeconds: (booking - checking) / 1000, bookSeconds: (booked - booking) / 1000 }
}

/** Taking the file apart, without anything of the database. */
const measureReadSeconds = async (text: string): Promise<number> => {
  const content = Buffer.from(text)
  const begin = performance.now()
  const source = {
    kind: 'movements',
    form: detectFileFormat(content),
    mapping: guessColumnMapping('movements', headings),
  } as const
  const place = { prefix, businessDate: new Date().toISOString().slice(0, 10) } as const
  for await (const _ of readImportRowsJob.run({ ...source, ...place, columns: headings.length, content })) {
    // Only the time counts.
  }
  return (performance.now() - begin) / 1000
}

/** Import of a file that somebody maps, after an earlier one whose rows the planner knows. */
export const mappedImportCase = async ({ bench, progress }: CaseTools): Promise<ResultSection[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-bench-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  try {
    progress(`Import of ${rowCount} mapped movements`)
    await importBaseBank(bench, folder)
    const { rows: found } = await bench.owner.query<{ number: string }>(
      `select number from ${prefix}.account where number is not null order by id limit 4500`,
    )
    const numbers = found.map(({ number }) => number)
    const stamp = Date.now().toString(36)
    await measureImport(bench, write('earlier.csv', buildFile(numbers, existingRowCount, `${stamp}-0`)))
    await bench.owner.query(`analyze ${prefix}.mapped_import_row`)
    const text = buildFile(numbers, rowCount, `${stamp}-1`)
    const { report, checkSeconds, bookSeconds } = await measureImport(bench, write('measured.csv', text))
    if (!report.written || report.fresh !== rowCount)
      throw new Error(`imported ${report.fresh} rows of ${rowCount}: ${JSON.stringify(report.refused[0] ?? report)}`)
    const readSeconds = await measureReadSeconds(text)
    const checkOnly = Math.max(checkSeconds - readSeconds, 0.001)
    const note = `${rowCount.toLocaleString('en')} rows after ${existingRowCount.toLocaleString('en')} earlier ones: read in ${readSeconds.toFixed(1)} s, checked in ${checkOnly.toFixed(1)} s, booked in ${bookSeconds.toFixed(1)} s`
    const rate = (what: string, seconds: number) => ({ what, value: rowCount / seconds, unit: 'rows/s' })
    return [
      {
        title: 'Import of a mapped file',
        results: [
          {
            ...rate('mapped CSV of movements, booked once checked', bookSeconds),
            target: { statistic: 'value', minimum: 15_000 },
            note,
          },
          {
            ...rate('mapped CSV of movements, checked once read', checkOnly),
            target: { statistic: 'value', minimum: 15_000 },
          },
        ],
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
