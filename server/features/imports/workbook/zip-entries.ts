import { inflateRawSync } from 'node:zlib'
import { buildRefusal } from '#server/core/errors.ts'

/** The files in a zip. Each is unpacked when it is asked for. */
export type ZipEntries = {
  paths: readonly string[]
  /** Undefined where there is none. Throws `file.tooComplex` where it unpacks to more than `maxBytes`, whatever the zip says of its size. */
  read: (path: string, maxBytes: number) => Buffer | undefined
}

type ZipEntry = { method: number; flags: number; packedSize: number; offset: number }

const endSign = Buffer.from('PK\x05\x06', 'latin1')
const endLength = 22
const maxCommentLength = 65_535
const directorySign = 0x02014b50
const directoryEntryLength = 46
const localHeaderLength = 30
/** A workbook has some dozens. */
const maxEntries = 2000
const methods = { stored: 0, deflated: 8 } as const
const encryptedFlag = 1

const buildUnreadableRefusal = () => buildRefusal('import.notCsv')

/** Reads within the content only: a zip that points elsewhere is none. */
const assertWithin = (content: Buffer, from: number, length: number): void => {
  if (from < 0 || from + length > content.length) throw buildUnreadableRefusal()
}

const readDirectory = (content: Buffer): Map<string, ZipEntry> => {
  const end = content.lastIndexOf(endSign)
  if (end < 0 || end < content.length - endLength - maxCommentLength) throw buildUnreadableRefusal()
  assertWithin(content, end, endLength)
  const count = content.readUInt16LE(end + 10)
  if (count > maxEntries) throw buildRefusal('file.tooComplex')
  const entries = new Map<string, ZipEntry>()
  let at = content.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    assertWithin(content, at, directoryEntryLength)
    if (content.readUInt32LE(at) !== directorySign) throw buildUnreadableRefusal()
    const nameLength = content.readUInt16LE(at + 28)
    const restLength = content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
    const nameStart = at + directoryEntryLength
    assertWithin(content, nameStart, nameLength)
    const path = content.toString('utf8', nameStart, nameStart + nameLength).replaceAll('\\', '/')
    entries.set(path.toLowerCase(), {
      flags: content.readUInt16LE(at + 8),
      method: content.readUInt16LE(at + 10),
      packedSize: content.readUInt32LE(at + 20),
      offset: content.readUInt32LE(at + 42),
    })
    at = nameStart + nameLength + restLength
  }
  return entries
}

const inflate = (packed: Buffer, maxBytes: number): Buffer => {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    // What unpacks to more than is read of any workbook; anything else is a damaged file.
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? buildRefusal('file.tooComplex') : buildUnreadableRefusal()
  }
}

const readEntry = (content: Buffer, entry: ZipEntry, maxBytes: number): Buffer => {
  const { flags, method, packedSize, offset } = entry
  assertWithin(content, offset, localHeaderLength)
  const start = offset + localHeaderLength + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28)
  assertWithin(content, start, packedSize)
  if ((flags & encryptedFlag) !== 0) throw buildUnreadableRefusal()
  const packed = content.subarray(start, start + packedSize)
  if (method === methods.deflated) return inflate(packed, maxBytes)
  if (method !== methods.stored) throw buildUnreadableRefusal()
  if (packedSize > maxBytes) throw buildRefusal('file.tooComplex')
  return packed
}

/** Reads the directory of a zip and nothing else of it. Paths are compared in lower case. Throws `import.notCsv` where it is damaged. */
export const openZip = (bytes: Uint8Array): ZipEntries => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(content)
  return {
    paths: [...entries.keys()],
    read: (path, maxBytes) => {
      const entry = entries.get(path.toLowerCase())
      return entry && readEntry(content, entry, maxBytes)
    },
  }
}
