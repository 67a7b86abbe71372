import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { openDatabase } from '#db/embedded/open-database.ts'
import { findProcessesIn, signalProcess } from '#db/embedded/processes.ts'
import { ignoreProgress } from '#db/progress.ts'
import { findProjectRoot } from '#server/core/config.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { verifyFiles } from '#server/domain/verify-files.ts'
import { verifyAudit } from '#server/features/audit/verify-audit.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { findFreePort } from './server.ts'

/**
 * Starts the product, kills all its processes at a random moment before it is ready, starts it again, and expects it to be ready, to let
 * people sign in, and its books, audit and files to verify.
 */
const usage = `node --import tsx bench/killed-starts.ts --way fresh|old|external [--tries N] [--home FOLDER] [--url ADDRESS] [--seed N]
  fresh     a home that isn't there yet, filled with the demo firm
  old       a copy of --home, the stopped home of an older release
  external  a database of its own on the PostgreSQL of --url (a superuser's), which nobody else uses
`

type StartPlace = {
  home: string
  /** What the start is told besides the home. */
  env: Record<string, string>
  /** Removes what the try has made. */
  remove: () => Promise<void>
}
type PlaceFactory = () => Promise<StartPlace>

/** A product that is starting or runs. `said` is all that it printed. */
type RunningStart = {
  child: ChildProcess
  url: string
  readOutput: () => string
  hasEnded: () => boolean
  startedAt: number
}

const patienceMs = 240_000

const beginStart = async ({ home, env }: StartPlace): Promise<RunningStart> => {
  const port = await findFreePort()
  const child = spawn('npm', ['start'], {
    cwd: findProjectRoot(),
    detached: true,
    env: { ...process.env, DATABASE_URL: '', NODE_ENV: '', ...env, ATALAYA_HOME: home, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let ended = false
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.once('exit', () => {
    ended = true
  })
  const url = `http://127.0.0.1:${port}`
  return { child, url, readOutput: () => output, hasEnded: () => ended, startedAt: performance.now() }
}

const waitUntilReady = async (start: RunningStart): Promise<number> => {
  for (;;) {
    const isReady = await fetch(`${start.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return performance.now() - start.startedAt
    if (start.hasEnded() || performance.now() - start.startedAt > patienceMs)
      throw new Error(`not ready: ${start.readOutput()}`)
    await sleep(50)
  }
}

const killGroup = ({ child }: RunningStart, signal: NodeJS.Signals): void => {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    // Gone already.
  }
}

const waitUntilGone = async ({ child }: RunningStart): Promise<void> => {
  const isThere = (): boolean => {
    try {
      process.kill(-child.pid!, 0)
      return true
    } catch {
      return false
    }
  }
  for (const deadline = performance.now() + 30_000; isThere(); ) {
    if (performance.now() > deadline) throw new Error('a process of the start is still there')
    await sleep(30)
  }
}

/** PostgreSQL and what it begins run in groups of their own: everything that works below the home. */
const findDatabaseProcesses = (home: string): number[] => {
  const place = join(home, 'database')
  return existsSync(place) ? findProcessesIn(join(realpathSync(place), 'data')) : []
}

const stopStart = async (start: RunningStart): Promise<void> => {
  killGroup(start, 'SIGTERM')
  await waitUntilGone(start)
}

const demoPassword = 'atalaya-demo-2026'

const signIn = async (url: string, email: string, password: string): Promise<void> => {
  const answer = await fetch(`${url}/ApiRest/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: email, password }),
  })
  if (answer.status !== 200) throw new Error(`${email} can't sign in: ${answer.status} ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  const session = await fetch(`${url}/api/v1/session`, { headers: { authorization: `JWT ${token}` } })
  if (session.status !== 200) throw new Error(`the session of ${email} answers ${session.status}`)
}

const createUser = async (place: StartPlace, email: string, password: string): Promise<void> => {
  const words = ['run', '-s', 'crm', '--', 'user', 'create', '--prefix', 'dino', '--email', email, '--role', 'admin']
  const env = { ...process.env, ...place.env, ATALAYA_HOME: place.home }
  const child = spawn('npm', words, { cwd: findProjectRoot(), env, stdio: ['pipe', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  child.stdin.end(`${password}\n`)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`user create ended with ${code}: ${output}`)
}

const demoUsers: Record<Prefix, string> = {
  dino: 'admin@dino.example',
  dino_uab: 'admin@dino-uab.example',
  cfl: 'admin@cfl.example',
}

const signInAllDemoUsers = async (place: StartPlace, url: string): Promise<void> => {
  if (!place.env.DATABASE_URL) {
    for (const prefix of prefixes) await signIn(url, demoUsers[prefix], demoPassword)
    return
  }
  const password = 'torre-lejana-2026-otoño'
  await createUser(place, 'first@example.com', password)
  await signIn(url, 'first@example.com', password)
}

const verifyAllTenants = async ({ home, env }: StartPlace): Promise<void> => {
  const databaseUrl = env.DATABASE_URL || undefined
  const secret = env.ATALAYA_SECRET
  const database = await openDatabase({ home, databaseUrl, secret, purpose: 'command', progress: ignoreProgress })
  try {
    const source = { ownerUrl: database.ownerUrl, secret: database.secret, home }
    for (const prefix of prefixes) {
      const { differences } = await verifyLedger({ ...source, prefix }, undefined)
      if (differences > 0) throw new Error(`ledger verify: ${differences} differences in ${prefix}`)
      const { findings, findingList } = await verifyAudit(prefix, source)
      if (findings > 0)
        throw new Error(`audit verify: ${findings} findings in ${prefix}: ${JSON.stringify(findingList)}`)
    }
    const files = openFileStorage(home, secretBox(database.secret, fileEncryptionPurpose))
    const { problems } = await verifyFiles(undefined, { ownerUrl: database.ownerUrl, files, progress: () => {} })
    if (problems > 0) throw new Error(`files verify: ${problems} problems`)
  } finally {
    await database.close()
  }
}

/** The last step that a start told of. */
const getLastStep = (output: string): string =>
  output
    .trim()
    .split(/\r?\n|\r/)
    .filter(Boolean)
    .at(-1) ?? 'nothing said yet'

/** One try: answers at which step it was killed, and how long the second start took. */
const tryKilledStart = async (way: PlaceFactory, killAfter: number, withDatabase: boolean) => {
  const place = await way()
  try {
    const first = await beginStart(place)
    await sleep(killAfter)
    killGroup(first, 'SIGKILL')
    if (withDatabase) for (const pid of findDatabaseProcesses(place.home)) signalProcess(pid, 'SIGKILL')
    await waitUntilGone(first)
    const at = getLastStep(first.readOutput())
    const second = await beginStart(place)
    try {
      const ready = await waitUntilReady(second)
      await signInAllDemoUsers(place, second.url)
      await verifyAllTenants(place)
      return { at, seconds: ready / 1000 }
    } catch (error) {
      throw new Error(`killed at "${at}": ${error instanceof Error ? error.message : error}\n${second.readOutput()}`)
    } finally {
      await stopStart(second)
      const left = findDatabaseProcesses(place.home)
      if (left.length > 0) process.stdout.write(`  left running after the stop: ${left.join(', ')}\n`)
    }
  } finally {
    for (const pid of findDatabaseProcesses(place.home)) signalProcess(pid, 'SIGKILL')
    await place.remove()
  }
}

/** How long a start that nobody kills takes. */
const measureStart = async (way: PlaceFactory): Promise<number> => {
  const place = await way()
  try {
    const start = await beginStart(place)
    const ready = await waitUntilReady(start)
    await stopStart(start)
    return ready
  } finally {
    await place.remove()
  }
}

const createTempFolder = (): string => mkdtempSync(join(tmpdir(), 'atalaya-killed-'))
const createFolderRemoval = (folder: string) => async (): Promise<void> =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

const createFreshHome: PlaceFactory = async () => {
  const folder = createTempFolder()
  return { home: join(folder, 'home'), env: {}, remove: createFolderRemoval(folder) }
}

const createOldHomeFactory =
  (from: string): PlaceFactory =>
  async () => {
    const folder = createTempFolder()
    const home = join(folder, 'home')
    cpSync(from, home, { recursive: true, preserveTimestamps: true })
    return { home, env: {}, remove: createFolderRemoval(folder) }
  }

const externalDatabaseName = 'atalaya_killed'

const dropExternalDatabase = async (url: string): Promise<void> => {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query(`drop database if exists ${externalDatabaseName} with (force)`)
    for (const role of [
      externalDatabaseName,
      'atalaya_signin',
      'atalaya_jobs',
      ...prefixes.map((prefix) => `atalaya_${prefix}`),
    ])
      await owner.query(`drop role if exists ${role}`)
  } finally {
    await owner.end()
  }
}

const createExternalFactory =
  (url: string): PlaceFactory =>
  async () => {
    await dropExternalDatabase(url)
    const owner = new Client({ connectionString: url })
    await owner.connect()
    await owner.query(`create role ${externalDatabaseName} login createrole password '${externalDatabaseName}'`)
    await owner.query(`create database ${externalDatabaseName} owner ${externalDatabaseName}`)
    await owner.end()
    const folder = createTempFolder()
    const address = new URL(url)
    address.username = externalDatabaseName
    address.password = externalDatabaseName
    address.pathname = externalDatabaseName
    const remove = async (): Promise<void> => {
      await dropExternalDatabase(url)
      await createFolderRemoval(folder)()
    }
    return {
      home: join(folder, 'home'),
      env: { DATABASE_URL: address.href, ATALAYA_SECRET: externalDatabaseName.repeat(3) },
      remove,
    }
  }

/** The same numbers for the same seed, so that a try can be repeated. */
const createRandom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      way: { type: 'string' },
      tries: { type: 'string', default: '10' },
      home: { type: 'string' },
      url: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const ways: Record<string, PlaceFactory | undefined> = {
    fresh: createFreshHome,
    old: values.home ? createOldHomeFactory(values.home) : undefined,
    external: values.url ? createExternalFactory(values.url) : undefined,
  }
  const way = ways[values.way ?? '']
  if (!way) {
    process.stderr.write(usage)
    process.exitCode = 2
    return
  }
  const random = createRandom(Number(values.seed))
  const whole = await measureStart(way)
  process.stdout.write(`${values.way}: ready after ${(whole / 1000).toFixed(1)} s when nobody kills it\n`)
  let failed = 0
  for (let n = 1; n <= Number(values.tries); n++) {
    const after = random() * whole
    const withDatabase = random() < 0.5
    const what = `${n}. ${(after / 1000).toFixed(2)} s, ${withDatabase ? 'PostgreSQL too' : 'PostgreSQL left'}`
    try {
      const { at, seconds } = await tryKilledStart(way, after, withDatabase)
      process.stdout.write(`${what}: well, ready again after ${seconds.toFixed(1)} s; killed at "${at}"\n`)
    } catch (error) {
      failed += 1
      process.stdout.write(`${what}: FAILED\n${error instanceof Error ? error.message : error}\n`)
    }
  }
  process.stdout.write(`${values.way}: ${values.tries} tries, ${failed} failed\n`)
  process.exitCode = failed > 0 ? 1 : 0
}

await main()
