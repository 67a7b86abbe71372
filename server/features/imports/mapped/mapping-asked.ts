import type { Kysely } from 'kysely'
import { type ImportKind, importFields } from '#contract/imports/fields.ts'
import type { ImportForm, ImportMapping } from '#contract/imports.ts'
import type { DB } from '#db/types.ts'
import { InputError } from '../import-session.ts'
import { plainHeading } from './guess-mapping.ts'

/** What was said of the columns: 'account=Cuenta,amount=3', or the number of the import whose reading holds for this file too. Or nothing. */
export type Asked = { mapping?: string | undefined; like?: string | undefined }

type As = { form?: ImportForm; mappingOf: (headings: readonly string[]) => ImportMapping | undefined }

/** The column that a heading names, or its number counted from 1. */
const columnOf = (named: string, headings: readonly string[]): number => {
  const places = headings.flatMap((heading, at) => (plainHeading(heading) === plainHeading(named) ? [at] : []))
  if (places.length > 1)
    throw new InputError(`Several columns are called "${named}": give the number of the one, counted from 1`)
  const [place = Number(named) - 1] = places
  if (headings[place] === undefined)
    throw new InputError(`No column is called "${named}". The columns are: ${headings.join(', ')}`)
  return place
}

const readMapping = (text: string, kind: ImportKind, headings: readonly string[]): ImportMapping => {
  const known: readonly string[] = importFields[kind].map(({ key }) => key)
  const mapping: ImportMapping = {}
  for (const pair of text.split(',')) {
    const [field = '', ...named] = pair.split('=')
    if (named.length === 0) throw new InputError(`"${pair}" of --mapping is not FIELD=COLUMN`)
    const key = field.trim()
    if (!known.includes(key))
      throw new InputError(`--mapping knows no field "${key}". The fields are: ${known.join(', ')}`)
    const column = columnOf(named.join('=').trim(), headings)
    if (mapping[key] !== undefined || Object.values(mapping).includes(column))
      throw new InputError(`--mapping names "${pair.trim()}" twice: a field is one column, and a column one field`)
    mapping[key] = column
  }
  return mapping
}

/** How an import was read that may be any, of the screen or of the command line. */
const readLike = async (db: Kysely<DB>, kind: ImportKind, importId: string): Promise<As> => {
  const found = /^\d{1,18}$/.test(importId)
    ? await db
        .selectFrom('mappedImport')
        .where('id', '=', importId)
        .where('kind', '=', kind)
        .select(['form', 'mapping', 'headings'])
        .executeTakeFirst()
    : undefined
  if (!found) throw new InputError(`There is no import ${importId} of ${kind}`)
  const mappingOf = (headings: readonly string[]): ImportMapping => {
    if (headings.join('\n') !== found.headings.join('\n'))
      throw new InputError(
        `The file has other columns than import ${importId}: ${headings.join(', ')}, instead of ${found.headings.join(', ')}`,
      )
    return found.mapping as ImportMapping
  }
  return { form: found.form as ImportForm, mappingOf }
}

export const mappingAsked = async (db: Kysely<DB>, kind: ImportKind, { mapping, like }: Asked): Promise<As> => {
  if (like !== undefined) return readLike(db, kind, like)
  return { mappingOf: (headings) => (mapping === undefined ? undefined : readMapping(mapping, kind, headings)) }
}
