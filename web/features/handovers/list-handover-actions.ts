import type { ApprovalDetail } from '#contract/approvals.ts'
import { type HandoverDetail, type HandoverRow, handoverUndoHours } from '#contract/handovers.ts'
import type { PermissionCheck } from '#web/core/session.ts'

const handoverActions = ['accept', 'reject', 'withdraw', 'undo'] as const
export type HandoverAction = (typeof handoverActions)[number]

/**
 * What the person may do about a handover now, in the order of the buttons. While it is proposed, the approval decides, stand-ins included;
 * without one (it isn't there yet, or may not be seen) nothing but what the handover itself allows.
 */
export const listHandoverActions = (
  { state, mayUndo }: Pick<HandoverDetail, 'state' | 'mayUndo'>,
  approval: Pick<ApprovalDetail, 'mayDecide' | 'mayWithdraw'> | undefined,
): HandoverAction[] => {
  const decision = state === 'proposed' ? approval : undefined
  const isOffered: Record<HandoverAction, boolean> = {
    accept: decision?.mayDecide === true,
    reject: decision?.mayDecide === true,
    withdraw: decision?.mayWithdraw === true,
    undo: mayUndo,
  }
  return handoverActions.filter((action) => isOffered[action])
}

export type HandoverRowAction = 'decide' | 'takeBack' | 'undo'

/** What may follow from a row, by its state and the rights: whose turn it is, only the handover itself says. */
export const listHandoverRowActions = (
  { state, doneAt }: Pick<HandoverRow, 'state' | 'doneAt'>,
  may: PermissionCheck,
  now: number,
): HandoverRowAction[] => {
  if (state === 'proposed') return may('bt_Aprobaciones', 'view') ? ['decide'] : []
  if (!may('bt_Traspasos', 'approve')) return []
  if (state === 'accepted') return ['takeBack']
  const isUndoable = state === 'done' && doneAt !== null && Date.parse(doneAt) + handoverUndoHours * 3_600_000 >= now
  return isUndoable ? ['undo'] : []
}
