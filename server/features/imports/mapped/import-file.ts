import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { ImportKind } from '#contract/imports/fields.ts'
import type { ImportFault } from '#contract/imports/rows.ts'
import { type ImportFileFormat, type ImportMapping, uploadImport } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import en from '#locales/en/imports.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { type Clock, getBusinessDate } from '#server/core/clock.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { buildConnectionQueryBuilder } from '#server/core/tenancy.ts'
import { clientAuditPurpose } from '#server/domain/client-audit-values.ts'
import { ImportInputError, type ImportTarget, runImportSession } from '../import-session.ts'
import { type LineRefusal, maxListedRefusals } from '../refusals.ts'
import { checkImportFile, findMissingFields, saveCheckResult } from './check-file.ts'
import type { ImportCheckTotals } from './check-rows.ts'
import { executeImport } from './execute-import.ts'
import { guessColumnMapping } from './guess-mapping.ts'
import { buildCommandLineMaker } from './import-maker.ts'
import { inspectTable } from './inspect-table.ts'
import { readImportRowsJob } from './read-rows.ts'
import { type MappingOptions, resolveMapping } from './resolve-mapping.ts'
import { findRememberedMapping } from './upload-import.ts'

/** Made by nobody who signs in: whoever runs the command line. */
const commandLineUserId = '0'

type ImportFileOptions = ImportTarget & {
  path: string
  kind: ImportKind
  /** What was said of how the file is made; the rest is recognised. */
  form: Partial<ImportFileFormat>
  asked: MappingOptions
  skip: boolean
  dryRun: boolean
  clock?: Clock
}

type CsvImportReport = {
  /** Whether it is fit to be imported: nothing is wrong with it, or what is was left out as asked. */
  accepted: boolean
  /** Whether anything came into the books. */
  written: boolean
  dryRun: boolean
  /** Its number at /crm/Importar, where it can be undone; null where nothing was written. */
  importId: string | null
  form: ImportFileFormat
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
  sums: ImportCheckTotals['figures']['sums']
  refusedCount: number
  refused: readonly LineRefusal[]
  seconds: number
}

/** The session's one connection, in its transaction. */
const toKysely = (db: Client): Kysely<DB> => buildConnectionQueryBuilder((text, values) => db.query(text, values))

const readFileContent = async (path: string): Promise<Buffer> => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new ImportInputError(`${path} is not a file that can be read`)
  const { maxBytes } = uploadImport.upload
  if (found.size > maxBytes) throw new ImportInputError(`${path} is larger than ${maxBytes / 1_000_000} MB; split it`)
  if (found.size === 0) throw new ImportInputError(`${path} is empty`)
  return readFile(path)
}

/** How the file is read: as it was said, else as the last one with the same headings was, else as it seems to be. */
const resolveFileFormat = async (
  tx: Kysely<DB>,
  content: Buffer,
  { kind, form: givenForm, asked: mappingOptions }: ImportFileOptions,
) => {
  const as = await resolveMapping(tx, kind, mappingOptions)
  const form = { ...(as.form ?? inspectTable({ content, kind }).form), ...givenForm }
  const { headings, accents } = inspectTable({ content, kind, form })
  const mapping =
    as.mappingOf(headings) ?? (await findRememberedMapping(tx, kind, headings)) ?? guessColumnMapping(kind, headings)
  const missing = findMissingFields({ kind, mapping })
  if (missing.length > 0)
    throw new ImportInputError(
      `No column is known to be ${missing.join(', ')}: say which with --mapping. The columns are: ${headings.join(', ')}`,
    )
  return { kind, form, headings, mapping, accents }
}

const insertImport = async (
  tx: Kysely<DB>,
  {
    kind,
    headings,
    form,
    mapping,
  }: { kind: ImportKind; headings: string[]; form: ImportFileFormat; mapping: ImportMapping },
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
      madeBy: commandLineUserId,
      madeAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, sha256: sha256.toString('hex') }
}

/** The first faults, each with the file, its line and the reason. */
const findFirstFaults = async (tx: Kysely<DB>, importId: string, file: string): Promise<LineRefusal[]> => {
  const { rows } = await sql<{
    line: number
    field: keyof typeof en.fields | null
    fault: ImportFault
    value: string | null
  }>`
    select line, field, fault, value from mapped_import_fault where import_id = ${importId} order by line, n limit ${sql.lit(maxListedRefusals)}`.execute(
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
 * Throws ImportInputError and what the parts refuse.
 */
export const importFile = async (options: ImportFileOptions): Promise<CsvImportReport> => {
  const { path, prefix, secret, skip, dryRun, progress, clock = Date.now } = options
  const started = performance.now()
  const content = await readFileContent(path)
  return runImportSession(options, async (db) => {
    const tx = toKysely(db)
    const at = new Date(clock()).toISOString()
    const day = getBusinessDate(prefix, clock)
    progress(`read ${basename(path)}`)
    const { headings, accents, ...source } = await resolveFileFormat(tx, content, options)
    const { id: importId, sha256 } = await insertImport(tx, { ...source, headings }, { path, content, at })
    progress('check rows')
    const place = { prefix, businessDate: day }
    const pieces = readImportRowsJob.run({ ...source, ...place, columns: headings.length, content })
    const maker = buildCommandLineMaker(prefix, day)
    const checked = await checkImportFile(tx, { ...source, pieces, maker, progress: async () => {} })
    await saveCheckResult(tx, importId, checked, at)
    const { figures, rows, known, fresh, wrong, amount } = checked
    const accepted = skip || wrong === 0
    const written = accepted && !dryRun && fresh > 0
    if (written) {
      await tx.updateTable('mappedImport').set({ state: 'importing' }).where('id', '=', importId).execute()
      const reportProgress = async (done: number) => progress('import rows', done, fresh)
      await reportProgress(0)
      await executeImport(
        { tx, importId, userId: null, ...place, box: secretBox(secret, clientAuditPurpose), progress: reportProgress },
        { kind: source.kind, fresh, at },
      )
      const after = { rows: fresh, amount, leftOut: wrong, sha256 }
      await recordAuditEvent(tx, null, {
        action: 'mappedImport.byCommand',
        entity: 'mappedImport',
        entityId: importId,
        after,
      })
    }
    const mapping = Object.entries(source.mapping).map(([field, column]) => [field, headings[column!]!])
    const unmapped = headings.filter((_, column) => !Object.values(source.mapping).includes(column))
    const { sums, accounts, fromDate, toDate } = figures
    return {
      accepted,
      written,
      dryRun,
      importId: written ? importId : null,
      form: source.form,
      accents,
      mapping: Object.fromEntries(mapping),
      unmapped,
      rows,
      known,
      fresh,
      amount,
      accounts,
      fromDate,
      toDate,
      sums,
      refusedCount: wrong,
      refused: await findFirstFaults(tx, importId, basename(path)),
      seconds: Math.round(performance.now() - started) / 1000,
    }
  })
}
