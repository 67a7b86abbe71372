import { create } from 'zustand'
import type { EndpointSpec, RequestInput } from '#contract/core/endpoint.ts'
import { CallError, callForStream } from '#web/core/call.ts'
import { downloadBlob, readFramedBlob } from './save-stream.ts'

type ExportJob = {
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
export const useExportJobs = create<{ jobs: readonly ExportJob[] }>()(() => ({ jobs: [] }))

const updateExportJob = (id: number, change: Partial<ExportJob>): void =>
  useExportJobs.setState(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) }))

/** Takes the notice of a file away. */
export const dismissExportJob = (id: number): void =>
  useExportJobs.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }))

let lastJobId = 0
/** How long the notice of a file that has come stays, in ms. One that failed stays until it is read. */
const noticeDurationMs = 8000

/** How long a file waits before it asks again, in ms, where the server doesn't say. */
const retryDelayMs = 5000

const waitOrAbort = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Fetches all matching rows as a file and saves it under that name. */
export const startExport = <E extends EndpointSpec>(endpoint: E, sent: RequestInput<E>, file: string): void => {
  const id = ++lastJobId
  const abort = new AbortController()
  const cancel = (): void => {
    abort.abort()
    dismissExportJob(id)
  }
  const retry = (): void => {
    dismissExportJob(id)
    startExport(endpoint, sent, file)
  }
  const job: ExportJob = { id, file, rows: 0, total: undefined, state: 'running', cancel, retry }
  useExportJobs.setState(({ jobs }) => ({ jobs: [...jobs, job] }))
  const begin = async (): Promise<Response> => {
    for (;;) {
      try {
        return await callForStream(endpoint, sent, { signal: abort.signal, headers: { 'x-progress': 'frames' } })
      } catch (error) {
        if (abort.signal.aborted || !(error instanceof CallError) || error.code !== 'export.running') throw error
        updateExportJob(id, { state: 'waiting' })
        await waitOrAbort(error.retryAfter ? error.retryAfter * 1000 : retryDelayMs, abort.signal)
        abort.signal.throwIfAborted()
      }
    }
  }
  const run = async (): Promise<void> => {
    const response = await begin()
    const total = response.headers.get('x-total-rows')
    updateExportJob(id, { state: 'running', total: total ? Number(total) : undefined })
    downloadBlob(await readFramedBlob(response, (rows) => updateExportJob(id, { rows })), file)
    updateExportJob(id, { state: 'ready' })
    setTimeout(dismissExportJob, noticeDurationMs, id)
  }
  run().catch((error: unknown) => abort.signal.aborted || updateExportJob(id, { state: 'failed', error }))
}
