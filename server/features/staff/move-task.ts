import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { assertNotOwnEmployee } from '#server/domain/too-near.ts'
import { findGain, type Gain, isWithin } from './move-gain.ts'
import { cvlOf, lockTree, makesCycle, treeOn, waitingMoves } from './tree.ts'

/** A move as it is made or planned. */
export type StaffMove = {
  employeeId: string
  fromId: string | null
  supervisorId: string | null
  effectiveOn: string
  reason: string | null
}
/** And as somebody proposes it: who would gain whom. */
export type ProposedMove = StaffMove & { gain: Gain }

type Maker = { makerId: string; now: number }

/** Writes the move down, and makes it where its day has come. The caller has locked the tree and checked it. */
export const writeMove = async (
  tx: Kysely<DB>,
  doer: Doer,
  move: StaffMove,
  { makerId, now }: Maker,
): Promise<void> => {
  const { employeeId, fromId, supervisorId, effectiveOn, reason } = move
  const planned = effectiveOn > doer.businessDate
  const at = new Date(now).toISOString()
  const made = { createdAt: at, createdBy: makerId, appliedAt: planned ? null : at }
  await tx
    .insertInto('supervisorMove')
    .values({ employeeId, fromId, supervisorId, effectiveOn, reason, ...made })
    .execute()
  if (!planned) await tx.updateTable('employee').set({ supervisorId }).where('id', '=', employeeId).execute()
  await audit(tx, doer, {
    action: planned ? 'employee.movePlanned' : 'employee.moved',
    entity: 'employee',
    entityId: employeeId,
    before: { supervisor: await cvlOf(tx, fromId) },
    after: { supervisor: await cvlOf(tx, supervisorId), effectiveOn },
  })
}

/** Whether both work here as long as the move needs them to, and nothing else is planned for that day. */
const isPossible = async (tx: Kysely<DB>, { employeeId, fromId, supervisorId, effectiveOn }: StaffMove) => {
  const people = await tx
    .selectFrom('employee')
    .where('id', 'in', [employeeId, ...(supervisorId === null ? [] : [supervisorId])])
    .select(['id', 'supervisorId', 'terminatedOn'])
    .forUpdate()
    .execute()
  const moved = people.find(({ id }) => id === employeeId)
  const head = people.find(({ id }) => id === supervisorId)
  const sameDay = await waitingMoves(tx)
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
export const moveTask: Task<'staffMove', ProposedMove> = {
  name: 'staffMove',
  module: 'bt_RRHH',
  secondFactor: true,
  guarded: true,
  pageOf: (employeeId) => employeeId && `/crm/RRHH/${employeeId}`,
  carryOut: async (tx, doer, { payload: { gain, ...asked }, approvalId, makerId, now }) => {
    await lockTree(tx)
    if (approvalId !== null) {
      await assertNotOwnEmployee(tx, doer, asked.employeeId)
      const { employeeId: own } = doer.person
      if (own !== null && gain.heads.includes(own)) throw refuse('approval.ownRecord')
    }
    // What waited for its second person happens when it is decided, not before.
    const effectiveOn = asked.effectiveOn < doer.businessDate ? doer.businessDate : asked.effectiveOn
    const move = { ...asked, effectiveOn }
    const tree = await treeOn(tx, effectiveOn)
    const isAsSeen =
      (await isPossible(tx, move)) &&
      !makesCycle(tree, move.employeeId, move.supervisorId) &&
      tree.get(move.employeeId) !== move.supervisorId &&
      isWithin(await findGain(tx, tree, move), gain)
    if (!isAsSeen) throw refuse('approval.changedSince')
    await writeMove(tx, doer, move, { makerId, now })
  },
}

/** What was agreed to of a planned move: nothing where it was nobody's to decide. */
export const findAgreedGain = async (
  tx: Kysely<DB>,
  move: { employeeId: string; supervisorId: string | null; effectiveOn: string; createdAt: string },
): Promise<Gain> => {
  const approved = await tx
    .selectFrom('approval')
    .where('task', '=', moveTask.name)
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
