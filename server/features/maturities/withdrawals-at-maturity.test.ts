import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { createMaturingAccount, findAccountState, getMaturityNow, runMaturity } from './test-maturities.ts'

let t: TestTenant
beforeAll(async () => {
  t = await createTestTenant('dino', getMaturityNow)
})
afterAll(() => t.drop())

describe('withdrawals pending at maturity', () => {
  const bankAccountOf = async (clientId: string) => {
    const known = { clientId, number: 'ES9121000418450200051332', knownSince: '2024-01-15T09:00:00Z' }
    return (await t.db.insertInto('clientBankAccount').values(known).returning('id').executeTakeFirstOrThrow()).id
  }
  const reserve = async (account: { id: string; clientId: string }, amount: string) => {
    const { id } = await t.db
      .insertInto('paymentOrder')
      .values({
        kind: 'withdrawal',
        accountId: account.id,
        clientId: account.clientId,
        amount,
        state: 'requested',
        requestedAt: '2027-06-14T10:00:00Z',
        idempotencyKey: `test:${account.id}`,
        requestHash: 'x',
        bankAccountId: await bankAccountOf(account.clientId),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const giveUp = (id: string) =>
    t.db.updateTable('paymentOrder').set({ state: 'canceled' }).where('id', '=', id).execute()
  const reservedOf = async (id: string) =>
    (
      await t.owner.query(
        `select b.balance, b.reserved, m.reserved as held from dino.account_balance b join dino.maturity m using (account_id) where account_id = $1`,
        [id],
      )
    ).rows[0]

  test('keeps the money of a pending withdrawal; the rest follows the instruction', async () => {
    const account = await createMaturingAccount(t, 'renew_principal', { rate: '3' })
    await reserve(account, '4200.00')
    expect(await runMaturity(t, '2027-06-15')).toMatchObject({ accounts: 1, failures: 0 })
    expect(await findAccountState(t, account.id)).toMatchObject({
      outcome: 'renewed',
      renewed: '95800.00',
      payable: '4050.00',
    })
    expect(await reservedOf(account.id)).toEqual({ balance: '4200.00', reserved: '4200.00', held: '4200.00' })
  })

  test('pays a withdrawal cancelled after maturity the next night after a payout', async () => {
    const account = await createMaturingAccount(t, 'pay_out')
    const orderId = await reserve(account, '4200.00')
    await runMaturity(t, '2027-06-15')
    expect(await findAccountState(t, account.id)).toMatchObject({ outcome: 'paid', ordered: '99850.00' })
    await giveUp(orderId)
    expect(await runMaturity(t, '2027-06-16')).toMatchObject({ failures: 0 })
    expect(await findAccountState(t, account.id)).toMatchObject({
      outcome: 'paid',
      ordered: '104050.00',
      balance: '0.00',
    })
    expect(await reservedOf(account.id)).toMatchObject({ reserved: '0.00', held: '0.00' })
    await runMaturity(t, '2027-06-17')
    expect(await findAccountState(t, account.id)).toMatchObject({ ordered: '104050.00' })
  })

  test('parks a withdrawal cancelled after a renewal, with its reason', async () => {
    const account = await createMaturingAccount(t, 'renew_principal', { rate: '3' })
    const orderId = await reserve(account, '4200.00')
    await runMaturity(t, '2027-06-15')
    const { renewed_id: renewedId } = await findAccountState(t, account.id)
    await giveUp(orderId)
    await runMaturity(t, '2027-06-16')
    expect(await findAccountState(t, account.id)).toMatchObject({
      outcome: 'parked',
      renewed_id: renewedId,
      renewed: '95800.00',
      owed: '4200.00',
      reasons: ['reserveFreed'],
      balance: '0.00',
      payable: '8250.00',
      ordered: '4050.00',
    })
  })
})
