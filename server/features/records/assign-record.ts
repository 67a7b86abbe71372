import { sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/records.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { notifyUser } from '#server/domain/notify-user.ts'
import { findWorkableRecord } from './find-record.ts'
import { findRecordViewersByIds } from './record-viewers.ts'

export const assignRecord = async (
  ctx: Ctx,
  { params, body: { userId, version } }: ParsedRequest<typeof contract.assignRecord>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.assignRecord>> => {
  const { type, name } = await findWorkableRecord(ctx, params, raw)
  const { entity, recordId: entityId } = params
  const [assignee] = userId === null ? [] : await findRecordViewersByIds(ctx, type, entityId, [userId], raw)
  if (userId !== null && !assignee) throw buildRefusal('assignment.noAccess', { fields: { userId: 'noAccess' } })
  return ctx.db.transaction().execute(async (tx) => {
    // The first one makes the row; whoever is second waits for it, and finds its version.
    await tx
      .insertInto('recordAssignment')
      .values({ entity, entityId, userId: null, version: 0, assignedBy: ctx.person.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await tx
      .selectFrom('recordAssignment')
      .select(['userId', 'version'])
      .where('entity', '=', entity)
      .where('entityId', '=', entityId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.version !== version) throw buildRefusal('conflict.changed')
    const after = { assignee: assignee ? { userId: assignee.userId, name: assignee.name, hasAccess: true } : null }
    if (before.userId === userId) return { ...after, version }
    await tx
      .updateTable('recordAssignment')
      .set({ userId, version: version + 1, assignedAt: sql`now()`, assignedBy: ctx.person.userId })
      .where('entity', '=', entity)
      .where('entityId', '=', entityId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'assignment.changed',
      entity,
      entityId,
      before: { assigneeId: before.userId },
      after: { assigneeId: userId },
    })
    if (assignee && assignee.userId !== ctx.person.userId)
      await notifyUser(tx, {
        userId: assignee.userId,
        kind: 'record.assigned',
        params: { by: ctx.person.fullName, entity, name },
        link: assignee.link,
      })
    return { ...after, version: version + 1 }
  })
}
