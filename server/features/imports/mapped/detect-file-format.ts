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
const scoreFieldCounts = (records: readonly string[][]): number => {
  const columnCount = records[0]?.length ?? 0
  return columnCount < 2
    ? 0
    : records.filter(({ length }) => length === columnCount).length * 100 + Math.min(columnCount, 99)
}

const pickBest = <T>(choices: readonly T[], worth: (choice: T) => number): T =>
  choices.reduce((best, one) => (worth(one) > worth(best) ? one : best))

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
  const start: ImportFileFormat = { encoding, delimiter: ';', quote: '"', decimal: ',', dates: 'dmy' }
  const delimiter = pickBest(csvDelimiters, (one) =>
    scoreFieldCounts(readFirstRecords(text, { ...start, delimiter: one })),
  )
  const parted = { ...start, delimiter }
  const quoted = (quote: ImportFileFormat['quote']) => scoreFieldCounts(readFirstRecords(text, { ...parted, quote }))
  const quote = !text.includes('"') && quoted("'") > quoted('"') ? ("'" as const) : ('"' as const)
  const values = readFirstRecords(text, { ...parted, quote })
    .slice(1)
    .flat()
  const dates = pickBest(
    ['dmy', ...dateOrders] as const,
    (order) => values.filter((value) => matchesDateOrder(order, value)).length,
  )
  return { ...parted, quote, dates, decimal: detectDecimalSign(values) }
}
