/** A piece of the file, and how many rows have been written up to it. */
export type Frame = { rows: number; payload: Uint8Array<ArrayBuffer> }

const headBytes = 8

/**
 * Takes apart what the server sends for `x-progress: frames`: length of the payload and rows so far, both 32 bits big-endian,
 * then the payload. The network cuts anywhere, so what is incomplete waits for the next chunk.
 */
export const frameReader = () => {
  let rest = new Uint8Array()
  return {
    read: (chunk: Uint8Array): Frame[] => {
      const bytes = new Uint8Array(rest.length + chunk.length)
      bytes.set(rest)
      bytes.set(chunk, rest.length)
      const view = new DataView(bytes.buffer)
      const frames: Frame[] = []
      let at = 0
      while (bytes.length - at >= headBytes) {
        const end = at + headBytes + view.getUint32(at)
        if (end > bytes.length) break
        frames.push({ rows: view.getUint32(at + 4), payload: bytes.slice(at + headBytes, end) })
        at = end
      }
      rest = bytes.slice(at)
      return frames
    },
    /** False if the stream was cut inside a frame. */
    isComplete: () => rest.length === 0,
  }
}
