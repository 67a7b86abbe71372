import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './home.ts'

/** How long a turn waits at most for the vacuum of others, in ms. */
const maxWaitMs = 30_000

/**
 * The same state before each turn: nothing is being vacuumed, and all that was written is on its way to the disk no more. Right after a
 * checkpoint each page is written whole once, for everybody alike.
 */
export const settleDatabase = async ({ owner }: Bench): Promise<void> => {
  const end = performance.now() + maxWaitMs
  while (performance.now() < end) {
    const { rows } = await owner.query<{ running: number }>(
      `select count(*)::int as running from pg_stat_activity where backend_type = 'autovacuum worker' and datname = current_database()`,
    )
    if (rows[0]!.running === 0) break
    await sleep(200)
  }
  await owner.query('checkpoint')
}
