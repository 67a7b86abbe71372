import { type Kysely, type SqlBool, sql } from 'kysely'
import type { NotificationMessage } from '#contract/notifications.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from '#server/core/approval-task.ts'
import { notifyPeople } from '#server/domain/notify-user.ts'

/** Under whose name something stands in the audit; nobody's for what the worker does. */
export type AuditOrigin = {
  userId: string | null
  cvl: string | null
  actingCvl: string | null
  requestId: string | null
  address: string | null
}

export const workerAuditOrigin: AuditOrigin = {
  userId: null,
  cvl: null,
  actingCvl: null,
  requestId: null,
  address: null,
}
/** Who is written into the audit, of a person who asks or of a job. */
export const toAuditOrigin = ({ person: { userId, cvl, actingCvl }, requestId, address }: Actor): AuditOrigin => ({
  userId,
  cvl,
  actingCvl,
  requestId,
  address,
})

/** What happened to the handover itself. */
export const auditHandover = async (
  tx: Kysely<DB>,
  auditOrigin: AuditOrigin,
  { id, action, before, after }: { id: string; action: string; before?: object; after?: object },
): Promise<void> => {
  await tx
    .insertInto('auditEvent')
    .values({
      ...auditOrigin,
      action,
      entity: 'handover',
      entityId: id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

type HandoverMessage = Extract<NotificationMessage, { kind: `handover.${string}` }>

/** Notifies those members of staff who can sign in, and that user; never whoever did it. */
export const notifyStaff = (
  tx: Kysely<DB>,
  { handoverId, ...message }: HandoverMessage & { handoverId: string },
  to: { staffIds: readonly string[]; userId: string | null; but: string | null },
): Promise<void> => {
  const isRecipient = sql<SqlBool>`p.user_id is distinct from ${to.but}::bigint and (p.user_id = ${to.userId}::bigint
    or p.cvl in (select e.cvl from employee e where e.id = any(${[...to.staffIds]}::bigint[])))`
  return notifyPeople(tx, isRecipient, { ...message, link: `/crm/Traspasos/${handoverId}` })
}
