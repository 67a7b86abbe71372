import type { NotificationMessage } from '#contract/notifications.ts'
import type { Within } from '#server/core/in-transaction.ts'

type Told = NotificationMessage & { userId: string }

/** Tells a person what happened to their account, wherever they work: in the transaction of what it is about. */
export const tellPerson = async (tx: Within, { userId, kind, params }: Told): Promise<void> => {
  await tx.fixed(
    'tell person',
    `insert into notification (user_id, kind, params, link) values ($1, $2, $3, '/crm/areapersonal?part=security')`,
    [userId, kind, JSON.stringify(params)],
  )
}
