import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { NightlyRun, NightlyRunOptions } from '#server/core/nightly-run.ts'
import { withRunLock } from '#server/domain/posting-run-lock.ts'
import {
  addBatchToRun,
  closePostingRun,
  emptyRunSums,
  openPostingRun,
  type RunSums,
  recordRunFailure,
} from '#server/domain/posting-runs.ts'
import { assertMonthOpen, settleBatches } from '#server/domain/settle-interest-batches.ts'
import { findWithholdingLaw } from '#server/domain/withholding.ts'
import { type MaturityRunContext, matureAccount } from './mature-account.ts'
import { notifyMaturities } from './notify-maturities.ts'
import { findAccountsWithReserve, settleFreedReserve } from './settle-freed-reserve.ts'

const batchSize = 500

const findMaturingAccounts = async (db: Kysely<DB>, day: string, after: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from account where status = 'active' and expires_on <= ${day} and id > ${after} order by id limit ${batchSize}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

type MaturityStep = (tx: Kysely<DB>, run: MaturityRunContext, id: string) => Promise<RunSums | null>

/** One account, in a transaction of its own: a bad one is listed and stops nobody. */
const processAccount = async (
  db: Kysely<DB>,
  { run, id, onError }: { run: MaturityRunContext; id: string; onError: NightlyRunOptions['onError'] },
  work: MaturityStep,
): Promise<void> => {
  try {
    await db.transaction().execute(async (tx) => {
      const sums = await work(tx, run, id)
      if (sums) await addBatchToRun(tx, run.runId, sums)
    })
  } catch (error) {
    await recordRunFailure({ db, runId: run.runId, onError }, id, error)
  }
}

const settleFreedReserveOf: MaturityStep = async (tx, run, id) => ({
  ...emptyRunSums,
  journals: await settleFreedReserve(tx, id, run),
})

/** Accounts that a run has opened as of a day before its own: their first payouts may be due already. */
const findLateOpenedAccounts = async (db: Kysely<DB>, runId: string, day: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from maturity m join account a on a.id = m.renewed_id join account_terms t on t.account_id = a.id
     where m.run_id = ${runId} and a.status = 'active' and a.opened_on < ${day} and t.accrues and t.payout <> 'at_maturity'
     order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Ends every account whose term is over by a business date. Safe to start at any time and as often as one likes: what is done is done, and
 * what failed is tried again. Answers the number of its run; null where another one is under way.
 */
export const runMaturities = ({ db, prefix, day, now, signal, onError }: NightlyRunOptions): Promise<string | null> =>
  withRunLock(db, 'maturity', async (own) => {
    await assertMonthOpen(own, day)
    const law = await findWithholdingLaw(own, prefix)
    const { id: runId } = await openPostingRun(own, 'maturity', day, now())
    const run = (): MaturityRunContext => ({ law, prefix, runId, day, at: new Date(now()).toISOString() })
    for (let after = '0'; ; ) {
      const ids = await findMaturingAccounts(own, day, after)
      for (const id of ids) {
        if (signal?.aborted) return runId
        await processAccount(own, { run: run(), id, onError }, matureAccount)
      }
      if (ids.length === 0) break
      after = ids.at(-1)!
    }
    for (const id of await findAccountsWithReserve(own))
      await processAccount(own, { run: run(), id, onError }, settleFreedReserveOf)
    await settleBatches(
      { db: own, law, runId, day, now, onError },
      await findLateOpenedAccounts(own, runId, day),
      signal,
    )
    if (signal?.aborted) return runId
    await own.transaction().execute(async (tx) => {
      await notifyMaturities(tx, { runId, day })
      await closePostingRun(tx, runId, now())
    })
    return runId
  })

/** After the interest of the day: what an account earned to its end is in it by then. */
export const maturityRun: NightlyRun = { kind: 'maturity', work: runMaturities }
