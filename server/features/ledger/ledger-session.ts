import { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { buildRoleUrl } from '#db/migrate/roles.ts'

export type LedgerConnection = { ownerUrl: string; secret: string; prefix: Prefix }

/**
 * Reads the books of a prefix as its own role, all in one snapshot: what is posted meanwhile doesn't show. Keeps nothing. `snapshot`: that of another session,
 * as it has exported it.
 */
export const withLedgerSession = async <R>(
  { ownerUrl, secret, prefix }: LedgerConnection,
  read: (db: Client) => Promise<R>,
  snapshot?: string,
): Promise<R> => {
  const db = new Client({
    connectionString: buildRoleUrl(ownerUrl, secret, prefix),
    application_name: 'atalaya ledger',
  })
  await db.connect()
  try {
    await db.query(
      `begin isolation level repeatable read; ${snapshot ? `set transaction snapshot ${db.escapeLiteral(snapshot)};` : ''} set local work_mem = '128MB'; set local max_parallel_workers_per_gather = 2`,
    )
    const answer = await read(db)
    await db.query('rollback')
    return answer
  } finally {
    await db.end()
  }
}
