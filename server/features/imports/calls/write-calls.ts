import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { auditAgendaRows, commandLineUserId, lockStagedContacts, moveContacts } from '../agenda/audit-rows.ts'
import type { ImportRunContext, ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'

type WrittenCall = { contactId: string | null; clientId: string | null; day: string; outcome: string }

const insertCalls = async ({ tx, importId, userId }: ImportRunContext): Promise<WrittenCall[]> => {
  const { rows } = await sql<WrittenCall>`
    with made as (
      insert into call (contact_id, client_id, called_on, called_time, duration_seconds, attempts, outcome, sold, reason, feedback, observations, employee_id,
                        noted_by, noted_at, external_ref)
      select (r.fields ->> 'contactId')::bigint, r.client_id, (r.fields ->> 'calledOn')::date, (r.fields ->> 'calledTime')::time,
             (r.fields ->> 'durationSeconds')::integer, (r.fields ->> 'attempts')::integer, r.fields ->> 'outcome', r.fields ->> 'outcome' = 'sold',
             r.fields ->> 'reason', r.fields ->> 'feedback', r.fields ->> 'observations', (r.fields ->> 'ownerId')::bigint,
             ${userId ?? commandLineUserId}::bigint, now(), 'import:' || ${importId} || ':' || r.line
        from import_check r where not r.known order by r.line
      returning id, contact_id, client_id, called_on, outcome, external_ref
    ), kept as (
      update import_check r set fields = r.fields || jsonb_build_object('callId', m.id::text)
        from made m where m.external_ref = 'import:' || ${importId} || ':' || r.line
    )
    select contact_id::text as "contactId", client_id::text as "clientId", called_on::text as day, outcome from made order by id`.execute(
    tx,
  )
  return rows
}

/** A contact who was new has been contacted by the first call. The row that says so keeps the version, so that undoing it knows whether they moved since. */
const markContacted = async (run: ImportRunContext, calls: readonly WrittenCall[]): Promise<void> => {
  const ids = [...new Set(calls.flatMap(({ contactId }) => contactId ?? []))]
  const { rows: fresh } = await sql<{ id: string }>`
    select c.id::text as id from contact c where c.id = any(${ids}::bigint[]) and c.stage = 'new' order by c.id`.execute(
    run.tx,
  )
  const moved = await moveContacts(
    run,
    fresh.map(({ id }) => ({ contactId: id, from: 'new', to: 'contacted' })),
  )
  await sql`
    update import_check r set fields = r.fields || jsonb_build_object('movedVersion', m.version)
      from jsonb_to_recordset(${toJsonRecords(moved)}::jsonb) as m (contact_id text, version integer)
     where not r.known and r.fields ->> 'contactId' = m.contact_id`.execute(run.tx)
}

/** Notes the calls of the fresh rows. */
export const writeCalls = async (run: ImportRunContext): Promise<void> => {
  const { tx, importId, progress } = run
  await lockStagedContacts(tx)
  const calls = await insertCalls(run)
  await markContacted(run, calls)
  await auditAgendaRows(
    run,
    calls.map(({ contactId, clientId, day, outcome }) => ({
      action: 'call.logged',
      contactId,
      clientId,
      after: { day, outcome },
    })),
  )
  await saveStagedRows(tx, importId)
  await progress(calls.length)
}

/** Calls that somebody has changed or deactivated since. */
export const findCallObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    select r.line, 'changedSince' as fault, r.fields ->> 'calledOn' as value
      from mapped_import_row r left join call l on l.id = (r.fields ->> 'callId')::bigint
     where r.import_id = ${importId} and not r.known and (l.version is distinct from 1 or l.deactivated_at is not null)
     order by r.line limit 1000`.execute(tx)
  return rows
}

/** Contacts whom these calls took from new to contacted, and with whom nothing else was done since, under their lock. */
const findReturningContacts = async (tx: Kysely<DB>, importId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select c.id::text as id
      from contact c
      join (select distinct (r.fields ->> 'contactId')::bigint as id, (r.fields ->> 'movedVersion')::integer as version
              from mapped_import_row r where r.import_id = ${importId} and not r.known and r.fields ? 'movedVersion') m on m.id = c.id and m.version = c.version
     where c.stage = 'contacted' and not exists (select from call l where l.contact_id = c.id and l.deactivated_at is null)
     order by c.id for no key update of c`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deactivates the calls: nothing of a call is ever lost. All or nothing. */
export const undoCalls = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId, userId } = undoContext
  await sql`
    select from call l where l.id in (select (r.fields ->> 'callId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)
     order by l.id for no key update of l`.execute(tx)
  if ((await findCallObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  const { rows: gone } = await sql<WrittenCall>`
    update call l set deactivated_at = now(), deactivated_by = ${userId ?? commandLineUserId}::bigint, version = l.version + 1
     where l.id in (select (r.fields ->> 'callId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)
    returning l.contact_id::text as "contactId", l.client_id::text as "clientId", l.called_on::text as day, l.outcome`.execute(
    tx,
  )
  await auditAgendaRows(
    undoContext,
    gone.map(({ contactId, clientId, day }) => ({ action: 'call.deactivated', contactId, clientId, after: { day } })),
  )
  await moveContacts(
    undoContext,
    (await findReturningContacts(tx, importId)).map((contactId) => ({ contactId, from: 'contacted', to: 'new' })),
  )
}
