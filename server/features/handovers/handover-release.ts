import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinkRole } from '#contract/handovers.ts'
import type { DB } from '#db/types.ts'
import { findDisabledTasks } from '#server/domain/approvals.ts'
import { isRecentSupervisor } from '#server/domain/recent-supervisor.ts'
import type { LockedHandover } from './lock-handover.ts'

type HandoverProposer = { userId: string; employeeId: string | null }
type HandoverParties = { fromIds: readonly string[]; toId: string; shownBy: readonly (string | null)[] }

/**
 * Whose clients the receiver comes to see beside their manager: given as partner, advisor or banker where nobody was that, or by somebody of
 * another team. Clients whom the receiver, or somebody under them, looks after already are left out. Null: nobody's. `clients` has the
 * columns `client_id` and `from_id`.
 */
export const findVisibilityGrantors = async (
  db: Kysely<DB>,
  clients: RawBuilder<unknown>,
  { role, toId }: { role: LinkRole; toId: string },
): Promise<(string | null)[]> => {
  if (role === 'manager') return []
  const { rows } = await sql<{ id: string | null }>`
    select distinct coalesce(g.from_id, c.manager_id)::text as id
      from (${clients}) g join client_list c on c.client_id = g.client_id
     where not exists (select from employee_team o where o.supervisor_id = ${toId}
                        and o.employee_id in (c.manager_id, c.partner_id, c.advisor_id, c.banker_id))
       and (g.from_id is null or not exists (
         select from employee e join employee_team o on o.supervisor_id in (e.id, e.supervisor_id)
          where e.id = g.from_id and o.employee_id = ${toId}))`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Whether whoever proposes a handover answers for all whose clients leave by it: they are their own, or those of people under them for longer
 * than a day, or the proposer is of direction. Whoever is to receive them answers for nobody but themselves; and for clients whom a receiver
 * comes to see beside their manager answers somebody above whoever shows them.
 */
export const canReleaseClients = async (
  db: Kysely<DB>,
  { userId, employeeId }: HandoverProposer,
  { fromIds, toId, shownBy }: HandoverParties,
  now: number,
): Promise<boolean> => {
  if (fromIds.length + shownBy.length === 0) return true
  const me = sql`${employeeId}::bigint`
  const leads = sql`(${me} is distinct from ${toId}::bigint and exists (
    select from employee_team o where o.supervisor_id = ${me} and o.employee_id = g.id)
    and not ${isRecentSupervisor({ employeeId: sql`g.id`, headId: me }, now)})`
  const { rows } = await sql<{ answers: boolean }>`
    select (${me} is distinct from ${toId}::bigint and exists (
              select from registry.own_people() p
               where p.user_id = ${userId} and p.role = 'direction' and p.ended_at is null and not p.disabled))
           or not exists (select from unnest(${[...fromIds]}::bigint[]) as g (id)
                           where not (coalesce(g.id = ${me}, false) or ${leads}))
              and not exists (select from unnest(${[...shownBy]}::bigint[]) as g (id)
                               where not (coalesce(g.id <> ${me}, false) and ${leads})) as answers`.execute(db)
  return rows[0]!.answers
}

/** The clients of a handover, with whoever gives each. */
export const buildHandoverClientsSql = (handoverId: string) =>
  sql`select client_id, from_id from handover_client where handover_id = ${handoverId}`

/**
 * How it stands with those who give: released by whoever answers for them, waiting for that, or never asked, of a proposer who doesn't answer
 * for them any more. The caller has locked the handover.
 */
export const findReleaseStatus = async (
  tx: Kysely<DB>,
  { id, role, fromIds, toId, proposedBy, proposerId }: LockedHandover,
  now: number,
): Promise<'given' | 'waits' | 'missing'> => {
  const releaseApproval = await tx
    .selectFrom('approval')
    .where('entity', '=', 'handover')
    .where('entityId', '=', id)
    .where('task', '=', 'handoverRelease')
    .select('state')
    .executeTakeFirst()
  if (releaseApproval) return releaseApproval.state === 'approved' ? 'given' : 'waits'
  if ((await findDisabledTasks(tx)).includes('handoverRelease')) return 'given'
  const proposer = { userId: proposedBy, employeeId: proposerId }
  const shownBy = await findVisibilityGrantors(tx, buildHandoverClientsSql(id), { role, toId })
  return (await canReleaseClients(tx, proposer, { fromIds, toId, shownBy }, now)) ? 'given' : 'missing'
}
