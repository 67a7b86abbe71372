import { expect, test } from 'vitest'
import { type AgendaMeeting, applyMoves, listAgendaItems } from './calendar-entries.ts'

const meeting = {
  id: '7',
  startsAt: '2026-06-16T10:00',
  endsAt: '2026-06-16T11:00',
  subject: 'Revisión',
  version: 3,
} as AgendaMeeting
const times = { startsAt: '2026-06-17T09:00', endsAt: '2026-06-17T10:00' }

test('a moved meeting stands at its new time until it is read anew', () => {
  const apply = (version: number | null) => applyMoves([meeting], new Map([['7', { times, version }]]))[0]
  expect(apply(null)).toMatchObject({ ...times, version: 3 })
  expect(apply(4)).toMatchObject({ ...times, version: 4 })
  expect(apply(3)).toBe(meeting)
})

test('a list has what lasts all day before the hours of its day', () => {
  const lines = listAgendaItems({
    meetings: [meeting],
    followUps: [{ id: '1', dueOn: '2026-06-16', subject: 'Llamar', personName: 'Ana', ownerName: 'Luis' }],
    holidays: [{ on: '2026-06-15', rests: 'office' }],
    google: [
      { id: 'x', startsAt: '2026-06-16T09:00', endsAt: '2026-06-16T09:30', isAllDay: false, title: 'Dentista' },
      { id: 'y', startsAt: '2026-06-16T23:00', endsAt: '2026-06-17T01:00', isAllDay: false, title: null },
    ],
  })
  expect(lines.map(({ id, time }) => [id, time])).toEqual([
    ['h2026-06-15', ''],
    ['f1', ''],
    ['gx', '09:00–09:30'],
    ['m7', '10:00–11:00'],
    ['gy', '23:00'],
  ])
})
