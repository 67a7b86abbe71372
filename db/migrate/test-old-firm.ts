import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { prefixes } from '#contract/core/values.ts'
import { copyTextRows, formatCopyRow } from '#db/seed/copy.ts'
import type { SchemaName } from './grants.ts'
import { type MigrationFolder, projectRoot, readMigrations } from './migration-files.ts'

/** The last migrations that the firm of the fixture had when it was written out. */
const lastOldMigration: Record<MigrationFolder, string> = {
  registry: '0007_membership_ends',
  tenant: '0031_audit_without_screens',
}

/** The secret that its audit was sealed with. */
export const oldSecret = 'the secret of a small firm that was made at version 0.1.0'

export type OldTable = { schema: SchemaName; table: string; columns: string[]; rows: (string | null)[][] }
type OldSequences = { schema: SchemaName; sequences: { name: string; last: string }[] }

const readFixtureParts = (): (OldTable | OldSequences)[] =>
  gunzipSync(readFileSync(join(projectRoot(), 'test/fixtures/firm-0.1.0.jsonl.gz')))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OldTable | OldSequences)

/** The rows that it had, values as PostgreSQL writes them. */
export const readOldTables = (): OldTable[] => readFixtureParts().filter((part) => 'table' in part)

/** Applies the first migrations as the runner of that version did: without checksums, rights apart, and sequences in their ranges. */
const createOldSchema = async (owner: Client, schema: SchemaName): Promise<void> => {
  const folder = schema === 'registry' ? 'registry' : 'tenant'
  await owner.query(`create schema ${schema}`)
  await owner.query(`set search_path to ${schema}, pg_temp`)
  await owner.query(
    'create table migration (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
  )
  for (const { name, sql } of readMigrations(folder).filter((one) => one.name <= lastOldMigration[folder])) {
    await owner.query(sql)
    await owner.query('insert into migration (name, run_on) values ($1, now())', [name])
  }
}

/** A database as version 0.1.0 left it, with a small firm in two prefixes. Its rights are missing, as after a start that was broken off. */
export const createOldFirm = async (owner: Client): Promise<void> => {
  await owner.query('create extension pg_trgm schema public')
  await createOldSchema(owner, 'registry')
  for (const [ordinal, prefix] of prefixes.entries()) {
    await owner.query('insert into registry.tenant values ($1, $2, $3)', [prefix, `atalaya_${prefix}`, ordinal])
    await createOldSchema(owner, prefix)
  }
  await owner.query(`set session_replication_role = replica; set timezone = 'UTC'`)
  await owner.query(
    `do $$ declare one text; begin
       for one in select format('%I.%I', schemaname, tablename) from pg_tables
         where schemaname in ('registry', 'dino', 'dino_uab', 'cfl') and tablename not in ('migration', 'installation') loop
         execute 'truncate ' || one || ' cascade';
       end loop;
     end $$`,
  )
  for (const part of readFixtureParts()) {
    await owner.query(`set search_path to ${part.schema}, pg_temp`)
    if ('sequences' in part)
      for (const { name, last } of part.sequences) await owner.query('select setval($1, $2)', [name, last])
    else
      await copyTextRows(
        owner,
        part.table,
        part.columns.map((name) => `"${name}"`).join(),
        part.rows.map(formatCopyRow),
      )
  }
  await owner.query('reset all')
}
