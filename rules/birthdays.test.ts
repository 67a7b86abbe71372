import { expect, test } from 'vitest'
import { getBirthdays, listBirthdays } from './birthdays.ts'

test.each([
  ['2026-02-28', ['02-28', '02-29']],
  ['2028-02-28', ['02-28']],
  ['2028-02-29', ['02-29']],
  ['2026-06-15', ['06-15']],
])('%s celebrates those born on %o', (on, monthDays) => {
  expect(getBirthdays(on)).toEqual({ on, monthDays })
})

test('a Friday has those of the weekend too, other days their own', () => {
  expect(listBirthdays('2026-06-19').map(({ on }) => on)).toEqual(['2026-06-19', '2026-06-20', '2026-06-21'])
  expect(listBirthdays('2026-06-20').map(({ on }) => on)).toEqual(['2026-06-20'])
  expect(listBirthdays('2026-06-15').map(({ on }) => on)).toEqual(['2026-06-15'])
})
