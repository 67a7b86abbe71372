import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { createPaymentFixture } from '#server/features/payments/test-payments.ts'

let fixture: Awaited<ReturnType<typeof createPaymentFixture>>
beforeAll(async () => {
  fixture = await createPaymentFixture()
  await fixture.t.owner.query(`update dino.client_bank_account set known_since = '2026-01-01'`)
})
afterAll(() => fixture.t.drop())

type TestAccount = Awaited<ReturnType<typeof fixture.accountWith>>

/** The bank account is known for months, unless the test says when it became known. */
const createAccount = async (capital: string, knownSince = '2026-01-01'): Promise<TestAccount> => {
  const account = await fixture.accountWith(capital)
  await fixture.t.owner.query('update dino.client_bank_account set known_since = $2 where id = $1', [
    account.bankAccountId,
    knownSince,
  ])
  return account
}
const readWithdrawal = async (account: TestAccount, amount: string, by = fixture.superior) => {
  const { approvalId } = await fixture.detail((await fixture.ask(account, amount)).paymentId)
  return by.call(getApproval, { params: { approvalId: approvalId! } })
}

describe('impact of a waiting change on its account', () => {
  test('a withdrawal shows the balance of its account before and after', async () => {
    const account = await createAccount('1000.00')
    expect((await readWithdrawal(account, '250.50')).impact).toMatchObject({
      accountId: account.accountId,
      balance: '1000.00',
      balanceAfter: '749.50',
    })
  })

  test('a decided withdrawal shows neither balance nor signals', async () => {
    const { paymentId } = await fixture.ask(await createAccount('1000.00'), '10.00')
    await fixture.letGo(paymentId)
    const { approvalId } = await fixture.detail(paymentId)
    const decided = await fixture.superior.call(getApproval, { params: { approvalId: approvalId! } })
    expect(decided).toMatchObject({ state: 'approved', impact: null, signals: [] })
  })

  test('hides the balance from users who may not see the client', async () => {
    const account = await createAccount('1000.00')
    await fixture.t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason)
       select $1, 'deny', 'bt_Clientes', 'view', '2026-06-15', 'a test'`,
      [fixture.superior.userId],
    )
    expect((await readWithdrawal(account, '5.00')).impact).toBeNull()
    await fixture.t.owner.query('delete from dino.person_rule where user_id = $1', [fixture.superior.userId])
  })

  test('hides what is unusual from a maker whose client went to a colleague', async () => {
    const account = await createAccount('80.00')
    const { approvalId } = await fixture.detail((await fixture.ask(account, '80.00')).paymentId)
    const read = (by: typeof fixture.who) => by.call(getApproval, { params: { approvalId: approvalId! } })
    expect((await read(fixture.who)).signals).toContain('emptiesAccount')
    const colleague = await fixture.t.make.employee({ supervisorId: fixture.head.id })
    await fixture.t.owner.query('update dino.client_staff set employee_id = $2 where client_id = $1', [
      account.clientId,
      colleague.id,
    ])
    await fixture.t.owner.query('update dino.client_list set manager_id = $2 where client_id = $1', [
      account.clientId,
      colleague.id,
    ])
    expect(await read(fixture.who)).toMatchObject({ impact: null, signals: [] })
    expect((await read(fixture.superior)).signals).toContain('emptiesAccount')
  })
})

describe('signals of a waiting withdrawal', () => {
  test('marks the first payment of a client and one that empties the account', async () => {
    const { signals } = await readWithdrawal(await createAccount('80.00'), '80.00')
    expect(signals).toEqual(expect.arrayContaining(['firstPayment', 'emptiesAccount']))
    expect(signals).not.toContain('newBankAccount')
  })

  test('marks a bank account that became known a few days ago', async () => {
    const { signals } = await readWithdrawal(await createAccount('80.00', '2026-06-13'), '5.00')
    expect(signals).toContain('newBankAccount')
  })

  test('marks a bank account never paid to when the client was paid elsewhere', async () => {
    const account = await createAccount('500.00')
    const { paymentId } = await fixture.ask(account, '10.00')
    await fixture.letGo(paymentId)
    const { id: batchId } = await fixture.draftBatch()
    await fixture.t.owner.query(`update dino.payment_order set state = 'in_batch', batch_id = $2 where id = $1`, [
      paymentId,
      batchId,
    ])
    expect((await readWithdrawal(account, '5.00')).signals).toEqual([])
    const { rows } = await fixture.t.owner.query(
      `insert into dino.client_bank_account (client_id, number, known_since) values ($1, 'ES7921000813610123456789', '2026-01-01') returning id::text`,
      [account.clientId],
    )
    const other = { ...account, bankAccountId: rows[0].id as string }
    expect((await readWithdrawal(other, '5.00')).signals).toEqual(['firstToBankAccount'])
  })

  test('marks a withdrawal above the limit of the approver', async () => {
    await fixture.t.owner.query(
      `insert into dino.withdrawal_limit (role, amount, valid_from) values ('supervisor', 100, '2026-06-15')
       on conflict (role, valid_from) do update set amount = excluded.amount`,
    )
    const account = await createAccount('5000.00')
    expect((await readWithdrawal(account, '99.00')).signals).not.toContain('aboveOwnLimit')
    expect((await readWithdrawal(account, '101.00')).signals).toContain('aboveOwnLimit')
  })
})
