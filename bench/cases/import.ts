import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResultSection } from '#bench/result.ts'
import { ignoreProgress } from '#db/progress.ts'
import { importBerka } from '#server/features/imports/import-berka.ts'
import type { CaseTools } from './case.ts'

const accountCount = 4_500
const rowCount = 200_000
/** The import goes to a prefix that the bench has no other data in. */
const prefix = 'cfl'

const formatLine = (...fields: (string | number)[]): string =>
  `${fields.map((field) => (typeof field === 'string' ? `"${field}"` : field)).join(';')}\r\n`

const listNumbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

/** A bank in the form of the Berka files: ten districts, a client for each account. */
const writeBankFiles = (folder: string): void => {
  const files = {
    district: [
      formatLine(...listNumbers(16).map((n) => `A${n}`)),
      ...listNumbers(10).map((n) => formatLine(n, `District ${n}`, `Region ${n % 4}`, ...listNumbers(13))),
    ],
    client: [
      formatLine('client_id', 'birth_number', 'district_id'),
      ...listNumbers(accountCount).map((n) => formatLine(n, '706213', 1 + (n % 10))),
    ],
    account: [
      formatLine('account_id', 'district_id', 'frequency', 'date'),
      ...listNumbers(accountCount).map((n) => `${n};${1 + (n % 10)};"POPLATEK MESICNE";930101\r\n`),
    ],
    disp: [
      formatLine('disp_id', 'client_id', 'account_id', 'type'),
      ...listNumbers(accountCount).map((n) => formatLine(n, n, n, 'OWNER')),
    ],
  }
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, `${name}.asc`), lines.join(''))
}

const formatTwoDigits = (number: number): string => String(number).padStart(2, '0')

/** The last id that an earlier run imported. */
const readLastMovementId = async ({ owner }: CaseTools['bench']): Promise<number> => {
  const { rows: found } = await owner.query<{ last: number }>(
    `select coalesce(max(substr(idempotency_key, 13)::float8), 0) as last from ${prefix}.journal where idempotency_key like 'berka:trans:%'`,
  )
  return found[0]!.last
}

const writeMovements = (path: string, first: number): void => {
  const header = formatLine(
    'trans_id',
    'account_id',
    'date',
    'type',
    'operation',
    'amount',
    'balance',
    'k_symbol',
    'bank',
    'account',
  )
  const lines = listNumbers(rowCount).map((n) => {
    const day = `93${formatTwoDigits(1 + (n % 12))}${formatTwoDigits(1 + (n % 28))}`
    const kind = n % 3 === 0 ? '"VYDAJ";"VYBER"' : '"PRIJEM";"VKLAD"'
    return `${first + n};${1 + (n % accountCount)};${day};${kind};${100 + (n % 900)}.00;1000.00;"";;\r\n`
  })
  writeFileSync(path, header + lines.join(''))
}

const importBank = ({ ownerUrl, secret }: CaseTools['bench'], folder: string, movements?: string) =>
  importBerka({ ownerUrl, secret, prefix, progress: ignoreProgress, folder, movements, skip: false })

/** The accounts that imports book on; once they are there, nothing is added. */
export const importBaseBank = async (bench: CaseTools['bench'], folder: string): Promise<void> => {
  writeBankFiles(folder)
  await importBank(bench, folder)
}

/** Import of movements through the product's own importer, from the file to the committed books. */
export const importCase = async ({ bench, progress }: CaseTools): Promise<ResultSection[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-bench-'))
  try {
    progress(`Import of ${rowCount} movements`)
    await importBaseBank(bench, folder)
    const path = join(folder, 'movements.csv')
    writeMovements(path, await readLastMovementId(bench))
    const report = await importBank(bench, folder, path)
    if (report.added.movements !== rowCount)
      throw new Error(
        `imported ${report.added.movements} movements of ${rowCount}: ${JSON.stringify(report.refused[0] ?? report)}`,
      )
    const seconds = (value: number): string => `${value.toFixed(1)} s`
    const note = `${rowCount.toLocaleString('en')} rows: read and checked in ${seconds(report.readSeconds)}, written in ${seconds(report.writeSeconds)}`
    const value = rowCount / report.writeSeconds
    const what = 'CSV import of movements, once read'
    return [
      {
        title: 'Import',
        results: [{ what, value, unit: 'rows/s', target: { statistic: 'value', minimum: 15_000 }, note }],
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
