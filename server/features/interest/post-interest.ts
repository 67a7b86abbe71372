import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { buildRefusal, isDatabaseUnavailable } from '#server/core/errors.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'
import { findDueAccounts } from './due-accounts.ts'
import {
  addBatchToRun,
  closePostingRun,
  openPostingRun,
  type PostingRunOptions,
  type RunSums,
  recordRunFailure,
} from './posting-runs.ts'
import { withRunLock } from './run-lock.ts'
import { settleInterestBatch } from './settle-interest-batch.ts'

/** Accounts of one transaction: few enough that nobody waits long for one of them. */
const interestBatchSize = 200

type BatchContext = {
  db: Kysely<DB>
  law: WithholdingLaw
  runId: string
  day: string
  now: () => number
  onError: PostingRunOptions['onError']
}

const settleBatchInTransaction = (
  { db, law, runId, day, now }: BatchContext,
  ids: readonly string[],
): Promise<RunSums> =>
  db.transaction().execute(async (tx) => {
    const sums = await settleInterestBatch(tx, law, ids, { day, at: new Date(now()).toISOString() })
    await addBatchToRun(tx, runId, sums)
    return sums
  })

/** All of them at once; where that fails, one by one, so that a bad one stops no other. */
const settleWithFallback = async (step: BatchContext, ids: readonly string[]): Promise<void> => {
  try {
    await settleBatchInTransaction(step, ids)
  } catch (error) {
    // No account's own fault: the run breaks off, and the next start goes on with it.
    if (isDatabaseUnavailable(error)) throw error
    const [id, ...others] = ids
    if (id === undefined) throw error
    if (others.length === 0) await recordRunFailure(step, id, error)
    else for (const one of ids) await settleWithFallback(step, [one])
  }
}

/** Settles many accounts batch by batch, until it is told to stop. */
export const settleBatches = async (
  step: BatchContext,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  for (let from = 0; from < ids.length && !signal?.aborted; from += interestBatchSize)
    await settleWithFallback(step, ids.slice(from, from + interestBatchSize))
}

/** Nothing can be booked in a month that is closed: said before anything is begun. */
export const assertMonthOpen = async (db: Kysely<DB>, day: string): Promise<void> => {
  const { closedThrough } = await db.selectFrom('ledgerPeriod').select('closedThrough').executeTakeFirstOrThrow()
  if (day <= closedThrough && closedThrough !== '-infinity') throw buildRefusal('ledger.monthClosed')
}

/**
 * Posts the interest of every account that is due by a business date. Safe to start at any time and as often as one likes: one at a time in
 * a prefix, batch by batch; what was broken off is gone on with, and what is posted is never posted again. Answers the number of its run;
 * null where another one is under way.
 */
export const postDueInterest = ({ db, prefix, day, now, signal, onError }: PostingRunOptions): Promise<string | null> =>
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
