import type { Client } from 'pg'
import { DatabaseProblem } from '#db/embedded/problem.ts'
import type { Migration } from './migration-files.ts'

/** A migration that a schema says it has had. Without `sha256` it was applied before checksums were noted. */
export type AppliedMigration = { name: string; sha256: string | null }
/** What each schema has had, oldest first; a schema without an entry has no tables yet. */
export type MigrationHistory = ReadonlyMap<string, AppliedMigration[]>

/** The table of a schema that its migrations are noted in. The first three columns are older than the checksum. */
export const createMigrationTableSql = `
  create table if not exists migration (id serial primary key, name varchar(255) not null, run_on timestamp not null, sha256 text);
  alter table migration add column if not exists sha256 text`

/** Asks the catalogues first: a new database has none of these tables, one of before has them without checksums. */
export const readMigrationHistory = async (owner: Client, schemas: readonly string[]): Promise<MigrationHistory> => {
  const { rows } = await owner.query<{ schema: string; summed: boolean }>(
    `select n.nspname as schema, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'sha256') as summed
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname = 'migration' and n.nspname = any($1)`,
    [schemas],
  )
  if (rows.length === 0) return new Map()
  const applied = await owner.query<{ schema: string; applied: AppliedMigration[] }>(
    rows
      .map(
        ({ schema, summed }) =>
          `select ${owner.escapeLiteral(schema)} as schema,
                  coalesce(json_agg(json_build_object('name', name, 'sha256', ${summed ? 'sha256' : 'null'}) order by id), '[]') as applied
             from ${owner.escapeIdentifier(schema)}.migration`,
      )
      .join(' union all '),
  )
  return new Map(applied.rows.map((row) => [row.schema, row.applied]))
}

const recoveryHint =
  'Nothing was changed. Start the version of Atalaya that made this database, or begin in a new home: ATALAYA_HOME=/some/folder\n' +
  '(with DATABASE_URL: in a new database). Restoring a backup into a new home goes back to before an upgrade.'

const createMigrationProblem = (what: string): DatabaseProblem => new DatabaseProblem(`${what}\n${recoveryHint}`)

/**
 * What a schema still lacks. Throws DatabaseProblem where its history isn't a beginning of what this version knows: it is newer, or
 * was made by files that are different here.
 */
export const findPendingMigrations = (
  schema: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] => {
  const byName = new Map(known.map((one) => [one.name, one]))
  const newest = known.at(-1)?.name ?? ''
  for (const { name, sha256 } of applied) {
    const own = byName.get(name)
    if (!own && name > newest)
      throw createMigrationProblem(
        `The database is newer than this version of Atalaya, which does not know ${schema}/${name}.`,
      )
    if (!own)
      throw createMigrationProblem(
        `The database was made by another version of Atalaya: it had ${schema}/${name}, which this one does not know.`,
      )
    if (sha256 !== null && sha256 !== own.sha256)
      throw createMigrationProblem(
        `The database was made by another version of Atalaya: ${schema}/${name} is not what was applied there.`,
      )
  }
  const had = new Set(applied.map(({ name }) => name))
  const last = [...had].sort().at(-1) ?? ''
  const pending = known.filter(({ name }) => !had.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw createMigrationProblem(
      `The database was made by another version of Atalaya: it went on to ${schema}/${last} without ${schema}/${late.name}.`,
    )
  return pending
}
