import type { Kysely } from 'kysely'
import type { employeeMoveFailures } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { findDisabledTasks } from '#server/domain/approvals.ts'
import { notifyUser } from '#server/domain/notify-user.ts'
import { findVisibilityGain, isGainWithin } from './move-gain.ts'
import { findAgreedGain, staffMoveTask } from './staff-move-task.ts'
import {
  findCvl,
  lockSupervisorTree,
  type SupervisorTree,
  selectWaitingMoves,
  wouldMakeCycle,
} from './supervisor-tree.ts'

type MoveFailure = (typeof employeeMoveFailures)[number]
type DueMove = {
  id: string
  employeeId: string
  supervisorId: string | null
  effectiveOn: string
  createdBy: string | null
  createdAt: string
}

const selectDueMoves = (db: Kysely<DB>, today: string) => selectWaitingMoves(db).where('v.effectiveOn', '<=', today)

/** Whoever planned it has to find another way: nothing happened. */
const notifyMaker = async (tx: Kysely<DB>, { createdBy, employeeId, effectiveOn }: DueMove): Promise<void> => {
  if (createdBy === null) return
  const cvl = (await findCvl(tx, employeeId)) ?? ''
  await notifyUser(tx, {
    userId: createdBy,
    kind: 'employee.moveFailed',
    params: { cvl, date: effectiveOn },
    link: `/crm/RRHH/${employeeId}`,
  })
}

const findMoveFailure = async (
  tx: Kysely<DB>,
  tree: SupervisorTree,
  move: DueMove,
  today: string,
): Promise<MoveFailure | null> => {
  const people = [move.employeeId, ...(move.supervisorId === null ? [] : [move.supervisorId])]
  const left = await tx
    .selectFrom('employee')
    .select('id')
    .where('id', 'in', people)
    .where('terminatedOn', '<', today)
    .executeTakeFirst()
  if (left) return 'left'
  if (wouldMakeCycle(tree, move.employeeId, move.supervisorId)) return 'cycle'
  const gain = await findVisibilityGain(tx, tree, move)
  if (isGainWithin(gain, await findAgreedGain(tx, move))) return null
  return (await findDisabledTasks(tx)).includes(staffMoveTask.name) ? null : 'gain'
}

const applyMove = async (
  tx: Kysely<DB>,
  tree: SupervisorTree,
  move: DueMove,
  today: string,
  at: string,
): Promise<void> => {
  const { id, employeeId, supervisorId, effectiveOn } = move
  const failure = await findMoveFailure(tx, tree, move, today)
  const fromId = tree.get(employeeId) ?? null
  const done = failure === null ? { appliedAt: at, fromId } : { failure }
  await tx.updateTable('supervisorMove').set(done).where('id', '=', id).execute()
  if (failure === null) {
    await tx.updateTable('employee').set({ supervisorId }).where('id', '=', employeeId).execute()
    tree.set(employeeId, supervisorId)
  } else await notifyMaker(tx, move)
  await recordAuditEvent(tx, null, {
    action: failure === null ? 'employee.moved' : 'employee.moveFailed',
    entity: 'employee',
    entityId: employeeId,
    before: { supervisor: await findCvl(tx, fromId) },
    after: { supervisor: await findCvl(tx, supervisorId), effectiveOn, ...(failure && { failure }) },
  })
}

/**
 * Carries out the changes of supervisor whose day has come, in their order, all or none. One that would put somebody above themselves
 * by now, with somebody who has left, or that brings somebody more than was agreed to, is marked and told. Doing it again does nothing.
 */
export const applyDueMoves = async (db: Kysely<DB>, today: string, now: number): Promise<void> => {
  if (!(await selectDueMoves(db, today).select('v.id').limit(1).executeTakeFirst())) return
  await db.transaction().execute(async (tx) => {
    await lockSupervisorTree(tx)
    const staff = await tx.selectFrom('employee').select(['id', 'supervisorId']).execute()
    const tree: SupervisorTree = new Map(staff.map(({ id, supervisorId }) => [id, supervisorId]))
    const due = await selectDueMoves(tx, today)
      .select(['v.id', 'v.employeeId', 'v.supervisorId', 'v.effectiveOn', 'v.createdBy', 'v.createdAt'])
      .orderBy('v.effectiveOn')
      .orderBy('v.id')
      .execute()
    const at = new Date(now).toISOString()
    for (const move of due) await applyMove(tx, tree, move, today, at)
  })
}
