import { type Chart, putChart } from './chart.ts'
import { type About, colours, inside, leading, openSheet, page, type Sheet, type Style, styles } from './sheet.ts'
import { putTable, type Table } from './table.ts'

type Labelled = readonly (readonly [label: string, value: string])[]

/** A part of a document, in the order in which they stand. */
export type Part =
  | { heading: string; lead?: string }
  | { text: string }
  /** Up to four figures that matter most, beside each other. */
  | { figures: Labelled }
  /** Labels with their values, in two columns. */
  | { facts: Labelled }
  /** What is added and taken off, and comes to the last line; `inner` ones explain the next. */
  | { sum: readonly (readonly [label: string, amount: string, inner?: true])[] }
  | { table: Table }
  | { chart: Chart }
  | { newPage: true }

export type Document = About & {
  /** Whom or what it is about. */
  subtitle: string
  /** The day it stands for, as it is to be read. */
  day: string
  parts: readonly Part[]
  /** Who made it and when, at the foot of each page. */
  foot: string
  /** 'Page 1 of 2'. */
  pageOf: (page: number, pages: number) => string
}

const titleStyle: Style = { weight: 'semibold', size: 19, colour: colours.text }
const firmStyle: Style = { weight: 'semibold', size: 10, colour: colours.brand }
const subtitleStyle: Style = { ...styles.body, size: 10.5, colour: colours.muted }
const mutedStyle: Style = { ...styles.body, size: 8.5, colour: colours.muted }

const rule = (sheet: Sheet, y: number, colour: string, width = 0.5): void =>
  sheet.decorate(() =>
    sheet.doc.lineWidth(width).strokeColor(colour).moveTo(page.left, y).lineTo(page.right, y).stroke(),
  )

/** Lines of text over the whole width, going on on the next page where they have to. */
const putText = (sheet: Sheet, text: string, style: Style, tag = 'P'): void => {
  for (const line of sheet.linesOf(text, inside, style)) {
    sheet.need(leading(style))
    sheet.put(sheet.root, tag, [line], { x: page.left, y: sheet.y, width: inside }, style)
    sheet.down(leading(style))
  }
}

const putHead = (sheet: Sheet, { firm, day, title, subtitle }: Document): void => {
  const width = inside - 110
  const names = sheet.linesOf(firm, width, firmStyle)
  sheet.put(sheet.root, 'P', names, { x: page.left, y: sheet.y, width }, firmStyle)
  const date = { x: page.right - 100, y: sheet.y, width: 100, end: true }
  sheet.put(sheet.root, 'P', [sheet.shown(day)], date, { ...subtitleStyle, size: 10 })
  sheet.down(names.length * leading(firmStyle) + 5)
  rule(sheet, sheet.y, colours.brand, 1)
  sheet.down(16)
  putText(sheet, title, titleStyle, 'H1')
  if (subtitle) putText(sheet, subtitle, subtitleStyle)
  sheet.down(12)
}

const putFigures = (sheet: Sheet, figures: Labelled): void => {
  const gap = 8
  const width = (inside - gap * (figures.length - 1)) / figures.length
  const cells = figures.map(([label, value]) => {
    const lines = sheet.linesOf(label, width - 20, styles.label)
    const fits = (size: number) => sheet.widthOf(value, { ...styles.strong, size }) <= width - 20
    return { lines, value: sheet.shown(value), style: { ...styles.strong, size: [14, 12, 10, 8, 6.5].find(fits) ?? 5 } }
  })
  const labels = Math.max(...cells.map(({ lines }) => lines.length)) * leading(styles.label)
  const height = labels + 38
  sheet.need(height)
  const top = sheet.y
  cells.forEach(({ lines, value, style }, at) => {
    const x = page.left + at * (width + gap)
    sheet.decorate(() => sheet.doc.roundedRect(x, top, width, height, 4).fill(colours.faint))
    sheet.put(sheet.root, 'P', lines, { x: x + 10, y: top + 9, width: width - 20 }, styles.label)
    sheet.put(sheet.root, 'P', [value], { x: x + 10, y: top + labels + 12, width: width - 20 }, style)
  })
  sheet.down(height + 14)
}

const putFacts = (sheet: Sheet, facts: Labelled): void => {
  const gap = 20
  const width = (inside - gap) / 2
  for (let at = 0; at < facts.length; at += 2) {
    const pair = facts.slice(at, at + 2).map(([label, value]) => ({
      label: sheet.linesOf(label, width, styles.label),
      value: sheet.linesOf(value, width, styles.body),
    }))
    const heightOf = ({ label, value }: (typeof pair)[number]): number =>
      label.length * leading(styles.label) + value.length * leading(styles.body)
    const height = Math.max(...pair.map(heightOf)) + 7
    sheet.need(height)
    const top = sheet.y
    pair.forEach(({ label, value }, column) => {
      const x = page.left + column * (width + gap)
      sheet.put(sheet.root, 'P', label, { x, y: top, width }, styles.label)
      sheet.put(sheet.root, 'P', value, { x, y: top + label.length * leading(styles.label), width }, styles.body)
    })
    sheet.down(height)
  }
  sheet.down(4)
}

const putSum = (sheet: Sheet, lines: readonly (readonly [string, string, true?])[]): void => {
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  lines.forEach(([label, amount, inner], at) => {
    const isLast = at === lines.length - 1
    const style = isLast ? { ...styles.strong, size: 11 } : inner ? mutedStyle : styles.body
    const wide = sheet.widthOf(amount, style)
    const x = page.left + (inner ? 14 : 0)
    const names = sheet.linesOf(label, page.right - x - wide - 20, style)
    const height = names.length * leading(style) + 7
    sheet.need(height)
    const y = sheet.y + 4
    if (isLast) rule(sheet, sheet.y, colours.text, 0.8)
    const row = sheet.doc.struct('TR')
    table.add(row)
    sheet.put(row, 'TH', names, { x, y, width: inside }, style, { scope: 'Row' })
    sheet.put(row, 'TD', [sheet.shown(amount)], { x: page.left, y, width: inside, end: true }, style)
    row.end()
    sheet.down(height)
    if (!isLast && !inner) rule(sheet, sheet.y, colours.line, 0.4)
  })
  table.end()
  sheet.down(8)
}

const putHeading = (sheet: Sheet, { heading, lead }: { heading: string; lead?: string }): void => {
  sheet.need(70)
  sheet.down(8)
  putText(sheet, heading, styles.heading, 'H2')
  if (lead) putText(sheet, lead, mutedStyle)
  sheet.down(4)
}

const putPart = async (sheet: Sheet, part: Part): Promise<void> => {
  if ('heading' in part) putHeading(sheet, part)
  else if ('figures' in part) putFigures(sheet, part.figures)
  else if ('facts' in part) putFacts(sheet, part.facts)
  else if ('sum' in part) putSum(sheet, part.sum)
  else if ('table' in part) await putTable(sheet, part.table)
  else if ('chart' in part) putChart(sheet, part.chart)
  else if ('newPage' in part) sheet.turn()
  else {
    putText(sheet, part.text, mutedStyle)
    sheet.down(6)
  }
}

/** The foot of a page, and from the second one on what document it is of. */
const putEdges = (sheet: Sheet, document: Document, at: number, pages: number): void => {
  const number = sheet.shown(document.pageOf(at, pages))
  const width = inside - sheet.widthOf(number, styles.label) - 24
  const foot = page.bottom + 18
  sheet.doc
    .lineWidth(0.4)
    .strokeColor(colours.line)
    .moveTo(page.left, foot - 6)
    .lineTo(page.right, foot - 6)
    .stroke()
  sheet.draw(sheet.linesOf(document.foot, width, styles.label), { x: page.left, y: foot, width }, styles.label)
  sheet.draw([number], { x: page.left, y: foot, width: inside, end: true }, styles.label)
  if (at === 1) return
  const [what] = sheet.linesOf([document.title, document.subtitle].filter(Boolean).join(' · '), inside, styles.label)
  sheet.draw([what!], { x: page.left, y: 28, width: inside }, styles.label)
}

/** Makes a document of the firm as PDF: A4, its fonts within, tagged for reading aloud, its figures of one width. */
export const makePdf = async (document: Document): Promise<Buffer> => {
  const sheet = openSheet(document)
  putHead(sheet, document)
  for (const part of document.parts) {
    await putPart(sheet, part)
    await sheet.breathe()
  }
  return sheet.finish((at, pages) => putEdges(sheet, document, at, pages))
}
