import { sql } from 'kysely'
import { toLedgerRefusal } from '#server/domain/post-journal.ts'
import type { ImportRunContext } from './import-handler-types.ts'
import { refreshAccountHolderRows } from './refresh-client-rows.ts'

/** So many are posted at once, and more where an account has more: what goes out of it may need what comes into it. */
const postBatchSize = 10_000

/**
 * Posts the fresh rows of the stage, by account and day, what comes in before what goes out: the order of the file means nothing. Its own key for each
 * row: however often this is begun, each is in the books once.
 */
export const postImportRows = async ({ tx, importId, userId, progress }: ImportRunContext): Promise<void> => {
  await sql`
    create temporary table import_ready on commit drop as
    select n, line, account_id, kind, amount, day, value_day, hash, description, (min(n) over (partition by account_id) - 1) / ${sql.lit(postBatchSize)} as part
      from (select row_number() over (order by r.account_id, r.day, r.amount desc, r.key) as n,
                   r.line, r.account_id, r.word::movement_kind as kind, r.amount, r.day, (r.fields ->> 'valueDate')::date as value_day, r.hash,
                   r.fields ->> 'description' as description
              from import_check r where not r.known) r`.execute(tx)
  await sql`create index on import_ready (part, n)`.execute(tx)
  await sql`analyze import_ready`.execute(tx)
  const { rows: parts } = await sql<{ part: string }>`select distinct part from import_ready order by part`.execute(tx)
  let done = 0
  for (const { part } of parts) {
    const { rows } = await sql<{ posted: number }>`
      select p.posted from (
        select array_agg(account_id order by n) as accounts, array_agg(kind order by n) as kinds, array_agg(amount order by n) as amounts,
               array_agg(day order by n) as days, array_agg(value_day order by n) as value_days, array_agg(hash order by n) as hashes,
               array_agg('import:' || ${importId} || ':' || line order by n) as keys, array_agg(description order by n) as descriptions
          from import_ready where part = ${part}
      ) b, lateral post_movements(b.accounts, b.kinds, b.amounts, b.days, b.value_days, b.keys, b.hashes, b.descriptions, 'import',
                                  ${userId}::bigint) p`
      .execute(tx)
      .catch((error: unknown) => {
        throw toLedgerRefusal(error)
      })
    done += rows[0]!.posted
    await progress(done)
  }
  await refreshAccountHolderRows(tx, importId)
}
