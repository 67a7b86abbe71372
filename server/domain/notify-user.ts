import type { NotificationMessage } from '#contract/notifications.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'

type UserNotification = NotificationMessage & { userId: string }

/** Tells a person what happened to their account, wherever they work: in the transaction of what it is about. */
export const notifyUser = async (tx: PreparedStatements, { userId, kind, params }: UserNotification): Promise<void> => {
  await tx.fixed(
    'tell person',
    `insert into notification (user_id, kind, params, link) values ($1, $2, $3, '/crm/areapersonal?part=security')`,
    [userId, kind, JSON.stringify(params)],
  )
}
