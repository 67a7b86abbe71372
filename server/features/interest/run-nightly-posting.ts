import type { NightlyRun, NightlyRunOptions } from '#server/core/nightly-run.ts'
import { isPostingRunDone } from '#server/domain/posting-runs.ts'
import { postDueInterest } from './post-interest.ts'

const runOncePerDay = async ({ kind, work }: NightlyRun, run: NightlyRunOptions): Promise<boolean> => {
  if (!(await isPostingRunDone(run.db, kind, run.day))) await work(run)
  return isPostingRunDone(run.db, kind, run.day)
}

/** Posts the interest of the day once it has begun, and then what follows from it. Each is done once for a business date, and only after those before. */
export const runNightlyPosting = async (run: NightlyRunOptions, following: readonly NightlyRun[]): Promise<void> => {
  for (const one of [{ kind: 'interest', work: postDueInterest } as const, ...following])
    if (!(await runOncePerDay(one, run))) return
}
