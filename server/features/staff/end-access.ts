import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { lockPrefixUsers } from '#server/domain/last-administrator.ts'

/** Those who may still sign in though their last day here is over. */
const selectLeaversWithAccess = (today: string) => sql<{ userId: string; id: string; role: string }>`
  select p.user_id::text, e.id::text, p.role
    from employee e join registry.own_people() p on p.cvl = e.cvl
   where e.terminated_on < ${today} and p.ended_at is null`

/**
 * Ends the access of those whose last day is over, and with it their sessions. Doing it again does nothing. None of them is the last
 * who administers the prefix: whoever has a last day doesn't count as one.
 */
export const endAccessOfLeavers = async (db: Kysely<DB>, today: string, now: number): Promise<void> => {
  if ((await selectLeaversWithAccess(today).execute(db)).rows.length === 0) return
  await db.transaction().execute(async (tx) => {
    await lockPrefixUsers(tx)
    for (const { userId, id, role } of (await selectLeaversWithAccess(today).execute(tx)).rows) {
      const at = new Date(now).toISOString()
      await sql`select registry.set_own_membership_end(${userId}, ${at})`.execute(tx)
      await recordAuditEvent(tx, null, {
        action: 'employee.accessEnded',
        entity: 'employee',
        entityId: id,
        after: { role },
      })
    }
  })
}
