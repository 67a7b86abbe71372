import { expect, test } from 'vitest'
import { parseDayAndTime, parseDuration, parseTimeOfDay } from './parse-time.ts'

test.each([
  ['9:30', '09:30'],
  ['09.30 h', '09:30'],
  ['9h30', '09:30'],
  ['10h', '10:00'],
  ['2:15 pm', '14:15'],
  ['12 a. m.', '00:00'],
  ['23:59:59', '23:59'],
  ['0,4375', '10:30'],
])('%s is read as %s', (text, time) => {
  expect(parseTimeOfDay(text)).toBe(time)
})

test.each(['24:00', '9:60', '930', '9', '13:00 pm', '-1:00', 'mañana'])('%s is refused as a time', (text) => {
  expect(() => parseTimeOfDay(text)).toThrow('time')
})

test('reads moments by the clock of the firm', () => {
  const form = { dates: 'dmy' } as never
  const range = { from: '2000-01-01', to: '2030-12-31' }
  const read = (text: string) => parseDayAndTime(text, { form, prefix: 'dino' }, range)
  expect(read('2026-01-15T23:30:00Z')).toEqual({ day: '2026-01-16', time: '00:30' })
  expect(read('2026-07-15T10:00:00+02:00')).toEqual({ day: '2026-07-15', time: '10:00' })
  expect(read('15/07/26 00:00')).toEqual({ day: '2026-07-15', time: null })
  expect(parseDuration('90 s')).toBe(90)
  expect(() => parseDuration('25:00:00')).toThrow('invalid')
})
