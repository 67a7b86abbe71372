import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { ImportRunContext, ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'

const batchSize = 500
/** Whoever runs the command line. */
const commandLineUserId = '0'

type RelationChange = { clientId: string; otherId: string; kind: string }

/** In the history of both clients. */
const auditRelations = async (
  { tx, importId }: ImportUndoContext,
  action: 'client.relationAdded' | 'client.relationRemoved',
  changes: readonly RelationChange[],
): Promise<void> => {
  for (let from = 0; from < changes.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      changes.slice(from, from + batchSize).flatMap(({ clientId, otherId, kind }) =>
        [clientId, otherId].map((entityId) => ({
          action,
          entity: 'client',
          entityId,
          after: { relation: kind, import: importId },
        })),
      ),
    )
}

/** Both clients of each row, nobody else's until the transaction ends. */
const lockClients = async (tx: Kysely<DB>): Promise<void> => {
  await sql`
    select from client c
     where c.id in (select r.client_id from import_check r where not r.known union select (r.fields ->> 'otherId')::bigint from import_check r where not r.known)
     order by c.id for no key update of c`.execute(tx)
}

/** Notes the relations of the fresh rows of the stage. */
export const writeRelations = async (run: ImportRunContext): Promise<void> => {
  const { tx, importId, userId, progress } = run
  await lockClients(tx)
  const { rows } = await sql<RelationChange>`
    with pairs as materialized (
      select r.line, r.fields ->> 'storedKind' as kind, (r.fields ->> 'since')::date as since,
             case when (r.fields ->> 'isInverse')::boolean then (r.fields ->> 'otherId')::bigint else r.client_id end as client_id,
             case when (r.fields ->> 'isInverse')::boolean then r.client_id else (r.fields ->> 'otherId')::bigint end as other_id
        from import_check r where not r.known
    ), made as (
      insert into client_relation (client_id, other_id, kind, since, noted_by, noted_at)
      select client_id, other_id, kind, since, ${userId ?? commandLineUserId}::bigint, now() from pairs order by line
          on conflict do nothing
      returning id, client_id, other_id, kind
    ), kept as (
      update import_check r set fields = r.fields || jsonb_build_object('relationId', m.id::text)
        from pairs p join made m on m.client_id = p.client_id and m.other_id = p.other_id and m.kind = p.kind where r.line = p.line
    )
    select client_id::text as "clientId", other_id::text as "otherId", kind from made order by id`.execute(tx)
  await auditRelations(run, 'client.relationAdded', rows)
  await saveStagedRows(tx, importId)
  await progress(rows.length)
}

/** Relations that were ended or removed since. */
export const findRelationObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    select r.line, 'changedSince' as fault, '' as value
      from mapped_import_row r left join client_relation k on k.id = (r.fields ->> 'relationId')::bigint
     where r.import_id = ${importId} and not r.known and r.fields ->> 'relationId' is not null and (k.id is null or k.until is not null)
     order by r.line limit 1000`.execute(tx)
  return rows
}

/** Takes the relations away. All or nothing. */
export const undoRelations = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId } = undoContext
  const { rows } = await sql<RelationChange>`
    select k.client_id::text as "clientId", k.other_id::text as "otherId", k.kind from client_relation k
     where k.id in (select (r.fields ->> 'relationId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)
     order by k.id for update of k`.execute(tx)
  if ((await findRelationObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  await sql`
    delete from client_relation k
     where k.id in (select (r.fields ->> 'relationId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)`.execute(
    tx,
  )
  await auditRelations(undoContext, 'client.relationRemoved', rows)
}
