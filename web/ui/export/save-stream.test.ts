import { expect, test } from 'vitest'
import { readFramedBlob, TruncatedStreamError } from './save-stream.ts'

const encodeFrame = (rows: number, text: string) => {
  const payload = new TextEncoder().encode(text)
  const bytes = new Uint8Array(8 + payload.length)
  new DataView(bytes.buffer).setUint32(0, payload.length)
  new DataView(bytes.buffer).setUint32(4, rows)
  bytes.set(payload, 8)
  return bytes
}
const buildStreamResponse = (total: number, ...chunks: Uint8Array<ArrayBuffer>[]) =>
  new Response(new Blob(chunks).stream(), { headers: { 'x-total-rows': String(total) } })

test('reads a framed file whole and reports its rows during the download', async () => {
  const received: number[] = []
  const file = await readFramedBlob(
    buildStreamResponse(3, encodeFrame(0, 'head;'), encodeFrame(2, 'a;b;'), encodeFrame(3, 'c')),
    (rows) => received.push(rows),
  )
  expect(await file.text()).toBe('head;a;b;c')
  expect(received.at(-1)).toBe(3)
})

test('a file without rows is valid', async () => {
  expect((await readFramedBlob(buildStreamResponse(0, encodeFrame(0, 'head')), () => undefined)).size).toBe(4)
})

test('a file with missing rows or an incomplete frame is refused', async () => {
  const nothing = (): void => undefined
  await expect(readFramedBlob(buildStreamResponse(3, encodeFrame(2, 'a;b;')), nothing)).rejects.toBeInstanceOf(
    TruncatedStreamError,
  )
  await expect(readFramedBlob(buildStreamResponse(1, encodeFrame(1, 'a').slice(0, 8)), nothing)).rejects.toBeInstanceOf(
    TruncatedStreamError,
  )
})

test('a file refused halfway fails with the reason', async () => {
  const received = new TextEncoder().encode(JSON.stringify({ status: 401, code: 'session.revoked' }))
  const last = new Uint8Array(8 + received.length)
  new DataView(last.buffer).setUint32(0, 0xffff_ffff)
  new DataView(last.buffer).setUint32(4, received.length)
  last.set(received, 8)
  const read = readFramedBlob(
    buildStreamResponse(2, encodeFrame(2, 'a;b'), last.slice(0, 11), last.slice(11)),
    () => undefined,
  )
  await expect(read).rejects.toMatchObject({ name: 'CallError', status: 401, code: 'session.revoked' })
})
