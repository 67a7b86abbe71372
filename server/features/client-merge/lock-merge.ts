import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

export type MergePair = { survivorId: string; absorbedId: string }

/** The merge, locked: whatever is done with it is done once. */
export const lockMerge = (tx: Kysely<DB>, mergeId: string) =>
  tx.selectFrom('clientMerge').selectAll().where('id', '=', mergeId).forUpdate().executeTakeFirst()
export type LockedMerge = NonNullable<Awaited<ReturnType<typeof lockMerge>>>

/**
 * Accounts of both records, then the records, each in the order of their ids: as who moves money locks them, and two merges of the same records
 * wait for each other.
 */
export const lockMergePair = async (tx: Kysely<DB>, { survivorId, absorbedId }: MergePair) => {
  await sql`select from account a
    where a.id in (select h.account_id from account_holder h where h.client_id in (${survivorId}, ${absorbedId})) order by a.id for no key update`.execute(
    tx,
  )
  const clients = await tx
    .selectFrom('client')
    .selectAll()
    .where('id', 'in', [survivorId, absorbedId])
    .orderBy('id')
    .forUpdate()
    .execute()
  const survivor = clients.find(({ id }) => id === survivorId)!
  const absorbed = clients.find(({ id }) => id === absorbedId)!
  return { survivor, absorbed }
}
export type LockedClient = Awaited<ReturnType<typeof lockMergePair>>['survivor']

/** Makes this the transaction in which the database lets accounts and payments go from one record to the other. */
export const openMergeTransaction = (tx: Kysely<DB>, mergeId: string) =>
  sql`update client_merge set transaction = pg_current_xact_id() where id = ${mergeId}`.execute(tx)
