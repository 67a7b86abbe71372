import type { NotificationMessage } from '#contract/notifications.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'

type AccountNotification = NotificationMessage & { userId: string }

/** Notifies a person of what happened to their account, wherever they work: in the transaction of what it is about. */
export const notifyAccountOwner = async (
  tx: PreparedStatements,
  { userId, kind, params }: AccountNotification,
): Promise<void> => {
  await tx.queryPrepared(
    'notify account owner',
    `insert into notification (user_id, kind, params, link) values ($1, $2, $3, '/crm/areapersonal?part=security')`,
    [userId, kind, JSON.stringify(params)],
  )
}
