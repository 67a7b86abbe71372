import { describe, expect, it, test } from 'vitest'
import { publishedHolidays } from '#test/fixtures/published-holidays.ts'
import { parseDay, toDayNumber, toIsoDate, weekday } from './calendar.ts'
import {
  businessDaysBefore,
  findBankClosure,
  getNationalHolidays,
  nextBusinessDay,
  nextWorkingDay,
} from './holidays.ts'

describe('published holidays', () => {
  it.each(['ES', 'PT', 'MX'] as const)('%s has the national holidays of the published table', (country) => {
    const working = (day: number): boolean => weekday(day) !== 0
    for (const year of [2023, 2024, 2025]) {
      const days = publishedHolidays[country][year]!.split(' ').map((day) => parseDay(`${year}-${day}`))
      // The table leaves out the day of 2024 on which a president took office.
      const ours = [...getNationalHolidays(country, year)].filter((day) => toIsoDate(day) !== '2024-10-01')
      expect(ours.filter(working).sort().map(toIsoDate)).toEqual(days.filter(working).sort().map(toIsoDate))
      // Of the Sundays the table names those only that are a holiday for being one, as Easter in Portugal.
      expect(days.filter((day) => !ours.includes(day))).toEqual([])
    }
  })
})

const findNextBusinessDay = (country: 'ES' | 'PT' | 'MX', day: string) =>
  toIsoDate(nextBusinessDay(country, parseDay(day)))

/** The days of a year on which payments are not settled, weekends aside. */
const listBankClosures = (country: 'ES' | 'PT' | 'MX', year: number): string[] => {
  const first = toDayNumber(year, 1, 1)
  return Array.from({ length: toDayNumber(year + 1, 1, 1) - first }, (_, n) => first + n)
    .filter((day) => findBankClosure(country, day) === 'holiday')
    .map(toIsoDate)
}

test.each(['ES', 'PT'] as const)('%s closes on the TARGET holidays and not on its national ones', (country) => {
  // 26 December 2026 is a Saturday.
  const days = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25']
  expect(listBankClosures(country, 2026)).toEqual(days)
  expect(findNextBusinessDay(country, '2025-12-25')).toBe('2025-12-29')
  expect(findNextBusinessDay(country, '2024-03-29')).toBe('2024-04-02')
  // 12 October in Spain, 5 October and Corpus Christi in Portugal: the banks pay.
  for (const day of ['2026-10-12', '2026-10-05', '2026-06-04']) expect(findNextBusinessDay(country, day)).toBe(day)
})

test('MX closes on the days that the CNBV set for the banks in 2026', () => {
  // Diario Oficial de la Federación, 10 December 2025; 12 December 2026 is a Saturday.
  expect(listBankClosures('MX', 2026)).toEqual([
    ...['2026-01-01', '2026-02-02', '2026-03-16', '2026-04-02', '2026-04-03', '2026-05-01'],
    ...['2026-09-16', '2026-11-02', '2026-11-16', '2026-12-25'],
  ])
  expect(findNextBusinessDay('MX', '2028-12-12')).toBe('2028-12-13')
  expect(nextBusinessDay('MX', toDayNumber(2030, 10, 1))).toBe(toDayNumber(2030, 10, 2))
})

test('moves a weekend payment to Monday, or past holidays that follow it', () => {
  expect([
    findNextBusinessDay('ES', '2026-06-15'),
    findNextBusinessDay('ES', '2026-06-13'),
    findNextBusinessDay('ES', '2026-04-03'),
  ]).toEqual([...['2026-06-15', '2026-06-15', '2026-04-07']])
  expect(findBankClosure('ES', parseDay('2026-06-14'))).toBe('weekend')
})

test('an office works on bank holidays and rests on national ones', () => {
  const working = (day: string) => toIsoDate(nextWorkingDay('ES', parseDay(day)))
  expect([working('2026-10-12'), working('2026-04-06')]).toEqual(['2026-10-13', '2026-04-06'])
})

test('offices open again after a weekend that a national holiday follows', () => {
  const findNextWorkingDay = (day: string): string => toIsoDate(nextWorkingDay('ES', parseDay(day)))
  expect(findNextWorkingDay('2026-10-09')).toBe('2026-10-09')
  expect(findNextWorkingDay('2026-10-10')).toBe('2026-10-13')
  expect(findNextWorkingDay('2026-10-12')).toBe('2026-10-13')
})

test('days before a day are counted without weekends and bank holidays', () => {
  const countBack = (count: number): string => toIsoDate(businessDaysBefore('ES', parseDay('2026-01-05'), count))
  expect([0, 1, 2].map(countBack)).toEqual(['2026-01-05', '2026-01-02', '2025-12-31'])
})
