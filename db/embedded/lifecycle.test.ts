import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { isRoot } from './launcher.ts'
import { findProcessesIn } from './processes.ts'
import {
  copyTemplateHome,
  createTestHome,
  getDataFolder,
  openTestDatabase,
  readPostmasterPid,
  removeHomes,
  startHolder,
  startOpenHolder,
} from './test-home.ts'

// On a busy machine starting a process and PostgreSQL takes seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
afterAll(removeHomes)

const queryRow = async <Row extends object>(url: string, sql: string): Promise<Row | undefined> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows[0]
  } finally {
    await client.end()
  }
}

describe('first start', () => {
  test('creates a database that listens only on localhost, with secrets only its owner reads', async () => {
    const home = createTestHome()
    const database = await openTestDatabase(home, 'server')
    expect(database).toMatchObject({ embedded: true, isNew: true, createdFor: 'server' })
    expect(await queryRow(database.ownerUrl, `select current_setting('listen_addresses') as at`)).toEqual({
      at: '127.0.0.1',
    })
    expect(statSync(join(home, 'database', 'secrets.json')).mode & 0o777).toBe(0o600)
    const hba = readFileSync(join(getDataFolder(home), 'pg_hba.conf'), 'utf8')
    const methods = hba.split('\n').filter((line) => /^(host|local)/.test(line))
    expect(methods.every((line) => line.endsWith('scram-sha-256'))).toBe(true)
    await expect(queryRow(database.ownerUrl.replace(/:[^:@]+@/, ':wrong@'), 'select')).rejects.toMatchObject({
      code: '28P01',
    })
    await database.close()
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })

  testInFullRun('an aborted first start leaves neither files nor processes', async () => {
    const home = createTestHome()
    const stop = new AbortController()
    const opening = openTestDatabase(home, 'command', stop.signal)
    await sleep(150)
    stop.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
    expect(readdirSync(home)).toEqual([])
  })

  testInFullRun('the next start begins anew when the first was killed while creating files', async () => {
    const home = createTestHome()
    const holder = startHolder(home, 'command')
    await sleep(900)
    holder.process.kill('SIGKILL')
    await holder.ended
    const database = await openTestDatabase(home)
    await database.close()
    expect(readdirSync(home)).toEqual(['database'])
  })
})

describe('several processes on one home', () => {
  test('a command keeps the database running after its server ends; the last stops it', async () => {
    const home = await copyTemplateHome()
    const holder = await startOpenHolder(home, 'server')
    const command = await openTestDatabase(home)
    expect(command.isNew).toBe(false)
    holder.process.kill('SIGTERM')
    expect(await holder.ended).toBe(0)
    expect(await queryRow(command.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
    await command.close()
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })

  test('refuses a second server, names the process that holds the data, and changes nothing', async () => {
    const home = await copyTemplateHome()
    const holder = await startOpenHolder(home, 'server')
    const refusal = new RegExp(`process ${holder.process.pid}, at http://127.0.0.1:3999, since 20\\d\\d-`)
    await expect(openTestDatabase(home, 'server')).rejects.toThrow(refusal)
    const command = await openTestDatabase(home)
    expect(await queryRow(command.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
    await command.close()
    expect(findProcessesIn(getDataFolder(home))).toContain(readPostmasterPid(home))
    holder.process.kill('SIGTERM')
    await holder.ended
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })

  testInFullRun('three processes starting at once on a new home create one database', async () => {
    const home = createTestHome()
    const opened = await Promise.all([openTestDatabase(home), openTestDatabase(home), openTestDatabase(home)])
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(opened.map(({ ownerUrl }) => ownerUrl)).size).toBe(1)
    await Promise.all(opened.map(({ close }) => close()))
    expect(readdirSync(home)).toEqual(['database'])
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })
})

describe('problems that the operator must mend', () => {
  test('refuses a home below a file and names ATALAYA_HOME', async () => {
    const file = join(createTestHome(), 'file')
    writeFileSync(file, '')
    await expect(openTestDatabase(join(file, 'home'))).rejects.toThrow(/not a folder.*ATALAYA_HOME/s)
  })

  test.skipIf(isRoot())('refuses a home that is not writable and names ATALAYA_HOME', async () => {
    const home = join(createTestHome(), 'home')
    mkdirSync(home, { mode: 0o500 })
    await expect(openTestDatabase(home)).rejects.toThrow(/may not write there.*ATALAYA_HOME/s)
  })

  test.skipIf(process.platform !== 'linux')(
    'refuses a home in which the system makes no folder and names ATALAYA_HOME',
    async () => {
      await expect(openTestDatabase('/proc/atalaya/home')).rejects.toThrow(/Can't keep data in .*ATALAYA_HOME/s)
    },
  )

  test('refuses data of another version of PostgreSQL', async () => {
    const home = await copyTemplateHome()
    writeFileSync(join(getDataFolder(home), 'PG_VERSION'), '14\n')
    await expect(openTestDatabase(home)).rejects.toThrow(/made by PostgreSQL 14/)
  })

  testInFullRun('refuses a stored password that differs from the password of the data', async () => {
    const home = await copyTemplateHome()
    const file = join(home, 'database', 'secrets.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ownerPassword: 'other' }))
    await expect(openTestDatabase(home)).rejects.toThrow(/isn't the one of the data/)
    expect(findProcessesIn(getDataFolder(home))).toEqual([])
  })
})
