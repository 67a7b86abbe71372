import { create } from 'zustand'
import type { EndpointSpec, Sent } from '#contract/core/endpoint.ts'
import { CallError, callStream } from '#web/core/call.ts'
import { readFramed, saveFile } from './save-stream.ts'

type Job = {
  id: number
  file: string
  rows: number
  /** Unknown until the server has begun. */
  total: number | undefined
  /** `waiting` while another file of the same person is on its way: the server makes one at a time. */
  state: 'running' | 'waiting' | 'ready' | 'failed'
  error?: unknown
  cancel: () => void
  retry: () => void
}

/** Files on their way. Outside of any screen, so that the person can go on working elsewhere. */
export const useExports = create<{ jobs: readonly Job[] }>()(() => ({ jobs: [] }))

const update = (id: number, change: Partial<Job>): void =>
  useExports.setState(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) }))

/** Takes the notice of a file away. */
export const dismiss = (id: number): void =>
  useExports.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }))

let lastId = 0
/** How long the notice of a file that has come stays, in ms. One that failed stays until it is read. */
const readFor = 8000

/** How long a file waits before it asks again, in ms, where the server doesn't say. */
const askAgainAfter = 5000

const rested = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Fetches all matching rows as a file and saves it under that name. */
export const startExport = <E extends EndpointSpec>(endpoint: E, sent: Sent<E>, file: string): void => {
  const id = ++lastId
  const abort = new AbortController()
  const cancel = (): void => {
    abort.abort()
    dismiss(id)
  }
  const retry = (): void => {
    dismiss(id)
    startExport(endpoint, sent, file)
  }
  const job: Job = { id, file, rows: 0, total: undefined, state: 'running', cancel, retry }
  useExports.setState(({ jobs }) => ({ jobs: [...jobs, job] }))
  const begin = async (): Promise<Response> => {
    for (;;) {
      try {
        return await callStream(endpoint, sent, { signal: abort.signal, headers: { 'x-progress': 'frames' } })
      } catch (error) {
        if (abort.signal.aborted || !(error instanceof CallError) || error.code !== 'export.running') throw error
        update(id, { state: 'waiting' })
        await rested(error.retryAfter ? error.retryAfter * 1000 : askAgainAfter, abort.signal)
        abort.signal.throwIfAborted()
      }
    }
  }
  const run = async (): Promise<void> => {
    const response = await begin()
    const total = response.headers.get('x-total-rows')
    update(id, { state: 'running', total: total ? Number(total) : undefined })
    saveFile(await readFramed(response, (rows) => update(id, { rows })), file)
    update(id, { state: 'ready' })
    setTimeout(dismiss, readFor, id)
  }
  run().catch((error: unknown) => abort.signal.aborted || update(id, { state: 'failed', error }))
}
