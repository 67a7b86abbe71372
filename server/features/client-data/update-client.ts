import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { buildSearchRow } from '#rules/search-text.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'

/** The whole record of a client, nobody else's to change until the transaction ends. */
export const lockClientRecord = (tx: Kysely<DB>, clientId: string) =>
  tx.selectFrom('client').selectAll().where('id', '=', clientId).forUpdate().executeTakeFirstOrThrow()

export type LockedClient = Awaited<ReturnType<typeof lockClientRecord>>

/** Writes them, with everything that is found by what was changed. The client is locked. */
export const updateClient = async (tx: Kysely<DB>, client: LockedClient, values: ClientValues): Promise<void> => {
  await tx
    .updateTable('client')
    .set({ ...values, version: sql`version + 1` })
    .where('id', '=', client.id)
    .execute()
  const { bankText: _, ...searchRow } = buildSearchRow({ ...client, ...values } as LockedClient)
  await tx.updateTable('clientSearch').set(searchRow).where('clientId', '=', client.id).execute()
  await sql`select refresh_client_list(array[${client.id}]::bigint[])`.execute(tx)
}
