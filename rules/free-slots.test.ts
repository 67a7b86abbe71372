import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFreeSlots, type Interval } from './free-slots.ts'

const interval = fc
  .record({ from: fc.integer({ min: 0, max: 600 }), length: fc.integer({ min: 1, max: 120 }) })
  .map(({ from, length }): Interval => ({ from, to: from + length }))
const search = fc.record({
  windows: fc.array(interval, { maxLength: 6 }),
  busy: fc.array(interval, { maxLength: 12 }),
  length: fc.integer({ min: 1, max: 60 }),
  buffer: fc.integer({ min: 0, max: 15 }),
  step: fc.constantFrom(5, 15, 30),
})

const isWithin = ({ from, to }: Interval, outer: Interval): boolean => from >= outer.from && to <= outer.to

/** Windows that touch are one: a slot may lie over their border. */
const joinWindows = (windows: readonly Interval[]): Interval[] => {
  const minutes = new Set(windows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n)))
  const starts = [...minutes].filter((minute) => !minutes.has(minute - 1)).sort((one, other) => one - other)
  return starts.map((from) => {
    let to = from
    while (minutes.has(to)) to += 1
    return { from, to }
  })
}

describe('free slots', () => {
  test('no slot is busy for anybody, and none that is free is missed', () => {
    fc.assert(
      fc.property(search, (given) => {
        const { windows, busy, length, buffer, step } = given
        const isFree = ({ from, to }: Interval): boolean =>
          busy.every((one) => one.to + buffer <= from || one.from - buffer >= to)
        const expected = joinWindows(windows).flatMap((window) => {
          const count = Math.max(0, Math.floor((window.to - window.from - length) / step) + 1)
          return Array.from({ length: window.to - window.from < length ? 0 : count }, (_, n) => ({
            from: window.from + n * step,
            to: window.from + n * step + length,
          })).filter((slot) => isWithin(slot, window) && isFree(slot))
        })
        expect([...findFreeSlots(given)]).toEqual(expected)
      }),
      { numRuns: 10_000 },
    )
  })
})
