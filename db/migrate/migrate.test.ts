import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ignoreProgress } from '#db/progress.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { findRightDifferences } from './grants.ts'
import { migrate } from './migrate.ts'
import { findMisplacedSequences } from './sequences.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Client
beforeEach(async () => {
  database = await cloneDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})
const restrictedRole = 'atalaya_test_restricted'
afterAll(async () => {
  const { ownerUrl, drop } = await cloneDatabase()
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`drop role if exists ${restrictedRole}`)
  await client.end()
  await drop()
})

const runMigrations = (ownerUrl = database.ownerUrl) =>
  migrate({ ownerUrl, secret: database.secret, progress: ignoreProgress })
const catchError = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('repairs by a migration run', () => {
  test('restores revoked rights and revokes rights granted to public', async () => {
    await owner.query(
      'revoke select on dino.client from atalaya_dino; revoke usage on schema registry from atalaya_signin',
    )
    await owner.query('revoke update (google_subject) on registry.app_user from atalaya_signin')
    await owner.query(
      'revoke execute on function registry.own_prefix() from atalaya_cfl; grant select on cfl.client to public',
    )
    const astray = await findRightDifferences(owner, ['registry', 'dino', 'dino_uab', 'cfl'])
    expect(astray).toEqual([
      { schema: 'cfl', problem: 'surplus', right: 'select on table client to public' },
      { schema: 'dino', problem: 'missing', right: 'select on table client to atalaya_dino' },
      { schema: 'registry', problem: 'missing', right: 'execute on function own_prefix() to atalaya_cfl' },
      { schema: 'registry', problem: 'missing', right: 'update on column app_user.google_subject to atalaya_signin' },
      { schema: 'registry', problem: 'missing', right: 'usage on schema registry to atalaya_signin' },
    ])
    expect(await runMigrations()).toEqual({ applied: [] })
    expect(await findRightDifferences(owner, ['registry', 'dino', 'dino_uab', 'cfl'])).toEqual([])
  })

  test("moves a sequence astray back into its prefix's range, above existing ids", async () => {
    await owner.query(`
      alter sequence cfl.zone_id_seq start 1 restart; alter sequence cfl.office_id_seq start 1 restart;
      insert into cfl.zone (external_ref, name) values ('one', 'One');
      insert into cfl.zone (id, external_ref, name) overriding system value values (2000000000000007, 'seven', 'Seven')`)
    expect((await findMisplacedSequences(owner, ['dino', 'cfl'])).map(({ name }) => name).sort()).toEqual([
      'cfl.office_id_seq',
      'cfl.zone_id_seq',
    ])
    await runMigrations()
    const next = async (name: string) => (await owner.query(`select nextval('cfl.${name}') as id`)).rows[0].id
    expect(await next('zone_id_seq')).toBe('2000000000000008')
    expect(await next('office_id_seq')).toBe('2000000000000001')
    expect(await findMisplacedSequences(owner, ['dino', 'dino_uab', 'cfl'])).toEqual([])
  })

  test('writes nothing to the catalogue when nothing is astray', async () => {
    await runMigrations()
    const written = async () =>
      (await owner.query('select max(xmin::text::bigint) as last, count(*) as n from pg_class')).rows
    const before = await written()
    expect(await runMigrations()).toEqual({ applied: [] })
    expect(await written()).toEqual(before)
  })
})

test('a differing migration checksum stops the run before any change', async () => {
  await owner.query(
    `update cfl.migration set sha256 = 'x' where name = '0002_clients'; revoke select on dino.client from atalaya_dino`,
  )
  expect(await catchError(runMigrations())).toMatchObject({
    name: 'DatabaseProblem',
    message: expect.stringContaining('cfl/0002_clients is not what was applied'),
  })
  expect(await findRightDifferences(owner, ['dino'])).toHaveLength(1)
})

describe('databases without migration checksums', () => {
  const forget = () => owner.query('alter table cfl.migration drop column sha256')

  test('records missing migration checksums when the tables match the committed ones', async () => {
    await forget()
    await runMigrations()
    expect((await owner.query('select from cfl.migration where sha256 is null')).rowCount).toBe(0)
  })

  test('refuses a database without checksums when its tables differ, and changes nothing', async () => {
    await forget()
    await owner.query('drop index cfl.audit_event_by_time')
    expect(await catchError(runMigrations())).toMatchObject({
      name: 'DatabaseProblem',
      message: expect.stringMatching(/cfl lacks "CREATE INDEX audit_event_by_time/),
    })
    expect(
      (await owner.query(`select from pg_attribute where attrelid = 'cfl.migration'::regclass and attname = 'sha256'`))
        .rowCount,
    ).toBe(0)
  })
})

test('names a failed migration with its reason and leaves its prefix unchanged', async () => {
  await owner.query(`delete from cfl.migration where name >= '0029'`)
  const error = await catchError(runMigrations())
  expect(error).toMatchObject({
    name: 'DatabaseProblem',
    message: expect.stringMatching(/cfl\/0029_\w+ failed with ".*".*Nothing of cfl was changed/s),
  })
})

test('refuses an owner without the right to create roles before any change', async () => {
  await owner.query(`create role ${restrictedRole} login password 'of a test'`)
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await owner.query(`alter database ${name} owner to ${restrictedRole}`)
  await owner.query('drop schema cfl cascade; update registry.installation set value = $$"x"$$ where key = $$roles$$')
  await owner.query(
    `grant usage on schema registry, dino, dino_uab to ${restrictedRole}; grant select on all tables in schema registry, dino, dino_uab to ${restrictedRole}`,
  )
  const url = new URL(database.ownerUrl)
  url.username = restrictedRole
  url.password = 'of a test'
  expect(await catchError(runMigrations(url.toString()))).toMatchObject({
    name: 'DatabaseProblem',
    message: expect.stringMatching(
      /may not change the roles atalaya_signin.*alter role atalaya_test_restricted createrole/s,
    ),
  })
})
