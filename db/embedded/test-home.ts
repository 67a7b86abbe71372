import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignoreProgress } from '#db/progress.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import type { ProcessPurpose } from './cluster.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { findProcessesIn, signalProcess } from './processes.ts'

/** Homes for tests: folders of their own, 0700 like every temporary folder, so that as root PostgreSQL's user can't traverse them. */
const createdHomes: string[] = []

export const createTestHome = (): string => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atalaya-test-')))
  createdHomes.push(home)
  return home
}

export const getDataFolder = (home: string): string => join(realpathSync(join(home, 'database')), 'data')

/** A home with a database in it, copied from one that is made once: initdb takes most of a second. */
let templateHome: Promise<string> | undefined
const createTemplateHome = async (): Promise<string> => {
  const home = createTestHome()
  await (await openTestDatabase(home)).close()
  return home
}
export const copyTemplateHome = async (): Promise<string> => {
  templateHome ??= createTemplateHome()
  const home = createTestHome()
  cpSync(join(await templateHome, 'database'), join(home, 'database'), { recursive: true })
  return home
}

export const openTestDatabase = (
  home: string,
  purpose: ProcessPurpose = 'command',
  signal?: AbortSignal,
): Promise<OpenDatabase> => openDatabase({ home, purpose, progress: ignoreProgress, ...(signal ? { signal } : {}) })

/** The server's own process, by the first line of its file. */
export const readPostmasterPid = (home: string): number =>
  Number(readFileSync(join(getDataFolder(home), 'postmaster.pid'), 'utf8').split('\n', 1)[0])

/** Removes every home of this test file, and what still runs there. */
export const removeHomes = (): void => {
  for (const home of createdHomes) {
    try {
      for (const pid of findProcessesIn(getDataFolder(home))) signalProcess(pid, 'SIGKILL')
      rmSync(realpathSync(join(home, 'database')), { recursive: true, force: true, maxRetries: 10 })
    } catch {
      // A home without a database.
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  }
}

export const waitUntil = async (condition: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> => {
  const deadline = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${condition}`)
    await sleep(20)
  }
}

export type DatabaseHolder = {
  process: ChildProcess & { pid: number }
  /** What it printed, 'open' once it has the database. */
  readOutput: () => string
  ended: Promise<number | null>
}

/** Another process that uses the database of `home` until it gets SIGTERM: the one to be killed. */
export const startHolder = (
  home: string,
  purpose: ProcessPurpose,
  env: Record<string, string> = {},
): DatabaseHolder => {
  const { child, ended } = startTestProcess(new URL('test-holder-process.ts', import.meta.url), {
    args: [home, purpose],
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  if (child.pid === undefined) throw new Error('no process')
  return { process: Object.assign(child, { pid: child.pid }), readOutput: () => output.trim(), ended }
}

/** The same, once it has the database. */
export const startOpenHolder = async (home: string, purpose: ProcessPurpose): Promise<DatabaseHolder> => {
  const holder = startHolder(home, purpose)
  await waitUntil(() => holder.readOutput() !== '')
  if (holder.readOutput() !== 'open') throw new Error(holder.readOutput())
  return holder
}

export const killDatabaseHolder = async (holder: DatabaseHolder): Promise<void> => {
  holder.process.kill('SIGKILL')
  await holder.ended
}
