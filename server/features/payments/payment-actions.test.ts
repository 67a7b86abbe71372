import { expect, test } from 'vitest'
import { paymentStates, paymentWaitReasons } from '#contract/payments.ts'
import { tabulateActionsByRole } from '#test/harness/role-actions.ts'
import { getPaymentActions } from './payment-actions.ts'

type Payment = Parameters<typeof getPaymentActions>[0]

const tabulate = (state: Payment['state'], changed: Partial<Payment> = {}) =>
  tabulateActionsByRole((may) => {
    const payment: Payment = {
      kind: 'withdrawal',
      state,
      waits: null,
      canReorder: false,
      askedApprovalId: null,
      ...changed,
    }
    const actions = getPaymentActions(payment, (module) => may(module, 'edit'))
    return Object.entries(actions).flatMap(([action, isAllowed]) => (isAllowed ? [action] : []))
  })

/** Those who may edit withdrawals. */
const editorsMay = (...actions: string[]) => ({
  admin: actions,
  supervisor: actions,
  manager: actions,
  advisor: actions,
  banker: actions,
})

test('allows the actions of each payment state to the roles that may take them', () => {
  expect(Object.fromEntries(paymentStates.map((state) => [state, tabulate(state)]))).toEqual({
    requested: editorsMay('mayCancel'),
    approved: editorsMay('mayCancel'),
    in_batch: {},
    sent: { admin: ['mayPay', 'mayReturn'] },
    paid: { admin: ['mayReturn'] },
    returned: {},
    rejected: {},
    canceled: {},
  })
})

test('allows nobody to cancel what the firm itself ordered', () => {
  for (const kind of ['interest', 'maturity', 'cancellation'] as const)
    expect(tabulate('approved', { kind })).toEqual({})
})

test('asks for clearance only where a second person can give it', () => {
  expect(
    Object.fromEntries(paymentWaitReasons.map((waits) => [waits, tabulate('approved', { waits }).manager])),
  ).toEqual({
    noBankAccount: ['mayCancel'],
    badNumber: ['mayCancel'],
    stopped: ['mayCancel'],
    needsApproval: ['mayCancel', 'mayClear'],
    unconfirmedMoney: ['mayCancel'],
    newBankAccount: ['mayCancel', 'mayClear'],
    noRate: ['mayCancel'],
  })
})

test('asks neither for clearance nor for a return twice', () => {
  const approvalId = '7'
  expect(tabulate('approved', { waits: 'needsApproval', askedApprovalId: approvalId })).toEqual(editorsMay('mayCancel'))
  expect(tabulate('sent', { askedApprovalId: approvalId })).toEqual({ admin: ['mayPay'] })
  expect(tabulate('paid', { askedApprovalId: approvalId })).toEqual({})
})

test('allows to order a returned payment again once', () => {
  expect(tabulate('returned', { canReorder: true })).toEqual(editorsMay('mayReorder'))
})
