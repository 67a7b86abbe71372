import { type Kysely, sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'

/** Whoever's rights have changed is told, and their open pages look again; whoever did it knows. */
export const notifyRightsChanged = async (
  tx: Kysely<DB>,
  audience: { userId: string } | { roles: readonly Role[] },
  doerId: string,
): Promise<void> => {
  const audienceCondition =
    'userId' in audience ? sql`p.user_id = ${audience.userId}` : sql`p.role = any(${[...audience.roles]}::text[])`
  await sql`select registry.notify_user(p.user_id, 'permissions.changed', '{}', null) from registry.own_people() p
    where ${audienceCondition} and p.ended_at is null and not p.disabled and p.user_id <> ${doerId}`.execute(tx)
}
