import type { Client } from 'pg'

/** An erasure that rows of the audit name, and that took nothing of them; `event`: the first of these rows. */
type UnknownErasure = { erasure: string; event: string }

/**
 * Rows that say that an erasure took their before and after, against what the event of that erasure says. That event is a row of the chain itself, and
 * none that was erased: who empties a row and calls it erased has to forge a seal.
 */
export const findUnknownErasures = async (db: Client): Promise<UnknownErasure[]> => {
  const { rows } = await db.query<UnknownErasure>(
    `select x.erasure, x.event
       from (select e.erasure_id::text as erasure, min(e.id)::text as event, bool_and(e.before is null and e.after is null) as empty,
                    encode(sha256(convert_to(string_agg(e.id::text, ',' order by e.id), 'UTF8')), 'hex') as hash
               from audit_event e where e.erasure_id is not null group by e.erasure_id) x
      where not x.empty or not exists (
        select from audit_event d where d.action = 'client.erased' and d.erasure_id is null
           and d.after ->> 'erasure' = x.erasure and d.after ->> 'erasedEventsHash' = x.hash)
      order by x.erasure::bigint`,
  )
  return rows
}
