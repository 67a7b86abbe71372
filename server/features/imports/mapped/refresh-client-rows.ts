import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { refreshClientList } from '#server/domain/post-journal.ts'

/** So many rows of the client list are written at once. */
const refreshBatchSize = 5000

/** Makes the list rows of those right whose accounts an import has moved, in the order of their ids. */
export const refreshAccountHolderRows = async (tx: Kysely<DB>, importId: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from (
      select distinct a.client_id as id from mapped_import_row r join account a on a.id = r.account_id where r.import_id = ${importId} and not r.known
    ) o order by o.id`.execute(tx)
  for (let from = 0; from < rows.length; from += refreshBatchSize)
    await refreshClientList(
      tx,
      rows.slice(from, from + refreshBatchSize).map(({ id }) => id),
    )
}
