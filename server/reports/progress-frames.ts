import { type Readable, Transform } from 'node:stream'
import { RefusalError } from '#rules/refusal-error.ts'
import type { WriteProgress } from './columns.ts'

/** In place of a length: what follows is no piece of the file, but why there is no more of it. */
const refusalFrameMarker = 0xffff_ffff

/**
 * A frame of a file's bytes that tells how far it is: length of the payload and rows so far, both 32 bits big-endian,
 * then the payload. The caller puts the payloads together again.
 */
export const buildFrame = (payload: Buffer, rows: number): Buffer => {
  const head = Buffer.allocUnsafe(8)
  head.writeUInt32BE(payload.length, 0)
  head.writeUInt32BE(rows, 4)
  return Buffer.concat([head, payload])
}

/** The last frame of a file that is refused its rest: a length that none has, that of what follows, and the refusal as JSON. */
const buildRefusalFrame = ({ status, code }: RefusalError): Buffer => {
  const errorPayload = Buffer.from(JSON.stringify({ status, code }))
  const head = Buffer.allocUnsafe(8)
  head.writeUInt32BE(refusalFrameMarker, 0)
  head.writeUInt32BE(errorPayload.length, 4)
  return Buffer.concat([head, errorPayload])
}

/** The bytes of a file in such frames, as they come. A failure of the file ends them, and who leaves ends the file. */
export const toFrameStream = (file: Readable, written: WriteProgress): Readable => {
  let refused: RefusalError | undefined
  const frames = new Transform({
    transform(payload: Buffer, _encoding, done) {
      const head = Buffer.allocUnsafe(8)
      head.writeUInt32BE(payload.length, 0)
      head.writeUInt32BE(written.rows, 4)
      this.push(head)
      done(null, payload)
    },
    flush(done) {
      if (refused) this.push(buildRefusalFrame(refused))
      done()
    },
  })
  file.once('error', (error) => {
    if (!(error instanceof RefusalError)) return void frames.destroy(error)
    refused = error
    frames.end()
  })
  file.once('close', () => {
    if (!file.readableEnded && !refused) frames.destroy()
  })
  frames.once('close', () => file.destroy())
  return file.pipe(frames)
}
