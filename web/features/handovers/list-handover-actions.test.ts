import { expect, test } from 'vitest'
import { handoverStates } from '#contract/handovers.ts'
import { listHandoverActions } from './list-handover-actions.ts'

const receiver = { mayDecide: true, mayWithdraw: false }
const proposer = { mayDecide: false, mayWithdraw: true }
const others = { mayDecide: false, mayWithdraw: false }

test('offers a decision on a handover only while it is proposed', () => {
  const tabulate = (approval: typeof receiver | undefined) =>
    Object.fromEntries(
      handoverStates
        .map((state) => [state, listHandoverActions({ state, mayUndo: false }, approval)] as const)
        .filter(([, actions]) => actions.length > 0),
    )
  expect(tabulate(receiver)).toEqual({ proposed: ['accept', 'reject'] })
  expect(tabulate(proposer)).toEqual({ proposed: ['withdraw'] })
  expect(tabulate(others)).toEqual({})
  expect(tabulate(undefined)).toEqual({})
})

test('offers to undo a handover in any state in which the server allows it', () => {
  for (const state of ['accepted', 'done'] as const) {
    expect(listHandoverActions({ state, mayUndo: true }, undefined)).toEqual(['undo'])
    expect(listHandoverActions({ state, mayUndo: true }, receiver)).toEqual(['undo'])
    expect(listHandoverActions({ state, mayUndo: false }, receiver)).toEqual([])
  }
})
