import { kindOfContent } from './content-kind.ts'
import { refuse } from './errors.ts'
import { askPictureProcess } from './picture-process.ts'

/** So many are worked on at once; so many more wait. */
const atOnce = 1
const mostWaiting = 16

/** Markup that some program might run: a picture has no use for it, and one that carries it is refused, though none of it would be kept. */
const active = /<(?:script|html|!doctype|iframe|\?php|svg[\s>])|%PDF-/i

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
  if (kindOfContent(content) !== 'image' || active.test(Buffer.from(content).toString('latin1')))
    throw refuse('file.notAnImage')
  return inTurn(() => askPictureProcess({ content, frame: 'square' }))
}

/** The same of a whole picture, as it is looked at on a page: upright, at most 1600 pixels a side, never larger than it is. */
export const shownPicture = async (content: Uint8Array): Promise<Buffer> => {
  if (kindOfContent(content) !== 'image') throw refuse('file.notAnImage')
  return inTurn(() => askPictureProcess({ content, frame: 'whole' }))
}
