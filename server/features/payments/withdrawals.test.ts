import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectChangeRequest, withdrawChangeRequest } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { listPayments } from '#contract/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createPaymentOrder } from '#server/domain/payment-orders.ts'
import { expireApprovals } from '#server/features/approvals/expire-approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { buildExpectedError, createPaymentFixture, noonMs } from './test-payments.ts'
import { withdrawalTask } from './withdrawal-task.ts'

let fixture: Awaited<ReturnType<typeof createPaymentFixture>>
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.t.drop())

const blockClient = (clientId: string, blockKind: 'commercial' | 'documents' | 'legal') =>
  fixture.t.db
    .updateTable('client')
    .set({ blockKind, blockReason: 'Embargo', blockedAt: new Date(noonMs).toISOString() })
    .where('id', '=', clientId)
    .execute()

describe('requests of withdrawals', () => {
  test('holds the requested amount and refuses a second request above the rest', async () => {
    const place = await fixture.accountWith('1000.00')
    await fixture.ask(place, '700.00')
    expect(await fixture.available(place)).toBe('300.00')
    await expect(fixture.ask(place, '300.01')).rejects.toMatchObject(
      buildExpectedError(409, 'withdrawal.overAvailable', { amount: 'overAvailable' }),
    )
    await fixture.ask(place, '300.00')
    expect(await fixture.available(place)).toBe('0.00')
  })

  test('64 concurrent requests take exactly the available amount', async () => {
    const place = await fixture.accountWith('1000.00')
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => fixture.ask(place, '100.00')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of results)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject(buildExpectedError(409, 'withdrawal.overAvailable'))
    expect(await fixture.available(place)).toBe('0.00')
    const { totals } = await fixture.who.call(listPayments.count, { query: { account: place.accountId } })
    expect(totals.amount).toBe('1000.00')
  })

  test('creates one request with 50 calls under one key; refuses another body', async () => {
    const place = await fixture.accountWith('1000.00')
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 50 }, () => fixture.ask(place, '400.00', { key })))
    expect(new Set(results.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(await fixture.available(place)).toBe('600.00')
    await expect(fixture.ask(place, '400.01', { key })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
    await expect(fixture.ask(place, '400.00', { key, reason: 'Otra cosa' })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
  })

  test('pays a withdrawal to a holder, never to an authorised person', async () => {
    const place = await fixture.accountWith('1000.00')
    const acting = await fixture.accountWith('0.00')
    const { accountId } = place
    const role = { accountId, clientId: acting.clientId, role: 'authorised' as const, share: null }
    await fixture.t.db.insertInto('accountHolder').values(role).execute()
    await expect(fixture.ask({ ...acting, accountId }, '10.00')).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
    const params = { clientId: acting.clientId, accountId }
    await expect(fixture.who.call(getAccount, { params })).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
    expect((await fixture.ask(place, '10.00')).paymentId).toEqual(expect.any(String))
  })

  test('requires all signatures for a withdrawal when the account demands them, and audits them', async () => {
    const place = await fixture.accountWith('1000.00')
    await fixture.t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', place.accountId).execute()
    expect((await fixture.who.call(getAccount, { params: place })).signature).toBe('all')
    await expect(fixture.ask(place, '10.00')).rejects.toMatchObject(
      buildExpectedError(409, 'account.allSign', { allSigned: 'required' }),
    )
    expect(await fixture.available(place)).toBe('1000.00')
    const { paymentId } = await fixture.ask(place, '10.00', { allSigned: true })
    const { rows } = await fixture.t.owner.query(
      `select after ->> 'allSigned' as "allSigned" from dino.audit_event where action = 'withdrawal.requested' and entity_id = $1`,
      [paymentId],
    )
    expect(rows).toEqual([{ allSigned: 'true' }])
  })

  test('refuses to post away a held amount', async () => {
    const place = await fixture.accountWith('1000.00')
    await fixture.ask(place, '700.00')
    await expect(fixture.t.make.movement(place.accountId, '-300.01', 'fee')).rejects.toThrow('account_balance_reserves')
    await fixture.t.make.movement(place.accountId, '-300.00', 'fee')
    expect(await fixture.available(place)).toBe('0.00')
  })

  test('refuses a withdrawal to another client’s bank account', async () => {
    const place = await fixture.accountWith('1000.00')
    const other = await fixture.accountWith('1000.00')
    await expect(fixture.ask({ ...place, bankAccountId: other.bankAccountId }, '1.00')).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { bankAccountId: 'unknown' }),
    )
  })

  test('takes one of concurrent requests for several accounts under one key', async () => {
    const places = await Promise.all(Array.from({ length: 8 }, () => fixture.accountWith('10.00')))
    const key = randomUUID()
    const results = await Promise.allSettled(places.map((place) => fixture.ask(place, '1.00', { key })))
    const lost = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toHaveLength(7)
    for (const reason of lost) expect(reason).toMatchObject(buildExpectedError(422, 'idempotency.differentBody'))
  })

  test('withdraws money from a pending account, and refuses an expired one', async () => {
    const place = await fixture.accountWith('1000.00')
    await fixture.t.db.updateTable('account').set({ status: 'pending' }).where('id', '=', place.accountId).execute()
    await fixture.ask(place, '400.00')
    expect(await fixture.available(place)).toBe('600.00')
    await fixture.t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', place.accountId).execute()
    await expect(fixture.ask(place, '1.00')).rejects.toMatchObject(buildExpectedError(409, 'account.notActive'))
  })

  test('refuses a withdrawal of a legally blocked client', async () => {
    const place = await fixture.accountWith('1000.00')
    await blockClient(place.clientId, 'legal')
    await expect(fixture.ask(place, '1.00')).rejects.toMatchObject(buildExpectedError(409, 'client.blocked'))
    expect(await fixture.available(place)).toBe('1000.00')
  })
})

describe('approval of withdrawals', () => {
  test('an approved withdrawal stays held for a batch and lists its steps', async () => {
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00')
    await fixture.letGo(paymentId)
    const { state, steps } = await fixture.detail(paymentId)
    expect(state).toBe('approved')
    expect(steps.map((step) => [step.state, step.byName, step.reason])).toEqual([
      ['requested', fixture.who.username, 'Compra de una casa'],
      ['approved', fixture.superior.username, null],
    ])
    expect(await fixture.available(place)).toBe('750.00')
  })

  test('refuses approval of a withdrawal by its maker', async () => {
    await fixture.t.as('direction')
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00', { by: fixture.superior })
    await expect(fixture.letGo(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'approval.sameAsMaker'))
  })

  test('refuses approval of a withdrawal when a legal block came meanwhile', async () => {
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00')
    await blockClient(place.clientId, 'legal')
    await expect(fixture.letGo(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'client.blocked'))
    expect((await fixture.detail(paymentId)).state).toBe('requested')
  })

  test('rejects a withdrawal with a reason and frees its money', async () => {
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00')
    const { approvalId } = await fixture.detail(paymentId)
    await fixture.superior.call(rejectChangeRequest, {
      params: { approvalId: approvalId! },
      body: { reason: 'Falta la firma' },
    })
    const { state, steps } = await fixture.detail(paymentId)
    expect([state, steps.at(-1)?.byName, steps.at(-1)?.reason]).toEqual([
      'rejected',
      fixture.superior.username,
      'Falta la firma',
    ])
    expect(await fixture.available(place)).toBe('1000.00')
  })

  test.each(['commercial', 'documents'] as const)(
    'requires approval for a client with a %s block even with the task off',
    async (kind) => {
      const free = await fixture.accountWith('1000.00')
      const blocked = await fixture.accountWith('1000.00')
      await blockClient(blocked.clientId, kind)
      await setDisabledTasks(fixture.t.db, ['withdrawal'])
      const states = [await fixture.ask(free, '1.00'), await fixture.ask(blocked, '1.00')].map(({ paymentId }) =>
        fixture.detail(paymentId),
      )
      await setDisabledTasks(fixture.t.db, [])
      expect((await Promise.all(states)).map(({ state }) => state)).toEqual(['approved', 'requested'])
    },
  )
})

describe('cancellation of withdrawals', () => {
  test('available and held amounts follow requests, approvals and cancellations at once', async () => {
    const { clientId, accountId, bankAccountId } = await fixture.accountWith('1000.00')
    const figures = async () => {
      const { balance, held, available } = await fixture.who.call(getAccount, { params: { clientId, accountId } })
      const query = { account: accountId, holds: 'true' }
      const { rows } = await fixture.who.call(listPayments.page, { query })
      const { total, totals } = await fixture.who.call(listPayments.count, { query })
      expect([rows.length, totals.amount]).toEqual([total, held])
      return [balance, held, available]
    }
    const place = { clientId, accountId, bankAccountId }
    expect(await figures()).toEqual(['1000.00', '0.00', '1000.00'])
    const { paymentId } = await fixture.ask(place, '700.00')
    const other = await fixture.ask(place, '50.50')
    expect(await figures()).toEqual(['1000.00', '750.50', '249.50'])
    await fixture.letGo(other.paymentId)
    expect(await figures()).toEqual(['1000.00', '750.50', '249.50'])
    await fixture.cancel(paymentId)
    expect(await figures()).toEqual(['1000.00', '50.50', '949.50'])
    const free = await fixture.who.call(listPayments.page, { query: { account: accountId, holds: 'false' } })
    expect(free.rows.map(({ id }) => id)).toEqual([paymentId])
    await fixture.cancel(other.paymentId)
    expect(await figures()).toEqual(['1000.00', '0.00', '1000.00'])
  })

  test('cancelling a withdrawal frees its money and closes its approval', async () => {
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00')
    expect(await fixture.cancel(paymentId)).toEqual({ state: 'canceled' })
    expect(await fixture.available(place)).toBe('1000.00')
    await expect(fixture.letGo(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'approval.decided'))
    await expect(fixture.cancel(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.tooLate'))
  })

  test('cancels an approved withdrawal until it is in a batch', async () => {
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00')
    await fixture.letGo(paymentId)
    const { id: batchId } = await fixture.draftBatch()
    const move = (to: { state: 'in_batch' | 'approved'; batchId: string | null }) =>
      fixture.t.db.updateTable('paymentOrder').set(to).where('id', '=', paymentId).execute()
    await move({ state: 'in_batch', batchId })
    await expect(fixture.cancel(paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.tooLate'))
    await move({ state: 'approved', batchId: null })
    await fixture.cancel(paymentId)
    expect(await fixture.available(place)).toBe('1000.00')
  })

  test('concurrent approval and cancellation of a withdrawal end in one state', async () => {
    for (let round = 0; round < 6; round += 1) {
      const place = await fixture.accountWith('1000.00')
      const { paymentId } = await fixture.ask(place, '250.00')
      const results = await Promise.allSettled([fixture.letGo(paymentId), fixture.cancel(paymentId)])
      const { state } = await fixture.detail(paymentId)
      // Approved first, it can be given up still; given up first, nobody can approve it.
      expect(results[1].status === 'fulfilled' ? 'canceled' : 'approved').toBe(state)
      expect(await fixture.available(place)).toBe(state === 'canceled' ? '1000.00' : '750.00')
    }
  })

  test('cancels a withdrawal when its approval is withdrawn or expires', async () => {
    const place = await fixture.accountWith('1000.00')
    const one = await fixture.ask(place, '100.00')
    const other = await fixture.ask(place, '200.00')
    const { approvalId } = await fixture.detail(one.paymentId)
    await fixture.who.call(withdrawChangeRequest, { params: { approvalId: approvalId! } })
    expect(await fixture.available(place)).toBe('800.00')
    await expireApprovals(fixture.t.db, [withdrawalTask], noonMs + 15 * 86_400_000)
    expect((await fixture.detail(other.paymentId)).state).toBe('canceled')
    expect(await fixture.available(place)).toBe('1000.00')
  })
})

describe('payments owed by the firm', () => {
  test('orders each maturity journal once and never more than the payable', async () => {
    const place = await fixture.accountWith('1000.00')
    const { journalId } = await fixture.t.make.movement(place.accountId, '-400.00', 'maturity')
    const order = (amount: string, of = journalId) =>
      fixture.t.db
        .transaction()
        .execute((tx) =>
          createPaymentOrder(
            tx,
            { accountId: place.accountId, amount, kind: 'maturity', journalId: of },
            '2026-06-15T10:00:00Z',
          ),
        )
    await order('400.00')
    await order('400.00')
    const { rows } = await fixture.who.call(listPayments.page, { query: { account: place.accountId } })
    expect(rows.map(({ kind, state, amount }) => [kind, state, amount])).toEqual([['maturity', 'approved', '400.00']])
    const more = await fixture.t.make.movement(place.accountId, '-100.00', 'maturity')
    await expect(order('100.01', more.journalId)).rejects.toThrow('account_balance_ordered')
    await expect(fixture.cancel(rows[0]!.id)).rejects.toMatchObject(buildExpectedError(409, 'payment.tooLate'))
  })
})

describe('database rules of payment orders', () => {
  test.each([
    ['a step that does not follow', { state: 'paid' as const }],
    ['another amount', { amount: '1.00' }],
  ])('the database refuses %s of a payment order', async (_, change) => {
    const place = await fixture.accountWith('1000.00')
    const { paymentId } = await fixture.ask(place, '250.00')
    const changed = fixture.t.db.updateTable('paymentOrder').set(change).where('id', '=', paymentId).execute()
    await expect(changed).rejects.toMatchObject({ code: 'AT006' })
  })

  test('the database refuses changes to the steps of an order', async () => {
    const place = await fixture.accountWith('1000.00')
    await fixture.ask(place, '250.00')
    await expect(fixture.t.owner.query('delete from dino.payment_step')).rejects.toThrow()
    await expect(fixture.t.owner.query(`update dino.payment_step set reason = 'nada'`)).rejects.toThrow()
  })
})

test('hides a withdrawal of a client out of scope', async () => {
  const place = await fixture.accountWith('1000.00')
  const { paymentId } = await fixture.ask(place, '250.00')
  const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
  await expect(fixture.detail(paymentId, outsider)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
  await expect(fixture.cancel(paymentId, outsider)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
  await expect(fixture.ask(place, '1.00', { by: outsider })).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
})

test('withdrawals leave no differences, and a wrong held amount is found', async () => {
  const books = () => verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)
  expect((await books()).differenceList).toEqual([])
  await fixture.t.owner.query(`update dino.account_balance set reserved = reserved + 1 where account_id = (
    select account_id from dino.account_balance where principal > reserved order by account_id limit 1)`)
  const { differenceList } = await books()
  expect(differenceList.map(({ what }) => what)).toEqual(['account balance: reserved'])
})
