import type { Column, ColumnKind } from './columns.ts'
import { columnLetters, xmlAttribute } from './xlsx-cells.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A sheet of the workbook: its name, and the reach of its filter, heading included, where it has one. */
export type SheetPart = { name: string; filter?: string }

const each = (sheets: readonly SheetPart[], part: (sheet: SheetPart, number: number) => string): string =>
  sheets.map((sheet, index) => part(sheet, index + 1)).join('')

export const contentTypes = (sheets: readonly SheetPart[]): string =>
  `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${each(sheets, (_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${contentType}.worksheet+xml"/>`)}</Types>`

export const packageRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** Excel reads a filter's reach from this hidden name as well as from its sheet. */
const filterName = ({ name, filter }: SheetPart, number: number): string =>
  filter
    ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${number - 1}" hidden="1">${xmlAttribute(`'${name.replaceAll("'", "''")}'!${filter.replace(/[A-Z]+|\d+/g, '$$$&')}`)}</definedName>`
    : ''

export const workbook = (sheets: readonly SheetPart[]): string => {
  const names = each(sheets, filterName)
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(sheets, ({ name }, n) => `<sheet name="${xmlAttribute(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets>${names && `<definedNames>${names}</definedNames>`}</workbook>`
}

export const workbookRelations = (sheets: readonly SheetPart[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${each(sheets, (_, n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`

const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const format = (numberFormat: number, fontId = 0): string =>
  `<xf numFmtId="${numberFormat}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

/** In the order of `formats`: plain, heading, #,##0.00, #,##0, a day, text that stays text when it is edited, a rate, and a moment. */
export const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.00####"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${format(0)}${format(0, 1)}${format(4)}${format(3)}${format(164)}${format(49)}${format(165)}${format(166)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const widths: Record<ColumnKind, number> = {
  text: 24,
  money: 16,
  rate: 12,
  integer: 10,
  date: 12,
  moment: 20,
  boolean: 10,
}

const columnWidth = ({ heading, kind, width }: Column, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${width ?? Math.max(widths[kind], Math.min(heading.length + 4, 60))}" customWidth="1"/>`

const frozenHeading =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** All of a sheet before its first row; with a heading, that stays in view. */
export const sheetHead = (columns: readonly Column[], heading: 'heading' | 'none'): string =>
  `${declaration}<worksheet xmlns="${main}">${heading === 'heading' ? frozenHeading : ''}<sheetFormatPr defaultRowHeight="15"/><cols>${columns.map(columnWidth).join('')}</cols><sheetData>`

/** All of a sheet after its last row. */
export const sheetFoot = (filter?: string): string =>
  `</sheetData>${filter ? `<autoFilter ref="${filter}"/>` : ''}</worksheet>`

/** The cells of so many columns and rows, heading included: 'A1:L100001'. */
export const reach = (columns: number, rows: number): string => `A1:${columnLetters(columns - 1)}${rows}`

/** A name that Excel takes for a sheet: at most 31 characters, none of its own signs, not empty, not the reserved one. */
export const sheetName = (name: string, number = 1): string => {
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
