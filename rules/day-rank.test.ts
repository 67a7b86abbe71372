import { expect, test } from 'vitest'
import { compareDayReasons, getDayLevel, type RankedDayReason } from './day-rank.ts'

const today = '2026-06-15'
const reason = (kind: RankedDayReason['kind'], more: Partial<RankedDayReason> = {}): RankedDayReason => ({
  kind,
  date: null,
  time: null,
  amount: null,
  isPressing: false,
  ...more,
})
const order = (...reasons: RankedDayReason[]) => [...reasons].sort((one, other) => compareDayReasons(one, other, today))

test.each([
  [reason('meeting', { date: today }), 'first'],
  [reason('approval'), 'first'],
  [reason('stopped'), 'first'],
  [reason('maturity', { date: '2026-06-17' }), 'first'],
  [reason('maturity', { date: '2026-06-18' }), 'today'],
  [reason('followUp', { date: '2026-06-01' }), 'today'],
  [reason('followUp', { date: today, isPressing: true }), 'first'],
  [reason('document', { date: '2026-06-14' }), 'today'],
  [reason('document', { date: today }), 'later'],
  [reason('birthday', { date: today }), 'today'],
  [reason('review', { date: '2026-01-01' }), 'later'],
  [reason('newContact'), 'later'],
])('%o stands under %s', (found, level) => {
  expect(getDayLevel(found, today)).toBe(level)
})

test('what somebody waits for comes before the oldest follow-up', () => {
  const late = reason('followUp', { date: '2025-01-01' })
  const waiting = reason('approval', { date: today })
  expect(order(late, waiting)).toEqual([waiting, late])
})

test('meetings follow the clock, follow-ups their day, and equal days the amount', () => {
  const nine = reason('meeting', { date: today, time: '09:00–10:00' })
  const noon = reason('meeting', { date: today, time: '12:00–12:30' })
  expect(order(noon, nine)).toEqual([nine, noon])
  const old = reason('followUp', { date: '2026-06-10' })
  const small = reason('followUp', { date: '2026-06-12', amount: '900.00' })
  const large = reason('followUp', { date: '2026-06-12', amount: '10000.00' })
  expect(order(small, large, old)).toEqual([old, large, small])
})
