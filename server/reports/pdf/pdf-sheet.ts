import PdfDocument from 'pdfkit'
import { toDrawableText, wrapText } from './drawable-text.ts'
import { type FontWeight, loadFonts } from './fonts.ts'

export const pdfColours = {
  text: '#1f252c',
  muted: '#5a6470',
  line: '#d5dae0',
  faint: '#f4f6f7',
  brand: '#116463',
} as const

/** A4 in points, and what of it is written on. */
export const pageLayout = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 56, bottom: 780 } as const
export const contentWidth = pageLayout.right - pageLayout.left

export type TextStyle = { weight: FontWeight; size: number; colour: string }
export const textStyles = {
  body: { weight: 'regular', size: 9.5, colour: pdfColours.text },
  strong: { weight: 'semibold', size: 9.5, colour: pdfColours.text },
  label: { weight: 'regular', size: 8, colour: pdfColours.muted },
  heading: { weight: 'semibold', size: 12, colour: pdfColours.text },
} as const satisfies Record<string, TextStyle>

/** From one line to the next. */
export const getLineHeight = ({ size }: TextStyle): number => size * 1.4

export type TextBox = { x: number; y: number; width: number; end?: boolean | undefined }
export type PdfStructureElement = PDFKit.PDFStructureElement

/** What every document says of itself. */
export type PdfMetadata = { title: string; language: string; firm: string; madeAt: number }

/** How long the making of a document may keep others waiting at a stretch, in ms. */
const maxUnflushedPages = 12

/** An empty file that says what it is, with our fonts in it. */
const createPdfFile = ({ title, language, firm, madeAt }: PdfMetadata, shown: (text: string) => string) => {
  const doc = new PdfDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    // No font but ours: a standard one isn't in the file.
    font: null as never,
    info: {
      Title: shown(title),
      Author: shown(firm),
      Creator: 'Atalaya',
      Producer: 'Atalaya',
      CreationDate: new Date(madeAt),
    },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Buffer>((resolve, reject) =>
    doc.on('end', () => resolve(Buffer.concat(parts))).on('error', reject),
  )
  const { handles } = loadFonts()
  for (const weight of ['regular', 'semibold'] as const) doc.registerFont(weight, handles[weight] as Buffer)
  return { doc, ended }
}

/** How text is measured, broken and written. */
const buildTextWriter = (doc: ReturnType<typeof createPdfFile>['doc'], shown: (text: string) => string) => {
  // Measured without a colour, which would be written into the page.
  const widthOf = ({ weight, size }: TextStyle) => {
    doc.font(weight, size)
    return (text: string): number => doc.widthOfString(text)
  }
  const linesOf = (text: string, width: number, style: TextStyle): string[] =>
    wrapText(shown(text), width, widthOf(style))
  const draw = (lines: readonly string[], { x, y: top, width, end }: TextBox, style: TextStyle): void => {
    doc.font(style.weight, style.size).fillColor(style.colour)
    lines.forEach((line, n) => {
      const left = end ? x + width - doc.widthOfString(line) : x
      if (line) doc.text(line, left, top + n * getLineHeight(style), { lineBreak: false })
    })
  }
  return { shown, linesOf, draw, widthOf: (text: string, style: TextStyle): number => widthOf(style)(shown(text)) }
}

/**
 * The paper of one document: a place to write at that moves down and on to the next page, and the order in which it is read aloud.
 * Nothing here reads a file or asks a network: what is drawn is text and lines.
 */
export const createPdfSheet = (about: PdfMetadata) => {
  const fonts = loadFonts()
  const shown = (text: string): string => toDrawableText(text, fonts.has)
  const { doc, ended } = createPdfFile(about, shown)
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.addPage()
  let y: number = pageLayout.top
  let begun = performance.now()

  const text = buildTextWriter(doc, shown)
  const turn = (): void => {
    doc.addPage()
    y = pageLayout.top
  }

  return {
    doc,
    root,
    get y() {
      return y
    },
    down: (by: number): void => {
      y += by
    },
    left: (): number => pageLayout.bottom - y,
    turn,
    /** On to the next page unless so much fits on this one. */
    need: (height: number): void => {
      if (y + height > pageLayout.bottom && y > pageLayout.top) turn()
    },
    ...text,
    /** Writes lines as one element of what is read. */
    put: (
      parent: PdfStructureElement,
      tag: string,
      lines: readonly string[],
      place: TextBox,
      style: TextStyle,
      options = {},
    ): void => {
      parent.add(doc.struct(tag, options, () => text.draw(lines, place, style)))
    },
    /** Draws what is seen but not read: lines, grounds, the foot of a page. */
    decorate: (drawing: () => void): void => {
      doc.markContent('Artifact', { type: 'Layout' })
      drawing()
      doc.endMarkedContent()
    },
    /** Lets others have the process for a moment, if they have waited. */
    breathe: async (): Promise<void> => {
      if (performance.now() - begun < maxUnflushedPages) return
      await new Promise(setImmediate)
      begun = performance.now()
    },
    /** Writes on every page what only the end knows, and gives the file. */
    finish: async (onPage: (page: number, pages: number) => void): Promise<Buffer> => {
      root.end()
      const { start, count } = doc.bufferedPageRange()
      for (let n = 0; n < count; n++) {
        doc.switchToPage(start + n)
        doc.markContent('Artifact', { type: 'Pagination' })
        onPage(n + 1, count)
        doc.endMarkedContent()
      }
      doc.end()
      return ended
    },
  }
}
export type PdfSheet = ReturnType<typeof createPdfSheet>
