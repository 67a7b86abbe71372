import { expect, test } from 'vitest'
import { type BankEntryState, bankEntryStates } from '#contract/bank.ts'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { listReceiptActions } from './list-receipt-actions.ts'

type Receipt = Parameters<typeof listReceiptActions>[0]

const tabulate = (state: BankEntryState, changed: Partial<Receipt> = {}) =>
  tabulateActionsByRole((may) =>
    listReceiptActions({ state, proposedAccountId: '5', proposedPaymentId: null, ...changed }, may),
  )

test('offers decisions on waiting and returning receipts, to administrators alone', () => {
  expect(Object.fromEntries(bankEntryStates.map((state) => [state, tabulate(state)]))).toEqual({
    waiting: { admin: ['confirm', 'assign', 'sendBack'] },
    posted: {},
    noted: {},
    returning: { admin: ['confirmReturn', 'cancelReturn'] },
    returned: {},
    settled: {},
    refund: {},
    booked: {},
    foreign: {},
    other: {},
  })
})

test('confirms a receipt at once only for a proposed account and no returned payment', () => {
  expect(tabulate('waiting', { proposedAccountId: null })).toEqual({ admin: ['assign', 'sendBack'] })
  expect(tabulate('waiting', { proposedPaymentId: '9' })).toEqual({ admin: ['assign', 'sendBack'] })
})
