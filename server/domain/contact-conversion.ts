import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectVisibleClients, selectVisibleContacts } from './visibility.ts'

const contactModule = 'bt_AgendaComercial'

type CreatedClient = { id: string; cvl: string }
type ConversionStart = { state: 'open' } | { state: 'converted'; client: CreatedClient }

/**
 * Locks the contact that is to become a client. Of two at once the second waits, and finds the client of the first, as does whoever sends it
 * again. Throws `permission.missing` where the caller may not change contacts, 404 out of their scope, `contact.lopdMissing` without the signed
 * consent, and `contact.converted` where the caller doesn't see whom they became.
 */
export const lockContactForConversion = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  contactId: string,
): Promise<ConversionStart> => {
  const { rights } = ctx.person
  if (!rights.may(contactModule, 'edit')) throw buildRefusal('permission.missing')
  const contact = await selectVisibleContacts({ db: tx, scopes: rights.getScopes(contactModule, 'edit') })
    .where('ct.id', '=', contactId)
    .select(['ct.clientId', 'ct.lopdOn'])
    .forNoKeyUpdate('ct')
    .executeTakeFirst()
  if (!contact) throw buildRefusal('notFound')
  if (contact.clientId !== null) {
    const client = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
      .innerJoin('client', 'client.id', 'c.clientId')
      .where('c.clientId', '=', contact.clientId)
      .select(['client.id', 'client.cvl'])
      .executeTakeFirst()
    if (!client) throw buildRefusal('contact.converted')
    return { state: 'converted', client }
  }
  if (contact.lopdOn === null) throw buildRefusal('contact.lopdMissing')
  return { state: 'open' }
}

/** What people have added to the contact goes on at the client: comments, documents, tags and who is in charge. */
const moveRecordPanels = async (tx: Kysely<DB>, contactId: string, clientId: string): Promise<void> => {
  for (const table of ['record_comment', 'record_attachment', 'record_assignment', 'stored_file'])
    await sql`update ${sql.table(table)} set entity = 'client', entity_id = ${clientId}
      where entity = 'contact' and entity_id = ${contactId}`.execute(tx)
  await sql`
    with gone as (
      delete from record_tag where entity = 'contact' and entity_id = ${contactId} returning tag_id, added_at, added_by)
    insert into record_tag (entity, entity_id, tag_id, added_at, added_by)
    select 'client', ${clientId}::bigint, tag_id, added_at, added_by from gone`.execute(tx)
}

/** Makes the locked contact the client that was just created: it is won, and each leads to the other. Its calls, follow-ups and meetings are the client's too. */
export const finishConversion = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { contactId, client, now }: { contactId: string; client: CreatedClient; now: string },
): Promise<void> => {
  await moveRecordPanels(tx, contactId, client.id)
  for (const table of ['call', 'followUp', 'meeting', 'meetingAttendee'] as const)
    await tx.updateTable(table).set({ clientId: client.id }).where('contactId', '=', contactId).execute()
  await sql`
    update contact
       set client_id = ${client.id}, converted_at = ${now}, stage = 'won', lost_reason = null, lost_note = null,
           stage_since = case when stage = 'won' then stage_since else ${now}::timestamptz end, version = version + 1
     where id = ${contactId}`.execute(tx)
  await recordAuditEvent(tx, ctx, {
    action: 'contact.converted',
    entity: 'contact',
    entityId: contactId,
    after: { cvl: client.cvl },
  })
}
