import { expect, test } from 'vitest'
import { findCalendarDays, readCalendarState, shiftCalendarDate, writeCalendarState } from './calendar-state.ts'

const defaults = { today: '2026-06-15', defaultView: 'week' } as const

test('an address keeps what is not the default, and drops what is wrong', () => {
  const state = { view: 'month', date: '2026-02-01', whose: { owner: '7' }, showsGoogle: false } as const
  const params = writeCalendarState(state, defaults)
  expect(`${params}`).toBe('view=month&date=2026-02-01&owner=7&google=false')
  expect(readCalendarState(params, defaults)).toEqual(state)
  const wrong = new URLSearchParams('view=year&date=2026-13-01&owner=x')
  expect(readCalendarState(wrong, defaults)).toEqual({
    view: 'week',
    date: '2026-06-15',
    whose: 'mine',
    showsGoogle: true,
  })
  expect(`${writeCalendarState(readCalendarState(wrong, defaults), defaults)}`).toBe('')
})

test('weeks begin on Monday, months with the week of their first day', () => {
  expect(findCalendarDays({ view: 'week', date: '2026-06-21' })).toEqual({ from: '2026-06-15', days: 7 })
  expect(findCalendarDays({ view: 'month', date: '2026-03-31' })).toEqual({ from: '2026-02-23', days: 42 })
  expect(findCalendarDays({ view: 'day', date: '2026-06-21' })).toEqual({ from: '2026-06-21', days: 1 })
})

test('a step leads over the end of a year', () => {
  expect(shiftCalendarDate({ view: 'month', date: '2026-12-31' }, 1)).toBe('2027-01-01')
  expect(shiftCalendarDate({ view: 'month', date: '2026-01-31' }, -1)).toBe('2025-12-01')
  expect(shiftCalendarDate({ view: 'week', date: '2026-12-30' }, 1)).toBe('2027-01-06')
})
