import { isAscii, isUtf8 } from 'node:buffer'
import type { ImportFileFormat } from '#contract/imports.ts'

type TextEncoding = ImportFileFormat['encoding']

/** A file as text. `badLines`: the lines, counted from 1, that hold bytes which are no letters of the encoding. */
export type DecodedText = { text: string; badLines: ReadonlySet<number> }

/**
 * What the bytes 80 to 9F are in Windows-1252, where it differs from Latin-1; those without a letter stay what they are. The TextDecoder of
 * Node 20 reads them as Latin-1.
 */
const windows1252Letters =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'

const noBadLines: ReadonlySet<number> = new Set()

/** The lines of some bytes for which `isGood` says no; LF, CRLF and a lone CR end a line. */
const findBadLines = (content: Buffer, isGood: (line: Buffer) => boolean): Set<number> => {
  const bad = new Set<number>()
  let from = 0
  let line = 1
  for (let at = 0; at <= content.length; at += 1) {
    const byte = content[at]
    if (byte !== 0x0a && byte !== 0x0d && at < content.length) continue
    if (!isGood(content.subarray(from, at))) bad.add(line)
    if (byte === 0x0d && content[at + 1] === 0x0a) at += 1
    from = at + 1
    line += 1
  }
  return bad
}

const decodeUtf16 = (content: Buffer, encoding: 'utf-16le' | 'utf-16be'): DecodedText => {
  const text = new TextDecoder(encoding).decode(content)
  const isGood = (line: Buffer) => !line.toString('utf8').includes('\ufffd')
  // Half a letter has become the sign of what can't be shown; a file that holds that sign itself is as doubtful.
  return { text, badLines: text.includes('\ufffd') ? findBadLines(Buffer.from(text), isGood) : noBadLines }
}

/** The text of a file, without its mark at the beginning. What is no letter of the encoding is U+FFFD in it, and its line is named. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): DecodedText => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (encoding === 'windows-1252') {
    const text = content
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (letter) => windows1252Letters[letter.charCodeAt(0) - 0x80]!)
    return { text, badLines: noBadLines }
  }
  if (encoding !== 'utf-8') return decodeUtf16(content, encoding)
  const text = new TextDecoder('utf-8').decode(content)
  return { text, badLines: isUtf8(content) ? noBadLines : findBadLines(content, isUtf8) }
}

/** Of UTF-16 without its mark every other byte is NUL, as long as its letters are ours: which, tells the order. */
const detectUtf16 = (head: Uint8Array): TextEncoding | undefined => {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const maxZeroBytes = head.length * 0.3
  if (odd > maxZeroBytes && even < odd / 10) return 'utf-16le'
  if (even > maxZeroBytes && odd < even / 10) return 'utf-16be'
  return undefined
}

/** A letter of several bytes that is whole in UTF-8, in bytes as Latin-1. */
const utf8LetterPattern = /[\xc3-\xdf][\x80-\xbf]|\xc2[\xa0-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/
/** A letter of several bytes that is cut off at the end. */
const truncatedUtf8Pattern = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/

/**
 * By its mark, by its shape, or UTF-8. A file that has one whole letter of UTF-8 is UTF-8, whatever else is in it: the lines that don't fit are
 * reported. Windows-1252 only where nothing is.
 */
export const detectEncoding = (content: Uint8Array): TextEncoding => {
  const [first, second, third] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const byShape = detectUtf16(content.subarray(0, 4096))
  if (byShape) return byShape
  if ((first === 0xef && second === 0xbb && third === 0xbf) || isUtf8(content)) return 'utf-8'
  const bytes = Buffer.from(content).toString('latin1')
  // A file that broke off in its only letter beyond ASCII, or one that has several of them.
  const isCut = isAscii(
    content.subarray(0, content.length - (truncatedUtf8Pattern.exec(bytes.slice(-4))?.[0].length ?? 0)),
  )
  return isCut || utf8LetterPattern.test(bytes) ? 'utf-8' : 'windows-1252'
}

/** So many places with accents are shown, and so many signs of each. */
const maxAccentSamples = 5
const before = 24
const behind = 40

/** The first places of a text that aren't plain ASCII, one a line, with what stands around them: by them people see whether it was read rightly. */
export const findAccentSamples = (text: string): string[] => {
  const found = new Set<string>()
  const accent = /[\u0080-\uffff]/g
  const lineEnd = /[\r\n]/g
  for (let hit = accent.exec(text); hit && found.size < maxAccentSamples; hit = accent.exec(text)) {
    const around = text.slice(Math.max(0, hit.index - before), hit.index + behind)
    const at = Math.min(before, hit.index)
    const from = Math.max(around.lastIndexOf('\n', at), around.lastIndexOf('\r', at)) + 1
    const until = around.slice(at).search(lineEnd)
    found.add(around.slice(from, until < 0 ? undefined : at + until).replaceAll('\0', ' '))
    lineEnd.lastIndex = hit.index
    accent.lastIndex = lineEnd.exec(text)?.index ?? text.length
  }
  return [...found]
}
