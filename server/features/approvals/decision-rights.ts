import type { ApprovalDetail, ApprovalRow, cannotDecideReasons } from '#contract/approvals.ts'

/** What is known of a change and of the person who would decide it. */
export type DecisionFacts = {
  shownState: ApprovalRow['state']
  mine: boolean
  near: boolean
  reached: boolean
  absentMade: boolean
  /** What would decide it is younger than a day. */
  early: boolean
  gaveFirst: boolean
  /** Guarded, and somebody of direction is there to decide it. */
  ofDirection: boolean
  /** Null: the change isn't the viewer's to decide, whatever its state. */
  rank: number | null
}

/** Why whoever sees and reaches a change may not decide it. */
export const getCannotDecideReason = ({
  mine,
  near,
  absentMade,
  early,
  gaveFirst: gave,
  ofDirection,
}: Omit<DecisionFacts, 'shownState' | 'reached' | 'rank'>): (typeof cannotDecideReasons)[number] => {
  if (mine) return 'approval.sameAsMaker'
  if (near) return 'approval.ownRecord'
  if (gave) return 'approval.needsAnother'
  if (early) return 'approval.rightTooNew'
  if (ofDirection) return 'approval.directionDecides'
  return absentMade ? 'approval.sameAsMaker' : 'approval.ownRecord'
}

/** What somebody may do with a change that they see, or why they may not decide it. `isReadOnlyView`: they work in another's view. */
export const getDecisionRights = (
  facts: DecisionFacts,
  isReadOnlyView: boolean,
): Pick<ApprovalDetail, 'mayDecide' | 'mayWithdraw' | 'standBack'> => {
  const { shownState, rank, reached, mine } = facts
  const isPending = shownState === 'pending'
  const mayDecide = isPending && rank !== null && !isReadOnlyView
  const isHeldBack = isPending && reached && !mayDecide
  return {
    mayDecide,
    mayWithdraw: isPending && mine && !isReadOnlyView,
    standBack: isHeldBack ? (isReadOnlyView ? 'cvl.readOnly' : getCannotDecideReason(facts)) : null,
  }
}
