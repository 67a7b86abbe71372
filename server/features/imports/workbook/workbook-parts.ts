import {
  decodeXmlText,
  findElementPrefix,
  findElementsInBytes,
  findElementsInText,
  readAttribute,
} from './xml-elements.ts'
import type { ZipEntries } from './zip-entries.ts'

/** What a workbook says of all its sheets. */
export type WorkbookParts = {
  sheets: readonly { name: string; path: string }[]
  /** Texts of cells, by their number. */
  texts: readonly string[]
  /** Styles that show a number as a day, by their number. */
  dateStyles: ReadonlySet<number>
  /** Days are counted from 1904, as old Macs did. */
  isFrom1904: boolean
}

const maxTextBytes = 64_000_000
const maxPartBytes = 4_000_000
const headLength = 2000
/** No cell holds more. */
const maxReadingAidLength = 100_000

const readPart = (zip: ZipEntries, path: string): { xml: string; prefix: string } => {
  const xml = zip.read(path, maxPartBytes)?.toString('utf8') ?? ''
  return { xml, prefix: findElementPrefix(xml.slice(0, headLength)) }
}

/** What Excel spells _xHHHH_ in texts. */
const decodeExcelEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The text of a cell in one or several runs; the reading aid of East Asian texts is none of it. */
export const readRichText = (xml: string, prefix: string): string => {
  const spoken =
    xml.length <= maxReadingAidLength && xml.includes('rPh')
      ? xml.replace(/<(\w*:?)rPh[\s>][\s\S]*?<\/\1rPh>/g, '')
      : xml
  let text = ''
  for (const { body } of findElementsInText(spoken, `${prefix}t`)) text += body
  return decodeExcelEscapes(decodeXmlText(text))
}

const readSharedTexts = (zip: ZipEntries): string[] => {
  const xml = zip.read('xl/sharedStrings.xml', maxTextBytes)
  if (!xml) return []
  const prefix = findElementPrefix(xml.toString('utf8', 0, headLength))
  const texts: string[] = []
  for (const { body } of findElementsInBytes(xml, `${prefix}si`)) texts.push(readRichText(body, prefix))
  return texts
}

/** Formats of the standard that are days; 18 to 21 and 45 to 47 are times alone. */
const isBuiltInDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** A format of the file's own is a day where it shows years or days; what stands in quotes or brackets is no part of it. */
const isDateFormat = (format: string): boolean =>
  /[yd]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/gi, ''))

const readDateStyles = (zip: ZipEntries): Set<number> => {
  const { xml, prefix } = readPart(zip, 'xl/styles.xml')
  const ownFormats = new Map<number, string>()
  for (const { attributes } of findElementsInText(xml, `${prefix}numFmt`))
    ownFormats.set(Number(readAttribute(attributes, 'numFmtId')), readAttribute(attributes, 'formatCode') ?? '')
  const styles = new Set<number>()
  const [cellStyles] = findElementsInText(xml, `${prefix}cellXfs`)
  let style = 0
  for (const { attributes } of findElementsInText(cellStyles?.body ?? '', `${prefix}xf`)) {
    const id = Number(readAttribute(attributes, 'numFmtId') ?? 0)
    const own = ownFormats.get(id)
    if (own === undefined ? isBuiltInDateFormat(id) : isDateFormat(own)) styles.add(style)
    style += 1
  }
  return styles
}

/** Where a part is that another one points to, from the folder of that one. */
const resolvePartPath = (target: string): string => {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target.slice(1) : `xl/${target}`).split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  return steps.join('/')
}

const readSheets = (zip: ZipEntries, xml: string, prefix: string): WorkbookParts['sheets'] => {
  const relations = readPart(zip, 'xl/_rels/workbook.xml.rels')
  const targets = new Map<string, string>()
  for (const { attributes } of findElementsInText(relations.xml, `${relations.prefix}Relationship`))
    targets.set(readAttribute(attributes, 'Id') ?? '', readAttribute(attributes, 'Target') ?? '')
  const sheets: { name: string; path: string }[] = []
  for (const { attributes } of findElementsInText(xml, `${prefix}sheet`)) {
    const target = targets.get(readAttribute(attributes, '\\w+:id') ?? '')
    if (target) sheets.push({ name: readAttribute(attributes, 'name') ?? '', path: resolvePartPath(target) })
  }
  return sheets
}

/** Undefined where the zip is no workbook. */
export const readWorkbookParts = (zip: ZipEntries): WorkbookParts | undefined => {
  const { xml, prefix } = readPart(zip, 'xl/workbook.xml')
  if (xml === '') return undefined
  const sheets = readSheets(zip, xml, prefix).filter(({ path }) => zip.paths.includes(path.toLowerCase()))
  if (sheets.length === 0) return undefined
  const isFrom1904 = /<(?:\w+:)?workbookPr[^>]*\sdate1904\s*=\s*["'](?:1|true)["']/i.test(xml)
  return { sheets, texts: readSharedTexts(zip), dateStyles: readDateStyles(zip), isFrom1904 }
}
