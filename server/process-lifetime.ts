import type { ProgressReporter } from '#db/progress.ts'

/** How the bootstrap scripts let us speak to the person: a line that is redrawn, and its end. */
export type ConsoleOutput = { progress: ProgressReporter; finish: () => void }

/** The migrator's progress in words: it counts prefixes. */
export const buildMigrationProgress =
  (progress: ProgressReporter): ProgressReporter =>
  (_, done, total) =>
    progress('Bringing the tables up to date', done, total)

const exitCodeBySignal = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const

/** The address can't be listened on. */
export class ListenProblem extends Error {
  override name = 'ListenProblem'
}

/** Why a process has to end. Its exit code is the one that shells give to the signal. */
export class ProcessStoppedError extends Error {
  override name = 'Stopped'
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Everything must be over by then, whatever hangs; longer where calls under way may take longer. */
const maxShutdownMs = 4800

export type ProcessLifetime = {
  /** Aborted by the first stop signal or by an error that nobody caught. */
  signal: AbortSignal
  /** The promise's value; or a rejection as soon as the process has to end, whatever the promise does then. */
  orStop: <T>(work: Promise<T>) => Promise<T>
  /** From now on a stop may take so much longer than what it takes by itself, in milliseconds. */
  allowLonger: (ms: number) => void
  release: () => void
}

/**
 * Listens for Ctrl+C, the service manager, a closed terminal, and for faults. One Ctrl+C can arrive several times, by way of
 * npm and its shell, so only the first counts; the hard limit is for whoever would press it again.
 */
export const startProcessLifetime = (): ProcessLifetime => {
  const controller = new AbortController()
  let longerMs = 0
  const end = (reason: Error) => {
    if (controller.signal.aborted) return
    controller.abort(reason)
    setTimeout(() => process.exit(1), maxShutdownMs + longerMs).unref()
  }
  const offs = Object.entries(exitCodeBySignal).map(([name, code]) => {
    const handler = () => end(new ProcessStoppedError(`stopped by ${name}`, code))
    process.on(name, handler)
    return () => process.off(name, handler)
  })
  const onFault = (error: unknown) => {
    // While all is being closed, connections break.
    if (controller.signal.aborted) return
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    end(new ProcessStoppedError('stopped by a fault', 1))
  }
  process.on('uncaughtException', onFault)
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  stopped.catch(() => {})
  return {
    signal: controller.signal,
    orStop: (work) => {
      work.catch(() => {})
      return Promise.race([stopped, work])
    },
    allowLonger: (ms) => {
      longerMs = ms
    },
    release: () => {
      process.off('uncaughtException', onFault)
      for (const off of offs) off()
    },
  }
}

/** Waits for an end that may hang on somebody else, but not longer than `ms`. */
export const waitAtMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), limit])
  clearTimeout(timer)
}
