import { expect, test } from 'vitest'
import { listSnoozeDays } from './snooze-days.ts'

test.each([
  ['2026-06-15', [], '2026-06-16', '2026-06-22'],
  ['2026-06-19', ['2026-06-20', '2026-06-21'], '2026-06-22', '2026-06-22'],
  ['2026-06-21', [], '2026-06-22', '2026-06-22'],
  ['2026-12-24', ['2026-12-25', '2026-12-26', '2026-12-27'], '2026-12-28', '2026-12-28'],
])('a row of %s, without %o, comes back on %s or on Monday %s', (today, rest, next, nextWeek) => {
  expect(listSnoozeDays(today, new Set(rest))).toEqual({ next, nextWeek })
})
