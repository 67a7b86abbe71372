import { type ImportField, type ImportKind, importFields } from '#contract/imports/fields.ts'
import type { ImportMapping } from '#contract/imports.ts'
import { toSearchText } from '#rules/search-text.ts'
import { importKindHandlers } from './import-kind-handlers.ts'

/** A heading as it is compared: words in lower case, without accents and signs. */
export const normalizeHeading = (heading: string): string =>
  toSearchText(heading.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    // 'N.I.F.' is one word.
    .replace(/(?<![^ ])(?:\p{L} )+\p{L}(?![^ ])/gu, (letters) => letters.replaceAll(' ', ''))

const listFieldNames = (kind: ImportKind, key: ImportField): readonly string[] => [
  normalizeHeading(key),
  ...(importKindHandlers[kind].headings[key] ?? []),
]

/** How many of the fields of a kind have a heading that is known, each counted once. */
export const countKnownHeadings = (kind: ImportKind, headings: readonly string[]): number =>
  Object.keys(guessColumnMapping(kind, headings)).length

/** Words that join the names in a heading, and say nothing by themselves. */
const joiningWords: ReadonlySet<string> = new Set([
  'de',
  'del',
  'da',
  'do',
  'o',
  'y',
  'e',
  'ou',
  'or',
  'and',
  'n',
  'num',
  'numero',
])

/** 'DNI/NIE/CIF' or 'Tfno. móvil': every word of the heading is a name of the same field. */
const isMadeOfNames = (heading: string, names: readonly string[]): boolean => {
  const words = heading.split(' ').filter((word) => !joiningWords.has(word))
  return words.length > 1 && words.every((word) => names.includes(word))
}

/** A number by itself counts the rows, unless it follows the street. */
const bareNumbers: ReadonlySet<string> = new Set(['n', 'no', 'num', 'numero', 'number'])

/** Which column seems to be which field, by what its heading says in Spanish, English or Portuguese. No column is two fields. */
export const guessColumnMapping = (kind: ImportKind, headings: readonly string[]): ImportMapping => {
  const written = headings.map(normalizeHeading)
  const mapping: ImportMapping = {}
  for (const { key } of importFields[kind]) {
    const names = listFieldNames(kind, key)
    const findFree = (isNamed: (heading: string) => boolean): number =>
      written.findIndex(
        (heading, at) =>
          isNamed(heading) &&
          !Object.values(mapping).includes(at) &&
          !(key === 'streetNumber' && bareNumbers.has(heading) && (at === 0 || mapping.street !== at - 1)),
      )
    const named = findFree((heading) => names.includes(heading))
    const column = named >= 0 ? named : findFree((heading) => isMadeOfNames(heading, names))
    if (column >= 0) mapping[key] = column
  }
  return mapping
}

/** The columns that a mapping names are there, are of the kind, and are one field each. */
export const isValidMapping = (kind: ImportKind, mapping: ImportMapping, columns: number): boolean => {
  const used = Object.values(mapping)
  const known: readonly string[] = importFields[kind].map(({ key }) => key)
  return (
    new Set(used).size === used.length &&
    used.every((column) => column !== undefined && column < columns) &&
    Object.keys(mapping).every((key) => known.includes(key))
  )
}
