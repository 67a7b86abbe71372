import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Batches, Cell, Column, Written } from './columns.ts'
import { columnLetters, draws, headingCell } from './xlsx-cells.ts'
import {
  contentTypes,
  packageRelations,
  reach,
  type SheetPart,
  sheetFoot,
  sheetHead,
  sheetName,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'

/** Rows that a sheet holds below its heading; what comes after goes on in a further sheet. */
const sheetRows = 1_048_575
/** Rows drawn at a time: enough to be fast, few enough to let other requests in between. */
const atOnce = 250

type Book = {
  /** The name of the sheet; further sheets get a number. */
  sheet: string
  columns: readonly Column[]
  rows: Batches
  /** How many rows will come: the parts that name the sheets stand before the sheets. */
  total: number
  /** Facts about the file, one line each, on a sheet of their own at the end. */
  about?: { sheet: string; lines: (written: number) => readonly (readonly [label: string, value: string])[] }
  written?: Written
}

/** Hands out the batches piece by piece, across the sheets, so that a sheet can end inside a batch. */
const pieces = (rows: Batches) => {
  const batches = rows[Symbol.asyncIterator]()
  let batch: readonly (readonly Cell[])[] = []
  let at = 0
  return {
    next: async (most: number): Promise<readonly (readonly Cell[])[]> => {
      while (at >= batch.length) {
        const { done, value } = await batches.next()
        if (done) return []
        batch = value
        at = 0
      }
      const piece = batch.slice(at, at + Math.min(most, atOnce))
      at += piece.length
      return piece
    },
    close: () => batches.return?.(),
  }
}
type Pieces = ReturnType<typeof pieces>

const drawRows = (columns: readonly Column[]) => {
  const letters = columns.map((_, index) => columnLetters(index))
  const draw = columns.map(({ kind }) => draws[kind])
  return (rows: readonly (readonly Cell[])[], first: number): string => {
    let xml = ''
    let number = first
    for (const row of rows) {
      xml += `<row r="${number}">`
      for (let index = 0; index < draw.length; index++) {
        const value = row[index]
        if (value !== null && value !== undefined && value !== '') xml += draw[index]!(letters[index]! + number, value)
      }
      xml += '</row>'
      number++
    }
    return xml
  }
}

async function* sheetXml(columns: readonly Column[], source: Pieces, filter: string, written: Written) {
  const drawn = drawRows(columns)
  const headings = columns.map(({ heading }, index) => headingCell(`${columnLetters(index)}1`, heading)).join('')
  yield Buffer.from(`${sheetHead(columns, 'heading')}<row r="1">${headings}</row>`)
  for (let rows = 0; rows < sheetRows; ) {
    const piece = await source.next(sheetRows - rows)
    if (piece.length === 0) break
    const xml = drawn(piece, rows + 2)
    rows += piece.length
    written.rows += piece.length
    yield Buffer.from(xml)
  }
  yield Buffer.from(sheetFoot(filter))
}

async function* aboutXml(lines: () => readonly (readonly Cell[])[]) {
  const columns: Column[] = [
    { heading: '', kind: 'text', width: 28 },
    { heading: '', kind: 'text', width: 60 },
  ]
  yield Buffer.from(sheetHead(columns, 'none') + drawRows(columns)(lines(), 1) + sheetFoot())
}

/**
 * A workbook as a stream of bytes. Only what is being written is in memory; a slow reader slows the source down.
 * Destroying the stream ends the source; an error of the source destroys the stream with it.
 */
export const writeXlsx = ({ sheet, columns, rows, total, about, written = { rows: 0 } }: Book): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const source = pieces(rows)
  const open = new Set<Readable>()
  const addSheet = (number: number, xml: () => AsyncIterable<Buffer>): void => {
    zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, { compressionLevel: 4 }, (done) => {
      const stream = Readable.from(xml(), { objectMode: false, highWaterMark: 256 * 1024 })
      open.add(stream)
      stream.once('error', (error) => output.destroy(error))
      stream.once('close', () => open.delete(stream))
      done(null, stream)
    })
  }
  const add = (path: string, xml: string): void => zip.addBuffer(Buffer.from(xml), path)

  const dataSheets: SheetPart[] = Array.from({ length: Math.max(1, Math.ceil(total / sheetRows)) }, (_, index) => ({
    name: sheetName(sheet, index + 1),
    filter: reach(columns.length, Math.min(sheetRows, Math.max(0, total - index * sheetRows)) + 1),
  }))
  const sheets = about ? [...dataSheets, { name: sheetName(about.sheet) }] : dataSheets
  add('[Content_Types].xml', contentTypes(sheets))
  add('_rels/.rels', packageRelations)
  add('xl/workbook.xml', workbook(sheets))
  add('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
  add('xl/styles.xml', styles)
  for (const [index, { filter }] of dataSheets.entries()) {
    addSheet(index + 1, () => sheetXml(columns, source, filter!, written))
  }
  if (about) addSheet(sheets.length, () => aboutXml(() => about.lines(written.rows)))
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()

  output.once('close', () => {
    for (const stream of open) stream.destroy()
    void source.close()
  })
  return output
}
