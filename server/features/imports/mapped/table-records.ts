import type { ImportFileFormat } from '#contract/imports.ts'
import { detectContentKind } from '#server/core/content-kind.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { type CsvRecord, readCsvRecords } from '../csv-records.ts'
import { openWorkbook } from '../workbook/read-sheet.ts'
import { decodeText } from './csv-text.ts'

/** One record of a file, whatever it is made of. `isUnreadable`: one of its lines holds bytes that are no letters of the encoding. */
export type TableRecord = CsvRecord & { isUnreadable: boolean }

/** Nothing but blanks. The mark of a byte order, which other rules count among them, is a letter here: it goes in and out as it came. */
export const isBlankText = (text: string): boolean => !/[\S\ufeff]/.test(text)

const hasBadLine = ({ line, lines }: CsvRecord, badLines: ReadonlySet<number>): boolean =>
  badLines.size > 0 && Array.from({ length: lines }, (_, n) => line + n).some((one) => badLines.has(one))

function* readTextRecords(content: Uint8Array, form: ImportFileFormat): Generator<TableRecord> {
  const { text, badLines } = decodeText(content, form.encoding)
  for (const record of readCsvRecords(text, form)) {
    const isUnreadable = hasBadLine(record, badLines)
    if (record.fields && !isUnreadable && record.fields.every(isBlankText)) continue
    yield { ...record, isUnreadable }
  }
}

function* readSheetRecords(content: Uint8Array, sheet: number, decimal: string): Generator<TableRecord> {
  const workbook = openWorkbook(content)
  if (!workbook) throw buildRefusal('import.notCsv')
  for (const record of workbook.readRows(sheet, decimal)) yield { ...record, isUnreadable: false }
}

/** The sum at the end of a list is no row of it: its name stands alone in front, and beside it a few numbers. */
const isTotalLine = ({ fields }: TableRecord): boolean => {
  const [first = '', ...others] = (fields ?? []).filter((cell) => !isBlankText(cell))
  const isTotal = /^\s*(?:sub)?total(?:es|s)?(?: general| geral)?\s*:?\s*$/i.test(first)
  return isTotal && others.length < 3 && others.every((cell) => /^[-\d\s.,€$%]+$/.test(cell))
}

/** The records of a file that hold something, above its headings too; without the sums that end it. */
export function* readTableRecords(content: Uint8Array, form: ImportFileFormat): Generator<TableRecord> {
  const records =
    form.sheet === null ? readTextRecords(content, form) : readSheetRecords(content, form.sheet, form.decimal)
  // What looks like a sum is one only where nothing comes after it.
  let held: TableRecord[] = []
  for (const record of records) {
    if (isTotalLine(record)) {
      held.push(record)
      continue
    }
    yield* held
    held = []
    yield record
  }
}

/** Whether a file may be a workbook: it begins as an archive does. */
export const isArchive = (content: Uint8Array): boolean => detectContentKind(content) === 'archive'

/** Cells as many as there are headings: a row of a sheet ends where its last cell does. */
export const fitToHeadings = (cells: readonly string[], columns: number): readonly string[] =>
  cells.length >= columns ? cells : [...cells, ...Array.from({ length: columns - cells.length }, () => '')]
