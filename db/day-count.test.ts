import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addMonths, businessDay, civil, isoDay, parseDay, weekday } from '#db/calendar.ts'
import { interestCents, partsInYear, positionOf } from '#db/day-count.ts'
import type { DayCount } from '#db/types.ts'

const parts = (basis: DayCount, from: string, to: string) =>
  positionOf(basis, parseDay(to)) - positionOf(basis, parseDay(from))
const interest = (basis: DayCount, from: string, to: string) =>
  interestCents(10_000_000 * parts(basis, from, to), 5_000_000, basis)

describe('interest of 100,000.00 at 5 %', () => {
  it.each([
    ['ACT/365F', '2026-01-31', '2026-07-31', 247_945],
    ['ACT/360', '2026-01-31', '2026-07-31', 251_389],
    ['30E/360', '2026-01-31', '2026-07-31', 250_000],
    ['ACT/365F', '2027-12-01', '2028-03-01', 124_658],
    ['ACT/ACT ISDA', '2027-12-01', '2028-03-01', 124_433],
  ] as const)('%s from %s to %s', (basis, from, to, cents) => {
    expect(interest(basis, from, to)).toBe(cents)
  })

  it('is the same in one piece and in many', () => {
    for (const basis of Object.keys(partsInYear) as DayCount[]) {
      const days = Array.from({ length: 900 }, (_, n) => positionOf(basis, parseDay('2023-11-05') + n))
      const pieces = days.slice(1).reduce((sum, position, n) => sum + position - days[n]!, 0)
      expect(pieces).toBe(days.at(-1)! - days[0]!)
    }
  })
})

const vectors = '../shared/data/daycount/strata_days.csv'
const named: Record<string, DayCount> = { ACT_360: 'ACT/360', ACT_365F: 'ACT/365F', THIRTY_E_360: '30E/360' }

describe.skipIf(!existsSync(vectors))('day counts of a published test suite', () => {
  const lines = existsSync(vectors) ? readFileSync(vectors, 'utf8').trim().split('\n').slice(1) : []
  const cases = lines.map((line) => line.split(',')).filter(([name]) => name! in named)
  it.each(cases)('%s from %s to %s: %s', (name, from, to, days) => {
    expect(parts(named[name!]!, from!, to!)).toBe(Number(days))
  })
  it('are there', () => expect(cases.length).toBeGreaterThan(30))
})

describe('days', () => {
  it('go to text and back through leap years and centuries', () => {
    for (const date of ['1899-12-31', '1900-03-01', '2000-02-29', '2024-02-29', '2100-02-28', '9999-12-31'])
      expect(isoDay(parseDay(date))).toBe(date)
    for (let day = parseDay('2019-01-01'); day < parseDay('2029-01-01'); day++)
      expect(isoDay(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
  })
  it('keep to the end of the month', () => {
    const opening = parseDay('2023-12-31')
    expect([1, 2, 3].map((n) => isoDay(addMonths(opening, n)))).toEqual(['2024-01-31', '2024-02-29', '2024-03-31'])
    expect(isoDay(addMonths(opening, -10))).toBe('2023-02-28')
    expect(civil(opening)).toEqual({ year: 2023, month: 12, day: 31 })
  })
  it('of a weekend move to Monday', () => {
    expect(weekday(parseDay('2026-11-21'))).toBe(6)
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((date) => isoDay(businessDay(parseDay(date))))).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-23',
    ])
  })
})
