import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { findTasksOff } from '#server/domain/approvals.ts'
import { joinedLately } from '#server/domain/joined-lately.ts'
import type { Locked } from './carry-out.ts'

type Proposer = { userId: string; employeeId: string | null }

/**
 * Whether whoever proposes a handover answers for all whose clients leave by it: they are their own, or those of people under them for longer
 * than a day, or the proposer is of direction. Whoever is to receive them answers for nobody but themselves.
 */
export const answersForGivers = async (
  db: Kysely<DB>,
  { userId, employeeId }: Proposer,
  { fromIds, toId }: { fromIds: readonly string[]; toId: string },
  now: number,
): Promise<boolean> => {
  if (fromIds.length === 0) return true
  const me = sql`${employeeId}::bigint`
  const leads = sql`(${me} is distinct from ${toId}::bigint and exists (
    select from employee_team o where o.supervisor_id = ${me} and o.employee_id = g.id)
    and not ${joinedLately({ employeeId: sql`g.id`, headId: me }, now)})`
  const { rows } = await sql<{ answers: boolean }>`
    select (${me} is distinct from ${toId}::bigint and exists (
              select from registry.own_people() p
               where p.user_id = ${userId} and p.role = 'direction' and p.ended_at is null and not p.disabled))
           or not exists (select from unnest(${[...fromIds]}::bigint[]) as g (id)
                           where not (coalesce(g.id = ${me}, false) or ${leads})) as answers`.execute(db)
  return rows[0]!.answers
}

/**
 * How it stands with those who give: released by whoever answers for them, waiting for that, or never asked, of a proposer who doesn't answer
 * for them any more. The caller has locked the handover.
 */
export const releaseOf = async (
  tx: Kysely<DB>,
  { id, fromIds, toId, proposedBy, proposerId }: Locked,
  now: number,
): Promise<'given' | 'waits' | 'missing'> => {
  const asked = await tx
    .selectFrom('approval')
    .where('entity', '=', 'handover')
    .where('entityId', '=', id)
    .where('task', '=', 'handoverRelease')
    .select('state')
    .executeTakeFirst()
  if (asked) return asked.state === 'approved' ? 'given' : 'waits'
  if ((await findTasksOff(tx)).includes('handoverRelease')) return 'given'
  const proposer = { userId: proposedBy, employeeId: proposerId }
  return (await answersForGivers(tx, proposer, { fromIds, toId }, now)) ? 'given' : 'missing'
}
