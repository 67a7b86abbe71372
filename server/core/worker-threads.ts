import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { ErrorCode } from '#contract/core/errors.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { buildRefusal } from './errors.ts'

/**
 * Work without pauses that a thread of its own does, piece by piece, while the process answers others. Its input and pieces are copied.
 * See docs/decisions/0075-reading-threads.md
 */
export type ThreadJob<Input, Piece> = { name: string; run: (input: Input) => Iterable<Piece> | AsyncIterable<Piece> }

export type WorkerThreads = {
  /**
   * The pieces of a job as they are asked for: the thread waits in between. Throws what the job refuses, `file.busy` where too many wait
   * already, `file.tooComplex` where it takes too long or too much memory.
   */
  stream: <Input, Piece>(job: ThreadJob<Input, Piece>, input: Input) => AsyncGenerator<Piece>
  /** The first piece of a job. */
  run: <Input, Piece>(job: ThreadJob<Input, Piece>, input: Input) => Promise<Piece>
}

type ThreadRequest = { job: string; input: unknown } | 'next'
type ThreadReply =
  | { piece: unknown }
  | { done: true }
  | { refused: ErrorCode; details: RefusalError['details'] }
  | { failed: string }

type ThreadLimits = {
  /** Threads at work at once. */
  threads: number
  /** Jobs that wait for one of them. */
  waiting: number
  /** Time for a piece, in ms. */
  pieceMs: number
  /** Heap of a thread, in MB. */
  memory: number
  /** How long a thread waits for more work before it ends, in ms. */
  idleMs: number
}
const defaultThreadLimits: ThreadLimits = { threads: 2, waiting: 16, pieceMs: 20_000, memory: 384, idleMs: 20_000 }

/** Of what is fresh in the heap of a thread, in MB: under Node.js 24, more of it that survives at once, at the limit, would end the whole process. */
const youngGenerationMb = 16

/** A thread of the entry; from sources the loader of TypeScript is registered there first. */
const startWorkerThread = (entry: URL, memory: number): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: youngGenerationMb }
  const options = { resourceLimits, stdout: false }
  if (!entry.href.endsWith('.ts')) return new Worker(entry, options)
  const loader = new URL('index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'))).href
  const source = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}) })`
  return new Worker(source, { ...options, eval: true, execArgv: [] })
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const buildTooComplexRefusal = () => buildRefusal('file.tooComplex')

/** Sends an order and waits for what comes back. */
const requestFromThread = (worker: Worker, order: ThreadRequest, ms: number): Promise<ThreadReply> =>
  new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      work()
    }
    const onMessage = (message: ThreadReply) => settle(() => resolve(message))
    const onError = (error: unknown) => settle(() => reject(isOutOfMemory(error) ? buildTooComplexRefusal() : error))
    const onExit = () => settle(() => reject(buildTooComplexRefusal()))
    const timer = setTimeout(() => settle(() => reject(buildTooComplexRefusal())), ms)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(order)
  })

/** A few threads for jobs of the entry's list; made when they are first needed, ended when idle. They keep no process alive. */
export const openWorkerThreads = (entry: URL, limits: Partial<ThreadLimits> = {}): WorkerThreads => {
  const { threads, waiting: maxWaiting, pieceMs, memory, idleMs } = { ...defaultThreadLimits, ...limits }
  const idle: { worker: Worker; wake: () => void }[] = []
  const waiting: (() => void)[] = []
  let busy = 0

  const take = async (): Promise<Worker> => {
    if (busy < threads) busy += 1
    else if (waiting.length >= maxWaiting) throw buildRefusal('file.busy', { retryAfterSeconds: 5 })
    else await new Promise<void>((go) => waiting.push(go))
    const rested = idle.pop()
    rested?.wake()
    return rested?.worker ?? startWorkerThread(entry, memory)
  }
  const rest = (worker: Worker): void => {
    const leave = () => {
      wake()
      const at = idle.indexOf(rested)
      if (at >= 0) idle.splice(at, 1)
    }
    const wake = () => {
      clearTimeout(timer)
      worker.off('error', leave).off('exit', leave)
    }
    const timer = setTimeout(() => {
      leave()
      void worker.terminate()
    }, idleMs).unref()
    const rested = { worker, wake }
    worker.on('error', leave).on('exit', leave).unref()
    idle.push(rested)
  }
  const giveBack = (worker: Worker, isFit: boolean): void => {
    if (isFit) rest(worker)
    else void worker.terminate()
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  const stream: WorkerThreads['stream'] = async function* <Input, Piece>(job: ThreadJob<Input, Piece>, input: Input) {
    const worker = await take()
    worker.ref()
    // A thread that is left in the middle of a job is of no more use.
    let isFit = false
    try {
      for (let order: ThreadRequest = { job: job.name, input }; ; order = 'next') {
        const message = await requestFromThread(worker, order, pieceMs)
        isFit = !('piece' in message)
        if ('refused' in message) throw buildRefusal(message.refused, message.details)
        if ('failed' in message) throw new Error(message.failed)
        if ('done' in message) return
        yield message.piece as Piece
      }
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code === 'file.tooComplex') isFit = false
      throw error
    } finally {
      giveBack(worker, isFit)
    }
  }
  const run: WorkerThreads['run'] = async (job, input) => {
    const pieces = stream(job, input)
    const { value, done } = await pieces.next()
    if (done) throw new Error(`${job.name} gave nothing`)
    // To its end, so that the thread can be used again.
    await pieces.next()
    return value
  }
  return { stream, run }
}

/** The thread's side: does the jobs that it is given, one after the other. */
export const serveThreadJobs = (port: MessagePort, jobs: readonly ThreadJob<never, unknown>[]): void => {
  let pieces: Iterator<unknown> | AsyncIterator<unknown> | undefined
  const next = async (order: ThreadRequest): Promise<ThreadReply> => {
    try {
      if (order !== 'next') {
        const job = jobs.find(({ name }) => name === order.job)
        if (!job) return { failed: `There is no job ${order.job}` }
        // Whoever orders a job by its name has its types.
        const made = job.run(order.input as never)
        pieces = Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]()
      }
      const { value, done } = await pieces!.next()
      return done ? { done: true } : { piece: value }
    } catch (error) {
      if (error instanceof RefusalError) return { refused: error.code, details: error.details }
      return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  port.on('message', async (order: ThreadRequest) => port.postMessage(await next(order)))
}
