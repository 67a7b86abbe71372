import { sql } from 'kysely'
import type { EmployeeDetail } from '#contract/staff.ts'

/** The move of the employee `e` that waits for its second person: under whom, from when on, and who wants it. */
export const waitingMove = (now: string) => sql<EmployeeDetail['moveWaiting']>`(
  select json_build_object('approvalId', a.id::text, 'madeAt', to_char(a.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'makerName', (select p.full_name from registry.people_named(array[a.made_by]) p),
      'supervisorName', a.params ->> 'to', 'effectiveOn', a.payload ->> 'effectiveOn')
    from approval a
   where a.task = 'staffMove' and a.entity = 'employee' and a.entity_id = e.id and a.state = 'pending' and a.expires_at > ${now}
   order by a.id limit 1)`
