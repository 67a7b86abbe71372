/** Rows of a COPY written as bytes: tens of millions of strings would keep the garbage collector busier than the database. */
export type LineBuffer = {
  writeBytes: (text: Uint8Array) => void
  /** A whole number below 10^16, not negative. */
  writeDigits: (value: number) => void
  writePadded: (value: number, width: number) => void
  /** Cents as a decimal of euros. */
  writeMoney: (cents: number) => void
  /** Eight hex digits of an unsigned 32-bit number. */
  writeHex: (value: number) => void
  /** What has been written; good until the next reset. */
  getContent: () => Buffer
  reset: () => void
}

const zeroCharCode = 48
const hexDigits = Buffer.from('0123456789abcdef')

/** Begins with so many bytes and doubles where they don't do. */
export const createLineBuffer = (room: number): LineBuffer => {
  let buffer = Buffer.allocUnsafe(room)
  let at = 0
  const ensure = (more: number) => {
    if (at + more <= buffer.length) return
    const larger = Buffer.allocUnsafe(buffer.length * 2 + more)
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }
  const padded = (value: number, width: number) => {
    ensure(width)
    let rest = value
    for (let n = at + width - 1; n >= at; n--) {
      const tens = Math.floor(rest / 10)
      buffer[n] = zeroCharCode + rest - tens * 10
      rest = tens
    }
    at += width
  }
  const digits = (value: number) => {
    let width = 1
    for (let bound = 10; value >= bound; bound *= 10) width++
    padded(value, width)
  }
  return {
    writeBytes: (text) => {
      ensure(text.length)
      for (let n = 0; n < text.length; n++) buffer[at + n] = text[n]!
      at += text.length
    },
    writeDigits: digits,
    writePadded: padded,
    writeMoney: (cents) => {
      const plain = Math.abs(cents)
      const rest = plain % 100
      ensure(1)
      if (cents < 0) buffer[at++] = 45
      digits((plain - rest) / 100)
      ensure(1)
      buffer[at++] = 46
      padded(rest, 2)
    },
    writeHex: (value) => {
      ensure(8)
      for (let n = 0; n < 8; n++) buffer[at + n] = hexDigits[(value >>> (28 - 4 * n)) & 15]!
      at += 8
    },
    getContent: () => buffer.subarray(0, at),
    reset: () => {
      at = 0
    },
  }
}
