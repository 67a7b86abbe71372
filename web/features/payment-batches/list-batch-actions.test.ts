import { expect, test } from 'vitest'
import { type BatchDetail, type BatchState, batchStates } from '#contract/payment-batches.ts'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { listBatchActions, listBatchRowActions } from './list-batch-actions.ts'

type Batch = Parameters<typeof listBatchActions>[0]

const sentOrders: BatchDetail['standing'] = [{ state: 'sent', orders: 2, amount: '100.00' }]
const paidOrders: BatchDetail['standing'] = [{ state: 'paid', orders: 2, amount: '100.00' }]
const tabulate = (state: BatchState, changed: Partial<Batch> = {}) =>
  tabulateActionsByRole((may) =>
    listBatchActions({ state, orders: 2, standing: sentOrders, endAsked: false, ...changed }, may),
  )

test('offers the actions of each batch state to the roles that may take them', () => {
  expect(Object.fromEntries(batchStates.map((state) => [state, tabulate(state)]))).toEqual({
    draft: { admin: ['submit', 'giveUp'] },
    waiting: { admin: ['giveUp'] },
    approved: { admin: ['download', 'send', 'giveUp'], direction: ['download'] },
    sending: { admin: ['download'], direction: ['download'] },
    sent: { admin: ['download', 'paid'], direction: ['download'] },
    given_up: {},
  })
})

test('a batch without orders cannot be submitted', () => {
  expect(tabulate('draft', { orders: 0 })).toEqual({ admin: ['giveUp'] })
})

test('payment is confirmed only while an order of the batch is sent', () => {
  expect(tabulate('sent', { standing: paidOrders })).toEqual({ admin: ['download'], direction: ['download'] })
})

test('a batch is given up only once', () => {
  expect(tabulate('approved', { endAsked: true })).toEqual({ admin: ['download', 'send'], direction: ['download'] })
  expect(tabulate('draft', { endAsked: true })).toEqual({ admin: ['submit'] })
})

test('a row of the list offers the steps that need no page', () => {
  const ofRow = (state: BatchState) => tabulateActionsByRole((may) => listBatchRowActions({ state, orders: 2 }, may))
  expect(Object.fromEntries(batchStates.map((state) => [state, ofRow(state)]))).toEqual({
    draft: { admin: ['submit'] },
    waiting: {},
    approved: { admin: ['download', 'send'], direction: ['download'] },
    sending: { admin: ['download'], direction: ['download'] },
    sent: { admin: ['download'], direction: ['download'] },
    given_up: {},
  })
})
