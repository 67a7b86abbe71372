import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'
import type { ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'
import { refreshClientRows, saveClients, selectClientsForUpdate } from './save-clients.ts'

/** What a client is written with. */
const ownTables = ['client_list', 'client_search', 'client_staff'] as const
const batchSize = 500

type WrittenRow = { line: number; clientId: string; before: ClientValues | null; after: ClientValues | null }

/** Rows of the import that were carried out and that nobody else has changed since are those to be taken back. */
const findWrittenRows = async (tx: Kysely<DB>, importId: string): Promise<WrittenRow[]> => {
  const { rows } = await sql<WrittenRow>`
    select r.line, r.client_id::text as "clientId", nullif(r.fields -> 'before', 'null') as before, nullif(r.fields -> 'after', 'null') as after
      from mapped_import_row r where r.import_id = ${importId} and not r.known order by r.line`.execute(tx)
  return rows
}

/**
 * Clients that were changed since, and new ones on whom something hangs: an account, a document, a note, whatever refers to them. Those whose
 * links have changed were handed over.
 */
export const findClientObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    with written as materialized (
      select r.line, r.client_id, (r.fields ->> 'version')::integer as version, jsonb_typeof(r.fields -> 'before') = 'object' as is_update
        from mapped_import_row r where r.import_id = ${importId} and not r.known
    ), hanging as (
      select d.id, min(d.dependent) as dependent
        from find_dependent_rows('client', 'client', array(select w.client_id from written w where not w.is_update), ${[...ownTables]}::text[]) d
       group by d.id
    ), moved as (
      select s.client_id as id, 'client_staff' as dependent from client_staff s join written w on w.client_id = s.client_id and not w.is_update
       where s.valid_to is not null group by s.client_id
    )
    select w.line, case when c.id is null or c.version <> w.version then 'changedSince' else 'hangs' end as fault, coalesce(h.dependent, m.dependent, c.cvl, '') as value
      from written w
      left join client c on c.id = w.client_id
      left join hanging h on h.id = w.client_id
      left join moved m on m.id = w.client_id
     where c.id is null or c.version <> w.version or h.id is not null or m.id is not null
     order by w.line limit 1000`.execute(tx)
  return rows
}

const removeClients = async ({ tx, importId }: ImportUndoContext, rows: readonly WrittenRow[]): Promise<void> => {
  const ids = rows.map(({ clientId }) => clientId)
  const theseIds = sql<string>`any(${ids}::bigint[])`
  const gone = await tx.selectFrom('client').select(['id', 'cvl']).where('id', '=', theseIds).execute()
  await tx.deleteFrom('clientStaff').where('clientId', '=', theseIds).execute()
  await tx.deleteFrom('client').where('id', '=', theseIds).execute()
  await recordAuditEvents(
    tx,
    null,
    gone.map(({ id, cvl }) => ({
      action: 'client.removed',
      entity: 'client',
      entityId: id,
      before: { cvl },
      after: { import: importId },
    })),
  )
}

const restoreClients = async ({ tx, importId, box }: ImportUndoContext, rows: readonly WrittenRow[]): Promise<void> => {
  const ids = rows.map(({ clientId }) => clientId)
  const clients = new Map((await selectClientsForUpdate(tx, ids)).map((client) => [client.id, client]))
  const changed = rows.map(({ clientId, before, after }) => ({
    client: clients.get(clientId)!,
    changes: before ?? {},
    after: after ?? {},
  }))
  await saveClients(tx, changed)
  await refreshClientRows(tx, ids)
  await recordAuditEvents(
    tx,
    null,
    changed.map(({ client, changes, after }) => ({
      action: 'client.changed',
      entity: 'client',
      entityId: client.id,
      before: toMaskedClientValues(box, after),
      after: { ...toMaskedClientValues(box, changes), import: importId },
    })),
  )
}

/** Takes new clients away, as if they had never been there but for their CVL, and gives the others back what they had. All or nothing. */
export const undoClients = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId } = undoContext
  const rows = await findWrittenRows(tx, importId)
  // Nobody changes them, or hangs anything on them, while they are looked at and taken back.
  await selectClientsForUpdate(
    tx,
    rows.map(({ clientId }) => clientId),
  )
  if ((await findClientObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  const isUpdate = ({ before }: WrittenRow): boolean => before !== null
  const parts = [
    { work: removeClients, rows: rows.filter((row) => !isUpdate(row)) },
    { work: restoreClients, rows: rows.filter(isUpdate) },
  ]
  for (const { work, rows: all } of parts)
    for (let from = 0; from < all.length; from += batchSize) await work(undoContext, all.slice(from, from + batchSize))
}
