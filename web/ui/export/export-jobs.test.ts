import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { startExport, useExportJobs } from './export-jobs.ts'

const buildRefusalResponse = (code: string) =>
  new Response(JSON.stringify({ code, message: code, requestId: '1' }), {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '2' },
  })
const exportRequest = { query: { format: 'csv' as const } }
const listJobStates = () => useExportJobs.getState().jobs.map((job) => job.state)

beforeEach(() => {
  vi.useFakeTimers()
  useExportJobs.setState({ jobs: [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an export waits for the user’s running one, retries, and can be cancelled', async () => {
  const fetched = vi.fn(async () => buildRefusalResponse('export.running'))
  vi.stubGlobal('fetch', fetched)
  startExport(listClients.exportRows, exportRequest, 'clientes.csv')
  await vi.waitFor(() => expect(listJobStates()).toEqual(['waiting']))
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toHaveBeenCalledTimes(2)
  useExportJobs.getState().jobs[0]!.cancel()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(listJobStates()).toEqual([])
})

test('an export refused for another reason fails at once', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => buildRefusalResponse('request.tooMany')),
  )
  startExport(listClients.exportRows, exportRequest, 'clientes.csv')
  await vi.waitFor(() => expect(listJobStates()).toEqual(['failed']))
})
