import { type Kysely, sql } from 'kysely'
import { undoRejections } from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal, isDatabaseUnavailable } from '#server/core/errors.ts'
import { buildPermissionRecheck } from '#server/core/permission-recheck.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { lockApproval } from '#server/domain/approvals.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'
import { assertMayDecide } from './decide-approval.ts'
import { notifyMaker } from './notify-maker.ts'
import { canUndoRejection, getRejectionUndoDeadline, getTask } from './rejection-undo.ts'

type RejectedApproval = { id: string; task: string; entity: string; entityId: string | null; params: unknown }

/** Something was proposed after the rejection in place of what was rejected: two of them would wait for the same. */
const isReplaced = async (
  tx: Kysely<DB>,
  { id, task, entity, entityId, params }: RejectedApproval,
): Promise<boolean> => {
  const later = await tx
    .selectFrom('approval')
    .where('id', '>', id)
    .where('task', '=', task)
    .where('entity', '=', entity)
    .where('state', 'in', ['pending', 'approved'])
    // What has no record yet is known by what its sentence names.
    .where(
      entityId === null
        ? sql<boolean>`entity_id is null and params = ${JSON.stringify(params)}::jsonb`
        : sql<boolean>`entity_id = ${entityId}`,
    )
    .select('id')
    .executeTakeFirst()
  return later !== undefined
}

/** The rejection, where the caller made it a short while ago. */
const getOwnRejection = async (tx: Kysely<DB>, ctx: Ctx, approvalId: string, now: number) => {
  const rejected = await tx
    .selectFrom('approval')
    .where('id', '=', approvalId)
    .select(['id', 'task', 'entity', 'entityId', 'state', 'decidedBy', 'decidedAt', 'decisionReason', 'expiresAt'])
    .executeTakeFirst()
  if (rejected?.state !== 'rejected' || !rejected.decidedAt) throw buildRefusal('approval.notRejected')
  if (rejected.decidedBy !== ctx.person.userId) throw buildRefusal('approval.notYourRejection')
  if (getRejectionUndoDeadline({ ...rejected, decidedAt: rejected.decidedAt }) <= now)
    throw buildRefusal('approval.undoTooLate')
  return rejected
}

/**
 * Takes a rejection back: the change waits again as it did before. Asks for the same rights as deciding it, and for whoever rejected it.
 * See docs/decisions/0118-undo-of-rejections.md
 */
const undoRejection = (ctx: Ctx, approvalId: string, deps: EndpointDeps) =>
  ctx.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    // First by the lock, so that of two who undo the second sees what the first has done.
    await lockApproval(tx, approvalId)
    const { payload, madeBy, params } = await assertMayDecide(tx, ctx, approvalId, deps)
    const rejected = await getOwnRejection(tx, ctx, approvalId, now)
    const task = getTask(deps, rejected.task)
    if (!canUndoRejection(task)) throw buildRefusal('approval.rejectionFinal')
    if (await isReplaced(tx, { ...rejected, params })) throw buildRefusal('approval.replaced')
    await tx
      .updateTable('approval')
      .set((eb) => ({
        state: 'pending',
        undoneRejections: eb('undoneRejections', '+', 1),
        decidedBy: null,
        decidedCvl: null,
        onBehalfOfId: null,
        decidedAt: null,
        decisionReason: null,
      }))
      .where('id', '=', approvalId)
      .execute()
    await task.restoreChange?.(tx, ctx, { payload, approvalId, now })
    await recordAuditEvent(tx, ctx, {
      action: 'approval.rejectionUndone',
      entity: 'approval',
      entityId: approvalId,
      before: { state: 'rejected', reason: rejected.decisionReason },
      after: { state: 'pending', task: rejected.task, ...params },
    })
    await notifyMaker(tx, { id: approvalId, task: rejected.task, params, madeBy }, 'restored')
  })

/** Each in a transaction of its own; the answer tells of each what happened. Sent again, it tells that there is no rejection any more. */
export const undoRejectedApprovals = async (
  ctx: Ctx,
  { body: { approvalIds } }: ParsedRequest<typeof undoRejections>,
  raw: HttpContext,
): Promise<ResponseBody<typeof undoRejections>> => {
  assertNotInStaffView(ctx)
  const { deps } = raw
  const recheckPermission = buildPermissionRecheck(ctx, undoRejections, deps.clock)
  const results: ResponseBody<typeof undoRejections>['results'] = []
  for (const approvalId of approvalIds) {
    await recheckPermission()
    try {
      await undoRejection(ctx, approvalId, deps)
      results.push({ approvalId, code: null })
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      if (!(error instanceof RefusalError)) {
        raw.request.log.error({ err: error, approvalId }, 'a rejection could not be undone')
        results.push({ approvalId, code: 'internal' })
      } else results.push({ approvalId, code: error.code })
    }
  }
  return { results }
}
