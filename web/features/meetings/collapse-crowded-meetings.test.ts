import { expect, test } from 'vitest'
import type { AgendaMeeting } from './calendar-entries.ts'
import { collapseAllDayEntries, collapseCrowdedMeetings } from './collapse-crowded-meetings.ts'

const meet = (id: string, from: string, to: string) =>
  ({ id, startsAt: `2026-06-16T${from}`, endsAt: `2026-06-16T${to}` }) as AgendaMeeting

const fold = (meetings: AgendaMeeting[], maxColumns = 3) => {
  const { shown, folds } = collapseCrowdedMeetings(meetings, maxColumns)
  return { shown: shown.map(({ id }) => id), folds }
}

test('meetings that fit side by side stand as they are', () => {
  const meetings = [
    meet('1', '09:00', '10:00'),
    meet('2', '09:30', '10:30'),
    meet('3', '09:45', '11:00'),
    meet('4', '10:00', '11:00'),
    meet('5', '11:00', '12:00'),
  ]
  expect(fold(meetings)).toEqual({ shown: ['1', '4', '2', '3', '5'], folds: [] })
})

test('meetings beyond the columns are gathered over the time that they take', () => {
  const meetings = [
    meet('1', '09:00', '10:30'),
    meet('2', '09:00', '10:30'),
    meet('3', '09:00', '10:00'),
    meet('4', '09:30', '10:30'),
    meet('5', '12:00', '13:00'),
  ]
  expect(fold(meetings)).toEqual({
    shown: ['1', '2', '5'],
    folds: [{ startsAt: '2026-06-16T09:00', endsAt: '2026-06-16T10:30', count: 2 }],
  })
})

test('a single meeting beyond the columns is no crowd', () => {
  const meetings = ['1', '2', '3'].map((id) => meet(id, '09:00', '10:00'))
  const withLater = [...meetings, meet('4', '09:00', '12:00'), meet('5', '10:00', '11:00')]
  expect(fold(withLater, 4).folds).toEqual([])
  expect(fold(withLater, 3).folds).toEqual([{ startsAt: '2026-06-16T09:00', endsAt: '2026-06-16T12:00', count: 2 }])
})

test('what lasts all day keeps to its lines and counts the rest', () => {
  const entries = ['16', '16', '16', '17', '17', '18', '18'].map((day, at) => ({ id: at, dueOn: `2026-06-${day}` }))
  const { shown, folds } = collapseAllDayEntries(entries, (day) => (day === '2026-06-18' ? 1 : 0))
  expect(shown.map(({ id }) => id)).toEqual([0, 3, 4])
  expect(folds).toEqual([
    { day: '2026-06-16', count: 2 },
    { day: '2026-06-18', count: 2 },
  ])
})
