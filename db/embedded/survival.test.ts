import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { changeOwner, isRoot } from './launcher.ts'
import { findProcessesIn, signalProcess } from './processes.ts'
import {
  copyTemplateHome,
  createTestHome,
  getDataFolder,
  killDatabaseHolder,
  openTestDatabase,
  readPostmasterPid,
  removeHomes,
  startHolder,
  startOpenHolder,
  waitUntil,
} from './test-home.ts'

// On a busy machine starting a process and PostgreSQL takes seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
afterAll(removeHomes)

const expectOpenWithin = async (home: string, ms: number) => {
  const begin = performance.now()
  const database = await openTestDatabase(home, 'server')
  expect(performance.now() - begin, 'milliseconds').toBeLessThan(ms)
  return database
}

describe('recovery from kill -9', () => {
  testInFullRun('takes over PostgreSQL when its server process was killed, and stops it at closing', async () => {
    const home = await copyTemplateHome()
    const holder = await startOpenHolder(home, 'server')
    const orphan = readPostmasterPid(home)
    await killDatabaseHolder(holder)
    const database = await expectOpenWithin(home, 5000)
    expect(readPostmasterPid(home)).toBe(orphan)
    await database.close()
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })

  test('recovers committed rows when both server process and PostgreSQL were killed', async () => {
    const home = await copyTemplateHome()
    const holder = await startOpenHolder(home, 'server')
    const command = await openTestDatabase(home)
    const client = new Client({ connectionString: command.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    await client.query('create table kept as select 42 as n')
    signalProcess(readPostmasterPid(home), 'SIGKILL')
    await killDatabaseHolder(holder)
    await command.close().catch(() => {})
    const database = await expectOpenWithin(home, 8000)
    const again = new Client({ connectionString: database.ownerUrl })
    await again.connect()
    expect((await again.query('select n from kept')).rows).toEqual([{ n: 42 }])
    await again.end()
    await database.close()
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })

  testInFullRun('restarts a killed PostgreSQL while one of its clients runs a long statement', async () => {
    const home = await copyTemplateHome()
    const command = await openTestDatabase(home)
    const client = new Client({ connectionString: command.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    // It looks up only between rows, so it outlives its parent.
    const busy = client.query('select count(*) from generate_series(1, 10000000000)').catch((error: Error) => error)
    await waitUntil(() => findProcessesIn(getDataFolder(home)).length > 5)
    signalProcess(readPostmasterPid(home), 'SIGKILL')
    const database = await expectOpenWithin(home, 10_000)
    expect(await busy).toBeInstanceOf(Error)
    await database.close()
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })

  test('restarts a killed PostgreSQL under a running server, and its pools reconnect', async () => {
    const home = await copyTemplateHome()
    const database = await openTestDatabase(home, 'server')
    const pool = new Pool({ connectionString: database.ownerUrl })
    pool.on('error', () => {})
    await pool.query('select 1')
    const first = readPostmasterPid(home)
    signalProcess(first, 'SIGKILL')
    // The pool may be back before the server has its place again: until then another one could take it.
    await waitUntil(() =>
      pool
        .query(`select from pg_locks where locktype = 'advisory' and classid = 1096108097 and objid = 2 and granted`)
        .then(({ rowCount }) => rowCount === 1 && readPostmasterPid(home) !== first)
        .catch(() => false),
    )
    await expect(openTestDatabase(home, 'server')).rejects.toThrow(/is held by another server/)
    await pool.end()
    await database.close()
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })
})

testInFullRun('stops the database when closed right as one of its processes was killed', async () => {
  const home = await copyTemplateHome()
  const database = await openTestDatabase(home)
  const [child] = findProcessesIn(getDataFolder(home)).filter((pid) => pid !== readPostmasterPid(home))
  signalProcess(child ?? 0, 'SIGKILL')
  await database.close()
  expect(findProcessesIn(getDataFolder(home))).toEqual([])
})

test('ignores a stale postmaster.pid whose process number belongs to another program', async () => {
  const home = await copyTemplateHome()
  await (await openTestDatabase(home)).close()
  const other = spawn('sleep', ['60'])
  const owner = statSync(getDataFolder(home))
  const file = join(getDataFolder(home), 'postmaster.pid')
  writeFileSync(file, `${other.pid}\n${getDataFolder(home)}\n1700000000\n5432\n\n127.0.0.1\n0 0\nready   \n`)
  const database = await expectOpenWithin(home, 5000)
  expect(readPostmasterPid(home)).not.toBe(other.pid)
  expect(statSync(getDataFolder(home)).uid).toBe(owner.uid)
  await database.close()
  expect(other.exitCode).toBe(null)
  other.kill()
})

describe.runIf(isRoot())('PostgreSQL under root', () => {
  test('runs PostgreSQL as another user and leaves rights of the parent folder unchanged', async () => {
    const home = createTestHome()
    const database = await openTestDatabase(home)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    const status = readFileSync(`/proc/${readPostmasterPid(home)}/status`, 'utf8')
    expect(status).not.toMatch(/^Uid:\s+0/m)
    // The one right is to pass and read; nothing else of root's.
    expect(status).toMatch(/^CapEff:\s+0{15}[24]$/m)
    await database.close()
  })

  testInFullRun('root without setpriv keeps the data in a place that the other user reaches', async () => {
    const home = createTestHome()
    const programs = createTestHome()
    symlinkSync(process.execPath, join(programs, 'node'))
    const first = startHolder(home, 'command', { PATH: programs })
    await waitUntil(() => first.readOutput() !== '')
    expect(first.readOutput()).toBe('open')
    expect(lstatSync(join(home, 'database')).isSymbolicLink()).toBe(true)
    first.process.kill('SIGTERM')
    await first.ended
    const again = startHolder(home, 'command', { PATH: [programs, ''].join(delimiter) })
    await waitUntil(() => again.readOutput() !== '')
    expect(again.readOutput()).toBe('open')
    again.process.kill('SIGTERM')
    await again.ended
    expect(existsSync(join(realpathSync(join(home, 'database')), 'data', 'postmaster.pid'))).toBe(false)
  })

  testInFullRun("root runs PostgreSQL as the owner of an ordinary user's data", async () => {
    const home = await copyTemplateHome()
    changeOwner({ name: 'somebody', uid: 4242, gid: 4242 }, getDataFolder(home))
    const database = await openTestDatabase(home)
    expect(readFileSync(`/proc/${readPostmasterPid(home)}/status`, 'utf8')).toMatch(/^Uid:\s+4242/m)
    await database.close()
    expect(statSync(join(getDataFolder(home), 'PG_VERSION')).uid).toBe(4242)
  })

  test("root gives copied data, such as a restored backup, to PostgreSQL's user", async () => {
    const home = await copyTemplateHome()
    expect(statSync(getDataFolder(home)).uid).toBe(0)
    await (await openTestDatabase(home)).close()
    expect(statSync(getDataFolder(home)).uid).not.toBe(0)
  })

  test('opens copied data that others could look into, and closes it to them', async () => {
    const home = await copyTemplateHome()
    chmodSync(getDataFolder(home), 0o755)
    await (await openTestDatabase(home)).close()
    expect(statSync(getDataFolder(home)).mode & 0o777).toBe(0o700)
  })

  testInFullRun('the data folder changes owner last, so an interrupted change is noticed', async () => {
    const folder = join(createTestHome(), 'data')
    const inside = join(folder, 'base')
    mkdirSync(inside, { recursive: true })
    const files = Array.from({ length: 20_000 }, (_, n) => join(inside, String(n)))
    for (const file of files) writeFileSync(file, '')
    const giver = startTestProcess(new URL('test-owner-process.ts', import.meta.url), { args: [folder] })
    await waitUntil(() => [folder, inside, files[0]!].some((path) => statSync(path).uid === 4242))
    await giver.kill()
    if (statSync(folder).uid === 4242) expect(files.every((file) => statSync(file).uid === 4242)).toBe(true)
  })
})
