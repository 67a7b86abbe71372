import type { Client } from 'pg'
import type { openTenants } from '#server/core/tenancy.ts'

type CountedTenant = { owner: Client; tenants: ReturnType<typeof openTenants> }

/**
 * How much was read of the tables of the prefix dino so far, by table. `rows`: fetched from the table itself; `entries`: rows of whole scans, and what
 * its indexes gave, the table asked or not.
 */
export const readTableReads = async ({
  owner,
  tenants,
}: CountedTenant): Promise<Map<string, { rows: number; entries: number }>> => {
  // Each connection tells what it has counted when it is asked to, the one that made the data too; busy at the same time, all of the pool's are asked.
  await owner.query('select pg_stat_force_next_flush()')
  const { pool } = tenants.of('dino')
  const flushStatistics = () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.02)')
  await Promise.all(Array.from({ length: pool.options.max }, flushStatistics))
  const { rows } = await owner.query<{ name: string; rows: string; entries: string }>(
    `select t.relname as name, coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0) as rows,
            coalesce(t.seq_tup_read, 0) + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as entries
       from pg_stat_user_tables t where t.schemaname = 'dino'`,
  )
  await owner.query('select pg_stat_clear_snapshot()')
  return new Map(
    rows.map(({ name, ...counts }) => [name, { rows: Number(counts.rows), entries: Number(counts.entries) }]),
  )
}
