import type { Sharp, SharpOptions } from 'sharp'
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
const patience = { seconds: 10 }

/** Markup that some program might run: a picture has no use for it, and one that carries it is refused, though none of it would be kept. */
const active = /<(?:script|html|!doctype|iframe|\?php|svg[\s>])|%PDF-/i

let library: Promise<Library> | undefined
/** Fetched when the first picture comes: where the platform has no build of it, all else works. */
const load = (): Promise<Library> => {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    return sharp
  })
  return library
}

/**
 * The picture that these bytes show, made anew: upright, square, webp, with nothing of the original but its pixels. Of a moving one
 * the first frame. What kind it is, the content says. Throws 422 `file.notAnImage`, and 503 where pictures can't be read here.
 */
export const madePicture = async (content: Uint8Array): Promise<Buffer> => {
  const sharp = await load().catch(() => {
    throw refuse('file.unavailable')
  })
  const refused = refuse('file.notAnImage')
  if (content.length === 0 || active.test(Buffer.from(content).toString('latin1'))) throw refused
  return sharp(content, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true, pages: 1 })
    .timeout(patience)
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refused
    })
}
