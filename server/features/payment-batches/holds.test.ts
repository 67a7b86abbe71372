import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { clearPayment, listWaitingOrders } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import {
  getPaymentSettings,
  type PaymentSettings,
  removeLimit,
  setBonusLimit,
  setFirmAccount,
  setWithdrawalLimit,
} from '#contract/settings/payments.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { noon, refused, today } from '#server/features/payments/test-payments.ts'
import { type Batches, byOrders, firmAccount, firmOfBatches } from './test-batches.ts'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

const hour = 3_600_000
const knownSince = (bankAccountId: string, moment: number) =>
  f.t.db
    .updateTable('clientBankAccount')
    .set({ knownSince: new Date(moment).toISOString() })
    .where('id', '=', bankAccountId)
    .execute()
const waitsOf = async (paymentId: string) => {
  const { rows } = await f.admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })
  return rows.find(({ id }) => id === paymentId)?.waits
}
const clear = (paymentId: string) =>
  f.who.call(clearPayment, { params: { paymentId }, body: { reason: 'El cliente lo confirma por teléfono' } })
const agree = (approvalId: string | null, by = f.boss) =>
  by.call(approve, { params: { approvalId: approvalId! }, body: {} })

describe('holds of bank accounts', () => {
  test('payments to a bank account younger than 48 hours wait with that reason', async () => {
    const { paymentId, bankAccountId } = await f.approved('10.00')
    await knownSince(bankAccountId, noon - 47 * hour)
    expect(await waitsOf(paymentId)).toBe('newBankAccount')
    expect(await f.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      waits: 'newBankAccount',
      mayClear: true,
    })
    await expect(f.make(byOrders(paymentId))).rejects.toMatchObject(refused(409, 'batch.empty'))
    await knownSince(bankAccountId, noon - 48 * hour)
    expect(await waitsOf(paymentId)).toBe(null)
    await f.make(byOrders(paymentId))
  })

  test('a changed bank account counts as new again', async () => {
    const { paymentId, bankAccountId } = await f.approved('10.00')
    await f.t.owner.query(`update dino.client_bank_account set number = 'ES7921000813610123456789' where id = $1`, [
      bankAccountId,
    ])
    expect(await waitsOf(paymentId)).toBe('newBankAccount')
  })

  test('a second person clears a payment to a new bank account in any case', async () => {
    const { paymentId, bankAccountId } = await f.approved('10.00')
    await knownSince(bankAccountId, noon - hour)
    await switchTasksOff(f.t.db, ['clearance'])
    const { state, approvalId } = await clear(paymentId)
    await switchTasksOff(f.t.db, [])
    expect(state).toBe('pending')
    await expect(clear(paymentId)).rejects.toMatchObject(refused(409, 'payment.asked'))
    await expect(agree(approvalId, f.who)).rejects.toMatchObject({ status: 403 })
    await agree(approvalId)
    expect(await waitsOf(paymentId)).toBe(null)
    await expect(clear(paymentId)).rejects.toMatchObject(refused(409, 'payment.notWaiting'))
    // Changed after that word, it waits for another one.
    await knownSince(bankAccountId, noon + hour)
    expect(await waitsOf(paymentId)).toBe('newBankAccount')
  })

  test('refuses approval of a clearance when the bank account changed meanwhile', async () => {
    const { paymentId, bankAccountId } = await f.approved('10.00')
    await knownSince(bankAccountId, noon - hour)
    const { approvalId } = await clear(paymentId)
    await f.t.owner.query(`update dino.client_bank_account set number = 'ES7921000813610123456789' where id = $1`, [
      bankAccountId,
    ])
    await expect(agree(approvalId)).rejects.toMatchObject(refused(409, 'approval.changedSince'))
  })

  test('never pays to an invalid number or an account not for payments', async () => {
    const [wrong, away] = [await f.approved('10.00'), await f.approved('10.00')]
    await f.t.owner.query(`update dino.client_bank_account set number = 'ES9121000418450200051333' where id = $1`, [
      wrong.bankAccountId,
    ])
    await f.t.owner.query(`update dino.client_bank_account set is_payout = false where id = $1`, [away.bankAccountId])
    expect([await waitsOf(wrong.paymentId), await waitsOf(away.paymentId)]).toEqual(['badNumber', 'noBankAccount'])
    await expect(clear(wrong.paymentId)).rejects.toMatchObject(refused(409, 'payment.notWaiting'))
  })
})

test('a maturity of an unchecked client waits for approval; an approved withdrawal does not', async () => {
  const asked = await f.approved('10.00')
  const { journalId } = await f.t.make.movement(asked.accountId, '-400.00', 'maturity')
  await f.t.db
    .transaction()
    .execute((tx) =>
      orderPayment(
        tx,
        { accountId: asked.accountId, amount: '400.00', kind: 'maturity', journalId },
        new Date(noon).toISOString(),
      ),
    )
  await f.t.db.updateTable('client').set({ kycStatus: 'rejected' }).where('id', '=', asked.clientId).execute()
  const { rows } = await f.admin.call(listWaitingOrders.page, { query: { kind: 'maturity' } })
  expect(rows.map(({ waits }) => waits)).toEqual(['needsApproval'])
  expect(await waitsOf(asked.paymentId)).toBe(null)
  await agree((await clear(rows[0]!.id)).approvalId)
  expect(await waitsOf(rows[0]!.id)).toBe(null)
})

describe('withdrawal and bonus limits', () => {
  const reason = 'Por el volumen del equipo'
  /** Direction lets the change of a limit through. */
  const passed = async ({ waiting }: PaymentSettings) => {
    await agree(waiting.at(-1)!.approvalId, f.direction)
    return f.admin.call(getPaymentSettings, {})
  }
  const limit = async (role: 'manager' | 'supervisor', amount: string | null, validFrom = today) =>
    passed(await f.admin.call(setWithdrawalLimit, { body: { role, amount, validFrom, reason } }))

  test('refuses approval of a withdrawal above the approver’s limit; direction approves it', async () => {
    await limit('supervisor', '100.00')
    const place = await f.accountWith('1000.00')
    const [low, high] = [await f.ask(place, '100.00'), await f.ask(place, '100.01')]
    await f.letGo(low.paymentId)
    await expect(f.letGo(high.paymentId)).rejects.toMatchObject(refused(409, 'withdrawal.overLimit'))
    expect((await f.who.call(getPayment, { params: high })).state).toBe('requested')
    await f.letGo(high.paymentId, f.direction)
    await limit('supervisor', '50000.00')
  })

  test('asks for a second person above the maker’s limit with the task switched off', async () => {
    await limit('manager', '100.00')
    const place = await f.accountWith('1000.00')
    await switchTasksOff(f.t.db, ['withdrawal'])
    const asked = [await f.ask(place, '100.00'), await f.ask(place, '100.01')]
    await switchTasksOff(f.t.db, [])
    const states = asked.map(async (params) => (await f.who.call(getPayment, { params })).state)
    expect(await Promise.all(states)).toEqual(['approved', 'requested'])
  })

  test('applies a limit from its day; only a later one may be removed', async () => {
    const before = (await f.admin.call(getPaymentSettings, {})).withdrawals.length
    await limit('manager', null, '2026-06-20')
    const place = await f.accountWith('1000.00')
    await switchTasksOff(f.t.db, ['withdrawal'])
    const { paymentId } = await f.ask(place, '500.00')
    await switchTasksOff(f.t.db, [])
    expect((await f.who.call(getPayment, { params: { paymentId } })).state).toBe('requested')
    const remove = (validFrom: string) =>
      f.admin.call(removeLimit, { params: { kind: 'withdrawal', role: 'manager', validFrom }, body: { reason } })
    expect((await passed(await remove('2026-06-20'))).withdrawals).toHaveLength(before)
    await expect(remove(today)).rejects.toMatchObject(refused(404, 'notFound'))
    await expect(limit('manager', '1.00', '2026-06-14')).rejects.toMatchObject(
      refused(400, 'request.invalid', { validFrom: 'past' }),
    )
  })

  test('sets limits of bonus interest with a second person', async () => {
    const { bonuses } = await passed(
      await f.admin.call(setBonusLimit, { body: { role: 'manager', points: '0.75', validFrom: today, reason } }),
    )
    expect(bonuses.filter(({ role }) => role === 'manager').map(({ points }) => points)).toEqual(['0.75', '0.25'])
  })
})

test('refuses an invalid firm account and a change based on stale values', async () => {
  const set = (before: typeof firmAccount, number: string) =>
    f.admin.call(setFirmAccount, { body: { before, after: { ...firmAccount, number }, reason: 'Otra' } })
  await expect(set(firmAccount, 'ES7921000813610123456780')).rejects.toMatchObject(
    refused(400, 'request.invalid', { 'after.number': 'invalid' }),
  )
  await expect(set({ ...firmAccount, name: 'Otra' }, firmAccount.number)).rejects.toMatchObject(
    refused(409, 'conflict.changed'),
  )
  const { rows } = await f.t.owner.query(`select after::text from dino.audit_event where action = 'firmAccount.set'`)
  expect(rows.map(({ after }) => after).join()).not.toContain(firmAccount.number)
})
