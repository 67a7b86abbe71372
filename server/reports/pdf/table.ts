import { type Element, inside, leading, page, type Sheet, type Style, styles } from './sheet.ts'

/** `end`: figures, at the right and never broken. `fixed`: as wide as its longest value. Others share what is left by their `share`, 1 unless named; so does a column of figures that names one. */
export type TableColumn = { label: string; end?: true; fixed?: true; share?: number }
export type Table = {
  columns: readonly TableColumn[]
  rows: readonly (readonly string[])[]
  /** The last row, told apart. */
  foot?: readonly string[]
}

const gap = 12
const sizes = [8.5, 7.5, 6.5] as const
const padding = 3.5
const leastShare = 56

const longest = (texts: readonly string[]): string =>
  texts.reduce((most, text) => (text.length > most.length ? text : most), '')

type Layout = { columns: { x: number; width: number; end: boolean }[]; body: Style; head: Style; foot: Style }

const layoutAt = (sheet: Sheet, { columns, rows, foot }: Table, size: number): Layout & { fits: boolean } => {
  const [body, head, strong] = [
    { ...styles.body, size },
    { ...styles.label, size: Math.min(size, 8) },
    { ...styles.strong, size },
  ]
  const needs = columns.map(({ label, end, fixed, share }, at) => {
    if (share !== undefined || (!end && !fixed)) return null
    const cell = longest([...rows.map((row) => row[at]!), ...(foot ? [foot[at]!] : [])])
    // A heading is broken between words only.
    return Math.max(sheet.widthOf(cell, strong), sheet.widthOf(longest(label.split(' ')), head)) + 1
  })
  const shares = columns.reduce((sum, { share = 1 }, at) => sum + (needs[at] === null ? share : 0), 0)
  const rest = inside - gap * (columns.length - 1) - needs.reduce<number>((sum, need) => sum + (need ?? 0), 0)
  const spare = shares === 0 ? Math.max(0, rest) / columns.length : 0
  const squeeze = rest < 0 ? inside / (inside - rest) : 1
  let x: number = page.left
  const placed = columns.map(({ end, share = 1 }, at) => {
    const need = needs[at]
    const width = need == null ? Math.max(20, (rest * share) / shares) : need * squeeze + spare
    const column = { x, width, end: end === true }
    x += width + gap
    return column
  })
  return { columns: placed, body, head, foot: strong, fits: rest >= shares * leastShare }
}

/** The largest size in which all figures stand whole beside each other. */
const layoutOf = (sheet: Sheet, table: Table): Layout => {
  for (const size of sizes) {
    const layout = layoutAt(sheet, table, size)
    if (layout.fits) return layout
  }
  return layoutAt(sheet, table, 5.5)
}

type Row = { cells: readonly string[]; style: Style; tag: 'TH' | 'TD' }

const cellLines = (sheet: Sheet, { columns }: Layout, { cells, style }: Row): string[][] =>
  columns.map(({ width }, at) => sheet.linesOf(cells[at]!, width, style))

/** One row, on to the next page where it is higher than what is left; a row that no page can hold goes on there. */
const putRow = (sheet: Sheet, table: Element, layout: Layout, row: Row, head: Row | null): void => {
  const lines = cellLines(sheet, layout, row)
  const high = Math.max(...lines.map((cell) => cell.length))
  const step = leading(row.style)
  const fitting = () => Math.floor((sheet.left() - 2 * padding) / step)
  const turn = (): void => {
    sheet.turn()
    if (head) putRow(sheet, table, layout, head, null)
  }
  if (high > fitting() && sheet.y > page.top + 60) turn()
  const element = sheet.doc.struct('TR')
  table.add(element)
  for (let from = 0; from < high; ) {
    if (fitting() < 1) turn()
    const taken = Math.min(high - from, fitting())
    layout.columns.forEach(({ x, width, end }, at) => {
      const options = row.tag === 'TH' ? { scope: 'Column' } : {}
      const shown = lines[at]!.slice(from, from + taken)
      sheet.put(element, row.tag, shown, { x, y: sheet.y + padding, width, end }, row.style, options)
    })
    sheet.down(taken * step + 2 * padding)
    from += taken
  }
  element.end()
  const under = row.tag === 'TH' ? 0.8 : 0.4
  const at = sheet.y
  sheet.decorate(() =>
    sheet.doc.lineWidth(under).strokeColor('#d5dae0').moveTo(page.left, at).lineTo(page.right, at).stroke(),
  )
}

/** Rows under headings that come again on every page. */
export const putTable = async (sheet: Sheet, given: Table): Promise<void> => {
  const layout = layoutOf(sheet, given)
  const head: Row = { cells: given.columns.map(({ label }) => label), style: layout.head, tag: 'TH' }
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  // Headings don't stand alone at the foot of a page.
  sheet.need(64)
  putRow(sheet, table, layout, head, null)
  for (const cells of given.rows) {
    putRow(sheet, table, layout, { cells, style: layout.body, tag: 'TD' }, head)
    await sheet.breathe()
  }
  if (given.foot) putRow(sheet, table, layout, { cells: given.foot, style: layout.foot, tag: 'TD' }, head)
  table.end()
  sheet.down(6)
}
