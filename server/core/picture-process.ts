import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ErrorCode } from '#contract/core/errors.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { buildRefusal } from './errors.ts'
import { type PictureFrame, renderPicture } from './make-picture.ts'

type PictureRequest = { content: Uint8Array; frame: PictureFrame }
type PictureReply = { picture: Uint8Array } | { refused: ErrorCode } | { failed: string }

/** Longer than the library's own patience: only a process that hangs is ended by it. */
const pictureTimeoutMs = 20_000
/** A process that has had nothing to do for so long ends, and its memory is free. */
const processIdleMs = 10_000

const isSource = import.meta.url.endsWith('.ts')
const workerEntryUrl = new URL(isSource ? '../picture-worker.ts' : './picture-worker.js', import.meta.url)
/** From sources, the loader of TypeScript comes first. */
const getTypeScriptLoaderArgs = (): string[] => [
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
]

let pictureProcess: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined

const startPictureProcess = (): ChildProcess => {
  const made = fork(fileURLToPath(workerEntryUrl), {
    execArgv: isSource ? getTypeScriptLoaderArgs() : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  made.once('exit', () => {
    if (pictureProcess === made) pictureProcess = undefined
  })
  return made
}

/** It keeps no process alive while it rests, and not longer than it is of use. */
const scheduleIdleExit = (resting: ChildProcess): void => {
  resting.unref()
  resting.channel?.unref()
  idleTimer = setTimeout(() => {
    // Whoever asks from now on gets another one.
    if (pictureProcess === resting) pictureProcess = undefined
    resting.kill('SIGKILL')
  }, processIdleMs).unref()
}

const requestPicture = (worker: ChildProcess, request: PictureRequest): Promise<PictureReply> =>
  new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      end()
    }
    const onMessage = (reply: PictureReply): void => settle(() => resolve(reply))
    const onError = (error: Error): void => settle(() => reject(error))
    // A picture on which the library dies, or that never ends, is none.
    const onExit = (): void => settle(() => resolve({ refused: 'file.notAnImage' }))
    const timer = setTimeout(() => worker.kill('SIGKILL'), pictureTimeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.send(request, (error) => error && onError(error))
  })

/**
 * Makes the picture in a process of its own, one after the other. What the library takes for a picture stays with its process for long; and
 * whatever a file does to it, the server goes on.
 */
export const renderInPictureProcess = async (request: PictureRequest): Promise<Buffer> => {
  clearTimeout(idleTimer)
  pictureProcess ??= startPictureProcess()
  const worker = pictureProcess
  worker.ref()
  worker.channel?.ref()
  try {
    const reply = await requestPicture(worker, request)
    if ('picture' in reply) return Buffer.from(reply.picture)
    if ('refused' in reply) throw buildRefusal(reply.refused)
    throw new Error(reply.failed)
  } finally {
    scheduleIdleExit(worker)
  }
}

/** The process's side. It ends with whoever started it. */
export const servePictureRequests = (): void => {
  process.on('disconnect', () => process.exit(0))
  // The terminal sends its keys to the whole group: whoever started this decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {})
  process.on('message', async ({ content, frame }: PictureRequest) => {
    const reply: PictureReply = await renderPicture(content, frame).then(
      (picture) => ({ picture }),
      (error: unknown) =>
        error instanceof RefusalError
          ? { refused: error.code }
          : { failed: error instanceof Error ? `${error.stack}` : `${error}` },
    )
    process.send?.(reply)
  })
}
