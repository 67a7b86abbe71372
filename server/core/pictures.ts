import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { kindOfContent } from './content-kind.ts'
import { refuse } from './errors.ts'

type Library = (input: Uint8Array, options?: SharpOptions) => Sharp

/** Only these are ever read. Nothing that can hold a script, a font or the address of something else is among them. */
const loaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
]

/** Pixels of a side of what is kept. */
const side = 512
/** A photograph of a good telephone; a small file that unfolds into more is meant to hurt. */
const mostPixels = 50_000_000
/** Bytes of memory that a picture may take which can't be read row by row. */
const mostUnfolded = 100_000_000
const patience = { seconds: 10 }

/** So many are worked on at once; so many more wait. */
const atOnce = 1
const mostWaiting = 16

/** Markup that some program might run: a picture has no use for it, and one that carries it is refused, though none of it would be kept. */
const active = /<(?:script|html|!doctype|iframe|\?php|svg[\s>])|%PDF-/i

let library: Promise<Library> | undefined
/** Fetched when the first picture comes: where the platform has no build of it, all else works. */
const load = (): Promise<Library> => {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    // Each thread more is a share of the memory more.
    sharp.concurrency(1)
    return sharp
  })
  return library
}

/**
 * Bytes that a picture unfolds into before its first row is known. A progressive JPEG keeps all of its coefficients, two bytes each; an
 * interlaced PNG, a WebP and a GIF all of their pixels.
 */
const unfoldedBytes = ({
  format,
  width = 0,
  height = 0,
  isProgressive,
  chromaSubsampling,
  channels = 4,
  depth,
}: Metadata): number => {
  const pixels = width * height
  if (format === 'jpeg') return isProgressive ? pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : 0
  if (format === 'png') return isProgressive ? pixels * channels * (depth === 'ushort' ? 2 : 1) : 0
  return pixels * 4
}

let busy = 0
const waiting: (() => void)[] = []
/** Keeps the memory of all pictures to that of a few. Throws `file.busy` where too many wait already. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (busy < atOnce) busy += 1
  else if (waiting.length >= mostWaiting) throw refuse('file.busy', { retryAfterSeconds: 5 })
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
}

/**
 * The picture that these bytes show, made anew: upright, square, webp, with nothing of the original but its pixels. Of a moving one
 * the first frame. What kind it is, the content says. Throws 422 `file.notAnImage` and `file.pictureTooLarge`, and 503 where pictures can't be
 * read here or too many are being read.
 */
export const madePicture = async (content: Uint8Array): Promise<Buffer> => {
  const sharp = await load().catch(() => {
    throw refuse('file.unavailable')
  })
  const refused = () => {
    throw refuse('file.notAnImage')
  }
  if (kindOfContent(content) !== 'image' || active.test(Buffer.from(content).toString('latin1'))) return refused()
  const options = { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true, pages: 1 } as const
  return inTurn(async () => {
    // The head of the file only: whether its whole is too much is known before any of it is unfolded.
    const found = await sharp(content, { ...options, limitInputPixels: false })
      .metadata()
      .catch(refused)
    if (found.width * found.height > mostPixels || unfoldedBytes(found) > mostUnfolded)
      throw refuse('file.pictureTooLarge')
    return sharp(content, options)
      .timeout(patience)
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(refused)
  })
}
