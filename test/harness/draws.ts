import { parseDay, toIsoDate } from '#rules/calendar.ts'

/** Numbers that look like chance and are the same in each run, so that what fails once fails again. */
export const createDraws = (start: number) => {
  let seed = start
  /** From 0 on, below `below`. */
  const draw = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 1
    // The lower half of such a number repeats soon.
    return (seed >>> 8) % below
  }
  const drawOne = <T>(all: readonly T[]): T => all[draw(all.length)]!
  /** A day from one to another, both in. */
  const drawDay = (from: string, to: string): string =>
    toIsoDate(parseDay(from) + draw(parseDay(to) - parseDay(from) + 1))
  return { draw, drawOne, drawDay }
}
