import type { ReportColumn, ReportColumnKind } from './columns.ts'
import { escapeXmlAttribute, toColumnLetters } from './xlsx-cells.ts'

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheetContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet of the workbook: its name, and the reach of its filter, heading included, where it has one. */
export type WorksheetPart = { name: string; filter?: string }

const renderEachSheet = (
  sheets: readonly WorksheetPart[],
  part: (sheet: WorksheetPart, number: number) => string,
): string => sheets.map((sheet, index) => part(sheet, index + 1)).join('')

export const renderContentTypes = (sheets: readonly WorksheetPart[]): string =>
  `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetContentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetContentType}.styles+xml"/>${renderEachSheet(sheets, (_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${spreadsheetContentType}.worksheet+xml"/>`)}</Types>`

export const packageRelationsXml = `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** Excel reads a filter's reach from this hidden name as well as from its sheet. */
const renderFilterName = ({ name, filter }: WorksheetPart, number: number): string =>
  filter
    ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">${escapeXmlAttribute(`'${name.replaceAll("'", "''")}'!${filter.replace(/[A-Z]+|\d+/g, '$$$&')}`)}</definedName>`
    : ''

/** The list of sheets, each by name, with the ranges of their filters. */
export const renderWorkbook = (sheets: readonly WorksheetPart[]): string => {
  const names = renderEachSheet(sheets, renderFilterName)
  return `${xmlDeclaration}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipsNamespace}"><sheets>${renderEachSheet(sheets, ({ name }, n) => `<sheet name="${escapeXmlAttribute(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets>${names && `<definedNames>${names}</definedNames>`}</workbook>`
}

export const renderWorkbookRelations = (sheets: readonly WorksheetPart[]): string =>
  `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${renderEachSheet(sheets, (_, n) => `<Relationship Id="rId${n}" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`

const renderFont = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const renderCellFormat = (numberFormat: number, fontId = 0): string =>
  `<xf numFmtId="${numberFormat}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

/** In the order of `formats`: plain, heading, #,##0.00, #,##0, a day, text that stays text when it is edited, a rate, and an instant. */
export const stylesXml = `${xmlDeclaration}<styleSheet xmlns="${spreadsheetNamespace}"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.00####"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2">${renderFont('')}${renderFont('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${renderCellFormat(0)}${renderCellFormat(0, 1)}${renderCellFormat(4)}${renderCellFormat(3)}${renderCellFormat(164)}${renderCellFormat(49)}${renderCellFormat(165)}${renderCellFormat(166)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const columnWidthByKind: Record<ReportColumnKind, number> = {
  text: 24,
  money: 16,
  rate: 12,
  integer: 10,
  date: 12,
  dateTime: 20,
  boolean: 10,
}

const renderColumnWidth = ({ heading, kind, width }: ReportColumn, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width ?? Math.max(columnWidthByKind[kind], Math.min(heading.length + 4, 60))}" customWidth="1"/>`

const frozenHeadingXml =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** All of a sheet before its first row; with a heading, that stays in view. */
export const renderSheetHead = (columns: readonly ReportColumn[], heading: 'heading' | 'none'): string =>
  `${xmlDeclaration}<worksheet xmlns="${spreadsheetNamespace}">${heading === 'heading' ? frozenHeadingXml : ''}<sheetFormatPr defaultRowHeight="15"/><cols>${columns.map(renderColumnWidth).join('')}</cols><sheetData>`

/** All of a sheet after its last row. */
export const renderSheetFoot = (filter?: string): string =>
  `</sheetData>${filter ? `<autoFilter ref="${filter}"/>` : ''}</worksheet>`

/** The cells of so many columns and rows, heading included: 'A1:L100001'. */
export const formatCellRange = (columns: number, rows: number): string => `A1:${toColumnLetters(columns - 1)}${rows}`

/** A name that Excel takes for a sheet: at most 31 characters, none of its own signs, not empty, not the reserved one. */
export const toSheetName = (name: string, number = 1): string => {
  const suffix = number > 1 ? ` (${number})` : ''
  const clean = name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, '')
    .trim()
    .slice(0, 31 - suffix.length)
    .replace(/^'+|[\ud800-\udbff]?'*$/g, '')
    .trim()
  return (clean === '' || /^history$/i.test(clean) ? 'Sheet' : clean) + suffix
}
