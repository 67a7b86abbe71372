import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { startExport, useExports } from './running.ts'

const refused = (code: string) =>
  new Response(JSON.stringify({ code, message: code, requestId: '1' }), {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '2' },
  })
const asked = { query: { format: 'csv' as const } }
const state = () => useExports.getState().jobs.map((job) => job.state)

beforeEach(() => {
  vi.useFakeTimers()
  useExports.setState({ jobs: [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an export waits for the user’s running one, retries, and can be cancelled', async () => {
  const fetched = vi.fn(async () => refused('export.running'))
  vi.stubGlobal('fetch', fetched)
  startExport(listClients.exportRows, asked, 'clientes.csv')
  await vi.waitFor(() => expect(state()).toEqual(['waiting']))
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toHaveBeenCalledTimes(2)
  useExports.getState().jobs[0]!.cancel()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(state()).toEqual([])
})

test('an export refused for another reason fails at once', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => refused('request.tooMany')),
  )
  startExport(listClients.exportRows, asked, 'clientes.csv')
  await vi.waitFor(() => expect(state()).toEqual(['failed']))
})
