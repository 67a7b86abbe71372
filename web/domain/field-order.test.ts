import { expect, test } from 'vitest'
import { compareFieldPaths, fieldOrder } from './field-order.ts'

const sortFields = (...fields: string[]): string[] =>
  fields.sort((one, other) => compareFieldPaths(one.split('.'), other.split('.')))

test('bank statement fields run from account through sums to the last balance', () => {
  const kept = ['toDate', 'closing', 'entries', 'follows', 'opening', 'fromDate', 'incoming', 'outgoing']
  expect(sortFields(...kept, 'newAccount', 'previousClosing', 'statementAccount')).toEqual([
    ...['statementAccount', 'newAccount', 'fromDate', 'toDate', 'follows', 'previousClosing', 'opening', 'entries'],
    ...['incoming', 'outgoing', 'closing'],
  ])
})

test('nested fields stay together, numbered ones in order of their numbers', () => {
  expect(sortFields('10.closing', '2.closing', '10.opening', '2.opening', 'bt_Clientes.scope', 'amount')).toEqual([
    ...['amount', 'bt_Clientes.scope', '2.opening', '2.closing', '10.opening', '10.closing'],
  ])
  expect(sortFields('rates.1', 'rates', 'name')).toEqual(['name', 'rates', 'rates.1'])
})

test('a field without a place comes last, by name, whatever its stored order', () => {
  expect(sortFields('zeta', 'alpha', 'reason')).toEqual(['reason', 'alpha', 'zeta'])
})

test('no field has two places', () => {
  expect(fieldOrder.filter((name, at) => fieldOrder.indexOf(name) !== at)).toEqual([])
})
