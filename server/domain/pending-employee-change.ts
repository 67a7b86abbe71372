import { type RawBuilder, sql } from 'kysely'
import { userNameSql } from '#server/core/person-name.ts'

/** What every change of an employee that waits says of itself, as part of a JSON object: its approval `a`, since when, and who wants it. */
export const pendingChangeFields = sql`'approvalId', a.id::text, 'madeAt', to_char(a.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'makerName', ${userNameSql('a.made_by')}`

/** The task of the employee `e` that waits for its second person, as one JSON object: the facts of every change and those of its own. */
export const pendingEmployeeChangeSql = <T>(task: string, now: string, own: RawBuilder<unknown>) => sql<T>`(
  select json_build_object(${pendingChangeFields}, ${own})
    from approval a
   where a.task = ${task} and a.entity = 'employee' and a.entity_id = e.id and a.state = 'pending' and a.expires_at > ${now}
   order by a.id limit 1)`
