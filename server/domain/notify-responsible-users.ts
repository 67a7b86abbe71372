import { type Kysely, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'

type ResponsibleNotification = NotificationMessage & { link: string }

/** Tells those who answer for the firm's books: administrators and direction, whoever of them can sign in. */
export const notifyResponsibleUsers = async (
  tx: Kysely<DB>,
  { kind, params, link }: ResponsibleNotification,
): Promise<void> => {
  await sql`select registry.notify_user(p.user_id, ${kind}, ${JSON.stringify(params)}::jsonb, ${link}) from registry.own_people() p
    where p.role in ('admin', 'direction') and p.ended_at is null and not p.disabled`.execute(tx)
}
