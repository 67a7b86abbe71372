import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { listWaitingOrders, proposePaymentClearance } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import {
  getPaymentSettings,
  type PaymentSettings,
  removeRoleLimit,
  setBonusLimit,
  setFirmAccount,
  setWithdrawalLimit,
} from '#contract/settings/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { buildExpectedError, noonMs, today } from '#server/features/payments/test-payments.ts'
import { type BatchFixture, chooseOrders, createBatchFixture, testFirmAccount } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

const hourMs = 3_600_000
const setKnownSince = (bankAccountId: string, moment: number) =>
  fixture.t.db
    .updateTable('clientBankAccount')
    .set({ knownSince: new Date(moment).toISOString() })
    .where('id', '=', bankAccountId)
    .execute()
const findWaitReasons = async (paymentId: string) => {
  const { rows } = await fixture.admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })
  return rows.find(({ id }) => id === paymentId)?.waits
}
const callClearPayment = (paymentId: string) =>
  fixture.who.call(proposePaymentClearance, {
    params: { paymentId },
    body: { reason: 'El cliente lo confirma por teléfono' },
  })
const callApprove = (approvalId: string | null, by = fixture.superior) =>
  by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })

describe('holds of bank accounts', () => {
  test('payments to a bank account younger than 48 hours wait with that reason', async () => {
    const { paymentId, bankAccountId } = await fixture.approved('10.00')
    await setKnownSince(bankAccountId, noonMs - 47 * hourMs)
    expect(await findWaitReasons(paymentId)).toBe('newBankAccount')
    expect(await fixture.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      waits: 'newBankAccount',
      mayClear: true,
    })
    await expect(fixture.make(chooseOrders(paymentId))).rejects.toMatchObject(buildExpectedError(409, 'batch.empty'))
    await setKnownSince(bankAccountId, noonMs - 48 * hourMs)
    expect(await findWaitReasons(paymentId)).toBe(null)
    await fixture.make(chooseOrders(paymentId))
  })

  test('a changed bank account counts as new again', async () => {
    const { paymentId, bankAccountId } = await fixture.approved('10.00')
    await fixture.t.owner.query(
      `update dino.client_bank_account set number = 'ES7921000813610123456789' where id = $1`,
      [bankAccountId],
    )
    expect(await findWaitReasons(paymentId)).toBe('newBankAccount')
  })

  test('a second person clears a payment to a new bank account in any case', async () => {
    const { paymentId, bankAccountId } = await fixture.approved('10.00')
    await setKnownSince(bankAccountId, noonMs - hourMs)
    await setDisabledTasks(fixture.t.db, ['clearance'])
    const { state, approvalId } = await callClearPayment(paymentId)
    await setDisabledTasks(fixture.t.db, [])
    expect(state).toBe('pending')
    await expect(callClearPayment(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.asked'))
    await expect(callApprove(approvalId, fixture.who)).rejects.toMatchObject({ status: 403 })
    await callApprove(approvalId)
    expect(await findWaitReasons(paymentId)).toBe(null)
    await expect(callClearPayment(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.notWaiting'))
    // Changed after that word, it waits for another one.
    await setKnownSince(bankAccountId, noonMs + hourMs)
    expect(await findWaitReasons(paymentId)).toBe('newBankAccount')
  })

  test('refuses approval of a clearance when the bank account changed meanwhile', async () => {
    const { paymentId, bankAccountId } = await fixture.approved('10.00')
    await setKnownSince(bankAccountId, noonMs - hourMs)
    const { approvalId } = await callClearPayment(paymentId)
    await fixture.t.owner.query(
      `update dino.client_bank_account set number = 'ES7921000813610123456789' where id = $1`,
      [bankAccountId],
    )
    await expect(callApprove(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
  })

  test('never pays to an invalid number or an account not for payments', async () => {
    const wrong = await fixture.approved('10.00')
    const away = await fixture.approved('10.00')
    await fixture.t.owner.query(
      `update dino.client_bank_account set number = 'ES9121000418450200051333' where id = $1`,
      [wrong.bankAccountId],
    )
    await fixture.t.owner.query(`update dino.client_bank_account set is_payout = false where id = $1`, [
      away.bankAccountId,
    ])
    expect([await findWaitReasons(wrong.paymentId), await findWaitReasons(away.paymentId)]).toEqual([
      'badNumber',
      'noBankAccount',
    ])
    await expect(callClearPayment(wrong.paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.notWaiting'))
  })
})

test('a maturity of an unchecked client waits for approval; an approved withdrawal does not', async () => {
  const requested = await fixture.approved('10.00')
  const { journalId } = await fixture.t.make.movement(requested.accountId, '-400.00', 'maturity')
  await fixture.t.db
    .transaction()
    .execute((tx) =>
      createPaymentOrder(
        tx,
        { accountId: requested.accountId, amount: '400.00', kind: 'maturity', journalId },
        new Date(noonMs).toISOString(),
      ),
    )
  await fixture.t.db.updateTable('client').set({ kycStatus: 'rejected' }).where('id', '=', requested.clientId).execute()
  const { rows } = await fixture.admin.call(listWaitingOrders.page, { query: { kind: 'maturity' } })
  expect(rows.map(({ waits }) => waits)).toEqual(['needsApproval'])
  expect(await findWaitReasons(requested.paymentId)).toBe(null)
  await callApprove((await callClearPayment(rows[0]!.id)).approvalId)
  expect(await findWaitReasons(rows[0]!.id)).toBe(null)
})

describe('withdrawal and bonus limits', () => {
  const reason = 'Por el volumen del equipo'
  /** Direction lets the change of a limit through. */
  const passed = async ({ waiting }: PaymentSettings) => {
    await callApprove(waiting.at(-1)!.approvalId, fixture.direction)
    return fixture.admin.call(getPaymentSettings, {})
  }
  const limit = async (role: 'manager' | 'supervisor', amount: string | null, validFrom = today) =>
    passed(await fixture.admin.call(setWithdrawalLimit, { body: { role, amount, validFrom, reason } }))

  test('refuses approval of a withdrawal above the approver’s limit; direction approves it', async () => {
    await limit('supervisor', '100.00')
    const place = await fixture.accountWith('1000.00')
    const low = await fixture.ask(place, '100.00')
    const high = await fixture.ask(place, '100.01')
    await fixture.letGo(low.paymentId)
    await expect(fixture.letGo(high.paymentId)).rejects.toMatchObject(buildExpectedError(409, 'withdrawal.overLimit'))
    expect((await fixture.who.call(getPayment, { params: high })).state).toBe('requested')
    await fixture.letGo(high.paymentId, fixture.direction)
    await limit('supervisor', '50000.00')
  })

  test('asks for a second person above the maker’s limit with the task switched off', async () => {
    await limit('manager', '100.00')
    const place = await fixture.accountWith('1000.00')
    await setDisabledTasks(fixture.t.db, ['withdrawal'])
    const requested = [await fixture.ask(place, '100.00'), await fixture.ask(place, '100.01')]
    await setDisabledTasks(fixture.t.db, [])
    const states = requested.map(async (params) => (await fixture.who.call(getPayment, { params })).state)
    expect(await Promise.all(states)).toEqual(['approved', 'requested'])
  })

  test('applies a limit from its day; only a later one may be removed', async () => {
    const before = (await fixture.admin.call(getPaymentSettings, {})).withdrawals.length
    await limit('manager', null, '2026-06-20')
    const place = await fixture.accountWith('1000.00')
    await setDisabledTasks(fixture.t.db, ['withdrawal'])
    const { paymentId } = await fixture.ask(place, '500.00')
    await setDisabledTasks(fixture.t.db, [])
    expect((await fixture.who.call(getPayment, { params: { paymentId } })).state).toBe('requested')
    const remove = (validFrom: string) =>
      fixture.admin.call(removeRoleLimit, {
        params: { kind: 'withdrawal', role: 'manager', validFrom },
        body: { reason },
      })
    expect((await passed(await remove('2026-06-20'))).withdrawals).toHaveLength(before)
    await expect(remove(today)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    await expect(limit('manager', '1.00', '2026-06-14')).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { validFrom: 'past' }),
    )
  })

  test('sets limits of bonus interest with a second person', async () => {
    const { bonuses } = await passed(
      await fixture.admin.call(setBonusLimit, { body: { role: 'manager', points: '0.75', validFrom: today, reason } }),
    )
    expect(bonuses.filter(({ role }) => role === 'manager').map(({ points }) => points)).toEqual(['0.75', '0.25'])
  })
})

test('refuses an invalid firm account and a change based on stale values', async () => {
  const set = (before: typeof testFirmAccount, number: string) =>
    fixture.admin.call(setFirmAccount, { body: { before, after: { ...testFirmAccount, number }, reason: 'Otra' } })
  await expect(set(testFirmAccount, 'ES7921000813610123456780')).rejects.toMatchObject(
    buildExpectedError(400, 'request.invalid', { 'after.number': 'invalid' }),
  )
  await expect(set({ ...testFirmAccount, name: 'Otra' }, testFirmAccount.number)).rejects.toMatchObject(
    buildExpectedError(409, 'conflict.changed'),
  )
  const { rows } = await fixture.t.owner.query(
    `select after::text from dino.audit_event where action = 'firmAccount.set'`,
  )
  expect(rows.map(({ after }) => after).join()).not.toContain(testFirmAccount.number)
})
