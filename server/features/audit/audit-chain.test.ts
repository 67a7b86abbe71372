import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roleUrl } from '#db/migrate/roles.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { hold } from '#test/harness/hold.ts'
import { keepHead, noteHead } from './heads.ts'
import { sealChain } from './seal-chain.ts'
import { verifyAudit } from './verify-audit.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Client
let pool: Pool
let home: string
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('set search_path = dino')
  pool = new Pool({ connectionString: roleUrl(database.ownerUrl, database.secret, 'dino'), max: 8 })
  home = mkdtempSync(join(tmpdir(), 'atalaya-heads-'))
})
afterAll(async () => {
  await pool.end()
  await owner.end()
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

/** As only the owner of the database could, past every guard. */
const tamper = async (sql: string): Promise<void> => {
  await owner.query(`set session_replication_role = replica; ${sql}; reset session_replication_role`)
}
const write = (count: number, db: Pick<Client, 'query'> = owner) =>
  db.query(
    `insert into audit_event (user_id, action, entity, entity_id, before, after, request_id, address)
     select 7, 'client.changed', 'client', n, '{"city": "Vigo"}', jsonb_build_object('city', n), 'r' || n, '127.0.0.1'
       from generate_series(1, $1::integer) n`,
    [count],
  )
const seal = () => sealChain(pool, 'dino', database.secret)
const keep = (at: string) => keepHead(pool, 'dino', { home, now: Date.parse(at), daily: false })
const note = () => noteHead(pool, 'dino', { home, now: Date.parse('2026-06-15T10:00:00Z') })
const verify = () => verifyAudit('dino', { ...database, home })
const found = async () =>
  (await verify()).findingList.map(({ what, position, event }) => `${what} ${position ?? '–'} ${event ?? '–'}`)
const idAt = async (position: number): Promise<string> =>
  (
    await owner.query(
      'select event_ids[$1::bigint - position + rows] as id from audit_seal where position >= $1::bigint order by position limit 1',
      [position],
    )
  ).rows[0].id
/** Takes the seals out of their row from one place on, and leaves it as if it had never had them, or as it was. */
const cutSeals = (from: number, { to = 9, leaving = 'a shorter row' } = {}): string => {
  const without = (column: string) => `substr(${column}, 1, 32 * ${from - 1}) || substr(${column}, 32 * ${to} + 1)`
  const shorter = `position = ${from - 1}, rows = ${from - 1}, event_id = event_ids[${from - 1}],`
  return `update audit_seal set ${leaving === 'a shorter row' ? shorter : ''} event_ids = event_ids[:${from - 1}] || event_ids[${to + 1}:],
    digests = ${without('digests')}, macs = ${without('macs')}`
}

beforeEach(async () => {
  await tamper('truncate audit_event; truncate audit_seal')
  rmSync(join(home, 'audit-heads'), { recursive: true, force: true })
})

describe('an intact audit chain', () => {
  test('verifies an intact audit with its head, whatever was sealed when', async () => {
    await write(3)
    expect(await seal()).toBe(3)
    await write(2)
    const { findings, chains } = await verify()
    expect(findings).toBe(0)
    expect(chains[0]).toMatchObject({ chain: 'dino', rows: 5, sealed: 5, waiting: 0, lastId: await idAt(5) })
    expect(chains[0]!.head).toMatch(/^[0-9a-f]{64}$/)
    expect(chains[1]).toMatchObject({ chain: 'registry', rows: 0, sealed: 0, head: null })
  })

  test('seals more rows than one batch into one chain', async () => {
    await write(4600)
    expect(await seal()).toBe(4600)
    expect(await verify()).toMatchObject({ findings: 0, chains: [{ sealed: 4600 }, {}] })
  })

  test("the sign-in role seals the registry's audit", async () => {
    await owner.query(
      `insert into registry.audit_event (action, identity, details) values ('signIn.refused', 'ana', '{"try": 1}')`,
    )
    expect((await verify()).chains[1]).toMatchObject({ chain: 'registry', rows: 1, sealed: 1 })
    await owner.query(`update registry.audit_event set identity = 'eva'`)
    expect((await verify()).findingList).toMatchObject([{ chain: 'registry', what: 'altered', position: '1' }])
    await owner.query('delete from registry.audit_seal; delete from registry.audit_event')
  })
})

describe('tampering with the audit', () => {
  beforeEach(async () => {
    await write(9)
    await seal()
  })

  test.each([
    `user_id = 8`,
    `cvl = 'C1'`,
    `acting_cvl = 'C1'`,
    `action = 'client.read'`,
    `entity = 'account'`,
    `entity_id = 99`,
    `request_id = null`,
    `address = '10.0.0.1'`,
    `at = at + interval '1 microsecond'`,
  ])('detects an audit column set to %s', async (change) => {
    const id = await idAt(4)
    await tamper(`update audit_event set ${change} where id = ${id}`)
    expect(await found()).toEqual([`altered 4 ${id}`])
  })

  test.each([`before = null`, `after = '{"city": 44}'`, `salt = gen_random_uuid()`, `before = after, after = before`])(
    'detects an audit payload set to %s',
    async (change) => {
      const id = await idAt(4)
      await tamper(`update audit_event set ${change} where id = ${id}`)
      expect(await found()).toEqual([`payload altered 4 ${id}`])
    },
  )

  test('detects a payload altered together with its digest', async () => {
    const id = await idAt(4)
    await tamper(
      `update audit_event set after = '{}' where id = ${id}; update audit_seal set digests = overlay(digests placing sha256('x') from 3 * 32 + 1)`,
    )
    expect(await found()).toEqual(expect.arrayContaining([`altered 4 ${id}`]))
  })

  test('detects a removed row, with and without its seal', async () => {
    const [third, sixth] = [await idAt(3), await idAt(6)]
    await tamper(
      `delete from audit_event where id in (${third}, ${sixth}); ${cutSeals(6, { to: 6, leaving: 'a gap' })}`,
    )
    expect(await found()).toEqual([`removed 3 ${third}`, 'seal removed 6 –'])
  })

  test('detects two rows swapped by their ids or in the chain', async () => {
    const [a, b] = [await idAt(3), await idAt(7)]
    const swap = `update audit_event set id = case id when ${a} then ${b} else ${a} end + 1000000 where id in (${a}, ${b});
                  update audit_event set id = id - 1000000 where id > 1000000`
    await owner.query('alter table audit_event alter column id set generated by default')
    await tamper(swap)
    const rows = await found()
    expect(rows).toEqual(expect.arrayContaining([`reordered 3 ${a}`, `reordered 7 ${b}`]))
    await tamper(swap)
    expect(await found()).toEqual([])
    const swapSeals = `update audit_seal set event_ids[3] = ${b}, event_ids[7] = ${a}`
    await tamper(swapSeals)
    expect(await found()).toEqual(expect.arrayContaining([`reordered 3 ${b}`, `reordered 7 ${a}`]))
  })

  test('detects a row inserted past the sealer', async () => {
    await tamper(
      `insert into audit_event (action, entity, tx) values ('client.changed', 'client', (select tx from audit_event order by tx, id limit 1))`,
    )
    const { rows } = await owner.query('select max(id) as id from audit_event')
    await tamper(`update audit_event set id = 0 where id = ${rows[0].id}`)
    expect(await found()).toEqual(['inserted without seal – 0'])
  })

  test('detects a row of a transaction that never existed', async () => {
    await tamper(`insert into audit_event (action, entity, tx) values ('client.changed', 'client', '999999999999')`)
    expect(await found()).toEqual([expect.stringMatching(/^inserted without seal – \d+$/)])
  })

  test('detects a cut tail by the head stored outside the database', async () => {
    await keep('2026-06-15T10:00:00Z')
    await tamper(`delete from audit_event where id in (select unnest(event_ids[8:]) from audit_seal); ${cutSeals(8)}`)
    expect(await found()).toEqual(['tail cut 7 –'])
    const [finding] = (await verify()).findingList
    expect(finding!.explained).toMatch(/went on to 9, row \d+: 2 are gone/)
  })

  test('detects a cut tail that newer rows have replaced', async () => {
    await keep('2026-06-15T10:00:00Z')
    await tamper(`delete from audit_event where id in (select unnest(event_ids[8:]) from audit_seal); ${cutSeals(8)}`)
    await write(5)
    await seal()
    expect(await found()).toEqual([`replaced 9 ${await idAt(9)}`])
  })

  test('detects a tail cut on the same day, before and after new rows', async () => {
    await keep('2026-06-15T08:00:00Z')
    await write(3)
    await seal()
    await note()
    const last = `(select max(position) from audit_seal)`
    await tamper(`delete from audit_event where id in (select unnest(event_ids) from audit_seal where position = ${last});
                  delete from audit_seal where position = ${last}`)
    expect(await found()).toEqual(['tail cut 9 –'])
    await write(1)
    await seal()
    await note()
    expect(await found(), 'one more was written').toEqual(['tail cut 10 –'])
    await write(4)
    await seal()
    await note()
    expect(await found(), 'and as many as there were').toEqual([`replaced 12 ${await idAt(12)}`])
  })

  test('detects a seal forged with another key', async () => {
    await write(1)
    await sealChain(pool, 'dino', 'another secret of some forty characters!!')
    const id = await idAt(10)
    expect(await found()).toEqual([`altered 10 ${id}`])
    await write(1)
    expect(await found(), 'what is sealed behind it holds').toEqual([`altered 10 ${id}`])
  })
})

describe('the audit sealer', () => {
  test('concurrent sealers seal each row once', async () => {
    for (let round = 0; round < 5; round++) {
      await write(700)
      await Promise.all(Array.from({ length: 4 }, seal))
      await seal()
    }
    expect(await verify()).toMatchObject({ findings: 0, chains: [{ rows: 3500, sealed: 3500 }, {}] })
  })

  test('seals every row once, in whatever order transactions of different ages end', async () => {
    const writers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const writer = new Client({ connectionString: roleUrl(database.ownerUrl, database.secret, 'dino') })
        await writer.connect()
        await writer.query('begin')
        return writer
      }),
    )
    for (const writer of writers) await write(3, writer)
    await write(2)
    expect(await seal(), 'an older one is under way').toBe(0)
    expect((await verify()).chains[0]).toMatchObject({ sealed: 0, waiting: 2 })
    const sealed: number[] = []
    for (const [at, end] of [
      [4, 'commit'],
      [1, 'commit'],
      [0, 'commit'],
      [5, 'rollback'],
      [2, 'commit'],
      [3, 'commit'],
    ] as const) {
      await write(1, writers[at]!)
      await writers[at]!.query(end)
      await Promise.all([seal(), seal()])
      sealed.push((await verify()).chains[0]!.sealed)
    }
    await Promise.all(writers.map((writer) => writer.end()))
    expect(sealed).toEqual([0, 0, 8, 8, 12, 22])
    expect(await verify()).toMatchObject({ findings: 0, chains: [{ rows: 22, sealed: 22, waiting: 0 }, {}] })
  })

  test('a sealer killed in the middle leaves whole batches or nothing', async () => {
    await write(3000)
    const doomed = new Pool({
      connectionString: roleUrl(database.ownerUrl, database.secret, 'dino'),
      max: 1,
      application_name: 'doomed',
    })
    doomed.on('error', () => undefined)
    // The place of its third batch is taken, until it is gone.
    const held = await hold(
      database.ownerUrl,
      `insert into audit_seal (position, rows, tx, event_id, event_ids, digests, macs, sealed_at)
       select 1500, 1, max(tx), max(id), array[max(id)], sha256('x'), sha256('y'), now() from audit_event`,
    )
    const sealing = sealChain(doomed, 'dino', database.secret).then(
      () => 'done',
      () => 'killed',
    )
    const count = async () => Number((await owner.query('select sum(rows) as count from audit_seal')).rows[0].count)
    await held.reached()
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'`)
    expect(await sealing).toBe('killed')
    await doomed.end()
    await held.release()
    expect(await count()).toBe(1000)
    await seal()
    expect(await verify()).toMatchObject({ findings: 0, chains: [{ rows: 3000, sealed: 3000 }, {}] })
  })
})

test('stores audit heads once a day and at process end, readable by their owner', async () => {
  const lines = () =>
    readFileSync(join(home, 'audit-heads', 'dino.jsonl'), 'utf8')
      .trim()
      .split('\n')
  const daily = (at: string) => keepHead(pool, 'dino', { home, now: Date.parse(at), daily: true })
  await daily('2026-06-15T10:00:00Z')
  await write(2)
  await seal()
  await daily('2026-06-15T10:00:01Z')
  await write(2)
  await seal()
  await daily('2026-06-15T23:59:00Z')
  expect(lines()).toHaveLength(1)
  await daily('2026-06-16T00:00:01Z')
  await keep('2026-06-16T00:00:02Z')
  expect(lines().map((line) => JSON.parse(line).count)).toEqual(['2', '4'])
  expect(JSON.parse(lines()[1]!)).toMatchObject({ at: '2026-06-16T00:00:01.000Z', lastId: await idAt(4) })
  expect(statSync(join(home, 'audit-heads', 'dino.jsonl')).mode & 0o777).toBe(0o600)
  expect((await verify()).findings).toBe(0)
})

test('the newest audit head replaces the last when the chain continues through it', async () => {
  const file = (name: string) => readFileSync(join(home, 'audit-heads', name), 'utf8')
  await note()
  for (const count of [2, 600]) {
    await write(count)
    await seal()
    await note()
  }
  expect(JSON.parse(file('dino.last.json'))).toMatchObject({ count: '602', lastId: await idAt(602) })
  expect(() => file('dino.jsonl')).toThrow('ENOENT')
  expect(statSync(join(home, 'audit-heads', 'dino.last.json')).mode & 0o777).toBe(0o600)
  expect((await verify()).findings).toBe(0)
})

test('only the database owner may change a seal', async () => {
  await write(1)
  await seal()
  await expect(pool.query('delete from audit_seal')).rejects.toMatchObject({ code: '42501' })
  await expect(owner.query('update audit_seal set position = 2')).rejects.toMatchObject({ code: 'AT001' })
})
