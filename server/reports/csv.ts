import { Readable } from 'node:stream'
import type { Batches, Cell, Column, ColumnKind, Written } from './columns.ts'

/** How a spreadsheet of the reader's country expects numbers and the sign between fields, and its words for true and false. */
export type CsvDialect = { decimal: ',' | '.'; separator: ';' | ','; yes: string; no: string }

/** Rows written at a time: enough to be fast, few enough to let other requests in between. */
const atOnce = 500
const mustBeQuoted = /[",;\t\r\n]|^\s|\s$/
const looksLikeFormula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A plus and digits, in groups or not: a phone, with which no spreadsheet can calculate anything. Other signs between them could be operators. */
const isPhone = (text: string): boolean => /^\+\d(?: ?\d){5,14}$/.test(text)

/**
 * A text that a spreadsheet would calculate gets a leading apostrophe. One that already stands before such a sign gets another,
 * so that taking one away always gives the text back.
 */
const harmless = (text: string): string => (looksLikeFormula.test(text) && !isPhone(text) ? `'${text}` : text)

const quoted = (text: string): string => (mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const textField = (value: Cell): string => quoted(harmless(String(value)))

const number = /^-?\d+(?:\.\d+)?$/

const fieldsOf = ({ decimal, yes, no }: CsvDialect): Record<ColumnKind, (value: Exclude<Cell, null>) => string> => {
  /** Only what is a number may begin with a minus as it stands. */
  const numeric = (value: Cell): string => {
    const text = String(value)
    if (!number.test(text)) return textField(text)
    return decimal === '.' ? text : text.replace('.', decimal)
  }
  return {
    text: textField,
    money: numeric,
    rate: numeric,
    integer: numeric,
    date: textField,
    moment: textField,
    boolean: (value) => quoted(value ? yes : no),
  }
}

async function* lines(columns: readonly Column[], rows: Batches, dialect: CsvDialect, written: Written) {
  const fields = fieldsOf(dialect)
  const draw = columns.map(({ kind }) => fields[kind])
  const line = (row: readonly Cell[]): string =>
    `${draw.map((field, index) => (row[index] === null || row[index] === undefined ? '' : field(row[index]))).join(dialect.separator)}\r\n`
  yield Buffer.from(`\ufeff${columns.map(({ heading }) => textField(heading)).join(dialect.separator)}\r\n`)
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; at += atOnce) {
      const piece = batch.slice(at, at + atOnce)
      const text = piece.map(line).join('')
      written.rows += piece.length
      yield Buffer.from(text)
    }
  }
}

type Sheet = { columns: readonly Column[]; rows: Batches; dialect: CsvDialect; written?: Written }

/** A CSV as a stream of bytes: UTF-8 with its mark (Excel needs it), RFC 4180, formulas made harmless, dates 'YYYY-MM-DD'. */
export const writeCsv = ({ columns, rows, dialect, written = { rows: 0 } }: Sheet): Readable =>
  Readable.from(lines(columns, rows, dialect, written), { objectMode: false, highWaterMark: 256 * 1024 })
