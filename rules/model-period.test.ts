import { expect, test } from 'vitest'
import { readModelPeriod } from './model-period.ts'

const today = '2026-06-15'

test.each([
  [undefined, '2026-06-01', '2026-06-15', 15],
  ['2026-06', '2026-06-01', '2026-06-15', 15],
  ['2026-05', '2026-05-01', '2026-05-31', 30],
  ['2026', '2026-01-01', '2026-06-15', 165],
  ['2025-12', '2025-12-01', '2025-12-31', 30],
  ['2025', '2025-01-01', '2025-12-31', 360],
  ['2026-07', '2026-07-01', '2026-06-15', 0],
  ['2027', '2027-01-01', '2026-12-31', 0],
])('reads the days of the period %s as whole months and days', (period, from, through, expected) => {
  const found = readModelPeriod(period, today)
  expect(found).toMatchObject({ from, through })
  const { wholeMonths, day, daysOfMonth } = found.clock
  expect(30 * (wholeMonths - found.firstMonth + 1) + (30 * day) / daysOfMonth).toBe(expected)
})
