import { buildRefusal } from '#server/core/errors.ts'
import { type CsvRecord, maxRecordFields } from '../csv-records.ts'
import { midnight, toSerialDate, toSerialTime } from './serial-date.ts'
import { readRichText, readWorkbookParts, type WorkbookParts } from './workbook-parts.ts'
import {
  decodeXmlText,
  findElementPrefix,
  findElementsInBytes,
  findElementsInText,
  readAttribute,
} from './xml-elements.ts'
import { openZip } from './zip-entries.ts'

/** A workbook whose sheets are read row by row. */
type Workbook = {
  sheetNames: readonly string[]
  /** The rows of a sheet that hold something, each cell as text; a number with the decimal sign that the form says. */
  readRows: (sheet: number, decimal: string) => Generator<CsvRecord>
}

/** So much of a sheet is unpacked: a hundred thousand rows of some fifteen columns. */
const maxSheetBytes = 96_000_000
const headLength = 2000
const maxSheetRows = 1_048_576
/** Figures of a number as a person would write them: of its fifteen digits none that only binary fractions have, and no exponent. */
const formatNumber = (value: number, decimal: string): string => {
  const text = String(Number(value.toPrecision(15)))
  const plain = /e/i.test(text) ? value.toFixed(text.includes('e-') ? 15 : 0) : text
  return plain.replace('.', decimal)
}

type CellContext = WorkbookParts & { prefix: string; decimal: string }

const readNumberCell = (written: string, style: string | undefined, context: CellContext): string => {
  const value = Number(written)
  if (written === '' || !Number.isFinite(value)) return written
  if (!context.dateStyles.has(Number(style ?? 0))) return formatNumber(value, context.decimal)
  const day = toSerialDate(value, context.isFrom1904)
  const time = toSerialTime(value)
  if (day === undefined) return value > 0 && value < 1 ? time : formatNumber(value, context.decimal)
  return time === midnight ? day : `${day} ${time}`
}

const readCell = (attributes: string, body: string, context: CellContext): string => {
  const { prefix, texts } = context
  const type = readAttribute(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return readRichText(body, prefix)
  const [value] = findElementsInText(body, `${prefix}v`)
  const written = decodeXmlText(value?.body ?? '')
  if (type === 's') return texts[Number(written)] ?? ''
  if (type === 'n') return readNumberCell(written, readAttribute(attributes, 's'), context)
  return written
}

/** 0 for A, 27 for AB. */
const toColumnIndex = (reference: string): number => {
  let index = 0
  for (const letter of reference) {
    if (letter < 'A' || letter > 'Z') break
    index = index * 26 + letter.charCodeAt(0) - 64
  }
  return index - 1
}

/** The cells of a row at their columns; of more columns than a file may have, one too many. */
const readCells = (body: string, context: CellContext): string[] => {
  const cells: string[] = []
  for (const { attributes, body: cell } of findElementsInText(body, `${context.prefix}c`)) {
    const reference = readAttribute(attributes, 'r')
    const column = reference === undefined ? cells.length : toColumnIndex(reference)
    const text = readCell(attributes, cell, context)
    if (text === '') continue
    if (column >= maxRecordFields) {
      cells[maxRecordFields - 1] = text
      break
    }
    cells[column] = text
  }
  return Array.from(cells, (cell) => cell ?? '')
}

function* readRows(xml: Buffer, parts: WorkbookParts, decimal: string): Generator<CsvRecord> {
  const prefix = findElementPrefix(xml.toString('utf8', 0, headLength))
  const context = { ...parts, prefix, decimal }
  let line = 0
  for (const { attributes, body } of findElementsInBytes(xml, `${prefix}row`)) {
    // Rows come in their order; whatever else a file says, each has a line of its own.
    const written = Number(readAttribute(attributes, 'r'))
    line = Number.isInteger(written) && written > line && written <= maxSheetRows ? written : line + 1
    const fields = readCells(body, context)
    if (fields.some((field) => field.trim() !== '')) yield { line, lines: 1, fields }
  }
}

/** Opens a workbook of Excel (xlsx) or of what writes such files. Undefined where a file is none; throws `file.tooComplex` where it is more than is read. */
export const openWorkbook = (content: Uint8Array): Workbook | undefined => {
  const zip = openZip(content)
  const parts = readWorkbookParts(zip)
  return (
    parts && {
      sheetNames: parts.sheets.map(({ name }) => name),
      readRows: (sheet, decimal) => {
        const found = parts.sheets[sheet]
        if (!found) throw buildRefusal('request.invalid', { fields: { sheet: 'unknown' } })
        return readRows(zip.read(found.path, maxSheetBytes) ?? Buffer.alloc(0), parts, decimal)
      },
    }
  )
}
