import { type RawBuilder, sql } from 'kysely'
import { settledBefore } from './right-gains.ts'

/**
 * Whether the member of staff, or somebody above them, was moved within a day into the team of `headId`, who was not above them before: human
 * resources move people alone, and a move would otherwise give somebody a word about them within a minute.
 */
export const joinedLately = (
  { employeeId, headId }: { employeeId: RawBuilder<unknown>; headId: RawBuilder<unknown> },
  now: number,
): RawBuilder<boolean> => sql<boolean>`exists (
    select from supervisor_move m join employee_team t on t.supervisor_id = m.employee_id and t.employee_id = ${employeeId}
     where m.applied_at > ${settledBefore(now)}
       and not exists (select from employee_team b where b.employee_id = m.from_id and b.supervisor_id = ${headId}))`
