import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as auth from '#contract/auth.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { CallError, setRefusalListener } from './call.ts'
import { clearSession, hasPermission, logout, restoreSession, sessionEndpoints, useSession } from './session.ts'
import { login } from './session-actions.ts'
import { setLanguage } from './session-preferences.ts'

const createStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const buildToken = (seconds: number): string => `a.${btoa(JSON.stringify({ exp: seconds }))}.b`
const tokenExpiry = Math.floor(Date.now() / 1000) + 600
const userFixture = { username: 'ana', email: 'ana@example.test', idioma: 'spanish' } as const
const sessionFixture: auth.Session = {
  ...userFixture,
  sessionId: '3f0c1f0e-0000-4000-8000-000000000001',
  fullName: 'Ana Romero',
  prefix: 'dino',
  prefixes: ['dino'],
  role: 'manager',
  cvl: 'ES-G014',
  actingCvl: null,
  actingName: null,
  mayWorkInView: false,
  mayChangeView: false,
  seesOwnClientsOnly: false,
  zoneName: 'Centro',
  permissions: [{ module: 'bt_Clientes', actions: ['view'] }],
  businessDate: '2026-11-21',
  timeZone: 'Europe/Madrid',
  locale: 'es-ES',
  expiresAt: '2026-11-22T10:00:00Z',
  hasPassword: true,
  preferences: {
    layout: null,
    language: null,
    activeCurrency: null,
    favourites: [],
    startPage: null,
    dayMail: false,
    dashboard: null,
  },
  currencies: [],
  settingsPanel: true,
  unreadNotifications: 0,
  maintenance: null,
  defaultViews: [],
  enrolment: false,
}
const fetchMock = vi.fn<typeof fetch>()
const buildResponse = (status: number, body: unknown): Promise<Response> =>
  Promise.resolve(Response.json(body, { status }))
const createDeferredResponse = () => {
  let resolve = (_: Response): void => {}
  const promise = new Promise<Response>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
const revokedRefusal = { code: 'session.revoked', message: 'no', requestId: 'r1' }

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('sessionStorage', createStorage())
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset().mockImplementation(() => buildResponse(200, sessionFixture))
  setRefusalListener(({ status }) => status === 401 && clearSession())
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

const storeSession = (token: string): void => {
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(userFixture))
}

test('the session calls written separately are those of the contract', () => {
  const theirs = {
    login: auth.login,
    session: auth.getSession,
    signOut: auth.signOut,
    lock: auth.lockSession,
    unlock: auth.unlockSession,
    switchPrefix: auth.switchPrefix,
    setPreferences,
  }
  const cases = Object.entries(theirs).map(([name, spec]) => {
    const { method, path, at } = spec as EndpointSpec
    return [name, { method, path, ...(at && { at }) }]
  })
  expect(sessionEndpoints).toEqual(Object.fromEntries(cases))
})

describe('restoring a session', () => {
  test('restoring brings back the user and sends the token as the specification sets', async () => {
    storeSession(buildToken(tokenExpiry))
    expect(await restoreSession()).toEqual(sessionFixture)
    expect(useSession.getState()).toMatchObject({
      userLoggedIn: true,
      loading: false,
      parentCvl: 'ES-G014',
      user: userFixture,
    })
    expect(fetchMock.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: `JWT ${buildToken(tokenExpiry)}` })
    expect(hasPermission('bt_Clientes', 'view')).toBe(true)
    expect(hasPermission('bt_Clientes', 'export')).toBe(false)
  })

  test.each([
    ['is malformed', 'nonsense'],
    ['is no JWT of JSON', 'a.b.c'],
    ['has expired', buildToken(tokenExpiry - 1200)],
    ['has no expiry', `a.${btoa('{}')}.b`],
  ])('restoring sends no request when the token %s', async (_, token) => {
    storeSession(token)
    expect(await restoreSession()).toBeNull()
    expect(fetchMock).not.toHaveBeenCalled()
  })

  test('restoring needs the stored user as well as the token', async () => {
    localStorage.setItem('token', buildToken(tokenExpiry))
    expect(await restoreSession()).toBeNull()
    expect(fetchMock).not.toHaveBeenCalled()
  })

  test.each([{ ...userFixture, idioma: 'klingon' }, { username: 'ana', email: '' }, { idioma: 'spanish' }, 'ana', 7])(
    'ends the session when the stored user is unreadable: %j',
    async (broken) => {
      storeSession(buildToken(tokenExpiry))
      localStorage.setItem('user', JSON.stringify(broken))
      expect(await restoreSession()).toBeNull()
      expect(localStorage.getItem('token')).toBeNull()
      expect(useSession.getState()).toMatchObject({ endedBecause: 'invalid', currentLanguage: 'spanish' })
      expect(fetchMock).not.toHaveBeenCalled()
    },
  )

  test('ends a stored session that the server no longer accepts', async () => {
    storeSession(buildToken(tokenExpiry))
    fetchMock.mockImplementation(() => buildResponse(401, revokedRefusal))
    expect(await restoreSession()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(useSession.getState().userLoggedIn).toBe(false)
  })

  test('keeps the stored session while the server is unreachable', async () => {
    storeSession(buildToken(tokenExpiry))
    fetchMock.mockImplementation(() => Promise.reject(new TypeError('failed')))
    await expect(restoreSession()).rejects.toMatchObject({ status: 0, code: 'network' })
    expect(localStorage.getItem('token')).not.toBeNull()
  })

  test('a restored session uses the language the user chose', async () => {
    storeSession(buildToken(tokenExpiry))
    const chosen = { ...sessionFixture, preferences: { ...sessionFixture.preferences, language: 'english' } }
    fetchMock.mockImplementation(() => buildResponse(200, chosen))
    await restoreSession()
    expect(useSession.getState().currentLanguage).toBe('english')
  })
})

describe('signing in and out', () => {
  test('signing in sends the password in the body only and stores token and user', async () => {
    fetchMock.mockImplementationOnce(() => buildResponse(200, { ...userFixture, token: buildToken(tokenExpiry) }))
    await login('ana', 'secret word')
    const [address, sent] = fetchMock.mock.calls[0]!
    expect(address).toBe('/ApiRest/api/auth/login')
    expect(sent?.body).toBe('{"identity":"ana","password":"secret word"}')
    expect(localStorage.getItem('token')).toBe(buildToken(tokenExpiry))
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(userFixture)
    expect(localStorage.getItem('parentCvl')).toBe('ES-G014')
  })

  test('a refused sign-in stores nothing and says how long to wait', async () => {
    fetchMock.mockImplementation(() =>
      Promise.resolve(Response.json(revokedRefusal, { status: 429, headers: { 'retry-after': '30' } })),
    )
    const attempt = await login('ana', 'wrong').catch((error: unknown) => error)
    expect(attempt).toBeInstanceOf(CallError)
    expect(attempt).toMatchObject({ status: 429, retryAfter: 30 })
    expect(localStorage.getItem('token')).toBeNull()
    expect(useSession.getState()).toMatchObject({ userLoggedIn: false, loading: false })
  })

  test('signing out clears all, returns to Spanish and sends the old token', async () => {
    storeSession(buildToken(tokenExpiry))
    await restoreSession()
    setLanguage('english')
    await logout()
    for (const key of ['token', 'user', 'parentCvl']) expect(localStorage.getItem(key)).toBeNull()
    expect(sessionStorage.getItem('ubold_user')).toBeNull()
    expect(useSession.getState().currentLanguage).toBe('spanish')
    expect(fetchMock.mock.lastCall?.[1]?.headers).toMatchObject({ authorization: `JWT ${buildToken(tokenExpiry)}` })
  })

  test('an answer that comes after signing out changes nothing', async () => {
    storeSession(buildToken(tokenExpiry))
    const { promise, resolve: answer } = createDeferredResponse()
    fetchMock.mockImplementationOnce(() => promise)
    const late = restoreSession()
    await logout()
    answer(Response.json(sessionFixture))
    expect(await late).toBeNull()
    expect(useSession.getState().session).toBeNull()
  })
})
