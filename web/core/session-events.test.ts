import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditNavigation, formatTabSessionHeader, tabSessionHeader } from '#contract/auth.ts'
import { addSessionEndListener } from './before-session-end.ts'
import { callEndpoint } from './call.ts'
import { buildRestrictionPath, resolveEntryPath } from './entry-path.ts'
import { auditModuleVisit, auditNavigationEndpoint } from './module-audit.ts'
import {
  clearSession,
  hasPermission,
  logout,
  onSessionEvent,
  restoreSession,
  sessionEndpoints,
  useSession,
} from './session.ts'
import { lockSession, login, startSession, switchPrefix, unlockSession } from './session-actions.ts'
import { setCurrency, setLanguage } from './session-preferences.ts'
import type { SessionEvent } from './session-status.ts'
import { buildTabHeader, tabHeaderName } from './tab-session.ts'
import {
  buildToken,
  fetchMock,
  mockRefusal,
  mockResponse,
  sessionFixture,
  storageStub,
  storedValues,
  userFixture,
} from './test-session.ts'

const assignLocation = vi.fn<(path: string) => void>()
const getRequestHeaders = (at: number): Record<string, string> =>
  fetchMock.mock.calls[at]?.[1]?.headers as Record<string, string>
const listRequestPaths = (): string[] => fetchMock.mock.calls.map(([path]) => String(path))

let sessionEvents: SessionEvent[] = []
onSessionEvent((turn) => void sessionEvents.push(turn))

beforeEach(async () => {
  vi.stubGlobal('localStorage', storageStub)
  vi.stubGlobal('sessionStorage', storageStub)
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('location', { assign: assignLocation })
  storedValues.clear()
  fetchMock.mockReset().mockImplementation(async () => Response.json(sessionFixture))
  assignLocation.mockReset()
  await startSession(buildToken('first'), userFixture)
  fetchMock.mockClear()
  sessionEvents = []
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

test('header and calls written separately are those of the contract', () => {
  expect(tabHeaderName).toBe(tabSessionHeader)
  for (const actingCvl of [null, 'ES-G014'])
    expect(buildTabHeader({ ...sessionFixture, actingCvl })).toBe(
      formatTabSessionHeader({ ...sessionFixture, actingCvl }),
    )
  const { method, at, path } = auditNavigation
  expect(auditNavigationEndpoint).toEqual({ method, at, path })
})

describe('session state of a tab', () => {
  test('the tab’s session state goes with every call once the server has sent it', async () => {
    await callEndpoint(sessionEndpoints.session, {})
    expect(getRequestHeaders(0)[tabHeaderName]).toBe(`${sessionFixture.sessionId} dino -`)
    clearSession()
    await callEndpoint(sessionEndpoints.session, {})
    expect(getRequestHeaders(1)).not.toHaveProperty(tabHeaderName)
  })

  test('an outdated session state reloads the page', async () => {
    mockRefusal(409, 'session.changed')
    await expect(callEndpoint(sessionEndpoints.lock, { body: {} })).rejects.toMatchObject({ code: 'session.changed' })
    expect(sessionEvents).toEqual(['changed'])
  })
})

describe('refusals of calls', () => {
  test.each([
    [423, 'session.locked', 'locked'],
    [423, 'session.secondFactor', 'secondFactor'],
    [423, 'session.enrolment', 'enrolment'],
    [503, 'maintenance', 'maintenance'],
  ] as const)('%i %s leads to the page of %s and keeps the session', async (status, code, turn) => {
    mockRefusal(status, code)
    await expect(callEndpoint(sessionEndpoints.setPreferences, { body: {} })).rejects.toMatchObject({ status })
    expect(sessionEvents).toEqual([turn])
    expect(useSession.getState()).toMatchObject({ restriction: turn, userLoggedIn: true })
    expect(storedValues.has('token')).toBe(true)
    expect(useSession.getState().session === null).toBe(turn !== 'enrolment')
  })

  test.each([
    ['session.idle', 'idle'],
    ['session.expired', 'expired'],
    ['session.revoked', 'revoked'],
  ])('401 %s ends the session in this tab', async (code, because) => {
    mockRefusal(401, code)
    await expect(callEndpoint(sessionEndpoints.setPreferences, { body: {} })).rejects.toMatchObject({ status: 401 })
    expect(sessionEvents).toEqual(['signedOut'])
    expect(useSession.getState()).toMatchObject({ userLoggedIn: false, endedBecause: because })
    expect(storedValues.has('token')).toBe(false)
  })

  test.each([
    [401, 'signIn.wrong'],
    [401, 'google.failed'],
    [404, 'notFound'],
    [422, 'password.wrong'],
    [503, 'database.unavailable'],
  ])('%i %s leads to no other page', async (status, code) => {
    mockRefusal(status, code)
    await expect(callEndpoint(sessionEndpoints.unlock, { body: {} })).rejects.toMatchObject({ status })
    expect(sessionEvents).toEqual([])
    expect(storedValues.has('token')).toBe(true)
  })

  test('403 leads to the access-denied page', async () => {
    mockRefusal(403, 'permission.missing')
    await expect(callEndpoint(sessionEndpoints.setPreferences, { body: {} })).rejects.toMatchObject({ status: 403 })
    expect(sessionEvents).toEqual(['denied'])
  })
})

describe('signing in', () => {
  test.each([
    [423, 'session.secondFactor', 'secondFactor'],
    [503, 'maintenance', 'maintenance'],
  ])('a sign-in refused with %i %s enters as a barred session', async (status, code, entry) => {
    mockResponse({ ...userFixture, token: buildToken('second') })
    mockRefusal(status, code)
    expect(await login('ana', 'word')).toBe(entry)
    expect(useSession.getState()).toMatchObject({ userLoggedIn: true, session: null, restriction: entry })
    expect(sessionEvents).toEqual([])
  })

  test('a sign-in with a role needing a second factor opens only the personal area', async () => {
    mockResponse({ ...userFixture, token: buildToken('second') })
    mockResponse({ ...sessionFixture, enrolment: true })
    expect(await login('ana', 'word')).toBe('enrolment')
    expect([hasPermission('bt_Clientes', 'view'), hasPermission('bt_AreaPersonal', 'view')]).toEqual([false, true])
  })

  test('a failed sign-in keeps the chosen language and ends no other session', async () => {
    setLanguage('english')
    mockRefusal(401, 'signIn.wrong')
    await expect(login('ana', 'wrong')).rejects.toMatchObject({ status: 401 })
    expect(useSession.getState()).toMatchObject({ currentLanguage: 'english', userLoggedIn: false, loading: false })
    expect(storedValues.get('token')).toBe(buildToken('first'))
  })

  test('a restored barred session stays barred', async () => {
    useSession.setState({ session: null })
    mockRefusal(423, 'session.locked')
    await expect(restoreSession()).rejects.toMatchObject({ status: 423 })
    expect(useSession.getState().restriction).toBe('locked')
    expect(sessionEvents).toEqual([])
  })
})

describe('locking a session', () => {
  test('locking stores typed values first, then locks all tabs', async () => {
    const order: string[] = []
    const end = addSessionEndListener(async () => void order.push('kept'))
    fetchMock.mockImplementationOnce(async () => {
      order.push('locked')
      return Response.json({ locked: true })
    })
    await lockSession()
    end()
    expect(order).toEqual(['kept', 'locked'])
    expect(sessionEvents).toEqual(['locked'])
    expect(useSession.getState().session).toBeNull()
    expect(JSON.parse(storedValues.get('signal')!)).toMatchObject({ kind: 'locked' })
    expect(JSON.parse(storedValues.get('ubold_user')!)).toMatchObject({ fullName: 'Ana Romero' })
  })

  test('a failed lock request locks nothing', async () => {
    fetchMock.mockImplementationOnce(() => Promise.reject(new TypeError('failed')))
    await expect(lockSession()).rejects.toMatchObject({ status: 0 })
    expect(useSession.getState().session).toEqual(sessionFixture)
    expect(storedValues.has('signal')).toBe(false)
  })

  test('the password unlocks the session', async () => {
    await lockSession()
    fetchMock.mockClear()
    mockResponse({ locked: false })
    expect(await unlockSession({ password: 'word' })).toBe('open')
    expect(listRequestPaths()).toEqual(['/api/v1/session/unlock', '/api/v1/session'])
    expect(useSession.getState()).toMatchObject({ restriction: null, session: sessionFixture })
  })
})

describe('language, currency and prefix', () => {
  test('a chosen language applies at once and is saved on the server', async () => {
    setLanguage('english')
    expect(useSession.getState().currentLanguage).toBe('english')
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: '{"language":"english"}' })
    expect(listRequestPaths()).toEqual(['/api/v1/me/preferences'])
  })

  test('accepts euros and currencies with a rate, and refuses others', () => {
    setCurrency('QQQ')
    expect(useSession.getState().activeCurrency).toBe('EUR')
    expect(fetchMock).not.toHaveBeenCalled()
    setCurrency('USD')
    expect(useSession.getState().activeCurrency).toBe('USD')
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ body: '{"activeCurrency":"USD"}' })
  })

  test('a chosen prefix sets the language and reloads at the start page', async () => {
    const token = buildToken('lisbon')
    mockResponse({ ...userFixture, idioma: 'portuguese', token })
    void switchPrefix('dino_uab')
    await vi.waitFor(() => expect(assignLocation).toHaveBeenCalledWith('/'))
    expect(storedValues.get('token')).toBe(token)
    useSession.setState({ session: null })
    mockResponse({ ...sessionFixture, prefix: 'dino_uab' })
    await restoreSession()
    expect(useSession.getState()).toMatchObject({ currentLanguage: 'portuguese', selectedDatabasePrefix: 'dino_uab' })
  })
})

describe('automatic signing out', () => {
  test('an automatic sign-out keeps typed values and leads to sign-in', async () => {
    const keep = vi.fn(async () => {})
    const end = addSessionEndListener(keep)
    await logout('idle')
    end()
    expect(keep).toHaveBeenCalledOnce()
    expect(sessionEvents).toEqual(['signedOut'])
    expect(useSession.getState()).toMatchObject({ endedBecause: 'idle', userLoggedIn: false })
    // The colour of the pages may stay: it is nobody's.
    expect([...storedValues.keys()].filter((key) => key !== 'signal' && key !== 'layout')).toEqual([])
  })

  test('a stored session half an hour old is signed out as idle', async () => {
    storedValues.set('activity', String(Date.now() - 1_800_000))
    useSession.setState({ session: null })
    expect(await restoreSession()).toBeNull()
    expect(listRequestPaths()).toEqual(['/api/v1/session/sign-out'])
    expect(useSession.getState().endedBecause).toBe('idle')
  })
})

describe('audit of module visits', () => {
  test('each visit to a module is recorded once, with its user', async () => {
    auditModuleVisit('/', 'bt_inicio')
    auditModuleVisit('/clientes', 'bt_Clientes')
    auditModuleVisit('/clientes', 'bt_Clientes')
    auditModuleVisit('/access-denied', null)
    auditModuleVisit('/clientes', 'bt_Clientes')
    const calls = fetchMock.mock.calls.map(([path, sent]) => [path, JSON.parse(String(sent?.body))])
    const of = (modulo: string) => ['/ApiRest/api/audit', { modulo, usuario: 'ana' }]
    expect(calls).toEqual([of('bt_inicio'), of('bt_Clientes'), of('bt_Clientes')])
  })

  test('a visit without session records nothing, and a failed record changes nothing', async () => {
    mockRefusal(500, 'internal')
    auditModuleVisit('/other', 'bt_Clientes')
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledOnce())
    expect(sessionEvents).toEqual([])
    clearSession()
    auditModuleVisit('/another', 'bt_Clientes')
    expect(fetchMock).toHaveBeenCalledOnce()
  })
})

describe('the destination after sign-in', () => {
  const last = (username: string, path: string) => storedValues.set('lastPath', JSON.stringify({ username, path }))

  test('leads to next, else the referring page, else the user’s last page, else start', () => {
    last('ana', '/crm/areapersonal')
    expect(resolveEntryPath('open', '?next=%2Fclientes', { from: '/crm/mes' })).toBe('/clientes')
    expect(resolveEntryPath('open', '?next=https://evil.example', { from: '/crm/mes' })).toBe('/crm/mes')
    expect(resolveEntryPath('open', '', null)).toBe('/crm/areapersonal')
    last('luis', '/crm/areapersonal')
    expect(resolveEntryPath('open', '', null)).toBe('/')
  })

  test('leads to the day whoever chose so and may see it', () => {
    last('ana', '/crm/areapersonal')
    const choose = (permissions: typeof sessionFixture.permissions) =>
      useSession.setState({
        session: { ...sessionFixture, permissions, preferences: { ...sessionFixture.preferences, startPage: 'myDay' } },
      })
    choose([{ module: 'bt_MiDia', actions: ['view'] }])
    expect(resolveEntryPath('open', '', null)).toBe('/crm/MiDia')
    expect(resolveEntryPath('open', '?next=%2Fclientes', null)).toBe('/clientes')
    choose([])
    expect(resolveEntryPath('open', '', null)).toBe('/crm/areapersonal')
    useSession.setState({ session: null })
  })

  test('a barred session leads to its page, which keeps the destination', () => {
    expect(resolveEntryPath('locked', '?next=%2Fclientes%3Fkyc%3Dapproved', null)).toBe(
      '/auth/lock-screen?next=%2Fclientes%3Fkyc%3Dapproved',
    )
    expect(buildRestrictionPath('maintenance', '/maintenance?next=%2F')).toBe('/maintenance')
    expect(buildRestrictionPath('enrolment', '/clientes')).toBe('/crm/areapersonal?enrol')
    expect(buildRestrictionPath('secondFactor', '/auth/login')).toBe('/auth/second-factor')
  })
})
