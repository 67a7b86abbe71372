import { expect, test } from 'vitest'
import { CutShort, readFramed } from './save-stream.ts'

const frame = (rows: number, text: string) => {
  const payload = new TextEncoder().encode(text)
  const bytes = new Uint8Array(8 + payload.length)
  new DataView(bytes.buffer).setUint32(0, payload.length)
  new DataView(bytes.buffer).setUint32(4, rows)
  bytes.set(payload, 8)
  return bytes
}
const answer = (total: number, ...chunks: Uint8Array<ArrayBuffer>[]) =>
  new Response(new Blob(chunks).stream(), { headers: { 'x-total-rows': String(total) } })

test('a framed file is read whole, and its rows are told on the way', async () => {
  const told: number[] = []
  const file = await readFramed(answer(3, frame(0, 'head;'), frame(2, 'a;b;'), frame(3, 'c')), (rows) =>
    told.push(rows),
  )
  expect(await file.text()).toBe('head;a;b;c')
  expect(told.at(-1)).toBe(3)
})

test('a file without rows is a file', async () => {
  expect((await readFramed(answer(0, frame(0, 'head')), () => undefined)).size).toBe(4)
})

test('a file that lacks rows, or the end of a frame, is none', async () => {
  const nothing = (): void => undefined
  await expect(readFramed(answer(3, frame(2, 'a;b;')), nothing)).rejects.toBeInstanceOf(CutShort)
  await expect(readFramed(answer(1, frame(1, 'a').slice(0, 8)), nothing)).rejects.toBeInstanceOf(CutShort)
})
