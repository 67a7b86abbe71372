import { type Kysely, sql } from 'kysely'
import type { AuditFacts } from '#contract/audit/fields.ts'
import type { DB } from '#db/types.ts'
import { type AuditEvent, recordAuditEvents } from '#server/core/audit.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { ImportUndoContext } from '../mapped/import-handler-types.ts'

const batchSize = 500
/** Whoever runs the command line. */
export const commandLineUserId = '0'

/** Something that was written or taken back: with whom it was, or itself where that is nobody. */
export type AuditedRow = {
  action: string
  clientId: string | null
  contactId: string | null
  meetingId?: string
  after: AuditFacts
}

const toEvent = ({ action, clientId, contactId, meetingId, after }: AuditedRow, importId: string): AuditEvent => ({
  action,
  ...(clientId !== null
    ? { entity: 'client', entityId: clientId }
    : contactId !== null
      ? { entity: 'contact', entityId: contactId }
      : { entity: 'meeting', entityId: meetingId }),
  after: { ...after, import: importId },
})

/** Says in the audit what an import wrote or took back, row by row. */
export const auditAgendaRows = async (
  { tx, importId }: Pick<ImportUndoContext, 'tx' | 'importId'>,
  rows: readonly AuditedRow[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      rows.slice(from, from + batchSize).map((row) => toEvent(row, importId)),
    )
}

export type ContactMove = { contactId: string; from: string; to: string }

/** Takes contacts, whose rows are locked, to other stages. Answers their new versions. */
export const moveContacts = async (
  { tx, importId }: Pick<ImportUndoContext, 'tx' | 'importId'>,
  moves: readonly ContactMove[],
): Promise<{ contactId: string; version: number }[]> => {
  const { rows } = await sql<{ contactId: string; version: number }>`
    update contact c set stage = m.to, stage_since = now(), version = c.version + 1
      from jsonb_to_recordset(${toJsonRecords(moves)}::jsonb) as m (contact_id bigint, "from" text, "to" text)
     where c.id = m.contact_id
    returning c.id::text as contact_id, c.version`.execute(tx)
  for (let from = 0; from < moves.length; from += batchSize)
    await recordAuditEvents(
      tx,
      null,
      moves.slice(from, from + batchSize).map((move) => ({
        action: 'contact.moved',
        entity: 'contact',
        entityId: move.contactId,
        before: { state: move.from },
        after: { state: move.to, import: importId },
      })),
    )
  return rows
}

/** The contacts of the staged rows that are to be written, nobody else's until the transaction ends. */
export const lockStagedContacts = async (tx: Kysely<DB>): Promise<void> => {
  await sql`
    select from contact c where c.id in (select (r.fields ->> 'contactId')::bigint from import_check r where not r.known)
     order by c.id for no key update of c`.execute(tx)
}
