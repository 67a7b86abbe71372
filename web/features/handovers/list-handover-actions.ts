import type { ApprovalDetail } from '#contract/approvals.ts'
import type { HandoverDetail } from '#contract/handovers.ts'

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
