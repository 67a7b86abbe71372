import { Transform } from 'node:stream'
import type { Written } from './columns.ts'

/**
 * A frame of a file's bytes that tells how far it is: length of the payload and rows so far, both 32 bits big-endian,
 * then the payload. The caller puts the payloads together again.
 */
export const frameOf = (payload: Buffer, rows: number): Buffer => {
  const head = Buffer.allocUnsafe(8)
  head.writeUInt32BE(payload.length, 0)
  head.writeUInt32BE(rows, 4)
  return Buffer.concat([head, payload])
}

/** The bytes of a stream in such frames, as they come. */
export const framed = (written: Written): Transform =>
  new Transform({
    transform(payload: Buffer, _encoding, done) {
      const head = Buffer.allocUnsafe(8)
      head.writeUInt32BE(payload.length, 0)
      head.writeUInt32BE(written.rows, 4)
      this.push(head)
      done(null, payload)
    },
  })
