import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { awaitAtCommit } from '#server/core/write-transaction.ts'

/** A message with the path of ours that it leads to. */
export type LinkedMessage = NotificationMessage & { link: string | null }
export type UserNotification = LinkedMessage & { userId: string }

const sendNotifications = defineStatement('notifications', (db, { notifications }: { notifications: string }) =>
  sql`
    select registry.notify_user(n.user_id, n.kind, n.params, n.link)
      from jsonb_to_recordset(${notifications}::jsonb)
        as n(user_id bigint, kind text, params jsonb, link text)`.compile(db),
)

/** Notifies users of the prefix, each of something of their own: one statement, in the transaction of what it is about. */
export const notifyUsers = async (tx: Kysely<DB>, notifications: readonly UserNotification[]): Promise<void> => {
  if (notifications.length === 0) return
  await awaitAtCommit(tx, sendNotifications(tx, { notifications: toJsonRecords(notifications) }))
}

/** Notifies one user of the prefix: in the transaction of what it is about. */
export const notifyUser = (tx: Kysely<DB>, notification: UserNotification): Promise<void> =>
  notifyUsers(tx, [notification])

/** Notifies everybody who signs in to the prefix and of whom the condition holds; `p` is a row of `registry.own_people()`. */
export const notifyPeople = async (
  tx: Kysely<DB>,
  condition: RawBuilder<SqlBool>,
  { kind, params, link }: LinkedMessage,
): Promise<void> => {
  await sql`
    select registry.notify_user(p.user_id, ${kind}, ${JSON.stringify(params)}::jsonb, ${link})
      from registry.own_people() p
     where p.ended_at is null and not p.disabled and ${condition}`.execute(tx)
}
