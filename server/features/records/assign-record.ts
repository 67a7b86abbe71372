import { sql } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { assignRecord as contract } from '#contract/records.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { findWorkableRecord } from './find-record.ts'
import { findNamedWhoSee } from './people.ts'

export const assignRecord = async (
  ctx: Ctx,
  { params, body: { userId, version } }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> => {
  const { type, name } = await findWorkableRecord(ctx, params, raw)
  const { entity, recordId: entityId } = params
  const [assignee] = userId === null ? [] : await findNamedWhoSee(ctx, type, entityId, [userId], raw)
  if (userId !== null && !assignee) throw refuse('assignment.noAccess', { fields: { userId: 'noAccess' } })
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
    if (before.version !== version) throw refuse('conflict.changed')
    const after = { assignee: assignee ? { userId: assignee.userId, name: assignee.name, hasAccess: true } : null }
    if (before.userId === userId) return { ...after, version }
    await tx
      .updateTable('recordAssignment')
      .set({ userId, version: version + 1, assignedAt: sql`now()`, assignedBy: ctx.person.userId })
      .where('entity', '=', entity)
      .where('entityId', '=', entityId)
      .execute()
    await audit(tx, ctx, {
      action: 'assignment.changed',
      entity,
      entityId,
      before: { assigneeId: before.userId },
      after: { assigneeId: userId },
    })
    if (assignee && assignee.userId !== ctx.person.userId) {
      const told = JSON.stringify({ by: ctx.person.fullName, entity, name })
      await sql`select registry.notify_user(${assignee.userId}, 'record.assigned', ${told}::jsonb, ${assignee.link})`.execute(
        tx,
      )
    }
    return { ...after, version: version + 1 }
  })
}
