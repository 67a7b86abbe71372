import { expect, test } from 'vitest'
import { approvalStates } from '#contract/approvals.ts'
import { type DecisionFacts, getDecisionRights } from './decision-rights.ts'

const approver: DecisionFacts = {
  shownState: 'pending',
  mine: false,
  near: false,
  reached: true,
  absentMade: false,
  early: false,
  gaveFirst: false,
  ofDirection: false,
  rank: 0,
}
const nothing = { mayDecide: false, mayWithdraw: false, standBack: null }

test('leaves a change to its approver only while it is pending', () => {
  const byState = Object.fromEntries(
    approvalStates.map((shownState) => [shownState, getDecisionRights({ ...approver, shownState, mine: true }, false)]),
  )
  const { pending, ...ended } = byState
  expect(pending).toEqual({ mayDecide: true, mayWithdraw: true, standBack: null })
  for (const rights of Object.values(ended)) expect(rights).toEqual(nothing)
})

test('lets nobody decide or withdraw from the view of another', () => {
  expect(getDecisionRights({ ...approver, mine: true }, true)).toEqual({ ...nothing, standBack: 'cvl.readOnly' })
})

test('gives no reason to somebody whose change it is not to decide anyway', () => {
  expect(getDecisionRights({ ...approver, reached: false, rank: null }, false)).toEqual(nothing)
})

test.each([
  { facts: { mine: true, near: true }, standBack: 'approval.sameAsMaker', mayWithdraw: true },
  { facts: { near: true, gaveFirst: true }, standBack: 'approval.ownRecord', mayWithdraw: false },
  { facts: { gaveFirst: true, early: true }, standBack: 'approval.needsAnother', mayWithdraw: false },
  { facts: { early: true, ofDirection: true }, standBack: 'approval.rightTooNew', mayWithdraw: false },
  { facts: { ofDirection: true, absentMade: true }, standBack: 'approval.directionDecides', mayWithdraw: false },
  { facts: { absentMade: true }, standBack: 'approval.sameAsMaker', mayWithdraw: false },
  { facts: {}, standBack: 'approval.ownRecord', mayWithdraw: false },
])('says the first obstacle to a decision: $facts', ({ facts, standBack, mayWithdraw }) => {
  expect(getDecisionRights({ ...approver, ...facts, rank: null }, false)).toEqual({
    mayDecide: false,
    mayWithdraw,
    standBack,
  })
})
