import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { moduleKeys, permissionActions } from '#contract/permissions.ts'
import type * as moves from '#contract/staff/moves.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { proposeForApproval } from '#server/domain/approvals.ts'
import { hasConflictOfInterest } from '#server/domain/conflict-of-interest.ts'
import { lockEmployee } from './employee.queries.ts'
import {
  findDirectionMembers,
  findVisibilityGain,
  isGuardedMove,
  measureVisibilityGain,
  type VisibilityGain,
} from './move-gain.ts'
import { insertMove, staffMoveTask } from './staff-move-task.ts'
import {
  assertSupervisorVisible,
  canPlaceEmployee,
  findCvl,
  findNameAndCvl,
  findTreeOnDay,
  lockSupervisorTree,
  type SupervisorTree,
  selectWaitingMoves,
  wouldMakeCycle,
} from './supervisor-tree.ts'
import { waitingMoveSql } from './waiting-move.ts'

type MoveBody = ParsedRequest<typeof moves.moveEmployee>['body']

const assertPlacementAllowed = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { supervisorId }: MoveBody,
  officeId: string,
): Promise<void> => {
  const { zoneId } = await tx.selectFrom('office').select('zoneId').where('id', '=', officeId).executeTakeFirstOrThrow()
  if (!canPlaceEmployee(ctx, supervisorId, zoneId))
    throw buildRefusal('request.invalid', { fields: { supervisorId: 'outOfReach' } })
}

/** Whether any right of theirs is about everybody under them. */
const hasTeamScope = ({ person: { ownRights } }: Ctx): boolean =>
  moduleKeys.some((module) =>
    permissionActions.some((action) => ownRights.getDecision(module, action).scopes.includes('team')),
  )

/** Nobody puts somebody under themselves, at whatever height, to come to see what is theirs. */
const assertNoOwnGain = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  employeeId: string,
  { supervisorId }: MoveBody,
): Promise<void> => {
  const { employeeId: own } = ctx.person
  if (own === null || supervisorId === null || !hasTeamScope(ctx)) return
  const team = await tx
    .selectFrom('employeeTeam')
    .select('employeeId')
    .where('supervisorId', '=', own)
    .where('employeeId', 'in', [supervisorId, employeeId])
    .execute()
  if (team.length === 1 && team[0]?.employeeId === supervisorId) throw buildRefusal('approval.ownRecord')
}

/** Whether it fits into the tree as it will be on its day, which it answers, and changes anything there. */
const assertValidTree = async (
  tx: Kysely<DB>,
  employeeId: string,
  { supervisorId, effectiveOn }: MoveBody,
): Promise<SupervisorTree> => {
  const tree = await findTreeOnDay(tx, effectiveOn)
  if (wouldMakeCycle(tree, employeeId, supervisorId)) throw buildRefusal('employee.cycle')
  if (tree.get(employeeId) === supervisorId) throw buildRefusal('request.invalid', { fields: { supervisorId: 'same' } })
  const sameDay = await selectWaitingMoves(tx)
    .where('v.employeeId', '=', employeeId)
    .where('v.effectiveOn', '=', effectiveOn)
    .select('v.id')
    .executeTakeFirst()
  if (sameDay) throw buildRefusal('request.invalid', { fields: { effectiveOn: 'planned' } })
  return tree
}

/** One proposed move of somebody at a time: two that are decided together would bring what neither says. */
const assertNoWaitingMove = async (tx: Kysely<DB>, employeeId: string, now: number): Promise<void> => {
  const waiting = await tx
    .selectFrom('employee as e')
    .where('e.id', '=', employeeId)
    .select(waitingMoveSql(new Date(now).toISOString()).as('move'))
    .executeTakeFirst()
  if (waiting?.move) throw buildRefusal('employee.moveWaits')
}

type MoveProposal = { employeeId: string; cvl: string; body: MoveBody }

/** Has whoever decides it agree to a move by which somebody gains; the approval says who comes under whom, and what that brings. */
const proposeStaffMove = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { employeeId, cvl, body: { supervisorId, effectiveOn, fromId, reason } }: MoveProposal,
  { tree, gain }: { tree: SupervisorTree; gain: VisibilityGain },
  now: number,
): Promise<ResponseBody<typeof moves.moveEmployee>> => {
  if (reason === null) throw buildRefusal('request.invalid', { fields: { reason: 'required' } })
  const seen = supervisorId && (await measureVisibilityGain(tx, tree, supervisorId, gain))
  const to = await findNameAndCvl(tx, supervisorId)
  const [isDirection] = await findDirectionMembers(tx, [employeeId])
  const { state, approvalId } = await proposeForApproval(
    tx,
    ctx,
    staffMoveTask,
    {
      payload: { employeeId, fromId, supervisorId, effectiveOn, reason, gain },
      reason,
      entity: 'employee',
      entityId: employeeId,
      params: { who: await findNameAndCvl(tx, employeeId), cvl, to },
      before: { supervisor: await findNameAndCvl(tx, fromId) },
      after: {
        supervisor: to,
        effectiveOn,
        ...seen,
        seenBy: await Promise.all(gain.heads.map((id) => findNameAndCvl(tx, id))),
      },
      // Whoever is of direction says themselves whether they come under somebody; who gains never does.
      about: { employeeId: isDirection ? supervisorId : employeeId },
      assigneeId: employeeId,
    },
    now,
  )
  if (state === 'pending') return { state, approvalId }
  return { state: effectiveOn > ctx.businessDate ? 'planned' : 'done', approvalId: null }
}

/**
 * Gives somebody another supervisor: at once, or, from a later day on, as a plan that is carried out on its day. Where somebody comes to see
 * colleagues or clients by it, direction decides, or two others. 409 `employee.cycle` where they would come to be above themselves.
 */
export const moveEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body }: ParsedRequest<typeof moves.moveEmployee>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof moves.moveEmployee>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { supervisorId, effectiveOn, fromId } = body
    await lockSupervisorTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    if (effectiveOn < ctx.businessDate)
      throw buildRefusal('request.invalid', { fields: { effectiveOn: 'beforeToday' } })
    await assertSupervisorVisible({ ...ctx, db: tx }, supervisorId)
    await assertPlacementAllowed(tx, ctx, body, employee.officeId)
    if (await hasConflictOfInterest(tx, ctx.person, { userId: null, employeeId, clientIds: [] }, ctx.businessDate))
      throw buildRefusal('approval.ownRecord')
    await assertNoOwnGain(tx, ctx, employeeId, body)
    if (employee.terminatedOn !== null && employee.terminatedOn < effectiveOn) throw buildRefusal('employee.ended')
    if (employee.supervisorId !== fromId) throw buildRefusal('conflict.changed')
    const tree = await assertValidTree(tx, employeeId, body)
    const move = { employeeId, ...body }
    const now = deps.clock()
    const gain = await findVisibilityGain(tx, tree, move)
    if (await isGuardedMove(tx, move, gain)) {
      await assertNoWaitingMove(tx, employeeId, now)
      return proposeStaffMove(tx, ctx, { employeeId, cvl: employee.cvl, body }, { tree, gain }, now)
    }
    await insertMove(tx, ctx, move, { makerId: ctx.person.userId, now })
    return { state: effectiveOn > ctx.businessDate ? 'planned' : 'done', approvalId: null }
  })

/** A plan that hasn't come about is taken back; it stays as what was once planned. */
export const cancelMove = async (
  ctx: Ctx,
  { params: { employeeId, moveId } }: ParsedRequest<typeof moves.cancelEmployeeMove>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof moves.cancelEmployeeMove>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockSupervisorTree(tx)
    await lockEmployee({ ...ctx, db: tx }, employeeId)
    const planned = await selectWaitingMoves(tx)
      .where('v.id', '=', moveId)
      .where('v.employeeId', '=', employeeId)
      .select(['v.supervisorId', 'v.effectiveOn'])
      .executeTakeFirst()
    if (!planned) throw buildRefusal('notFound')
    if (await hasConflictOfInterest(tx, ctx.person, { userId: null, employeeId, clientIds: [] }, ctx.businessDate))
      throw buildRefusal('approval.ownRecord')
    await tx
      .updateTable('supervisorMove')
      .set({ canceledAt: new Date(deps.clock()).toISOString() })
      .where('id', '=', moveId)
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'employee.moveCanceled',
      entity: 'employee',
      entityId: employeeId,
      before: { supervisor: await findCvl(tx, planned.supervisorId), effectiveOn: planned.effectiveOn },
    })
    return {}
  })
