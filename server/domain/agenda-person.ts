import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isClientInScope } from './account-number-access.ts'
import { assertNoRelatedClients } from './conflict-of-interest.ts'
import { assertClientsUnrestricted } from './find-client.ts'
import { isOwnerVisibleSql, selectVisibleClients, selectVisibleContacts } from './visibility.ts'

type AgendaPerson = { contactId: string | null; clientId: string | null }

/** Whether the row of the agenda that the statement names so is about a contact or a client whom the caller sees. */
export const isAboutVisiblePersonSql = (ctx: Ctx, row: string): RawBuilder<SqlBool> => {
  const seenContact = selectVisibleContacts(ctx)
    .whereRef('ct.id', '=', sql.ref(`${row}.contact_id`))
    .select('ct.id')
  const clientId = sql.ref<string>(`${row}.client_id`)
  return sql<SqlBool>`(exists (${seenContact})
    or ${clientId} is not null and ${isClientInScope(ctx, ['bt_Clientes', 'view'], sql<string>`${clientId}`)})`
}

/** Whether somebody in reach takes part in the meeting that the statement names so. Of few meetings: each is looked at by itself. */
export const isAttendedByReachSql = (ctx: Pick<Ctx, 'scopes'>, row: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from meeting_attendee t
    where t.meeting_id = ${sql.ref(`${row}.id`)} and t.employee_id is not null and ${isOwnerVisibleSql(ctx, sql`t.employee_id`)})`

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
