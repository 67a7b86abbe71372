import { expect, test } from 'vitest'
import { chooseSlots } from './choose-slots.ts'

const build = (day: string, hours: readonly number[]) =>
  hours.map((hour) => ({ startsAt: `${day}T${hour}:00`, endsAt: `${day}T${hour}:30` }))

test('a few times of each day are offered, spread over it', () => {
  const slots = [...build('2026-06-16', [10, 11, 12, 13, 14, 15, 16, 17]), ...build('2026-06-17', [12])]
  expect(chooseSlots(slots).map(({ startsAt }) => startsAt)).toEqual([
    '2026-06-16T10:00',
    '2026-06-16T12:00',
    '2026-06-16T14:00',
    '2026-06-16T16:00',
    '2026-06-17T12:00',
  ])
  expect(chooseSlots([])).toEqual([])
})
