import { expect, test } from 'vitest'
import { buildRule, readRule, repetitions } from './repetition.ts'

test.each([
  ['workdays', '2026-06-16', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261231'],
  ['biweekly', '2026-06-16', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20261231'],
  ['monthlyWeekday', '2026-06-16', 'FREQ=MONTHLY;BYDAY=3TU;UNTIL=20261231'],
  ['monthlyWeekday', '2026-06-30', 'FREQ=MONTHLY;BYDAY=-1TU;UNTIL=20261231'],
] as const)('%s from %s is %s', (repetition, day, rule) => {
  expect(buildRule(repetition, day, '2026-12-31')).toBe(rule)
})

test('reads what it builds, and nothing else', () => {
  for (const repetition of repetitions)
    expect(readRule(buildRule(repetition, '2026-06-16', '2026-12-31'))).toEqual({ repetition, until: '2026-12-31' })
  for (const rule of [
    'FREQ=WEEKLY;COUNT=4',
    'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231',
    'FREQ=WEEKLY;UNTIL=20261231T100000Z',
  ])
    expect(readRule(rule)).toBeNull()
})
