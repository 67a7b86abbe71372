import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { auditContact } from './audit-contact.ts'
import { changeLockedContact, type LockedContact } from './lock-contact.ts'

/** Something was done with them, or written about them: it would be lost with the contact. */
const hasHistory = async (tx: Kysely<DB>, { id, clientId, stage }: LockedContact): Promise<boolean> => {
  if (clientId !== null || stage !== 'new') return true
  const { rows } = await sql`
    select from call where contact_id = ${id}
    union all
    select from follow_up where contact_id = ${id}
    union all
    select from meeting_attendee where contact_id = ${id}
    union all
    select from record_comment where entity = 'contact' and entity_id = ${id} and removed_at is null
    union all
    select from record_attachment where entity = 'contact' and entity_id = ${id} and removed_at is null
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Deletes a contact that was noted by mistake. The row stays, and nobody sees it. */
export const deleteContact = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.deleteContact>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.deleteContact>> => {
  await changeLockedContact(ctx, request, async (tx, contact) => {
    if (await hasHistory(tx, contact)) throw buildRefusal('contact.hasHistory')
    await tx
      .updateTable('contact')
      .set({ deletedAt: new Date(deps.clock()).toISOString(), deletedBy: ctx.person.userId })
      .where('id', '=', contact.id)
      .execute()
    await auditContact(tx, ctx, 'contact.deleted', contact.id, { before: { state: contact.stage } })
  })
  return { removed: true }
}
