import { inflateSync } from 'node:zlib'

type ParsedPdf = {
  /** Of each page, what was written on it, in that order. */
  pages: string[][]
  /** All objects as they stand in the file, without their streams. */
  source: string
}

/** A text string of the file: of two bytes a sign where it says so. */
const decodePdfString = (raw: string): string => {
  const bytes = Buffer.from(raw.replace(/\\([\\()])/g, '$1'), 'latin1')
  return bytes[0] === 0xfe && bytes[1] === 0xff ? bytes.subarray(2).swap16().toString('utf16le') : raw
}

/** The signs of a font by the numbers that stand for them, from its table for whoever copies text. */
const readCharacterMap = (table: string): Map<number, string> => {
  const signs = new Map<number, string>()
  for (const [, from, list] of table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)) {
    ;[...list!.matchAll(/<([\da-f ]*)>/g)].forEach(([, code], n) => {
      const units = code!
        .split(' ')
        .filter(Boolean)
        .map((unit) => Number.parseInt(unit, 16))
      signs.set(Number.parseInt(from!, 16) + n, String.fromCharCode(...units))
    })
  }
  return signs
}

/** What is written by one stream of a page: a piece for each stretch of text. */
const readWrittenTexts = (content: string, fonts: Map<string, Map<number, string>>): string[] => {
  const pieces: string[] = []
  for (const [, piece] of content.matchAll(/BT\n([\s\S]*?)ET/g)) {
    const signs = fonts.get(/\/(F\d+) /.exec(piece!)?.[1] ?? '')
    const codes = [...piece!.matchAll(/<([\da-f]+)>/g)].flatMap(([, run]) => run!.match(/.{4}/g) ?? [])
    pieces.push(codes.map((code) => signs?.get(Number.parseInt(code, 16)) ?? '').join(''))
  }
  return pieces
}

/** Reads back the text of a PDF of ours, as whoever copies it gets it. */
export const readPdf = (bytes: Buffer): ParsedPdf & { title: string | undefined } => {
  const file = bytes.toString('latin1')
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id, body] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', raw] = body!.split(/\nstream\n/)
    const packed = raw && Buffer.from(raw.slice(0, Number(/\/Length (\d+)/.exec(head)?.[1])), 'latin1')
    const stream = packed && /FlateDecode/.test(head) ? inflateSync(packed).toString('latin1') : ''
    objects.set(id!, { head, stream })
  }
  const fontOf = (id: string) => {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
    return readCharacterMap(objects.get(table ?? '')?.stream ?? '')
  }
  const fonts = new Map<string, Map<number, string>>()
  const sheets: string[] = []
  const kids = /\/Kids \[([^\]]*)\]/.exec(
    [...objects.values()].find(({ head }) => /\/Type \/Pages/.test(head))!.head,
  )![1]!
  for (const [, id] of kids.matchAll(/(\d+) 0 R/g)) {
    const { head } = objects.get(id!)!
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)![1]!)!.head
    for (const [, name, font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) fonts.set(name!, fontOf(font!))
    sheets.push(objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!.stream)
  }
  const named = objects.get(/\/Title (\d+) 0 R/.exec(file)?.[1] ?? '')?.head
  const title = named?.slice(1, -1)
  return {
    pages: sheets.map((content) => readWrittenTexts(content, fonts)),
    source: [...objects.values()].map(({ head }) => head).join('\n'),
    title: title && decodePdfString(title),
  }
}
