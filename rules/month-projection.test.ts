import { expect, test } from 'vitest'
import { parseDay } from './calendar.ts'
import { countBusinessDays, projectMonths } from './month-projection.ts'

const months = Array.from({ length: 12 }, (_, n) => ({
  month: `2026-${String(n + 1).padStart(2, '0')}-01`,
  actual: n < 2 ? 10_000n : n === 2 ? 5_000n : 0n,
}))

test('business days leave out weekends and national holidays', () => {
  // January 2026 has 22 weekdays; the 1st and the 6th are holidays.
  expect(countBusinessDays('ES', parseDay('2026-01-01'), parseDay('2026-01-31'))).toBe(20)
})

test('the month that runs goes on at its own pace', () => {
  const projected = projectMonths('ES', months, '2026-03-13')
  expect(projected[0]).toEqual({ month: '2026-01-01', actual: 10_000n, projected: 10_000n, cumulative: 10_000n })
  // 10 of 22 business days have brought 50.00.
  expect(projected[2]).toMatchObject({ projected: 11_000n, cumulative: 31_000n })
})

test('months to come go on at the pace of the year', () => {
  const projected = projectMonths('ES', months, '2026-03-13')
  // 250.00 in 50 business days are 5.00 a day.
  const days = countBusinessDays('ES', parseDay('2026-05-01'), parseDay('2026-05-31'))
  expect(projected[4]!.projected).toBe(500n * BigInt(days))
})

test('a year that is over is projected as it was', () => {
  expect(projectMonths('ES', months, '2027-02-01').at(-1)).toMatchObject({ projected: 0n, cumulative: 25_000n })
})
