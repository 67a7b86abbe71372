import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Weight = 'regular' | 'semibold'

type Glyph = { id: number; advanceWidth: number; codePoints: readonly number[] }
type Position = {
  readonly xAdvance: number
  readonly yAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}
type Run = { glyphs: readonly Glyph[]; positions: readonly Position[]; readonly advanceWidth: number }
type Font = {
  layout: (text: string, features?: Record<string, boolean>) => Run
  hasGlyphForCodePoint: (codePoint: number) => boolean
  glyphForCodePoint: (codePoint: number) => Glyph
  readonly characterSet: readonly number[]
  readonly unitsPerEm: number
}
type Fontkit = { create: (bytes: Uint8Array) => Font; registerFormat: (format: object) => void }

/** The very fontkit that pdfkit asks for its fonts. */
const house = createRequire(import.meta.url)
const files: Record<Weight, string> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
}

/** No signs drawn together: what is copied out is what was put in. */
const features = { calt: false, liga: false, clig: false }
/** Figures stand below each other: their signs are of one width, and need no shaping beyond that. */
const figureFeatures = { ...features, tnum: true, kern: false }
const isFigure = /^[\d.,/:%€+\-−\u00a0]+ ?$/
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)
/** Of signs that share a glyph, the ones that people write: ASCII, then dashes and quotes. */
const common = [...range(0x20, 0x7e), ...range(0x2010, 0x2027)]
const isPrivate = (sign: number): boolean => /\p{Co}/u.test(String.fromCodePoint(sign))
/** So many words are kept as they were shaped; then it begins anew. */
const mostWords = 4000

/** A place in thousandths of the size already. pdfkit scales what it can count of a position, which of this is nothing: so one serves all documents. */
class Scaled implements Position {
  readonly #place: Position
  readonly #scale: number
  constructor(place: Position, scale: number) {
    this.#place = place
    this.#scale = scale
  }
  get xAdvance() {
    return this.#place.xAdvance * this.#scale
  }
  get yAdvance() {
    return this.#place.yAdvance * this.#scale
  }
  get xOffset() {
    return this.#place.xOffset * this.#scale
  }
  get yOffset() {
    return this.#place.yOffset * this.#scale
  }
}

const joined = (runs: readonly Run[]): Run => ({
  glyphs: runs.flatMap(({ glyphs }) => glyphs),
  positions: runs.flatMap(({ positions }) => positions),
  advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
})

/** The font as it is read once for all documents, with the words that it has shaped: reading and shaping is most of what a page takes. */
const openFont = (fontkit: Fontkit, file: string): Font => {
  const font = fontkit.create(readFileSync(house.resolve(file)))
  const scale = 1000 / font.unitsPerEm
  const shape = font.layout.bind(font)
  const kept = new Map<string, Run>()
  const runOf = (text: string, how: Record<string, boolean>): Run => {
    const known = kept.get(text)
    if (known) return known
    const { glyphs, positions } = shape(text, how)
    const scaled = positions.map((place) => new Scaled(place, scale))
    const run = { glyphs, positions: scaled, advanceWidth: scaled.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
    if (kept.size >= mostWords) kept.clear()
    kept.set(text, run)
    return run
  }
  // A glyph is for good what it was first asked for by, and that is what a reader copies: its own sign, not a part of another's,
  // nor one of private use, by which the font names the same figure of another width.
  for (const sign of [...common, ...font.characterSet]) if (!isPrivate(sign)) font.glyphForCodePoint(sign)
  font.layout = (text) =>
    isFigure.test(text) ? joined([...text].map((sign) => runOf(sign, figureFeatures))) : runOf(text, features)
  return font
}

export type Fonts = {
  /** What to hand to pdfkit as the font. */
  handles: Record<Weight, Uint8Array>
  has: (codePoint: number) => boolean
}
let opened: Fonts | undefined

/** The fonts of all documents: read from the disk with the first one, never from anywhere else. */
export const openFonts = (): Fonts => {
  if (opened) return opened
  const fontkit = house('fontkit') as Fontkit
  const fonts = [openFont(fontkit, files.regular), openFont(fontkit, files.semibold)]
  const handles = { regular: new Uint8Array([0, 0, 0, 0]), semibold: new Uint8Array([0, 0, 0, 1]) }
  const ours: readonly Uint8Array[] = [handles.regular, handles.semibold]
  // fontkit's door for formats of one's own: ours is a handle that stands for a font that is open already.
  const door = Object.assign(class {}, { probe: (bytes: Uint8Array) => ours.includes(bytes) })
  const construct = (_: unknown, [stream]: [{ buffer: Uint8Array }]) => fonts[stream.buffer[3]!]!
  fontkit.registerFormat(new Proxy(door, { construct }))
  opened = { handles, has: (codePoint) => fonts[0]!.hasGlyphForCodePoint(codePoint) }
  return opened
}
