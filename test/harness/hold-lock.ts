import { Client } from 'pg'
import { expect } from 'vitest'

/**
 * Does that as the owner of the database, in a transaction that stays open: whoever comes to the same rows waits, and is in the middle of
 * their work for as long as one likes. Ended by `release`, which leaves nothing of it.
 */
export const holdLock = async (ownerUrl: string, sql: string) => {
  const holder = new Client({ connectionString: ownerUrl })
  // A test may end the whole database under it.
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`begin; set local search_path = dino, registry; ${sql}`)
  return {
    /** Until somebody waits for it. */
    reached: async (): Promise<void> => {
      const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 120_000 }).toBeGreaterThan(0)
    },
    /** Ends it, and keeps what it has written. */
    commit: async (): Promise<void> => {
      await holder.query('commit')
      await holder.end()
    },
    release: () => holder.end().catch(() => {}),
  }
}
