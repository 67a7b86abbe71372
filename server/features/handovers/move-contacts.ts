import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'
import type { LockedHandover } from './lock-handover.ts'

/** How many contacts would go along with all clients of that giver; none of a giver out of reach. */
export const countGiverContacts = async (ctx: Ctx, giverId: string): Promise<number> => {
  const { contacts } = await ctx.db
    .selectFrom('contactTally as k')
    .where('k.employeeId', 'in', selectVisibleStaff(ctx).where('e.id', '=', giverId).select('e.id'))
    .select(sql<number>`coalesce(sum(k.contacts), 0)::int`.as('contacts'))
    .executeTakeFirstOrThrow()
  return contacts
}

/** The contacts that are the giver's by now become the receiver's, where all that the giver had is handed over. */
export const moveContacts = async (
  tx: Kysely<DB>,
  { id, toId, fromIds, takesContacts }: LockedHandover,
): Promise<void> => {
  if (!takesContacts) return
  await sql`
    insert into handover_contact (handover_id, contact_id, from_id)
    select ${id}, c.id, c.employee_id from contact c
     where c.employee_id = any(${fromIds}::bigint[]) and c.employee_id <> ${toId} and c.deleted_at is null order by c.id for no key update`.execute(
    tx,
  )
  await sql`
    update contact c set employee_id = ${toId}, version = c.version + 1
      from handover_contact h where h.handover_id = ${id} and c.id = h.contact_id`.execute(tx)
}

/** Those that are still the receiver's go back, unless the giver leaves. */
export const returnContacts = async (tx: Kysely<DB>, { id, toId }: LockedHandover): Promise<void> => {
  await sql`
    update contact c set employee_id = h.from_id, version = c.version + 1
      from handover_contact h join employee g on g.id = h.from_id and g.terminated_on is null
     where h.handover_id = ${id} and c.id = h.contact_id and c.employee_id = ${toId}`.execute(tx)
}
