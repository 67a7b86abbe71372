import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Id } from '#contract/core/values.ts'
import { setRefusalListener } from './call.ts'
import { callCombined } from './combined-calls.ts'

const getThing = defineEndpoint({
  method: 'GET',
  path: '/things/:thingId',
  summary: 'A thing',
  open: 'signedIn',
  combinable: true,
  params: z.object({ thingId: Id }),
  query: z.object({ states: z.string().optional() }),
  output: z.object({ name: z.string() }),
})

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()))
afterEach(() => {
  setRefusalListener(() => {})
  vi.unstubAllGlobals()
})
const callThing = (thingId: string, signal?: AbortSignal) =>
  callCombined(getThing, { params: { thingId }, query: { states: 'a,b' } }, signal)
const mockAnswers = (...answers: { status: number; body: unknown }[]) =>
  fetchMock.mockResolvedValueOnce(Response.json({ answers }))

describe('reads that are asked for at the same moment', () => {
  test('go in one call, and each gets its own answer', async () => {
    mockAnswers({ status: 200, body: { name: 'x' } }, { status: 200, body: { name: 'y' } })
    expect(await Promise.all([callThing('7'), callThing('8')])).toEqual([{ name: 'x' }, { name: 'y' }])
    expect(fetchMock).toHaveBeenCalledOnce()
    const { pathname, searchParams } = new URL(String(fetchMock.mock.calls[0]?.[0]), 'http://localhost')
    expect(pathname).toBe('/api/v1/reads')
    expect(searchParams.get('paths')?.split(',')).toEqual(['/things/7?states=a%2Cb', '/things/8?states=a%2Cb'])
  })

  test('one alone is a call of its own', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ name: 'x' }))
    expect(await callThing('7')).toEqual({ name: 'x' })
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/things/7?states=a%2Cb')
  })

  test('a refusal of one is reported as its own, and the other is answered', async () => {
    vi.stubGlobal('localStorage', { getItem: () => 'token' })
    const refused = vi.fn<(error: unknown) => void>()
    setRefusalListener(refused)
    mockAnswers({ status: 403, body: { code: 'permission.missing' } }, { status: 200, body: { name: 'y' } })
    const [first, second] = await Promise.allSettled([callThing('7'), callThing('8')])
    expect(first).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'permission.missing' } })
    expect(second).toMatchObject({ status: 'fulfilled', value: { name: 'y' } })
    expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'permission.missing' }))
  })

  test('a failure of the call is the failure of each', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('no network'))
    const outcomes = await Promise.allSettled([callThing('7'), callThing('8')])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 0 } })
  })

  test('the call is aborted once nobody waits for any of it', async () => {
    const one = new AbortController()
    const other = new AbortController()
    fetchMock.mockImplementationOnce(
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    )
    const outcomes = Promise.allSettled([callThing('7', one.signal), callThing('8', other.signal)])
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledOnce())
    const signal = fetchMock.mock.calls[0]?.[1]?.signal
    one.abort()
    expect(signal?.aborted).toBe(false)
    other.abort()
    expect(signal?.aborted).toBe(true)
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { name: 'AbortError' } })
  })
})
