import type { notificationKinds } from '#contract/notifications.ts'
import type { Within } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'

type Told = { userId: string; kind: (typeof notificationKinds)[number]; params: Record<string, string> }

/** Tells a person what happened to their account, wherever they work: in the transaction of what it is about. */
export const tellPerson = async (tx: Within, { serving }: Raw, { userId, kind, params }: Told): Promise<void> => {
  await tx.fixed(
    'tell person',
    `insert into notification (user_id, kind, params, link, at) values ($1, $2, $3, '/crm/areapersonal', $4)`,
    [userId, kind, JSON.stringify(params), new Date(serving.clock()).toISOString()],
  )
}
