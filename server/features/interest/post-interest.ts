import type { NightlyRunOptions } from '#server/core/nightly-run.ts'
import { findDueAccounts } from '#server/domain/due-accounts.ts'
import { withRunLock } from '#server/domain/posting-run-lock.ts'
import { closePostingRun, openPostingRun } from '#server/domain/posting-runs.ts'
import { assertMonthOpen, settleBatches } from '#server/domain/settle-interest-batches.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'

/**
 * Posts the interest of every account that is due by a business date. Safe to start at any time and as often as one likes: one at a time in
 * a prefix, batch by batch; what was broken off is gone on with, and what is posted is never posted again. Answers the number of its run;
 * null where another one is under way.
 */
export const postDueInterest = ({ db, prefix, day, now, signal, onError }: NightlyRunOptions): Promise<string | null> =>
  withRunLock(db, 'interest', async (own) => {
    await assertMonthOpen(own, day)
    const law = await findWithholdingLaw(own, prefix)
    const run = await openPostingRun(own, 'interest', day, now())
    const step = { db: own, law, runId: run.id, day, now, onError }
    const ids = await findDueAccounts(own, { day, journalsFrom: run.journalsFrom })
    await settleBatches(step, ids, signal)
    if (signal?.aborted) return run.id
    await closePostingRun(own, run.id, now())
    return run.id
  })
