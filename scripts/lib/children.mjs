import { spawn } from 'node:child_process'

/** What stops a script: Ctrl+C, the service manager, the closed terminal. Exit codes as shells have them. */
export const stopSignals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 }

/** A failure that has been explained in words: shown without a stack. */
export class Failure extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Aborts on the first stop signal, until `release` is called. The children run in process groups of their own, so that the order in which
 * things end is ours and not the terminal's.
 */
export const listenForStop = () => {
  const controller = new AbortController()
  const handlers = Object.entries(stopSignals).map(([name, code]) => {
    const handler = () => controller.abort(new Failure(`Stopped by ${name}.`, code))
    process.on(name, handler)
    return () => process.off(name, handler)
  })
  return {
    signal: controller.signal,
    release: () => {
      for (const off of handlers) off()
    },
  }
}

const killGroup = (pid, signal) => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // Gone already.
  }
}

/**
 * Runs a program to its end and answers its exit code and what it wrote. A stop signal ends the program and all that it started, then
 * rejects. `onStart` gets its process id.
 */
export const run = (command, args, { signal, onStart, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      ...options,
    })
    const output = []
    let deadline
    const stop = () => {
      killGroup(child.pid, 'SIGTERM')
      deadline = setTimeout(() => killGroup(child.pid, 'SIGKILL'), 2500)
    }
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    signal?.addEventListener('abort', stop, { once: true })
    child.once('error', reject)
    child.once('spawn', () => {
      onStart?.(child.pid)
      if (signal?.aborted) stop()
    })
    child.once('close', (code, by) => {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) {
        killGroup(child.pid, 'SIGKILL')
        reject(signal.reason)
      } else resolve({ code: code ?? (by ? 1 : 0), output: Buffer.concat(output).toString() })
    })
  })

/**
 * npm runs a script through a shell, hands signals to the shell alone, and that ends without passing them on. So the shell's end is taken
 * for the signal that it swallowed. Without npm nothing is assumed: a service may well outlive who started it.
 */
const followParent = () => {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}

/**
 * Lets `begin` take over, which listens to the same signals from its first line on. A signal that arrived while this process was busy is
 * waiting to be handed to a listener: it gets its turn before ours are taken away.
 */
export const handOver = async (stop, begin) => {
  for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve))
  stop.signal.throwIfAborted()
  const running = begin()
  stop.release()
  return running
}

/** Runs a script's body: what was explained is printed as it is, anything else with its stack; the exit code follows. */
export const script = async (body) => {
  followParent()
  const stop = listenForStop()
  try {
    const code = await body(stop)
    process.exitCode = code ?? 0
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`)
    process.exitCode = error.exitCode ?? 1
  } finally {
    stop.release()
  }
}
