import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the event `e` of the audit belongs to the history of the record: it is of the record itself, or of a client who was merged with theirs. */
export const isInRecordHistorySql = (entity: string, recordId: string): RawBuilder<SqlBool> =>
  entity === 'client'
    ? sql<SqlBool>`e.entity = 'client' and e.entity_id = any(array(
        select ${recordId}::bigint union all select merged.id from client merged where merged.merged_into_id = ${recordId}::bigint))`
    : sql<SqlBool>`e.entity = ${entity} and e.entity_id = ${recordId}`
