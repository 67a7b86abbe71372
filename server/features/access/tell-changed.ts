import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'

/** Whoever's rights have changed is told, and their open pages look again; whoever did it knows. */
export const tellChanged = async (
  tx: Kysely<DB>,
  whose: { userId: string } | { roles: readonly Role[] },
  doerId: string,
): Promise<void> => {
  const them = 'userId' in whose ? sql`p.user_id = ${whose.userId}` : sql`p.role = any(${[...whose.roles]}::text[])`
  await sql`select registry.notify_user(p.user_id, 'permissions.changed', '{}', null) from registry.own_people() p
    where ${them} and p.ended_at is null and not p.disabled and p.user_id <> ${doerId}`.execute(tx)
}
