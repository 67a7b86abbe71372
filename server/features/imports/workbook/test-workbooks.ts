import { ZipFile } from 'yazl'

/** A cell as its XML, or a text. */
export type TestCell = string | { xml: string } | null

const toLetters = (index: number): string => String.fromCharCode(65 + index)
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const renderRow = (cells: readonly TestCell[], line: number): string => {
  const drawn = cells.map((cell, index) => {
    if (cell === null) return ''
    const at = `r="${toLetters(index)}${line}"`
    if (typeof cell !== 'string') return cell.xml.replace('<c', `<c ${at}`)
    return `<c ${at} t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
  })
  return `<row r="${line}">${drawn.join('')}</row>`
}

type WorkbookParts = {
  rows: readonly (readonly [line: number, cells: readonly TestCell[]])[]
  isFrom1904?: boolean
  sharedStrings?: string
  sheetXml?: Buffer
}

/** A zip of these files. */
export const zipFiles = async (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Style 1 shows a day, style 2 a day by a format of the workbook's own, style 3 an amount. */
const stylesXml =
  '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/></numFmts>' +
  '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'

/** A workbook with one sheet of these rows. */
export const buildWorkbook = ({ rows, isFrom1904, sharedStrings, sheetXml }: WorkbookParts): Promise<Buffer> =>
  zipFiles({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr${isFrom1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Clientes &amp; más" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': stylesXml,
    ...(sharedStrings && { 'xl/sharedStrings.xml': sharedStrings }),
    'xl/worksheets/sheet1.xml':
      sheetXml ??
      `<worksheet><sheetData>${rows.map(([line, cells]) => renderRow(cells, line)).join('')}</sheetData></worksheet>`,
  })
