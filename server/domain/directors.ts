import { type Kysely, sql } from 'kysely'
import type { PersonRule, RoleGrant } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { activePersonRulesSql } from './active-person-rules.ts'
import { getRightAgeThreshold } from './right-gains.ts'

/** Somebody of direction, and the tasks that they may decide. */
export type Director = { userId: string; employeeId: string | null; tasks: string[] }

type DirectorRow = { userId: string; employeeId: string | null; gone: boolean; rules: PersonRule[] }

const findDirectorRows = defineStatement('directors', (db, { today, settled }: { today: string; settled: string }) =>
  sql<DirectorRow>`
    select p.user_id::text as "userId", e.id::text as "employeeId", p.ended_at is not null as gone,
           ${activePersonRulesSql(today)} as rules
      from registry.own_people() p left join employee e on e.cvl = p.cvl
     where p.role = 'direction' and not p.disabled and (p.ended_at is null or p.ended_at > ${settled})`.compile(db),
)

const findDirectorGrants = defineStatement('grants of direction', (db, _values: object) =>
  db
    .selectFrom('roleGrant')
    .select(['role', 'module', 'actions', 'scope'])
    .where('role', '=', sql.lit('direction' as const))
    .compile(),
)

/**
 * Who of direction there is to decide what is guarded. Somebody whose work here was ended within a day still counts, for everything: by
 * ending it, nobody makes themselves and another the ones who decide, before anybody could object.
 */
export const findDirectors = async (
  db: Kysely<DB>,
  tasks: readonly ApprovalTask[],
  today: string,
  now: number,
): Promise<Director[]> => {
  const [rows, cells] = await Promise.all([
    findDirectorRows(db, { today, settled: getRightAgeThreshold(now) }),
    findDirectorGrants(db, {}),
  ])
  return rows.map(({ userId, employeeId, gone, rules }) => {
    const known = { role: 'direction' as const, matrix: cells as RoleGrant[], rules }
    const sees = decidePermission(known, 'bt_Aprobaciones', 'view').allowed
    const decides = ({ module }: ApprovalTask) =>
      sees && decidePermission(known, module, 'approve').scopes.includes('all')
    return { userId, employeeId, tasks: tasks.filter((task) => gone || decides(task)).map(({ name }) => name) }
  })
}
