import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRoleUrl } from '#db/migrate/roles.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { holdLock } from '#test/harness/hold-lock.ts'
import { storeDailyHead, storeLastHead } from './chain-heads.ts'
import { sealChain } from './seal-chain.ts'
import { verifyAudit } from './verify-audit.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Client
let pool: Pool
let homeFolder: string
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('set search_path = dino')
  pool = new Pool({ connectionString: buildRoleUrl(database.ownerUrl, database.secret, 'dino'), max: 8 })
  homeFolder = mkdtempSync(join(tmpdir(), 'atalaya-heads-'))
})
afterAll(async () => {
  await pool.end()
  await owner.end()
  await database.drop()
  rmSync(homeFolder, { recursive: true, force: true })
})

/** As only the owner of the database could, past every guard. */
const tamper = async (sql: string): Promise<void> => {
  await owner.query(`set session_replication_role = replica; ${sql}; reset session_replication_role`)
}
const insertAuditEvents = (count: number, db: Pick<Client, 'query'> = owner) =>
  db.query(
    `insert into audit_event (user_id, action, entity, entity_id, before, after, request_id, address)
     select 7, 'client.changed', 'client', n, '{"city": "Vigo"}', jsonb_build_object('city', n), 'r' || n, '127.0.0.1'
       from generate_series(1, $1::integer) n`,
    [count],
  )
const sealTestChain = () => sealChain(pool, 'dino', database.secret)
const keepTestHead = (at: string) =>
  storeDailyHead(pool, 'dino', { home: homeFolder, now: Date.parse(at), daily: false })
const noteTestHead = () => storeLastHead(pool, 'dino', { home: homeFolder, now: Date.parse('2026-06-15T10:00:00Z') })
const verifyTestAudit = () => verifyAudit('dino', { ...database, home: homeFolder })
const listFindings = async () =>
  (await verifyTestAudit()).findingList.map(({ what, position, event }) => `${what} ${position ?? '–'} ${event ?? '–'}`)
const getEventIdAt = async (position: number): Promise<string> =>
  (
    await owner.query(
      'select event_ids[$1::bigint - position + rows] as id from audit_seal where position >= $1::bigint order by position limit 1',
      [position],
    )
  ).rows[0].id
/** Takes the seals out of their row from one place on, and leaves it as if it had never had them, or as it was. */
const buildCutSealsSql = (from: number, { to = 9, leaving = 'a shorter row' } = {}): string => {
  const without = (column: string) => `substr(${column}, 1, 32 * ${from - 1}) || substr(${column}, 32 * ${to} + 1)`
  const shorter = `position = ${from - 1}, rows = ${from - 1}, event_id = event_ids[${from - 1}],`
  return `update audit_seal set ${leaving === 'a shorter row' ? shorter : ''} event_ids = event_ids[:${from - 1}] || event_ids[${to + 1}:],
    digests = ${without('digests')}, macs = ${without('macs')}`
}

beforeEach(async () => {
  await tamper('truncate audit_event; truncate audit_seal')
  rmSync(join(homeFolder, 'audit-heads'), { recursive: true, force: true })
})

describe('an intact audit chain', () => {
  test('verifies an intact audit with its head, whatever was sealed when', async () => {
    await insertAuditEvents(3)
    expect(await sealTestChain()).toBe(3)
    await insertAuditEvents(2)
    const { findings, chains } = await verifyTestAudit()
    expect(findings).toBe(0)
    expect(chains[0]).toMatchObject({ chain: 'dino', rows: 5, sealed: 5, waiting: 0, lastId: await getEventIdAt(5) })
    expect(chains[0]!.head).toMatch(/^[0-9a-f]{64}$/)
    expect(chains[1]).toMatchObject({ chain: 'registry', rows: 0, sealed: 0, head: null })
  })

  test('seals more rows than one batch into one chain', async () => {
    await insertAuditEvents(4600)
    expect(await sealTestChain()).toBe(4600)
    expect(await verifyTestAudit()).toMatchObject({ findings: 0, chains: [{ sealed: 4600 }, {}] })
  })

  test("the sign-in role seals the registry's audit", async () => {
    await owner.query(
      `insert into registry.audit_event (action, identity, details) values ('signIn.refused', 'ana', '{"try": 1}')`,
    )
    expect((await verifyTestAudit()).chains[1]).toMatchObject({ chain: 'registry', rows: 1, sealed: 1 })
    await owner.query(`update registry.audit_event set identity = 'eva'`)
    expect((await verifyTestAudit()).findingList).toMatchObject([{ chain: 'registry', what: 'altered', position: '1' }])
    await owner.query('delete from registry.audit_seal; delete from registry.audit_event')
  })
})

describe('tampering with the audit', () => {
  beforeEach(async () => {
    await insertAuditEvents(9)
    await sealTestChain()
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
    const id = await getEventIdAt(4)
    await tamper(`update audit_event set ${change} where id = ${id}`)
    expect(await listFindings()).toEqual([`altered 4 ${id}`])
  })

  test.each([`before = null`, `after = '{"city": 44}'`, `salt = gen_random_uuid()`, `before = after, after = before`])(
    'detects an audit payload set to %s',
    async (change) => {
      const id = await getEventIdAt(4)
      await tamper(`update audit_event set ${change} where id = ${id}`)
      expect(await listFindings()).toEqual([`payload altered 4 ${id}`])
    },
  )

  test('detects a payload altered together with its digest', async () => {
    const id = await getEventIdAt(4)
    await tamper(
      `update audit_event set after = '{}' where id = ${id}; update audit_seal set digests = overlay(digests placing sha256('x') from 3 * 32 + 1)`,
    )
    expect(await listFindings()).toEqual(expect.arrayContaining([`altered 4 ${id}`]))
  })

  test('detects a removed row, with and without its seal', async () => {
    const third = await getEventIdAt(3)
    const sixth = await getEventIdAt(6)
    await tamper(
      `delete from audit_event where id in (${third}, ${sixth}); ${buildCutSealsSql(6, { to: 6, leaving: 'a gap' })}`,
    )
    expect(await listFindings()).toEqual([`removed 3 ${third}`, 'seal removed 6 –'])
  })

  test('detects two rows swapped by their ids or in the chain', async () => {
    const a = await getEventIdAt(3)
    const b = await getEventIdAt(7)
    const swap = `update audit_event set id = case id when ${a} then ${b} else ${a} end + 1000000 where id in (${a}, ${b});
                  update audit_event set id = id - 1000000 where id > 1000000`
    await owner.query('alter table audit_event alter column id set generated by default')
    await tamper(swap)
    const rows = await listFindings()
    expect(rows).toEqual(expect.arrayContaining([`reordered 3 ${a}`, `reordered 7 ${b}`]))
    await tamper(swap)
    expect(await listFindings()).toEqual([])
    const swapSeals = `update audit_seal set event_ids[3] = ${b}, event_ids[7] = ${a}`
    await tamper(swapSeals)
    expect(await listFindings()).toEqual(expect.arrayContaining([`reordered 3 ${b}`, `reordered 7 ${a}`]))
  })

  test('detects a row inserted past the sealer', async () => {
    await tamper(
      `insert into audit_event (action, entity, tx) values ('client.changed', 'client', (select tx from audit_event order by tx, id limit 1))`,
    )
    const { rows } = await owner.query('select max(id) as id from audit_event')
    await tamper(`update audit_event set id = 0 where id = ${rows[0].id}`)
    expect(await listFindings()).toEqual(['inserted without seal – 0'])
  })

  test('detects a row of a transaction that never existed', async () => {
    await tamper(`insert into audit_event (action, entity, tx) values ('client.changed', 'client', '999999999999')`)
    expect(await listFindings()).toEqual([expect.stringMatching(/^inserted without seal – \d+$/)])
  })

  test('detects a cut tail by the head stored outside the database', async () => {
    await keepTestHead('2026-06-15T10:00:00Z')
    await tamper(
      `delete from audit_event where id in (select unnest(event_ids[8:]) from audit_seal); ${buildCutSealsSql(8)}`,
    )
    expect(await listFindings()).toEqual(['tail cut 7 –'])
    const [finding] = (await verifyTestAudit()).findingList
    expect(finding!.explained).toMatch(/went on to 9, row \d+: 2 are gone/)
  })

  test('detects a cut tail that newer rows have replaced', async () => {
    await keepTestHead('2026-06-15T10:00:00Z')
    await tamper(
      `delete from audit_event where id in (select unnest(event_ids[8:]) from audit_seal); ${buildCutSealsSql(8)}`,
    )
    await insertAuditEvents(5)
    await sealTestChain()
    expect(await listFindings()).toEqual([`replaced 9 ${await getEventIdAt(9)}`])
  })

  test('detects a tail cut on the same day, before and after new rows', async () => {
    await keepTestHead('2026-06-15T08:00:00Z')
    await insertAuditEvents(3)
    await sealTestChain()
    await noteTestHead()
    const last = `(select max(position) from audit_seal)`
    await tamper(`delete from audit_event where id in (select unnest(event_ids) from audit_seal where position = ${last});
                  delete from audit_seal where position = ${last}`)
    expect(await listFindings()).toEqual(['tail cut 9 –'])
    await insertAuditEvents(1)
    await sealTestChain()
    await noteTestHead()
    expect(await listFindings(), 'one more was written').toEqual(['tail cut 10 –'])
    await insertAuditEvents(4)
    await sealTestChain()
    await noteTestHead()
    expect(await listFindings(), 'and as many as there were').toEqual([`replaced 12 ${await getEventIdAt(12)}`])
  })

  test('detects a seal forged with another key', async () => {
    await insertAuditEvents(1)
    await sealChain(pool, 'dino', 'another secret of some forty characters!!')
    const id = await getEventIdAt(10)
    expect(await listFindings()).toEqual([`altered 10 ${id}`])
    await insertAuditEvents(1)
    expect(await listFindings(), 'what is sealed behind it holds').toEqual([`altered 10 ${id}`])
  })
})

describe('the audit sealer', () => {
  test('concurrent sealers seal each row once', async () => {
    for (let round = 0; round < 5; round++) {
      await insertAuditEvents(700)
      await Promise.all(Array.from({ length: 4 }, sealTestChain))
      await sealTestChain()
    }
    expect(await verifyTestAudit()).toMatchObject({ findings: 0, chains: [{ rows: 3500, sealed: 3500 }, {}] })
  })

  test('seals every row once, in whatever order transactions of different ages end', async () => {
    const writers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const writer = new Client({ connectionString: buildRoleUrl(database.ownerUrl, database.secret, 'dino') })
        await writer.connect()
        await writer.query('begin')
        return writer
      }),
    )
    for (const writer of writers) await insertAuditEvents(3, writer)
    await insertAuditEvents(2)
    expect(await sealTestChain(), 'an older one is under way').toBe(0)
    expect((await verifyTestAudit()).chains[0]).toMatchObject({ sealed: 0, waiting: 2 })
    const sealed: number[] = []
    for (const [at, end] of [
      [4, 'commit'],
      [1, 'commit'],
      [0, 'commit'],
      [5, 'rollback'],
      [2, 'commit'],
      [3, 'commit'],
    ] as const) {
      await insertAuditEvents(1, writers[at]!)
      await writers[at]!.query(end)
      await Promise.all([sealTestChain(), sealTestChain()])
      sealed.push((await verifyTestAudit()).chains[0]!.sealed)
    }
    await Promise.all(writers.map((writer) => writer.end()))
    expect(sealed).toEqual([0, 0, 8, 8, 12, 22])
    expect(await verifyTestAudit()).toMatchObject({ findings: 0, chains: [{ rows: 22, sealed: 22, waiting: 0 }, {}] })
  })

  test('a sealer killed in the middle leaves whole batches or nothing', async () => {
    await insertAuditEvents(3000)
    const doomed = new Pool({
      connectionString: buildRoleUrl(database.ownerUrl, database.secret, 'dino'),
      max: 1,
      application_name: 'doomed',
    })
    doomed.on('error', () => undefined)
    // The place of its third batch is taken, until it is gone.
    const held = await holdLock(
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
    await sealTestChain()
    expect(await verifyTestAudit()).toMatchObject({ findings: 0, chains: [{ rows: 3000, sealed: 3000 }, {}] })
  })
})

test('stores audit heads once a day and at process end, readable by their owner', async () => {
  const lines = () =>
    readFileSync(join(homeFolder, 'audit-heads', 'dino.jsonl'), 'utf8')
      .trim()
      .split('\n')
  const daily = (at: string) => storeDailyHead(pool, 'dino', { home: homeFolder, now: Date.parse(at), daily: true })
  await daily('2026-06-15T10:00:00Z')
  await insertAuditEvents(2)
  await sealTestChain()
  await daily('2026-06-15T10:00:01Z')
  await insertAuditEvents(2)
  await sealTestChain()
  await daily('2026-06-15T23:59:00Z')
  expect(lines()).toHaveLength(1)
  await daily('2026-06-16T00:00:01Z')
  await keepTestHead('2026-06-16T00:00:02Z')
  expect(lines().map((line) => JSON.parse(line).count)).toEqual(['2', '4'])
  expect(JSON.parse(lines()[1]!)).toMatchObject({ at: '2026-06-16T00:00:01.000Z', lastId: await getEventIdAt(4) })
  expect(statSync(join(homeFolder, 'audit-heads', 'dino.jsonl')).mode & 0o777).toBe(0o600)
  expect((await verifyTestAudit()).findings).toBe(0)
})

test('the newest audit head replaces the last when the chain continues through it', async () => {
  const file = (name: string) => readFileSync(join(homeFolder, 'audit-heads', name), 'utf8')
  await noteTestHead()
  for (const count of [2, 600]) {
    await insertAuditEvents(count)
    await sealTestChain()
    await noteTestHead()
  }
  expect(JSON.parse(file('dino.last.json'))).toMatchObject({ count: '602', lastId: await getEventIdAt(602) })
  expect(() => file('dino.jsonl')).toThrow('ENOENT')
  expect(statSync(join(homeFolder, 'audit-heads', 'dino.last.json')).mode & 0o777).toBe(0o600)
  expect((await verifyTestAudit()).findings).toBe(0)
})

test('only the database owner may change a seal', async () => {
  await insertAuditEvents(1)
  await sealTestChain()
  await expect(pool.query('delete from audit_seal')).rejects.toMatchObject({ code: '42501' })
  await expect(owner.query('update audit_seal set position = 2')).rejects.toMatchObject({ code: 'AT001' })
})
