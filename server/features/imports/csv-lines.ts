import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'

/** `ended` is false for a last line without a line end, or with half a one: the file may have been cut there. */
export type CsvLine = { line: number; text: string; ended: boolean }

/** What is known of a file once all of it was read. */
type FileDigest = { bytes: number; sha256: string }

/** Lines of this length and more are cut, to be refused: no form comes near, and a file without line ends must not fill the memory. */
export const maxLineLength = 65_536

const createLineSplitter = () => {
  let rest = ''
  let line = 0
  let blanks: CsvLine[] = []
  /** Blank lines count only where something follows them. */
  const add = (lines: CsvLine[], text: string, ended: boolean): void => {
    line += 1
    if (text === '') {
      if (blanks.length < 1000) blanks.push({ line, text, ended })
      return
    }
    if (blanks.length > 0) lines.push(...blanks.splice(0))
    lines.push({ line, text, ended })
  }
  const take = (chunk: string): CsvLine[] => {
    const lines: CsvLine[] = []
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!.slice(0, maxLineLength)
    for (const part of parts) add(lines, part.endsWith('\r') ? part.slice(0, -1) : part, true)
    return lines
  }
  const finish = (): CsvLine[] => {
    const lines: CsvLine[] = []
    // A file cut between CR and LF. What is as long as this was cut by us, and stays as long.
    if (rest.endsWith('\r') && rest.length < maxLineLength) rest = rest.slice(0, -1)
    if (rest !== '') add(lines, rest, false)
    blanks = []
    return lines
  }
  return { take, finish }
}

/**
 * The lines of a text file, in batches as they are read: memory doesn't grow with the file. CRLF and LF, with or without BOM.
 * A record is one line here: that keeps every fault on its own line, where a reader that lets quotes run over line ends
 * loses what follows an unpaired one. `onBytes` tells how far it is; the answer at the end is the file's digest.
 */
export async function* readLinesOfFile(
  path: string,
  onBytes: (done: number, total: number) => void,
): AsyncGenerator<CsvLine[], FileDigest> {
  const total = (await stat(path)).size
  const digest = createHash('sha256')
  const decoder = new StringDecoder('utf8')
  const lines = createLineSplitter()
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    const piece = chunk as Buffer
    digest.update(piece)
    const text = decoder.write(piece)
    yield lines.take(bytes === 0 && text.startsWith('\uFEFF') ? text.slice(1) : text)
    bytes += piece.length
    onBytes(bytes, total)
  }
  yield [...lines.take(decoder.end()), ...lines.finish()]
  return { bytes, sha256: digest.digest('hex') }
}
