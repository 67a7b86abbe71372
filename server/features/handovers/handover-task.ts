import { type Kysely, sql } from 'kysely'
import type { TaskName } from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import { audit } from '#server/core/audit.ts'
import { refuse } from '#server/core/errors.ts'
import type { Doer, Task } from '#server/core/task.ts'
import { hasRelativeAmong } from '#server/domain/too-near.ts'
import { carryOut, isReceiverThere, type Locked, lockHandover } from './carry-out.ts'
import { auditHandover, traceOf } from './tell.ts'
import { releaseOf } from './who-answers.ts'

type Handover = { handoverId: string }

/** The handover as it can still be agreed to by the doer. */
const lockProposed = async (tx: Kysely<DB>, doer: Doer, handoverId: string): Promise<Locked> => {
  const handover = await lockHandover(tx, handoverId)
  if (handover?.state !== 'proposed' || !(await isReceiverThere(tx, handover))) throw refuse('approval.changedSince')
  if (await hasRelativeAmong(tx, doer.person, handoverId, doer.businessDate)) throw refuse('approval.ownRecord')
  return handover
}

/** Both sides have agreed: on its day or after it is carried out with the last word itself. */
const settle = async (tx: Kysely<DB>, doer: Doer, handover: Locked, now: number): Promise<void> => {
  const { id, effectiveOn } = handover
  const { businessDate: today } = doer
  await tx.updateTable('handover').set({ state: 'accepted' }).where('id', '=', id).execute()
  if (effectiveOn <= today) await carryOut(tx, { ...handover, state: 'accepted' }, { trace: traceOf(doer), today, now })
}

/**
 * Nothing comes of it: the word of the other side isn't asked for any more. One that is being given right now is passed over, and finds
 * that the handover is no longer proposed.
 */
const drop: NonNullable<Task<TaskName, Handover>['drop']> = async (
  tx,
  { payload: { handoverId }, approvalId },
  state,
) => {
  await tx.updateTable('handover').set({ state }).where('id', '=', handoverId).where('state', '=', 'proposed').execute()
  if (state === 'expired') return
  const { rows } = await sql<{ id: string; task: string }>`
    update approval a set state = 'withdrawn', decided_at = d.decided_at, decided_by = d.decided_by, decided_cvl = d.decided_cvl
      from approval d
     where d.id = ${approvalId} and a.id in (
       select o.id from approval o where o.entity = 'handover' and o.entity_id = ${handoverId} and o.state = 'pending' for update skip locked)
    returning a.id::text as id, a.task`.execute(tx)
  for (const { id, task } of rows) {
    const after = { state: 'withdrawn', task }
    await audit(tx, null, {
      action: 'approval.withdrawn',
      entity: 'approval',
      entityId: id,
      before: { state: 'pending' },
      after,
    })
  }
}

/** A handover that the receiver, or whoever may approve for them, accepts. */
export const handoverTask: Task<'handover', Handover> = {
  name: 'handover',
  module: 'bt_Traspasos',
  secondFactor: false,
  pageOf: (handoverId) => handoverId && `/crm/Traspasos/${handoverId}`,
  carryOut: async (tx, doer, { payload: { handoverId }, approvalId, now }) => {
    const handover = await lockProposed(tx, doer, handoverId)
    const release = await releaseOf(tx, handover, now)
    if (release === 'missing') throw refuse('approval.changedSince')
    const trace = traceOf(doer)
    const accepted = { acceptedBy: approvalId && trace.userId, acceptedAt: new Date(now).toISOString() }
    await tx.updateTable('handover').set(accepted).where('id', '=', handoverId).execute()
    if (approvalId !== null)
      await auditHandover(tx, trace, {
        id: handoverId,
        action: 'handover.accepted',
        before: { state: 'proposed' },
        after: { state: release === 'given' ? 'accepted' : 'proposed', effectiveOn: handover.effectiveOn },
      })
    if (release === 'given') await settle(tx, doer, handover, now)
  },
  drop,
}

/**
 * Clients leave a portfolio on the word of whoever answers for it, where the proposer doesn't: neither who proposes nor who receives takes them
 * from somebody who isn't asked.
 */
export const releaseTask: Task<'handoverRelease', Handover> = {
  name: 'handoverRelease',
  module: 'bt_Traspasos',
  secondFactor: false,
  guarded: true,
  answers: 'line',
  pageOf: handoverTask.pageOf!,
  carryOut: async (tx, doer, { payload: { handoverId }, approvalId, now }) => {
    if (approvalId === null) return
    const handover = await lockProposed(tx, doer, handoverId)
    const { state, acceptedAt } = handover
    const after = { state: acceptedAt === null ? state : 'accepted', effectiveOn: handover.effectiveOn }
    await auditHandover(tx, traceOf(doer), { id: handoverId, action: 'handover.released', before: { state }, after })
    if (acceptedAt !== null) await settle(tx, doer, handover, now)
  },
  drop,
}
