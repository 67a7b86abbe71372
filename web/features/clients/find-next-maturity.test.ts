import { expect, test } from 'vitest'
import type { ClientAccount } from '#contract/clients/client.ts'
import { findNextMaturity, sortAccounts } from './find-next-maturity.ts'

const createAccount = (id: string, values: Partial<ClientAccount> = {}): ClientAccount => ({
  id,
  number: `D-EVAS-${id}`,
  productName: 'Evas',
  productFamily: 'fixed_term',
  status: 'active',
  openedOn: '2026-01-01',
  expiresOn: null,
  rate: '3.000000',
  bonusRate: '0.000000',
  agreedAmount: null,
  principal: '100.00',
  interestToDate: '0.00',
  balance: '100.00',
  held: '0.00',
  available: '100.00',
  maturity: null,
  holderRole: 'primary',
  holders: [],
  ...values,
})
const createTerm = (id: string, expiresOn: string, values: Partial<ClientAccount> = {}): ClientAccount =>
  createAccount(id, {
    expiresOn,
    maturity: {
      instruction: 'pay_out',
      productName: null,
      suspended: false,
      amount: '100.00',
      settlesOn: expiresOn,
      closure: null,
    },
    ...values,
  })

test('finds the maturity that comes first among held accounts', () => {
  const accounts = [
    createAccount('1'),
    createTerm('2', '2027-03-01'),
    createTerm('3', '2026-12-01'),
    createTerm('4', '2026-11-25', { holderRole: 'authorised' }),
    createAccount('5', { expiresOn: '2025-01-01', status: 'expired' }),
  ]
  expect(findNextMaturity(accounts)?.id).toBe('3')
  expect(findNextMaturity([createAccount('1')])).toBeUndefined()
})

test('sorts accounts by maturity with those without a term last', () => {
  const accounts = [createAccount('1'), createTerm('2', '2027-03-01'), createTerm('3', '2026-12-01')]
  expect(sortAccounts(accounts, 'expiresOn', 'asc').map(({ id }) => id)).toEqual(['3', '2', '1'])
  expect(sortAccounts(accounts, 'expiresOn', 'desc').map(({ id }) => id)).toEqual(['2', '3', '1'])
})

test('sorts accounts by balance as amounts and not as text', () => {
  const accounts = [createAccount('1', { balance: '900.00' }), createAccount('2', { balance: '10000.00' })]
  expect(sortAccounts(accounts, 'balance', 'desc').map(({ id }) => id)).toEqual(['2', '1'])
})
