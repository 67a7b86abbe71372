import type { Kysely } from 'kysely'
import type { AuditFacts } from '#contract/audit/fields.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from './approval-task.ts'

export type AuditEvent = {
  /** What was done, 'clients.exported'. */
  action: string
  entity: string
  entityId?: string | undefined
  before?: AuditFacts
  /** Never names, identity numbers or bank accounts in clear. */
  after?: AuditFacts
}

/** Several of one change at once, in one statement: at least one. */
export const recordAuditEvents = async (
  db: Kysely<DB>,
  ctx: Actor | null,
  events: readonly AuditEvent[],
): Promise<void> => {
  await db
    .insertInto('auditEvent')
    .values(
      events.map(({ before, after, ...event }) => ({
        ...event,
        userId: ctx?.person.userId ?? null,
        cvl: ctx?.person.cvl ?? null,
        actingCvl: ctx?.person.actingCvl ?? null,
        requestId: ctx?.requestId ?? null,
        address: ctx?.address ?? null,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      })),
    )
    .execute()
}

/** Writes who did what; without a `ctx` it was a job. In the transaction of the change itself, which is what `db` is. */
export const recordAuditEvent = (db: Kysely<DB>, ctx: Actor | null, event: AuditEvent): Promise<void> =>
  recordAuditEvents(db, ctx, [event])
