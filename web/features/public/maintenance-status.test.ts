import { afterEach, expect, test, vi } from 'vitest'
import { getMaintenanceStatus } from '#contract/auth.ts'
import { splitCountdown } from './countdown.ts'
import { findRelevantMaintenance, statusEndpoint } from './maintenance-status.ts'

afterEach(() => vi.unstubAllGlobals())

test('the status call written separately is that of the contract', () =>
  expect(getMaintenanceStatus).toMatchObject(statusEndpoint))

test('remaining time is counted in whole units, and is null once over', () => {
  expect(splitCountdown(((26 * 60 + 3) * 60 + 4) * 1000)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 })
  expect(splitCountdown(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(splitCountdown(0)).toBeNull()
  expect(splitCountdown(-5)).toBeNull()
})

test('a signed-in user sees only their firm’s maintenance, a visitor any firm’s', () => {
  const portugal = { prefix: 'dino_uab', since: '2026-01-01T00:00:00Z', message: '', until: null } as const
  const token = `a.${btoa(JSON.stringify({ exp: 1, prefix: 'dino' }))}.c`
  expect(findRelevantMaintenance([portugal])).toBe(portugal)
  vi.stubGlobal('localStorage', { getItem: () => token })
  expect(findRelevantMaintenance([portugal])).toBeUndefined()
  expect(findRelevantMaintenance([portugal, { ...portugal, prefix: 'dino' }])).toMatchObject({ prefix: 'dino' })
})
