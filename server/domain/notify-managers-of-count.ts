import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import { notifyResponsibleUsers } from './notify-responsible-users.ts'
import { notifyUsers } from './notify-user.ts'

type CountMessage = { kind: Extract<NotificationMessage, { params: { count: string } }>['kind']; link: string }

/**
 * One message for each manager with how many of these rows, each with a `client_id`, are of their clients; of those of nobody to those who
 * answer for the firm.
 */
export const notifyManagersOfCount = async (
  tx: Kysely<DB>,
  clientRows: RawBuilder<unknown>,
  { kind, link }: CountMessage,
): Promise<void> => {
  const { rows } = await sql<{ userId: string | null; count: string }>`
    select u.user_id::text as "userId", count(*)::text as count
      from (${clientRows}) x
      join client_list l on l.client_id = x.client_id
      left join employee e on e.id = l.manager_id
      left join registry.own_people() u on u.cvl = e.cvl and u.ended_at is null and not u.disabled
     group by u.user_id order by u.user_id`.execute(tx)
  await notifyUsers(
    tx,
    rows.flatMap(({ userId, count }) => (userId === null ? [] : [{ userId, kind, params: { count }, link }])),
  )
  const unmanaged = rows.find(({ userId }) => userId === null)
  if (unmanaged) await notifyResponsibleUsers(tx, { kind, params: { count: unmanaged.count }, link })
}
