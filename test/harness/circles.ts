import { test } from 'vitest'

/** Whether `npm run test:full` runs: the extremes too. */
export const isFull = process.env.ATALAYA_FULL !== undefined

/**
 * An extreme that `npm run test:full` alone runs, beside cases of the same file that `npm test` runs. A whole file of extremes is named
 * `*.full.test.ts`.
 */
export const testFully = test.runIf(isFull)

/** Cases that differ only in what a pure function decides, which has a table of its own: the first few stand for all, but in the full suite. */
export const firstOf = <T>(count: number, cases: readonly T[]): readonly T[] => (isFull ? cases : cases.slice(0, count))
