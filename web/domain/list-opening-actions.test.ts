import { expect, test } from 'vitest'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { listOpeningActions } from './list-opening-actions.ts'

const tabulate = (opening: Parameters<typeof listOpeningActions>[0]) =>
  tabulateActionsByRole((may) => listOpeningActions(opening, may))

test('offers the actions of an opening to the roles that may take them', () => {
  const withMoney = ['contribute', 'openWithReceived', 'cancel']
  expect(tabulate({ isDraft: false, mayOpenWithReceived: true })).toEqual({
    admin: withMoney,
    supervisor: withMoney,
    manager: withMoney,
    advisor: ['openWithReceived', 'cancel'],
    banker: withMoney,
  })
})

test('offers to continue or cancel a draft, and not to pay into it', () => {
  const draft = ['continueDraft', 'cancel']
  expect(tabulate({ isDraft: true, mayOpenWithReceived: false })).toEqual({
    admin: draft,
    supervisor: draft,
    manager: draft,
    advisor: draft,
    banker: draft,
  })
})

test('a draft with a holder outside the view cannot be continued', () => {
  const { manager } = tabulate({ isDraft: true, mayOpenWithReceived: false, isHeldOutside: true })
  expect(manager).toEqual(['cancel'])
})

test('an account with received money below the minimum cannot be opened', () => {
  const { manager } = tabulate({ isDraft: false, mayOpenWithReceived: false })
  expect(manager).toEqual(['contribute', 'cancel'])
})
