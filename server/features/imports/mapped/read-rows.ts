import { createHash } from 'node:crypto'
import type { Prefix } from '#contract/core/values.ts'
import { type ImportField, type ImportKind, importFields } from '#contract/imports/fields.ts'
import type { ImportFault } from '#contract/imports/rows.ts'
import { type ImportFileFormat, type ImportMapping, maxImportRows } from '#contract/imports.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ThreadJob } from '#server/core/worker-threads.ts'
import { maxRecordFields, truncateText } from '../csv-records.ts'
import type { FieldReader } from './import-handler-types.ts'
import { importKindHandlers } from './import-kind-handlers.ts'
import { FieldFaultError } from './parse-values.ts'
import type { StagedFault, StagedRow } from './staged-rows.ts'
import { fitToHeadings, isBlankText, readTableRecords, type TableRecord } from './table-records.ts'

export type ImportSource = {
  kind: ImportKind
  form: ImportFileFormat
  mapping: ImportMapping
  columns: number
  prefix: Prefix
  businessDate: string
}

const batchSize = 5000
const maxFaultValueLength = 200

/** 43 letters that stand for a content. */
const hashParts = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

type RowReader = { reading: FieldReader; refuse: (field: ImportField, fault: ImportFault) => void }

/** Reads the fields of one record. What is wrong with each is added to `faults`. */
const createRowReader = (
  cells: readonly string[],
  { kind, mapping }: ImportSource,
  line: number,
  faults: StagedFault[],
): RowReader => {
  const getText = (field: ImportField): string => {
    const column = mapping[field]
    return (column === undefined ? '' : cells[column]) ?? ''
  }
  const refuse: RowReader['refuse'] = (field, fault) => {
    const value = truncateText(getText(field), maxFaultValueLength)
    faults.push({ line, n: faults.length + 1, field, fault, value })
  }
  const reading: FieldReader = (field, read) => {
    const text = getText(field)
    const { required } = importFields[kind].find(({ key }) => key === field)!
    try {
      if (!isBlankText(text)) return read(text)
      if (required) throw new FieldFaultError('missing')
      return null
    } catch (error) {
      if (!(error instanceof FieldFaultError)) throw error
      refuse(field, error.fault)
      return undefined
    }
  }
  return { reading, refuse }
}

const formatFieldCount = ({ length }: readonly string[]): string =>
  length < maxRecordFields ? String(length) : `${length - 1}+`

/** One record as a row, or what is wrong with it. */
const readImportRecord = (
  { line, fields: written }: TableRecord,
  source: ImportSource,
): { row?: StagedRow; faults: StagedFault[] } => {
  const whole = (fault: ImportFault, value: string | null) => ({ faults: [{ line, n: 1, field: null, fault, value }] })
  if (!written) return whole('quotes', null)
  const cells = source.form.sheet === null ? written : fitToHeadings(written, source.columns).slice(0, source.columns)
  if (cells.length !== source.columns) return whole('columns', formatFieldCount(cells))
  const faults: StagedFault[] = []
  const { read, key, subject } = importKindHandlers[source.kind]
  const { reading, refuse } = createRowReader(cells, source, line, faults)
  const content = read(reading, { ...source, refuse })
  if (!content || faults.length > 0) return { faults }
  const row = {
    line,
    key: hashParts(source.kind, ...key(content)),
    hash: hashParts(content),
    ...subject(content),
  }
  // As the file writes them, for whoever has to find what is wrong.
  const texts = Object.fromEntries(
    Object.entries(source.mapping).map(([field, column]) => [
      field,
      truncateText(cells[column!] ?? '', maxFaultValueLength),
    ]),
  )
  return { row: { ...row, fields: { ...content, written: texts } }, faults }
}

const buildEncodingFault = (
  { line, fields }: TableRecord,
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
  const { headingLine } = source.form
  let records = -1
  let rows: StagedRow[] = []
  let faults: StagedFault[] = []
  const piece = (): RowChunk => ({ records, rows: JSON.stringify(rows), faults: JSON.stringify(faults) })
  for (const record of readTableRecords(content, source.form)) {
    if (record.line < headingLine) continue
    records += 1
    // The headings.
    if (records === 0) continue
    if (records > maxImportRows) throw buildRefusal('import.tooMany')
    const read = record.isUnreadable ? buildEncodingFault(record, source) : readImportRecord(record, source)
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
