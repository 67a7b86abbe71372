import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { locateGivenData } from '#test/harness/given-data.ts'
import { expandKeptRule, expandRule } from './recurrence.ts'

const given = locateGivenData('agenda', ['rrule_vectors.json'])

type Vector = { dtstart: string; rrule: string; dates: string[] }

describe.skipIf(!given.isThere)(`published rules: ${given.title}`, () => {
  test('each rule repeats on the published days', () => {
    const vectors = JSON.parse(readFileSync(join(given.place, 'rrule_vectors.json'), 'utf8')) as Vector[]
    const toMoment = (date: string): string => (date.includes('T') ? date.slice(0, 16) : `${date}T00:00`)
    const followed = vectors.filter(({ rrule }) => !/BYHOUR|BYMINUTE|BYSECOND|HOURLY|MINUTELY/.test(rrule))
    expect(followed.length).toBeGreaterThan(25)
    for (const { dtstart, rrule, dates } of followed) {
      const ended = /COUNT|UNTIL/.test(rrule) ? rrule : `${rrule};COUNT=${dates.length}`
      expect([rrule, ...expandRule(ended, toMoment(dtstart), 'UTC')]).toEqual([rrule, ...dates.map(toMoment)])
    }
  })
})

// RFC 5545, 3.8.5.3.
test.each([
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,TH',
    '1997-09-02T09:00',
    ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18'],
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=1FR', '1997-09-05T09:00', ['1997-09-05', '1997-10-03', '1997-11-07']],
  ['FREQ=MONTHLY;COUNT=3;BYMONTHDAY=-3', '1997-09-28T09:00', ['1997-09-28', '1997-10-29', '1997-11-28']],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04T09:00', ['1997-09-04', '1997-10-07', '1997-11-06']],
  ['FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO', '1997-05-12T09:00', ['1997-05-12', '1998-05-11', '1999-05-17']],
  ['FREQ=YEARLY;COUNT=3;BYDAY=20MO', '1997-05-19T09:00', ['1997-05-19', '1998-05-18', '1999-05-17']],
  ['FREQ=YEARLY;COUNT=2', '2024-02-29T09:00', ['2024-02-29', '2028-02-29']],
  ['FREQ=MONTHLY;COUNT=3', '2026-01-31T09:00', ['2026-01-31', '2026-03-31', '2026-05-31']],
])('%s from %s', (rule, start, days) => {
  expect(expandRule(rule, start, 'America/Mexico_City')).toEqual(days.map((day) => `${day}T09:00`))
})

test('a rule of twenty years has its twenty times', () => {
  const expected = Array.from({ length: 20 }, (_, n) => `${2026 + n}-06-16T10:00`)
  for (const rule of ['FREQ=YEARLY;COUNT=20', 'FREQ=YEARLY;UNTIL=20450616'])
    expect(expandRule(rule, '2026-06-16T10:00', 'Europe/Madrid')).toEqual(expected)
})

test.each([
  ['FREQ=YEARLY;UNTIL=29991231', 101, 'FREQ=YEARLY;UNTIL=21260616'],
  ['FREQ=YEARLY;COUNT=900', 101, 'FREQ=YEARLY;UNTIL=21260616'],
  ['FREQ=MONTHLY;UNTIL=20991231', 260, 'FREQ=MONTHLY;UNTIL=20480116'],
  ['FREQ=YEARLY;COUNT=20', 20, 'FREQ=YEARLY;COUNT=20'],
])('%s of before is kept with %i times, and ends where they do', (rule, count, ended) => {
  const kept = expandKeptRule(rule, '2026-06-16T10:00', 'Europe/Madrid')
  expect([kept.times.length, kept.rule]).toEqual([count, ended])
  expect(expandRule(kept.rule, '2026-06-16T10:00', 'Europe/Madrid')).toEqual(kept.times)
})

test('an end in UTC counts by the clock of the firm', () => {
  const rule = 'FREQ=DAILY;UNTIL=20260617T213000Z'
  expect(expandRule(rule, '2026-06-16T23:30', 'Europe/Madrid')).toEqual(['2026-06-16T23:30', '2026-06-17T23:30'])
  expect(expandRule(rule, '2026-06-16T23:31', 'Europe/Madrid')).toEqual(['2026-06-16T23:31'])
})

test.each([
  ['FREQ=WEEKLY', 'ruleWithoutEnd'],
  ['FREQ=HOURLY;COUNT=3', 'rule'],
  ['FREQ=DAILY;COUNT=3;BYHOUR=9', 'rule'],
  ['FREQ=DAILY;COUNT=x', 'rule'],
  ['FREQ=DAILY;BYDAY=XX;COUNT=2', 'rule'],
  ['COUNT=3', 'rule'],
  ['FREQ=DAILY;INTERVAL=-1;COUNT=3', 'rule'],
  ['FREQ=DAILY;COUNT=3;COUNT=4', 'rule'],
  ['FREQ=DAILY;UNTIL=20261399', 'rule'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=2', 'rule'],
  ['FREQ=DAILY;COUNT=261', 'ruleTooLong'],
  ['FREQ=MONTHLY;UNTIL=20991231', 'ruleTooLong'],
  ['FREQ=YEARLY;COUNT=102', 'ruleTooFar'],
  ['FREQ=YEARLY;UNTIL=21271231', 'ruleTooFar'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=26', 'ruleTooFar'],
  ['FREQ=DAILY;UNTIL=20260101', 'ruleEmpty'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=2', 'ruleEmpty'],
  ['FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1;COUNT=2', 'ruleEmpty'],
])('%s is refused: %s', (rule, fault) => {
  expect(() => expandRule(rule, '2026-06-16T10:00', 'Europe/Madrid')).toThrow(
    expect.objectContaining({ details: { fields: { rule: fault } } }),
  )
})
