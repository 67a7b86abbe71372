import type { Kysely } from 'kysely'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { actions, moduleKeys } from '#contract/permissions.ts'
import type { cancelMove as cancelContract, moveEmployee as contract } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { isTooNear } from '#server/domain/too-near.ts'
import { lockEmployee } from './employee.queries.ts'
import { checkSupervisor, cvlOf, isPlaceable, lockTree, makesCycle, treeOn, waitingMoves } from './tree.ts'

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

/** Whether it fits into the tree as it will be on its day, and changes anything there. */
const checkTree = async (tx: Kysely<DB>, employeeId: string, { supervisorId, effectiveOn }: Body): Promise<void> => {
  const tree = await treeOn(tx, effectiveOn)
  if (makesCycle(tree, employeeId, supervisorId)) throw refuse('employee.cycle')
  if (tree.get(employeeId) === supervisorId) throw refuse('request.invalid', { fields: { supervisorId: 'same' } })
  const sameDay = await waitingMoves(tx)
    .where('v.employeeId', '=', employeeId)
    .where('v.effectiveOn', '=', effectiveOn)
    .select('v.id')
    .executeTakeFirst()
  if (sameDay) throw refuse('request.invalid', { fields: { effectiveOn: 'planned' } })
}

/**
 * Gives somebody another supervisor: at once, or, from a later day on, as a plan that is carried out on its day. 409 `employee.cycle`
 * where they would come to be above themselves.
 */
export const moveEmployee = async (
  ctx: Ctx,
  { params: { employeeId }, body }: Parsed<typeof contract>,
  { serving }: Raw,
): Promise<Answer<typeof contract>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { supervisorId, effectiveOn, fromId, reason } = body
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
    await checkTree(tx, employeeId, body)
    const planned = effectiveOn > ctx.businessDate
    const at = new Date(serving.clock()).toISOString()
    const made = { createdAt: at, createdBy: ctx.person.userId, appliedAt: planned ? null : at }
    await tx
      .insertInto('supervisorMove')
      .values({ employeeId, fromId, supervisorId, effectiveOn, reason, ...made })
      .execute()
    if (!planned) await tx.updateTable('employee').set({ supervisorId }).where('id', '=', employeeId).execute()
    await audit(tx, ctx, {
      action: planned ? 'employee.movePlanned' : 'employee.moved',
      entity: 'employee',
      entityId: employeeId,
      before: { supervisor: await cvlOf(tx, fromId) },
      after: { supervisor: await cvlOf(tx, supervisorId), effectiveOn },
    })
    return { state: planned ? 'planned' : 'done' }
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
