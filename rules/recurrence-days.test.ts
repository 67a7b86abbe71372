import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { createDraws } from '#test/harness/draws.ts'
import { expandRule } from './recurrence.ts'

// It is no module of Node's kind, and names nothing that could be imported by name.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule')

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const buildRules = (seed: number) => {
  const { draw, drawOne, drawDay } = createDraws(seed)
  const drawSome = (drawIt: () => string | number): string =>
    [...new Set(Array.from({ length: 1 + draw(4) }, drawIt))].join(',')
  const sign = (most: number): number => (1 + draw(most)) * (draw(2) ? 1 : -1)
  /** Parts that a frequency is narrowed by. Weekdays are of one kind, and no first week is counted from the end: there the other library errs. */
  const narrow: Readonly<Record<string, () => string[]>> = {
    DAILY: () => [`BYDAY=${drawSome(() => drawOne(weekdays))}`],
    WEEKLY: () => [`BYDAY=${drawSome(() => drawOne(weekdays))}`, `WKST=${drawOne(weekdays)}`],
    MONTHLY: () => [
      draw(2) ? `BYMONTHDAY=${drawSome(() => sign(31))}` : `BYDAY=${drawSome(() => `${sign(5)}${drawOne(weekdays)}`)}`,
    ],
    YEARLY: () =>
      drawOne([
        [`BYYEARDAY=${drawSome(() => sign(366))}`],
        [`BYWEEKNO=${drawSome(() => sign(51))}`, `BYDAY=${drawSome(() => drawOne(weekdays))}`],
        [`BYMONTHDAY=${drawSome(() => sign(31))}`],
        [`BYDAY=${drawSome(() => `${sign(53)}${drawOne(weekdays)}`)}`],
        [`BYMONTH=${drawSome(() => 1 + draw(12))}`, `BYDAY=${drawSome(() => `${sign(5)}${drawOne(weekdays)}`)}`],
      ]),
  }
  return () => {
    const freq = drawOne(Object.keys(narrow))
    const parts = draw(4) ? narrow[freq]!() : []
    const interval = parts.some((part) => part.startsWith('BYWEEKNO')) ? 1 : 1 + draw(4)
    return {
      rule: [`FREQ=${freq}`, `INTERVAL=${interval}`, ...parts, `COUNT=${1 + draw(30)}`].join(';'),
      start: `${drawDay('2024-01-01', '2028-12-31')}T09:30`,
    }
  }
}

/** As another library has it, which is followed as far. */
const expandElsewhere = (rule: string, start: string): string[] => {
  const until = new Date(`${Number(start.slice(0, 4)) + 100}${start.slice(4)}:00Z`)
  const dtstart = new Date(`${start}:00Z`)
  return new RRule({ ...RRule.parseString(rule), dtstart, until }).all().map((day) => day.toISOString().slice(0, 16))
}

test('random rules repeat on the days of another library', () => {
  const drawRule = buildRules(1)
  let followed = 0
  for (let n = 0; n < 1000; n += 1) {
    const { rule, start } = drawRule()
    const expected = expandElsewhere(rule, start)
    if (expected.length === 0) continue
    followed += 1
    // Further on than any rule is followed: refused, and not cut.
    if (expected.length < Number(/COUNT=(\d+)/.exec(rule)![1])) {
      expect(() => expandRule(rule, start, 'Europe/Madrid'), `${rule} from ${start}`).toThrow(
        expect.objectContaining({ details: { fields: { rule: 'ruleTooFar' } } }),
      )
      continue
    }
    expect([rule, start, ...expandRule(rule, start, 'Europe/Madrid')]).toEqual([rule, start, ...expected])
  }
  expect(followed).toBeGreaterThan(800)
})

// Of these the other library leaves days out, or has one twice.
test.each([
  ['FREQ=MONTHLY;BYDAY=FR,-1TU;COUNT=6', ['03-06', '03-13', '03-20', '03-27', '03-31', '04-03']],
  ['FREQ=MONTHLY;BYMONTHDAY=2;BYDAY=MO;BYSETPOS=1,-1;COUNT=2', ['03-02', '11-02']],
  ['FREQ=MONTHLY;BYMONTHDAY=6,9;BYSETPOS=-3,2;COUNT=3', ['03-09', '04-09', '05-09']],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=1SU,SA;COUNT=5', ['03-01', '03-07', '03-14', '03-21', '03-28']],
])('%s has each of its days once', (rule, days) => {
  expect(expandRule(rule, '2026-03-01T09:30', 'Europe/Madrid')).toEqual(days.map((day) => `2026-${day}T09:30`))
})

test.each([
  'FREQ=WEEKLY;BYDAY=1MO;COUNT=2',
  'FREQ=DAILY;BYDAY=-1FR;COUNT=2',
  'FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO;COUNT=2',
  'FREQ=DAILY;UNTIL=20270229',
  'FREQ=DAILY;UNTIL=20260231T100000Z',
])('%s is no rule', (rule) => {
  expect(() => expandRule(rule, '2026-02-16T10:00', 'Europe/Madrid')).toThrow(
    expect.objectContaining({ details: { fields: { rule: 'rule' } } }),
  )
})

// Clocks change on 29 March and 25 October; in Mexico they no longer do.
test.each(['Europe/Madrid', 'Europe/Lisbon', 'Atlantic/Azores', 'America/Mexico_City'])(
  'keeps its hour in %s when clocks change',
  (zone) => {
    const hours = ['00:30', '01:30', '02:30', '09:30']
    for (const day of ['03-28', '10-24'])
      for (const hour of hours)
        expect(expandRule('FREQ=DAILY;COUNT=3', `2026-${day}T${hour}`, zone)).toEqual(
          [0, 1, 2].map((n) => `2026-${day.slice(0, 3)}${Number(day.slice(3)) + n}T${hour}`),
        )
  },
)

test('a rule is followed to the end of the calendar, and refused beyond it', () => {
  expect(expandRule('FREQ=YEARLY;COUNT=2', '9998-06-01T10:00', 'America/Mexico_City')).toEqual([
    '9998-06-01T10:00',
    '9999-06-01T10:00',
  ])
  expect(() => expandRule('FREQ=YEARLY;COUNT=9', '9998-06-01T10:00', 'America/Mexico_City')).toThrow(
    expect.objectContaining({ details: { fields: { rule: 'ruleTooFar' } } }),
  )
})
