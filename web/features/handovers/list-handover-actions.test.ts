import { expect, test } from 'vitest'
import { type HandoverRow, handoverStates } from '#contract/handovers.ts'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { listHandoverActions, listHandoverRowActions } from './list-handover-actions.ts'

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

test('a row offers what its state lets follow to those who may', () => {
  const doneAt = '2026-03-02T10:00:00.000Z'
  const tabulate = (state: HandoverRow['state'], hoursLater = 1) =>
    tabulateActionsByRole((may) =>
      listHandoverRowActions(
        { state, doneAt: state === 'done' ? doneAt : null },
        may,
        Date.parse(doneAt) + hoursLater * 3_600_000,
      ),
    )
  expect(tabulate('proposed')).toMatchObject({ manager: ['decide'], direction: ['decide'] })
  expect(tabulate('accepted')).toMatchObject({ manager: ['takeBack'] })
  expect(tabulate('done')).toMatchObject({ manager: ['undo'] })
  expect(tabulate('done', 25)).toEqual({})
  expect(tabulate('rejected')).toEqual({})
})
