import type { ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { executeErasure } from './execute-erasure.ts'

type ErasurePayload = { erasureId: string }

/** A person is erased for good: nobody does that alone, and no job does it at all. */
export const clientErasureTask: ApprovalTask<'clientErasure', ErasurePayload> = {
  name: 'clientErasure',
  module: 'bt_Supresiones',
  secondFactor: true,
  getRecordPath: (clientId) => clientId && `/clientes/${clientId}/supresion`,
  carryOut: (tx, actor, { payload: { erasureId }, approvalId, now }) =>
    executeErasure(tx, actor, erasureId, { approvalId, now }),
  discardChange: async (tx, { payload: { erasureId }, approvalId }) => {
    await tx
      .updateTable('clientErasure')
      .set({ state: 'due', approvalId: null })
      .where('id', '=', erasureId)
      .where('approvalId', '=', approvalId)
      .where('state', '=', 'asked')
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { erasureId }, approvalId }) => {
    const restored = await tx
      .updateTable('clientErasure')
      .set({ state: 'asked', approvalId })
      .where('id', '=', erasureId)
      .where('state', '=', 'due')
      .returning('id')
      .executeTakeFirst()
    if (!restored) throw buildRefusal('approval.rejectionFinal')
  },
}
