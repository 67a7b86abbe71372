import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameReader, type Frame } from './frame-reader.ts'

const encodeFrame = ({ rows, payload }: Frame) => {
  const bytes = new Uint8Array(8 + payload.length)
  new DataView(bytes.buffer).setUint32(0, payload.length)
  new DataView(bytes.buffer).setUint32(4, rows)
  bytes.set(payload, 8)
  return bytes
}

const arbitraryFrames = fc.array(
  fc.record({
    rows: fc.nat({ max: 2 ** 32 - 1 }),
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
  }),
)

test('frames come out whole and in order, wherever the network cuts', () => {
  fc.assert(
    fc.property(arbitraryFrames, fc.infiniteStream(fc.integer({ min: 1, max: 64 })), (sent, cuts) => {
      const bytes = Uint8Array.from(sent.flatMap((frame) => [...encodeFrame(frame)]))
      const reader = createFrameReader()
      const received: Frame[] = []
      for (let at = 0; at < bytes.length; ) {
        const length = cuts.next().value
        received.push(...reader.read(bytes.subarray(at, at + length)))
        at += length
      }
      expect(received).toEqual(sent)
      expect(reader.isComplete()).toBe(true)
    }),
  )
})

test('a stream cut inside a frame fails with an error', () => {
  const reader = createFrameReader()
  const whole = encodeFrame({ rows: 1, payload: new Uint8Array([1, 2, 3]) })
  expect(reader.read(whole.subarray(0, 9))).toEqual([])
  expect(reader.isComplete()).toBe(false)
})
