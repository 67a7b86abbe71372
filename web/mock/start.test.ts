import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMockServer } from './start.ts'

const realFetchMock = vi.fn(async (_: RequestInfo | URL, __?: RequestInit) => new Response('of the server'))
/** Set anew for each test: what a page of the mock calls the server by. */
let mockedFetch: typeof globalThis.fetch
beforeEach(() => {
  vi.useFakeTimers()
  realFetchMock.mockClear()
  vi.stubGlobal('location', { origin: 'http://mock.example' })
  vi.stubGlobal('fetch', realFetchMock)
  startMockServer()
  mockedFetch = globalThis.fetch
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const postJson = async (path: string, body: object, origin = 'http://mock.example') => {
  const begin = Date.now()
  const coming = mockedFetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
  await vi.advanceTimersByTimeAsync(1000)
  const response = await coming
  return { status: response.status, body: await response.text(), took: Date.now() - begin }
}

test.each([
  ['/login/', { username: 'test', password: 'test' }, 200, '"role":"Admin"'],
  ['/login/', { username: 'test', password: 'other' }, 401, 'Username or password is incorrect'],
  ['/forget-password/', { username: 'test' }, 200, "We've sent you a link to reset password to your registered email."],
  [
    '/forget-password/',
    { username: 'other' },
    401,
    'Sorry, we could not find any registered user with entered username',
  ],
  [
    '/register/',
    { username: 'ana@example.test', fullName: 'Ana Romero Gil' },
    200,
    '"firstName":"Ana","lastName":"Romero Gil"',
  ],
])('the mock answers %s with %o by %i, after a second', async (path, sent, status, expectedBody) => {
  const answer = await postJson(path, sent)
  expect(answer).toMatchObject({ status, took: 1000 })
  expect(answer.body).toContain(expectedBody)
  expect(answer.body).not.toContain('"password"')
  expect(realFetchMock).not.toHaveBeenCalled()
})

test('the mock passes every other call to the server', async () => {
  await vi.runAllTimersAsync()
  for (const coming of [
    mockedFetch('http://mock.example/login/'),
    mockedFetch('http://mock.example/api/v1/session', { method: 'POST', body: '{}' }),
    mockedFetch('http://elsewhere.example/login/', { method: 'POST', body: '{}' }),
  ])
    expect(await (await coming).text()).toBe('of the server')
  expect(realFetchMock).toHaveBeenCalledTimes(3)
})
