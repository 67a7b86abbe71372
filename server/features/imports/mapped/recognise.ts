import { dateOrders, delimiters, type ImportForm } from '#contract/imports.ts'
import { recordsIn } from './csv-records.ts'
import { decodeText, recogniseEncoding } from './csv-text.ts'

/** So much of a file tells how it is made. */
const lookedAt = 200

const firstRecords = (text: string, form: ImportForm): string[][] => {
  const records: string[][] = []
  for (const { fields } of recordsIn(text, form)) {
    if (fields) records.push(fields)
    if (records.length === lookedAt) break
  }
  return records
}

/** How many records have as many fields as the first, which has more than one. */
const agreement = (records: readonly string[][]): number => {
  const wanted = records[0]?.length ?? 0
  return wanted < 2 ? 0 : records.filter(({ length }) => length === wanted).length * 100 + Math.min(wanted, 99)
}

const bestOf = <T>(choices: readonly T[], worth: (choice: T) => number): T =>
  choices.reduce((best, one) => (worth(one) > worth(best) ? one : best))

/** An amount with decimals says by what they stand apart: the last sign that is followed by one or two figures. */
const decimalOf = (values: readonly string[]): ImportForm['decimal'] => {
  const ending = (sign: string) =>
    values.filter((value) => new RegExp(`^[^a-z]*\\d\\${sign}\\d{1,2}\\D*$`, 'i').test(value))
  return ending('.').length > ending(',').length ? '.' : ','
}

const datePattern = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T ].*)?$/

const fits = (order: ImportForm['dates'], value: string): boolean => {
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
export const recognise = (content: Uint8Array): ImportForm => {
  const encoding = recogniseEncoding(content)
  const text = decodeText(content.subarray(0, 1_000_000), encoding).text
  const start: ImportForm = { encoding, delimiter: ';', quote: '"', decimal: ',', dates: 'dmy' }
  const delimiter = bestOf(delimiters, (one) => agreement(firstRecords(text, { ...start, delimiter: one })))
  const parted = { ...start, delimiter }
  const quoted = (quote: ImportForm['quote']) => agreement(firstRecords(text, { ...parted, quote }))
  const quote = !text.includes('"') && quoted("'") > quoted('"') ? ("'" as const) : ('"' as const)
  const values = firstRecords(text, { ...parted, quote })
    .slice(1)
    .flat()
  const dates = bestOf(['dmy', ...dateOrders] as const, (order) => values.filter((value) => fits(order, value)).length)
  return { ...parted, quote, dates, decimal: decimalOf(values) }
}
