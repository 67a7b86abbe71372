import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenToOtherTabs } from './other-tabs.ts'
import { clearSession, onSessionEvent, refreshSession, useSession } from './session.ts'
import { startSession } from './session-actions.ts'
import type { SessionEvent } from './session-status.ts'
import { buildToken, fetchMock, sessionFixture, storageStub, storedValues, userFixture } from './test-session.ts'

const eventTarget = new EventTarget()
let sessionEvents: SessionEvent[] = []
const unsubscribe = onSessionEvent((turn) => void sessionEvents.push(turn))
vi.stubGlobal('addEventListener', eventTarget.addEventListener.bind(eventTarget))
listenToOtherTabs()
const dispatchStorageEvent = (key: string | null) =>
  eventTarget.dispatchEvent(Object.assign(new Event('storage'), { key }))

beforeEach(async () => {
  vi.stubGlobal('localStorage', storageStub)
  vi.stubGlobal('sessionStorage', storageStub)
  vi.stubGlobal('fetch', fetchMock)
  storedValues.clear()
  fetchMock.mockReset().mockImplementation(async () => Response.json(sessionFixture))
  await startSession(buildToken('first'), userFixture)
  fetchMock.mockClear()
  sessionEvents = []
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

describe('other tabs', () => {
  const signal = (kind: string): void => void storedValues.set('signal', JSON.stringify({ kind, at: Date.now() }))

  test('signing out in another tab ends this one and changes no storage', () => {
    storedValues.delete('token')
    storedValues.set('parentCvl', 'theirs')
    dispatchStorageEvent('token')
    expect(sessionEvents).toEqual(['signedOut'])
    expect(useSession.getState()).toMatchObject({
      userLoggedIn: false,
      endedBecause: 'elsewhere',
      currentLanguage: 'spanish',
    })
    expect(storedValues.get('parentCvl')).toBe('theirs')
  })

  test('an idle end in another tab shows idle as the reason here', () => {
    signal('idle')
    storedValues.delete('token')
    dispatchStorageEvent('token')
    expect(useSession.getState().endedBecause).toBe('idle')
  })

  test('another user’s sign-in in another tab reloads this page', () => {
    storedValues.set('token', buildToken('other'))
    dispatchStorageEvent('token')
    expect(sessionEvents).toEqual(['changed'])
  })

  test('locking and unlocking in another tab apply here', () => {
    signal('locked')
    dispatchStorageEvent('signal')
    expect(sessionEvents).toEqual(['locked'])
    expect(useSession.getState()).toMatchObject({ restriction: 'locked', session: null })
    signal('unlocked')
    dispatchStorageEvent('signal')
    expect(sessionEvents).toEqual(['locked', 'open'])
  })

  test('other storage keys of another tab change nothing', () => {
    for (const key of ['activity', 'layout', 'lastPath', 'user']) dispatchStorageEvent(key)
    expect(sessionEvents).toEqual([])
  })

  test('a late answer for an older token does not end the new session', async () => {
    fetchMock.mockImplementationOnce(async () => {
      storedValues.set('token', buildToken('other'))
      return Response.json({ code: 'session.revoked' }, { status: 401 })
    })
    await expect(refreshSession()).rejects.toMatchObject({ status: 401 })
    expect(storedValues.get('token')).toBe(buildToken('other'))
    expect(sessionEvents).toEqual([])
  })
})

test('a stopped listener ignores storage events', () => {
  unsubscribe()
  dispatchStorageEvent('token')
  expect(sessionEvents).toEqual([])
})
