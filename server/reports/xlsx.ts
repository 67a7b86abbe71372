import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ReportCell, ReportColumn, RowBatches, WriteProgress } from './columns.ts'
import { cellRenderers, renderHeadingCell, toColumnLetters } from './xlsx-cells.ts'
import {
  formatCellRange,
  packageRelationsXml,
  renderContentTypes,
  renderSheetFoot,
  renderSheetHead,
  renderWorkbook,
  renderWorkbookRelations,
  stylesXml,
  toSheetName,
  type WorksheetPart,
} from './xlsx-parts.ts'

/** Rows that a sheet holds below its heading; what comes after goes on in a further sheet. */
const maxSheetRows = 1_048_575
/** Rows drawn at a time: enough to be fast, few enough to let other requests in between. */
const rowsPerChunk = 250

type XlsxOptions = {
  /** The name of the sheet; further sheets get a number. */
  sheet: string
  columns: readonly ReportColumn[]
  rows: RowBatches
  /** How many rows will come: the parts that name the sheets stand before the sheets. */
  total: number
  /** Facts about the file, one line each, on a sheet of their own at the end. */
  about?: { sheet: string; lines: (written: number) => readonly (readonly [label: string, value: string])[] }
  written?: WriteProgress
}

/** Hands out the batches piece by piece, across the sheets, so that a sheet can end inside a batch. */
const splitIntoPieces = (rows: RowBatches) => {
  const batches = rows[Symbol.asyncIterator]()
  let batch: readonly (readonly ReportCell[])[] = []
  let at = 0
  return {
    next: async (maxRows: number): Promise<readonly (readonly ReportCell[])[]> => {
      while (at >= batch.length) {
        const { done, value } = await batches.next()
        if (done) return []
        batch = value
        at = 0
      }
      const piece = batch.slice(at, at + Math.min(maxRows, rowsPerChunk))
      at += piece.length
      return piece
    },
    close: () => batches.return?.(),
  }
}
type RowPieces = ReturnType<typeof splitIntoPieces>

const buildRowRenderer = (columns: readonly ReportColumn[]) => {
  const letters = columns.map((_, index) => toColumnLetters(index))
  const draw = columns.map(({ kind }) => cellRenderers[kind])
  return (rows: readonly (readonly ReportCell[])[], first: number): string => {
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

async function* streamSheetXml(
  columns: readonly ReportColumn[],
  source: RowPieces,
  filter: string,
  written: WriteProgress,
) {
  const drawn = buildRowRenderer(columns)
  const headings = columns
    .map(({ heading }, index) => renderHeadingCell(`${toColumnLetters(index)}1`, heading))
    .join('')
  yield Buffer.from(`${renderSheetHead(columns, 'heading')}<row r="1">${headings}</row>`)
  for (let rows = 0; rows < maxSheetRows; ) {
    const piece = await source.next(maxSheetRows - rows)
    if (piece.length === 0) break
    const xml = drawn(piece, rows + 2)
    rows += piece.length
    written.rows += piece.length
    yield Buffer.from(xml)
  }
  yield Buffer.from(renderSheetFoot(filter))
}

async function* streamAboutSheetXml(lines: () => readonly (readonly ReportCell[])[]) {
  const columns: ReportColumn[] = [
    { heading: '', kind: 'text', width: 28 },
    { heading: '', kind: 'text', width: 60 },
  ]
  yield Buffer.from(renderSheetHead(columns, 'none') + buildRowRenderer(columns)(lines(), 1) + renderSheetFoot())
}

/**
 * A workbook as a stream of bytes. Only what is being written is in memory; a slow reader slows the source down.
 * Destroying the stream ends the source; an error of the source destroys the stream with it.
 */
export const writeXlsx = ({ sheet, columns, rows, total, about, written = { rows: 0 } }: XlsxOptions): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const source = splitIntoPieces(rows)
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

  const dataSheets: WorksheetPart[] = Array.from(
    { length: Math.max(1, Math.ceil(total / maxSheetRows)) },
    (_, index) => ({
      name: toSheetName(sheet, index + 1),
      filter: formatCellRange(columns.length, Math.min(maxSheetRows, Math.max(0, total - index * maxSheetRows)) + 1),
    }),
  )
  const sheets = about ? [...dataSheets, { name: toSheetName(about.sheet) }] : dataSheets
  add('[Content_Types].xml', renderContentTypes(sheets))
  add('_rels/.rels', packageRelationsXml)
  add('xl/workbook.xml', renderWorkbook(sheets))
  add('xl/_rels/workbook.xml.rels', renderWorkbookRelations(sheets))
  add('xl/styles.xml', stylesXml)
  for (const [index, { filter }] of dataSheets.entries()) {
    addSheet(index + 1, () => streamSheetXml(columns, source, filter!, written))
  }
  if (about) addSheet(sheets.length, () => streamAboutSheetXml(() => about.lines(written.rows)))
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()

  output.once('close', () => {
    for (const stream of open) stream.destroy()
    void source.close()
  })
  return output
}
