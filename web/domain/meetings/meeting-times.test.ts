import { expect, test } from 'vitest'
import { shiftDay } from '#rules/calendar.ts'
import { addMinutes, countDaysBetween, formatSpan } from './meeting-times.ts'

const format = { date: (day: string | null) => day ?? '–' }

test('times stay within their day', () => {
  expect(addMinutes('09:30', 90)).toBe('11:00')
  expect(addMinutes('23:30', 60)).toBe('23:59')
  expect(addMinutes('00:15', -30)).toBe('00:00')
})

test('days are counted over the end of a month', () => {
  expect(countDaysBetween('2026-02-28T23:00', '2026-03-01T01:00')).toBe(1)
  expect(shiftDay('2026-03-28', 2)).toBe('2026-03-30')
})

test('the day of the end is said where it is another', () => {
  expect(formatSpan(format, '2026-06-20T10:00', '2026-06-20T11:30')).toBe('2026-06-20 10:00–11:30')
  expect(formatSpan(format, '2026-06-20T23:00', '2026-06-21T01:00')).toBe('2026-06-20 23:00 – 2026-06-21 01:00')
})
