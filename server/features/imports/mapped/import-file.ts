import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { ImportKind } from '#contract/imports/fields.ts'
import { type ImportFault, type ImportForm, type ImportMapping, uploadImport } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/imports.ts'
import { audit } from '#server/core/audit.ts'
import { businessDate, type Clock } from '#server/core/clock.ts'
import { queriesOver } from '#server/core/tenancy.ts'
import { type ImportTarget, InputError, importSession } from '../import-session.ts'
import { type Refusal, toldRefusals } from '../refusals.ts'
import { carryOut } from './carry-out.ts'
import type { Found } from './check-rows.ts'
import { guessMapping } from './guess-mapping.ts'
import { inspectCsv } from './inspect-csv.ts'
import { type Asked, mappingAsked } from './mapping-asked.ts'
import { checkFile, keepChecked, missingFields } from './read-import.ts'
import { readRowsJob } from './read-rows.ts'
import { recognise } from './recognise.ts'
import { findRemembered } from './upload-import.ts'

/** Made by nobody who signs in: whoever runs the command line. */
const commandLine = '0'

type Options = ImportTarget & {
  path: string
  kind: ImportKind
  /** What was said of how the file is made; the rest is recognised. */
  form: Partial<ImportForm>
  asked: Asked
  skip: boolean
  dryRun: boolean
  clock?: Clock
}

type CsvReport = {
  /** Whether it is fit to be imported: nothing is wrong with it, or what is was left out as asked. */
  accepted: boolean
  /** Whether anything came into the books. */
  written: boolean
  dryRun: boolean
  /** Its number at /crm/Importar, where it can be undone; null where nothing was written. */
  importId: string | null
  form: ImportForm
  /** Places with letters beyond ASCII, as they were read: by them one sees whether the encoding is right. */
  accents: readonly string[]
  /** Which heading is which field. */
  mapping: Record<string, string>
  /** Headings that are no field: what stands under them isn't imported. */
  unmapped: readonly string[]
  rows: number
  /** In the books already, by an earlier import. */
  known: number
  /** Rows that came into the books, or would. */
  fresh: number
  /** What they come to; null where they are no money. */
  amount: string | null
  accounts: number
  fromDate: string | null
  toDate: string | null
  sums: Found['figures']['sums']
  refusedCount: number
  refused: readonly Refusal[]
  seconds: number
}

/** The session's one connection, in its transaction. */
const queriesIn = (db: Client): Kysely<DB> =>
  queriesOver({
    connect: async () => ({ query: db.query.bind(db), release: () => undefined }) as never,
    end: async () => undefined,
  })

const readContent = async (path: string): Promise<Buffer> => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new InputError(`${path} is not a file that can be read`)
  const { maxBytes } = uploadImport.upload
  if (found.size > maxBytes) throw new InputError(`${path} is larger than ${maxBytes / 1_000_000} MB; split it`)
  if (found.size === 0) throw new InputError(`${path} is empty`)
  return readFile(path)
}

/** How the file is read: as it was said, else as the last one with the same headings was, else as it seems to be. */
const readingOf = async (tx: Kysely<DB>, content: Buffer, { kind, form: said, asked }: Options) => {
  const as = await mappingAsked(tx, kind, asked)
  const form = { ...(as.form ?? recognise(content)), ...said }
  const { headings, accents } = inspectCsv({ content, form })
  const mapping = as.mappingOf(headings) ?? (await findRemembered(tx, kind, headings)) ?? guessMapping(kind, headings)
  const missing = missingFields({ kind, mapping })
  if (missing.length > 0)
    throw new InputError(
      `No column is known to be ${missing.join(', ')}: say which with --mapping. The columns are: ${headings.join(', ')}`,
    )
  return { kind, form, headings, mapping, accents }
}

const insertImport = async (
  tx: Kysely<DB>,
  { kind, headings, form, mapping }: { kind: ImportKind; headings: string[]; form: ImportForm; mapping: ImportMapping },
  { path, content, at }: { path: string; content: Buffer; at: string },
) => {
  const sha256 = createHash('sha256').update(content).digest()
  const { id } = await tx
    .insertInto('mappedImport')
    .values({
      kind,
      fileName: basename(path).slice(-200),
      sha256,
      headings,
      form,
      mapping,
      madeBy: commandLine,
      madeAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, sha256: sha256.toString('hex') }
}

/** The first faults, each with the file, its line and the reason. */
const toldFaults = async (tx: Kysely<DB>, importId: string, file: string): Promise<Refusal[]> => {
  const { rows } = await sql<{
    line: number
    field: keyof typeof en.fields | null
    fault: ImportFault
    value: string | null
  }>`
    select line, field, fault, value from mapped_import_fault where import_id = ${importId} order by line, n limit ${sql.lit(toldRefusals)}`.execute(
    tx,
  )
  return rows.map(({ line, field, fault, value }) => {
    const where = field ? `${en.fields[field]}${value ? ` "${value}"` : ''}: ` : ''
    return { file, line, reason: `${where}${en.faults[fault]}` }
  })
}

/**
 * Imports a file that somebody maps, by the parts that the screen and the worker use, in one transaction: checked, then booked whole or not
 * at all. Nobody else is asked: whoever has the command line has the database. Faulty rows refuse everything unless `skip`; known rows add nothing.
 * Throws InputError and what the parts refuse.
 */
export const importFile = async (options: Options): Promise<CsvReport> => {
  const { path, prefix, skip, dryRun, progress, clock = Date.now } = options
  const started = performance.now()
  const content = await readContent(path)
  return importSession(options, async (db) => {
    const tx = queriesIn(db)
    const [at, day] = [new Date(clock()).toISOString(), businessDate(prefix, clock)]
    progress(`read ${basename(path)}`)
    const { headings, accents, ...source } = await readingOf(tx, content, options)
    const { id: importId, sha256 } = await insertImport(tx, { ...source, headings }, { path, content, at })
    progress('check rows')
    const pieces = readRowsJob.run({ ...source, columns: headings.length, content })
    const asked = { businessDate: day, seen: sql<boolean>`true`, progress: async () => {} }
    const checked = await checkFile(tx, { ...source, pieces, ...asked })
    await keepChecked(tx, importId, checked, at)
    const { figures, rows, known, fresh, wrong, amount } = checked
    const accepted = skip || wrong === 0
    const written = accepted && !dryRun && fresh > 0
    if (written) {
      await tx.updateTable('mappedImport').set({ state: 'importing' }).where('id', '=', importId).execute()
      const told = async (done: number) => progress('import rows', done, fresh)
      await told(0)
      await carryOut(
        { tx, importId, userId: null, businessDate: day, progress: told },
        { kind: source.kind, fresh, at },
      )
      const after = { rows: fresh, amount, leftOut: wrong, sha256 }
      await audit(tx, null, { action: 'mappedImport.byCommand', entity: 'mappedImport', entityId: importId, after })
    }
    const mapping = Object.entries(source.mapping).map(([field, column]) => [field, headings[column!]!])
    const unmapped = headings.filter((_, column) => !Object.values(source.mapping).includes(column))
    const { sums, accounts, fromDate, toDate } = figures
    return {
      ...{ accepted, written, dryRun, importId: written ? importId : null },
      ...{ form: source.form, accents, mapping: Object.fromEntries(mapping), unmapped },
      ...{ rows, known, fresh, amount },
      ...{ accounts, fromDate, toDate, sums, refusedCount: wrong },
      refused: await toldFaults(tx, importId, basename(path)),
      seconds: Math.round(performance.now() - started) / 1000,
    }
  })
}
