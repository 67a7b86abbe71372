import { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { roleUrl } from '#db/migrate/roles.ts'
import type { Progress } from '#db/progress.ts'

/** What an import needs to reach one prefix, as that prefix's own role. */
export type ImportTarget = { ownerUrl: string; secret: string; prefix: Prefix; progress: Progress }

/** Something about the given files that the person can mend. */
export class InputError extends Error {}

/**
 * Runs an import in one transaction: all of it or nothing, whenever the process ends. One import at a time in a prefix.
 * `work` answers whether to keep what it wrote.
 */
export const importSession = async <R extends { written: boolean }>(
  { ownerUrl, secret, prefix, progress }: ImportTarget,
  work: (db: Client) => Promise<R>,
): Promise<R> => {
  const db = new Client({ connectionString: roleUrl(ownerUrl, secret, prefix), application_name: 'atalaya import' })
  await db.connect()
  try {
    await db.query(`begin; set local work_mem = '64MB'; set local plan_cache_mode = auto`)
    const free = await db.query(
      `select pg_try_advisory_xact_lock(hashtext('import'), hashtext(current_schema())) as free`,
    )
    if (!free.rows[0].free) {
      progress('wait for another import')
      await db.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext(current_schema()))`)
    }
    const result = await work(db)
    await db.query(result.written ? 'commit' : 'rollback')
    if (result.written) await foldTotals(db, progress)
    return result
  } finally {
    await db.end()
  }
}

/** After the commit, so that nobody waits for the rows of the totals while an import runs. */
const foldTotals = async (db: Client, progress: Progress): Promise<void> => {
  for (let done = 0; ; ) {
    const { rows } = await db.query<{ taken: number }>('select fold_totals() as taken')
    if (!rows[0]?.taken) return
    done += rows[0].taken
    progress('add up totals', done)
  }
}

/** One row for the whole import: which files, by name and digest, and how many of what. No personal data. */
export const auditImport = async (db: Client, action: string, after: object): Promise<void> => {
  await db.query(`insert into audit_event (action, entity, after) values ($1, 'import', $2)`, [
    action,
    JSON.stringify(after),
  ])
}
