import { setTimeout as sleep } from 'node:timers/promises'
import type { ProgressReporter } from '#db/progress.ts'
import type { Bench } from './home.ts'

/** What a database at rest may touch in a second: the worker looks for work. */
const maxRestingRows = 5000
const quietSeconds = 5
const maxWaitSeconds = 900

const databaseActivitySql = `
  select (select tup_fetched + tup_inserted + tup_updated + tup_deleted from pg_stat_database where datname = current_database())::float8 as touched,
         (select count(*)::int from pg_stat_activity
           where pid <> pg_backend_pid()
             and (backend_type = 'autovacuum worker' or state <> 'idle' and xact_start < clock_timestamp() - interval '300 ms')) as busy`

/**
 * Waits until nothing else works on the data: what is done once for each business date (interest, maturities, a look at the books) begins
 * with the server, PostgreSQL cleans up after a seed, and an import of the case before leaves the worker totals to fold and an audit to seal.
 * Throws after a quarter of an hour.
 */
export const waitUntilQuiet = async ({ owner }: Bench, progress: ProgressReporter): Promise<void> => {
  progress('Waiting until nothing else works on the data')
  let before = Number.POSITIVE_INFINITY
  let rested = 0
  for (let second = 0; second < maxWaitSeconds; second++) {
    const { rows } = await owner.query<{ touched: number; busy: number }>(databaseActivitySql)
    const { touched, busy } = rows[0]!
    rested = busy === 0 && touched - before < maxRestingRows ? rested + 1 : 0
    if (rested >= quietSeconds) return
    before = touched
    await sleep(1000)
  }
  throw new Error('the database is still busy with something else')
}
