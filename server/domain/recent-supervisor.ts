import { type RawBuilder, sql } from 'kysely'
import { getRightAgeThreshold } from './right-gains.ts'

/**
 * Whether the head `headId` of the member of staff was not above them a day ago: a move would otherwise give somebody a word about them
 * within a minute. The line of a day ago is read from the moves themselves: whose supervisor was changed since reported to the one from whom
 * the first of those moves took them. Somebody whose line has no such move has the line of a day ago.
 * See docs/decisions/0095-guarded-staff-moves.md
 */
export const isRecentSupervisor = (
  { employeeId, headId }: { employeeId: RawBuilder<unknown>; headId: RawBuilder<unknown> },
  now: number,
): RawBuilder<boolean> => {
  const since = getRightAgeThreshold(now)
  const firstMove = sql`select m.from_id from supervisor_move m
    where m.employee_id = x.id and m.applied_at > ${since} order by m.applied_at, m.id limit 1`
  return sql<boolean>`(exists (
    select from supervisor_move m join employee_team t on t.supervisor_id = m.employee_id and t.employee_id = ${employeeId}
     where m.applied_at > ${since})
    and not exists (
      with recursive line (id) as (
        select ${employeeId}::bigint
        union
        select case when f.moved then f.from_id else x.supervisor_id end
          from line join employee x on x.id = line.id
          left join lateral (select true as moved, m.from_id from (${firstMove}) m) f on true)
      select from line where line.id = ${headId}))`
}
