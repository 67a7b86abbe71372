import { ZipFile } from 'yazl'

/** An archive with these texts by their names; stored as they are unless they are compressed. */
export const createZip = async (entries: Record<string, string>, compress = true): Promise<Buffer> => {
  const file = new ZipFile()
  for (const [name, text] of Object.entries(entries)) file.addBuffer(Buffer.from(text), name, { compress })
  file.end()
  const parts: Buffer[] = []
  for await (const part of file.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
