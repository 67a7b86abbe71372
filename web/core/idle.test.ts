import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  idleLimit as contractLimit,
  idleWarning as contractWarning,
  heartbeat as heartbeatCall,
} from '#contract/auth.ts'
import { heartbeat } from './heartbeat.ts'
import { idleWarning, watchIdle } from './idle.ts'
import { forget, idleLimit, useSession } from './session.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
let page = new EventTarget()
const server = vi.fn<typeof fetch>()
const warn = vi.fn<(endsAt: number | null) => void>()
const over = vi.fn<() => void>()
let watch: ReturnType<typeof watchIdle>

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00Z') })
  page = new EventTarget()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('fetch', server)
  kept.clear()
  server.mockReset().mockImplementation(async () => Response.json({ endsAt: '2026-11-21T09:30:00Z' }))
  warn.mockReset()
  over.mockReset()
  useSession.setState({ userLoggedIn: true })
  watch = watchIdle({ warn, over })
})
afterEach(() => {
  watch.stop()
  forget()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const move = (name: string, at?: { screenX: number; screenY: number }) =>
  page.dispatchEvent(Object.assign(new Event(name), at))
const minute = 60_000
const beats = (): number[] => server.mock.calls.map(([, sent]) => JSON.parse(String(sent?.body)).idleFor)

test('idle limit, warning and call are those of the contract', () => {
  expect([idleLimit, idleWarning]).toEqual([contractLimit, contractWarning])
  expect(idleLimit).toBe(1_800_000)
  expect(heartbeat).toEqual({ method: heartbeatCall.method, path: heartbeatCall.path })
})

describe('sessions without movement', () => {
  test('warns in the last two minutes and ends the session at thirty', () => {
    vi.advanceTimersByTime(28 * minute - 1)
    expect(warn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(warn).toHaveBeenLastCalledWith(Date.now() + 2 * minute)
    vi.advanceTimersByTime(2 * minute - 1)
    expect(over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(over).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60 * minute)
    expect(over).toHaveBeenCalledOnce()
  })

  test.each(['visibilitychange', 'focus', 'pageshow'])(
    '%s checks the clock and ends a session that slept too long',
    (name) => {
      vi.setSystemTime(Date.now() + 31 * minute)
      move(name)
      expect(over).toHaveBeenCalledOnce()
    },
  )

  test('a timer ends a session that slept too long', () => {
    vi.setSystemTime(Date.now() + 45 * minute)
    vi.advanceTimersByTime(5000)
    expect(over).toHaveBeenCalledOnce()
  })

  test('the movement that wakes the machine does not revive an ended session', () => {
    vi.setSystemTime(Date.now() + 31 * minute)
    move('keydown')
    expect(over).toHaveBeenCalledOnce()
  })

  test('a clock set back starts the idle time anew', () => {
    vi.setSystemTime(Date.now() - 60 * minute)
    vi.advanceTimersByTime(5000)
    vi.advanceTimersByTime(30 * minute)
    expect(over).toHaveBeenCalledOnce()
  })
})

describe('movement in a session', () => {
  test.each(['mousemove', 'keydown', 'click', 'scroll', 'touchstart', 'touchmove'])(
    '%s restarts the idle half hour',
    (name) => {
      vi.advanceTimersByTime(29 * minute)
      expect(warn).toHaveBeenCalledOnce()
      move(name, { screenX: 7, screenY: 7 })
      expect(warn).toHaveBeenLastCalledWith(null)
      vi.advanceTimersByTime(27 * minute)
      expect(over).not.toHaveBeenCalled()
      vi.advanceTimersByTime(3 * minute)
      expect(over).toHaveBeenCalledOnce()
    },
  )

  test('a resting mouse over a moving page does not count as movement', () => {
    const rest = { screenX: 300, screenY: 200 }
    move('mousemove', rest)
    for (let passed = 0; passed < 30; passed++) {
      vi.advanceTimersByTime(minute)
      move('mousemove', rest)
    }
    expect(over).toHaveBeenCalledOnce()
  })

  test('movement in another tab counts and dismisses the warning', () => {
    vi.advanceTimersByTime(29 * minute)
    kept.set('activity', String(Date.now()))
    move('storage')
    expect(warn).toHaveBeenLastCalledWith(null)
    vi.advanceTimersByTime(29 * minute)
    expect(over).not.toHaveBeenCalled()
  })

  test('movement is sent to the other tabs, including the last one', () => {
    vi.advanceTimersByTime(minute)
    move('keydown')
    const first = Date.now()
    expect(kept.get('activity')).toBe(String(first))
    vi.advanceTimersByTime(300)
    move('keydown')
    expect(kept.get('activity')).toBe(String(first))
    vi.advanceTimersByTime(1000)
    expect(kept.get('activity')).toBe(String(first + 300))
  })
})

describe('heartbeats to the server', () => {
  test('sends at most one heartbeat a minute during movement', () => {
    for (let passed = 0; passed < 300; passed++) {
      move('keydown')
      vi.advanceTimersByTime(1000)
    }
    expect(server.mock.calls.length).toBeGreaterThanOrEqual(5)
    expect(server.mock.calls.length).toBeLessThanOrEqual(6)
    expect(Math.max(...beats())).toBeLessThan(6000)
  })

  test('sends a heartbeat for the last movement, and then none', () => {
    vi.advanceTimersByTime(2 * minute)
    server.mockClear()
    move('click')
    vi.advanceTimersByTime(20 * minute)
    expect(beats()).toHaveLength(1)
    expect(beats()[0]).toBeLessThanOrEqual(5000)
  })

  test('sends a heartbeat at once when the warning is dismissed', () => {
    vi.advanceTimersByTime(29 * minute)
    server.mockClear()
    watch.stay()
    expect(beats()).toEqual([0])
  })

  test('sends heartbeats for movement under maintenance too', () => {
    useSession.setState({ barred: 'maintenance' })
    vi.advanceTimersByTime(2 * minute)
    server.mockClear()
    vi.advanceTimersByTime(5 * minute)
    expect(server).not.toHaveBeenCalled()
    move('click')
    vi.advanceTimersByTime(minute)
    expect(beats()).toHaveLength(1)
  })

  test('one tab sends the heartbeat for all tabs', () => {
    vi.advanceTimersByTime(2 * minute)
    server.mockClear()
    kept.set('heartbeat', String(Date.now()))
    move('keydown')
    vi.advanceTimersByTime(30_000)
    expect(server).not.toHaveBeenCalled()
  })

  test('repeats a failed heartbeat a minute later', async () => {
    vi.advanceTimersByTime(2 * minute)
    server.mockClear().mockImplementationOnce(() => Promise.reject(new TypeError('failed')))
    move('keydown')
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(beats()).toHaveLength(2)
    expect(beats()[1]).toBeGreaterThan(50_000)
  })
})
