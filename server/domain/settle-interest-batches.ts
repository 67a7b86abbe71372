import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { WithholdingLaw } from '#rules/withholding.ts'
import { buildRefusal, isDatabaseUnavailable } from '#server/core/errors.ts'
import type { NightlyRunOptions } from '#server/core/nightly-run.ts'
import { addBatchToRun, type RunSums, recordRunFailure } from './posting-runs.ts'
import { settleInterestBatch } from './settle-interest-batch.ts'

/** Accounts of one transaction: few enough that nobody waits long for one of them. */
const interestBatchSize = 200

type BatchContext = {
  db: Kysely<DB>
  law: WithholdingLaw
  runId: string
  day: string
  now: () => number
  onError: NightlyRunOptions['onError']
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
