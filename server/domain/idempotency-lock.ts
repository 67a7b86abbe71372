import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Two at once with one key: the second waits here for what the first one does. */
export const lockIdempotencyKey = async (tx: Kysely<DB>, key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}
