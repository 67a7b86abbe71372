import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as auth from '#contract/auth.ts'
import { heartbeatEndpoint } from './heartbeat.ts'
import { idleWarningMs, startIdleWatch } from './idle-watch.ts'
import { clearSession, idleLimitMs, useSession } from './session.ts'

const storedValues = new Map<string, string>()
const storageStub = {
  getItem: (key: string) => storedValues.get(key) ?? null,
  setItem: (key: string, value: string) => void storedValues.set(key, value),
  removeItem: (key: string) => void storedValues.delete(key),
}
let eventTarget = new EventTarget()
const fetchMock = vi.fn<typeof fetch>()
const onWarn = vi.fn<(endsAt: number | null) => void>()
const onIdle = vi.fn<() => void>()
let idleWatch: ReturnType<typeof startIdleWatch>

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00Z') })
  eventTarget = new EventTarget()
  vi.stubGlobal('localStorage', storageStub)
  vi.stubGlobal('sessionStorage', storageStub)
  vi.stubGlobal('addEventListener', eventTarget.addEventListener.bind(eventTarget))
  vi.stubGlobal('removeEventListener', eventTarget.removeEventListener.bind(eventTarget))
  vi.stubGlobal('fetch', fetchMock)
  storedValues.clear()
  fetchMock.mockReset().mockImplementation(async () => Response.json({ endsAt: '2026-11-21T09:30:00Z' }))
  onWarn.mockReset()
  onIdle.mockReset()
  useSession.setState({ userLoggedIn: true })
  idleWatch = startIdleWatch({ onWarn, onIdle })
})
afterEach(() => {
  idleWatch.stop()
  clearSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const dispatchPageEvent = (name: string, at?: { screenX: number; screenY: number }) =>
  eventTarget.dispatchEvent(Object.assign(new Event(name), at))
const minuteMs = 60_000
const listHeartbeatIdleTimes = (): number[] =>
  fetchMock.mock.calls.map(([, sent]) => JSON.parse(String(sent?.body)).idleFor)

test('idle limit, warning and call are those of the contract', () => {
  expect([idleLimitMs, idleWarningMs]).toEqual([auth.idleLimitMs, auth.idleWarningMs])
  expect(idleLimitMs).toBe(1_800_000)
  expect(heartbeatEndpoint).toEqual({ method: auth.sendHeartbeat.method, path: auth.sendHeartbeat.path })
})

describe('sessions without movement', () => {
  test('warns in the last two minutes and ends the session at thirty', () => {
    vi.advanceTimersByTime(28 * minuteMs - 1)
    expect(onWarn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onWarn).toHaveBeenLastCalledWith(Date.now() + 2 * minuteMs)
    vi.advanceTimersByTime(2 * minuteMs - 1)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onIdle).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60 * minuteMs)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test.each(['visibilitychange', 'focus', 'pageshow'])(
    '%s checks the clock and ends a session that slept too long',
    (name) => {
      vi.setSystemTime(Date.now() + 31 * minuteMs)
      dispatchPageEvent(name)
      expect(onIdle).toHaveBeenCalledOnce()
    },
  )

  test('a timer ends a session that slept too long', () => {
    vi.setSystemTime(Date.now() + 45 * minuteMs)
    vi.advanceTimersByTime(5000)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test('the movement that wakes the machine does not revive an ended session', () => {
    vi.setSystemTime(Date.now() + 31 * minuteMs)
    dispatchPageEvent('keydown')
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test('a clock set back starts the idle time anew', () => {
    vi.setSystemTime(Date.now() - 60 * minuteMs)
    vi.advanceTimersByTime(5000)
    vi.advanceTimersByTime(30 * minuteMs)
    expect(onIdle).toHaveBeenCalledOnce()
  })
})

describe('movement in a session', () => {
  test.each(['mousemove', 'keydown', 'click', 'scroll', 'touchstart', 'touchmove'])(
    '%s restarts the idle half hour',
    (name) => {
      vi.advanceTimersByTime(29 * minuteMs)
      expect(onWarn).toHaveBeenCalledOnce()
      dispatchPageEvent(name, { screenX: 7, screenY: 7 })
      expect(onWarn).toHaveBeenLastCalledWith(null)
      vi.advanceTimersByTime(27 * minuteMs)
      expect(onIdle).not.toHaveBeenCalled()
      vi.advanceTimersByTime(3 * minuteMs)
      expect(onIdle).toHaveBeenCalledOnce()
    },
  )

  test('a resting mouse over a moving page does not count as movement', () => {
    const rest = { screenX: 300, screenY: 200 }
    dispatchPageEvent('mousemove', rest)
    for (let passed = 0; passed < 30; passed++) {
      vi.advanceTimersByTime(minuteMs)
      dispatchPageEvent('mousemove', rest)
    }
    expect(onIdle).toHaveBeenCalledOnce()
  })

  test('movement in another tab counts and dismisses the warning', () => {
    vi.advanceTimersByTime(29 * minuteMs)
    storedValues.set('activity', String(Date.now()))
    dispatchPageEvent('storage')
    expect(onWarn).toHaveBeenLastCalledWith(null)
    vi.advanceTimersByTime(29 * minuteMs)
    expect(onIdle).not.toHaveBeenCalled()
  })

  test('movement is sent to the other tabs, including the last one', () => {
    vi.advanceTimersByTime(minuteMs)
    dispatchPageEvent('keydown')
    const first = Date.now()
    expect(storedValues.get('activity')).toBe(String(first))
    vi.advanceTimersByTime(300)
    dispatchPageEvent('keydown')
    expect(storedValues.get('activity')).toBe(String(first))
    vi.advanceTimersByTime(1000)
    expect(storedValues.get('activity')).toBe(String(first + 300))
  })
})

describe('heartbeats to the server', () => {
  test('sends at most one heartbeat a minute during movement', () => {
    for (let passed = 0; passed < 300; passed++) {
      dispatchPageEvent('keydown')
      vi.advanceTimersByTime(1000)
    }
    expect(fetchMock.mock.calls.length).toBeGreaterThanOrEqual(5)
    expect(fetchMock.mock.calls.length).toBeLessThanOrEqual(6)
    expect(Math.max(...listHeartbeatIdleTimes())).toBeLessThan(6000)
  })

  test('sends a heartbeat for the last movement, and then none', () => {
    vi.advanceTimersByTime(2 * minuteMs)
    fetchMock.mockClear()
    dispatchPageEvent('click')
    vi.advanceTimersByTime(20 * minuteMs)
    expect(listHeartbeatIdleTimes()).toHaveLength(1)
    expect(listHeartbeatIdleTimes()[0]).toBeLessThanOrEqual(5000)
  })

  test('sends a heartbeat at once when the warning is dismissed', () => {
    vi.advanceTimersByTime(29 * minuteMs)
    fetchMock.mockClear()
    idleWatch.stay()
    expect(listHeartbeatIdleTimes()).toEqual([0])
  })

  test('sends heartbeats for movement under maintenance too', () => {
    useSession.setState({ restriction: 'maintenance' })
    vi.advanceTimersByTime(2 * minuteMs)
    fetchMock.mockClear()
    vi.advanceTimersByTime(5 * minuteMs)
    expect(fetchMock).not.toHaveBeenCalled()
    dispatchPageEvent('click')
    vi.advanceTimersByTime(minuteMs)
    expect(listHeartbeatIdleTimes()).toHaveLength(1)
  })

  test('one tab sends the heartbeat for all tabs', () => {
    vi.advanceTimersByTime(2 * minuteMs)
    fetchMock.mockClear()
    storedValues.set('heartbeat', String(Date.now()))
    dispatchPageEvent('keydown')
    vi.advanceTimersByTime(30_000)
    expect(fetchMock).not.toHaveBeenCalled()
  })

  test('repeats a failed heartbeat a minute later', async () => {
    vi.advanceTimersByTime(2 * minuteMs)
    fetchMock.mockClear().mockImplementationOnce(() => Promise.reject(new TypeError('failed')))
    dispatchPageEvent('keydown')
    await vi.advanceTimersByTimeAsync(3 * minuteMs)
    expect(listHeartbeatIdleTimes()).toHaveLength(2)
    expect(listHeartbeatIdleTimes()[1]).toBeGreaterThan(50_000)
  })
})
