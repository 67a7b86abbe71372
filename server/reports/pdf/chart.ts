import { ticksOf } from '#contract/product-studies/growth.ts'
import { colours, inside, leading, page, type Sheet, styles } from './sheet.ts'

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
const strokes = [
  { colour: colours.brand, dash: null },
  { colour: '#b45309', dash: [6, 3] },
  { colour: '#3457a6', dash: [2, 2.5] },
] as const
const size = { height: 190, left: 66, top: 8, bottom: 20 }

const scalesOf = ({ lines }: Chart, top: number) => {
  const all = lines.flatMap(({ points }) => points)
  const far = Math.max(...all.map(({ at }) => at)) || 1
  const ticks = ticksOf(Math.min(...all.map(({ value }) => value)), Math.max(...all.map(({ value }) => value)))
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const [wide, tall] = [inside - size.left - 10, size.height - size.top - size.bottom]
  const every = [1, 2, 5, 10].find((n) => (far / n) * 34 <= wide) ?? 20
  return {
    ticks,
    marks: Array.from({ length: Math.floor(far / every) + 1 }, (_, n) => n * every),
    x: (at: number): number => page.left + size.left + (at / far) * wide,
    y: (value: number): number => top + size.top + tall - ((value - low) / (high - low || 1)) * tall,
  }
}

const drawStroke = (sheet: Sheet, n: number, draw: () => void): void => {
  const { colour, dash } = strokes[n % strokes.length]!
  sheet.doc.save().lineWidth(1.6).lineJoin('round').strokeColor(colour)
  if (dash) sheet.doc.dash(dash[0], { space: dash[1] })
  draw()
  sheet.doc.stroke().restore()
}

const drawAxes = (
  sheet: Sheet,
  chart: Chart,
  { ticks, marks, x, y }: ReturnType<typeof scalesOf>,
  top: number,
): void => {
  const { doc } = sheet
  doc.lineWidth(0.4).strokeColor(colours.line)
  for (const tick of ticks)
    doc
      .moveTo(page.left + size.left, y(tick))
      .lineTo(page.right, y(tick))
      .stroke()
  for (const tick of ticks) {
    const place = { x: page.left, y: y(tick) - 5, width: size.left - 8, end: true }
    sheet.draw([sheet.shown(chart.value(tick))], place, styles.label)
  }
  for (const mark of marks) {
    const text = sheet.shown(chart.place(mark))
    const half = sheet.widthOf(text, styles.label) / 2
    sheet.draw([text], { x: x(mark) - half, y: top + size.height - 13, width: 0 }, styles.label)
  }
}

/** Draws a chart as wide as the page, its lines named beneath. */
export const putChart = (sheet: Sheet, chart: Chart): void => {
  const names = chart.lines.map(({ name }) => sheet.linesOf(name, inside - 34, styles.label))
  const step = leading(styles.label)
  const legend = names.reduce((sum, lines) => sum + lines.length * step + 2, 0)
  sheet.need(size.height + legend + 10)
  const top = sheet.y
  const scales = scalesOf(chart, top)
  const figure = sheet.doc.struct('Figure', { alt: sheet.shown(chart.alt) }, () => {
    drawAxes(sheet, chart, scales, top)
    chart.lines.forEach(({ points }, n) => {
      drawStroke(sheet, n, () => {
        points.forEach(({ at, value }, first) => {
          if (first === 0) sheet.doc.moveTo(scales.x(at), scales.y(value))
          else sheet.doc.lineTo(scales.x(at), scales.y(value))
        })
      })
    })
  })
  sheet.root.add(figure)
  sheet.down(size.height)
  names.forEach((lines, n) => {
    const y = sheet.y
    sheet.decorate(() =>
      drawStroke(sheet, n, () => sheet.doc.moveTo(page.left, y + step / 2).lineTo(page.left + 26, y + step / 2)),
    )
    sheet.put(sheet.root, 'P', lines, { x: page.left + 34, y, width: inside - 34 }, styles.label)
    sheet.down(lines.length * step + 2)
  })
  sheet.down(8)
}
