import { describe, expect, it } from 'vitest'
import { addMonths, parseDay, rollToWeekday, toCivilDate, toIsoDate, weekday } from '#rules/calendar.ts'
import { dayCountPartsPerYear, toDayCountPosition } from '#rules/day-count.ts'
import type { DayCount } from './day-count.ts'

describe('parts of a period', () => {
  it.each(Object.keys(dayCountPartsPerYear) as DayCount[])(
    '%s counts a period the same whole or in pieces',
    (basis) => {
      const days = Array.from({ length: 900 }, (_, n) => toDayCountPosition(basis, parseDay('2023-11-05') + n))
      const pieces = days.slice(1).reduce((sum, position, n) => sum + position - days[n]!, 0)
      expect(pieces).toBe(days.at(-1)! - days[0]!)
    },
  )
})

describe('calendar days', () => {
  it('parses and formats days unchanged through leap years and centuries', () => {
    for (const date of ['1899-12-31', '1900-03-01', '2000-02-29', '2024-02-29', '2100-02-28', '9999-12-31'])
      expect(toIsoDate(parseDay(date))).toBe(date)
    for (let day = parseDay('2019-01-01'); day < parseDay('2029-01-01'); day++)
      expect(toIsoDate(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
  })
  it('adding months keeps the end of the month', () => {
    const opening = parseDay('2023-12-31')
    expect([1, 2, 3].map((n) => toIsoDate(addMonths(opening, n)))).toEqual(['2024-01-31', '2024-02-29', '2024-03-31'])
    expect(toIsoDate(addMonths(opening, -10))).toBe('2023-02-28')
    expect(toCivilDate(opening)).toEqual({ year: 2023, month: 12, day: 31 })
  })
  it('moves a weekend day to Monday', () => {
    expect(weekday(parseDay('2026-11-21'))).toBe(6)
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((date) => toIsoDate(rollToWeekday(parseDay(date))))).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-23',
    ])
  })
})
