import {
  contentWidth,
  getLineHeight,
  type PdfSheet,
  type PdfStructureElement,
  pageLayout,
  type TextStyle,
  textStyles,
} from './pdf-sheet.ts'

/** `end`: figures, at the right and never broken. `fixed`: as wide as its longest value. Others share what is left by their `share`, 1 unless named; so does a column of figures that names one. */
export type PdfTableColumn = { label: string; end?: true; fixed?: true; share?: number }
export type PdfTable = {
  columns: readonly PdfTableColumn[]
  rows: readonly (readonly string[])[]
  /** The last row, told apart. */
  foot?: readonly string[]
}

const columnGap = 12
const tableFontSizes = [8.5, 7.5, 6.5] as const
const cellPadding = 3.5
const minColumnShare = 56

const findLongestText = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')

type TableLayout = {
  columns: { x: number; width: number; end: boolean }[]
  body: TextStyle
  head: TextStyle
  foot: TextStyle
}

const calculateLayoutAtSize = (
  sheet: PdfSheet,
  { columns, rows, foot }: PdfTable,
  size: number,
): TableLayout & { fits: boolean } => {
  const body = { ...textStyles.body, size }
  const head = { ...textStyles.label, size: Math.min(size, 8) }
  const strong = { ...textStyles.strong, size }
  const needs = columns.map(({ label, end, fixed, share }, at) => {
    if (share !== undefined || (!end && !fixed)) return null
    const cell = findLongestText([...rows.map((row) => row[at]!), ...(foot ? [foot[at]!] : [])])
    // A heading is broken between words only.
    return Math.max(sheet.widthOf(cell, strong), sheet.widthOf(findLongestText(label.split(' ')), head)) + 1
  })
  const shares = columns.reduce((sum, { share = 1 }, at) => sum + (needs[at] === null ? share : 0), 0)
  const rest =
    contentWidth - columnGap * (columns.length - 1) - needs.reduce<number>((sum, need) => sum + (need ?? 0), 0)
  const spare = shares === 0 ? Math.max(0, rest) / columns.length : 0
  const squeeze = rest < 0 ? contentWidth / (contentWidth - rest) : 1
  let x: number = pageLayout.left
  const placed = columns.map(({ end, share = 1 }, at) => {
    const need = needs[at]
    const width = need == null ? Math.max(20, (rest * share) / shares) : need * squeeze + spare
    const column = { x, width, end: end === true }
    x += width + columnGap
    return column
  })
  return { columns: placed, body, head, foot: strong, fits: rest >= shares * minColumnShare }
}

/** The largest size in which all figures stand whole beside each other. */
const calculateTableLayout = (sheet: PdfSheet, table: PdfTable): TableLayout => {
  for (const size of tableFontSizes) {
    const layout = calculateLayoutAtSize(sheet, table, size)
    if (layout.fits) return layout
  }
  return calculateLayoutAtSize(sheet, table, 5.5)
}

type TableRow = { cells: readonly string[]; style: TextStyle; tag: 'TH' | 'TD' }

const wrapRowCells = (sheet: PdfSheet, { columns }: TableLayout, { cells, style }: TableRow): string[][] =>
  columns.map(({ width }, at) => sheet.linesOf(cells[at]!, width, style))

/** One row, on to the next page where it is higher than what is left; a row that no page can hold goes on there. */
const drawTableRow = (
  sheet: PdfSheet,
  table: PdfStructureElement,
  layout: TableLayout,
  row: TableRow,
  head: TableRow | null,
): void => {
  const lines = wrapRowCells(sheet, layout, row)
  const high = Math.max(...lines.map((cell) => cell.length))
  const step = getLineHeight(row.style)
  const fitting = () => Math.floor((sheet.left() - 2 * cellPadding) / step)
  const turn = (): void => {
    sheet.turn()
    if (head) drawTableRow(sheet, table, layout, head, null)
  }
  if (high > fitting() && sheet.y > pageLayout.top + 60) turn()
  const element = sheet.doc.struct('TR')
  table.add(element)
  for (let from = 0; from < high; ) {
    if (fitting() < 1) turn()
    const taken = Math.min(high - from, fitting())
    layout.columns.forEach(({ x, width, end }, at) => {
      const options = row.tag === 'TH' ? { scope: 'Column' } : {}
      const shown = lines[at]!.slice(from, from + taken)
      sheet.put(element, row.tag, shown, { x, y: sheet.y + cellPadding, width, end }, row.style, options)
    })
    sheet.down(taken * step + 2 * cellPadding)
    from += taken
  }
  element.end()
  const under = row.tag === 'TH' ? 0.8 : 0.4
  const at = sheet.y
  sheet.decorate(() =>
    sheet.doc.lineWidth(under).strokeColor('#d5dae0').moveTo(pageLayout.left, at).lineTo(pageLayout.right, at).stroke(),
  )
}

/** Rows under headings that come again on every page. */
export const drawTable = async (sheet: PdfSheet, given: PdfTable): Promise<void> => {
  const layout = calculateTableLayout(sheet, given)
  const head: TableRow = { cells: given.columns.map(({ label }) => label), style: layout.head, tag: 'TH' }
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  // Headings don't stand alone at the foot of a page.
  sheet.need(64)
  drawTableRow(sheet, table, layout, head, null)
  for (const cells of given.rows) {
    drawTableRow(sheet, table, layout, { cells, style: layout.body, tag: 'TD' }, head)
    await sheet.breathe()
  }
  if (given.foot) drawTableRow(sheet, table, layout, { cells: given.foot, style: layout.foot, tag: 'TD' }, head)
  table.end()
  sheet.down(6)
}
