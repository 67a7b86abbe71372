import { expect, test } from 'vitest'
import { getRowName } from './data-table-types.ts'
import type { AnyColumn } from './list-types.ts'

const name = (column: Omit<AnyColumn, 'label'>) =>
  getRowName({ id: '1', params: { amount: '3.00' }, name: 'Ana' }, { label: 'Change', ...column })

test('a row is called what its cell says, whatever the value is made of', () => {
  expect(name({ key: 'params', cell: () => 'Withdraw 3.00' })).toBe('Withdraw 3.00')
  expect(name({ key: 'name', cell: () => null })).toBe('Ana')
  expect(name({ key: 'missing', cell: () => null })).toBe('')
})
