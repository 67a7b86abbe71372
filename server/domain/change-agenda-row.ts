import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type AuditEvent, recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from './conflict-of-interest.ts'
import { selectEligibleOwners } from './visibility.ts'

type AgendaTable = 'call' | 'followUp' | 'meeting'
type AgendaSubject = { contactId: string | null; clientId: string | null }
type LockedAgendaRow = AgendaSubject & { id: string; version: number }
type AgendaEvent = Pick<AuditEvent, 'action' | 'after'>

/** What happened stands with whom it is about, or by itself where that is nobody; nothing of what was typed. */
export const auditAgendaRow = (
  tx: Kysely<DB>,
  ctx: Ctx,
  event: AgendaEvent,
  { contactId, clientId }: AgendaSubject,
  itself?: { entity: 'meeting'; id: string },
) => {
  const about =
    clientId !== null
      ? { entity: 'client', entityId: clientId }
      : contactId !== null
        ? { entity: 'contact', entityId: contactId }
        : { entity: itself!.entity, entityId: itself!.id }
  return recordAuditEvent(tx, ctx, { ...about, ...event })
}

type AgendaChange<R> = {
  table: AgendaTable
  /** The version that the caller saw. */
  version: number
  /** Reads the row under its lock, where its owner is in reach. */
  lock: (tx: Kysely<DB>) => Promise<R | undefined>
  /** Does the write and says what is told of it; null where nothing changed. */
  change: (tx: Kysely<DB>, row: R) => Promise<AgendaEvent | null>
}

/**
 * A write on a call, a follow-up or a meeting: under its lock, by whoever has its owner in reach and is no relative of the client's. Gives the new
 * version. 404, `approval.ownRecord`, `conflict.changed`.
 */
export const changeAgendaRow = <R extends LockedAgendaRow>(
  ctx: Ctx,
  { table, version, lock, change }: AgendaChange<R>,
): Promise<{ version: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await lock(tx)
    if (!row) throw buildRefusal('notFound')
    if (row.clientId !== null) await assertNoRelatedClients(tx, ctx, [row.clientId])
    if (row.version !== version) throw buildRefusal('conflict.changed')
    const event = await change(tx, row)
    if (event === null) return { version: row.version }
    await auditAgendaRow(tx, ctx, event, row, table === 'meeting' ? { entity: table, id: row.id } : undefined)
    return tx
      .updateTable(table)
      .set({ version: sql`version + 1` })
      .where('id', '=', row.id)
      .returning('version')
      .executeTakeFirstOrThrow()
  })

/** The owner of what is planned: somebody in the caller's reach who works here. */
export const assertEligibleOwner = async (tx: Kysely<DB>, ctx: Ctx, ownerId: string | null): Promise<string> => {
  const owner =
    ownerId &&
    (await selectEligibleOwners({ ...ctx, db: tx })
      .where('e.id', '=', ownerId)
      .select('e.id')
      .executeTakeFirst())
  if (!owner) throw buildRefusal('request.invalid', { fields: { ownerId: ownerId ? 'unknown' : 'required' } })
  return owner.id
}
