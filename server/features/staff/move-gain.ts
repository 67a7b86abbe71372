import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { isManagedBy } from '#server/domain/visibility.ts'
import type { SupervisorTree } from './supervisor-tree.ts'

/** Who comes to lead whom by a move: everybody of `heads` everybody of `people`. Whoever leads the moved person already gains nobody. */
export type VisibilityGain = { heads: string[]; people: string[] }

type SupervisorChange = { employeeId: string; supervisorId: string | null }

/** The person and everybody above them. */
const getManagementLine = (tree: SupervisorTree, employeeId: string | null): string[] => {
  const line: string[] = []
  for (let at = employeeId; at !== null && !line.includes(at); at = tree.get(at) ?? null) line.push(at)
  return line
}

/** The person and everybody under them. */
const getTeamMembers = (tree: SupervisorTree, employeeId: string): string[] =>
  [...tree.keys()].filter((id) => getManagementLine(tree, id).includes(employeeId))

/** Of these members of staff those who are of direction: they see the firm, whoever stands above whom. */
export const findDirectionMembers = async (tx: Kysely<DB>, employeeIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from unnest(${[...employeeIds]}::bigint[]) as e(id)
     where exists (select from registry.own_people() p join employee x on x.cvl = p.cvl
                    where x.id = e.id and p.role = 'direction' and p.ended_at is null and not p.disabled)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What the new supervisor and everybody above them gain in that tree. */
export const findVisibilityGain = async (
  tx: Kysely<DB>,
  tree: SupervisorTree,
  { employeeId, supervisorId }: SupervisorChange,
): Promise<VisibilityGain> => {
  const known = getManagementLine(tree, employeeId)
  const line = getManagementLine(tree, supervisorId).filter((id) => !known.includes(id))
  const direction = line.length === 0 ? [] : await findDirectionMembers(tx, line)
  const heads = line.filter((id) => !direction.includes(id))
  return { heads, people: heads.length === 0 ? [] : getTeamMembers(tree, employeeId) }
}

/** Whether nobody gains anybody beyond what was agreed to. */
export const isGainWithin = (gain: VisibilityGain, agreed: VisibilityGain): boolean =>
  gain.heads.every((id) => agreed.heads.includes(id)) && gain.people.every((id) => agreed.people.includes(id))

/** Whether a second person decides the move: somebody gains by it, or somebody of direction comes under anybody. */
export const isGuardedMove = async (
  tx: Kysely<DB>,
  { employeeId, supervisorId }: SupervisorChange,
  gain: VisibilityGain,
): Promise<boolean> => {
  if (gain.heads.length > 0) return true
  return supervisorId !== null && (await findDirectionMembers(tx, [employeeId])).length > 0
}

/** How many people and clients, with what capital, come into the sight of the new supervisor. */
export const measureVisibilityGain = async (
  tx: Kysely<DB>,
  tree: SupervisorTree,
  supervisorId: string,
  { people }: VisibilityGain,
) => {
  const { clients, capital } = await tx
    .selectFrom('clientList as c')
    .where((eb) => isManagedBy(eb, people))
    .where((eb) => eb.not(eb.fn.coalesce(isManagedBy(eb, getTeamMembers(tree, supervisorId)), sql<boolean>`false`)))
    .select(sql<number>`count(*)::int`.as('clients'))
    .select(sql<string>`coalesce(sum(c.capital), 0)::numeric(18, 2)::text`.as('capital'))
    .executeTakeFirstOrThrow()
  return { people: people.length, clients, capital }
}
