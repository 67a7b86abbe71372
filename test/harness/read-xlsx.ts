import { inflateRawSync } from 'node:zlib'

/** What a cell holds: text, a number as its digits in the file, a boolean, or a formula, which none of ours may be. */
type ParsedCell = { kind: 'text' | 'number' | 'boolean' | 'formula'; value: string; format: number }
type ParsedSheet = { name: string; rows: (ParsedCell | undefined)[][]; xml: string }

/** The files in a zip, read from its directory at the end, as any unzipping program does. */
export const unzip = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameSize, extra, comment] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    const content = zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    files.set(zip.toString('utf8', at + 46, at + 46 + nameSize), content)
    at += 46 + nameSize + extra + comment
  }
  return files
}

const xmlEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
/** XML text as its reader gives it: line ends made one, entities resolved. */
const decodeXmlText = (xml: string): string =>
  xml.replace(/\r\n?/g, '\n').replace(/&(\w+);/g, (_, name: string) => xmlEntities[name] ?? `?${name}?`)
/** What the format spells _xHHHH_. */
const decodeExcelEscapes = (text: string): string =>
  text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const toColumnIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const parseCell = (attributes: string, body: string): ParsedCell => {
  const format = Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)
  if (body.includes('<f')) return { kind: 'formula', value: body, format }
  const type = / t="(\w+)"/.exec(attributes)?.[1]
  if (type === 'inlineStr') {
    const [, open = '', text = ''] = /<t( xml:space="preserve")?>([\s\S]*)<\/t>/.exec(body) ?? []
    const parsed = decodeXmlText(text)
    return { kind: 'text', value: decodeExcelEscapes(open ? parsed : parsed.trim()), format }
  }
  return { kind: type === 'b' ? 'boolean' : 'number', value: /<v>(.*)<\/v>/.exec(body)?.[1] ?? '', format }
}

const parseRows = (xml: string): ParsedSheet['rows'] =>
  [...xml.matchAll(/<row r="\d+">([\s\S]*?)<\/row>/g)].map(([, cells]) => {
    const row: (ParsedCell | undefined)[] = []
    for (const [, letters, attributes, body] of cells!.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>([\s\S]*?)<\/c>/g)) {
      row[toColumnIndex(letters!)] = parseCell(attributes!, body!)
    }
    return row
  })

/** Reads a workbook of ours back, in the order of its sheets. Throws where a character stands that XML 1.0 forbids. */
export const readXlsx = (bytes: Buffer): ParsedSheet[] => {
  const files = new Map([...unzip(bytes)].map(([path, content]) => [path, content.toString('utf8')]))
  for (const [path, xml] of files) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it looks for
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml)) throw new Error(`${path} is not XML`)
  }
  const workbook = files.get('xl/workbook.xml') ?? ''
  return [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name], index) => {
    const xml = files.get(`xl/worksheets/sheet${index + 1}.xml`) ?? ''
    return { name: decodeXmlText(name!), rows: parseRows(xml), xml }
  })
}
