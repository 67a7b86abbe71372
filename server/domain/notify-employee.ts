import { type Kysely, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'

type EmployeeNotification = NotificationMessage & { link: string }

/** Notifies a member of staff, if they sign in to this firm: in the transaction of what it is about. */
export const notifyEmployee = async (
  tx: Kysely<DB>,
  employeeId: string,
  { kind, params, link }: EmployeeNotification,
): Promise<void> => {
  await sql`select registry.notify_user(p.user_id, ${kind}, ${JSON.stringify(params)}::jsonb, ${link})
    from registry.own_people() p join employee e on e.cvl = p.cvl
   where e.id = ${employeeId} and p.ended_at is null and not p.disabled`.execute(tx)
}
