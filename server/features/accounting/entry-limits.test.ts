import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { getAccount } from '#contract/client.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { reverseBooked } from '#contract/journals.ts'
import { addEntry } from '#contract/manual-entries.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let direction: typeof admin

beforeAll(async () => {
  t = await testTenant('dino')
  ;[admin, direction] = [await t.as('admin'), await t.as('direction')]
})
afterAll(() => t.drop())

const refused = (status: number, code: string, fields: object) => ({ status, code, fields })
const accountWith = async (amount: string, given: { clientId?: string; expiresOn?: string; rate?: string } = {}) => {
  const clientId = given.clientId ?? (await t.make.client({ checked: true })).id
  const { id: accountId } = await t.make.account({ ...given, clientId, openedOn: '2026-01-01' })
  await t.make.movement(accountId, amount, 'contribution', '2026-05-04')
  return { clientId, accountId }
}
const lineOf =
  (side: 'debit' | 'credit') =>
  (ledger: string, amount: string, more: object = {}) => ({
    ...{ ledger, side, amount, ...more },
  })
const [debit, credit] = [lineOf('debit'), lineOf('credit')]
const proposed = { bookingDate: '2026-06-15', valueDate: '2026-06-15', description: 'Corrección', reason: 'Error' }
type Sent = Parameters<typeof admin.call<typeof addEntry>>[1]
const ask = (body: object) =>
  t
    .callerWith(admin.token, { [keyHeader]: randomUUID() })
    .call(addEntry, { body: { ...proposed, ...body } } as unknown as Sent)
const balance = async (params: { clientId: string; accountId: string }) =>
  (await direction.call(getAccount, { params })).balance
const letGo = (approvalId: string | null) => direction.call(approve, { params: { approvalId: approvalId! }, body: {} })

const among = (kind: 'transfer' | 'adjustment', from: string, to: string, amount: string) => ({
  kind,
  lines: [debit('client_capital', amount, { accountId: from }), credit('client_capital', amount, { accountId: to })],
})
const unconfirmed = { status: 409, code: 'entry.unconfirmed' }
/** The account holds 1000.00, of which nothing has confirmed 600.00. */
const withUnconfirmed = async () => {
  const place = await accountWith('1000.00')
  await t.owner.query(
    `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
    [place.accountId],
  )
  return place
}
const confirm = (accountId: string) =>
  t.owner.query('delete from dino.unconfirmed_contribution where account_id = $1', [accountId])

describe('money that the bank has not confirmed', () => {
  test('is not moved to another account of the client', async () => {
    const from = await withUnconfirmed()
    const to = await accountWith('10.00', { clientId: from.clientId })
    const moved = (amount: string) => among('transfer', from.accountId, to.accountId, amount)
    await expect(ask(moved('400.01'))).rejects.toMatchObject(unconfirmed)
    expect(await ask(moved('400.00'))).toMatchObject({ state: 'pending' })
    await confirm(from.accountId)
  })

  test.each([
    ['what is owed to its client', (accountId: string) => credit('client_payable', '400.01', { accountId })],
    ['the bank', () => credit('bank', '400.01')],
    ['receipts without owner', () => credit('unidentified_receipts', '400.01')],
  ])('is not taken out of the principal to %s', async (_, gaining) => {
    const { accountId } = await withUnconfirmed()
    const lines = [debit('client_capital', '400.01', { accountId }), gaining(accountId)]
    await expect(ask({ kind: 'adjustment', lines })).rejects.toMatchObject(unconfirmed)
    await confirm(accountId)
    expect(await ask({ kind: 'adjustment', lines })).toMatchObject({ state: 'pending' })
  })

  test('keeps what is owed to its client from going to another account', async () => {
    const [from, to] = [await withUnconfirmed(), await accountWith('10.00')]
    await t.make.movement(from.accountId, '-300.00', 'maturity')
    const lines = [
      debit('client_payable', '300.00', { accountId: from.accountId }),
      credit('client_capital', '300.00', { accountId: to.accountId }),
    ]
    await expect(ask({ kind: 'adjustment', lines })).rejects.toMatchObject(unconfirmed)
    await confirm(from.accountId)
  })

  test('is asked for again when the journal is carried out', async () => {
    const from = await accountWith('1000.00')
    const to = await accountWith('10.00', { clientId: from.clientId })
    const { approvalId } = await ask(among('transfer', from.accountId, to.accountId, '500.00'))
    await t.owner.query(
      `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 600, '2026-05-04')`,
      [from.accountId],
    )
    await expect(letGo(approvalId)).rejects.toMatchObject(unconfirmed)
    expect(await balance(from)).toBe('1000.00')
    await confirm(from.accountId)
  })

  test('is not taken out by the reversal of a transfer that was confirmed', async () => {
    const from = await accountWith('1000.00')
    const to = await accountWith('10.00', { clientId: from.clientId })
    await letGo((await ask(among('transfer', from.accountId, to.accountId, '500.00'))).approvalId)
    const { rows } = await t.owner.query<{ id: string }>('select max(id)::text as id from dino.journal')
    await t.owner.query(
      `insert into dino.unconfirmed_contribution (account_id, journal_id, amount, noted_on) values ($1, 1, 300, '2026-05-04')`,
      [to.accountId],
    )
    const { approvalId } = await t.callerWith(admin.token, { [keyHeader]: randomUUID() }).call(reverseBooked, {
      params: { journalId: rows[0]!.id },
      body: { reason: 'Era de otra cuenta' },
    })
    await expect(letGo(approvalId)).rejects.toMatchObject(unconfirmed)
    await confirm(to.accountId)
    await letGo(approvalId)
    expect([await balance(from), await balance(to)]).toEqual(['1000.00', '10.00'])
  })
})

test('refuses a fee that takes from one account and gives to another', async () => {
  const [from, to] = [await accountWith('1000.00'), await accountWith('10.00')]
  const lines = [
    debit('client_capital', '1000.00', { accountId: from.accountId }),
    credit('client_capital', '999.00', { accountId: to.accountId }),
    credit('fee_income', '1.00'),
  ]
  await expect(ask({ kind: 'fee', lines })).rejects.toMatchObject({ status: 422, code: 'entry.notOfKind' })
})

test('refuses to take the principal of an account above the maximum of its product', async () => {
  const product = await t.make.product({})
  await t.db.updateTable('product').set({ maximum: '1000.00' }).where('id', '=', product.id).execute()
  const client = await t.make.client({ checked: true })
  const { id: accountId } = await t.make.account({
    clientId: client.id,
    productId: product.id,
    openedOn: '2026-01-01',
  })
  await t.make.movement(accountId, '900.00', 'contribution', '2026-05-04')
  const adjusted = (amount: string) => ({
    kind: 'adjustment',
    lines: [debit('opening_balances', amount), credit('client_capital', amount, { accountId })],
  })
  const refusal = refused(422, 'account.overMaximum', { amount: 'overMaximum' })
  await expect(ask(adjusted('100.01'))).rejects.toMatchObject(refusal)
  const { approvalId } = await ask(adjusted('60.00'))
  const second = await ask(adjusted('60.00'))
  await letGo(approvalId)
  await expect(letGo(second.approvalId)).rejects.toMatchObject(refusal)
  const from = await accountWith('500.00', { clientId: client.id })
  const transfer = (amount: string) => among('transfer', from.accountId, accountId, amount)
  await expect(ask(transfer('40.01'))).rejects.toMatchObject(refusal)
  await letGo((await ask(transfer('40.00'))).approvalId)
  expect(await balance({ clientId: client.id, accountId })).toBe('1000.00')
})

describe('a transfer between accounts of a client', () => {
  type Terms = Partial<Record<'additions' | 'early_withdrawal' | 'penalty_points', string>>
  const withTerms = async (amount: string, given: Parameters<typeof accountWith>[1], terms: Terms) => {
    const place = await accountWith(amount, given)
    for (const [column, value] of Object.entries(terms))
      await t.owner.query(`update dino.account_terms set ${column} = $2 where account_id = $1`, [
        place.accountId,
        value,
      ])
    return place
  }
  const inTerm = { expiresOn: '2027-01-01', rate: '5.000000' }

  test.each(['transfer', 'adjustment'] as const)(
    'brings nothing to a term that takes no additions, as %s',
    async (kind) => {
      const from = await accountWith('1000.00')
      const to = await withTerms('10.00', { clientId: from.clientId }, { additions: 'none' })
      await expect(ask(among(kind, from.accountId, to.accountId, '1.00'))).rejects.toMatchObject({
        status: 409,
        code: 'account.noAdditions',
      })
    },
  )

  test('takes nothing early from a term that only leaves as a whole', async () => {
    const from = await withTerms('1000.00', inTerm, { early_withdrawal: 'none' })
    const to = await accountWith('10.00', { clientId: from.clientId })
    const moved = among('transfer', from.accountId, to.accountId, '1.00')
    await expect(ask(moved)).rejects.toMatchObject({ status: 409, code: 'withdrawal.noPart' })
  })

  test('takes nothing early where leaving costs a penalty', async () => {
    const from = await withTerms('1000.00', inTerm, { early_withdrawal: 'part_with_penalty', penalty_points: '2' })
    const to = await accountWith('10.00', { clientId: from.clientId })
    const moved = among('transfer', from.accountId, to.accountId, '500.00')
    await expect(ask(moved)).rejects.toMatchObject({ status: 409, code: 'entry.penaltyDue' })
  })

  test('asks the terms again when it is carried out', async () => {
    const from = await accountWith('1000.00')
    const to = await accountWith('10.00', { clientId: from.clientId })
    const { approvalId } = await ask(among('transfer', from.accountId, to.accountId, '100.00'))
    await t.owner.query(`update dino.account_terms set additions = 'none' where account_id = $1`, [to.accountId])
    await expect(letGo(approvalId)).rejects.toMatchObject({ status: 409, code: 'account.noAdditions' })
    expect(await balance(from)).toBe('1000.00')
  })
})
