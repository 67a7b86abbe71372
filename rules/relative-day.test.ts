import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayPresets, isRelativeDay } from '#contract/core/relative-day.ts'
import { parseDay, toIsoDate } from './calendar.ts'
import { resolveFilterDay } from './relative-day.ts'

describe('days that move with the calendar', () => {
  test.each([
    ['today', '2026-11-23'],
    ['todayPlus30', '2026-12-23'],
    ['todayMinus1', '2026-11-22'],
    ['weekStart', '2026-11-23'],
    ['weekEnd', '2026-11-29'],
    ['previousWeekStart', '2026-11-16'],
    ['monthStart', '2026-11-01'],
    ['monthEnd', '2026-11-30'],
    ['previousMonthStart', '2026-10-01'],
    ['previousMonthEnd', '2026-10-31'],
    ['quarterStart', '2026-10-01'],
    ['quarterEnd', '2026-12-31'],
    ['previousQuarterEnd', '2026-09-30'],
    ['yearStart', '2026-01-01'],
    ['yearEnd', '2026-12-31'],
    ['previousYearStart', '2025-01-01'],
    ['2024-02-29', '2024-02-29'],
  ])('%s is %s on Monday 23 November 2026', (text, day) => {
    expect(resolveFilterDay(text, '2026-11-23')).toBe(day)
  })

  test.each([
    ['weekStart', '2026-11-29', '2026-11-23'],
    ['previousMonthEnd', '2028-03-31', '2028-02-29'],
    ['previousMonthStart', '2026-01-01', '2025-12-01'],
    ['previousQuarterStart', '2026-02-14', '2025-10-01'],
    ['todayPlus1', '2026-12-31', '2027-01-01'],
  ])('%s on %s is %s', (text, today, day) => {
    expect(resolveFilterDay(text, today)).toBe(day)
  })

  test('spans of this week, month, quarter and year hold today, on any day', () => {
    const anyDay = fc.integer({ min: parseDay('1990-01-01'), max: parseDay('2090-12-31') }).map(toIsoDate)
    fc.assert(
      fc.property(anyDay, fc.constantFrom('week', 'month', 'quarter', 'year'), (today, unit) => {
        const start = resolveFilterDay(`${unit}Start`, today)
        const end = resolveFilterDay(`${unit}End`, today)
        expect(start <= today && today <= end).toBe(true)
        const before = `previous${unit[0]!.toUpperCase()}${unit.slice(1)}End`
        expect(parseDay(resolveFilterDay(before, today))).toBe(parseDay(start) - 1)
      }),
    )
  })

  test('every preset consists of filter days, the first not after the last', () => {
    for (const { from, to } of dayPresets) {
      expect([from, to].every(isRelativeDay)).toBe(true)
      expect(resolveFilterDay(from, '2026-11-23') <= resolveFilterDay(to, '2026-11-23')).toBe(true)
    }
  })

  test.each(['tomorrow', 'todayPlus', 'todayPlus0', 'todayPlus1000', 'nextWeek', 'MonthStart', 'today '])(
    'refuses %j as a day',
    (text) => {
      expect(isRelativeDay(text)).toBe(false)
    },
  )
})
