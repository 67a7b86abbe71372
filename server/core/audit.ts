import { type Kysely, sql } from 'kysely'
import type { AuditFacts } from '#contract/audit/fields.ts'
import type { DB } from '#db/types.ts'
import { toJsonRecords } from './column-names.ts'
import { defineStatement } from './prepared-statement.ts'
import { awaitAtCommit } from './write-transaction.ts'

export type AuditEvent = {
  /** What was done, 'clients.exported'. */
  action: string
  entity: string
  entityId?: string | undefined
  before?: AuditFacts
  /** Never names, identity numbers or bank accounts in clear. */
  after?: AuditFacts
}

/** Who did it, and by which request; of a client's own act there is nobody of the staff. */
export type AuditActor = {
  person: { userId: string | null; cvl: string | null; actingCvl: string | null }
  requestId: string
  address: string
}

const insertAuditEvents = defineStatement('audit events', (db, { events }: { events: string }) =>
  sql`
    insert into audit_event (user_id, cvl, acting_cvl, action, entity, entity_id, before, after, request_id, address)
    select user_id, cvl, acting_cvl, action, entity, entity_id, before, after, request_id, address
      from rows from (jsonb_to_recordset(${events}::jsonb)
        as (user_id bigint, cvl text, acting_cvl text, action text, entity text, entity_id bigint, before jsonb, after jsonb, request_id text, address text))
        with ordinality e order by e.ordinality`.compile(db),
)

/** Several of one change at once, in one statement: at least one. */
export const recordAuditEvents = (
  db: Kysely<DB>,
  ctx: AuditActor | null,
  events: readonly AuditEvent[],
): Promise<void> => {
  const who = {
    userId: ctx?.person.userId ?? null,
    cvl: ctx?.person.cvl ?? null,
    actingCvl: ctx?.person.actingCvl ?? null,
    requestId: ctx?.requestId ?? null,
    address: ctx?.address ?? null,
  }
  const rows = toJsonRecords(events.map((event) => ({ ...event, ...who })))
  return awaitAtCommit(db, insertAuditEvents(db, { events: rows }))
}

/** Writes who did what; without a `ctx` it was a job. In the transaction of the change itself, which is what `db` is. */
export const recordAuditEvent = (db: Kysely<DB>, ctx: AuditActor | null, event: AuditEvent): Promise<void> =>
  recordAuditEvents(db, ctx, [event])
