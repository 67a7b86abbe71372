import { expect, it } from 'vitest'
import { parseTimeOfDay } from './parse-time.ts'

it.each([
  ['16:30', '16:30'],
  ['9:05', '09:05'],
  ['1630', '16:30'],
  ['16.30', '16:30'],
  ['24:00', undefined],
  ['16:60', undefined],
  ['mañana', undefined],
])('reads the time of the day %s as %s', (typed, expected) => {
  expect(parseTimeOfDay(typed)).toBe(expected)
})
