import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../harness/database.ts'
import { projectRoot } from './gate.ts'
import { createPlantedProject } from './plant.ts'
import { findSchemaDrift } from './schema.ts'

const database = await cloneDatabase()
const owner = new Client({ connectionString: database.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const repeatForTenants = (sql: string): string =>
  ['dino', 'dino_uab', 'cfl'].map((prefix) => sql.replaceAll('tenant.', `${prefix}.`)).join(';')

test('names line by line what a migration makes and no committed schema has', async () => {
  await owner.query(
    repeatForTenants(`
      alter table tenant.client add column nickname text not null default '-';
      alter table tenant.zone add constraint zone_is_short check (length(name) < 100);
      create index zone_planted on tenant.zone (external_ref, id);
      comment on table tenant.office is 'Planted';
      drop trigger cvl_is_append_only on tenant.cvl;
      grant delete on tenant.posting to public;
      create type tenant.planted_kind as enum ('one', 'two');
      create or replace function tenant.refuse_change() returns trigger language plpgsql as 'begin return null; end'`),
  )
  const found = (await findSchemaDrift(projectRoot, database.ownerUrl)).join('\n')
  expect(found).toContain(
    "db/schema/tenant.sql.txt lacks, in a fresh migration: column nickname text not null default '-'::text",
  )
  for (const part of [
    'constraint zone_is_short',
    'INDEX zone_planted',
    '-- Planted',
    'grant delete to public',
    'planted_kind enum',
    'begin return null; end',
  ])
    expect(found).toContain(part)
  expect(found).toContain('db/types.ts lacks, in a fresh migration: nickname: Generated<string>;')
})

test('names what the committed schema has and no migration makes', async () => {
  const root = createPlantedProject({ 'db/schema/tenant.sql.txt': '# tables\n\ntable planted\n', 'db/types.ts': '' })
  mkdirSync(join(root, 'db/schema'), { recursive: true })
  copyFileSync(join(projectRoot, 'db/schema/registry.sql.txt'), join(root, 'db/schema/registry.sql.txt'))
  const found = await findSchemaDrift(root, database.ownerUrl)
  expect(found).toContain('db/schema/tenant.sql.txt has, not in a fresh migration: table planted')
  expect(found.join('\n')).not.toContain('registry.sql.txt')
})

test('names a prefix whose schema differs from the others', async () => {
  await owner.query('alter table cfl.zone add column planted integer')
  expect(await findSchemaDrift(projectRoot, database.ownerUrl)).toContain(
    'cfl has, not in dino: column planted integer',
  )
})
