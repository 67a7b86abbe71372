import type { Client } from 'pg'

/** Keeping these up row by row costs more than building them once from all rows. */
const slowIndexes = [
  'posting_by_account',
  'client_search_trigrams',
  'journal_idempotency',
  'journal_by_day',
  'withholding_part_by_journal',
  'withholding_part_by_client',
  'withholding_part_by_day',
]
const tablesWithSlowKeys = ['posting']
/** A foreign key asks its table once a row: most of the time of a load. Put back, it checks all rows in one go. */
const tablesWithSlowReferences = [
  'client',
  'client_bank_account',
  'client_staff',
  'client_search',
  'external_position',
  'external_position_value',
  'account',
  'account_holder',
  'account_balance',
  'account_terms',
  'withholding_part',
  'posting',
]

/**
 * Takes away, for this transaction, what is dear to keep up row by row. The function that is answered puts back the same definitions, and
 * with them every row is checked.
 */
export const dropSlowIndexes = async (owner: Client, prefix: string): Promise<() => Promise<void>> => {
  const indexes = await owner.query<{ name: string; definition: string }>(
    'select indexname as name, indexdef as definition from pg_indexes where schemaname = $1 and indexname = any($2)',
    [prefix, slowIndexes],
  )
  const checks = await owner.query<{ name: string; table: string; definition: string }>(
    `select c.conname as name, c.conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.connamespace = $1::regnamespace and (t.relname = any($2) and c.contype = 'f' or t.relname = any($3) and c.contype = 'p')
      order by c.contype desc, c.conname`,
    [prefix, tablesWithSlowReferences, tablesWithSlowKeys],
  )
  for (const { name } of indexes.rows) await owner.query(`drop index ${owner.escapeIdentifier(name)}`)
  for (const { name, table } of checks.rows)
    await owner.query(`alter table ${table} drop constraint ${owner.escapeIdentifier(name)}`)
  return async () => {
    for (const { definition } of indexes.rows) await owner.query(definition)
    for (const { name, table, definition } of checks.rows)
      await owner.query(`alter table ${table} add constraint ${owner.escapeIdentifier(name)} ${definition}`)
  }
}
