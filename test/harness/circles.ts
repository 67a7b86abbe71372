import { test } from 'vitest'

/**
 * Whether `npm run test:full` runs: the extremes too.
 * See docs/decisions/0107-test-circles.md
 */
export const isFullTestRun = process.env.ATALAYA_FULL !== undefined

/**
 * An extreme that `npm run test:full` alone runs, beside cases of the same file that `npm test` runs. A whole file of extremes is named
 * `*.full.test.ts`.
 */
export const testInFullRun = test.runIf(isFullTestRun)

/** Cases that differ only in what a pure function decides, which has a table of its own: the first few stand for all, but in the full suite. */
export const takeFirstCases = <T>(count: number, cases: readonly T[]): readonly T[] =>
  isFullTestRun ? cases : cases.slice(0, count)
