import { type Kysely, sql } from 'kysely'
import type { ClientKind, DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'
import { addProofChange } from '#server/domain/guarded-client-changes.ts'
import { lockAllIdentities } from '#server/domain/identity-free.ts'
import { insertClients, type StaffLink } from '#server/domain/insert-clients.ts'
import type { ImportRunContext } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'
import { refreshClientRows, saveClients, selectClientsForUpdate } from './save-clients.ts'

/** So many clients are written by one statement for each table. */
const batchSize = 500

type FreshRow = {
  line: number
  clientId: string | null
  isUpdate: boolean
  kind: ClientKind
  values: ClientValues
  zoneId: string
  links: StaffLink[]
  changes: ClientValues | null
}

const findFreshRows = async (tx: Kysely<DB>): Promise<FreshRow[]> => {
  const { rows } = await sql<FreshRow>`
    select r.line, r.client_id::text as "clientId", r.decision is not distinct from 'update' as "isUpdate", r.fields ->> 'kind' as kind, r.fields -> 'values' as values,
           r.fields ->> 'zoneId' as "zoneId", r.fields -> 'links' as links, r.fields -> 'changes' as changes
      from import_check r where not r.known order by r.line`.execute(tx)
  return rows
}

/** Keeps with each row whose it became, so that it can be looked up and taken back. */
const keepWritten = async (tx: Kysely<DB>, written: readonly object[]): Promise<void> => {
  await sql`
    update import_check r set client_id = w.client_id, fields = (r.fields - 'compared' - 'links') || jsonb_build_object('before', w.before, 'after', w.after, 'version', w.version)
      from jsonb_to_recordset(${toJsonRecords(written)}::jsonb) as w (line integer, client_id bigint, before jsonb, after jsonb, version integer)
     where w.line = r.line`.execute(tx)
}

const createBatch = async (run: ImportRunContext, rows: readonly FreshRow[]): Promise<void> => {
  const { tx, prefix, businessDate: today, box, importId } = run
  // Nobody has looked at their papers here yet.
  const clients = rows.map((row) => ({ ...row, values: { ...row.values, kycStatus: 'unverified' } }))
  const made = await insertClients(tx, clients, { prefix, today })
  await refreshClientRows(
    tx,
    made.map(({ id }) => id),
  )
  await keepWritten(
    tx,
    rows.map(({ line }, n) => ({ line, clientId: made[n]!.id, before: null, after: null, version: 1 })),
  )
  await recordAuditEvents(
    tx,
    null,
    rows.map(({ values, kind }, n) => ({
      action: 'client.created',
      entity: 'client',
      entityId: made[n]!.id,
      after: { ...toMaskedClientValues(box, { ...values, kind, cvl: made[n]!.cvl }), import: importId },
    })),
  )
}

const pickValues = (record: object, fields: readonly string[]): ClientValues =>
  Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)))

const updateBatch = async (run: ImportRunContext, rows: readonly FreshRow[]): Promise<void> => {
  const { tx, box, importId } = run
  const ids = rows.map(({ clientId }) => clientId!)
  const clients = new Map((await selectClientsForUpdate(tx, ids)).map((client) => [client.id, client]))
  const changed = rows.map(({ line, clientId, changes }) => {
    const client = clients.get(clientId!)
    if (!client) throw buildRefusal('import.booksMoved')
    return { line, client, changes: addProofChange(client, changes ?? {}) }
  })
  const versions = await saveClients(tx, changed)
  const written = changed.map(({ line, client, changes }) => ({
    line,
    clientId: client.id,
    before: pickValues(client, Object.keys(changes)),
    after: changes,
    version: versions.get(client.id)!,
  }))
  await refreshClientRows(
    tx,
    written.map(({ clientId }) => clientId),
  )
  await keepWritten(tx, written)
  await recordAuditEvents(
    tx,
    null,
    written.map(({ clientId, before, after }) => ({
      action: 'client.changed',
      entity: 'client',
      entityId: clientId,
      before: toMaskedClientValues(box, before),
      after: { ...toMaskedClientValues(box, after), import: importId },
    })),
  )
}

/** Writes the clients of the fresh rows of the stage, new ones first, a batch at a time. */
export const writeClients = async (run: ImportRunContext): Promise<void> => {
  const { tx, importId, progress } = run
  await lockAllIdentities(tx)
  const rows = await findFreshRows(tx)
  const batches = [rows.filter(({ isUpdate }) => !isUpdate), rows.filter(({ isUpdate }) => isUpdate)]
  let done = 0
  for (const [n, all] of batches.entries())
    for (let from = 0; from < all.length; from += batchSize) {
      const batch = all.slice(from, from + batchSize)
      await (n === 0 ? createBatch : updateBatch)(run, batch)
      done += batch.length
      await progress(done)
    }
  await saveStagedRows(tx, importId)
}
