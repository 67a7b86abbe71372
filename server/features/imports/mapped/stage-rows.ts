import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type ImportField, type ImportKind, importFields } from '#contract/import-fields.ts'
import { type ImportFault, type ImportForm, type ImportMapping, mostRows } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import { type CsvRecord, cut, maxFields, recordsIn } from './csv-records.ts'
import type { Reading } from './kind.ts'
import { kinds } from './kinds.ts'
import { Wrong } from './read-values.ts'
import { analyzeStage, createStage, insertStaged, type StagedRow } from './staged-rows.ts'

type Fault = { line: number; n: number; field: string | null; fault: ImportFault; value: string | null }

export type Source = { kind: ImportKind; form: ImportForm; mapping: ImportMapping; columns: number }

const batchSize = 5000
const longestValue = 200

/** 43 letters that stand for a content. */
const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Reads the fields of one record. What is wrong with each is added to `faults`. */
const readingOf =
  (cells: readonly string[], { kind, mapping }: Source, line: number, faults: Fault[]): Reading =>
  (field: ImportField, read) => {
    const column = mapping[field]
    const text = (column === undefined ? '' : cells[column]) ?? ''
    const { required } = importFields[kind].find(({ key }) => key === field)!
    try {
      if (text.trim() !== '') return read(text)
      if (required) throw new Wrong('missing')
      return null
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      faults.push({ line, n: faults.length + 1, field, fault: error.fault, value: cut(text, longestValue) })
      return undefined
    }
  }

const countOf = ({ length }: readonly string[]): string => (length < maxFields ? String(length) : `${length - 1}+`)

/** One record as a row, or what is wrong with it. */
const readRecord = ({ line, fields: cells }: CsvRecord, source: Source): { row?: StagedRow; faults: Fault[] } => {
  const whole = (fault: ImportFault, value: string | null) => ({ faults: [{ line, n: 1, field: null, fault, value }] })
  if (!cells) return whole('quotes', null)
  if (cells.length !== source.columns) return whole('columns', countOf(cells))
  const faults: Fault[] = []
  const { read, key } = kinds[source.kind]
  const content = read(readingOf(cells, source, line, faults), source.form)
  if (!content || faults.length > 0) return { faults }
  const row = { line, key: digest(source.kind, ...key(content)), hash: digest(content), account: content.account! }
  // As the file writes them, for whoever has to find what is wrong.
  const written = Object.fromEntries(
    Object.entries(source.mapping).map(([field, column]) => [field, cut(cells[column!] ?? '', longestValue)]),
  )
  return { row: { ...row, fields: { ...content, written } }, faults }
}

const insertFaults = async (tx: Kysely<DB>, importId: string, faults: readonly Fault[]): Promise<void> => {
  if (faults.length === 0) return
  await sql`
    insert into mapped_import_fault (import_id, line, n, field, fault, value)
    select ${importId}, f.line, f.n, f.field, f.fault, f.value
      from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as f (line integer, n smallint, field text, fault text, value text)`.execute(
    tx,
  )
}

/**
 * Reads the records of a file into the stage, a few thousand at a time, and what is wrong with them into the faults of the import. Answers how many records there were; throws
 * `import.tooMany`.
 */
export const stageRows = async (
  tx: Kysely<DB>,
  importId: string,
  { text, ...source }: Source & { text: string },
): Promise<number> => {
  await createStage(tx)
  await tx.deleteFrom('mappedImportFault').where('importId', '=', importId).execute()
  let records = 0
  let rows: StagedRow[] = []
  let faults: Fault[] = []
  const flush = async () => {
    if (rows.length > 0) await insertStaged(tx, kinds[source.kind].figures, JSON.stringify(rows))
    await insertFaults(tx, importId, faults)
    rows = []
    faults = []
  }
  let isHead = true
  for (const record of recordsIn(text, source.form)) {
    if (isHead) {
      isHead = false
      continue
    }
    records += 1
    if (records > mostRows) throw refuse('import.tooMany')
    const read = readRecord(record, source)
    if (read.row) rows.push(read.row)
    faults.push(...read.faults)
    if (rows.length + faults.length >= batchSize) await flush()
  }
  await flush()
  await analyzeStage(tx)
  return records
}
