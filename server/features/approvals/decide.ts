import type { Kysely } from 'kysely'
import type {
  approve as approveContract,
  reject as rejectContract,
  withdraw as withdrawContract,
} from '#contract/approvals.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw, Serving } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { isFactorNeeded } from '#server/domain/approvals.ts'
import { confirmSecondFactor } from '#server/domain/confirm.ts'
import { findJudged, standBackOf } from './approvals.queries.ts'
import { findMyself } from './powers.ts'
import { refuseInView } from './refuse-in-view.ts'
import { tellMaker } from './tell-maker.ts'
import { assertDestination, assertVersion } from './version.ts'

type Outcome = 'approved' | 'rejected' | 'withdrawn'

export const taskOf = ({ tasks }: Serving, name: string): Task => {
  const task = tasks.find((one) => one.name === name)
  if (!task) throw new Error(`nobody carries out the task ${name}`)
  return task
}

/** Of two who decide at once, the second waits here and then sees what the first decided. */
const lock = (tx: Kysely<DB>, approvalId: string) =>
  tx.selectFrom('approval').select('id').where('id', '=', approvalId).forUpdate().execute()

/** The change as the person may decide it: seen, reached, neither theirs nor too near, and still waiting. */
const judge = async (db: Kysely<DB>, ctx: Ctx, approvalId: string, { tasks, clock }: Serving) => {
  const judged = await findJudged(
    db,
    { viewer: await findMyself(db, ctx, tasks, clock()), only: null },
    approvalId,
    clock(),
  )
  if (!judged) throw refuse('notFound')
  // What one made oneself is seen without the permission to decide it.
  if (!judged.reached) throw refuse('permission.missing')
  if (judged.rank === null) throw refuse(standBackOf(judged))
  if (judged.shownState !== 'pending') throw refuse('approval.decided')
  return judged
}

type Decision = { outcome: Outcome; insteadOfId: string | null; reason: string | null; now: number }

const write = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  change: { id: string; task: string; params: Record<string, string>; madeBy: string },
  { outcome, insteadOfId, reason, now }: Decision,
): Promise<void> => {
  const { userId, cvl } = ctx.person
  await tx
    .updateTable('approval')
    .set({
      state: outcome,
      decidedBy: userId,
      decidedCvl: cvl,
      onBehalfOfId: insteadOfId,
      decidedAt: new Date(now).toISOString(),
      decisionReason: reason,
    })
    .where('id', '=', change.id)
    .execute()
  await audit(tx, ctx, {
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
  if (outcome !== 'withdrawn') await tellMaker(tx, change, outcome)
}

/** Of the two who decide a guarded change the first has approved: it goes on waiting for another. */
const noteFirst = async (
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
  await audit(tx, ctx, {
    action: 'approval.approvedFirst',
    entity: 'approval',
    entityId: id,
    before: { state: 'pending' },
    after: { state: 'pending', task, ...params, ...(insteadOfId && { onBehalfOf: insteadOfId }) },
  })
}

type Approval = { approvalId: string; version?: string | undefined }

/** Carries out what was checked, and says so, in one transaction; where that is refused, the change goes on waiting. The second factor is given. */
export const approveChange = (ctx: Ctx, { approvalId, version }: Approval, serving: Serving) =>
  ctx.db.transaction().execute(async (tx) => {
    await lock(tx, approvalId)
    const { insteadOfId, ...change } = await judge(tx, ctx, approvalId, serving)
    if (version !== undefined) await assertVersion(tx, ctx, approvalId, version)
    await assertDestination(tx, change, version)
    const now = serving.clock()
    if (change.guarded && !change.byDirection && change.firstBy === null) {
      await noteFirst(tx, ctx, { ...change, insteadOfId }, now)
      return { state: 'pending' as const }
    }
    const decision = { outcome: 'approved', insteadOfId, reason: null, now } as const
    await write(tx, ctx, change, decision)
    await taskOf(serving, change.task).carryOut(tx, ctx, {
      payload: change.payload,
      approvalId,
      makerId: change.madeBy,
      now,
    })
    return { state: 'approved' as const }
  })

/** Gives the second factor that the change asks for, and approves it. */
export const approve = async (ctx: Ctx, { params, body }: Parsed<typeof approveContract>, raw: Raw) => {
  refuseInView(ctx)
  const { approvalId } = params
  const { serving } = raw
  const asked = await judge(ctx.db, ctx, approvalId, serving)
  if (taskOf(serving, asked.task).secondFactor || asked.guarded) {
    const required = await isFactorNeeded(ctx.db)
    await confirmSecondFactor(ctx, raw, body.code, { required, settled: required || asked.guarded })
  }
  return approveChange(ctx, { approvalId, version: body.version }, serving)
}

const shortest = 3

export function assertReason(reason: string | undefined): asserts reason is string {
  if (reason === undefined || reason.length < shortest)
    throw refuse('approval.needsReason', { fields: { reason: 'required' } })
}

/** Refuses the change for good, and keeps why. Throws `approval.needsReason` without one. */
export const rejectChange = (
  ctx: Ctx,
  { approvalId, version, reason }: Approval & { reason: string | undefined },
  serving: Serving,
) =>
  ctx.db.transaction().execute(async (tx) => {
    await lock(tx, approvalId)
    const { insteadOfId, ...change } = await judge(tx, ctx, approvalId, serving)
    if (version !== undefined) await assertVersion(tx, ctx, approvalId, version)
    assertReason(reason)
    const decision = { outcome: 'rejected', insteadOfId, reason, now: serving.clock() } as const
    await write(tx, ctx, change, decision)
    await taskOf(serving, change.task).drop?.(tx, { payload: change.payload, approvalId }, 'rejected')
    return { state: 'rejected' as const }
  })

export const reject = async (ctx: Ctx, { params, body }: Parsed<typeof rejectContract>, { serving }: Raw) => {
  refuseInView(ctx)
  return rejectChange(ctx, { ...params, ...body, reason: body.reason }, serving)
}

/** The maker thinks better of it. */
export const withdraw = async (
  ctx: Ctx,
  { params: { approvalId } }: Parsed<typeof withdrawContract>,
  { serving }: Raw,
) => {
  refuseInView(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    await lock(tx, approvalId)
    const viewer = await findMyself(tx, ctx, serving.tasks, serving.clock())
    const change = await findJudged(tx, { viewer, only: null }, approvalId, serving.clock())
    if (!change) throw refuse('notFound')
    if (!change.mine) throw refuse('approval.notYours')
    if (change.shownState !== 'pending') throw refuse('approval.decided')
    const decision = { outcome: 'withdrawn', insteadOfId: null, reason: null, now: serving.clock() } as const
    await write(tx, ctx, change, decision)
    await taskOf(serving, change.task).drop?.(tx, { payload: change.payload, approvalId }, 'withdrawn')
    return { state: 'withdrawn' as const }
  })
}
