import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProjectRoot } from '#server/core/config.ts'
import { closeConnections } from './http.ts'

/** The product as `npm start` runs it, in a process of its own. */
export type BenchServer = {
  url: string
  /** From the start of its process to the first good answer of /readyz. */
  readySeconds: number
  /** What it holds in memory now, and the most it ever held; megabytes. */
  memory: () => { now: number; peak: number }
  /** Processor time that it has taken so far, in ms; counted in hundredths of a second. */
  processor: () => number
  stop: () => Promise<void>
}

/** A port of loopback that nobody has. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Megabytes of a line of /proc/PID/status; 0 where there is no such file. */
const readMemory = (pid: number, line: 'VmRSS' | 'VmHWM'): number => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Milliseconds of user and system time in /proc/PID/stat; 0 where there is no such file. */
const readProcessorSeconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Starts the built product on the data of a home and waits until it is ready. */
export const startServer = async (home: string): Promise<BenchServer> => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const begin = performance.now()
  const child = spawn(process.execPath, [join(findProjectRoot(), 'scripts', 'start.mjs')], {
    env: { ...process.env, ATALAYA_HOME: home, HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: '', NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('exit', () => {
      ended = true
      resolve()
    })
  })
  while (!(await isReady(url))) {
    if (ended || performance.now() - begin > 120_000) throw new Error(`the server did not get ready:\n${output}`)
    await sleep(10)
  }
  const readySeconds = (performance.now() - begin) / 1000
  const pid = child.pid!
  return {
    url,
    readySeconds,
    memory: () => ({ now: readMemory(pid, 'VmRSS'), peak: readMemory(pid, 'VmHWM') }),
    processor: () => readProcessorSeconds(pid),
    stop: async () => {
      closeConnections()
      child.kill('SIGTERM')
      await end
    },
  }
}
