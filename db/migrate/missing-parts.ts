import { prefixes } from '#contract/core/values.ts'
import { findRightDifferences, type SchemaName, type SqlQueryable } from './grants.ts'
import { readMigrations } from './migration-files.ts'

const schemas: readonly SchemaName[] = ['registry', ...prefixes]

/** What this code knows to have been applied, as schema/name. Read once: the files of a running server don't change. */
let knownMigrationsCache: readonly string[] | undefined
const listKnownMigrations = (): readonly string[] =>
  (knownMigrationsCache ??= schemas.flatMap((schema) =>
    readMigrations(schema === 'registry' ? 'registry' : 'tenant').map(({ name }) => `${schema}/${name}`),
  ))

/**
 * What an installation lacks of migrations and rights, in words; none where it is whole. More than this code knows of is no fault. The
 * sign-in role may ask; where even that is forbidden the query rejects.
 */
export const findMissingParts = async (db: SqlQueryable): Promise<string[]> => {
  const { rows } = await db.query<{ path: string }>(
    `select schema_name || '/' || name as path from registry.applied_migrations()`,
    [],
  )
  const applied = new Set(rows.map(({ path }) => path))
  const rights = await findRightDifferences(db, schemas)
  return [
    ...listKnownMigrations().filter((path) => !applied.has(path)),
    ...rights.filter(({ problem }) => problem === 'missing').map(({ schema, right }) => `${schema}: ${right}`),
  ]
}
