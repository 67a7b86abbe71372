import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getApproval } from '#contract/approvals.ts'
import { reverseBooked } from '#contract/journals.ts'
import { credit, debit, firmOfEntries, refused } from './test-entries.ts'

type Firm = Awaited<ReturnType<typeof firmOfEntries>>
let f: Firm
beforeAll(async () => {
  f = await firmOfEntries()
})
afterAll(() => f.t.drop())

const among = (kind: 'transfer' | 'adjustment', from: string, to: string, amount: string) => ({
  kind,
  lines: [debit('client_capital', amount, { accountId: from }), credit('client_capital', amount, { accountId: to })],
})
const unconfirmed = { status: 409, code: 'entry.unconfirmed' }
/** The account holds 1000.00, of which nothing has confirmed 600.00. */
const withUnconfirmed = async () => {
  const place = await f.accountWith('1000.00')
  await f.t.owner.query(
    `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
    [place.accountId],
  )
  return place
}
const confirm = (accountId: string) =>
  f.t.owner.query('delete from dino.unconfirmed_contribution where account_id = $1', [accountId])

describe('unconfirmed money', () => {
  test('refuses to transfer unconfirmed money to another account of the client', async () => {
    const from = await withUnconfirmed()
    const to = await f.accountWith('10.00', { clientId: from.clientId })
    const moved = (amount: string) => among('transfer', from.accountId, to.accountId, amount)
    await expect(f.ask(moved('400.01'))).rejects.toMatchObject(unconfirmed)
    expect(await f.ask(moved('400.00'))).toMatchObject({ state: 'pending' })
    await confirm(from.accountId)
  })

  test.each([
    ['what is owed to its client', (accountId: string) => credit('client_payable', '400.01', { accountId })],
    ['the bank', () => credit('bank', '400.01')],
    ['receipts without owner', () => credit('unidentified_receipts', '400.01')],
  ])('refuses to move unconfirmed principal to %s', async (_, gaining) => {
    const { accountId } = await withUnconfirmed()
    const lines = [debit('client_capital', '400.01', { accountId }), gaining(accountId)]
    await expect(f.ask({ kind: 'adjustment', lines })).rejects.toMatchObject(unconfirmed)
    await confirm(accountId)
    expect(await f.ask({ kind: 'adjustment', lines })).toMatchObject({ state: 'pending' })
  })

  test('refuses to move payable money of an unconfirmed account to another account', async () => {
    const [from, to] = [await withUnconfirmed(), await f.accountWith('10.00')]
    await f.t.make.movement(from.accountId, '-300.00', 'maturity')
    const lines = [
      debit('client_payable', '300.00', { accountId: from.accountId }),
      credit('client_capital', '300.00', { accountId: to.accountId }),
    ]
    await expect(f.ask({ kind: 'adjustment', lines })).rejects.toMatchObject(unconfirmed)
    await confirm(from.accountId)
  })

  test('checks unconfirmed money again when the journal is carried out', async () => {
    const from = await f.accountWith('1000.00')
    const to = await f.accountWith('10.00', { clientId: from.clientId })
    const { approvalId } = await f.ask(among('transfer', from.accountId, to.accountId, '500.00'))
    await f.t.owner.query(
      `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
      [from.accountId],
    )
    await expect(f.letGo(approvalId)).rejects.toMatchObject(unconfirmed)
    expect(await f.balance(from)).toBe('1000.00')
    await confirm(from.accountId)
  })

  test('reversing a transfer leaves unconfirmed money in its account', async () => {
    const from = await f.accountWith('1000.00')
    const to = await f.accountWith('10.00', { clientId: from.clientId })
    await f.letGo((await f.ask(among('transfer', from.accountId, to.accountId, '500.00'))).approvalId)
    const { rows } = await f.t.owner.query<{ id: string }>('select max(id)::text as id from dino.journal')
    await f.t.owner.query(
      `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 300, '2026-05-04')`,
      [to.accountId],
    )
    const { approvalId } = await f.withKey().call(reverseBooked, {
      params: { journalId: rows[0]!.id },
      body: { reason: 'Era de otra cuenta' },
    })
    await expect(f.letGo(approvalId)).rejects.toMatchObject(unconfirmed)
    await confirm(to.accountId)
    await f.letGo(approvalId)
    expect([await f.balance(from), await f.balance(to)]).toEqual(['1000.00', '10.00'])
  })
})

test('refuses a fee that takes from one account and gives to another', async () => {
  const [from, to] = [await f.accountWith('1000.00'), await f.accountWith('10.00')]
  const lines = [
    debit('client_capital', '1000.00', { accountId: from.accountId }),
    credit('client_capital', '999.00', { accountId: to.accountId }),
    credit('fee_income', '1.00'),
  ]
  await expect(f.ask({ kind: 'fee', lines })).rejects.toMatchObject({ status: 422, code: 'entry.notOfKind' })
})

test("refuses principal above the maximum of the account's product", async () => {
  const product = await f.t.make.product({})
  await f.t.db.updateTable('product').set({ maximum: '1000.00' }).where('id', '=', product.id).execute()
  const client = await f.t.make.client({ checked: true })
  const { id: accountId } = await f.t.make.account({
    clientId: client.id,
    productId: product.id,
    openedOn: '2026-01-01',
  })
  await f.t.make.movement(accountId, '900.00', 'contribution', '2026-05-04')
  const adjusted = (amount: string) => ({
    kind: 'adjustment',
    lines: [debit('opening_balances', amount), credit('client_capital', amount, { accountId })],
  })
  const refusal = refused(422, 'account.overMaximum', { amount: 'overMaximum' })
  await expect(f.ask(adjusted('100.01'))).rejects.toMatchObject(refusal)
  const { approvalId } = await f.ask(adjusted('60.00'))
  const second = await f.ask(adjusted('60.00'))
  await f.letGo(approvalId)
  await expect(f.letGo(second.approvalId)).rejects.toMatchObject(refusal)
  const from = await f.accountWith('500.00', { clientId: client.id })
  const transfer = (amount: string) => among('transfer', from.accountId, accountId, amount)
  await expect(f.ask(transfer('40.01'))).rejects.toMatchObject(refusal)
  await f.letGo((await f.ask(transfer('40.00'))).approvalId)
  expect(await f.balance({ clientId: client.id, accountId })).toBe('1000.00')
})

describe('transfers between accounts of a client', () => {
  type Terms = Partial<Record<'additions' | 'early_withdrawal' | 'penalty_points', string>>
  const withTerms = async (amount: string, given: Parameters<Firm['accountWith']>[1], terms: Terms) => {
    const place = await f.accountWith(amount, given)
    for (const [column, value] of Object.entries(terms))
      await f.t.owner.query(`update dino.account_terms set ${column} = $2 where account_id = $1`, [
        place.accountId,
        value,
      ])
    return place
  }
  const inTerm = { expiresOn: '2027-01-01', rate: '5.000000' }

  test.each(['transfer', 'adjustment'] as const)('refuses a %s into a term account without additions', async (kind) => {
    const from = await f.accountWith('1000.00')
    const to = await withTerms('10.00', { clientId: from.clientId }, { additions: 'none' })
    await expect(f.ask(among(kind, from.accountId, to.accountId, '1.00'))).rejects.toMatchObject({
      status: 409,
      code: 'account.noAdditions',
    })
  })

  test('refuses a part from a term account that only ends as a whole', async () => {
    const from = await withTerms('1000.00', inTerm, { early_withdrawal: 'none' })
    const to = await f.accountWith('10.00', { clientId: from.clientId })
    const moved = among('transfer', from.accountId, to.accountId, '1.00')
    await expect(f.ask(moved)).rejects.toMatchObject({ status: 409, code: 'withdrawal.noPart' })
  })

  test('refuses an early transfer from an account whose leaving costs a penalty', async () => {
    const from = await withTerms('1000.00', inTerm, { early_withdrawal: 'part_with_penalty', penalty_points: '2' })
    const to = await f.accountWith('10.00', { clientId: from.clientId })
    const moved = among('transfer', from.accountId, to.accountId, '500.00')
    await expect(f.ask(moved)).rejects.toMatchObject({ status: 409, code: 'entry.penaltyDue' })
  })

  test('checks the account terms again when the journal is carried out', async () => {
    const from = await f.accountWith('1000.00')
    const to = await f.accountWith('10.00', { clientId: from.clientId })
    const { approvalId } = await f.ask(among('transfer', from.accountId, to.accountId, '100.00'))
    await f.t.owner.query(`update dino.account_terms set additions = 'none' where account_id = $1`, [to.accountId])
    await expect(f.letGo(approvalId)).rejects.toMatchObject({ status: 409, code: 'account.noAdditions' })
    expect(await f.balance(from)).toBe('1000.00')
  })
})

test('warns the approver when a journal exceeds the amount agreed for bonus interest', async () => {
  const from = await f.accountWith('1000.00')
  const to = await f.accountWith('10.00', { clientId: from.clientId })
  await f.t.owner.query('set session_replication_role = replica')
  await f.t.owner.query('update dino.account set bonus_rate = 5, agreed_amount = 20 where id = $1', [to.accountId])
  await f.t.owner.query('set session_replication_role = origin')
  const within = await f.ask(among('transfer', from.accountId, to.accountId, '10.00'))
  const beyond = await f.ask(among('transfer', from.accountId, to.accountId, '10.01'))
  const read = (approvalId: string | null) => f.direction.call(getApproval, { params: { approvalId: approvalId! } })
  const plain = await read(within.approvalId)
  expect([plain.guarded, plain.after?.bonus]).toEqual([false, undefined])
  const shown = await read(beyond.approvalId)
  expect([shown.guarded, Object.values(shown.after?.bonus ?? {})]).toEqual([true, ['5.000000']])
  await f.letGo(beyond.approvalId)
  expect(await f.balance(to)).toBe('20.01')
})
