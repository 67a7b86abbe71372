import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ErrorCode } from '#contract/core/errors.ts'
import { Refused } from '#rules/refused.ts'
import { refuse } from './errors.ts'
import { makePicture, type PictureFrame } from './make-picture.ts'

type Asked = { content: Uint8Array; frame: PictureFrame }
type Reply = { picture: Uint8Array } | { refused: ErrorCode } | { failed: string }

/** Longer than the library's own patience: only a process that hangs is ended by it. */
const patienceMs = 20_000
/** A process that has had nothing to do for so long ends, and its memory is free. */
const idleMs = 10_000

const isSource = import.meta.url.endsWith('.ts')
const entry = new URL(isSource ? '../picture-worker.ts' : './picture-worker.js', import.meta.url)
/** From sources, the loader of TypeScript comes first. */
const loader = (): string[] => ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]

let child: ChildProcess | undefined
let rest: NodeJS.Timeout | undefined

const start = (): ChildProcess => {
  const made = fork(fileURLToPath(entry), {
    execArgv: isSource ? loader() : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  made.once('exit', () => {
    if (child === made) child = undefined
  })
  return made
}

/** It keeps no process alive while it rests, and not longer than it is of use. */
const letRest = (resting: ChildProcess): void => {
  resting.unref()
  resting.channel?.unref()
  rest = setTimeout(() => {
    // Whoever asks from now on gets another one.
    if (child === resting) child = undefined
    resting.kill('SIGKILL')
  }, idleMs).unref()
}

const replyOf = (worker: ChildProcess, asked: Asked): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const onMessage = (reply: Reply): void => settle(() => resolve(reply))
    const onError = (error: Error): void => settle(() => reject(error))
    // A picture on which the library dies, or that never ends, is none.
    const onExit = (): void => settle(() => resolve({ refused: 'file.notAnImage' }))
    const timer = setTimeout(() => worker.kill('SIGKILL'), patienceMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.send(asked, (error) => error && onError(error))
  })

/**
 * Makes the picture in a process of its own, one after the other. What the library takes for a picture stays with its process for long; and
 * whatever a file does to it, the server goes on.
 */
export const askPictureProcess = async (asked: Asked): Promise<Buffer> => {
  clearTimeout(rest)
  child ??= start()
  const worker = child
  worker.ref()
  worker.channel?.ref()
  try {
    const reply = await replyOf(worker, asked)
    if ('picture' in reply) return Buffer.from(reply.picture)
    if ('refused' in reply) throw refuse(reply.refused)
    throw new Error(reply.failed)
  } finally {
    letRest(worker)
  }
}

/** The process's side. It ends with whoever started it. */
export const servePictures = (): void => {
  process.on('disconnect', () => process.exit(0))
  // The terminal sends its keys to the whole group: whoever started this decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {})
  process.on('message', async ({ content, frame }: Asked) => {
    const reply: Reply = await makePicture(content, frame).then(
      (picture) => ({ picture }),
      (error: unknown) =>
        error instanceof Refused
          ? { refused: error.code }
          : { failed: error instanceof Error ? `${error.stack}` : `${error}` },
    )
    process.send?.(reply)
  })
}
