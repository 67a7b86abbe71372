import type { ParamsOfTask } from '#contract/approvals.ts'
import type { ApprovalTask } from '#server/core/approval-task.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { executeMerge } from './execute-merge.ts'
import { executeMergeUndo } from './undo-merge.ts'

type MergePayload = { mergeId: string; change: ParamsOfTask<'clientMerge'>['change'] }

/** Two records become one, or two again: nobody decides alone whose money it is. */
export const clientMergeTask: ApprovalTask<'clientMerge', MergePayload> = {
  name: 'clientMerge',
  module: 'bt_Clientes',
  secondFactor: true,
  getRecordPath: (clientId) => clientId && `/clientes/${clientId}`,
  carryOut: (tx, actor, { payload: { mergeId, change }, ...context }) =>
    change === 'clientMerge'
      ? executeMerge(tx, actor, mergeId, context)
      : executeMergeUndo(tx, actor, mergeId, context),
  discardChange: async (tx, { payload: { mergeId, change } }) => {
    if (change !== 'clientMerge') return
    await tx
      .updateTable('clientMerge')
      .set({ state: 'dropped' })
      .where('id', '=', mergeId)
      .where('state', '=', 'asked')
      .execute()
  },
  restoreChange: async (tx, _actor, { payload: { mergeId, change } }) => {
    if (change !== 'clientMerge') return
    const merge = await tx
      .selectFrom('clientMerge')
      .where('id', '=', mergeId)
      .where('state', '=', 'dropped')
      .select('absorbedId')
      .forUpdate()
      .executeTakeFirst()
    if (!merge) throw buildRefusal('approval.rejectionFinal')
    const isOtherPending = await tx
      .selectFrom('clientMerge')
      .where('absorbedId', '=', merge.absorbedId)
      .where('state', '=', 'asked')
      .select('id')
      .executeTakeFirst()
    if (isOtherPending) throw buildRefusal('approval.replaced')
    await tx.updateTable('clientMerge').set({ state: 'asked' }).where('id', '=', mergeId).execute()
  },
}
