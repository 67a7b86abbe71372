import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorCode } from './problem.ts'

/** Whether the system has a process of this number, be it a zombie: one that ended and that nobody collected yet. */
export const isPidTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return getErrorCode(error) === 'EPERM'
  }
}

/** A zombie counts as dead: where nobody collects it (a container without init) it would look alive for ever. */
export const isAlive = (pid: number): boolean => {
  if (!isPidTaken(pid)) return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z'
  } catch (error) {
    return getErrorCode(error) !== 'ENOENT' || process.platform !== 'linux'
  }
}

/** Signals a process that may be gone already. */
export const signalProcess = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}

/** Whether it ended within `ms`. */
export const waitForEnd = async (pid: number, ms: number): Promise<boolean> => {
  const deadline = Date.now() + ms
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(15)
  }
  return true
}

const getWorkingFolder = (pid: number | string): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/**
 * Whether process `pid` is a PostgreSQL that works in `data`. A process id alone proves nothing: it may have been given to another
 * program since. PostgreSQL's processes work inside their data folder; where the system doesn't show that, its word is taken.
 */
export const hasWorkingFolder = (pid: number, data: string): boolean => {
  if (!isAlive(pid)) return false
  return process.platform !== 'linux' || getWorkingFolder(pid) === data
}

/** Every living process that works in `data`: a killed server's children can outlive it. Linux only, elsewhere none is found. */
export const findProcessesIn = (data: string): number[] => {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && getWorkingFolder(name) === data)
  return pids.map(Number).filter((pid) => pid !== process.pid && isAlive(pid))
}

export type ProgramCommand = { command: string; args: string[]; uid?: number; gid?: number }
export type ProgramResult = { code: number | null; output: string }

/** PostgreSQL gets an environment of its own: a PGDATA or PGPORT of the person's would mislead it. */
export const cleanEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Runs a program to its end, in a process group of its own, so that Ctrl+C in the terminal reaches us only; `signal` ends the group.
 * A program that can't be started at all counts as failed with the system's reason as its output.
 */
export const runProgram = (program: ProgramCommand, signal?: AbortSignal): Promise<ProgramResult> =>
  new Promise((resolve, reject) => {
    const { command, args, ...user } = program
    const child = spawn(command, args, {
      ...user,
      cwd: '/',
      env: cleanEnvironment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = () => child.pid && signalProcess(-child.pid, 'SIGKILL')
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    signal?.addEventListener('abort', stop, { once: true })
    const finish = (code: number | null, extra = '') => {
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(signal.reason)
      else resolve({ code, output: `${Buffer.concat(chunks)}${extra}`.trim() })
    }
    child.once('error', (error) => finish(null, error.message))
    child.once('close', (code) => finish(code))
    if (signal?.aborted) stop()
  })
