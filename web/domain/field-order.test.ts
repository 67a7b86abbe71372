import { expect, test } from 'vitest'
import { fieldOrders } from '#contract/all-field-orders.ts'
import { auditedRecordFields } from '#contract/audit/fields.ts'
import { moduleKeys, permissionActions } from '#contract/permissions.ts'
import { auditFields } from '#locales/es/written/audit-words.ts'
import { changeFields } from '#locales/es/written/change-words.ts'
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

test('the orders of two features never contradict each other', () => {
  const contradictions = fieldOrders.flatMap((order) =>
    order.flatMap((name, at) =>
      at > 0 && fieldOrder.indexOf(order[at - 1]!) > fieldOrder.indexOf(name)
        ? [`${order[at - 1]} before ${name}`]
        : [],
    ),
  )
  expect(contradictions).toEqual([])
})

test('every field of an order has words', () => {
  const named = new Set<string>([
    ...Object.keys({ ...auditFields, ...changeFields }),
    ...auditedRecordFields,
    ...moduleKeys,
    ...permissionActions,
  ])
  expect(fieldOrder.filter((name) => !named.has(name))).toEqual([])
})
