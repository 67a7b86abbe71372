import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { unzip } from './read-xlsx.ts'

type Relationship = { Id: string; Target: string; TargetMode?: string }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => name === 'Relationship',
})

const isXml = (path: string): boolean => /\.(xml|rels)$/.test(path)

/** 'ppt/slides/_rels/slide1.xml.rels' and '../charts/chart1.xml' → 'ppt/charts/chart1.xml'. */
const resolveTarget = (path: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const folder = path
    .replace(/_rels\/[^/]+$/, '')
    .split('/')
    .filter(Boolean)
  for (const step of target.split('/'))
    if (step === '..') folder.pop()
    else folder.push(step)
  return folder.join('/')
}

const findBrokenLinks = (files: ReadonlyMap<string, Buffer>): string[] =>
  [...files].flatMap(([path, content]) => {
    if (!path.endsWith('.rels')) return []
    const parsed = parser.parse(content) as { Relationships: { Relationship?: Relationship[] } }
    return (parsed.Relationships.Relationship ?? [])
      .filter(({ Target, TargetMode }) => TargetMode === 'External' || !files.has(resolveTarget(path, Target)))
      .map(({ Target }) => `${path} → ${Target}`)
  })

/** Parts of which the list of contents says no kind, neither by name nor by ending. */
const findUnknownParts = (files: ReadonlyMap<string, Buffer>): string[] => {
  const types = files.get('[Content_Types].xml')!.toString('utf8')
  return [...files.keys()].filter(
    (path) =>
      // Folders are listed by some writers, and are no parts.
      !path.endsWith('/') &&
      path !== '[Content_Types].xml' &&
      !types.includes(`PartName="/${path}"`) &&
      !types.includes(`Extension="${path.split('.').at(-1)}"`),
  )
}

/** What Office refuses to open without repairing it: XML that isn't, links that lead nowhere, parts of no known kind; also inside embedded sheets. */
export const findPackageFaults = (file: Buffer): string[] => {
  const files = unzip(file)
  const broken = [...files].flatMap(([path, content]) => {
    if (path.endsWith('.xlsx')) return findPackageFaults(content).map((fault) => `${path}: ${fault}`)
    if (!isXml(path)) return []
    const text = content.toString('utf8')
    const verdict = XMLValidator.validate(text)
    const forbidden = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u.test(text)
    return verdict === true && !forbidden ? [] : [`${path}: not well-formed`]
  })
  return [...broken, ...findBrokenLinks(files), ...findUnknownParts(files)]
}

/** The texts of each slide, in their order. */
export const readSlides = (file: Buffer): string[][] =>
  [...unzip(file)]
    .filter(([path]) => /^ppt\/slides\/slide\d+\.xml$/.test(path))
    .sort(([one], [other]) => Number(/\d+/.exec(one)![0]) - Number(/\d+/.exec(other)![0]))
    .map(([, content]) =>
      [...content.toString('utf8').matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) =>
        text!
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&apos;', "'")
          .replaceAll('&amp;', '&'),
      ),
    )
