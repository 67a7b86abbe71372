import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { dayOf, isoDay, parseDay, weekday } from './calendar.ts'
import { nationalHolidays, nextBusinessDay } from './holidays.ts'

const file = '../shared/data/holidays/public_holidays.csv'

describe.skipIf(!existsSync(file))('against published holidays', () => {
  const published = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
    : []

  it.each(['ES', 'PT', 'MX'] as const)('%s rests on the same weekdays', (country) => {
    for (const year of [2023, 2024, 2025]) {
      const days = published
        .filter(([region, day]) => region === country && day!.startsWith(`${year}`))
        .map(([, day]) => parseDay(day!))
      const working = (day: number): boolean => weekday(day) !== 0
      // The list of the file leaves out the day of 2024 on which a president took office.
      const ours = [...nationalHolidays(country, year)].filter((day) => isoDay(day) !== '2024-10-01')
      expect(ours.filter(working).sort().map(isoDay)).toEqual(days.filter(working).sort().map(isoDay))
    }
  })
})

test('what falls on a day of rest goes to the next business day, over several where they follow each other', () => {
  const next = (country: 'ES' | 'PT' | 'MX', day: string) => isoDay(nextBusinessDay(country, parseDay(day)))
  expect(next('ES', '2026-06-15')).toBe('2026-06-15')
  expect(next('ES', '2026-06-13')).toBe('2026-06-15')
  // Good Friday, then the weekend.
  expect(next('ES', '2026-04-03')).toBe('2026-04-06')
  expect(next('ES', '2026-12-25')).toBe('2026-12-28')
  expect(next('PT', '2026-06-04')).toBe('2026-06-05')
  expect(next('MX', '2026-11-16')).toBe('2026-11-17')
  expect(nextBusinessDay('MX', dayOf(2030, 10, 1))).toBe(dayOf(2030, 10, 2))
})
