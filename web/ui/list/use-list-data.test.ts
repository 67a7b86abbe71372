import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listMovements } from '#contract/clients/client.ts'
import { queryClient } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { askAhead } from './use-list-data.ts'

const params = { clientId: '1', accountId: '2' }
const state = (page: number) => ({ page, pageSize: 10, sort: 'bookingDate', direction: 'desc', filters: {} }) as const
let total = 0
let asked: string[] = []

beforeEach(() => {
  asked = []
  useSession.setState({ session: {} as never })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const answer = address.includes('/count') ? { total, totals: {} } : { rows: [] }
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  useSession.setState({ session: null })
  queryClient.clear()
  vi.unstubAllGlobals()
})

const pages = () => asked.filter((address) => !address.includes('/count'))
const settled = () => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))

test('a page refetched with its count uses the new total, not the old', async () => {
  total = 41
  askAhead(listMovements, params, state(1))
  await settled()
  askAhead(listMovements, params, state(5))
  await settled()
  expect(pages().map((address) => /knownTotal=(\d+)/.exec(address)?.[1])).toEqual([undefined, '41'])

  total = 43
  asked = []
  await queryClient.invalidateQueries({ refetchType: 'all' })
  expect(pages()).toHaveLength(2)
  expect(pages().map((address) => /knownTotal=(\d+)/.exec(address)?.[1])).toEqual([undefined, '43'])
})
