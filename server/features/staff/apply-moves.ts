import { type Kysely, sql } from 'kysely'
import type { moveFailures } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { findTasksOff } from '#server/domain/approvals.ts'
import { findGain, isWithin } from './move-gain.ts'
import { findAgreedGain, moveTask } from './move-task.ts'
import { cvlOf, lockTree, makesCycle, type Tree, waitingMoves } from './tree.ts'

type Failure = (typeof moveFailures)[number]
type Due = {
  id: string
  employeeId: string
  supervisorId: string | null
  effectiveOn: string
  createdBy: string | null
  createdAt: string
}

const dueMoves = (db: Kysely<DB>, today: string) => waitingMoves(db).where('v.effectiveOn', '<=', today)

/** Whoever planned it has to find another way: nothing happened. */
const tellMaker = async (tx: Kysely<DB>, { createdBy, employeeId, effectiveOn }: Due): Promise<void> => {
  if (createdBy === null) return
  const cvl = (await cvlOf(tx, employeeId)) ?? ''
  const params = JSON.stringify({ cvl, date: effectiveOn })
  await sql`select registry.notify_user(${createdBy}, 'employee.moveFailed', ${params}::jsonb, ${`/crm/RRHH/${employeeId}`})`.execute(
    tx,
  )
}

const whyNot = async (tx: Kysely<DB>, tree: Tree, move: Due, today: string): Promise<Failure | null> => {
  const people = [move.employeeId, ...(move.supervisorId === null ? [] : [move.supervisorId])]
  const left = await tx
    .selectFrom('employee')
    .select('id')
    .where('id', 'in', people)
    .where('terminatedOn', '<', today)
    .executeTakeFirst()
  if (left) return 'left'
  if (makesCycle(tree, move.employeeId, move.supervisorId)) return 'cycle'
  const gain = await findGain(tx, tree, move)
  if (isWithin(gain, await findAgreedGain(tx, move))) return null
  return (await findTasksOff(tx)).includes(moveTask.name) ? null : 'gain'
}

const apply = async (tx: Kysely<DB>, tree: Tree, move: Due, today: string, at: string): Promise<void> => {
  const { id, employeeId, supervisorId, effectiveOn } = move
  const failure = await whyNot(tx, tree, move, today)
  const fromId = tree.get(employeeId) ?? null
  const done = failure === null ? { appliedAt: at, fromId } : { failure }
  await tx.updateTable('supervisorMove').set(done).where('id', '=', id).execute()
  if (failure === null) {
    await tx.updateTable('employee').set({ supervisorId }).where('id', '=', employeeId).execute()
    tree.set(employeeId, supervisorId)
  } else await tellMaker(tx, move)
  await audit(tx, null, {
    action: failure === null ? 'employee.moved' : 'employee.moveFailed',
    entity: 'employee',
    entityId: employeeId,
    before: { supervisor: await cvlOf(tx, fromId) },
    after: { supervisor: await cvlOf(tx, supervisorId), effectiveOn, ...(failure && { failure }) },
  })
}

/**
 * Carries out the changes of supervisor whose day has come, in their order, all or none. One that would put somebody above themselves
 * by now, with somebody who has left, or that brings somebody more than was agreed to, is marked and told. Doing it again does nothing.
 */
export const applyMoves = async (db: Kysely<DB>, today: string, now: number): Promise<void> => {
  if (!(await dueMoves(db, today).select('v.id').limit(1).executeTakeFirst())) return
  await db.transaction().execute(async (tx) => {
    await lockTree(tx)
    const staff = await tx.selectFrom('employee').select(['id', 'supervisorId']).execute()
    const tree: Tree = new Map(staff.map(({ id, supervisorId }) => [id, supervisorId]))
    const due = await dueMoves(tx, today)
      .select(['v.id', 'v.employeeId', 'v.supervisorId', 'v.effectiveOn', 'v.createdBy', 'v.createdAt'])
      .orderBy('v.effectiveOn')
      .orderBy('v.id')
      .execute()
    const at = new Date(now).toISOString()
    for (const move of due) await apply(tx, tree, move, today, at)
  })
}
