import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import { notifyPeople } from '#server/domain/notify-user.ts'

/** Whoever's rights have changed is notified, and their open pages look again; whoever did it knows. */
export const notifyRightsChanged = (
  tx: Kysely<DB>,
  audience: { userId: string } | { roles: readonly Role[] },
  doerId: string,
): Promise<void> => {
  const inAudience =
    'userId' in audience ? sql`p.user_id = ${audience.userId}` : sql`p.role = any(${[...audience.roles]}::text[])`
  return notifyPeople(tx, sql<SqlBool>`${inAudience} and p.user_id <> ${doerId}`, {
    kind: 'permissions.changed',
    params: {},
    link: null,
  })
}
