const zipEndSignature = 0x06054b50
const zipEntrySignature = 0x02014b50
const zipEndRecordBytes = 22
/** The end of an archive may be followed by a comment of so many bytes. */
const maxZipCommentBytes = 65_535
const maxZipEntries = 10_000

const findZipEndRecord = (bytes: Buffer): number => {
  const first = Math.max(0, bytes.length - zipEndRecordBytes - maxZipCommentBytes)
  for (let at = bytes.length - zipEndRecordBytes; at >= first; at--)
    if (bytes.readUInt32LE(at) === zipEndSignature) return at
  return -1
}

/** The names in an archive's own list of its contents, without unpacking anything; undefined where the list isn't whole. */
export const readZipEntryNames = (content: Uint8Array): string[] | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const end = findZipEndRecord(bytes)
  if (end < 0) return undefined
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > maxZipEntries) return undefined
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== zipEntrySignature) return undefined
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    names.push(bytes.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names
}
