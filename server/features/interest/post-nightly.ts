import { matureDue } from './mature-due.ts'
import { postInterest } from './post-interest.ts'
import { isRunDone } from './run-record.ts'

type Run = Parameters<typeof postInterest>[0]

const runOnce = async (
  kind: 'interest' | 'maturity',
  work: (run: Run) => Promise<unknown>,
  run: Run,
): Promise<boolean> => {
  if (!(await isRunDone(run.db, kind, run.day))) await work(run)
  return isRunDone(run.db, kind, run.day)
}

/** Posts the interest of the day once it has begun, and then ends the accounts whose term is over. Each is done once for a business date. */
export const postNightly = async (run: Run): Promise<void> => {
  if (await runOnce('interest', postInterest, run)) await runOnce('maturity', matureDue, run)
}
