import { spawn } from 'node:child_process'
import {
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
import { testFully } from '#test/harness/circles.ts'
import { giveTo, isRoot } from './launcher.ts'
import { processesIn, signalProcess } from './processes.ts'
import {
  copiedHome,
  dataOf,
  holderOf,
  kill,
  newHome,
  open,
  postmasterOf,
  removeHomes,
  startHolder,
  until,
} from './test-home.ts'

// On a busy machine starting a process and PostgreSQL takes seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
afterAll(removeHomes)

const opensWithin = async (home: string, ms: number) => {
  const begin = performance.now()
  const database = await open(home, 'server')
  expect(performance.now() - begin, 'milliseconds').toBeLessThan(ms)
  return database
}

describe('recovery from kill -9', () => {
  testFully('takes over PostgreSQL when its server process was killed, and stops it at closing', async () => {
    const home = await copiedHome()
    const holder = await holderOf(home, 'server')
    const orphan = postmasterOf(home)
    await kill(holder)
    const database = await opensWithin(home, 5000)
    expect(postmasterOf(home)).toBe(orphan)
    await database.close()
    expect(processesIn(dataOf(home))).toEqual([])
  })

  test('recovers committed rows when both server process and PostgreSQL were killed', async () => {
    const home = await copiedHome()
    const holder = await holderOf(home, 'server')
    const command = await open(home)
    const client = new Client({ connectionString: command.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    await client.query('create table kept as select 42 as n')
    signalProcess(postmasterOf(home), 'SIGKILL')
    await kill(holder)
    await command.close().catch(() => {})
    const database = await opensWithin(home, 8000)
    const again = new Client({ connectionString: database.ownerUrl })
    await again.connect()
    expect((await again.query('select n from kept')).rows).toEqual([{ n: 42 }])
    await again.end()
    await database.close()
    expect(processesIn(dataOf(home))).toEqual([])
  })

  testFully('restarts a killed PostgreSQL while one of its clients runs a long statement', async () => {
    const home = await copiedHome()
    const command = await open(home)
    const client = new Client({ connectionString: command.ownerUrl })
    client.on('error', () => {})
    await client.connect()
    // It looks up only between rows, so it outlives its parent.
    const busy = client.query('select count(*) from generate_series(1, 10000000000)').catch((error: Error) => error)
    await until(() => processesIn(dataOf(home)).length > 5)
    signalProcess(postmasterOf(home), 'SIGKILL')
    const database = await opensWithin(home, 10_000)
    expect(await busy).toBeInstanceOf(Error)
    await database.close()
    expect(processesIn(dataOf(home))).toEqual([])
  })

  test('restarts a killed PostgreSQL under a running server, and its pools reconnect', async () => {
    const home = await copiedHome()
    const database = await open(home, 'server')
    const pool = new Pool({ connectionString: database.ownerUrl })
    pool.on('error', () => {})
    await pool.query('select 1')
    const first = postmasterOf(home)
    signalProcess(first, 'SIGKILL')
    await until(() =>
      pool
        .query('select 1')
        .then(() => postmasterOf(home) !== first)
        .catch(() => false),
    )
    await expect(open(home, 'server')).rejects.toThrow(/is held by another server/)
    await pool.end()
    await database.close()
    expect(processesIn(dataOf(home))).toEqual([])
  })
})

testFully('stops the database when closed right as one of its processes was killed', async () => {
  const home = await copiedHome()
  const database = await open(home)
  const [child] = processesIn(dataOf(home)).filter((pid) => pid !== postmasterOf(home))
  signalProcess(child ?? 0, 'SIGKILL')
  await database.close()
  expect(processesIn(dataOf(home))).toEqual([])
})

test('ignores a stale postmaster.pid whose process number belongs to another program', async () => {
  const home = await copiedHome()
  await (await open(home)).close()
  const other = spawn('sleep', ['60'])
  const owner = statSync(dataOf(home))
  const file = join(dataOf(home), 'postmaster.pid')
  writeFileSync(file, `${other.pid}\n${dataOf(home)}\n1700000000\n5432\n\n127.0.0.1\n0 0\nready   \n`)
  const database = await opensWithin(home, 5000)
  expect(postmasterOf(home)).not.toBe(other.pid)
  expect(statSync(dataOf(home)).uid).toBe(owner.uid)
  await database.close()
  expect(other.exitCode).toBe(null)
  other.kill()
})

describe.runIf(isRoot())('PostgreSQL under root', () => {
  test('runs PostgreSQL as another user and leaves rights of the parent folder unchanged', async () => {
    const home = newHome()
    const database = await open(home)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    const status = readFileSync(`/proc/${postmasterOf(home)}/status`, 'utf8')
    expect(status).not.toMatch(/^Uid:\s+0/m)
    // The one right is to pass and read; nothing else of root's.
    expect(status).toMatch(/^CapEff:\s+0{15}[24]$/m)
    await database.close()
  })

  testFully('root without setpriv keeps the data in a place that the other user reaches', async () => {
    const home = newHome()
    const programs = newHome()
    symlinkSync(process.execPath, join(programs, 'node'))
    const first = startHolder(home, 'command', { PATH: programs })
    await until(() => first.said() !== '')
    expect(first.said()).toBe('open')
    expect(lstatSync(join(home, 'database')).isSymbolicLink()).toBe(true)
    first.process.kill('SIGTERM')
    await first.ended
    const again = startHolder(home, 'command', { PATH: [programs, ''].join(delimiter) })
    await until(() => again.said() !== '')
    expect(again.said()).toBe('open')
    again.process.kill('SIGTERM')
    await again.ended
    expect(existsSync(join(realpathSync(join(home, 'database')), 'data', 'postmaster.pid'))).toBe(false)
  })

  testFully("root runs PostgreSQL as the owner of an ordinary user's data", async () => {
    const home = await copiedHome()
    giveTo({ name: 'somebody', uid: 4242, gid: 4242 }, dataOf(home))
    const database = await open(home)
    expect(readFileSync(`/proc/${postmasterOf(home)}/status`, 'utf8')).toMatch(/^Uid:\s+4242/m)
    await database.close()
    expect(statSync(join(dataOf(home), 'PG_VERSION')).uid).toBe(4242)
  })

  test("root gives copied data, such as a restored backup, to PostgreSQL's user", async () => {
    const home = await copiedHome()
    expect(statSync(dataOf(home)).uid).toBe(0)
    await (await open(home)).close()
    expect(statSync(dataOf(home)).uid).not.toBe(0)
  })

  testFully('the data folder changes owner last, so an interrupted change is noticed', async () => {
    const folder = join(newHome(), 'data')
    const inside = join(folder, 'base')
    mkdirSync(inside, { recursive: true })
    const files = Array.from({ length: 20_000 }, (_, n) => join(inside, String(n)))
    for (const file of files) writeFileSync(file, '')
    const work = `import { testFully } from '#test/harness/circles.ts'
import { giveTo } from '#db/embedded/launcher.ts'
      giveTo({ name: 'somebody', uid: 4242, gid: 4242 }, ${JSON.stringify(folder)})`
    const giver = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', work], { stdio: 'inherit' })
    await until(() => [folder, inside, files[0]!].some((path) => statSync(path).uid === 4242))
    giver.kill('SIGKILL')
    await new Promise((resolve) => giver.once('exit', resolve))
    if (statSync(folder).uid === 4242) expect(files.every((file) => statSync(file).uid === 4242)).toBe(true)
  })
})
