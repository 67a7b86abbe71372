import { csvDelimiters, dateOrders, type ImportFileFormat } from '#contract/imports.ts'
import { readCsvRecords } from '../csv-records.ts'
import { decodeText, detectEncoding } from './csv-text.ts'

/** So much of a file tells how it is made. */
const sampleRecordCount = 200

const readFirstRecords = (text: string, form: ImportFileFormat): string[][] => {
  const records: string[][] = []
  for (const { fields } of readCsvRecords(text, form)) {
    if (fields) records.push(fields)
    if (records.length === sampleRecordCount) break
  }
  return records
}

/** How many records have as many fields as the first, which has more than one. */
const scoreByFirstRecord = (records: readonly string[][]): number => {
  const columnCount = records[0]?.length ?? 0
  return columnCount < 2
    ? 0
    : records.filter(({ length }) => length === columnCount).length * 100 + Math.min(columnCount, 99)
}

/** How many signs between fields stand in records of the most usual length: where titles stand above the table, the first one says nothing. */
const scoreByMostRecords = (records: readonly string[][]): number => {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  return Math.max(0, ...[...counts].map(([columns, count]) => count * (columns - 1)))
}

const pickBest = <T>(choices: readonly T[], worth: (choice: T) => number): T =>
  choices.reduce((best, one) => (worth(one) > worth(best) ? one : best))

/** By the first record, where at least half of the others are like it; else by what most records are. */
const detectDelimiter = (
  read: (delimiter: ImportFileFormat['delimiter']) => string[][],
): ImportFileFormat['delimiter'] => {
  const byFirst = pickBest(csvDelimiters, (one) => scoreByFirstRecord(read(one)))
  const records = read(byFirst)
  const isUsual = scoreByFirstRecord(records) >= records.length * 50
  return isUsual ? byFirst : pickBest(csvDelimiters, (one) => scoreByMostRecords(read(one)))
}

/** A single one only where it leaves more records alike than none would, and no double one is there. */
const detectQuote = (
  text: string,
  read: (quote: ImportFileFormat['quote']) => string[][],
): ImportFileFormat['quote'] => {
  if (text.includes('"')) return '"'
  const single = read("'")
  const double = read('"')
  const score = scoreByFirstRecord(single) > 0 ? scoreByFirstRecord : scoreByMostRecords
  return score(single) > score(double) ? "'" : '"'
}

/** An amount with decimals says by what they stand apart: the last sign that is followed by one or two figures. */
const detectDecimalSign = (values: readonly string[]): ImportFileFormat['decimal'] => {
  const ending = (sign: string) =>
    values.filter((value) => new RegExp(`^[^a-z]*\\d\\${sign}\\d{1,2}\\D*$`, 'i').test(value))
  return ending('.').length > ending(',').length ? '.' : ','
}

const datePattern = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ].*)?$/

const matchesDateOrder = (order: ImportFileFormat['dates'], value: string): boolean => {
  const parts = datePattern.exec(value.trim())
  if (!parts) return order === 'ymd' && /^(19|20)\d{6}$/.test(value)
  const [, first = '', middle = '', last = ''] = parts
  if (order === 'ymd') return first.length === 4 && Number(middle) <= 12
  return (
    last.length === 4 &&
    Number(order === 'dmy' ? middle : first) <= 12 &&
    Number(order === 'dmy' ? first : middle) <= 31
  )
}

/** How a file seems to be made. People see it, and say otherwise. */
export const detectFileFormat = (content: Uint8Array): ImportFileFormat => {
  const encoding = detectEncoding(content)
  const text = decodeText(content.subarray(0, 1_000_000), encoding).text
  const start: ImportFileFormat = {
    encoding,
    delimiter: ';',
    quote: '"',
    decimal: ',',
    dates: 'dmy',
    sheet: null,
    headingLine: 1,
  }
  const delimiter = detectDelimiter((one) => readFirstRecords(text, { ...start, delimiter: one }))
  const parted = { ...start, delimiter }
  const quote = detectQuote(text, (one) => readFirstRecords(text, { ...parted, quote: one }))
  const values = readFirstRecords(text, { ...parted, quote })
    .slice(1)
    .flat()
  return { ...parted, quote, ...detectValueFormat(values) }
}

/**
 * The order of day and month in a file whose dates are written in several ways: those with the year in front say nothing of it, and are read
 * whatever it is.
 */
export const detectDayOrder = (values: readonly string[]): ImportFileFormat['dates'] => {
  const count = (order: ImportFileFormat['dates']) => values.filter((value) => matchesDateOrder(order, value)).length
  const days = count('dmy')
  const months = count('mdy')
  if (days === 0 && months === 0) return count('ymd') > 0 ? 'ymd' : 'dmy'
  return months > days ? 'mdy' : 'dmy'
}

/** The order of dates and the decimal sign, as most of the values are written. */
export const detectValueFormat = (values: readonly string[]): Pick<ImportFileFormat, 'dates' | 'decimal'> => {
  const dates = pickBest(
    ['dmy', ...dateOrders] as const,
    (order) => values.filter((value) => matchesDateOrder(order, value)).length,
  )
  return { dates, decimal: detectDecimalSign(values) }
}
