import { type Kysely, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import { notifyResponsibleUsers } from './notify-responsible-users.ts'
import { notifyUsers } from './notify-user.ts'

type ManagerNotification = NotificationMessage & {
  /** Where it is looked at by whoever looks after that client. */
  linkOf: (clientId: string) => string
}

/** Tells those who look after these clients, each once, but for whoever made the change; where nobody does, those who answer for the firm. */
export const notifyClientManagers = async (
  tx: Kysely<DB>,
  clientIds: readonly [string, ...string[]],
  makerId: string,
  { linkOf, ...message }: ManagerNotification,
): Promise<void> => {
  const { rows } = await sql<{ clientId: string; userId: string }>`
    select min(l.client_id)::text as "clientId", p.user_id::text as "userId"
      from client_list l
      join employee e on e.id = l.manager_id
      join registry.own_people() p on p.cvl = e.cvl and p.ended_at is null and not p.disabled
     where l.client_id = any(${[...clientIds]}::bigint[])
     group by p.user_id order by p.user_id`.execute(tx)
  if (rows.length === 0) return notifyResponsibleUsers(tx, { ...message, link: linkOf(clientIds[0]) })
  const others = rows.filter(({ userId }) => userId !== makerId)
  await notifyUsers(
    tx,
    others.map(({ clientId, userId }) => ({ ...message, userId, link: linkOf(clientId) })),
  )
}
