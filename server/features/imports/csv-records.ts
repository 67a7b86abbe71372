import { type ImportFileFormat, maxImportColumns } from '#contract/imports.ts'

/** Fields are undefined where the quotes of the record don't pair: then it is one line, and the next begins anew. */
export type CsvRecord = { line: number; lines: number; fields: string[] | undefined }

/** So many fields of a record are read: one more than a file may have, which tells that it has too many. */
export const maxRecordFields = maxImportColumns + 1

/** The beginning of a text, with no half of a letter at its end and nothing that can't be kept. */
export const truncateText = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll('\0', ' ')

/** Finds line ends of one text: LF, CRLF or a lone CR. Each search looks no further than the end that it finds. */
const createLineEndFinder = (text: string) => {
  const pattern = /[\r\n]/g
  return (from: number): { end: number; next: number } => {
    pattern.lastIndex = from
    const end = pattern.exec(text)?.index ?? text.length
    return { end, next: end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1) }
  }
}
type LineEndFinder = ReturnType<typeof createLineEndFinder>
type RecordFormat = { delimiter: string; quote: string; maxFields?: number }

const countRecordLines = (findEnd: LineEndFinder, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at = findEnd(at).next) count += 1
  return count
}

/** The index of the quote that closes a field, or -1. A doubled one is a letter. */
const findClosingQuote = (text: string, from: number, quote: string): number => {
  let close = text.indexOf(quote, from + 1)
  while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2)
  return close
}

/**
 * The record that begins at `from`, and where the next one does. A field in quotes may go over line ends. No more fields are taken apart than
 * `maxFields`; of a longer record the rest of its line is left out.
 */
const readRecordAt = (
  text: string,
  from: number,
  { delimiter, quote, maxFields }: RecordFormat,
  findEnd: LineEndFinder,
): { fields?: string[]; next: number } => {
  const first = findEnd(from)
  const line = text.slice(from, first.end)
  if (!quote || !line.includes(quote)) return { fields: line.split(delimiter, maxFields), next: first.next }
  const fields: string[] = []
  let { end, next } = first
  for (let at = from; ; at += 1) {
    if (text[at] === quote) {
      const close = findClosingQuote(text, at, quote)
      const after = close < 0 ? '' : (text[close + 1] ?? '\n')
      if (after !== delimiter && after !== '\n' && after !== '\r') return { next: first.next }
      fields.push(text.slice(at + 1, close).replaceAll(quote + quote, quote))
      at = close + 1
      // Only a field in quotes can leave the line that the record has come to.
      if (at > end) ({ end, next } = findEnd(at))
    } else {
      const stop = text.slice(at, end).indexOf(delimiter)
      const until = stop < 0 ? end : at + stop
      fields.push(text.slice(at, until))
      at = until
    }
    if (text[at] !== delimiter || fields.length === maxFields) return { fields, next }
  }
}

/** The records of a text, blank lines left out; each with the line, counted from 1, on which it begins, and how many it goes over. */
export function* readCsvRecords(text: string, { delimiter, quote }: ImportFileFormat): Generator<CsvRecord> {
  const form = { delimiter, quote, maxFields: maxRecordFields }
  const findEnd = createLineEndFinder(text)
  let line = 1
  for (let from = 0; from < text.length; ) {
    const { fields, next } = readRecordAt(text, from, form, findEnd)
    const lines = countRecordLines(findEnd, from, next)
    if (!fields || fields.length > 1 || fields[0] !== '') yield { line, lines, fields }
    line += lines
    from = next
  }
}

/** The fields of a line that is a record, unquoted; undefined where the quotes of one don't pair. Inside a bare field a quote is a letter. */
export const splitCsvLine = (line: string, delimiter = ';'): string[] | undefined =>
  readRecordAt(line, 0, { delimiter, quote: '"' }, () => ({ end: line.length, next: line.length })).fields
