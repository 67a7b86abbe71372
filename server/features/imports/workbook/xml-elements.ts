/** An element of a workbook's XML: what stands in its opening tag, and what stands between its tags. */
type XmlElement = { attributes: string; body: string }

const nameEnds = ' \t\r\n/>'

/** The name with the prefix that the document gives to its own elements: 'x:row' where its root is 'x:worksheet'. */
export const findElementPrefix = (head: string): string =>
  /<(\w+:)(?:worksheet|sst|styleSheet|workbook|Relationships)\b/.exec(head)?.[1] ?? ''

type TextSearch = {
  indexOf: (text: string, from: number) => number
  slice: (from: number, to: number) => string
  length: number
}

/** Goes through the text once: each search begins where the last one ended, and one that finds nothing is the last. */
function* findElements(text: TextSearch, name: string): Generator<XmlElement> {
  const opening = `<${name}`
  const closing = `</${name}>`
  for (let from = text.indexOf(opening, 0); from >= 0; ) {
    const afterName = from + opening.length
    const isNamed = nameEnds.includes(text.slice(afterName, afterName + 1) || ' ')
    if (isNamed) {
      const tagEnd = text.indexOf('>', afterName)
      if (tagEnd < 0) return
      const attributes = text.slice(afterName, tagEnd)
      if (attributes.endsWith('/')) {
        yield { attributes: attributes.slice(0, -1), body: '' }
        from = text.indexOf(opening, tagEnd)
        continue
      }
      const end = text.indexOf(closing, tagEnd)
      if (end < 0) return
      yield { attributes, body: text.slice(tagEnd + 1, end) }
      from = text.indexOf(opening, end)
    } else from = text.indexOf(opening, afterName)
  }
}

/** In their order. The text is gone through once. */
export const findElementsInText = (xml: string, name: string): Generator<XmlElement> =>
  findElements(
    { indexOf: (part, from) => xml.indexOf(part, from), slice: (from, to) => xml.slice(from, to), length: xml.length },
    name,
  )

/** The same of bytes in UTF-8, of which only one element at a time becomes text. */
export const findElementsInBytes = (xml: Buffer, name: string): Generator<XmlElement> =>
  findElements(
    {
      indexOf: (part, from) => xml.indexOf(part, from),
      slice: (from, to) => xml.toString('utf8', from, to),
      length: xml.length,
    },
    name,
  )

/** The decoded value; undefined where the element has no such attribute. */
export const readAttribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decodeXmlText(value)
}

const namedCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeReference = (reference: string, name: string): string => {
  if (!name.startsWith('#')) return namedCharacters[name] ?? reference
  const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference
}

/** XML text as its reader gives it. Entities of the document's own making stay as they are written: a workbook has none. */
export const decodeXmlText = (xml: string): string =>
  xml.includes('&') ? xml.replace(/&(#?\w{1,10});/g, decodeReference) : xml
