import { findPackageFaults } from './read-pptx.ts'
import { unzip } from './read-xlsx.ts'

type Files = ReadonlyMap<string, Buffer>
type Attributes = Record<string, string>

/** The attributes of each element of that name, by the text alone: no library of the writer's is asked. */
const listElements = (xml: string, name: string): Attributes[] =>
  [...xml.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, written]) =>
    Object.fromEntries([...written!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!])),
  )

const readPart = (files: Files, path: string): string => files.get(path)?.toString('utf8') ?? ''

const findRepeated = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value, at) => value !== undefined && values.indexOf(value) !== at) as string[]),
]

const toRelationshipsPath = (path: string): string => path.replace(/([^/]+)$/, '_rels/$1.rels')

const listRelationships = (files: Files, path: string): Attributes[] =>
  listElements(readPart(files, toRelationshipsPath(path)), 'Relationship')

const listTargets = (files: Files, path: string, kind: string): string[] =>
  listRelationships(files, path)
    .filter(({ Type }) => Type?.endsWith(`/${kind}`))
    .map(({ Target }) => new URL(Target!, `zip:/${path}`).pathname.slice(1))

/** Parts of which the rules of the format ask for a kind of their own, by their folder. */
const typedFolders = ['charts', 'notesMasters', 'notesSlides', 'slideLayouts', 'slideMasters', 'slides', 'theme']

/** Kinds of parts: each named once. A kind of a part that there is not is no fault by the rules of packages: pptxgenjs names masters by slides. */
const findContentTypeFaults = (files: Files): string[] => {
  const xml = readPart(files, '[Content_Types].xml')
  const names = listElements(xml, 'Override').map(({ PartName }) => PartName)
  const endings = listElements(xml, 'Default').map(({ Extension }) => Extension)
  return [
    ...findRepeated([...names, ...endings]).map((name) => `content type twice: ${name}`),
    ...[...files.keys()]
      .filter((path) => typedFolders.some((folder) => path.startsWith(`ppt/${folder}/`) && path.endsWith('.xml')))
      .filter((path) => !names.includes(`/${path}`))
      .map((path) => `no content type of its own: ${path}`),
  ]
}

/** Ids of relationships: none twice in one part, and each that the part names is there. */
const findRelationshipFaults = (files: Files): string[] =>
  [...files].flatMap(([path, content]) => {
    if (!path.endsWith('.xml')) return []
    const ids = listRelationships(files, path).map(({ Id }) => Id)
    const named = [...content.toString('utf8').matchAll(/\br:(?:id|embed|link)="([^"]*)"/g)].map(([, id]) => id!)
    return [
      ...findRepeated(ids).map((id) => `${path}: relationship ${id} twice`),
      ...named.filter((id) => !ids.includes(id)).map((id) => `${path}: no relationship ${id}`),
    ]
  })

/** Shapes of one slide have an id each. */
const findShapeFaults = (files: Files): string[] =>
  [...files.keys()]
    .filter((path) => /^ppt\/(slides|slideLayouts|slideMasters)\/[^/]+\.xml$/.test(path))
    .flatMap((path) =>
      findRepeated(listElements(readPart(files, path), 'p:cNvPr').map(({ id }) => id)).map(
        (id) => `${path}: shape ${id} twice`,
      ),
    )

const countFaults = (path: string, kind: string, found: readonly string[], files: Files): string[] => [
  ...(found.length === 1 ? [] : [`${path}: ${found.length} of ${kind}`]),
  ...found.filter((target) => !files.has(target)).map((target) => `${path}: no ${target}`),
]

/** Each slide has a layout, each layout a master, each master a theme, and the list of slides names each slide once. */
const findOutlineFaults = (files: Files): string[] => {
  const outline = 'ppt/presentation.xml'
  const xml = readPart(files, outline)
  const slideIds = listElements(xml, 'p:sldId')
  const paths = [...files.keys()]
  const slides = paths.filter((path) => /^ppt\/slides\/[^/]+\.xml$/.test(path))
  const layouts = paths.filter((path) => /^ppt\/slideLayouts\/[^/]+\.xml$/.test(path))
  const masters = paths.filter((path) => /^ppt\/slideMasters\/[^/]+\.xml$/.test(path))
  const layoutIds = masters.flatMap((path) => listElements(readPart(files, path), 'p:sldLayoutId'))
  const masterIds = listElements(xml, 'p:sldMasterId')
  return [
    ...(slides.length === slideIds.length && slides.length > 0 ? [] : ['slides that no list names']),
    ...(masters.length === masterIds.length && masters.length > 0 ? [] : ['masters that no list names']),
    ...(layouts.length === layoutIds.length && layouts.length > 0 ? [] : ['layouts that no master names']),
    ...findRepeated(slideIds.map(({ id }) => id)).map((id) => `slide ${id} twice`),
    ...findRepeated([...masterIds, ...layoutIds].map(({ id }) => id)).map((id) => `master or layout ${id} twice`),
    ...slideIds.filter(({ id }) => Number(id) < 256).map(({ id }) => `slide ${id} below 256`),
    ...slides.flatMap((path) => countFaults(path, 'slideLayout', listTargets(files, path, 'slideLayout'), files)),
    ...layouts.flatMap((path) => countFaults(path, 'slideMaster', listTargets(files, path, 'slideMaster'), files)),
    ...masters.flatMap((path) => countFaults(path, 'theme', listTargets(files, path, 'theme'), files)),
  ]
}

/** The same of the parts of a file that was opened. */
export const findPresentationPartFaults = (files: Files): string[] => [
  ...findContentTypeFaults(files),
  ...findRelationshipFaults(files),
  ...findShapeFaults(files),
  ...findOutlineFaults(files),
]

/** What a reader of presentations would have to repair, by the rules of the format, without an office program. */
export const findPresentationFaults = (file: Buffer): string[] => [
  ...findPackageFaults(file),
  ...findPresentationPartFaults(unzip(file)),
]
