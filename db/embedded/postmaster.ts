import { spawn } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { createDiskFullProblem, DatabaseProblem, getErrorCode, isDiskFullMessage } from './problem.ts'
import {
  cleanEnvironment,
  findProcessesIn,
  hasWorkingFolder,
  isPidTaken,
  signalProcess,
  waitForEnd,
} from './processes.ts'

/** What postmaster.pid says of a running server. `ready` is its own word, not yet tried. */
export type RunningPostmaster = { pid: number; port: number; ready: boolean }

/** The server of this cluster, if its process lives. A file left by a killed one, or one whose number another program has now, is none. */
export const findRunningPostmaster = ({ data }: Pick<Cluster, 'data'>): RunningPostmaster | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const pid = Math.abs(Number(lines[0]))
  const port = Number(lines[3])
  // For a moment after its making the file is empty: then its writer is among the processes that work there.
  if (!(pid > 0)) {
    const writer = findProcessesIn(data)[0]
    return writer === undefined ? undefined : { pid: writer, port: 0, ready: false }
  }
  if (hasWorkingFolder(pid, data)) return { pid, port: port || 0, ready: (lines[7] ?? '').trim() === 'ready' }
  // PostgreSQL clears away such a file itself, unless the number is in use: by another program, or by the dead one that nobody collected.
  if (isPidTaken(pid)) rmSync(join(data, 'postmaster.pid'), { force: true })
  return undefined
}

/** What this process may use of the machine's memory, in megabytes: a container often has less than all. */
const availableMegabytes = Math.floor(
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20,
)
/**
 * A sixteenth for PostgreSQL's own pages, between what a small machine can spare and what the indexes of a large firm's lists take: where they
 * don't fit, each posting takes them from the system and gives them back, which costs as much as the posting.
 */
const sharedBufferMegabytes = Math.min(Math.max(Math.floor(availableMegabytes / 16), 128), 1024)

/** Small machines first: two cores, a few dozen connections. Said on the command line, so that a new version's settings hold for old data. */
const postmasterSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: `${sharedBufferMegabytes}MB`,
  effective_cache_size: `${sharedBufferMegabytes * 4}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  // After a checkpoint each page goes whole to the log at its first change: compressing it costs a posting six times what the rest of it does.
  wal_compression: 'off',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %u@%d ',
  password_encryption: 'scram-sha-256',
  // The backends of a client that was killed end soon, not when their long statement is done.
  client_connection_check_interval: '2s',
}

const probeFreePort = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })

/** The port of the last time, so that pools find a restarted server again; another where that one is taken. */
const choosePort = async (place: string): Promise<number> => {
  const file = join(place, 'port')
  let last = 0
  try {
    last = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // The first start.
  }
  const port = (last && (await probeFreePort(last))) || (await probeFreePort(0))
  if (!port) throw new DatabaseProblem('No free port on 127.0.0.1 for the database.')
  if (port !== last) writeFileSync(file, `${port}\n`, { mode: 0o600 })
  return port
}

const openServerLog = (log: string): number => {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(log, `${log}.old`)
  return openSync(log, 'a+', 0o600)
}

const readLogSince = (file: number, from: number): string => {
  const text = Buffer.alloc(Math.max(0, Math.min(fstatSync(file).size - from, 100_000)))
  readSync(file, text, 0, text.length, from)
  return text.toString().trim()
}

/** Another server is there or not yet gone: wait and look again. */
const isTransientStartFailure = (log: string) =>
  /lock file "postmaster.pid"|pre-existing shared memory|Address already in use/i.test(log)

/**
 * Starts PostgreSQL in a process group of its own: Ctrl+C in the terminal reaches us alone, and we stop it when its clients are done.
 * Answers undefined where it didn't start for a reason that passes.
 */
export const startPostmaster = async (
  cluster: Cluster,
  signal?: AbortSignal,
): Promise<RunningPostmaster | undefined> => {
  const port = await choosePort(cluster.place)
  const file = openServerLog(cluster.log)
  const from = fstatSync(file).size
  const options = Object.entries({ ...postmasterSettings, port: `${port}` }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const { launcher, data } = cluster
  const { command, args, ...user } = launcher.program(launcher.binaries.postgres, ['-D', data, ...options])
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', file, file],
  })
  child.unref()
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code, by) => (failure = `PostgreSQL ended with ${by ?? code}`))
  try {
    for (;;) {
      if (signal?.aborted) {
        if (child.pid && failure === undefined) await stopPostmaster(child.pid)
        signal.throwIfAborted()
      }
      if (failure !== undefined) {
        const log = readLogSince(file, from)
        if (isTransientStartFailure(log)) return undefined
        throw toStartProblem(cluster, failure, log)
      }
      const running = findRunningPostmaster(cluster)
      if (running?.pid === child.pid && running?.ready) return running
      await sleep(10)
    }
  } finally {
    closeSync(file)
  }
}

const toStartProblem = (cluster: Cluster, failure: string, log: string): DatabaseProblem => {
  if (isDiskFullMessage(log)) return createDiskFullProblem(cluster.place)
  const lines = log.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL/.test(line))
  const last = (lines.length > 0 ? lines : log.split('\n')).slice(-5).join('\n')
  return new DatabaseProblem(
    `The database in ${cluster.place} can't start: ${failure}.\n${last}\nThe whole log is in ${cluster.log}`,
  )
}

/** What PostgreSQL wrote last. */
export const readLastLog = ({ log }: Pick<Cluster, 'log'>): string => {
  const file = openSync(log, 'r')
  try {
    return readLogSince(file, Math.max(0, fstatSync(file).size - 5000))
  } finally {
    closeSync(file)
  }
}

/** Ends a server: sessions are cut and their work undone, data written out. Where that takes too long, at once; its log repairs it later. */
export const stopPostmaster = async (pid: number): Promise<void> => {
  signalProcess(pid, 'SIGINT')
  if (await waitForEnd(pid, 2500)) return
  signalProcess(pid, 'SIGQUIT')
  if (await waitForEnd(pid, 700)) return
  signalProcess(pid, 'SIGKILL')
  await waitForEnd(pid, 300)
}

/** Ends what a killed server left behind and what keeps a new one from starting: children still at a long statement. */
export const killOrphanProcesses = async ({ data }: Pick<Cluster, 'data'>): Promise<void> => {
  if (findRunningPostmaster({ data })) return
  for (const pid of findProcessesIn(data)) signalProcess(pid, 'SIGKILL')
}
