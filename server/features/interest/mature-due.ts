import { type Kysely, sql } from 'kysely'
import type { Prefix } from '#contract/core/values.ts'
import type { DB } from '#db/types.ts'
import { isDatabaseAway } from '#server/core/errors.ts'
import { findLaw } from '#server/domain/withholding.ts'
import { type MaturityRun, matureAccount } from './mature-account.ts'
import { failureOf, refuseClosed } from './post-interest.ts'
import { withRunLock } from './run-lock.ts'
import { closeRun, countBatch, noteFailure, openRun } from './run-record.ts'

const batchSize = 500

type Run = {
  db: Kysely<DB>
  prefix: Prefix
  /** The business date: accounts whose term was over by then. */
  day: string
  now: () => number
  signal?: AbortSignal | undefined
  onError: (error: unknown) => void
}

const findMaturing = async (db: Kysely<DB>, day: string, after: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from account where status = 'active' and expires_on <= ${day} and id > ${after} order by id limit ${batchSize}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** One account, in a transaction of its own: a bad one is listed and stops nobody. */
const matureOne = async (db: Kysely<DB>, run: MaturityRun, id: string, onError: Run['onError']): Promise<void> => {
  try {
    await db.transaction().execute(async (tx) => {
      const sums = await matureAccount(tx, run, id)
      if (sums) await countBatch(tx, run.runId, sums)
    })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const code = failureOf(error)
    if (code === 'internal') onError(error)
    await noteFailure(db, run.runId, id, code)
  }
}

/**
 * Ends every account whose term is over by a business date. Safe to start at any time and as often as one likes: what is done is done, and
 * what failed is tried again. Answers the number of its run; null where another one is under way.
 */
export const matureDue = ({ db, prefix, day, now, signal, onError }: Run): Promise<string | null> =>
  withRunLock(db, 'maturity', async (own) => {
    await refuseClosed(own, day)
    const law = await findLaw(own, prefix)
    const { id: runId } = await openRun(own, 'maturity', day, now())
    for (let after = '0'; ; ) {
      const ids = await findMaturing(own, day, after)
      for (const id of ids) {
        if (signal?.aborted) return runId
        await matureOne(own, { law, prefix, runId, day, at: new Date(now()).toISOString() }, id, onError)
      }
      if (ids.length === 0) break
      after = ids.at(-1)!
    }
    await closeRun(own, runId, now())
    return runId
  })
