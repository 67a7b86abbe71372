import { CallError } from '#web/core/call.ts'
import { createFrameReader } from './frame-reader.ts'

/** The server ended the stream before the whole file had come. */
export class TruncatedStreamError extends Error {
  override name = 'CutShort'
}

/** Reads a framed file to its end, telling how many rows it holds so far. Throws CallError where the rest was refused, CutShort, or what the network throws. */
export const readFramedBlob = async (response: Response, onRows: (rows: number) => void): Promise<Blob> => {
  const stream = response.body?.getReader()
  const reader = createFrameReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const expected = Number(response.headers.get('x-total-rows') ?? 0)
  let rows = 0
  for (;;) {
    const { done, value } = (await stream?.read()) ?? { done: true }
    if (done) break
    for (const frame of reader.read(value)) {
      parts.push(frame.payload)
      rows = frame.rows
    }
    onRows(rows)
  }
  const refused = reader.refused()
  if (refused) throw new CallError(refused.status, refused)
  if (!reader.isComplete() || rows < expected) throw new TruncatedStreamError()
  return new Blob(parts)
}

/** Hands a file to the browser's downloads. */
export const downloadBlob = (content: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Some browsers start reading only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
