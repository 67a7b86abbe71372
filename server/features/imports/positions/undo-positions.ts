import { sql } from 'kysely'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'

const batchSize = 500

/** Positions that somebody has changed since, by another value, other words or by closing them. */
export const findPositionObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    with written as (
      select (r.fields ->> 'positionId')::bigint as id, max(r.line) as line, max((r.fields ->> 'version')::integer) as version
        from mapped_import_row r where r.import_id = ${importId} and not r.known group by 1
    )
    select w.line, 'changedSince' as fault, coalesce(x.institution, '') as value
      from written w left join external_position x on x.id = w.id
     where x.version is distinct from w.version order by w.line limit 1000`.execute(tx)
  return rows
}

/** Closes new positions as ones that never were, and gives the others the value that they had on that day, or none. All or nothing. */
export const undoPositions = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId, businessDate } = undoContext
  await sql`
    select from external_position x
     where x.id in (select (r.fields ->> 'positionId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)
     order by x.id for update of x`.execute(tx)
  if ((await findPositionObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  const { rows: undone } = await sql<{ clientId: string; product: string; day: string }>`
    with written as materialized (
      select r.client_id, (r.fields ->> 'positionId')::bigint as id, (r.fields ->> 'asOf')::date as as_of, (r.fields ->> 'beforeAmount')::numeric as before,
             r.fields ->> 'isNew' is not null as is_new, concat_ws(' · ', r.fields ->> 'institution', r.fields ->> 'product') as product
        from mapped_import_row r where r.import_id = ${importId} and not r.known
    ), restored as (
      update external_position_value v set amount = w.before from written w
       where not w.is_new and w.before is not null and v.position_id = w.id and v.as_of = w.as_of
    )
    select w.client_id::text as "clientId", w.product, w.as_of::text as day from written w`.execute(tx)
  await sql`
    delete from external_position_value v using mapped_import_row r
     where r.import_id = ${importId} and not r.known and v.position_id = (r.fields ->> 'positionId')::bigint
       and r.fields ->> 'isNew' is null and v.as_of = (r.fields ->> 'asOf')::date and r.fields ->> 'beforeAmount' is null`.execute(
    tx,
  )
  await sql`
    update external_position x
       set version = x.version + 1, closed_on = case when w.is_new then ${businessDate}::date else x.closed_on end,
           closing_reason = case when w.is_new then 'mistake' else x.closing_reason end
      from (select (r.fields ->> 'positionId')::bigint as id, bool_or(r.fields ->> 'isNew' is not null) as is_new
              from mapped_import_row r where r.import_id = ${importId} and not r.known group by 1) w
     where x.id = w.id`.execute(tx)
  for (let from = 0; from < undone.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      undone.slice(from, from + batchSize).map(({ clientId, product, day }) => ({
        action: 'externalPosition.importUndone',
        entity: 'client',
        entityId: clientId,
        after: { product, day, import: importId },
      })),
    )
}
