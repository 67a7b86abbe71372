/** A piece of the file, and how many rows have been written up to it. */
export type Frame = { rows: number; payload: Uint8Array<ArrayBuffer> }

const frameHeaderBytes = 8
/** In place of a length: what follows says why there is no more of the file. */
const refusalFrameMarker = 0xffff_ffff

/**
 * Takes apart what the server sends for `x-progress: frames`: length of the payload and rows so far, both 32 bits big-endian,
 * then the payload; the last one of a file that breaks off says why, as JSON behind a length that no piece has. The network cuts anywhere, so what is incomplete waits for the next chunk.
 */
export const createFrameReader = () => {
  let rest = new Uint8Array()
  let refused: Uint8Array | undefined
  return {
    read: (chunk: Uint8Array): Frame[] => {
      const bytes = new Uint8Array(rest.length + chunk.length)
      bytes.set(rest)
      bytes.set(chunk, rest.length)
      const view = new DataView(bytes.buffer)
      const frames: Frame[] = []
      let at = 0
      while (bytes.length - at >= frameHeaderBytes) {
        const length = view.getUint32(at)
        const rows = view.getUint32(at + 4)
        const end = at + frameHeaderBytes + (length === refusalFrameMarker ? rows : length)
        if (end > bytes.length) break
        const payload = bytes.slice(at + frameHeaderBytes, end)
        if (length === refusalFrameMarker) refused = payload
        else frames.push({ rows, payload })
        at = end
      }
      rest = bytes.slice(at)
      return frames
    },
    /** False if the stream was cut inside a frame. */
    isComplete: () => rest.length === 0,
    /** Why the server gave no more of it; undefined while it does. */
    refused: (): { status: number; code: string } | undefined =>
      refused && JSON.parse(new TextDecoder().decode(refused)),
  }
}
