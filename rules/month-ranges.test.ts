import { describe, expect, test } from 'vitest'
import { parseDay, toIsoDate } from './calendar.ts'
import { splitIntoMonths } from './month-ranges.ts'

describe('whole months', () => {
  const listDays = (from: string, to: string): string[] => {
    const days: string[] = []
    for (let day = parseDay(from); day <= parseDay(to); day++) days.push(toIsoDate(day))
    return days
  }

  test('months with days added and taken away are the range', () => {
    for (let from = parseDay('2026-01-01'); from < parseDay('2026-06-15'); from += 7)
      for (let to = from; to <= parseDay('2026-07-10'); to += 11) {
        const range = { from: toIsoDate(from), to: toIsoDate(to) }
        const { months, more, less } = splitIntoMonths(range, '2026-06-15')
        const days = new Map<string, number>()
        const count = (part: { from: string; to: string }, by: number) => {
          for (const day of listDays(part.from, part.to)) days.set(day, (days.get(day) ?? 0) + by)
        }
        if (months) count(months, 1)
        for (const part of more) count(part, 1)
        for (const part of less) count(part, -1)
        expect(
          [...days]
            .filter(([, times]) => times !== 0)
            .map(([day]) => day)
            .sort(),
        ).toEqual(listDays(range.from, range.to))
        expect([...days.values()].every((times) => times === 0 || times === 1)).toBe(true)
        if (months) expect(months.from).toMatch(/-01$/)
      }
  })
})
