import type { Kysely } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import { type RunFailure, runFailures } from '#contract/interest.ts'
import type { DB } from '#db/types.ts'
import { Refused } from '#rules/refused.ts'
import type { Law } from '#rules/withholding.ts'
import { isDatabaseAway, refuse } from '#server/core/errors.ts'
import { findLaw } from '#server/domain/withholding.ts'
import { findDue } from './earners.ts'
import { withRunLock } from './run-lock.ts'
import { closeRun, countBatch, noteFailure, openRun, type RunSums } from './run-record.ts'
import { settleBatch } from './settle-batch.ts'

/** Accounts of one transaction: few enough that nobody waits long for one of them. */
const batchSize = 200

type Run = {
  db: Kysely<DB>
  prefix: Prefix
  /** The business date: what was due by then is posted, and booked on it. */
  day: string
  now: () => number
  signal?: AbortSignal | undefined
  /** Of an account whose failure is a fault of ours. */
  onError: (error: unknown) => void
}

export const failureOf = (error: unknown): RunFailure =>
  error instanceof Refused ? (runFailures.find((code) => code === error.code) ?? 'internal') : 'internal'

type Step = { db: Kysely<DB>; law: Law; runId: string; day: string; now: () => number; onError: Run['onError'] }

const settleTogether = ({ db, law, runId, day, now }: Step, ids: readonly string[]): Promise<RunSums> =>
  db.transaction().execute(async (tx) => {
    const sums = await settleBatch(tx, law, ids, { day, at: new Date(now()).toISOString() })
    await countBatch(tx, runId, sums)
    return sums
  })

/** All of them at once; where that fails, one by one, so that a bad one stops no other. */
const settleAll = async (step: Step, ids: readonly string[]): Promise<void> => {
  try {
    await settleTogether(step, ids)
  } catch (error) {
    // No account's own fault: the run breaks off, and the next start goes on with it.
    if (isDatabaseAway(error)) throw error
    if (ids.length > 1) for (const id of ids) await settleAll(step, [id])
    else {
      const code = failureOf(error)
      if (code === 'internal') step.onError(error)
      await noteFailure(step.db, step.runId, ids[0]!, code)
    }
  }
}

/** Settles many accounts batch by batch, until it is told to stop. */
export const settleBatches = async (
  step: Step,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  for (let from = 0; from < ids.length && !signal?.aborted; from += batchSize)
    await settleAll(step, ids.slice(from, from + batchSize))
}

/** Nothing can be booked in a month that is closed: said before anything is begun. */
export const refuseClosed = async (db: Kysely<DB>, day: string): Promise<void> => {
  const { closedThrough } = await db.selectFrom('ledgerPeriod').select('closedThrough').executeTakeFirstOrThrow()
  if (day <= closedThrough && closedThrough !== '-infinity') throw refuse('ledger.monthClosed')
}

/**
 * Posts the interest of every account that is due by a business date. Safe to start at any time and as often as one likes: one at a time in
 * a prefix, batch by batch; what was broken off is gone on with, and what is posted is never posted again. Answers the number of its run;
 * null where another one is under way.
 */
export const postInterest = ({ db, prefix, day, now, signal, onError }: Run): Promise<string | null> =>
  withRunLock(db, 'interest', async (own) => {
    await refuseClosed(own, day)
    const law = await findLaw(own, prefix)
    const run = await openRun(own, 'interest', day, now())
    const step = { db: own, law, runId: run.id, day, now, onError }
    const ids = await findDue(own, { day, journalsFrom: run.journalsFrom })
    await settleBatches(step, ids, signal)
    if (signal?.aborted) return run.id
    await closeRun(own, run.id, now())
    return run.id
  })
