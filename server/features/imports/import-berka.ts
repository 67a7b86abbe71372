import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import type { ProgressReporter } from '#db/progress.ts'
import { type Clock, getBusinessDate } from '#server/core/clock.ts'
import { berkaFormats } from './berka-formats.ts'
import {
  type BankComparison,
  compareWithBank,
  postBerkaMovements,
  refreshClientRows,
  validateBerkaMovements,
} from './berka-movements.ts'
import { insertBerkaPositions, validateBerkaPositions } from './berka-positions.ts'
import { insertBerkaRecords, validateBerkaRecords } from './berka-records.ts'
import { auditImport, ImportInputError, type ImportTarget, runImportSession } from './import-session.ts'
import { createRefusalList, type LineRefusal, type RefusalList } from './refusals.ts'
import { createStagingTable, refuseStagedLines, type StagedFile, stageCsvFile } from './stage-file.ts'

type BerkaPart = keyof typeof berkaFormats
type AddedCounts = Record<
  'zones' | 'offices' | 'employees' | 'clients' | 'accounts' | 'movements' | 'loans' | 'cards' | 'orders',
  number
>

type BerkaReport = {
  /** False: something was refused and nothing was written. */
  written: boolean
  /** Lines of the files that are good: after the import all of them are in the books, whether this import added them or an earlier one. */
  clients: number
  accounts: number
  movements: number
  loans: number
  cards: number
  orders: number
  /** What this import added. */
  added: AddedCounts
  /** Movements of 0.00 among them: they move nothing and make no journal. */
  zeroMovements: number
  /** The bank's own last balances beside ours on the same days; null where nothing was written. */
  bank: BankComparison | null
  refusedCount: number
  refused: readonly LineRefusal[]
  files: StagedFile[]
  readSeconds: number
  writeSeconds: number
}

type BerkaSourceFile = { part: BerkaPart; path: string }

const isExistingFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false

/** Which file is what. Without `movements`, every trans*.asc of the folder in order of name; with it, that one only. */
const findSourceFiles = async (folder: string, movements: string | undefined): Promise<BerkaSourceFile[]> => {
  const names = await readdir(folder).catch(() => {
    throw new ImportInputError(`${folder} is not a folder that can be read`)
  })
  const sources: BerkaSourceFile[] = []
  for (const part of ['district', 'client', 'account', 'disp', 'loan', 'card', 'order'] as const) {
    const path = join(folder, `${part}.asc`)
    if (names.includes(`${part}.asc`)) sources.push({ part, path })
    else if (!['loan', 'card', 'order'].includes(part)) throw new ImportInputError(`${path} is missing`)
  }
  if (movements !== undefined && !(await isExistingFile(movements)))
    throw new ImportInputError(`${movements} is not a file that can be read`)
  const found = names.filter((name) => /^trans.*\.asc$/.test(name)).sort()
  const paths = movements === undefined ? found.map((name) => join(folder, name)) : [movements]
  return [...sources, ...paths.map((path) => ({ part: 'trans' as const, path }))]
}

const stageFiles = async (
  db: Client,
  sources: readonly BerkaSourceFile[],
  refusals: RefusalList,
  progress: ProgressReporter,
) => {
  for (const form of Object.values(berkaFormats)) await createStagingTable(db, form)
  const files: StagedFile[] = []
  let headerWrong = false
  for (const { part, path } of sources) {
    const { headerWrong: wrong, ...file } = await stageCsvFile(db, path, berkaFormats[part], refusals, progress)
    files.push(file)
    headerWrong ||= wrong
  }
  return { files, headerWrong }
}

/** What the bank says it has done. Its birth numbers are all of the 20th century. */
const dateColumnsByPart = { account: 'opened_on', loan: 'since', card: 'since', trans: 'day' } as const

/** A year below 70 is of this century, so a wrong one may be a day to come. `today` is 'YYYY-MM-DD'. */
const refuseFutureDates = async (db: Client, today: string, refusals: RefusalList): Promise<void> => {
  for (const [part, column] of Object.entries(dateColumnsByPart))
    await refuseStagedLines(
      db,
      berkaFormats[part as keyof typeof dateColumnsByPart].table,
      `'the date lies in the future'`,
      `t.${column} > date '${today}'`,
      refusals,
    )
}

const countStagedRows = async (db: Client): Promise<Record<BerkaPart, number>> => {
  const counts = Object.entries(berkaFormats).map(
    ([part, { table }]) => `(select count(*)::integer from ${table}) as ${part}`,
  )
  return (await db.query<Record<BerkaPart, number>>(`select ${counts.join(', ')}`)).rows[0]!
}

const noAddedCounts: AddedCounts = {
  zones: 0,
  offices: 0,
  employees: 0,
  clients: 0,
  accounts: 0,
  movements: 0,
  loans: 0,
  cards: 0,
  orders: 0,
}

/**
 * Imports the Berka bank: base records, positions and movements, in one transaction. A refused line refuses everything unless `skip`.
 * A file with a wrong header is always refused. Importing again adds nothing. Throws ImportInputError where a file is missing, sums are
 * too large, or the database went away.
 */
export const importBerka = async (
  options: ImportTarget & { folder: string; movements?: string | undefined; skip: boolean; clock?: Clock },
): Promise<BerkaReport> => {
  const { folder, movements, skip, progress, clock = Date.now } = options
  const sources = await findSourceFiles(folder, movements)
  return runImportSession(options, async (db) => {
    const started = performance.now()
    const refusals = createRefusalList()
    const { files, headerWrong } = await stageFiles(db, sources, refusals, progress)
    const staged = performance.now()
    progress('write clients and accounts')
    await refuseFutureDates(db, getBusinessDate(options.prefix, clock), refusals)
    await validateBerkaRecords(db, refusals)
    const records = await insertBerkaRecords(db, defaultLanguageByPrefix[options.prefix])
    await validateBerkaPositions(db, refusals)
    const positions = await insertBerkaPositions(db)
    await validateBerkaMovements(db, refusals, progress)
    const counts = await countStagedRows(db)
    const written = !headerWrong && (skip || refusals.count() === 0)
    const { posted, zero } = written ? await postBerkaMovements(db, progress) : { posted: 0, zero: 0 }
    if (written) await refreshClientRows(db, progress)
    const added = written ? { ...records, ...positions, movements: posted } : noAddedCounts
    if (written) await auditImport(db, 'import.berka', { files, added, refused: refusals.count() })
    return {
      written,
      clients: counts.client,
      accounts: counts.account,
      movements: counts.trans,
      loans: counts.loan,
      cards: counts.card,
      orders: counts.order,
      added,
      zeroMovements: zero,
      bank: written ? await compareWithBank(db) : null,
      refusedCount: refusals.count(),
      refused: refusals.lines(),
      files,
      readSeconds: toSeconds(staged - started),
      writeSeconds: toSeconds(performance.now() - staged),
    }
  })
}

const toSeconds = (milliseconds: number): number => Math.round(milliseconds) / 1000
