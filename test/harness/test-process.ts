import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type TestProcess = {
  child: ChildProcess
  /** Its exit code; null where a signal ended it. */
  ended: Promise<number | null>
  kill: () => Promise<number | null>
}

/** Runs a module of the sources in a process of its own, for tests that kill it. Its arguments begin at `process.argv[2]`. */
export const startTestProcess = (
  module: URL,
  {
    args = [],
    env = {},
    stdio = ['ignore', 'ignore', 'inherit'],
  }: {
    args?: string[]
    env?: Record<string, string>
    stdio?: StdioOptions
  } = {},
): TestProcess => {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(module), ...args], {
    env: { ...process.env, ...env },
    stdio,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  return { child, ended, kill }
}

/** What a test passed to the process that it started. */
export const readTestVariable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`The test must pass ${name}`)
  return value
}
