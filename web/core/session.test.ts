import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSession, lock, login as loginCall, type Session, signOut, switchPrefix, unlock } from '#contract/auth.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { CallError, onRefusal } from './call.ts'
import { can, chooseLanguage, forget, login, logout, restore, sessionCalls, useSession } from './session.ts'

const storageOf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const tokenUntil = (seconds: number): string => `a.${btoa(JSON.stringify({ exp: seconds }))}.b`
const soon = Math.floor(Date.now() / 1000) + 600
const user = { username: 'ana', email: 'ana@example.test', idioma: 'spanish' } as const
const session: Session = {
  ...user,
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
  zoneName: 'Centro',
  permissions: [{ module: 'bt_Clientes', actions: ['view'] }],
  businessDate: '2026-11-21',
  timeZone: 'Europe/Madrid',
  locale: 'es-ES',
  expiresAt: '2026-11-22T10:00:00Z',
  hasPassword: true,
  preferences: { layout: null, language: null, activeCurrency: null, favourites: [] },
  currencies: [],
  settingsPanel: true,
  unreadNotifications: 0,
  maintenance: null,
  enrolment: false,
}
const server = vi.fn<typeof fetch>()
const answers = (status: number, body: unknown): Promise<Response> => Promise.resolve(Response.json(body, { status }))
const lateAnswer = () => {
  let resolve = (_: Response): void => {}
  const promise = new Promise<Response>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
const refusal = { code: 'session.revoked', message: 'no', requestId: 'r1' }

beforeEach(() => {
  vi.stubGlobal('localStorage', storageOf())
  vi.stubGlobal('sessionStorage', storageOf())
  vi.stubGlobal('fetch', server)
  server.mockReset().mockImplementation(() => answers(200, session))
  onRefusal(({ status }) => status === 401 && forget())
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
})

const store = (token: string): void => {
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
}

test('the session calls written separately are those of the contract', () => {
  const theirs = { login: loginCall, session: getSession, signOut, lock, unlock, switchPrefix, setPreferences }
  const told = Object.entries(theirs).map(([name, spec]) => {
    const { method, path, at } = spec as EndpointSpec
    return [name, { method, path, ...(at && { at }) }]
  })
  expect(sessionCalls).toEqual(Object.fromEntries(told))
})

describe('restoring a session', () => {
  test('restoring brings back the user and sends the token as the specification sets', async () => {
    store(tokenUntil(soon))
    expect(await restore()).toEqual(session)
    expect(useSession.getState()).toMatchObject({ userLoggedIn: true, loading: false, parentCvl: 'ES-G014', user })
    expect(server.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: `JWT ${tokenUntil(soon)}` })
    expect(can('bt_Clientes', 'view')).toBe(true)
    expect(can('bt_Clientes', 'export')).toBe(false)
  })

  test.each([
    ['is malformed', 'nonsense'],
    ['is no JWT of JSON', 'a.b.c'],
    ['has expired', tokenUntil(soon - 1200)],
    ['has no expiry', `a.${btoa('{}')}.b`],
  ])('restoring sends no request when the token %s', async (_, token) => {
    store(token)
    expect(await restore()).toBeNull()
    expect(server).not.toHaveBeenCalled()
  })

  test('restoring needs the stored user as well as the token', async () => {
    localStorage.setItem('token', tokenUntil(soon))
    expect(await restore()).toBeNull()
    expect(server).not.toHaveBeenCalled()
  })

  test.each([{ ...user, idioma: 'klingon' }, { username: 'ana', email: '' }, { idioma: 'spanish' }, 'ana', 7])(
    'ends the session when the stored user is unreadable: %j',
    async (broken) => {
      store(tokenUntil(soon))
      localStorage.setItem('user', JSON.stringify(broken))
      expect(await restore()).toBeNull()
      expect(localStorage.getItem('token')).toBeNull()
      expect(useSession.getState()).toMatchObject({ endedBecause: 'invalid', currentLanguage: 'spanish' })
      expect(server).not.toHaveBeenCalled()
    },
  )

  test('ends a stored session that the server no longer accepts', async () => {
    store(tokenUntil(soon))
    server.mockImplementation(() => answers(401, refusal))
    expect(await restore()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(useSession.getState().userLoggedIn).toBe(false)
  })

  test('keeps the stored session while the server is unreachable', async () => {
    store(tokenUntil(soon))
    server.mockImplementation(() => Promise.reject(new TypeError('failed')))
    await expect(restore()).rejects.toMatchObject({ status: 0, code: 'network' })
    expect(localStorage.getItem('token')).not.toBeNull()
  })

  test('a restored session uses the language the user chose', async () => {
    store(tokenUntil(soon))
    const chosen = { ...session, preferences: { ...session.preferences, language: 'english' } }
    server.mockImplementation(() => answers(200, chosen))
    await restore()
    expect(useSession.getState().currentLanguage).toBe('english')
  })
})

describe('signing in and out', () => {
  test('signing in sends the password in the body only and stores token and user', async () => {
    server.mockImplementationOnce(() => answers(200, { ...user, token: tokenUntil(soon) }))
    await login('ana', 'secret word')
    const [address, sent] = server.mock.calls[0]!
    expect(address).toBe('/ApiRest/api/auth/login')
    expect(sent?.body).toBe('{"identity":"ana","password":"secret word"}')
    expect(localStorage.getItem('token')).toBe(tokenUntil(soon))
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(user)
    expect(localStorage.getItem('parentCvl')).toBe('ES-G014')
  })

  test('a refused sign-in stores nothing and says how long to wait', async () => {
    server.mockImplementation(() =>
      Promise.resolve(Response.json(refusal, { status: 429, headers: { 'retry-after': '30' } })),
    )
    const attempt = await login('ana', 'wrong').catch((error: unknown) => error)
    expect(attempt).toBeInstanceOf(CallError)
    expect(attempt).toMatchObject({ status: 429, retryAfter: 30 })
    expect(localStorage.getItem('token')).toBeNull()
    expect(useSession.getState()).toMatchObject({ userLoggedIn: false, loading: false })
  })

  test('signing out clears all, returns to Spanish and sends the old token', async () => {
    store(tokenUntil(soon))
    await restore()
    chooseLanguage('english')
    await logout()
    for (const key of ['token', 'user', 'parentCvl']) expect(localStorage.getItem(key)).toBeNull()
    expect(sessionStorage.getItem('ubold_user')).toBeNull()
    expect(useSession.getState().currentLanguage).toBe('spanish')
    expect(server.mock.lastCall?.[1]?.headers).toMatchObject({ authorization: `JWT ${tokenUntil(soon)}` })
  })

  test('an answer that comes after signing out changes nothing', async () => {
    store(tokenUntil(soon))
    const { promise, resolve: answer } = lateAnswer()
    server.mockImplementationOnce(() => promise)
    const late = restore()
    await logout()
    answer(Response.json(session))
    expect(await late).toBeNull()
    expect(useSession.getState().session).toBeNull()
  })
})
