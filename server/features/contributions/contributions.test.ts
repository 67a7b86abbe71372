import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount, listAccountMovements } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let managerEmployee: CreatedPerson
let managerCaller: Caller
const today = '2026-06-15'

beforeAll(async () => {
  t = await createTestTenant('dino')
  managerEmployee = await t.make.employee()
  managerCaller = await t.as('manager', managerEmployee.cvl)
})
afterAll(() => t.drop())

const makeClientEligible = (clientId: string) =>
  t.db
    .updateTable('client')
    .set({ lopdStatus: 'signed', kycStatus: 'approved', addressStatus: 'approved', dniValidUntil: '2030-01-01' })
    .where('id', '=', clientId)
    .execute()
const createEligibleAccount = async (accountOptions: { productId?: string } = {}) => {
  const client = await t.make.client({ staff: { manager: managerEmployee.id } })
  await makeClientEligible(client.id)
  const account = await t.make.account({ clientId: client.id, ...accountOptions })
  return { clientId: client.id, accountId: account.id }
}
type AccountParams = Awaited<ReturnType<typeof createEligibleAccount>>
const contributionInput = { amount: '1000.00', valueDate: today, reference: 'Transferencia de marzo' }
const callAddContribution = (params: AccountParams, body: object = {}, key: string = randomUUID()) =>
  t
    .callerWith(managerCaller.token, { [idempotencyKeyHeader]: key })
    .call(addContribution, { params, body: { ...contributionInput, ...body } })
const getAccountBalance = async (params: AccountParams) => (await managerCaller.call(getAccount, { params })).balance
const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})

describe('contributions by hand', () => {
  test('a contribution appears in statement, balance, client list and audit at once', async () => {
    const params = await createEligibleAccount()
    const { journalId } = await callAddContribution(params, { valueDate: '2026-06-10' })
    const { rows } = await managerCaller.call(listAccountMovements.page, { params })
    expect(rows).toEqual([
      {
        id: journalId,
        bookingDate: today,
        valueDate: '2026-06-10',
        kind: 'contribution',
        description: contributionInput.reference,
        amount: '1000.00',
        balanceAfter: '1000.00',
        correction: null,
      },
    ])
    expect(await getAccountBalance(params)).toBe('1000.00')
    const { rows: listed } = await managerCaller.call(listClients.page, { query: { sort: 'fullName' } })
    expect(listed.find(({ id }) => id === params.clientId)?.balance).toBe('1000.00')
    const { rows: audited } = await t.owner.query(
      `select user_id::text, cvl from dino.audit_event where action = 'journal.posted' and entity_id = $1`,
      [journalId],
    )
    expect(audited).toEqual([{ user_id: managerCaller.userId, cvl: managerEmployee.cvl }])
    const { rows: lines } = await t.owner.query(
      'select ledger, amount from dino.posting where journal_id = $1 order by line',
      [journalId],
    )
    expect(lines).toEqual([
      { ledger: 3, amount: '-1000.00' },
      { ledger: 1, amount: '1000.00' },
    ])
  })

  test('books a contribution once when sent fifty times at once under one key', async () => {
    const params = await createEligibleAccount()
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 50 }, () => callAddContribution(params, {}, key)))
    expect(new Set(results.map(({ journalId }) => journalId)).size).toBe(1)
    expect(await getAccountBalance(params)).toBe('1000.00')
  })

  test('answers a repeated contribution like the first time after its account has closed', async () => {
    const params = await createEligibleAccount()
    const key = randomUUID()
    const first = await callAddContribution(params, {}, key)
    await t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', params.accountId).execute()
    expect(await callAddContribution(params, {}, key)).toEqual(first)
  })

  test.each([{ amount: '1000.01' }, { valueDate: '2026-06-14' }, { reference: 'Otra cosa' }])(
    'refuses a contribution whose key was used for another: %o',
    async (other) => {
      const params = await createEligibleAccount()
      const key = randomUUID()
      await callAddContribution(params, {}, key)
      await expect(callAddContribution(params, other, key)).rejects.toMatchObject(
        buildExpectedError(422, 'idempotency.differentBody'),
      )
      expect(await getAccountBalance(params)).toBe('1000.00')
    },
  )

  test('books a contribution under a key that another user has used', async () => {
    const params = await createEligibleAccount()
    const key = randomUUID()
    await callAddContribution(params, {}, key)
    const admin = await t.as('admin')
    await t
      .callerWith(admin.token, { [idempotencyKeyHeader]: key })
      .call(addContribution, { params, body: contributionInput })
    expect(await getAccountBalance(params)).toBe('2000.00')
  })

  test.each([
    ['1000.00 €', { amount: 'invalid_format' }],
    ['0.00', { amount: 'invalid_format' }],
    ['-5.00', { amount: 'invalid_format' }],
    ['1.005', { amount: 'invalid_format' }],
    ['1234567890123.00', { amount: 'invalid_format' }],
  ])('refuses a contribution of %s with its field', async (amount, fields) => {
    const params = await createEligibleAccount()
    await expect(callAddContribution(params, { amount })).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', fields),
    )
  })

  test.each([
    ['2026-06-16', 'future'],
    ['2024-01-31', 'beforeOpening'],
  ])('refuses a contribution with value date %s: %s', async (valueDate, code) => {
    const params = await createEligibleAccount()
    await expect(callAddContribution(params, { valueDate })).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { valueDate: code }),
    )
  })

  test.each([[undefined], ['short'], ['with a blank in it'], ['x'.repeat(121)]])(
    'requires a valid idempotency key of a contribution: %s',
    async (key) => {
      const params = await createEligibleAccount()
      const { statusCode, json } = await t.app.inject({
        method: 'POST',
        url: `/api/v1/clients/${params.clientId}/accounts/${params.accountId}/contributions`,
        headers: { authorization: `JWT ${managerCaller.token}`, ...(key && { [idempotencyKeyHeader]: key }) },
        payload: contributionInput,
      })
      expect(statusCode).toBe(400)
      expect(json().fields).toEqual({ [idempotencyKeyHeader]: key ? 'invalid' : 'required' })
    },
  )

  test('concurrent contributions reach the maximum of the product and not a cent beyond', async () => {
    const product = await t.make.product()
    await t.db.updateTable('product').set({ maximum: '5000.00' }).where('id', '=', product.id).execute()
    const params = await createEligibleAccount({ productId: product.id })
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => callAddContribution(params)))
    const noted = results.filter(({ status }) => status === 'fulfilled')
    const over = results.filter((one) => one.status === 'rejected')
    expect(noted).toHaveLength(5)
    for (const { reason } of over as PromiseRejectedResult[])
      expect(reason).toMatchObject(buildExpectedError(422, 'account.overMaximum', { amount: 'overMaximum' }))
    expect(await getAccountBalance(params)).toBe('5000.00')
  })

  test.each(['not_sent', 'sent', 'viewed', 'withdrawn', 'superseded'] as const)(
    'refuses a contribution before the consent is signed: %s',
    async (lopdStatus) => {
      const params = await createEligibleAccount()
      await t.db.updateTable('client').set({ lopdStatus }).where('id', '=', params.clientId).execute()
      await expect(callAddContribution(params)).rejects.toMatchObject(buildExpectedError(409, 'client.lopd'))
    },
  )

  test.each(['commercial', 'documents', 'legal'] as const)(
    'refuses a contribution while any holder of the account is blocked: %s',
    async (blockKind) => {
      const params = await createEligibleAccount()
      const other = await t.make.client()
      await makeClientEligible(other.id)
      await t.db
        .insertInto('accountHolder')
        .values({ accountId: params.accountId, clientId: other.id, role: 'holder', share: '50' })
        .execute()
      await t.db
        .updateTable('client')
        .set({ blockKind, blockReason: 'Embargo', blockedAt: new Date(0).toISOString() })
        .where('id', '=', other.id)
        .execute()
      await expect(callAddContribution(params)).rejects.toMatchObject(buildExpectedError(409, 'client.blocked'))
      expect(await getAccountBalance(params)).toBe('0.00')
    },
  )

  test('refuses a contribution to an account that is not active', async () => {
    const params = await createEligibleAccount()
    await t.db.updateTable('account').set({ status: 'canceled' }).where('id', '=', params.accountId).execute()
    await expect(callAddContribution(params)).rejects.toMatchObject(buildExpectedError(409, 'account.notActive'))
  })

  test('refuses a contribution to an account of another client as not found', async () => {
    const one = await createEligibleAccount()
    const other = await createEligibleAccount()
    await expect(callAddContribution({ clientId: one.clientId, accountId: other.accountId })).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
  })

  test('refuses a contribution in a closed month', async () => {
    const params = await createEligibleAccount()
    await t.owner.query(`update dino.ledger_period set closed_through = '2026-06-30'`)
    await expect(callAddContribution(params)).rejects.toMatchObject(buildExpectedError(409, 'ledger.monthClosed'))
    await t.owner.query(`update dino.ledger_period set closed_through = '-infinity'`)
    expect(await getAccountBalance(params)).toBe('0.00')
  })
})
