import { type TestFunction, test } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Skipped in every other run: the closing lines tell it from what lacks something. */
    isInFullRunOnly?: boolean
    /** Failed first: the closing lines name it, passed or not. */
    neededSecondTry?: boolean
  }
}

/**
 * Whether `npm run test:full` runs: the extremes too.
 * See docs/decisions/0107-test-circles.md
 */
export const isFullTestRun = process.env.ATALAYA_FULL !== undefined

/**
 * An extreme, or a further look at what another test holds, that `npm run test:full` alone runs, beside cases of the same file that `npm test`
 * runs. A whole file of these is named `*.full.test.ts`.
 */
export const testInFullRun = (name: string, work: TestFunction, timeout?: number): void =>
  test(name, { skip: !isFullTestRun, meta: { isInFullRunOnly: true }, ...(timeout !== undefined && { timeout }) }, work)

/** Cases that differ only in what a pure function decides, which has a table of its own: the first few stand for all, but in the full suite. */
export const takeFirstCases = <T>(count: number, cases: readonly T[]): readonly T[] =>
  isFullTestRun ? cases : cases.slice(0, count)
