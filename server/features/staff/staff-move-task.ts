import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNotRelatedEmployee } from '#server/domain/conflict-of-interest.ts'
import { findVisibilityGain, isGainWithin, type VisibilityGain } from './move-gain.ts'
import { findCvl, findTreeOnDay, lockSupervisorTree, selectWaitingMoves, wouldMakeCycle } from './supervisor-tree.ts'

/** A move as it is made or planned. */
export type StaffMove = {
  employeeId: string
  fromId: string | null
  supervisorId: string | null
  effectiveOn: string
  reason: string | null
}
/** And as somebody proposes it: who would gain whom. */
export type ProposedMove = StaffMove & { gain: VisibilityGain }

type MoveMaker = { makerId: string; now: number }

/** Writes the move down, and makes it where its day has come. The caller has locked the tree and checked it. */
export const insertMove = async (
  tx: Kysely<DB>,
  actor: Actor,
  move: StaffMove,
  { makerId, now }: MoveMaker,
): Promise<void> => {
  const { employeeId, fromId, supervisorId, effectiveOn, reason } = move
  const planned = effectiveOn > actor.businessDate
  const at = new Date(now).toISOString()
  const made = { createdAt: at, createdBy: makerId, appliedAt: planned ? null : at }
  await tx
    .insertInto('supervisorMove')
    .values({ employeeId, fromId, supervisorId, effectiveOn, reason, ...made })
    .execute()
  if (!planned) await tx.updateTable('employee').set({ supervisorId }).where('id', '=', employeeId).execute()
  await recordAuditEvent(tx, actor, {
    action: planned ? 'employee.movePlanned' : 'employee.moved',
    entity: 'employee',
    entityId: employeeId,
    before: { supervisor: await findCvl(tx, fromId) },
    after: { supervisor: await findCvl(tx, supervisorId), effectiveOn },
  })
}

/** Whether both work here as long as the move needs them to, and nothing else is planned for that day. */
const isMovePossible = async (tx: Kysely<DB>, { employeeId, fromId, supervisorId, effectiveOn }: StaffMove) => {
  const people = await tx
    .selectFrom('employee')
    .where('id', 'in', [employeeId, ...(supervisorId === null ? [] : [supervisorId])])
    .select(['id', 'supervisorId', 'terminatedOn'])
    .forUpdate()
    .execute()
  const moved = people.find(({ id }) => id === employeeId)
  const head = people.find(({ id }) => id === supervisorId)
  const sameDay = await selectWaitingMoves(tx)
    .where('v.employeeId', '=', employeeId)
    .where('v.effectiveOn', '=', effectiveOn)
    .select('v.id')
    .executeTakeFirst()
  return (
    !sameDay &&
    moved?.supervisorId === fromId &&
    (moved.terminatedOn === null || moved.terminatedOn >= effectiveOn) &&
    (head?.terminatedOn ?? null) === null
  )
}

/** A move by which somebody comes to see colleagues or clients whom they didn't see, or somebody of direction comes under anybody. */
export const staffMoveTask: ApprovalTask<'staffMove', ProposedMove> = {
  name: 'staffMove',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  getRecordPath: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, actor, { payload: { gain, ...requestedMove }, approvalId, makerId, now }) => {
    await lockSupervisorTree(tx)
    if (approvalId !== null) {
      await assertNotRelatedEmployee(tx, actor, requestedMove.employeeId)
      const { employeeId: own } = actor.person
      if (own !== null && gain.heads.includes(own)) throw buildRefusal('approval.ownRecord')
    }
    // What waited for its second person happens when it is decided, not before.
    const effectiveOn = requestedMove.effectiveOn < actor.businessDate ? actor.businessDate : requestedMove.effectiveOn
    const move = { ...requestedMove, effectiveOn }
    const tree = await findTreeOnDay(tx, effectiveOn)
    const isAsSeen =
      (await isMovePossible(tx, move)) &&
      !wouldMakeCycle(tree, move.employeeId, move.supervisorId) &&
      tree.get(move.employeeId) !== move.supervisorId &&
      isGainWithin(await findVisibilityGain(tx, tree, move), gain)
    if (!isAsSeen) throw buildRefusal('approval.changedSince')
    await insertMove(tx, actor, move, { makerId, now })
  },
}

/** What was agreed to of a planned move: nothing where it was nobody's to decide. */
export const findAgreedGain = async (
  tx: Kysely<DB>,
  move: { employeeId: string; supervisorId: string | null; effectiveOn: string; createdAt: string },
): Promise<VisibilityGain> => {
  const approved = await tx
    .selectFrom('approval')
    .where('task', '=', staffMoveTask.name)
    .where('entity', '=', 'employee')
    .where('entityId', '=', move.employeeId)
    .where('state', '=', 'approved')
    .where('decidedAt', '=', move.createdAt)
    .select('payload')
    .executeTakeFirst()
  const payload = approved?.payload as ProposedMove | undefined
  const isThis = payload?.supervisorId === move.supervisorId && payload.effectiveOn === move.effectiveOn
  return isThis ? payload.gain : { heads: [], people: [] }
}
