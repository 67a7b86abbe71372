import { expect, test } from 'vitest'
import { buildRule } from './repetition.ts'

test.each([
  ['workdays', '2026-06-16', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261231'],
  ['biweekly', '2026-06-16', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20261231'],
  ['monthlyWeekday', '2026-06-16', 'FREQ=MONTHLY;BYDAY=3TU;UNTIL=20261231'],
  ['monthlyWeekday', '2026-06-30', 'FREQ=MONTHLY;BYDAY=-1TU;UNTIL=20261231'],
] as const)('%s from %s is %s', (repetition, day, rule) => {
  expect(buildRule(repetition, day, '2026-12-31')).toBe(rule)
})
