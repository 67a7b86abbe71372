import { describe, expect, it } from 'vitest'
import { addMonths, businessDay, civil, isoDay, parseDay, weekday } from '#rules/calendar.ts'
import { partsInYear, positionOf } from '#rules/day-count.ts'
import type { DayCount } from './day-count.ts'

describe('parts of a period', () => {
  it.each(Object.keys(partsInYear) as DayCount[])('%s counts a period the same whole or in pieces', (basis) => {
    const days = Array.from({ length: 900 }, (_, n) => positionOf(basis, parseDay('2023-11-05') + n))
    const pieces = days.slice(1).reduce((sum, position, n) => sum + position - days[n]!, 0)
    expect(pieces).toBe(days.at(-1)! - days[0]!)
  })
})

describe('calendar days', () => {
  it('parses and formats days unchanged through leap years and centuries', () => {
    for (const date of ['1899-12-31', '1900-03-01', '2000-02-29', '2024-02-29', '2100-02-28', '9999-12-31'])
      expect(isoDay(parseDay(date))).toBe(date)
    for (let day = parseDay('2019-01-01'); day < parseDay('2029-01-01'); day++)
      expect(isoDay(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
  })
  it('adding months keeps the end of the month', () => {
    const opening = parseDay('2023-12-31')
    expect([1, 2, 3].map((n) => isoDay(addMonths(opening, n)))).toEqual(['2024-01-31', '2024-02-29', '2024-03-31'])
    expect(isoDay(addMonths(opening, -10))).toBe('2023-02-28')
    expect(civil(opening)).toEqual({ year: 2023, month: 12, day: 31 })
  })
  it('moves a weekend day to Monday', () => {
    expect(weekday(parseDay('2026-11-21'))).toBe(6)
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((date) => isoDay(businessDay(parseDay(date))))).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-23',
    ])
  })
})
