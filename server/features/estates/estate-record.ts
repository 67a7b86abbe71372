import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

/** The client of the address, inside the caller's scope; 404 for anybody else, and never a relative of the caller. */
export const findEstateClient = async (tx: Kysely<DB>, ctx: Ctx, clientId: string) => {
  const client = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.id', 'client.cvl', 'client.kind', 'client.birthDate', 'c.managerId'])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  await assertNoRelatedClients(tx, ctx, [clientId])
  return client
}

/** The estate of a client, nobody else's to change until the transaction ends; 409 `estate.notRegistered` where no death was. */
export const lockEstate = async (tx: Kysely<DB>, clientId: string) => {
  const estate = await tx
    .selectFrom('estate')
    .selectAll()
    .where('clientId', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
  if (!estate) throw buildRefusal('estate.notRegistered')
  return estate
}
export type LockedEstate = Awaited<ReturnType<typeof lockEstate>>

/** Whether a proposal to release it waits. */
const isReleasePending = async (tx: Kysely<DB>, { approvalId }: LockedEstate): Promise<boolean> => {
  if (approvalId === null) return false
  const approval = await tx.selectFrom('approval').select('state').where('id', '=', approvalId).executeTakeFirst()
  return approval?.state === 'pending'
}

/** Refuses a change of what is paid out already (`estate.released`), is being decided (`estate.waits`) or was changed by somebody else. */
export const assertEstateChangeable = async (tx: Kysely<DB>, estate: LockedEstate, version: number): Promise<void> => {
  if (estate.releasedAt !== null) throw buildRefusal('estate.released')
  if (await isReleasePending(tx, estate)) throw buildRefusal('estate.waits')
  if (estate.version !== version) throw buildRefusal('conflict.changed')
}

/** The next version of it: whoever proposes or changes something has seen the one before. */
export const raiseEstateVersion = async (tx: Kysely<DB>, estateId: string): Promise<number> => {
  const { version } = await tx
    .updateTable('estate')
    .set({ version: sql`version + 1` })
    .where('id', '=', estateId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** A document of the client that stands. Throws `request.invalid` for any other. */
export const assertClientAttachment = async (tx: Kysely<DB>, clientId: string, attachmentId: string): Promise<void> => {
  const found = await tx
    .selectFrom('recordAttachment')
    .where('id', '=', attachmentId)
    .where('entity', '=', 'client')
    .where('entityId', '=', clientId)
    .where('removedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!found) throw buildRefusal('request.invalid', { fields: { attachmentId: 'unknown' } })
}

/** Those who held accounts with the deceased stand among whom it pays, whoever else inherits. */
export const insertMissingCoHolders = async (
  tx: Kysely<DB>,
  estate: { id: string; clientId: string },
): Promise<void> => {
  await sql`
    insert into estate_recipient (estate_id, client_id, role)
    select distinct ${estate.id}::bigint, o.client_id, 'co_holder'::estate_role
      from account_holder h join account_holder o on o.account_id = h.account_id and o.client_id <> h.client_id
      join account a on a.id = h.account_id join account_balance b on b.account_id = a.id
     where h.client_id = ${estate.clientId} and h.role <> 'authorised' and o.role <> 'authorised'
       and (a.status in ('draft', 'pending', 'active') or b.balance <> 0 or b.payable <> 0)
    on conflict (estate_id, client_id, (role = 'co_holder')) do nothing`.execute(tx)
}
