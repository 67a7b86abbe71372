import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { reverseAccountingJournal } from '#contract/journals.ts'
import { buildCreditLine, buildDebitLine, buildExpectedError, createEntryFixture } from './test-entries.ts'

type EntryFixture = Awaited<ReturnType<typeof createEntryFixture>>
let fixture: EntryFixture
beforeAll(async () => {
  fixture = await createEntryFixture()
})
afterAll(() => fixture.t.drop())

const buildEntryBetween = (kind: 'transfer' | 'adjustment', from: string, to: string, amount: string) => ({
  kind,
  lines: [
    buildDebitLine('client_capital', amount, { accountId: from }),
    buildCreditLine('client_capital', amount, { accountId: to }),
  ],
})
const unconfirmedError = { status: 409, code: 'entry.unconfirmed' }
/** The account holds 1000.00, of which nothing has confirmed 600.00. */
const createUnconfirmedAccount = async () => {
  const testAccount = await fixture.accountWith('1000.00')
  await fixture.t.owner.query(
    `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
    [testAccount.accountId],
  )
  return testAccount
}
const deleteUnconfirmed = (accountId: string) =>
  fixture.t.owner.query('delete from dino.unconfirmed_contribution where account_id = $1', [accountId])

describe('unconfirmed money', () => {
  test('refuses to transfer unconfirmed money to another account of the client', async () => {
    const from = await createUnconfirmedAccount()
    const to = await fixture.accountWith('10.00', { clientId: from.clientId })
    const moved = (amount: string) => buildEntryBetween('transfer', from.accountId, to.accountId, amount)
    await expect(fixture.ask(moved('400.01'))).rejects.toMatchObject(unconfirmedError)
    expect(await fixture.ask(moved('400.00'))).toMatchObject({ state: 'pending' })
    await deleteUnconfirmed(from.accountId)
  })

  test.each([
    ['what is owed to its client', (accountId: string) => buildCreditLine('client_payable', '400.01', { accountId })],
    ['the bank', () => buildCreditLine('bank', '400.01')],
    ['receipts without owner', () => buildCreditLine('unidentified_receipts', '400.01')],
  ])('refuses to move unconfirmed principal to %s', async (_, gaining) => {
    const { accountId } = await createUnconfirmedAccount()
    const lines = [buildDebitLine('client_capital', '400.01', { accountId }), gaining(accountId)]
    await expect(fixture.ask({ kind: 'adjustment', lines })).rejects.toMatchObject(unconfirmedError)
    await deleteUnconfirmed(accountId)
    expect(await fixture.ask({ kind: 'adjustment', lines })).toMatchObject({ state: 'pending' })
  })

  test('refuses to move payable money of an unconfirmed account to another account', async () => {
    const from = await createUnconfirmedAccount()
    const to = await fixture.accountWith('10.00')
    await fixture.t.make.movement(from.accountId, '-300.00', 'maturity')
    const lines = [
      buildDebitLine('client_payable', '300.00', { accountId: from.accountId }),
      buildCreditLine('client_capital', '300.00', { accountId: to.accountId }),
    ]
    await expect(fixture.ask({ kind: 'adjustment', lines })).rejects.toMatchObject(unconfirmedError)
    await deleteUnconfirmed(from.accountId)
  })

  test('checks unconfirmed money again when the journal is carried out', async () => {
    const from = await fixture.accountWith('1000.00')
    const to = await fixture.accountWith('10.00', { clientId: from.clientId })
    const { approvalId } = await fixture.ask(buildEntryBetween('transfer', from.accountId, to.accountId, '500.00'))
    await fixture.t.owner.query(
      `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
      [from.accountId],
    )
    await expect(fixture.letGo(approvalId)).rejects.toMatchObject(unconfirmedError)
    expect(await fixture.balance(from)).toBe('1000.00')
    await deleteUnconfirmed(from.accountId)
  })

  test('reversing a transfer leaves unconfirmed money in its account', async () => {
    const from = await fixture.accountWith('1000.00')
    const to = await fixture.accountWith('10.00', { clientId: from.clientId })
    await fixture.letGo(
      (await fixture.ask(buildEntryBetween('transfer', from.accountId, to.accountId, '500.00'))).approvalId,
    )
    const { rows } = await fixture.t.owner.query<{ id: string }>('select max(id)::text as id from dino.journal')
    await fixture.t.owner.query(
      `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 300, '2026-05-04')`,
      [to.accountId],
    )
    const { approvalId } = await fixture.withKey().call(reverseAccountingJournal, {
      params: { journalId: rows[0]!.id },
      body: { reason: 'Era de otra cuenta' },
    })
    await expect(fixture.letGo(approvalId)).rejects.toMatchObject(unconfirmedError)
    await deleteUnconfirmed(to.accountId)
    await fixture.letGo(approvalId)
    expect([await fixture.balance(from), await fixture.balance(to)]).toEqual(['1000.00', '10.00'])
  })
})

test('refuses a fee that takes from one account and gives to another', async () => {
  const from = await fixture.accountWith('1000.00')
  const to = await fixture.accountWith('10.00')
  const lines = [
    buildDebitLine('client_capital', '1000.00', { accountId: from.accountId }),
    buildCreditLine('client_capital', '999.00', { accountId: to.accountId }),
    buildCreditLine('fee_income', '1.00'),
  ]
  await expect(fixture.ask({ kind: 'fee', lines })).rejects.toMatchObject({ status: 422, code: 'entry.notOfKind' })
})

test("refuses principal above the maximum of the account's product", async () => {
  const product = await fixture.t.make.product({})
  await fixture.t.db.updateTable('product').set({ maximum: '1000.00' }).where('id', '=', product.id).execute()
  const client = await fixture.t.make.client({ checked: true })
  const { id: accountId } = await fixture.t.make.account({
    clientId: client.id,
    productId: product.id,
    openedOn: '2026-01-01',
  })
  await fixture.t.make.movement(accountId, '900.00', 'contribution', '2026-05-04')
  const adjusted = (amount: string) => ({
    kind: 'adjustment',
    lines: [buildDebitLine('opening_balances', amount), buildCreditLine('client_capital', amount, { accountId })],
  })
  const refusal = buildExpectedError(422, 'account.overMaximum', { amount: 'overMaximum' })
  await expect(fixture.ask(adjusted('100.01'))).rejects.toMatchObject(refusal)
  const { approvalId } = await fixture.ask(adjusted('60.00'))
  const second = await fixture.ask(adjusted('60.00'))
  await fixture.letGo(approvalId)
  await expect(fixture.letGo(second.approvalId)).rejects.toMatchObject(refusal)
  const from = await fixture.accountWith('500.00', { clientId: client.id })
  const transfer = (amount: string) => buildEntryBetween('transfer', from.accountId, accountId, amount)
  await expect(fixture.ask(transfer('40.01'))).rejects.toMatchObject(refusal)
  await fixture.letGo((await fixture.ask(transfer('40.00'))).approvalId)
  expect(await fixture.balance({ clientId: client.id, accountId })).toBe('1000.00')
})

describe('transfers between accounts of a client', () => {
  type Terms = Partial<Record<'additions' | 'early_withdrawal' | 'penalty_points', string>>
  const withTerms = async (
    amount: string,
    accountOptions: Parameters<EntryFixture['accountWith']>[1],
    terms: Terms,
  ) => {
    const testAccount = await fixture.accountWith(amount, accountOptions)
    for (const [column, value] of Object.entries(terms))
      await fixture.t.owner.query(`update dino.account_terms set ${column} = $2 where account_id = $1`, [
        testAccount.accountId,
        value,
      ])
    return testAccount
  }
  const inTerm = { expiresOn: '2027-01-01', rate: '5.000000' }

  test.each(['transfer', 'adjustment'] as const)('refuses a %s into a term account without additions', async (kind) => {
    const from = await fixture.accountWith('1000.00')
    const to = await withTerms('10.00', { clientId: from.clientId }, { additions: 'none' })
    await expect(fixture.ask(buildEntryBetween(kind, from.accountId, to.accountId, '1.00'))).rejects.toMatchObject({
      status: 409,
      code: 'account.noAdditions',
    })
  })

  test('refuses a part from a term account that only ends as a whole', async () => {
    const from = await withTerms('1000.00', inTerm, { early_withdrawal: 'none' })
    const to = await fixture.accountWith('10.00', { clientId: from.clientId })
    const moved = buildEntryBetween('transfer', from.accountId, to.accountId, '1.00')
    await expect(fixture.ask(moved)).rejects.toMatchObject({ status: 409, code: 'withdrawal.noPart' })
  })

  test('refuses an early transfer from an account whose leaving costs a penalty', async () => {
    const from = await withTerms('1000.00', inTerm, { early_withdrawal: 'part_with_penalty', penalty_points: '2' })
    const to = await fixture.accountWith('10.00', { clientId: from.clientId })
    const moved = buildEntryBetween('transfer', from.accountId, to.accountId, '500.00')
    await expect(fixture.ask(moved)).rejects.toMatchObject({ status: 409, code: 'entry.penaltyDue' })
  })

  test('checks the account terms again when the journal is carried out', async () => {
    const from = await fixture.accountWith('1000.00')
    const to = await fixture.accountWith('10.00', { clientId: from.clientId })
    const { approvalId } = await fixture.ask(buildEntryBetween('transfer', from.accountId, to.accountId, '100.00'))
    await fixture.t.owner.query(`update dino.account_terms set additions = 'none' where account_id = $1`, [
      to.accountId,
    ])
    await expect(fixture.letGo(approvalId)).rejects.toMatchObject({ status: 409, code: 'account.noAdditions' })
    expect(await fixture.balance(from)).toBe('1000.00')
  })
})

test('warns the approver when a journal exceeds the amount agreed for bonus interest', async () => {
  const from = await fixture.accountWith('1000.00')
  const to = await fixture.accountWith('10.00', { clientId: from.clientId })
  await fixture.t.owner.query('set session_replication_role = replica')
  await fixture.t.owner.query('update dino.account set bonus_rate = 5, agreed_amount = 20 where id = $1', [
    to.accountId,
  ])
  await fixture.t.owner.query('set session_replication_role = origin')
  const within = await fixture.ask(buildEntryBetween('transfer', from.accountId, to.accountId, '10.00'))
  const beyond = await fixture.ask(buildEntryBetween('transfer', from.accountId, to.accountId, '10.01'))
  const read = (approvalId: string | null) =>
    fixture.direction.call(getApproval, { params: { approvalId: approvalId! } })
  const plain = await read(within.approvalId)
  expect([plain.guarded, plain.after?.bonus]).toEqual([false, undefined])
  const approval = await read(beyond.approvalId)
  expect([approval.guarded, Object.values(approval.after?.bonus ?? {})]).toEqual([true, ['5.000000']])
  await fixture.letGo(beyond.approvalId)
  expect(await fixture.balance(to)).toBe('20.01')
})
