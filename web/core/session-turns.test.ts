import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  auditNavigation as auditContract,
  tabHeader as contractHeader,
  tabHeaderOf as contractHeaderOf,
  type Session,
} from '#contract/auth.ts'
import { call } from './call.ts'
import { arriveAt, auditNavigation } from './module-audit.ts'
import { onParting } from './parting.ts'
import {
  can,
  chooseCurrency,
  chooseLanguage,
  enter,
  followOtherTabs,
  forget,
  lock,
  login,
  logout,
  onState,
  refreshSession,
  restore,
  sessionCalls,
  switchPrefix,
  unlock,
  useSession,
} from './session.ts'
import type { Turn } from './standing.ts'
import { tabHeader, tabHeaderOf } from './tabs.ts'
import { barredPage, wayIn } from './way-in.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const page = new EventTarget()
const assign = vi.fn<(path: string) => void>()
// Told once: the same token again a second later would be another one.
const soon = Math.floor(Date.now() / 1000) + 600
const tokenOf = (name: string): string => `${name}.${btoa(JSON.stringify({ exp: soon }))}.b`
const user = { username: 'ana', email: 'ana@example.test', idioma: 'spanish' } as const
const session: Session = {
  ...user,
  sessionId: '3f0c1f0e-0000-4000-8000-000000000001',
  fullName: 'Ana Romero',
  prefix: 'dino',
  prefixes: ['dino', 'dino_uab'],
  role: 'manager',
  cvl: 'ES-G014',
  ...{ actingCvl: null, actingName: null, mayWorkInView: false, mayChangeView: false },
  zoneName: null,
  permissions: [
    { module: 'bt_Clientes', actions: ['view'] },
    { module: 'bt_AreaPersonal', actions: ['view'] },
  ],
  businessDate: '2026-11-21',
  timeZone: 'Europe/Madrid',
  locale: 'es-ES',
  expiresAt: '2026-11-22T10:00:00Z',
  hasPassword: true,
  preferences: { layout: null, language: null, activeCurrency: null, favourites: [] },
  currencies: [{ code: 'USD', perEuro: '1.08', validFrom: '2026-11-01' }],
  settingsPanel: true,
  unreadNotifications: 0,
  maintenance: null,
  enrolment: false,
}

const server = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200) =>
  server.mockImplementationOnce(async () => Response.json(body, { status }))
const refuse = (status: number, code: string) => answer({ code, message: code, requestId: 'r1' }, status)
const headersOf = (at: number): Record<string, string> => server.mock.calls[at]?.[1]?.headers as Record<string, string>
const pathsSent = (): string[] => server.mock.calls.map(([path]) => String(path))

let turns: Turn[] = []
const stop = onState((turn) => void turns.push(turn))
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
followOtherTabs()
const event = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))

beforeEach(async () => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('location', { assign })
  kept.clear()
  server.mockReset().mockImplementation(async () => Response.json(session))
  assign.mockReset()
  await enter(tokenOf('first'), user)
  server.mockClear()
  turns = []
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
})

test('header and calls written separately are those of the contract', () => {
  expect(tabHeader).toBe(contractHeader)
  for (const actingCvl of [null, 'ES-G014'])
    expect(tabHeaderOf({ ...session, actingCvl })).toBe(contractHeaderOf({ ...session, actingCvl }))
  const { method, at, path } = auditContract
  expect(auditNavigation).toEqual({ method, at, path })
})

describe('session state of a tab', () => {
  test('the tab’s session state goes with every call once the server has sent it', async () => {
    await call(sessionCalls.session, {})
    expect(headersOf(0)[tabHeader]).toBe(`${session.sessionId} dino -`)
    forget()
    await call(sessionCalls.session, {})
    expect(headersOf(1)).not.toHaveProperty(tabHeader)
  })

  test('an outdated session state reloads the page', async () => {
    refuse(409, 'session.changed')
    await expect(call(sessionCalls.lock, { body: {} })).rejects.toMatchObject({ code: 'session.changed' })
    expect(turns).toEqual(['changed'])
  })
})

describe('refusals of calls', () => {
  test.each([
    [423, 'session.locked', 'locked'],
    [423, 'session.secondFactor', 'secondFactor'],
    [423, 'session.enrolment', 'enrolment'],
    [503, 'maintenance', 'maintenance'],
  ] as const)('%i %s leads to the page of %s and keeps the session', async (status, code, turn) => {
    refuse(status, code)
    await expect(call(sessionCalls.setPreferences, { body: {} })).rejects.toMatchObject({ status })
    expect(turns).toEqual([turn])
    expect(useSession.getState()).toMatchObject({ barred: turn, userLoggedIn: true })
    expect(kept.has('token')).toBe(true)
    expect(useSession.getState().session === null).toBe(turn !== 'enrolment')
  })

  test.each([
    ['session.idle', 'idle'],
    ['session.expired', 'expired'],
    ['session.revoked', 'revoked'],
  ])('401 %s ends the session in this tab', async (code, because) => {
    refuse(401, code)
    await expect(call(sessionCalls.setPreferences, { body: {} })).rejects.toMatchObject({ status: 401 })
    expect(turns).toEqual(['signedOut'])
    expect(useSession.getState()).toMatchObject({ userLoggedIn: false, endedBecause: because })
    expect(kept.has('token')).toBe(false)
  })

  test.each([
    [401, 'signIn.wrong'],
    [401, 'google.failed'],
    [404, 'notFound'],
    [422, 'password.wrong'],
    [503, 'database.unavailable'],
  ])('%i %s leads to no other page', async (status, code) => {
    refuse(status, code)
    await expect(call(sessionCalls.unlock, { body: {} })).rejects.toMatchObject({ status })
    expect(turns).toEqual([])
    expect(kept.has('token')).toBe(true)
  })

  test('403 leads to the access-denied page', async () => {
    refuse(403, 'permission.missing')
    await expect(call(sessionCalls.setPreferences, { body: {} })).rejects.toMatchObject({ status: 403 })
    expect(turns).toEqual(['denied'])
  })
})

describe('signing in', () => {
  test.each([
    [423, 'session.secondFactor', 'secondFactor'],
    [503, 'maintenance', 'maintenance'],
  ])('a sign-in refused with %i %s enters as a barred session', async (status, code, entry) => {
    answer({ ...user, token: tokenOf('second') })
    refuse(status, code)
    expect(await login('ana', 'word')).toBe(entry)
    expect(useSession.getState()).toMatchObject({ userLoggedIn: true, session: null, barred: entry })
    expect(turns).toEqual([])
  })

  test('a sign-in with a role needing a second factor opens only the personal area', async () => {
    answer({ ...user, token: tokenOf('second') })
    answer({ ...session, enrolment: true })
    expect(await login('ana', 'word')).toBe('enrolment')
    expect([can('bt_Clientes', 'view'), can('bt_AreaPersonal', 'view')]).toEqual([false, true])
  })

  test('a failed sign-in keeps the chosen language and ends no other session', async () => {
    chooseLanguage('english')
    refuse(401, 'signIn.wrong')
    await expect(login('ana', 'wrong')).rejects.toMatchObject({ status: 401 })
    expect(useSession.getState()).toMatchObject({ currentLanguage: 'english', userLoggedIn: false, loading: false })
    expect(kept.get('token')).toBe(tokenOf('first'))
  })

  test('a restored barred session stays barred', async () => {
    useSession.setState({ session: null })
    refuse(423, 'session.locked')
    await expect(restore()).rejects.toMatchObject({ status: 423 })
    expect(useSession.getState().barred).toBe('locked')
    expect(turns).toEqual([])
  })
})

describe('other tabs', () => {
  const signal = (kind: string): void => void kept.set('signal', JSON.stringify({ kind, at: Date.now() }))

  test('signing out in another tab ends this one and changes no storage', () => {
    kept.delete('token')
    kept.set('parentCvl', 'theirs')
    event('token')
    expect(turns).toEqual(['signedOut'])
    expect(useSession.getState()).toMatchObject({
      userLoggedIn: false,
      endedBecause: 'elsewhere',
      currentLanguage: 'spanish',
    })
    expect(kept.get('parentCvl')).toBe('theirs')
  })

  test('an idle end in another tab shows idle as the reason here', () => {
    signal('idle')
    kept.delete('token')
    event('token')
    expect(useSession.getState().endedBecause).toBe('idle')
  })

  test('another user’s sign-in in another tab reloads this page', () => {
    kept.set('token', tokenOf('other'))
    event('token')
    expect(turns).toEqual(['changed'])
  })

  test('locking and unlocking in another tab apply here', () => {
    signal('locked')
    event('signal')
    expect(turns).toEqual(['locked'])
    expect(useSession.getState()).toMatchObject({ barred: 'locked', session: null })
    signal('unlocked')
    event('signal')
    expect(turns).toEqual(['locked', 'open'])
  })

  test('other storage keys of another tab change nothing', () => {
    for (const key of ['activity', 'layout', 'lastPath', 'user']) event(key)
    expect(turns).toEqual([])
  })

  test('a late answer for an older token does not end the new session', async () => {
    server.mockImplementationOnce(async () => {
      kept.set('token', tokenOf('other'))
      return Response.json({ code: 'session.revoked' }, { status: 401 })
    })
    await expect(refreshSession()).rejects.toMatchObject({ status: 401 })
    expect(kept.get('token')).toBe(tokenOf('other'))
    expect(turns).toEqual([])
  })
})

describe('locking a session', () => {
  test('locking stores typed values first, then locks all tabs', async () => {
    const order: string[] = []
    const end = onParting(async () => void order.push('kept'))
    server.mockImplementationOnce(async () => {
      order.push('locked')
      return Response.json({ locked: true })
    })
    await lock()
    end()
    expect(order).toEqual(['kept', 'locked'])
    expect(turns).toEqual(['locked'])
    expect(useSession.getState().session).toBeNull()
    expect(JSON.parse(kept.get('signal')!)).toMatchObject({ kind: 'locked' })
    expect(JSON.parse(kept.get('ubold_user')!)).toMatchObject({ fullName: 'Ana Romero' })
  })

  test('a failed lock request locks nothing', async () => {
    server.mockImplementationOnce(() => Promise.reject(new TypeError('failed')))
    await expect(lock()).rejects.toMatchObject({ status: 0 })
    expect(useSession.getState().session).toEqual(session)
    expect(kept.has('signal')).toBe(false)
  })

  test('the password unlocks the session', async () => {
    await lock()
    server.mockClear()
    answer({ locked: false })
    expect(await unlock({ password: 'word' })).toBe('open')
    expect(pathsSent()).toEqual(['/api/v1/session/unlock', '/api/v1/session'])
    expect(useSession.getState()).toMatchObject({ barred: null, session })
  })
})

describe('language, currency and prefix', () => {
  test('a chosen language applies at once and is saved on the server', async () => {
    chooseLanguage('english')
    expect(useSession.getState().currentLanguage).toBe('english')
    expect(server.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: '{"language":"english"}' })
    expect(pathsSent()).toEqual(['/api/v1/me/preferences'])
  })

  test('accepts euros and currencies with a rate, and refuses others', () => {
    chooseCurrency('QQQ')
    expect(useSession.getState().activeCurrency).toBe('EUR')
    expect(server).not.toHaveBeenCalled()
    chooseCurrency('USD')
    expect(useSession.getState().activeCurrency).toBe('USD')
    expect(server.mock.calls[0]?.[1]).toMatchObject({ body: '{"activeCurrency":"USD"}' })
  })

  test('a chosen prefix sets the language and reloads at the start page', async () => {
    const token = tokenOf('lisbon')
    answer({ ...user, idioma: 'portuguese', token })
    void switchPrefix('dino_uab')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(kept.get('token')).toBe(token)
    useSession.setState({ session: null })
    answer({ ...session, prefix: 'dino_uab' })
    await restore()
    expect(useSession.getState()).toMatchObject({ currentLanguage: 'portuguese', selectedDatabasePrefix: 'dino_uab' })
  })
})

describe('automatic signing out', () => {
  test('an automatic sign-out keeps typed values and leads to sign-in', async () => {
    const keep = vi.fn(async () => {})
    const end = onParting(keep)
    await logout('idle')
    end()
    expect(keep).toHaveBeenCalledOnce()
    expect(turns).toEqual(['signedOut'])
    expect(useSession.getState()).toMatchObject({ endedBecause: 'idle', userLoggedIn: false })
    // The colour of the pages may stay: it is nobody's.
    expect([...kept.keys()].filter((key) => key !== 'signal' && key !== 'layout')).toEqual([])
  })

  test('a stored session half an hour old is signed out as idle', async () => {
    kept.set('activity', String(Date.now() - 1_800_000))
    useSession.setState({ session: null })
    expect(await restore()).toBeNull()
    expect(pathsSent()).toEqual(['/api/v1/session/sign-out'])
    expect(useSession.getState().endedBecause).toBe('idle')
  })
})

describe('audit of module visits', () => {
  test('each visit to a module is recorded once, with its user', async () => {
    arriveAt('/', 'bt_inicio')
    arriveAt('/clientes', 'bt_Clientes')
    arriveAt('/clientes', 'bt_Clientes')
    arriveAt('/access-denied', null)
    arriveAt('/clientes', 'bt_Clientes')
    const told = server.mock.calls.map(([path, sent]) => [path, JSON.parse(String(sent?.body))])
    const of = (modulo: string) => ['/ApiRest/api/audit', { modulo, usuario: 'ana' }]
    expect(told).toEqual([of('bt_inicio'), of('bt_Clientes'), of('bt_Clientes')])
  })

  test('a visit without session records nothing, and a failed record changes nothing', async () => {
    refuse(500, 'internal')
    arriveAt('/other', 'bt_Clientes')
    await vi.waitFor(() => expect(server).toHaveBeenCalledOnce())
    expect(turns).toEqual([])
    forget()
    arriveAt('/another', 'bt_Clientes')
    expect(server).toHaveBeenCalledOnce()
  })
})

describe('the destination after sign-in', () => {
  const last = (username: string, path: string) => kept.set('lastPath', JSON.stringify({ username, path }))

  test('leads to next, else the referring page, else the user’s last page, else start', () => {
    last('ana', '/crm/areapersonal')
    expect(wayIn('open', '?next=%2Fclientes', { from: '/crm/mes' })).toBe('/clientes')
    expect(wayIn('open', '?next=https://evil.example', { from: '/crm/mes' })).toBe('/crm/mes')
    expect(wayIn('open', '', null)).toBe('/crm/areapersonal')
    last('luis', '/crm/areapersonal')
    expect(wayIn('open', '', null)).toBe('/')
  })

  test('a barred session leads to its page, which keeps the destination', () => {
    expect(wayIn('locked', '?next=%2Fclientes%3Fkyc%3Dapproved', null)).toBe(
      '/auth/lock-screen?next=%2Fclientes%3Fkyc%3Dapproved',
    )
    expect(barredPage('maintenance', '/maintenance?next=%2F')).toBe('/maintenance')
    expect(barredPage('enrolment', '/clientes')).toBe('/crm/areapersonal?enrol')
    expect(barredPage('secondFactor', '/auth/login')).toBe('/auth/second-factor')
  })
})

test('a stopped listener ignores storage events', () => {
  stop()
  event('token')
  expect(turns).toEqual([])
})
