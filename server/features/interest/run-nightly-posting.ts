import { postDueInterest } from './post-interest.ts'
import { isPostingRunDone } from './posting-runs.ts'
import { runMaturities } from './run-maturities.ts'

type NightlyRunOptions = Parameters<typeof postDueInterest>[0]

const runOncePerDay = async (
  kind: 'interest' | 'maturity',
  work: (run: NightlyRunOptions) => Promise<unknown>,
  run: NightlyRunOptions,
): Promise<boolean> => {
  if (!(await isPostingRunDone(run.db, kind, run.day))) await work(run)
  return isPostingRunDone(run.db, kind, run.day)
}

/** Posts the interest of the day once it has begun, and then ends the accounts whose term is over. Each is done once for a business date. */
export const runNightlyPosting = async (run: NightlyRunOptions): Promise<void> => {
  if (await runOncePerDay('interest', postDueInterest, run)) await runOncePerDay('maturity', runMaturities, run)
}
