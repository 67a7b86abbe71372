import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { genericRfcs } from '#rules/identity-documents.ts'
import { buildRefusal } from '#server/core/errors.ts'

const allIdentitiesLockKey = sql`hashtext('client identities'), hashtext(current_schema())`

/** Keeps everybody else from giving any identity number until the transaction ends: whoever gives thousands can't hold a lock for each. */
export const lockAllIdentities = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${allIdentitiesLockKey})`.execute(tx)
}

/**
 * Throws `client.duplicate` where another client has that identity number, wherever they live, and keeps it from being given twice until the
 * transaction ends. It doesn't say who has it: they may be outside the caller's scope.
 */
export const assertIdentityFree = async (
  tx: Kysely<DB>,
  identityNumber: string,
  clientId: string | null,
): Promise<void> => {
  if (genericRfcs.includes(identityNumber)) return
  await sql`
    select pg_advisory_xact_lock_shared(${allIdentitiesLockKey}),
           pg_advisory_xact_lock(hashtext('client identity'), hashtext(current_schema() || ${identityNumber}))`.execute(
    tx,
  )
  const taken = await tx
    .selectFrom('client')
    .select('id')
    .where('identityNumber', '=', identityNumber)
    .where(sql<SqlBool>`coalesce(merged_into_id, id) is distinct from ${clientId}::bigint`)
    .executeTakeFirst()
  if (taken) throw buildRefusal('client.duplicate', { fields: { identityNumber: 'ofAnother' } })
}
