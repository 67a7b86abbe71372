import { createRequire } from 'node:module'
import type PptxGenJS from 'pptxgenjs'
import { escapeXmlText, toXmlText } from './xml-text.ts'

/** The first row is the heading. So many columns from the left are texts; the others are figures, at the right. */
type SlideTable = { rows: readonly (readonly string[])[]; textColumns: number }
export type SlideChart = {
  /** What it shows, for who can't see it. */
  alt: string
  labels: readonly string[]
  lines: readonly { name: string; values: readonly number[] }[]
  /** How its values are written, in the signs of a spreadsheet. */
  format: string
}

/** One subject of a presentation; a table that is too long for it goes on on the next slide. */
export type Slide = {
  title: string
  lead?: string
  /** Paragraphs. */
  text?: readonly string[]
  figures?: readonly (readonly [label: string, value: string])[]
  table?: SlideTable
  chart?: SlideChart
}

export type SlideDeck = {
  title: string
  subtitle: string
  firm: string
  /** 'es-ES' */
  language: string
  /** At the foot of each slide. */
  foot: string
  slides: readonly Slide[]
}

type Presentation = InstanceType<typeof PptxGenJS>
type DrawnSlide = ReturnType<Presentation['addSlide']>

const colours = { text: '1F252C', muted: '5A6470', line: 'D5DAE0', faint: 'F4F6F7', brand: '116463' }
const lineColours = ['116463', 'B45309', '3457A6', '7A3E9D', '5A6470', '9B2C2C']
const fontFace = 'Calibri'
/** In inches, of a slide of 13.33 × 7.5. */
const margin = 0.6
const contentWidth = 12.1
const bottom = 6.85
const rowHeight = 0.36
const maxTableRows = 12

const masterName = 'CONTENT'
const requireFromHere = createRequire(import.meta.url)

const createPresentation = ({ title, firm, foot }: SlideDeck): Presentation => {
  // Read with the first presentation, not when the server starts.
  const Pptx = requireFromHere('pptxgenjs') as typeof PptxGenJS
  const pptx = new Pptx()
  pptx.layout = 'LAYOUT_WIDE'
  pptx.theme = { headFontFace: fontFace, bodyFontFace: fontFace }
  pptx.title = toXmlText(title)
  pptx.subject = toXmlText(title)
  pptx.author = toXmlText(firm)
  // Alone of all texts, the library writes this one as it is.
  pptx.company = escapeXmlText(firm)
  pptx.defineSlideMaster({
    title: masterName,
    background: { color: 'FFFFFF' },
    objects: [
      { rect: { x: 0, y: 0, w: 13.33, h: 0.12, fill: { color: colours.brand } } },
      {
        text: {
          text: toXmlText(foot),
          options: { x: margin, y: 7.0, w: 10.5, h: 0.3, fontFace, fontSize: 10, color: colours.muted, margin: 0 },
        },
      },
      {
        placeholder: {
          options: {
            name: 'title',
            type: 'title',
            x: margin,
            y: 0.4,
            w: contentWidth,
            h: 0.8,
            fontFace,
            fontSize: 28,
            bold: true,
            color: colours.text,
            align: 'left',
            margin: 0,
          },
          text: '',
        },
      },
    ],
    slideNumber: { x: 12.2, y: 7.0, w: 0.5, h: 0.3, fontFace, fontSize: 10, color: colours.muted, align: 'right' },
  })
  return pptx
}

const drawCover = (pptx: Presentation, { title, subtitle, firm, language }: SlideDeck): void => {
  const slide = pptx.addSlide()
  slide.background = { color: colours.brand }
  const shared = { x: 0.9, w: 11.5, fontFace, color: 'FFFFFF', margin: 0, fit: 'shrink' as const, lang: language }
  slide.addText(toXmlText(firm), { ...shared, y: 0.8, h: 0.5, fontSize: 16 })
  slide.addText(toXmlText(title), { ...shared, y: 2.5, h: 1.6, fontSize: 40, bold: true, valign: 'bottom' })
  slide.addText(toXmlText(subtitle), { ...shared, y: 4.3, h: 1.2, fontSize: 18, valign: 'top' })
}

const drawFigures = (slide: DrawnSlide, figures: NonNullable<Slide['figures']>, y: number, lang: string): number => {
  const gap = 0.2
  const width = (contentWidth - gap * (figures.length - 1)) / figures.length
  figures.forEach(([label, value], at) => {
    const x = margin + at * (width + gap)
    slide.addShape('rect', { x, y, w: width, h: 1.0, fill: { color: colours.faint }, line: { color: colours.faint } })
    const box = { x: x + 0.15, w: width - 0.3, fontFace, margin: 0, fit: 'shrink' as const, lang }
    slide.addText(toXmlText(label), { ...box, y: y + 0.1, h: 0.3, fontSize: 12, color: colours.muted })
    slide.addText(toXmlText(value), { ...box, y: y + 0.42, h: 0.48, fontSize: 22, bold: true, color: colours.text })
  })
  return y + 1.25
}

const drawTable = (slide: DrawnSlide, { rows, textColumns }: SlideTable, y: number, lang: string): void => {
  const border = { type: 'solid' as const, pt: 0.5, color: colours.line }
  const none = { type: 'none' as const }
  const cells = rows.map((row, at) =>
    row.map((text, column) => ({
      text: toXmlText(text),
      options: {
        align: column < textColumns ? ('left' as const) : ('right' as const),
        bold: at === 0,
        color: at === 0 ? colours.muted : colours.text,
        border: [none, none, border, none] as [typeof none, typeof none, typeof border, typeof none],
        valign: 'middle' as const,
        lang,
      },
    })),
  )
  slide.addTable(cells, { x: margin, y, w: contentWidth, rowH: rowHeight, fontFace, fontSize: 13 })
}

const drawChart = (pptx: Presentation, slide: DrawnSlide, chart: SlideChart, y: number): void => {
  const labels = chart.labels.map(toXmlText)
  slide.addChart(
    pptx.ChartType.line,
    chart.lines.map(({ name, values }) => ({ name: toXmlText(name), labels, values: [...values] })),
    {
      x: margin,
      y,
      w: contentWidth,
      h: bottom - y,
      altText: toXmlText(chart.alt),
      chartColors: lineColours.slice(0, chart.lines.length),
      lineSize: 2.5,
      lineDataSymbol: 'circle',
      lineDataSymbolSize: 6,
      showLegend: true,
      legendPos: 'b',
      legendFontFace: fontFace,
      legendFontSize: 12,
      legendColor: colours.text,
      catAxisLabelFontFace: fontFace,
      catAxisLabelFontSize: 12,
      valAxisLabelFontFace: fontFace,
      valAxisLabelFontSize: 12,
      valAxisLabelFormatCode: chart.format,
      valGridLine: { color: colours.line, size: 0.5 },
      valAxisMinVal: 0,
    },
  )
}

/** How high paragraphs get, at most: by their letters, as no slide is measured here. */
const estimateTextHeight = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / 115)) * 0.3, 0)

const drawParagraphs = (
  slide: DrawnSlide,
  texts: readonly string[],
  y: number,
  lang: string,
  color: string,
): number => {
  const h = Math.min(estimateTextHeight(texts) + 0.1, bottom - y)
  const paragraphs = texts.map((text) => ({ text: toXmlText(text), options: { breakLine: true, lang } }))
  slide.addText(paragraphs, {
    x: margin,
    y,
    w: contentWidth,
    h,
    fontFace,
    fontSize: 16,
    color,
    margin: 0,
    valign: 'top',
    fit: 'shrink',
  })
  return y + h + 0.1
}

/**
 * The library numbers a table by its slide, and all else by its place on it: two shapes could get one number, which the format forbids. At the place that
 * its number stands for, the table has it alone. Nothing on a slide lies over something else, so the order is not seen.
 */
const placeTable = (slide: DrawnSlide, slideNumber: number): void => {
  // What is drawn stands in a field that the types of the library leave out.
  const { _slideObjects: drawn } = slide as unknown as { _slideObjects: { _type: string }[] }
  const table = drawn.findIndex(({ _type }) => _type === 'table')
  const place = slideNumber - 1
  if (table > place) drawn.splice(place, 0, ...drawn.splice(table, 1))
}

/** A slide for each stretch of a table that it can hold, under the same title. */
const divideTable = (slide: Slide): Slide[] => {
  const { table } = slide
  if (!table || table.rows.length - 1 <= maxTableRows) return [slide]
  const [head, ...rows] = table.rows
  const { title, ...first } = slide
  return Array.from({ length: Math.ceil(rows.length / maxTableRows) }, (_, n) => ({
    title,
    ...(n === 0 && first),
    table: { ...table, rows: [head!, ...rows.slice(n * maxTableRows, (n + 1) * maxTableRows)] },
  }))
}

const drawSlide = (pptx: Presentation, content: Slide, slideNumber: number, lang: string): void => {
  const slide = pptx.addSlide({ masterName })
  slide.addText(toXmlText(content.title), { placeholder: 'title', lang })
  let y = 1.3
  if (content.lead) y = drawParagraphs(slide, [content.lead], y, lang, colours.muted)
  if (content.figures) y = drawFigures(slide, content.figures, y, lang)
  if (content.text) y = drawParagraphs(slide, content.text, y, lang, colours.text)
  if (content.table) drawTable(slide, content.table, y, lang)
  if (content.chart) drawChart(pptx, slide, content.chart, y)
  placeTable(slide, slideNumber)
}

/**
 * Makes slides as a file of PowerPoint: text stays text, tables and charts can be worked on there. Nothing of it names a file or an address.
 * See docs/decisions/0144-presentations.md
 */
export const makePptx = async (deck: SlideDeck): Promise<Buffer> => {
  const pptx = createPresentation(deck)
  drawCover(pptx, deck)
  // The cover is the first.
  for (const [n, slide] of deck.slides.flatMap(divideTable).entries()) drawSlide(pptx, slide, n + 2, deck.language)
  return (await pptx.write({ outputType: 'nodebuffer' })) as Buffer
}
