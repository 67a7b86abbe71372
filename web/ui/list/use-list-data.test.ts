import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listAccountMovements } from '#contract/clients/client.ts'
import { queryClient } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { prefetchList } from './use-list-data.ts'

const pathParams = { clientId: '1', accountId: '2' }
const buildListState = (page: number) =>
  ({ page, pageSize: 10, sort: 'bookingDate', direction: 'desc', filters: {} }) as const
let serverTotal = 0
let requestedUrls: string[] = []

beforeEach(() => {
  requestedUrls = []
  useSession.setState({ session: {} as never })
  vi.stubGlobal('fetch', async (address: string) => {
    const together = new URL(address, 'http://localhost').searchParams.get('paths')?.split(',')
    requestedUrls.push(...(together ?? [address]))
    return Response.json(
      together ? { answers: together.map((path) => ({ status: 200, body: answerOf(path) })) } : answerOf(address),
    )
  })
})
const answerOf = (address: string) => (address.includes('/count') ? { total: serverTotal, totals: {} } : { rows: [] })
afterEach(() => {
  useSession.setState({ session: null })
  queryClient.clear()
  vi.unstubAllGlobals()
})

const listPageRequests = () => requestedUrls.filter((address) => !address.includes('/count'))
const waitUntilFetched = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))

test('a page refetched with its count uses the new total, not the old', async () => {
  serverTotal = 41
  prefetchList(listAccountMovements, pathParams, buildListState(1))
  await waitUntilFetched()
  prefetchList(listAccountMovements, pathParams, buildListState(5))
  await waitUntilFetched()
  expect(listPageRequests().map((address) => /knownTotal=(\d+)/.exec(address)?.[1])).toEqual([undefined, '41'])

  serverTotal = 43
  requestedUrls = []
  await queryClient.invalidateQueries({ refetchType: 'all' })
  expect(listPageRequests()).toHaveLength(2)
  expect(listPageRequests().map((address) => /knownTotal=(\d+)/.exec(address)?.[1])).toEqual([undefined, '43'])
})
