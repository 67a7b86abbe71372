import { Worker } from 'node:worker_threads'
import type { Prefix } from '#contract/core/values.ts'
import type { ProgressReporter } from '#db/progress.ts'
import type { SeedReport } from '#db/seed/seed.ts'

export type SeedRequest = { ownerUrl: string; prefix: Prefix; size: 'S' | 'L' | 'tenth'; today: string }
export type SeedMessage = { step: Parameters<ProgressReporter> } | { report: SeedReport } | { refusal: string }

/** The prefix can't be filled; the message says why, and what to do. */
export class SeedRefusedError extends Error {
  override name = 'SeedRefusal'
}

/**
 * Fills a prefix in a thread of its own: making a firm is work without pause, during which no stop signal would be heard, and its memory
 * goes with the thread.
 */
export const seedInThread = (
  order: SeedRequest,
  progress: ProgressReporter,
  signal: AbortSignal,
): Promise<SeedReport> =>
  new Promise((resolve, reject) => {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const worker = new Worker(new URL(`./seed-worker.${extension}`, import.meta.url), { workerData: order })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: SeedMessage) => {
      if ('step' in message) progress(...message.step)
      else if ('report' in message) resolve(message.report)
      else reject(new SeedRefusedError(message.refusal))
    })
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(signal.aborted ? signal.reason : new Error(`the seeding thread ended with ${code}`))
    })
  })
