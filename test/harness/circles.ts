import { test } from 'vitest'

/** Whether `npm run test:full` runs: the extremes too. */
export const isFull = process.env.ATALAYA_FULL !== undefined

/**
 * An extreme that `npm run test:full` alone runs, beside cases of the same file that `npm test` runs. A whole file of extremes is named
 * `*.full.test.ts`.
 */
export const testFully = test.runIf(isFull)
