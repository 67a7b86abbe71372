import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { actions, moduleKeys } from '#contract/permissions.ts'
import type { cancelMove as cancelContract, moveEmployee as contract } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { propose } from '#server/domain/approvals.ts'
import { isTooNear } from '#server/domain/too-near.ts'
import { lockEmployee } from './employee.queries.ts'
import { findDirection, findGain, type Gain, isGuardedMove, measureGain } from './move-gain.ts'
import { moveTask, writeMove } from './move-task.ts'
import {
  checkSupervisor,
  cvlOf,
  isPlaceable,
  lockTree,
  makesCycle,
  namedOf,
  type Tree,
  treeOn,
  waitingMoves,
} from './tree.ts'
import { waitingMove } from './waiting-move.ts'

type Body = Parsed<typeof contract>['body']

const checkPlaced = async (tx: Kysely<DB>, ctx: Ctx, { supervisorId }: Body, officeId: string): Promise<void> => {
  const { zoneId } = await tx.selectFrom('office').select('zoneId').where('id', '=', officeId).executeTakeFirstOrThrow()
  if (!isPlaceable(ctx, supervisorId, zoneId))
    throw refuse('request.invalid', { fields: { supervisorId: 'outOfReach' } })
}

/** Whether any right of theirs is about everybody under them. */
const seesByTeam = ({ person: { ownRights } }: Ctx): boolean =>
  moduleKeys.some((module) => actions.some((action) => ownRights.decisionOn(module, action).scopes.includes('team')))

/** Nobody puts somebody under themselves, at whatever height, to come to see what is theirs. */
const refuseOwnGain = async (tx: Kysely<DB>, ctx: Ctx, employeeId: string, { supervisorId }: Body): Promise<void> => {
  const { employeeId: own } = ctx.person
  if (own === null || supervisorId === null || !seesByTeam(ctx)) return
  const team = await tx
    .selectFrom('employeeTeam')
    .select('employeeId')
    .where('supervisorId', '=', own)
    .where('employeeId', 'in', [supervisorId, employeeId])
    .execute()
  if (team.length === 1 && team[0]?.employeeId === supervisorId) throw refuse('approval.ownRecord')
}

/** Whether it fits into the tree as it will be on its day, which it answers, and changes anything there. */
const checkTree = async (tx: Kysely<DB>, employeeId: string, { supervisorId, effectiveOn }: Body): Promise<Tree> => {
  const tree = await treeOn(tx, effectiveOn)
  if (makesCycle(tree, employeeId, supervisorId)) throw refuse('employee.cycle')
  if (tree.get(employeeId) === supervisorId) throw refuse('request.invalid', { fields: { supervisorId: 'same' } })
  const sameDay = await waitingMoves(tx)
    .where('v.employeeId', '=', employeeId)
    .where('v.effectiveOn', '=', effectiveOn)
    .select('v.id')
    .executeTakeFirst()
  if (sameDay) throw refuse('request.invalid', { fields: { effectiveOn: 'planned' } })
  return tree
}

/** One proposed move of somebody at a time: two that are decided together would bring what neither says. */
const refuseSecond = async (tx: Kysely<DB>, employeeId: string, now: number): Promise<void> => {
  const waiting = await tx
    .selectFrom('employee as e')
    .where('e.id', '=', employeeId)
    .select(waitingMove(new Date(now).toISOString()).as('move'))
    .executeTakeFirst()
  if (waiting?.move) throw refuse('employee.moveWaits')
}

type Asked = { employeeId: string; cvl: string; body: Body }

/** Has whoever decides it agree to a move by which somebody gains; the approval says who comes under whom, and what that brings. */
const proposeMove = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { employeeId, cvl, body: { supervisorId, effectiveOn, fromId, reason } }: Asked,
  { tree, gain }: { tree: Tree; gain: Gain },
  now: number,
): Promise<Answer<typeof contract>> => {
  if (reason === null) throw refuse('request.invalid', { fields: { reason: 'required' } })
  const seen = supervisorId && (await measureGain(tx, tree, supervisorId, gain))
  const to = await namedOf(tx, supervisorId)
  const [isDirection] = await findDirection(tx, [employeeId])
  const { state, approvalId } = await propose(
    tx,
    ctx,
    moveTask,
    {
      ...{ payload: { employeeId, fromId, supervisorId, effectiveOn, reason, gain }, reason },
      ...{ entity: 'employee', entityId: employeeId, params: { who: await namedOf(tx, employeeId), cvl, to } },
      before: { supervisor: await namedOf(tx, fromId) },
      after: {
        supervisor: to,
        effectiveOn,
        ...seen,
        seenBy: await Promise.all(gain.heads.map((id) => namedOf(tx, id))),
      },
      // Whoever is of direction says themselves whether they come under somebody; who gains never does.
      about: { employeeId: isDirection ? supervisorId : employeeId },
      liesWith: employeeId,
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
  { params: { employeeId }, body }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { supervisorId, effectiveOn, fromId } = body
    await lockTree(tx)
    const employee = await lockEmployee({ ...ctx, db: tx }, employeeId)
    if (effectiveOn < ctx.businessDate) throw refuse('request.invalid', { fields: { effectiveOn: 'beforeToday' } })
    await checkSupervisor({ ...ctx, db: tx }, supervisorId)
    await checkPlaced(tx, ctx, body, employee.officeId)
    if (await isTooNear(tx, ctx.person, { userId: null, employeeId, clientIds: [] }, ctx.businessDate))
      throw refuse('approval.ownRecord')
    await refuseOwnGain(tx, ctx, employeeId, body)
    if (employee.terminatedOn !== null && employee.terminatedOn < effectiveOn) throw refuse('employee.ended')
    if (employee.supervisorId !== fromId) throw refuse('conflict.changed')
    const tree = await checkTree(tx, employeeId, body)
    const move = { employeeId, ...body }
    const now = serving.clock()
    const gain = await findGain(tx, tree, move)
    if (await isGuardedMove(tx, move, gain)) {
      await refuseSecond(tx, employeeId, now)
      return proposeMove(tx, ctx, { employeeId, cvl: employee.cvl, body }, { tree, gain }, now)
    }
    await writeMove(tx, ctx, move, { makerId: ctx.person.userId, now })
    return { state: effectiveOn > ctx.businessDate ? 'planned' : 'done', approvalId: null }
  })

/** A plan that hasn't come about is taken back; it stays as what was once planned. */
export const cancelMove = async (
  ctx: Ctx,
  { params: { employeeId, moveId } }: Parsed<typeof cancelContract>,
  { serving }: Raw,
): Promise<Answer<typeof cancelContract>> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockTree(tx)
    await lockEmployee({ ...ctx, db: tx }, employeeId)
    const planned = await waitingMoves(tx)
      .where('v.id', '=', moveId)
      .where('v.employeeId', '=', employeeId)
      .select(['v.supervisorId', 'v.effectiveOn'])
      .executeTakeFirst()
    if (!planned) throw refuse('notFound')
    if (await isTooNear(tx, ctx.person, { userId: null, employeeId, clientIds: [] }, ctx.businessDate))
      throw refuse('approval.ownRecord')
    await tx
      .updateTable('supervisorMove')
      .set({ canceledAt: new Date(serving.clock()).toISOString() })
      .where('id', '=', moveId)
      .execute()
    await audit(tx, ctx, {
      action: 'employee.moveCanceled',
      entity: 'employee',
      entityId: employeeId,
      before: { supervisor: await cvlOf(tx, planned.supervisorId), effectiveOn: planned.effectiveOn },
    })
    return {}
  })
