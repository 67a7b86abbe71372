import { type Kysely, sql } from 'kysely'
import { irrevocableGrants } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** What makes an administrator: what no firm can take from the role. */
const { module, actions } = irrevocableGrants.find(({ role }) => role === 'admin')!

/**
 * To be called first by whatever changes who administers the prefix, in its transaction: of two at once the second waits here, and sees
 * what the first left behind.
 */
export const lockPrefixUsers = async (tx: Kysely<DB>): Promise<void> => {
  await sql`select registry.lock_own_people()`.execute(tx)
}

/**
 * To be called after the change, in its transaction; before it, `without` whom it takes the right from. Throws `lastAdministrator` where nobody is left who can change the permissions: a
 * person who can sign in, has the role, is no leaver, and is denied none of it, today or later.
 */
export const assertAdministratorRemains = async (
  tx: Kysely<DB>,
  businessDate: string,
  without: string | null = null,
): Promise<void> => {
  await lockPrefixUsers(tx)
  const { rows } = await sql`
    select from registry.own_people() p
     where p.user_id is distinct from ${without}::bigint and p.role = 'admin' and p.ended_at is null and not p.disabled
       and not exists (select from employee e where e.cvl = p.cvl and e.terminated_on is not null)
       and not exists (select from person_rule r where r.user_id = p.user_id and r.effect = 'deny' and r.ended_at is null
                          and r.module = ${module} and r.action = any(${[...actions]}::text[])
                          and (r.valid_to is null or r.valid_to >= ${businessDate}))
     limit 1`.execute(tx)
  if (rows.length === 0) throw buildRefusal('lastAdministrator')
}
