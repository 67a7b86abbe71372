import { expect, test } from 'vitest'
import { toInstant, toLocalDateTime } from './zoned-time.ts'

// Clocks as the IANA time zone database has them, 2026.
test.each([
  ['2026-01-15T09:30', 'Europe/Madrid', '2026-01-15T08:30:00Z'],
  ['2026-07-15T09:30', 'Europe/Madrid', '2026-07-15T07:30:00Z'],
  // Left out: 02:30 counts by the clock of winter, which is 03:30 of summer.
  ['2026-03-29T02:30', 'Europe/Madrid', '2026-03-29T01:30:00Z'],
  // Comes twice: the first is of summer.
  ['2026-10-25T02:30', 'Europe/Madrid', '2026-10-25T00:30:00Z'],
  ['2026-10-25T03:00', 'Europe/Madrid', '2026-10-25T02:00:00Z'],
  ['2026-03-29T01:30', 'Europe/Lisbon', '2026-03-29T01:30:00Z'],
  ['2026-10-25T01:30', 'Europe/Lisbon', '2026-10-25T00:30:00Z'],
  ['2026-03-29T00:30', 'Atlantic/Azores', '2026-03-29T01:30:00Z'],
  ['2026-10-25T00:30', 'Atlantic/Azores', '2026-10-25T00:30:00Z'],
  // No summer time there since 2022.
  ['2026-07-15T09:30', 'America/Mexico_City', '2026-07-15T15:30:00Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(toInstant(local, zone)).toBe(instant)
})

test.each([
  ['2026-03-29T01:30:00Z', 'Europe/Madrid', '2026-03-29T03:30'],
  ['2026-10-25T00:30:00.000Z', 'Europe/Madrid', '2026-10-25T02:30'],
  ['2026-10-25T01:30:00Z', 'Europe/Madrid', '2026-10-25T02:30'],
  ['2026-07-15T15:30:00Z', 'America/Mexico_City', '2026-07-15T09:30'],
])('%s is %s in %s', (instant, zone, local) => {
  expect(toLocalDateTime(instant, zone)).toBe(local)
  expect(toLocalDateTime(Date.parse(instant), zone)).toBe(local)
})
