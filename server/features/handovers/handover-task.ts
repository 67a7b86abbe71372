import { refuse } from '#server/core/errors.ts'
import type { Task } from '#server/core/task.ts'
import { hasRelativeAmong } from '#server/domain/too-near.ts'
import { carryOut, isReceiverThere, lockHandover } from './carry-out.ts'
import { auditHandover, traceOf } from './tell.ts'

/** A handover that the receiver, or whoever may approve for them, accepts. On its day or after it is carried out with the word itself. */
export const handoverTask: Task<{ handoverId: string }> = {
  name: 'handover',
  module: 'bt_Traspasos',
  secondFactor: false,
  pageOf: (handoverId) => handoverId && `/crm/Traspasos/${handoverId}`,
  carryOut: async (tx, doer, { payload: { handoverId }, approvalId, now }) => {
    const handover = await lockHandover(tx, handoverId)
    const { businessDate } = doer
    if (handover?.state !== 'proposed' || !(await isReceiverThere(tx, handover))) throw refuse('approval.changedSince')
    if (await hasRelativeAmong(tx, doer.person, handoverId, businessDate)) throw refuse('approval.ownRecord')
    const trace = traceOf(doer)
    const accepted = { acceptedBy: approvalId && trace.userId, acceptedAt: new Date(now).toISOString() }
    await tx
      .updateTable('handover')
      .set({ state: 'accepted', ...accepted })
      .where('id', '=', handoverId)
      .execute()
    if (approvalId !== null)
      await auditHandover(tx, trace, {
        id: handoverId,
        action: 'handover.accepted',
        before: { state: 'proposed' },
        after: { state: 'accepted', effectiveOn: handover.effectiveOn },
      })
    if (handover.effectiveOn <= businessDate)
      await carryOut(tx, { ...handover, state: 'accepted' }, { trace, today: businessDate, now })
  },
  drop: async (tx, { payload: { handoverId } }, state) => {
    await tx
      .updateTable('handover')
      .set({ state })
      .where('id', '=', handoverId)
      .where('state', '=', 'proposed')
      .execute()
  },
}

export const handoverTasks: readonly Task[] = [handoverTask]
