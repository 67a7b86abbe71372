import type { Kysely } from 'kysely'
import type {
  ApprovalRow,
  approveChangeRequest,
  rejectChangeRequest,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { awaitAtCommit, runWrite } from '#server/core/write-transaction.ts'
import { isSecondFactorRequired, lockApproval } from '#server/domain/approvals.ts'
import { assertNotInStaffView } from '#server/domain/assert-not-in-staff-view.ts'
import { confirmSecondFactor } from '#server/domain/identity-confirmation.ts'
import { findApprovalEligibility } from './approval-eligibility.ts'
import { findApprovalViewer } from './approval-powers.ts'
import { assertApprovalVersion, assertDestinationUnchanged, assertNoUndoneRejection } from './approval-version.ts'
import { getCannotDecideReason } from './decision-rights.ts'
import { notifyMaker } from './notify-maker.ts'
import { getTask } from './rejection-undo.ts'

type ApprovalOutcome = 'approved' | 'rejected' | 'withdrawn'

/** The change as the person may decide it: seen, reached, neither theirs nor too near. */
export const assertMayDecide = async (db: Kysely<DB>, ctx: Ctx, approvalId: string, { tasks, clock }: EndpointDeps) => {
  const eligibility = await findApprovalEligibility(
    db,
    { viewer: await findApprovalViewer(db, ctx, tasks, clock()), only: null },
    approvalId,
    clock(),
  )
  if (!eligibility) throw buildRefusal('notFound')
  // What one made oneself is seen without the permission to decide it.
  if (!eligibility.reached) throw buildRefusal('permission.missing')
  if (eligibility.rank === null) throw buildRefusal(getCannotDecideReason(eligibility))
  return eligibility
}

/** The same, and still waiting. */
const assertDecidable = async (...args: Parameters<typeof assertMayDecide>) => {
  const eligibility = await assertMayDecide(...args)
  if (eligibility.shownState !== 'pending') throw buildRefusal('approval.decided')
  return eligibility
}

type DecisionRecord = { outcome: ApprovalOutcome; insteadOfId: string | null; reason: string | null; now: number }

const setDecision = defineStatement(
  'approval decision',
  (
    db,
    decided: {
      approvalId: string
      state: ApprovalOutcome
      decidedBy: string
      decidedCvl: string | null
      onBehalfOfId: string | null
      decidedAt: string
      decisionReason: string | null
    },
  ) => {
    const { approvalId, ...decision } = decided
    return db.updateTable('approval').set(decision).where('id', '=', approvalId).compile()
  },
)

const writeDecision = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  change: { id: string; task: string; params: ApprovalRow['params']; madeBy: string },
  { outcome, insteadOfId, reason, now }: DecisionRecord,
): Promise<void> => {
  const { userId, cvl } = ctx.person
  await awaitAtCommit(
    tx,
    setDecision(tx, {
      approvalId: change.id,
      state: outcome,
      decidedBy: userId,
      decidedCvl: cvl,
      onBehalfOfId: insteadOfId,
      decidedAt: new Date(now).toISOString(),
      decisionReason: reason,
    }),
  )
  await recordAuditEvent(tx, ctx, {
    action: `approval.${outcome}`,
    entity: 'approval',
    entityId: change.id,
    before: { state: 'pending' },
    after: {
      state: outcome,
      task: change.task,
      ...change.params,
      ...(insteadOfId && { onBehalfOf: insteadOfId }),
      ...(reason && { reason }),
    },
  })
  if (outcome !== 'withdrawn') await notifyMaker(tx, change, outcome)
}

/** Of the two who decide a guarded change the first has approved: it goes on waiting for another. */
const recordFirstApproval = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { id, task, params, insteadOfId }: { id: string; task: string; params: object; insteadOfId: string | null },
  now: number,
): Promise<void> => {
  const { userId, cvl } = ctx.person
  await tx
    .updateTable('approval')
    .set({ firstBy: userId, firstCvl: cvl, firstAt: new Date(now).toISOString(), firstBehalfId: insteadOfId })
    .where('id', '=', id)
    .execute()
  await recordAuditEvent(tx, ctx, {
    action: 'approval.approvedFirst',
    entity: 'approval',
    entityId: id,
    before: { state: 'pending' },
    after: { state: 'pending', task, ...params, ...(insteadOfId && { onBehalfOf: insteadOfId }) },
  })
}

type ApprovalReference = { approvalId: string; version?: string | undefined }

/**
 * Carries out what was checked, and says so, in one transaction; where that is refused, the change goes on waiting. The second factor is given.
 * See docs/decisions/0086-multiple-approvals.md
 */
export const approveChange = (ctx: Ctx, { approvalId, version }: ApprovalReference, deps: EndpointDeps) =>
  runWrite(ctx.tenant, async (tx) => {
    // Of two who decide at once, the second waits here and then sees what the first decided: what is read is sent behind the lock.
    const [, { insteadOfId, ...change }] = await Promise.all([
      lockApproval(tx, approvalId),
      assertDecidable(tx, ctx, approvalId, deps),
    ])
    if (version !== undefined) await assertApprovalVersion(tx, ctx, approvalId, version)
    await assertDestinationUnchanged(tx, change, version)
    const now = deps.clock()
    if (change.guarded && !change.byDirection && change.firstBy === null) {
      await recordFirstApproval(tx, ctx, { ...change, insteadOfId }, now)
      return { state: 'pending' as const }
    }
    const decision = { outcome: 'approved', insteadOfId, reason: null, now } as const
    await writeDecision(tx, ctx, change, decision)
    await getTask(deps, change.task).carryOut(tx, ctx, {
      payload: change.payload,
      approvalId,
      makerId: change.madeBy,
      now,
    })
    return { state: 'approved' as const }
  })

/** Gives the second factor that the change asks for, and approves it. */
export const approveWithSecondFactor = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof approveChangeRequest>,
  raw: HttpContext,
) => {
  assertNotInStaffView(ctx)
  const { approvalId } = params
  const { deps } = raw
  const pendingChange = await assertDecidable(ctx.db, ctx, approvalId, deps)
  if (getTask(deps, pendingChange.task).secondFactor || pendingChange.guarded) {
    const required = await isSecondFactorRequired(ctx.db)
    await confirmSecondFactor(ctx, raw, body.code, { required, settled: required || pendingChange.guarded })
  }
  return approveChange(ctx, { approvalId, version: body.version }, deps)
}

const minReasonLength = 3

/** A rejection says why. Throws `approval.needsReason` where it is missing or too short. */
export function assertReason(reason: string | undefined): asserts reason is string {
  if (reason === undefined || reason.length < minReasonLength)
    throw buildRefusal('approval.needsReason', { fields: { reason: 'required' } })
}

/** Refuses the change, and keeps why. Throws `approval.needsReason` without one. */
export const rejectChange = (
  ctx: Ctx,
  { approvalId, version, reason }: ApprovalReference & { reason: string | undefined },
  deps: EndpointDeps,
) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockApproval(tx, approvalId)
    const { insteadOfId, ...change } = await assertDecidable(tx, ctx, approvalId, deps)
    if (version !== undefined) await assertApprovalVersion(tx, ctx, approvalId, version)
    else await assertNoUndoneRejection(tx, approvalId)
    assertReason(reason)
    const decision = { outcome: 'rejected', insteadOfId, reason, now: deps.clock() } as const
    await writeDecision(tx, ctx, change, decision)
    await getTask(deps, change.task).discardChange?.(tx, { payload: change.payload, approvalId }, 'rejected')
    return { state: 'rejected' as const }
  })

export const rejectApproval = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof rejectChangeRequest>,
  { deps }: HttpContext,
) => {
  assertNotInStaffView(ctx)
  return rejectChange(ctx, { ...params, ...body, reason: body.reason }, deps)
}

/** The maker thinks better of it. */
export const withdrawApproval = async (
  ctx: Ctx,
  { params: { approvalId } }: ParsedRequest<typeof withdrawChangeRequest>,
  { deps }: HttpContext,
) => {
  assertNotInStaffView(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    await lockApproval(tx, approvalId)
    const viewer = await findApprovalViewer(tx, ctx, deps.tasks, deps.clock())
    const change = await findApprovalEligibility(tx, { viewer, only: null }, approvalId, deps.clock())
    if (!change) throw buildRefusal('notFound')
    if (!change.mine) throw buildRefusal('approval.notYours')
    if (change.shownState !== 'pending') throw buildRefusal('approval.decided')
    const decision = { outcome: 'withdrawn', insteadOfId: null, reason: null, now: deps.clock() } as const
    await writeDecision(tx, ctx, change, decision)
    await getTask(deps, change.task).discardChange?.(tx, { payload: change.payload, approvalId }, 'withdrawn')
    return { state: 'withdrawn' as const }
  })
}
