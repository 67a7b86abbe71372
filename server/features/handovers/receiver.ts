import { type Kysely, sql } from 'kysely'
import { canHoldLinkRole } from '#contract/handovers/link-role-positions.ts'
import type { LinkRole } from '#contract/handovers.ts'
import type { DB } from '#db/types.ts'
import { fullNameSql } from '#server/core/person-name.ts'

export type HandoverReceiver = { id: string; cvl: string; name: string; zoneId: string }

/**
 * Whoever can be given clients in that role; undefined for all others, whether they have left or are leaving, have another job or aren't
 * there: clients of a leaver have to be handed over, so they get none. Locked on demand, so that nobody leaves while clients are on their
 * way to them.
 */
export const findReceiver = async (
  db: Kysely<DB>,
  { toId, role, lock = false }: { toId: string; role: LinkRole; lock?: boolean },
): Promise<HandoverReceiver | undefined> => {
  const found = await db
    .selectFrom('employee as e')
    .innerJoin('office', 'office.id', 'e.officeId')
    .select(['e.id', 'e.cvl', fullNameSql('e').as('name'), 'office.zoneId', 'e.terminatedOn'])
    .select(sql<string>`e.position::text`.as('position'))
    .where('e.id', '=', toId)
    .$if(lock, (row) => row.forShare('e'))
    .executeTakeFirst()
  if (!found || !canHoldLinkRole(role, found.position) || found.terminatedOn !== null) return undefined
  const { position, terminatedOn, ...receiver } = found
  return receiver
}
