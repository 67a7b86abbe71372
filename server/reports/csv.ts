import { Readable } from 'node:stream'
import type { ReportCell, ReportColumn, ReportColumnKind, RowBatches, WriteProgress } from './columns.ts'

/** How a spreadsheet of the reader's country expects numbers and the sign between fields, and its words for true and false. */
export type CsvDialect = { decimal: ',' | '.'; separator: ';' | ','; yes: string; no: string }

/** Rows written at a time: enough to be fast, few enough to let other requests in between. */
const rowsPerChunk = 500
const quotingPattern = /[",;\t\r\n]|^\s|\s$/
const formulaPattern = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A plus and digits, in groups or not: a phone, with which no spreadsheet can calculate anything. Other signs between them could be operators. */
const isPhoneNumber = (text: string): boolean => /^\+\d(?: ?\d){5,14}$/.test(text)

/**
 * A text that a spreadsheet would calculate gets a leading apostrophe. One that already stands before such a sign gets another,
 * so that taking one away always gives the text back.
 */
const escapeFormula = (text: string): string => (formulaPattern.test(text) && !isPhoneNumber(text) ? `'${text}` : text)

const quoteField = (text: string): string => (quotingPattern.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const formatTextField = (value: ReportCell): string => quoteField(escapeFormula(String(value)))

const decimalPattern = /^-?\d+(?:\.\d+)?$/

const buildFieldFormatters = ({
  decimal,
  yes,
  no,
}: CsvDialect): Record<ReportColumnKind, (value: Exclude<ReportCell, null>) => string> => {
  /** Only what is a number may begin with a minus as it stands. */
  const numeric = (value: ReportCell): string => {
    const text = String(value)
    if (!decimalPattern.test(text)) return formatTextField(text)
    return decimal === '.' ? text : text.replace('.', decimal)
  }
  return {
    text: formatTextField,
    money: numeric,
    rate: numeric,
    integer: numeric,
    date: formatTextField,
    dateTime: formatTextField,
    boolean: (value) => quoteField(value ? yes : no),
  }
}

async function* streamCsvLines(
  columns: readonly ReportColumn[],
  rows: RowBatches,
  dialect: CsvDialect,
  written: WriteProgress,
) {
  const fields = buildFieldFormatters(dialect)
  const draw = columns.map(({ kind }) => fields[kind])
  const line = (row: readonly ReportCell[]): string =>
    `${draw.map((field, index) => (row[index] === null || row[index] === undefined ? '' : field(row[index]))).join(dialect.separator)}\r\n`
  yield Buffer.from(`\ufeff${columns.map(({ heading }) => formatTextField(heading)).join(dialect.separator)}\r\n`)
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; at += rowsPerChunk) {
      const piece = batch.slice(at, at + rowsPerChunk)
      const text = piece.map(line).join('')
      written.rows += piece.length
      yield Buffer.from(text)
    }
  }
}

type CsvOptions = { columns: readonly ReportColumn[]; rows: RowBatches; dialect: CsvDialect; written?: WriteProgress }

/** A CSV as a stream of bytes: UTF-8 with its mark (Excel needs it), RFC 4180, formulas made harmless, dates 'YYYY-MM-DD'. */
export const writeCsv = ({ columns, rows, dialect, written = { rows: 0 } }: CsvOptions): Readable =>
  Readable.from(streamCsvLines(columns, rows, dialect, written), { objectMode: false, highWaterMark: 256 * 1024 })
