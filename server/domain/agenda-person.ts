import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from './conflict-of-interest.ts'
import { assertClientsUnrestricted } from './find-client.ts'
import { selectVisibleClients, selectVisibleContacts } from './visibility.ts'

type AgendaPerson = { contactId: string | null; clientId: string | null }

/** 404 where the caller doesn't see them. A contact who is a client by now is the client too. */
const findVisiblePerson = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, clientId }: AgendaPerson,
): Promise<AgendaPerson> => {
  if (contactId !== null) {
    const contact = await selectVisibleContacts({ db: tx, scopes: ctx.scopes })
      .where('ct.id', '=', contactId)
      .select(['ct.id', 'ct.clientId'])
      .forNoKeyUpdate('ct')
      .executeTakeFirst()
    if (!contact) throw buildRefusal('notFound')
    return { contactId, clientId: contact.clientId }
  }
  const { rights } = ctx.person
  const scopes = rights.may('bt_Clientes', 'view') ? rights.getScopes('bt_Clientes', 'view') : null
  const client =
    scopes &&
    (await selectVisibleClients({ db: tx, scopes })
      .where('c.clientId', '=', clientId)
      .select('c.clientId')
      .executeTakeFirst())
  if (!client) throw buildRefusal('notFound')
  return { contactId: null, clientId }
}

/**
 * With whom something of the agenda begins: a contact, locked, or a client. Either is named, not both. 404 for whoever doesn't see them;
 * `approval.ownRecord` for a relative of the caller's, `client.restricted` where the client's data is only kept.
 */
export const lockAgendaPerson = async (tx: Kysely<DB>, ctx: Ctx, named: AgendaPerson): Promise<AgendaPerson> => {
  if ((named.contactId === null) === (named.clientId === null))
    throw buildRefusal('request.invalid', { fields: { contactId: 'required' } })
  const person = await findVisiblePerson(tx, ctx, named)
  if (person.clientId !== null) {
    await assertNoRelatedClients(tx, ctx, [person.clientId])
    await assertClientsUnrestricted(tx, [person.clientId])
  }
  return person
}
