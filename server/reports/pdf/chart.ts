import { calculateAxisTicks } from '#contract/core/axis-ticks.ts'
import { contentWidth, getLineHeight, type PdfSheet, pageLayout, pdfColours, textStyles } from './pdf-sheet.ts'

/** Lines over the years. Values are for the eye alone: a place on paper doesn't need the cents. */
export type Chart = {
  /** What it shows, for who can't see it. */
  alt: string
  lines: readonly { name: string; points: readonly { at: number; value: number }[] }[]
  /** How a value is written at the edge. */
  value: (value: number) => string
  /** How a place along the bottom is written; whole ones are marked. */
  place: (at: number) => string
}

/** Told apart by their stroke as well as their colour. */
const lineStyles = [
  { colour: pdfColours.brand, dash: null },
  { colour: '#b45309', dash: [6, 3] },
  { colour: '#3457a6', dash: [2, 2.5] },
] as const
const chartSize = { height: 190, left: 66, top: 8, bottom: 20 }

const buildChartScales = ({ lines }: Chart, top: number) => {
  const all = lines.flatMap(({ points }) => points)
  const far = Math.max(...all.map(({ at }) => at)) || 1
  const values = all.map(({ value }) => value)
  // From zero on: an axis that is cut makes a tenth more look like twice as much.
  const ticks = calculateAxisTicks(Math.min(0, ...values), Math.max(0, ...values))
  const low = ticks[0]!
  const high = ticks.at(-1)!
  const wide = contentWidth - chartSize.left - 10
  const tall = chartSize.height - chartSize.top - chartSize.bottom
  const every = [1, 2, 5, 10].find((n) => (far / n) * 34 <= wide) ?? 20
  return {
    ticks,
    marks: Array.from({ length: Math.floor(far / every) + 1 }, (_, n) => n * every),
    x: (at: number): number => pageLayout.left + chartSize.left + (at / far) * wide,
    y: (value: number): number => top + chartSize.top + tall - ((value - low) / (high - low || 1)) * tall,
  }
}

const drawWithLineStyle = (sheet: PdfSheet, n: number, draw: () => void): void => {
  const { colour, dash } = lineStyles[n % lineStyles.length]!
  sheet.doc.save().lineWidth(1.6).lineJoin('round').strokeColor(colour)
  if (dash) sheet.doc.dash(dash[0], { space: dash[1] })
  draw()
  sheet.doc.stroke().restore()
}

const drawAxes = (
  sheet: PdfSheet,
  chart: Chart,
  { ticks, marks, x, y }: ReturnType<typeof buildChartScales>,
  top: number,
): void => {
  const { doc } = sheet
  doc.lineWidth(0.4).strokeColor(pdfColours.line)
  for (const tick of ticks)
    doc
      .moveTo(pageLayout.left + chartSize.left, y(tick))
      .lineTo(pageLayout.right, y(tick))
      .stroke()
  for (const tick of ticks) {
    const place = { x: pageLayout.left, y: y(tick) - 5, width: chartSize.left - 8, end: true }
    sheet.draw([sheet.shown(chart.value(tick))], place, textStyles.label)
  }
  for (const mark of marks) {
    const text = sheet.shown(chart.place(mark))
    const half = sheet.widthOf(text, textStyles.label) / 2
    sheet.draw([text], { x: x(mark) - half, y: top + chartSize.height - 13, width: 0 }, textStyles.label)
  }
}

const wrapLineNames = (sheet: PdfSheet, { lines }: Chart): string[][] =>
  lines.map(({ name }) => sheet.linesOf(name, contentWidth - 34, textStyles.label))

/** How high a chart is with the names of its lines: it stands on one page, and its heading with it. */
export const measureChart = (sheet: PdfSheet, chart: Chart): number => {
  const step = getLineHeight(textStyles.label)
  const names = wrapLineNames(sheet, chart)
  return chartSize.height + names.reduce((sum, lines) => sum + lines.length * step + 2, 0) + 10
}

/** Draws a chart as wide as the page, its lines named beneath. */
export const drawChart = (sheet: PdfSheet, chart: Chart): void => {
  const names = wrapLineNames(sheet, chart)
  const step = getLineHeight(textStyles.label)
  sheet.need(measureChart(sheet, chart))
  const top = sheet.y
  const scales = buildChartScales(chart, top)
  const figure = sheet.doc.struct('Figure', { alt: sheet.shown(chart.alt) }, () => {
    drawAxes(sheet, chart, scales, top)
    chart.lines.forEach(({ points }, n) => {
      drawWithLineStyle(sheet, n, () => {
        points.forEach(({ at, value }, first) => {
          if (first === 0) sheet.doc.moveTo(scales.x(at), scales.y(value))
          else sheet.doc.lineTo(scales.x(at), scales.y(value))
        })
      })
    })
  })
  sheet.root.add(figure)
  sheet.down(chartSize.height)
  names.forEach((lines, n) => {
    const y = sheet.y
    sheet.decorate(() =>
      drawWithLineStyle(sheet, n, () =>
        sheet.doc.moveTo(pageLayout.left, y + step / 2).lineTo(pageLayout.left + 26, y + step / 2),
      ),
    )
    sheet.put(sheet.root, 'P', lines, { x: pageLayout.left + 34, y, width: contentWidth - 34 }, textStyles.label)
    sheet.down(lines.length * step + 2)
  })
  sheet.down(8)
}
