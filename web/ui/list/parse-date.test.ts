import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, parseTypedDate } from './parse-date.ts'

const spanishDayWords = { today: 'hoy', tomorrow: 'mañana', yesterday: 'ayer' }
const parseTyped = (text: string, today = '2026-11-21') => parseTypedDate(text, today, spanishDayWords)

describe('dates as users type them', () => {
  test.each([
    ['3/5', '2026-05-03'],
    ['3-5-27', '2027-05-03'],
    ['3.5.1985', '1985-05-03'],
    ['3 5 85', '1985-05-03'],
    ['0305', '2026-05-03'],
    ['030527', '2027-05-03'],
    ['03052027', '2027-05-03'],
    ['2027-05-03', '2027-05-03'],
    ['hoy', '2026-11-21'],
    [' HOY ', '2026-11-21'],
    ['manana', '2026-11-22'],
    ['Mañana', '2026-11-22'],
    ['ayer', '2026-11-20'],
    ['+30', '2026-12-21'],
    ['-21', '2026-10-31'],
    ['29/2/28', '2028-02-29'],
  ])('the typed date %s is read as %s', (text, date) => expect(parseTyped(text)).toBe(date))

  test.each(['', '31/4', '29/2', '0/1', '1/13', 'pronto', '3/', '1/1/1', '+', '2026-02-30', '+99999'])(
    'the typed text %s is no date',
    (text) => expect(parseTyped(text)).toBeUndefined(),
  )

  test('adds days over months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-03-01', -1)).toBe('2027-02-28')
  })

  test('date arithmetic agrees with the platform’s calendar on every day', () => {
    const day = fc.integer({ min: 0, max: 60_000 }) // from 1960 on
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (start, shift) => {
        const at = (days: number) => new Date(Date.UTC(1970, 0, 1 + days)).toISOString().slice(0, 10)
        expect(addDays(at(start), shift)).toBe(at(start + shift))
      }),
    )
  })
})
