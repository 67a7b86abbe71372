import { type Kysely, sql } from 'kysely'
import type { DB, PostingRunKind } from '#db/types.ts'

/**
 * Does the work on one connection, as the only one of its kind in the prefix; null where another process has it in hand. The lock goes
 * with the connection: whatever ends the process frees it.
 */
export const withRunLock = <R>(
  db: Kysely<DB>,
  kind: PostingRunKind,
  work: (own: Kysely<DB>) => Promise<R>,
): Promise<R | null> =>
  db.connection().execute(async (own) => {
    const key = sql`hashtext(${`posting_run.${kind}`}), hashtext(current_schema())`
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(own)
    if (!rows[0]!.taken) return null
    try {
      return await work(own)
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(own)
    }
  })
