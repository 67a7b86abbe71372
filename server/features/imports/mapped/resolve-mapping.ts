import type { Kysely } from 'kysely'
import { type ImportKind, importFields } from '#contract/imports/fields.ts'
import { ImportFileFormat, type ImportMapping } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { ImportInputError } from '../import-session.ts'
import { normalizeHeading } from './guess-mapping.ts'

/** What was said of the columns: 'account=Cuenta,amount=3', or the number of the import whose reading holds for this file too. Or nothing. */
export type MappingOptions = { mapping?: string | undefined; like?: string | undefined }

type ResolvedMapping = {
  form?: ImportFileFormat
  mappingOf: (headings: readonly string[]) => ImportMapping | undefined
}

/** The column that a heading names, or its number counted from 1. */
const findColumn = (named: string, headings: readonly string[]): number => {
  const places = headings.flatMap((heading, at) => (normalizeHeading(heading) === normalizeHeading(named) ? [at] : []))
  if (places.length > 1)
    throw new ImportInputError(`Several columns are called "${named}": give the number of the one, counted from 1`)
  const [place = Number(named) - 1] = places
  if (headings[place] === undefined)
    throw new ImportInputError(`No column is called "${named}". The columns are: ${headings.join(', ')}`)
  return place
}

const parseMapping = (text: string, kind: ImportKind, headings: readonly string[]): ImportMapping => {
  const known: readonly string[] = importFields[kind].map(({ key }) => key)
  const mapping: ImportMapping = {}
  for (const pair of text.split(',')) {
    const [field = '', ...named] = pair.split('=')
    if (named.length === 0) throw new ImportInputError(`"${pair}" of --mapping is not FIELD=COLUMN`)
    const key = field.trim()
    if (!known.includes(key))
      throw new ImportInputError(`--mapping knows no field "${key}". The fields are: ${known.join(', ')}`)
    const column = findColumn(named.join('=').trim(), headings)
    if (mapping[key] !== undefined || Object.values(mapping).includes(column))
      throw new ImportInputError(
        `--mapping names "${pair.trim()}" twice: a field is one column, and a column one field`,
      )
    mapping[key] = column
  }
  return mapping
}

/** How an import was read that may be any, of the screen or of the command line. */
const findMappingOfImport = async (db: Kysely<DB>, kind: ImportKind, importId: string): Promise<ResolvedMapping> => {
  const found = /^\d{1,18}$/.test(importId)
    ? await db
        .selectFrom('mappedImport')
        .where('id', '=', importId)
        .where('kind', '=', kind)
        .select(['form', 'mapping', 'headings'])
        .executeTakeFirst()
    : undefined
  if (!found) throw new ImportInputError(`There is no import ${importId} of ${kind}`)
  const mappingOf = (headings: readonly string[]): ImportMapping => {
    if (headings.join('\n') !== found.headings.join('\n'))
      throw new ImportInputError(
        `The file has other columns than import ${importId}: ${headings.join(', ')}, instead of ${found.headings.join(', ')}`,
      )
    return found.mapping as ImportMapping
  }
  return { form: ImportFileFormat.parse(found.form), mappingOf }
}

/** By an earlier import's columns, by those that are given, or undefined: then they are guessed from the headings. */
export const resolveMapping = async (
  db: Kysely<DB>,
  kind: ImportKind,
  { mapping, like }: MappingOptions,
): Promise<ResolvedMapping> => {
  if (like !== undefined) return findMappingOfImport(db, kind, like)
  return { mappingOf: (headings) => (mapping === undefined ? undefined : parseMapping(mapping, kind, headings)) }
}
