import { afterEach, expect, test, vi } from 'vitest'
import { getStatus } from '#contract/auth.ts'
import { countdown } from './countdown.ts'
import { concerning, statusCall } from './status.ts'

afterEach(() => vi.unstubAllGlobals())

test('the status call written separately is that of the contract', () => expect(getStatus).toMatchObject(statusCall))

test('remaining time is counted in whole units, and is null once over', () => {
  expect(countdown(((26 * 60 + 3) * 60 + 4) * 1000)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 })
  expect(countdown(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 })
  expect(countdown(0)).toBeNull()
  expect(countdown(-5)).toBeNull()
})

test('a signed-in user sees only their firm’s maintenance, a visitor any firm’s', () => {
  const portugal = { prefix: 'dino_uab', since: '2026-01-01T00:00:00Z', message: '', until: null } as const
  const token = `a.${btoa(JSON.stringify({ exp: 1, prefix: 'dino' }))}.c`
  expect(concerning([portugal])).toBe(portugal)
  vi.stubGlobal('localStorage', { getItem: () => token })
  expect(concerning([portugal])).toBeUndefined()
  expect(concerning([portugal, { ...portugal, prefix: 'dino' }])).toMatchObject({ prefix: 'dino' })
})
