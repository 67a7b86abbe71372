import { detectContentKind } from './content-kind.ts'
import { buildRefusal } from './errors.ts'
import { renderInPictureProcess } from './picture-process.ts'

/** So many are worked on at once; so many more wait. */
const maxConcurrentPictures = 1
const maxWaitingPictures = 16

/** Markup that some program might run: a picture has no use for it, and one that carries it is refused, though none of it would be kept. */
const activeMarkupPattern = /<(?:script|html|!doctype|iframe|\?php|svg[\s>])|%PDF-/i

let runningPictures = 0
const waitingPictures: (() => void)[] = []
/** Keeps the memory of all pictures to that of a few. Throws `file.busy` where too many wait already. */
const runInPictureQueue = async <T>(work: () => Promise<T>): Promise<T> => {
  if (runningPictures < maxConcurrentPictures) runningPictures += 1
  else if (waitingPictures.length >= maxWaitingPictures) throw buildRefusal('file.busy', { retryAfterSeconds: 5 })
  else await new Promise<void>((go) => waitingPictures.push(go))
  try {
    return await work()
  } finally {
    const next = waitingPictures.shift()
    if (next) next()
    else runningPictures -= 1
  }
}

const remakePicture = async (content: Uint8Array, frame: 'square' | 'document'): Promise<Buffer> => {
  if (detectContentKind(content) !== 'image' || activeMarkupPattern.test(Buffer.from(content).toString('latin1')))
    throw buildRefusal('file.notAnImage')
  return runInPictureQueue(() => renderInPictureProcess({ content, frame }))
}

/**
 * The picture that these bytes show, made anew: upright, square, webp, with nothing of the original but its pixels. Of a moving one
 * the first frame. What kind it is, the content says. Throws 422 `file.notAnImage` and `file.pictureTooLarge`, and 503 where pictures can't be
 * read here or too many are being read.
 */
export const toSquarePicture = (content: Uint8Array): Promise<Buffer> => remakePicture(content, 'square')

/** The same of a photographed or scanned document: the whole of it, at most 2400 pixels a side, never larger than it is. */
export const toDocumentPicture = (content: Uint8Array): Promise<Buffer> => remakePicture(content, 'document')

/** The same of a whole picture, as it is looked at on a page: upright, at most 1600 pixels a side, never larger than it is. */
export const toUncroppedPicture = async (content: Uint8Array): Promise<Buffer> => {
  if (detectContentKind(content) !== 'image') throw buildRefusal('file.notAnImage')
  return runInPictureQueue(() => renderInPictureProcess({ content, frame: 'whole' }))
}
