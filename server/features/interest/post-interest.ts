import type { Kysely } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { type PostingRunFailure, postingRunFailures } from '#contract/interest.ts'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { buildRefusal, isDatabaseAway } from '#server/core/errors.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'
import { findDueAccounts } from './due-accounts.ts'
import { addBatchToRun, closePostingRun, openPostingRun, type RunSums, recordRunFailure } from './posting-runs.ts'
import { withRunLock } from './run-lock.ts'
import { settleInterestBatch } from './settle-interest-batch.ts'

/** Accounts of one transaction: few enough that nobody waits long for one of them. */
const interestBatchSize = 200

type InterestRunOptions = {
  db: Kysely<DB>
  prefix: Prefix
  /** The business date: what was due by then is posted, and booked on it. */
  day: string
  now: () => number
  signal?: AbortSignal | undefined
  /** Of an account whose failure is a fault of ours. */
  onError: (error: unknown) => void
}

export const toRunFailure = (error: unknown): PostingRunFailure =>
  error instanceof RefusalError ? (postingRunFailures.find((code) => code === error.code) ?? 'internal') : 'internal'

type BatchContext = {
  db: Kysely<DB>
  law: WithholdingLaw
  runId: string
  day: string
  now: () => number
  onError: InterestRunOptions['onError']
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
    if (isDatabaseAway(error)) throw error
    if (ids.length > 1) for (const id of ids) await settleWithFallback(step, [id])
    else {
      const code = toRunFailure(error)
      if (code === 'internal') step.onError(error)
      await recordRunFailure(step.db, step.runId, ids[0]!, code)
    }
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
export const postDueInterest = ({
  db,
  prefix,
  day,
  now,
  signal,
  onError,
}: InterestRunOptions): Promise<string | null> =>
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
