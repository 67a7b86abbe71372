import { createHash } from 'node:crypto'
import { type ImportField, type ImportKind, importFields } from '#contract/imports/fields.ts'
import { type ImportFault, type ImportFileFormat, type ImportMapping, maxImportRows } from '#contract/imports.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { type CsvRecord, maxRecordFields, readCsvRecords, truncateText } from '../csv-records.ts'
import { decodeText } from './csv-text.ts'
import type { FieldReader } from './import-handler-types.ts'
import { importKindHandlers } from './import-kind-handlers.ts'
import { FieldFaultError } from './parse-values.ts'
import type { StagedFault, StagedRow } from './staged-rows.ts'

export type ImportSource = { kind: ImportKind; form: ImportFileFormat; mapping: ImportMapping; columns: number }

const batchSize = 5000
const maxFaultValueLength = 200

/** Nothing but blanks. The mark of a byte order, which other rules count among them, is a letter here: it goes in and out as it came. */
const isBlankText = (text: string): boolean => !/[\S\ufeff]/.test(text)

/** 43 letters that stand for a content. */
const hashParts = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Reads the fields of one record. What is wrong with each is added to `faults`. */
const createFieldReader =
  (cells: readonly string[], { kind, mapping }: ImportSource, line: number, faults: StagedFault[]): FieldReader =>
  (field: ImportField, read) => {
    const column = mapping[field]
    const text = (column === undefined ? '' : cells[column]) ?? ''
    const { required } = importFields[kind].find(({ key }) => key === field)!
    try {
      if (!isBlankText(text)) return read(text)
      if (required) throw new FieldFaultError('missing')
      return null
    } catch (error) {
      if (!(error instanceof FieldFaultError)) throw error
      faults.push({
        line,
        n: faults.length + 1,
        field,
        fault: error.fault,
        value: truncateText(text, maxFaultValueLength),
      })
      return undefined
    }
  }

const formatFieldCount = ({ length }: readonly string[]): string =>
  length < maxRecordFields ? String(length) : `${length - 1}+`

/** One record as a row, or what is wrong with it. */
const readImportRecord = (
  { line, fields: cells }: CsvRecord,
  source: ImportSource,
): { row?: StagedRow; faults: StagedFault[] } => {
  const whole = (fault: ImportFault, value: string | null) => ({ faults: [{ line, n: 1, field: null, fault, value }] })
  if (!cells) return whole('quotes', null)
  if (cells.length !== source.columns) return whole('columns', formatFieldCount(cells))
  const faults: StagedFault[] = []
  const { read, key } = importKindHandlers[source.kind]
  const content = read(createFieldReader(cells, source, line, faults), source.form)
  if (!content || faults.length > 0) return { faults }
  const row = {
    line,
    key: hashParts(source.kind, ...key(content)),
    hash: hashParts(content),
    account: content.account!,
  }
  // As the file writes them, for whoever has to find what is wrong.
  const written = Object.fromEntries(
    Object.entries(source.mapping).map(([field, column]) => [
      field,
      truncateText(cells[column!] ?? '', maxFaultValueLength),
    ]),
  )
  return { row: { ...row, fields: { ...content, written } }, faults }
}

/** One of its lines holds bytes that are no letters of the encoding. */
const hasBadLine = ({ line, lines }: CsvRecord, badLines: ReadonlySet<number>): boolean =>
  badLines.size > 0 && Array.from({ length: lines }, (_, n) => line + n).some((one) => badLines.has(one))

const buildEncodingFault = (
  { line, fields }: CsvRecord,
  { form }: ImportSource,
): ReturnType<typeof readImportRecord> => {
  const value = truncateText(fields?.join(form.delimiter) ?? '', maxFaultValueLength)
  return { faults: [{ line, n: 1, field: null, fault: 'encoding', value }] }
}

/** Some records of a file: how many there were so far, the rows and the faults as JSON. */
export type RowChunk = { records: number; rows: string; faults: string }

type ReadRowsInput = ImportSource & { content: Uint8Array }

/** Reads the records of a file, a few thousand at a time. Throws `import.tooMany`. */
function* readImportRows({ content, ...source }: ReadRowsInput): Generator<RowChunk> {
  const { text, badLines } = decodeText(content, source.form.encoding)
  let records = -1
  let rows: StagedRow[] = []
  let faults: StagedFault[] = []
  const piece = (): RowChunk => ({ records, rows: JSON.stringify(rows), faults: JSON.stringify(faults) })
  for (const record of readCsvRecords(text, source.form)) {
    records += 1
    // The headings.
    if (records === 0) continue
    if (records > maxImportRows) throw buildRefusal('import.tooMany')
    const read = hasBadLine(record, badLines) ? buildEncodingFault(record, source) : readImportRecord(record, source)
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

export const readImportRowsJob: ThreadJob<ReadRowsInput, RowChunk> = { name: 'read rows', run: readImportRows }
