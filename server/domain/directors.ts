import { type Kysely, sql } from 'kysely'
import type { PersonRule, RoleGrant } from '#contract/permissions.ts'
import { decide } from '#contract/rights.ts'
import type { DB } from '#db/types.ts'
import type { Task } from '#server/core/task.ts'
import { settledBefore } from './right-gains.ts'
import { rulesInForce } from './rules-in-force.ts'

/** Somebody of direction, and the tasks that they may decide. */
export type Director = { userId: string; employeeId: string | null; tasks: string[] }

type Row = { userId: string; employeeId: string | null; gone: boolean; rules: PersonRule[] }

/**
 * Who of direction there is to decide what is guarded. Somebody whose work here was ended within a day still counts, for everything: by
 * ending it, nobody makes themselves and another the ones who decide, before anybody could object.
 */
export const findDirectors = async (
  db: Kysely<DB>,
  tasks: readonly Task[],
  today: string,
  now: number,
): Promise<Director[]> => {
  const { rows } = await sql<Row>`
    select p.user_id::text as "userId", e.id::text as "employeeId", p.ended_at is not null as gone,
           ${rulesInForce(today)} as rules
      from registry.own_people() p left join employee e on e.cvl = p.cvl
     where p.role = 'direction' and not p.disabled and (p.ended_at is null or p.ended_at > ${settledBefore(now)})`.execute(
    db,
  )
  if (rows.length === 0) return []
  const cells = await db
    .selectFrom('roleGrant')
    .select(['role', 'module', 'actions', 'scope'])
    .where('role', '=', 'direction')
    .execute()
  return rows.map(({ userId, employeeId, gone, rules }) => {
    const known = { role: 'direction' as const, matrix: cells as RoleGrant[], rules }
    const sees = decide(known, 'bt_Aprobaciones', 'view').allowed
    const decides = ({ module }: Task) => sees && decide(known, module, 'approve').scopes.includes('all')
    return { userId, employeeId, tasks: tasks.filter((task) => gone || decides(task)).map(({ name }) => name) }
  })
}
