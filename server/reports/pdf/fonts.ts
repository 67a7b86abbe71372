import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type FontWeight = 'regular' | 'semibold'

type Glyph = { id: number; advanceWidth: number; codePoints: readonly number[] }
type GlyphPosition = {
  readonly xAdvance: number
  readonly yAdvance: number
  readonly xOffset: number
  readonly yOffset: number
}
type GlyphRun = { glyphs: readonly Glyph[]; positions: readonly GlyphPosition[]; readonly advanceWidth: number }
type Font = {
  layout: (text: string, features?: Record<string, boolean>, script?: string) => GlyphRun
  hasGlyphForCodePoint: (codePoint: number) => boolean
  glyphForCodePoint: (codePoint: number) => Glyph
  readonly characterSet: readonly number[]
  readonly unitsPerEm: number
}
type Fontkit = { create: (bytes: Uint8Array) => Font; registerFormat: (format: object) => void }

/** The very fontkit that pdfkit asks for its fonts. */
const requireFromHere = createRequire(import.meta.url)
const fontFiles: Record<FontWeight, string> = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  semibold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
}

/** No signs drawn together: what is copied out is what was put in. */
const textFontFeatures = { calt: false, liga: false, clig: false }
/** Figures stand below each other: their signs are of one width, and need no shaping beyond that. */
const figureFeatures = { ...textFontFeatures, tnum: true, kern: false }
const figurePattern = /^[\d.,/:%€+\-−\u00a0]+ ?$/
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)
/** Of signs that share a glyph, the ones that people write: ASCII, then dashes and quotes. */
const commonCodePoints = [...range(0x20, 0x7e), ...range(0x2010, 0x2027)]
const isPrivateUseCodePoint = (sign: number): boolean => /\p{Co}/u.test(String.fromCodePoint(sign))
/** So many words are kept as they were shaped; then it begins anew. */
const maxCachedWords = 4000
/** The same of pairs of signs: names and numbers have a tenth of it. */
const maxCachedPairs = 10_000

/** A place in thousandths of the size already. pdfkit scales what it can count of a position, which of this is nothing: so one serves all documents. */
class ScaledGlyphPosition implements GlyphPosition {
  readonly #place: GlyphPosition
  readonly #scale: number
  constructor(place: GlyphPosition, scale: number) {
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

const joinGlyphRuns = (runs: readonly GlyphRun[]): GlyphRun => ({
  glyphs: runs.flatMap(({ glyphs }) => glyphs),
  positions: runs.flatMap(({ positions }) => positions),
  advanceWidth: runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
})

/** Words of Latin letters, of which each sign has a glyph and no sign changes another but by the room between the two. */
const latinWordPattern = /^(?=.*\p{Script=Latin})[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u20ac\u2013\u2014]+$/u

type Shape = Font['layout']
/**
 * Shapes words out of their pairs of signs, which are few and the same in all documents, where names and numbers of accounts are ever new. Other words
 * are shaped as a whole.
 */
export const buildPairShaper = (shape: Shape): ((text: string) => GlyphRun) => {
  const pairs = new Map<string, { glyph: Glyph; position: GlyphPosition }>()
  const findFirst = (pair: string) => {
    const known = pairs.get(pair)
    if (known) return known
    const { glyphs, positions } = shape(pair, textFontFeatures, 'latn')
    const first = { glyph: glyphs[0]!, position: positions[0]! }
    if (pairs.size >= maxCachedPairs) pairs.clear()
    pairs.set(pair, first)
    return first
  }
  return (text) => {
    if (!latinWordPattern.test(text)) return shape(text, textFontFeatures)
    const shaped = Array.from({ length: text.length }, (_, at) => findFirst(text.slice(at, at + 2)))
    const positions = shaped.map(({ position }) => position)
    return {
      glyphs: shaped.map(({ glyph }) => glyph),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    }
  }
}

/** The font as it is read once for all documents, with the words that it has shaped: reading and shaping is most of what a page takes. */
const loadFont = (fontkit: Fontkit, file: string): Font => {
  const font = fontkit.create(readFileSync(requireFromHere.resolve(file)))
  const scale = 1000 / font.unitsPerEm
  const shape = font.layout.bind(font)
  const kept = new Map<string, GlyphRun>()
  const shapeWord = buildPairShaper(shape)
  const runOf = (text: string, shapeRun: Shape): GlyphRun => {
    const known = kept.get(text)
    if (known) return known
    const { glyphs, positions } = shapeRun(text)
    const scaled = positions.map((place) => new ScaledGlyphPosition(place, scale))
    const run = { glyphs, positions: scaled, advanceWidth: scaled.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
    if (kept.size >= maxCachedWords) kept.clear()
    kept.set(text, run)
    return run
  }
  // A glyph is for good what it was first asked for by, and that is what a reader copies: its own sign, not a part of another's,
  // nor one of private use, by which the font names the same figure of another width.
  for (const sign of [...commonCodePoints, ...font.characterSet])
    if (!isPrivateUseCodePoint(sign)) font.glyphForCodePoint(sign)
  const shapeFigure = (text: string) => shape(text, figureFeatures)
  font.layout = (text) =>
    figurePattern.test(text) ? joinGlyphRuns([...text].map((sign) => runOf(sign, shapeFigure))) : runOf(text, shapeWord)
  return font
}

export type Fonts = {
  /** What to hand to pdfkit as the font. */
  handles: Record<FontWeight, Uint8Array>
  has: (codePoint: number) => boolean
}
let fontsCache: Fonts | undefined

/** The fonts of all documents: read from the disk with the first one, never from anywhere else. */
export const loadFonts = (): Fonts => {
  if (fontsCache) return fontsCache
  const fontkit = requireFromHere('fontkit') as Fontkit
  const fonts = [loadFont(fontkit, fontFiles.regular), loadFont(fontkit, fontFiles.semibold)]
  const handles = { regular: new Uint8Array([0, 0, 0, 0]), semibold: new Uint8Array([0, 0, 0, 1]) }
  const ours: readonly Uint8Array[] = [handles.regular, handles.semibold]
  // fontkit's door for formats of one's own: ours is a handle that stands for a font that is open already.
  const door = Object.assign(class {}, { probe: (bytes: Uint8Array) => ours.includes(bytes) })
  const construct = (_: unknown, [stream]: [{ buffer: Uint8Array }]) => fonts[stream.buffer[3]!]!
  fontkit.registerFormat(new Proxy(door, { construct }))
  fontsCache = { handles, has: (codePoint) => fonts[0]!.hasGlyphForCodePoint(codePoint) }
  return fontsCache
}
