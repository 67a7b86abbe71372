import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Id } from '#contract/core/values.ts'
import { buildQueryString, CallError, callEndpoint, setRefusalListener } from './call.ts'

const getThingEndpoint = defineEndpoint({
  method: 'GET',
  path: '/things/:thingId',
  summary: 'A thing',
  open: 'signedIn',
  params: z.object({ thingId: Id }),
  query: z.object({ search: z.string().optional(), page: z.number().optional() }),
  output: z.object({ name: z.string() }),
})

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()))
afterEach(() => {
  setRefusalListener(() => {})
  vi.unstubAllGlobals()
})
const mockResponse = (status: number, body: unknown) => fetchMock.mockResolvedValueOnce(Response.json(body, { status }))
const callGetThing = () => callEndpoint(getThingEndpoint, { params: { thingId: '7' } })

test('a call fills the path and writes the query', async () => {
  mockResponse(200, { name: 'x' })
  await callEndpoint(getThingEndpoint, { params: { thingId: '7' }, query: { search: 'Peña & hijos', page: 2 } })
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/v1/things/7?search=Pe%C3%B1a+%26+hijos&page=2')
})

test('a call leaves out undefined query values', () => {
  expect(buildQueryString({ a: undefined, b: null, c: '', d: false, e: 0 })).toBe('?d=false&e=0')
  expect(buildQueryString({})).toBe('')
})

describe('refused calls', () => {
  test.each([
    [401, 'Invalid credentials'],
    [403, 'Access Forbidden'],
    [404, 'Sorry! the data you are looking for could not be found'],
    [409, 'from the server'],
  ])('a refusal with status %i says "%s"', async (status, message) => {
    mockResponse(status, { code: 'some.code', message: 'from the server', requestId: 'r1', fields: { name: 'wrong' } })
    await expect(callGetThing()).rejects.toMatchObject({
      status,
      message,
      code: 'some.code',
      requestId: 'r1',
      fields: { name: 'wrong' },
    })
  })

  test('a refusal without readable answer gets a code and a message', async () => {
    fetchMock.mockResolvedValueOnce(new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }))
    await expect(callGetThing()).rejects.toMatchObject({ status: 502, code: 'http.502', message: 'HTTP 502' })
  })

  test('a refusal ends the session only when its token is still the stored one', async () => {
    const kept = new Map([['token', 'first']])
    vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
    const refused = vi.fn<(error: CallError) => void>()
    setRefusalListener(refused)
    fetchMock.mockImplementationOnce(async () => {
      kept.set('token', 'second')
      return Response.json({ code: 'session.expired' }, { status: 401 })
    })
    await expect(callGetThing()).rejects.toBeInstanceOf(CallError)
    expect(refused).not.toHaveBeenCalled()
    mockResponse(401, { code: 'session.expired' })
    await expect(callGetThing()).rejects.toBeInstanceOf(CallError)
    expect(refused).toHaveBeenCalledOnce()
    // What only its caller is to hear of, as of the audit of a navigation.
    mockResponse(403, { code: 'permission.missing' })
    await expect(
      callEndpoint(getThingEndpoint, { params: { thingId: '7' } }, { isBackground: true }),
    ).rejects.toBeInstanceOf(CallError)
    expect(refused).toHaveBeenCalledOnce()
  })
})
