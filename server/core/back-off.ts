import type { Clock } from './clock.ts'

const [firstPauseMs, longestPauseMs] = [10_000, 1_800_000]

/** What fails is told to people from the second time on: what fails once is often the database on its way up. */
export const isWorthTelling = (failures: number): boolean => failures > 1

/**
 * What failed is tried again after a pause that doubles each time: again each second it would take the database from everybody, and fill the
 * log. Remembered by this process alone.
 */
export const backOff = (clock: Clock) => {
  const waiting = new Map<string, { failures: number; until: number }>()
  return {
    isDue: (what: string): boolean => clock() >= (waiting.get(what)?.until ?? 0),
    succeeded: (what: string): void => void waiting.delete(what),
    /** Answers how often it has failed in a row. */
    failed: (what: string): number => {
      const failures = (waiting.get(what)?.failures ?? 0) + 1
      waiting.set(what, { failures, until: clock() + Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) })
      return failures
    },
  }
}

export type BackOff = ReturnType<typeof backOff>
