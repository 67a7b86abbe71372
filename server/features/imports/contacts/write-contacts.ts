import { type Kysely, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { commandLineUserId } from '../agenda/audit-rows.ts'
import type { ImportRunContext, ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'

const batchSize = 500

/** Writes the contacts of the fresh rows; each is found again by the import and the line that it came with. */
export const writeContacts = async ({ tx, importId, userId, prefix, progress }: ImportRunContext): Promise<void> => {
  const { rows: made } = await sql<{ id: string; amount: string | null }>`
    with made as (
      insert into contact (name, surname, email, phone, country, type_id, work_id, reference_id, source_id, amount, observations, family, wants_investments,
                           lopd_on, employee_id, created_by, external_ref)
      select v.name, v.surname, v.email, v.phone, ${tenantFacts[prefix].country}, (r.fields -> 'referenceIds' ->> 'contactType')::bigint,
             (r.fields -> 'referenceIds' ->> 'work')::bigint, (r.fields -> 'referenceIds' ->> 'contactReference')::bigint,
             (r.fields -> 'referenceIds' ->> 'contactSource')::bigint, v.amount, v.observations, v.family,
             (r.fields -> 'values' ->> 'wantsInvestments')::boolean, (r.fields -> 'values' ->> 'lopdOn')::date,
             (r.fields ->> 'ownerId')::bigint, ${userId ?? commandLineUserId}::bigint, 'import:' || ${importId} || ':' || r.line
        from import_check r cross join lateral jsonb_to_record(r.fields -> 'values')
          as v (name text, surname text, email text, phone text, amount numeric, observations text, family text)
       where not r.known order by r.line
      returning id, amount, external_ref
    ), kept as (
      update import_check r set client_id = null, fields = (r.fields - 'compared') || jsonb_build_object('contactId', m.id::text)
        from made m where m.external_ref = 'import:' || ${importId} || ':' || r.line
    )
    select id::text as id, amount::text as amount from made order by id`.execute(tx)
  for (let from = 0; from < made.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      made.slice(from, from + batchSize).map(({ id, amount }) => ({
        action: 'contact.created',
        entity: 'contact',
        entityId: id,
        after: { state: 'new', ...(amount !== null && { amount }), import: importId },
      })),
    )
  await saveStagedRows(tx, importId)
  await progress(made.length)
}

/** Contacts that were changed since, and those with whom something was done. */
export const findContactObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    with written as materialized (
      select r.line, (r.fields ->> 'contactId')::bigint as id from mapped_import_row r where r.import_id = ${importId} and not r.known
    ), hanging as (
      select d.id, min(d.dependent) as dependent from find_dependent_rows('contact', 'contact', array(select w.id from written w), '{}'::text[]) d group by d.id
    )
    select w.line, case when c.version <> 1 or c.deleted_at is not null then 'changedSince' else 'hangs' end as fault, coalesce(h.dependent, '') as value
      from written w join contact c on c.id = w.id left join hanging h on h.id = w.id
     where c.version <> 1 or c.deleted_at is not null or h.id is not null
     order by w.line limit 1000`.execute(tx)
  return rows
}

const lockWrittenContacts = async (tx: Kysely<DB>, importId: string): Promise<void> => {
  await sql`
    select from contact c
     where c.id in (select (r.fields ->> 'contactId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)
     order by c.id for update of c`.execute(tx)
}

/** Deletes the contacts as the screen does: their rows stay, and nobody sees them. All or nothing. */
export const undoContacts = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId, userId } = undoContext
  await lockWrittenContacts(tx, importId)
  if ((await findContactObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  const { rows: gone } = await sql<{ id: string }>`
    update contact c set deleted_at = now(), deleted_by = ${userId ?? commandLineUserId}::bigint, version = c.version + 1
     where c.id in (select (r.fields ->> 'contactId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known)
    returning c.id::text as id`.execute(tx)
  for (let from = 0; from < gone.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      gone.slice(from, from + batchSize).map(({ id }) => ({
        action: 'contact.deleted',
        entity: 'contact',
        entityId: id,
        before: { state: 'new' },
        after: { import: importId },
      })),
    )
}
