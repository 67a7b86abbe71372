import { createHash } from 'node:crypto'
import { type ImportField, type ImportKind, importFields } from '#contract/imports/fields.ts'
import { type ImportFault, type ImportForm, type ImportMapping, mostRows } from '#contract/imports.ts'
import { refuse } from '#server/core/errors.ts'
import type { Job } from '#server/core/threads.ts'
import { type CsvRecord, cut, maxFields, recordsIn } from './csv-records.ts'
import { decodeText } from './csv-text.ts'
import type { Reading } from './kind.ts'
import { kinds } from './kinds.ts'
import { Wrong } from './read-values.ts'
import type { StagedFault, StagedRow } from './staged-rows.ts'

export type Source = { kind: ImportKind; form: ImportForm; mapping: ImportMapping; columns: number }

const batchSize = 5000
const longestValue = 200

/** Nothing but blanks. The mark of a byte order, which other rules count among them, is a letter here: it goes in and out as it came. */
const isBlank = (text: string): boolean => !/[\S\ufeff]/.test(text)

/** 43 letters that stand for a content. */
const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Reads the fields of one record. What is wrong with each is added to `faults`. */
const readingOf =
  (cells: readonly string[], { kind, mapping }: Source, line: number, faults: StagedFault[]): Reading =>
  (field: ImportField, read) => {
    const column = mapping[field]
    const text = (column === undefined ? '' : cells[column]) ?? ''
    const { required } = importFields[kind].find(({ key }) => key === field)!
    try {
      if (!isBlank(text)) return read(text)
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
const readRecord = ({ line, fields: cells }: CsvRecord, source: Source): { row?: StagedRow; faults: StagedFault[] } => {
  const whole = (fault: ImportFault, value: string | null) => ({ faults: [{ line, n: 1, field: null, fault, value }] })
  if (!cells) return whole('quotes', null)
  if (cells.length !== source.columns) return whole('columns', countOf(cells))
  const faults: StagedFault[] = []
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

/** One of its lines holds bytes that are no letters of the encoding. */
const isBad = ({ line, lines }: CsvRecord, badLines: ReadonlySet<number>): boolean =>
  badLines.size > 0 && Array.from({ length: lines }, (_, n) => line + n).some((one) => badLines.has(one))

const refuseLetters = ({ line, fields }: CsvRecord, { form }: Source): ReturnType<typeof readRecord> => {
  const value = cut(fields?.join(form.delimiter) ?? '', longestValue)
  return { faults: [{ line, n: 1, field: null, fault: 'encoding', value }] }
}

/** Some records of a file: how many there were so far, the rows and the faults as JSON. */
export type ReadPiece = { records: number; rows: string; faults: string }

type Input = Source & { content: Uint8Array }

/** Reads the records of a file, a few thousand at a time. Throws `import.tooMany`. */
function* readRows({ content, ...source }: Input): Generator<ReadPiece> {
  const { text, badLines } = decodeText(content, source.form.encoding)
  let records = -1
  let rows: StagedRow[] = []
  let faults: StagedFault[] = []
  const piece = (): ReadPiece => ({ records, rows: JSON.stringify(rows), faults: JSON.stringify(faults) })
  for (const record of recordsIn(text, source.form)) {
    records += 1
    // The headings.
    if (records === 0) continue
    if (records > mostRows) throw refuse('import.tooMany')
    const read = isBad(record, badLines) ? refuseLetters(record, source) : readRecord(record, source)
    if (read.row) rows.push(read.row)
    faults.push(...read.faults)
    if (rows.length + faults.length < batchSize) continue
    yield piece()
    rows = []
    faults = []
  }
  records = Math.max(records, 0)
  yield piece()
}

export const readRowsJob: Job<Input, ReadPiece> = { name: 'read rows', run: readRows }
