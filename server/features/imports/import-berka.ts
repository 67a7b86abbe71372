import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { prefixLanguage } from '#contract/core/languages.ts'
import type { Progress } from '#db/progress.ts'
import { businessDate, type Clock } from '#server/core/clock.ts'
import { berkaForms } from './berka-forms.ts'
import {
  type BankComparison,
  checkMovements,
  compareWithBank,
  postMovements,
  refreshOwners,
} from './berka-movements.ts'
import { checkPositions, writePositions } from './berka-positions.ts'
import { checkRecords, writeRecords } from './berka-records.ts'
import { auditImport, type ImportTarget, InputError, importSession } from './import-session.ts'
import { type Refusal, type RefusalList, refusalList } from './refusals.ts'
import { createStage, refuseStaged, type StagedFile, stageFile } from './stage.ts'

type Part = keyof typeof berkaForms
type Added = Record<
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
  added: Added
  /** Movements of 0.00 among them: they move nothing and make no journal. */
  zeroMovements: number
  /** The bank's own last balances beside ours on the same days; null where nothing was written. */
  bank: BankComparison | null
  refusedCount: number
  refused: readonly Refusal[]
  files: StagedFile[]
  readSeconds: number
  writeSeconds: number
}

type Source = { part: Part; path: string }

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false

/** Which file is what. Without `movements`, every trans*.asc of the folder in order of name; with it, that one only. */
const findSources = async (folder: string, movements: string | undefined): Promise<Source[]> => {
  const names = await readdir(folder).catch(() => {
    throw new InputError(`${folder} is not a folder that can be read`)
  })
  const sources: Source[] = []
  for (const part of ['district', 'client', 'account', 'disp', 'loan', 'card', 'order'] as const) {
    const path = join(folder, `${part}.asc`)
    if (names.includes(`${part}.asc`)) sources.push({ part, path })
    else if (!['loan', 'card', 'order'].includes(part)) throw new InputError(`${path} is missing`)
  }
  if (movements !== undefined && !(await isFile(movements)))
    throw new InputError(`${movements} is not a file that can be read`)
  const found = names.filter((name) => /^trans.*\.asc$/.test(name)).sort()
  const paths = movements === undefined ? found.map((name) => join(folder, name)) : [movements]
  return [...sources, ...paths.map((path) => ({ part: 'trans' as const, path }))]
}

const stageAll = async (db: Client, sources: readonly Source[], refusals: RefusalList, progress: Progress) => {
  for (const form of Object.values(berkaForms)) await createStage(db, form)
  const files: StagedFile[] = []
  let headerWrong = false
  for (const { part, path } of sources) {
    const { headerWrong: wrong, ...file } = await stageFile(db, path, berkaForms[part], refusals, progress)
    files.push(file)
    headerWrong ||= wrong
  }
  return { files, headerWrong }
}

/** What the bank says it has done. Its birth numbers are all of the 20th century. */
const datedParts = { account: 'opened_on', loan: 'since', card: 'since', trans: 'day' } as const

/** A year below 70 is of this century, so a wrong one may be a day to come. `today` is 'YYYY-MM-DD'. */
const refuseFuture = async (db: Client, today: string, refusals: RefusalList): Promise<void> => {
  for (const [part, column] of Object.entries(datedParts))
    await refuseStaged(
      db,
      berkaForms[part as keyof typeof datedParts].table,
      `'the date lies in the future'`,
      `t.${column} > date '${today}'`,
      refusals,
    )
}

const countStaged = async (db: Client): Promise<Record<Part, number>> => {
  const counts = Object.entries(berkaForms).map(
    ([part, { table }]) => `(select count(*)::integer from ${table}) as ${part}`,
  )
  return (await db.query<Record<Part, number>>(`select ${counts.join(', ')}`)).rows[0]!
}

const nothing: Added = {
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
 * A file with a wrong header is always refused. Importing again adds nothing. Throws InputError where a file is missing, sums are
 * too large, or the database went away.
 */
export const importBerka = async (
  options: ImportTarget & { folder: string; movements?: string | undefined; skip: boolean; clock?: Clock },
): Promise<BerkaReport> => {
  const { folder, movements, skip, progress, clock = Date.now } = options
  const sources = await findSources(folder, movements)
  return importSession(options, async (db) => {
    const started = performance.now()
    const refusals = refusalList()
    const { files, headerWrong } = await stageAll(db, sources, refusals, progress)
    const staged = performance.now()
    progress('write clients and accounts')
    await refuseFuture(db, businessDate(options.prefix, clock), refusals)
    await checkRecords(db, refusals)
    const records = await writeRecords(db, prefixLanguage[options.prefix])
    await checkPositions(db, refusals)
    const positions = await writePositions(db)
    await checkMovements(db, refusals, progress)
    const counts = await countStaged(db)
    const written = !headerWrong && (skip || refusals.count() === 0)
    const { posted, zero } = written ? await postMovements(db, progress) : { posted: 0, zero: 0 }
    if (written) await refreshOwners(db, progress)
    const added = written ? { ...records, ...positions, movements: posted } : nothing
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
      readSeconds: seconds(staged - started),
      writeSeconds: seconds(performance.now() - staged),
    }
  })
}

const seconds = (milliseconds: number): number => Math.round(milliseconds) / 1000
