import { expect, test } from 'vitest'
import { cancellationStates } from '#contract/cancellations.ts'
import { createRolePermissionCheck } from '#test/harness/role-actions.ts'
import { getQuoteActions } from './quote-actions.ts'

const tabulate = (approvalId: string | null, isAccountActive: boolean, mayEdit = true) =>
  Object.fromEntries(
    cancellationStates.map((state) => {
      const { mayExecute, mayRetain } = getQuoteActions({ state, approvalId, isAccountActive }, mayEdit)
      return [state, [...(mayExecute ? ['execute'] : []), ...(mayRetain ? ['retain'] : [])]]
    }),
  )
const nothing = { open: [], executed: [], retained: [], expired: [] }

test('executes only open quotes, and notes retentions of open and expired ones', () => {
  expect(tabulate(null, true)).toEqual({ ...nothing, open: ['execute', 'retain'], expired: ['retain'] })
})

test('allows nothing on a quote that waits for approval or whose account has ended', () => {
  expect(tabulate('7', true)).toEqual(nothing)
  expect(tabulate(null, false)).toEqual(nothing)
})

test('allows nothing on a quote to somebody who may only see it', () => {
  const mayEdit = createRolePermissionCheck('partner')('bt_Cancelaciones', 'edit')
  expect(tabulate(null, true, mayEdit)).toEqual(nothing)
})
