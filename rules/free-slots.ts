/** A stretch of time in milliseconds since the epoch; its end isn't part of it. */
export type Interval = { from: number; to: number }

/** Stretches in order that neither touch nor overlap. */
export const mergeIntervals = (intervals: readonly Interval[]): Interval[] => {
  const merged: Interval[] = []
  for (const { from, to } of [...intervals].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

type SlotSearch = {
  /** When everybody works: days without holidays and absences, in their hours. */
  windows: readonly Interval[]
  /** When anybody is busy. */
  busy: readonly Interval[]
  /** How long the slot is, what has to be free before and after it, and how far apart slots begin; in milliseconds. */
  length: number
  buffer: number
  step: number
}

/** Every slot that begins a whole number of steps after the start of its window and is free for everybody, in order. */
export function* findFreeSlots({ windows, busy, length, buffer, step }: SlotSearch): Generator<Interval> {
  const taken = mergeIntervals(busy.map(({ from, to }) => ({ from: from - buffer, to: to + buffer })))
  let next = 0
  for (const window of mergeIntervals(windows)) {
    for (let from = window.from; from + length <= window.to; from += step) {
      while (next < taken.length && taken[next]!.to <= from) next += 1
      const blocking = taken[next]
      if (!blocking || blocking.from >= from + length) yield { from, to: from + length }
    }
  }
}
