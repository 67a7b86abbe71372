import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phaseGoal, readYearClock } from './goal-phasing.ts'

const none = Array.from({ length: 12 }, () => 0n)

test('a goal without weights is divided evenly, with its last cents at the end', () => {
  expect(phaseGoal(1_200_00n, none)).toEqual(Array.from({ length: 12 }, () => 100_00n))
  expect(phaseGoal(5n, none).reduce((sum, month) => sum + month, 0n)).toBe(5n)
})

test('a goal keeps the seasons of the year that it is copied from', () => {
  const weights = none.map((_, at) => (at === 0 ? 300n : at === 11 ? 100n : 0n))
  expect(phaseGoal(1_000_00n, weights)).toEqual(none.map((_, at) => (at === 0 ? 750_00n : at === 11 ? 250_00n : 0n)))
})

test('months of any goal add up to it, and none is below nothing', () => {
  const months = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), months, (amount, weights) => {
      const phased = phaseGoal(amount, weights)
      expect(phased.reduce((sum, month) => sum + month, 0n)).toBe(amount)
      expect(phased.every((month) => month >= 0n)).toBe(true)
    }),
  )
})

test.each([
  [2025, { through: '2025-12-31', wholeMonths: 12, day: 0 }],
  [2026, { through: '2026-06-15', wholeMonths: 5, day: 15, daysOfMonth: 30 }],
  [2027, { through: '2026-12-31', wholeMonths: 0, day: 0 }],
])('reads how much of %i is over', (year, clock) => expect(readYearClock(year, '2026-06-15')).toMatchObject(clock))
