import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount, listMovements } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { addContribution } from '#contract/contributions.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import type { Made } from '#test/harness/factories.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Made
let who: Caller
const today = '2026-06-15'

beforeAll(async () => {
  t = await testTenant('dino')
  manager = await t.make.employee()
  who = await t.as('manager', manager.cvl)
})
afterAll(() => t.drop())

const inOrder = (clientId: string) =>
  t.db
    .updateTable('client')
    .set({ lopdStatus: 'signed', kycStatus: 'approved', addressStatus: 'approved', dniValidUntil: '2030-01-01' })
    .where('id', '=', clientId)
    .execute()
const signed = async (given: { productId?: string } = {}) => {
  const client = await t.make.client({ staff: { manager: manager.id } })
  await inOrder(client.id)
  const account = await t.make.account({ clientId: client.id, ...given })
  return { clientId: client.id, accountId: account.id }
}
type Params = Awaited<ReturnType<typeof signed>>
const wish = { amount: '1000.00', valueDate: today, reference: 'Transferencia de marzo' }
const sent = (params: Params, body: object = {}, key: string = randomUUID()) =>
  t.callerWith(who.token, { [keyHeader]: key }).call(addContribution, { params, body: { ...wish, ...body } })
const balanceOf = async (params: Params) => (await who.call(getAccount, { params })).balance
const refused = (status: number, code: string, fields?: object) => ({ status, code, ...(fields && { fields }) })

describe('contributions by hand', () => {
  test('a contribution appears in statement, balance, client list and audit at once', async () => {
    const params = await signed()
    const { journalId } = await sent(params, { valueDate: '2026-06-10' })
    const { rows } = await who.call(listMovements.page, { params })
    expect(rows).toEqual([
      {
        ...{ id: journalId, bookingDate: today, valueDate: '2026-06-10', kind: 'contribution' },
        ...{ description: wish.reference, amount: '1000.00', balanceAfter: '1000.00', correction: null },
      },
    ])
    expect(await balanceOf(params)).toBe('1000.00')
    const { rows: listed } = await who.call(listClients.page, { query: { sort: 'fullName' } })
    expect(listed.find(({ id }) => id === params.clientId)?.balance).toBe('1000.00')
    const { rows: audited } = await t.owner.query(
      `select user_id::text, cvl from dino.audit_event where action = 'journal.posted' and entity_id = $1`,
      [journalId],
    )
    expect(audited).toEqual([{ user_id: who.userId, cvl: manager.cvl }])
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
    const params = await signed()
    const key = randomUUID()
    const told = await Promise.all(Array.from({ length: 50 }, () => sent(params, {}, key)))
    expect(new Set(told.map(({ journalId }) => journalId)).size).toBe(1)
    expect(await balanceOf(params)).toBe('1000.00')
  })

  test('answers a repeated contribution like the first time after its account has closed', async () => {
    const params = await signed()
    const key = randomUUID()
    const first = await sent(params, {}, key)
    await t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', params.accountId).execute()
    expect(await sent(params, {}, key)).toEqual(first)
  })

  test.each([{ amount: '1000.01' }, { valueDate: '2026-06-14' }, { reference: 'Otra cosa' }])(
    'refuses a contribution whose key was used for another: %o',
    async (other) => {
      const params = await signed()
      const key = randomUUID()
      await sent(params, {}, key)
      await expect(sent(params, other, key)).rejects.toMatchObject(refused(422, 'idempotency.differentBody'))
      expect(await balanceOf(params)).toBe('1000.00')
    },
  )

  test('books a contribution under a key that another user has used', async () => {
    const params = await signed()
    const key = randomUUID()
    await sent(params, {}, key)
    const admin = await t.as('admin')
    await t.callerWith(admin.token, { [keyHeader]: key }).call(addContribution, { params, body: wish })
    expect(await balanceOf(params)).toBe('2000.00')
  })

  test.each([
    ['1000.00 €', { amount: 'invalid_format' }],
    ['0.00', { amount: 'invalid_format' }],
    ['-5.00', { amount: 'invalid_format' }],
    ['1.005', { amount: 'invalid_format' }],
    ['1234567890123.00', { amount: 'invalid_format' }],
  ])('refuses a contribution of %s with its field', async (amount, fields) => {
    const params = await signed()
    await expect(sent(params, { amount })).rejects.toMatchObject(refused(400, 'request.invalid', fields))
  })

  test.each([
    ['2026-06-16', 'future'],
    ['2024-01-31', 'beforeOpening'],
  ])('refuses a contribution with value date %s: %s', async (valueDate, code) => {
    const params = await signed()
    await expect(sent(params, { valueDate })).rejects.toMatchObject(
      refused(400, 'request.invalid', { valueDate: code }),
    )
  })

  test.each([[undefined], ['short'], ['with a blank in it'], ['x'.repeat(121)]])(
    'requires a valid idempotency key of a contribution: %s',
    async (key) => {
      const params = await signed()
      const { statusCode, json } = await t.app.inject({
        method: 'POST',
        url: `/api/v1/clients/${params.clientId}/accounts/${params.accountId}/contributions`,
        headers: { authorization: `JWT ${who.token}`, ...(key && { [keyHeader]: key }) },
        payload: wish,
      })
      expect(statusCode).toBe(400)
      expect(json().fields).toEqual({ [keyHeader]: key ? 'invalid' : 'required' })
    },
  )

  test('concurrent contributions reach the maximum of the product and not a cent beyond', async () => {
    const product = await t.make.product()
    await t.db.updateTable('product').set({ maximum: '5000.00' }).where('id', '=', product.id).execute()
    const params = await signed({ productId: product.id })
    const told = await Promise.allSettled(Array.from({ length: 12 }, () => sent(params)))
    const [noted, over] = [
      told.filter(({ status }) => status === 'fulfilled'),
      told.filter((one) => one.status === 'rejected'),
    ]
    expect(noted).toHaveLength(5)
    for (const { reason } of over as PromiseRejectedResult[])
      expect(reason).toMatchObject(refused(422, 'account.overMaximum', { amount: 'overMaximum' }))
    expect(await balanceOf(params)).toBe('5000.00')
  })

  test.each(['not_sent', 'sent', 'viewed', 'withdrawn', 'superseded'] as const)(
    'refuses a contribution before the consent is signed: %s',
    async (lopdStatus) => {
      const params = await signed()
      await t.db.updateTable('client').set({ lopdStatus }).where('id', '=', params.clientId).execute()
      await expect(sent(params)).rejects.toMatchObject(refused(409, 'client.lopd'))
    },
  )

  test.each(['commercial', 'documents', 'legal'] as const)(
    'refuses a contribution while any holder of the account is blocked: %s',
    async (blockKind) => {
      const params = await signed()
      const other = await t.make.client()
      await inOrder(other.id)
      await t.db
        .insertInto('accountHolder')
        .values({ accountId: params.accountId, clientId: other.id, role: 'holder', share: '50' })
        .execute()
      await t.db
        .updateTable('client')
        .set({ blockKind, blockReason: 'Embargo', blockedAt: new Date(0).toISOString() })
        .where('id', '=', other.id)
        .execute()
      await expect(sent(params)).rejects.toMatchObject(refused(409, 'client.blocked'))
      expect(await balanceOf(params)).toBe('0.00')
    },
  )

  test('refuses a contribution to an account that is not active', async () => {
    const params = await signed()
    await t.db.updateTable('account').set({ status: 'canceled' }).where('id', '=', params.accountId).execute()
    await expect(sent(params)).rejects.toMatchObject(refused(409, 'account.notActive'))
  })

  test('refuses a contribution to an account of another client as not found', async () => {
    const [one, other] = [await signed(), await signed()]
    await expect(sent({ clientId: one.clientId, accountId: other.accountId })).rejects.toMatchObject(
      refused(404, 'notFound'),
    )
  })

  test('refuses a contribution in a closed month', async () => {
    const params = await signed()
    await t.owner.query(`update dino.ledger_period set closed_through = '2026-06-30'`)
    await expect(sent(params)).rejects.toMatchObject(refused(409, 'ledger.monthClosed'))
    await t.owner.query(`update dino.ledger_period set closed_through = '-infinity'`)
    expect(await balanceOf(params)).toBe('0.00')
  })
})
