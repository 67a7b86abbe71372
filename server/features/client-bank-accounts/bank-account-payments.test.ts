import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { listBatchOrders } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { chooseOrders } from '#server/features/payment-batches/test-batches.ts'
import { buildExpectedError, noonMs, testIban } from '#server/features/payments/test-payments.ts'
import { createBankAccountFixture } from './test-bank-accounts.ts'

const secondIban = 'ES7921000813610123456789'
const thirdIban = 'ES6000491500051234567892'
const hour = 3_600_000

let fixture: Awaited<ReturnType<typeof createBankAccountFixture>>
beforeAll(async () => {
  fixture = await createBankAccountFixture()
})
afterAll(() => fixture.t.drop())

describe('default bank account', () => {
  test('a later maturity pays to the new default; earlier payments keep their account', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const earlier = await fixture.matured(testAccount, '100.00')
    const { paymentId } = await fixture.approved('50.00', testAccount)
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    await fixture.agree(await fixture.choose(testAccount, id))
    const later = await fixture.matured(testAccount, '200.00')
    const numbers = await Promise.all(
      [earlier, paymentId, later].map((one) => fixture.who.call(getPayment, { params: { paymentId: one } })),
    )
    expect(numbers.map(({ bankAccount }) => bankAccount)).toEqual([testIban, testIban, secondIban])
    await expect(fixture.choose(testAccount, id)).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.isDefault'),
    )
    // The one that was named first stands first where somebody chooses.
    const { clientId, accountId } = testAccount
    const { bankAccounts } = await fixture.who.call(getAccount, { params: { clientId, accountId } })
    expect(bankAccounts.map(({ number }) => number)).toEqual([secondIban, testIban])
  })

  test('the first of two concurrent choices of a default wins', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const one = await fixture.added(testAccount, secondIban, { checked: true })
    const two = await fixture.added(testAccount, thirdIban, { checked: true })
    const { version } = await fixture.see(testAccount)
    const first = await fixture.choose(testAccount, one.id)
    const second = await fixture.choose(testAccount, two.id)
    await fixture.agree(first)
    await expect(fixture.choose(testAccount, two.id, { version })).rejects.toMatchObject(
      buildExpectedError(409, 'conflict.changed'),
    )
    await expect(fixture.agree(second)).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
    expect((await fixture.see(testAccount)).accounts[0]).toMatchObject({ number: secondIban, isDefault: true })
  })

  test('holds a receipt-only bank account for 48 hours after it becomes the default', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id } = await fixture.t.db
      .insertInto('clientBankAccount')
      .values({
        clientId: testAccount.clientId,
        number: secondIban,
        isPayout: false,
        knownSince: '2025-01-01T10:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await fixture.agree(await fixture.choose(testAccount, id))
    const { accounts } = await fixture.see(testAccount)
    expect(accounts[0]).toMatchObject({
      number: secondIban,
      isPayout: true,
      isDefault: true,
      heldUntil: expect.any(String),
    })
    expect((await fixture.waitingOf(await fixture.matured(testAccount, '10.00')))?.waits).toBe('newBankAccount')
  })
})

describe('hold of new bank accounts', () => {
  test('holds payments to a new account for exactly 48 hours and shows changes longer', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id, heldUntil } = await fixture.added(testAccount, secondIban, { makeDefault: true, checked: true })
    expect(Date.parse(heldUntil!)).toBe(noonMs + 48 * hour)
    const paymentId = await fixture.matured(testAccount, '10.00')
    const insertAgedAccount = async (hours: number, milliseconds: number) => {
      const at = new Date(noonMs - hours * hour + milliseconds).toISOString()
      await fixture.t.db.updateTable('clientBankAccount').set({ knownSince: at }).where('id', '=', id).execute()
      await fixture.t.db.updateTable('clientBankChange').set({ doneAt: at }).where('bankAccountId', '=', id).execute()
      const one = (await fixture.see(testAccount)).accounts.find((account) => account.id === id)!
      const { waits, bankChangedAt } = (await fixture.waitingOf(paymentId))!
      return [one.heldUntil !== null, waits === 'newBankAccount', bankChangedAt !== null]
    }
    expect([
      await insertAgedAccount(48, 1),
      await insertAgedAccount(48, 0),
      await insertAgedAccount(8 * 24, 0),
    ]).toEqual([
      [true, true, true],
      [false, false, true],
      [false, false, false],
    ])
  })
})

describe('end of bank accounts', () => {
  test('ending an account moves its waiting payments to another one and holds them again', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.approved('50.00', testAccount)
    await expect(fixture.end(testAccount, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(409, 'bankAccount.paymentsWait'),
    )
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    expect((await fixture.see(testAccount)).accounts[0]!.waiting).toEqual({ payments: 1, amount: '50.00' })
    await expect(fixture.end(testAccount, testAccount.bankAccountId, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { takesOverId: 'unknown' }),
    )
    const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
    const { after } = await fixture.superior.call(getApproval, { params: { approvalId: proposed.approvalId! } })
    expect(after).toMatchObject({ takesOver: secondIban, holder: expect.any(String), payments: 1, amount: '50.00' })
    await fixture.t.db
      .updateTable('paymentOrder')
      .set({ clearanceId: proposed.approvalId })
      .where('id', '=', paymentId)
      .execute()
    await fixture.agree(proposed)
    expect(await fixture.who.call(getPayment, { params: { paymentId } })).toMatchObject({
      bankAccount: secondIban,
      waits: 'newBankAccount',
    })
    expect(await fixture.shown(testAccount)).toEqual([
      ['6789', true, false],
      ['1332', false, true],
    ])
    // Nothing is paid to what has ended, asked for or not, and it is added again as a new one.
    await expect(fixture.ask(testAccount, '1.00')).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { bankAccountId: 'unknown' }),
    )
    await expect(fixture.choose(testAccount, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
    const again = await fixture.added(testAccount, testIban, { checked: true })
    expect(again).toMatchObject({ heldUntil: expect.any(String) })
    expect(again.id).not.toBe(testAccount.bankAccountId)
    await expect(
      fixture.t.owner.query('update dino.client_bank_account set ended_at = null where id = $1', [
        testAccount.bankAccountId,
      ]),
    ).rejects.toMatchObject({ code: 'AT006' })
  })

  test('ending the default requires a successor, except for the last without waiting payments', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    await expect(fixture.end(testAccount, testAccount.bankAccountId)).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { takesOverId: 'required' }),
    )
    await fixture.agree(await fixture.end(testAccount, testAccount.bankAccountId, id))
    await fixture.agree(await fixture.end(testAccount, id))
    const paymentId = await fixture.matured(testAccount, '10.00')
    expect((await fixture.waitingOf(paymentId))?.waits).toBe('noBankAccount')
    await fixture.added(testAccount, thirdIban, { checked: true })
    expect(await fixture.waitingOf(paymentId)).toMatchObject({ waits: 'newBankAccount', bankAccount: thirdIban })
  })

  test('waits with the end of an account until its payment leaves the batch', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    const { id } = await fixture.added(testAccount, secondIban, { checked: true })
    const { paymentId } = await fixture.approved('50.00', testAccount)
    const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
    const { batchId } = await fixture.make(chooseOrders(paymentId))
    await expect(fixture.agree(proposed)).rejects.toMatchObject(buildExpectedError(409, 'bankAccount.inBatch'))
    const { rows } = await fixture.admin.call(listBatchOrders.page, { params: { batchId } })
    expect(rows[0]).toMatchObject({ bankAccount: testIban, bankChangedAt: null })
    await fixture.giveUp(batchId)
    await fixture.agree(proposed)
    expect((await fixture.who.call(getPayment, { params: { paymentId } })).bankAccount).toBe(secondIban)
  })

  test('a payment asked for while its bank account ends keeps a valid destination', async () => {
    for (let round = 0; round < 4; round += 1) {
      const testAccount = await fixture.accountWith('1000.00')
      const { id } = await fixture.added(testAccount, secondIban, { checked: true })
      const proposed = await fixture.end(testAccount, testAccount.bankAccountId, id)
      const [agreed, proposals] = await Promise.allSettled([fixture.agree(proposed), fixture.ask(testAccount, '10.00')])
      if (proposals.status === 'rejected') {
        expect(proposals.reason).toMatchObject(buildExpectedError(400, 'request.invalid', { bankAccountId: 'unknown' }))
        continue
      }
      // Whoever agreed had been shown that nothing is led elsewhere.
      expect(agreed).toMatchObject({ status: 'rejected', reason: buildExpectedError(409, 'approval.changedSince') })
      expect((await fixture.who.call(getPayment, { params: proposals.value })).bankAccount).toBe(testIban)
    }
  })
})

test('bank account changes leave no differences in the books', async () => {
  expect(await fixture.differences()).toEqual([])
})
