import { type Chart, drawChart, measureChart } from './chart.ts'
import {
  contentWidth,
  createPdfSheet,
  getLineHeight,
  type PdfMetadata,
  type PdfSheet,
  pageLayout,
  pdfColours,
  type TextStyle,
  textStyles,
} from './pdf-sheet.ts'
import { drawTable, type PdfTable } from './table.ts'

type LabelledValues = readonly (readonly [label: string, value: string])[]

/** A part of a document, in the order in which they stand. */
export type PdfPart =
  | { heading: string; lead?: string }
  | { text: string }
  /** What is to be read word for word, paragraph by paragraph. */
  | { prose: string }
  /** Up to four figures that matter most, beside each other. */
  | { figures: LabelledValues }
  /** Labels with their values, in two columns. */
  | { facts: LabelledValues }
  /** What is added and taken off, and comes to the last line; `inner` ones explain the next. */
  | { sum: readonly (readonly [label: string, amount: string, inner?: true])[] }
  | { table: PdfTable }
  | { chart: Chart }
  | { newPage: true }

export type PdfDocument = PdfMetadata & {
  /** Whom or what it is about. */
  subtitle: string
  /** The day it stands for, as it is to be read. */
  day: string
  parts: readonly PdfPart[]
  /** Who made it and when, at the foot of each page. */
  foot: string
  /** 'Page 1 of 2'. */
  pageOf: (page: number, pages: number) => string
}

const titleStyle: TextStyle = { weight: 'semibold', size: 19, colour: pdfColours.text }
const firmStyle: TextStyle = { weight: 'semibold', size: 10, colour: pdfColours.brand }
const subtitleStyle: TextStyle = { ...textStyles.body, size: 10.5, colour: pdfColours.muted }
const mutedStyle: TextStyle = { ...textStyles.body, size: 8.5, colour: pdfColours.muted }

const drawRule = (sheet: PdfSheet, y: number, colour: string, width = 0.5): void =>
  sheet.decorate(() =>
    sheet.doc.lineWidth(width).strokeColor(colour).moveTo(pageLayout.left, y).lineTo(pageLayout.right, y).stroke(),
  )

/** Lines of text over the whole width, going on on the next page where they have to. */
const drawText = (sheet: PdfSheet, text: string, style: TextStyle, tag = 'P'): void => {
  for (const line of sheet.linesOf(text, contentWidth, style)) {
    sheet.need(getLineHeight(style))
    sheet.put(sheet.root, tag, [line], { x: pageLayout.left, y: sheet.y, width: contentWidth }, style)
    sheet.down(getLineHeight(style))
  }
}

const drawHead = (sheet: PdfSheet, { firm, day, title, subtitle }: PdfDocument): void => {
  const width = contentWidth - 110
  const names = sheet.linesOf(firm, width, firmStyle)
  sheet.put(sheet.root, 'P', names, { x: pageLayout.left, y: sheet.y, width }, firmStyle)
  const date = { x: pageLayout.right - 100, y: sheet.y, width: 100, end: true }
  sheet.put(sheet.root, 'P', [sheet.shown(day)], date, { ...subtitleStyle, size: 10 })
  sheet.down(names.length * getLineHeight(firmStyle) + 5)
  drawRule(sheet, sheet.y, pdfColours.brand, 1)
  sheet.down(16)
  drawText(sheet, title, titleStyle, 'H1')
  if (subtitle) drawText(sheet, subtitle, subtitleStyle)
  sheet.down(12)
}

const drawFigures = (sheet: PdfSheet, figures: LabelledValues): void => {
  const gap = 8
  const width = (contentWidth - gap * (figures.length - 1)) / figures.length
  const cells = figures.map(([label, value]) => {
    const lines = sheet.linesOf(label, width - 20, textStyles.label)
    const fits = (size: number) => sheet.widthOf(value, { ...textStyles.strong, size }) <= width - 20
    return {
      lines,
      value: sheet.shown(value),
      style: { ...textStyles.strong, size: [14, 12, 10, 8, 6.5].find(fits) ?? 5 },
    }
  })
  const labels = Math.max(...cells.map(({ lines }) => lines.length)) * getLineHeight(textStyles.label)
  const height = labels + 38
  sheet.need(height)
  const top = sheet.y
  cells.forEach(({ lines, value, style }, at) => {
    const x = pageLayout.left + at * (width + gap)
    sheet.decorate(() => sheet.doc.roundedRect(x, top, width, height, 4).fill(pdfColours.faint))
    sheet.put(sheet.root, 'P', lines, { x: x + 10, y: top + 9, width: width - 20 }, textStyles.label)
    sheet.put(sheet.root, 'P', [value], { x: x + 10, y: top + labels + 12, width: width - 20 }, style)
  })
  sheet.down(height + 14)
}

const drawFacts = (sheet: PdfSheet, facts: LabelledValues): void => {
  const gap = 20
  const width = (contentWidth - gap) / 2
  for (let at = 0; at < facts.length; at += 2) {
    const pair = facts.slice(at, at + 2).map(([label, value]) => ({
      label: sheet.linesOf(label, width, textStyles.label),
      value: sheet.linesOf(value, width, textStyles.body),
    }))
    const heightOf = ({ label, value }: (typeof pair)[number]): number =>
      label.length * getLineHeight(textStyles.label) + value.length * getLineHeight(textStyles.body)
    const height = Math.max(...pair.map(heightOf)) + 7
    sheet.need(height)
    const top = sheet.y
    pair.forEach(({ label, value }, column) => {
      const x = pageLayout.left + column * (width + gap)
      sheet.put(sheet.root, 'P', label, { x, y: top, width }, textStyles.label)
      sheet.put(
        sheet.root,
        'P',
        value,
        { x, y: top + label.length * getLineHeight(textStyles.label), width },
        textStyles.body,
      )
    })
    sheet.down(height)
  }
  sheet.down(4)
}

const drawSum = (sheet: PdfSheet, lines: readonly (readonly [string, string, true?])[]): void => {
  const table = sheet.doc.struct('Table')
  sheet.root.add(table)
  lines.forEach(([label, amount, inner], at) => {
    const isLast = at === lines.length - 1
    const style = isLast ? { ...textStyles.strong, size: 11 } : inner ? mutedStyle : textStyles.body
    const wide = sheet.widthOf(amount, style)
    const x = pageLayout.left + (inner ? 14 : 0)
    const names = sheet.linesOf(label, pageLayout.right - x - wide - 20, style)
    const height = names.length * getLineHeight(style) + 7
    sheet.need(height)
    const y = sheet.y + 4
    if (isLast) drawRule(sheet, sheet.y, pdfColours.text, 0.8)
    const row = sheet.doc.struct('TR')
    table.add(row)
    sheet.put(row, 'TH', names, { x, y, width: contentWidth }, style, { scope: 'Row' })
    sheet.put(row, 'TD', [sheet.shown(amount)], { x: pageLayout.left, y, width: contentWidth, end: true }, style)
    row.end()
    sheet.down(height)
    if (!isLast && !inner) drawRule(sheet, sheet.y, pdfColours.line, 0.4)
  })
  table.end()
  sheet.down(8)
}

/** What a heading and its lead take, and where a table or a text is under it, what has to be seen of that. */
const headingHeights = { alone: 50, withNext: 70 } as const

/** Never alone at the foot of a page. */
const drawHeading = (
  sheet: PdfSheet,
  { heading, lead }: { heading: string; lead?: string },
  next: PdfPart | undefined,
): void => {
  const hasChart = next !== undefined && 'chart' in next
  sheet.need(hasChart ? headingHeights.alone + measureChart(sheet, next.chart) : headingHeights.withNext)
  sheet.down(8)
  drawText(sheet, heading, textStyles.heading, 'H2')
  if (lead) drawText(sheet, lead, mutedStyle)
  sheet.down(4)
}

/** Each line of the text is a paragraph; empty ones part them. */
const drawProse = (sheet: PdfSheet, prose: string): void => {
  for (const paragraph of prose.split('\n')) {
    if (paragraph.trim()) drawText(sheet, paragraph, textStyles.body)
    sheet.down(paragraph.trim() ? 3 : 4)
  }
  sheet.down(4)
}

const drawPart = async (sheet: PdfSheet, part: PdfPart, next: PdfPart | undefined): Promise<void> => {
  if ('heading' in part) drawHeading(sheet, part, next)
  else if ('figures' in part) drawFigures(sheet, part.figures)
  else if ('facts' in part) drawFacts(sheet, part.facts)
  else if ('sum' in part) drawSum(sheet, part.sum)
  else if ('table' in part) await drawTable(sheet, part.table)
  else if ('chart' in part) drawChart(sheet, part.chart)
  else if ('newPage' in part) sheet.turn()
  else if ('prose' in part) drawProse(sheet, part.prose)
  else {
    drawText(sheet, part.text, mutedStyle)
    sheet.down(6)
  }
}

/** The foot of a page, and from the second one on what document it is of. */
const drawPageEdges = (sheet: PdfSheet, document: PdfDocument, at: number, pages: number): void => {
  const number = sheet.shown(document.pageOf(at, pages))
  const width = contentWidth - sheet.widthOf(number, textStyles.label) - 24
  const foot = pageLayout.bottom + 18
  sheet.doc
    .lineWidth(0.4)
    .strokeColor(pdfColours.line)
    .moveTo(pageLayout.left, foot - 6)
    .lineTo(pageLayout.right, foot - 6)
    .stroke()
  sheet.draw(
    sheet.linesOf(document.foot, width, textStyles.label),
    { x: pageLayout.left, y: foot, width },
    textStyles.label,
  )
  sheet.draw([number], { x: pageLayout.left, y: foot, width: contentWidth, end: true }, textStyles.label)
  if (at === 1) return
  const [what] = sheet.linesOf(
    [document.title, document.subtitle].filter(Boolean).join(' · '),
    contentWidth,
    textStyles.label,
  )
  sheet.draw([what!], { x: pageLayout.left, y: 28, width: contentWidth }, textStyles.label)
}

/** Makes a document of the firm as PDF: A4, its fonts within, tagged for reading aloud, its figures of one width. */
export const makePdf = async (document: PdfDocument): Promise<Buffer> => {
  const sheet = createPdfSheet(document)
  drawHead(sheet, document)
  for (const [at, part] of document.parts.entries()) {
    await drawPart(sheet, part, document.parts[at + 1])
    await sheet.breathe()
  }
  return sheet.finish((at, pages) => drawPageEdges(sheet, document, at, pages))
}
