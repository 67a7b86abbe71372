import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { buildRefusal } from './errors.ts'

type SharpLibrary = (input: Uint8Array, options?: SharpOptions) => Sharp

/** Only these are ever read. Nothing that can hold a script, a font or the address of something else is among them. */
const allowedImageLoaders = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
]

/** Pixels of a side of what is made: a square cut out of it, or the whole of it in a frame, with small print where it is a document. */
const pictureFrames = {
  square: { side: 512, fit: 'cover' },
  whole: { side: 1600, fit: 'inside' },
  document: { side: 2400, fit: 'inside' },
} as const
export type PictureFrame = keyof typeof pictureFrames
/** A photograph of a good telephone; a small file that unfolds into more is meant to hurt. */
const maxPixels = 50_000_000
/** Bytes of memory that a picture may take which can't be read row by row. */
const maxUncompressedBytes = 100_000_000
const processingTimeout = { seconds: 10 }

let sharpLibrary: Promise<SharpLibrary> | undefined
/** Fetched when the first picture comes: where the platform has no build of it, all else works. */
const loadSharp = (): Promise<SharpLibrary> => {
  sharpLibrary ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: allowedImageLoaders })
    sharp.cache(false)
    // Each thread more is a share of the memory more.
    sharp.concurrency(1)
    return sharp
  })
  return sharpLibrary
}

/**
 * Bytes that a picture unfolds into before its first row is known. A progressive JPEG keeps all of its coefficients, two bytes each; an
 * interlaced PNG, a WebP and a GIF all of their pixels.
 */
const estimateUncompressedBytes = ({
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

/** Reads the picture and makes it anew; see `toSquarePicture`. Its memory is the library's own and isn't all given back: a process of its own does this. */
export const renderPicture = async (content: Uint8Array, frame: PictureFrame): Promise<Buffer> => {
  const { side, fit } = pictureFrames[frame]
  const sharp = await loadSharp().catch(() => {
    throw buildRefusal('file.unavailable')
  })
  const refused = () => {
    throw buildRefusal('file.notAnImage')
  }
  const options = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true, pages: 1 } as const
  // The head of the file only: whether its whole is too much is known before any of it is unfolded.
  const found = await sharp(content, { ...options, limitInputPixels: false })
    .metadata()
    .catch(refused)
  if (found.width * found.height > maxPixels || estimateUncompressedBytes(found) > maxUncompressedBytes)
    throw buildRefusal('file.pictureTooLarge')
  return sharp(content, options)
    .timeout(processingTimeout)
    .autoOrient()
    .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
    .flatten({ background: '#fff' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(refused)
}
