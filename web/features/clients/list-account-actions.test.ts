import { expect, test } from 'vitest'
import { accountStates } from '#contract/clients/client.ts'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { listAccountActions } from './list-account-actions.ts'

type ActionableAccount = Parameters<typeof listAccountActions>[0]
const today = '2026-11-23'
const openAccount: ActionableAccount = {
  status: 'active',
  balance: '120.50',
  available: '120.50',
  expiresOn: null,
  maturity: null,
}
const createMaturity = (suspended: boolean): ActionableAccount['maturity'] => ({
  instruction: 'pay_out',
  productName: null,
  suspended,
  amount: '120.50',
  settlesOn: '2026-11-30',
  closure: null,
})

const tabulate = (money: Pick<ActionableAccount, 'balance' | 'available'>) =>
  Object.fromEntries(
    accountStates.map((status) => [
      status,
      tabulateActionsByRole((may) => listAccountActions({ ...openAccount, status, ...money }, may, today)),
    ]),
  )

test('offers the actions of an account with money to the permitted roles', () => {
  const onlyWithdrawal = {
    admin: ['withdrawal'],
    supervisor: ['withdrawal'],
    manager: ['withdrawal'],
    advisor: ['withdrawal'],
    banker: ['withdrawal'],
  }
  const both = ['contribution', 'withdrawal']
  const all = ['contribution', 'withdrawal', 'cancellation']
  expect(tabulate({ balance: '120.50', available: '120.50' })).toEqual({
    draft: onlyWithdrawal,
    pending: { admin: both, supervisor: both, manager: both, advisor: ['withdrawal'], banker: both },
    active: { admin: all, supervisor: all, manager: all, advisor: ['withdrawal', 'cancellation'], banker: all },
    expired: {},
    canceled: {},
  })
})

test('offers only contributions to an account without money', () => {
  const contribution = {
    admin: ['contribution'],
    supervisor: ['contribution'],
    manager: ['contribution'],
    banker: ['contribution'],
  }
  expect(tabulate({ balance: '0.00', available: '0.00' })).toEqual({
    draft: {},
    pending: contribution,
    active: contribution,
    expired: {},
    canceled: {},
  })
})

test('offers a cancellation simulation while withdrawals hold all the money', () => {
  const account = { ...openAccount, available: '0.00' }
  expect(listAccountActions(account, () => true, today)).toEqual(['contribution', 'cancellation'])
})

test.each([
  { expiresOn: '2026-11-24', suspended: false, actions: ['instruction', 'call'] },
  { expiresOn: '2026-11-23', suspended: false, actions: [] },
  { expiresOn: '2026-11-20', suspended: true, actions: ['instruction'] },
])('offers $actions for a maturity on $expiresOn, suspended: $suspended', ({ expiresOn, suspended, actions }) => {
  const account = { ...openAccount, status: 'expired' as const, expiresOn, maturity: createMaturity(suspended) }
  const offered = tabulateActionsByRole((may) => listAccountActions(account, may, today))
  const roles = ['admin', 'supervisor', 'manager', 'advisor', 'banker']
  expect(offered).toEqual(actions.length > 0 ? Object.fromEntries(roles.map((role) => [role, actions])) : {})
})
