import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reject, withdraw } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { listPayments } from '#contract/payments.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { orderPayment } from '#server/domain/payment-orders.ts'
import { expireApprovals } from '#server/features/approvals/expire-approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { firmOfPayments, noon, refused } from './test-payments.ts'
import { withdrawalTask } from './withdrawal-task.ts'

let f: Awaited<ReturnType<typeof firmOfPayments>>
beforeAll(async () => {
  f = await firmOfPayments()
})
afterAll(() => f.t.drop())

const block = (clientId: string, blockKind: 'commercial' | 'documents' | 'legal') =>
  f.t.db
    .updateTable('client')
    .set({ blockKind, blockReason: 'Embargo', blockedAt: new Date(noon).toISOString() })
    .where('id', '=', clientId)
    .execute()

describe('requests of withdrawals', () => {
  test('holds the requested amount and refuses a second request above the rest', async () => {
    const place = await f.accountWith('1000.00')
    await f.ask(place, '700.00')
    expect(await f.available(place)).toBe('300.00')
    await expect(f.ask(place, '300.01')).rejects.toMatchObject(
      refused(409, 'withdrawal.overAvailable', { amount: 'overAvailable' }),
    )
    await f.ask(place, '300.00')
    expect(await f.available(place)).toBe('0.00')
  })

  test('64 concurrent requests take exactly the available amount', async () => {
    const place = await f.accountWith('1000.00')
    const told = await Promise.allSettled(Array.from({ length: 64 }, () => f.ask(place, '100.00')))
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const one of told)
      if (one.status === 'rejected') expect(one.reason).toMatchObject(refused(409, 'withdrawal.overAvailable'))
    expect(await f.available(place)).toBe('0.00')
    const { totals } = await f.who.call(listPayments.count, { query: { account: place.accountId } })
    expect(totals.amount).toBe('1000.00')
  })

  test('creates one request with 50 calls under one key; refuses another body', async () => {
    const place = await f.accountWith('1000.00')
    const key = randomUUID()
    const told = await Promise.all(Array.from({ length: 50 }, () => f.ask(place, '400.00', { key })))
    expect(new Set(told.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(await f.available(place)).toBe('600.00')
    await expect(f.ask(place, '400.01', { key })).rejects.toMatchObject(refused(422, 'idempotency.differentBody'))
    await expect(f.ask(place, '400.00', { key, reason: 'Otra cosa' })).rejects.toMatchObject(
      refused(422, 'idempotency.differentBody'),
    )
  })

  test('pays a withdrawal to a holder, never to an authorised person', async () => {
    const [place, acting] = [await f.accountWith('1000.00'), await f.accountWith('0.00')]
    const { accountId } = place
    const role = { accountId, clientId: acting.clientId, role: 'authorised' as const, share: null }
    await f.t.db.insertInto('accountHolder').values(role).execute()
    await expect(f.ask({ ...acting, accountId }, '10.00')).rejects.toMatchObject(refused(404, 'notFound'))
    const params = { clientId: acting.clientId, accountId }
    await expect(f.who.call(getAccount, { params })).rejects.toMatchObject(refused(404, 'notFound'))
    expect((await f.ask(place, '10.00')).paymentId).toEqual(expect.any(String))
  })

  test('requires all signatures for a withdrawal when the account demands them, and audits them', async () => {
    const place = await f.accountWith('1000.00')
    await f.t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', place.accountId).execute()
    expect((await f.who.call(getAccount, { params: place })).signature).toBe('all')
    await expect(f.ask(place, '10.00')).rejects.toMatchObject(
      refused(409, 'account.allSign', { allSigned: 'required' }),
    )
    expect(await f.available(place)).toBe('1000.00')
    const { paymentId } = await f.ask(place, '10.00', { allSigned: true })
    const { rows } = await f.t.owner.query(
      `select after ->> 'allSigned' as "allSigned" from dino.audit_event where action = 'withdrawal.requested' and entity_id = $1`,
      [paymentId],
    )
    expect(rows).toEqual([{ allSigned: 'true' }])
  })

  test('refuses to post away a held amount', async () => {
    const place = await f.accountWith('1000.00')
    await f.ask(place, '700.00')
    await expect(f.t.make.movement(place.accountId, '-300.01', 'fee')).rejects.toThrow('account_balance_reserves')
    await f.t.make.movement(place.accountId, '-300.00', 'fee')
    expect(await f.available(place)).toBe('0.00')
  })

  test('refuses a withdrawal to another client’s bank account', async () => {
    const [place, other] = [await f.accountWith('1000.00'), await f.accountWith('1000.00')]
    await expect(f.ask({ ...place, bankAccountId: other.bankAccountId }, '1.00')).rejects.toMatchObject(
      refused(400, 'request.invalid', { bankAccountId: 'unknown' }),
    )
  })

  test('takes one of concurrent requests for several accounts under one key', async () => {
    const [places, key] = [await Promise.all(Array.from({ length: 8 }, () => f.accountWith('10.00'))), randomUUID()]
    const told = await Promise.allSettled(places.map((place) => f.ask(place, '1.00', { key })))
    const lost = told.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toHaveLength(7)
    for (const reason of lost) expect(reason).toMatchObject(refused(422, 'idempotency.differentBody'))
  })

  test('withdraws money from a pending account, and refuses an expired one', async () => {
    const place = await f.accountWith('1000.00')
    await f.t.db.updateTable('account').set({ status: 'pending' }).where('id', '=', place.accountId).execute()
    await f.ask(place, '400.00')
    expect(await f.available(place)).toBe('600.00')
    await f.t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', place.accountId).execute()
    await expect(f.ask(place, '1.00')).rejects.toMatchObject(refused(409, 'account.notActive'))
  })

  test('refuses a withdrawal of a legally blocked client', async () => {
    const place = await f.accountWith('1000.00')
    await block(place.clientId, 'legal')
    await expect(f.ask(place, '1.00')).rejects.toMatchObject(refused(409, 'client.blocked'))
    expect(await f.available(place)).toBe('1000.00')
  })
})

describe('approval of withdrawals', () => {
  test('an approved withdrawal stays held for a batch and lists its steps', async () => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00')
    await f.letGo(paymentId)
    const { state, steps } = await f.detail(paymentId)
    expect(state).toBe('approved')
    expect(steps.map((step) => [step.state, step.byName, step.reason])).toEqual([
      ['requested', f.who.username, 'Compra de una casa'],
      ['approved', f.boss.username, null],
    ])
    expect(await f.available(place)).toBe('750.00')
  })

  test('refuses approval of a withdrawal by its maker', async () => {
    await f.t.as('direction')
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00', { by: f.boss })
    await expect(f.letGo(paymentId)).rejects.toMatchObject(refused(409, 'approval.sameAsMaker'))
  })

  test('refuses approval of a withdrawal when a legal block came meanwhile', async () => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00')
    await block(place.clientId, 'legal')
    await expect(f.letGo(paymentId)).rejects.toMatchObject(refused(409, 'client.blocked'))
    expect((await f.detail(paymentId)).state).toBe('requested')
  })

  test('rejects a withdrawal with a reason and frees its money', async () => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00')
    const { approvalId } = await f.detail(paymentId)
    await f.boss.call(reject, { params: { approvalId: approvalId! }, body: { reason: 'Falta la firma' } })
    const { state, steps } = await f.detail(paymentId)
    expect([state, steps.at(-1)?.byName, steps.at(-1)?.reason]).toEqual(['rejected', f.boss.username, 'Falta la firma'])
    expect(await f.available(place)).toBe('1000.00')
  })

  test.each(['commercial', 'documents'] as const)(
    'requires approval for a client with a %s block even with the task off',
    async (kind) => {
      const [free, blocked] = [await f.accountWith('1000.00'), await f.accountWith('1000.00')]
      await block(blocked.clientId, kind)
      await switchTasksOff(f.t.db, ['withdrawal'])
      const states = [await f.ask(free, '1.00'), await f.ask(blocked, '1.00')].map(({ paymentId }) =>
        f.detail(paymentId),
      )
      await switchTasksOff(f.t.db, [])
      expect((await Promise.all(states)).map(({ state }) => state)).toEqual(['approved', 'requested'])
    },
  )
})

describe('cancellation of withdrawals', () => {
  test('available and held amounts follow requests, approvals and cancellations at once', async () => {
    const { clientId, accountId, bankAccountId } = await f.accountWith('1000.00')
    const figures = async () => {
      const { balance, held, available } = await f.who.call(getAccount, { params: { clientId, accountId } })
      const query = { account: accountId, holds: 'true' }
      const { rows } = await f.who.call(listPayments.page, { query })
      const { total, totals } = await f.who.call(listPayments.count, { query })
      expect([rows.length, totals.amount]).toEqual([total, held])
      return [balance, held, available]
    }
    const place = { clientId, accountId, bankAccountId }
    expect(await figures()).toEqual(['1000.00', '0.00', '1000.00'])
    const { paymentId } = await f.ask(place, '700.00')
    const other = await f.ask(place, '50.50')
    expect(await figures()).toEqual(['1000.00', '750.50', '249.50'])
    await f.letGo(other.paymentId)
    expect(await figures()).toEqual(['1000.00', '750.50', '249.50'])
    await f.cancel(paymentId)
    expect(await figures()).toEqual(['1000.00', '50.50', '949.50'])
    const free = await f.who.call(listPayments.page, { query: { account: accountId, holds: 'false' } })
    expect(free.rows.map(({ id }) => id)).toEqual([paymentId])
    await f.cancel(other.paymentId)
    expect(await figures()).toEqual(['1000.00', '0.00', '1000.00'])
  })

  test('cancelling a withdrawal frees its money and closes its approval', async () => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00')
    expect(await f.cancel(paymentId)).toEqual({ state: 'canceled' })
    expect(await f.available(place)).toBe('1000.00')
    await expect(f.letGo(paymentId)).rejects.toMatchObject(refused(409, 'approval.decided'))
    await expect(f.cancel(paymentId)).rejects.toMatchObject(refused(409, 'payment.tooLate'))
  })

  test('cancels an approved withdrawal until it is in a batch', async () => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00')
    await f.letGo(paymentId)
    const { id: batchId } = await f.draftBatch()
    const move = (to: { state: 'in_batch' | 'approved'; batchId: string | null }) =>
      f.t.db.updateTable('paymentOrder').set(to).where('id', '=', paymentId).execute()
    await move({ state: 'in_batch', batchId })
    await expect(f.cancel(paymentId)).rejects.toMatchObject(refused(409, 'payment.tooLate'))
    await move({ state: 'approved', batchId: null })
    await f.cancel(paymentId)
    expect(await f.available(place)).toBe('1000.00')
  })

  test('concurrent approval and cancellation of a withdrawal end in one state', async () => {
    for (let round = 0; round < 6; round += 1) {
      const place = await f.accountWith('1000.00')
      const { paymentId } = await f.ask(place, '250.00')
      const told = await Promise.allSettled([f.letGo(paymentId), f.cancel(paymentId)])
      const { state } = await f.detail(paymentId)
      // Approved first, it can be given up still; given up first, nobody can approve it.
      expect(told[1].status === 'fulfilled' ? 'canceled' : 'approved').toBe(state)
      expect(await f.available(place)).toBe(state === 'canceled' ? '1000.00' : '750.00')
    }
  })

  test('cancels a withdrawal when its approval is withdrawn or expires', async () => {
    const place = await f.accountWith('1000.00')
    const [one, other] = [await f.ask(place, '100.00'), await f.ask(place, '200.00')]
    const { approvalId } = await f.detail(one.paymentId)
    await f.who.call(withdraw, { params: { approvalId: approvalId! } })
    expect(await f.available(place)).toBe('800.00')
    await expireApprovals(f.t.db, [withdrawalTask], noon + 15 * 86_400_000)
    expect((await f.detail(other.paymentId)).state).toBe('canceled')
    expect(await f.available(place)).toBe('1000.00')
  })
})

describe('payments owed by the firm', () => {
  test('orders each maturity journal once and never more than the payable', async () => {
    const place = await f.accountWith('1000.00')
    const { journalId } = await f.t.make.movement(place.accountId, '-400.00', 'maturity')
    const order = (amount: string, of = journalId) =>
      f.t.db
        .transaction()
        .execute((tx) =>
          orderPayment(
            tx,
            { accountId: place.accountId, amount, kind: 'maturity', journalId: of },
            '2026-06-15T10:00:00Z',
          ),
        )
    await order('400.00')
    await order('400.00')
    const { rows } = await f.who.call(listPayments.page, { query: { account: place.accountId } })
    expect(rows.map(({ kind, state, amount }) => [kind, state, amount])).toEqual([['maturity', 'approved', '400.00']])
    const more = await f.t.make.movement(place.accountId, '-100.00', 'maturity')
    await expect(order('100.01', more.journalId)).rejects.toThrow('account_balance_ordered')
    await expect(f.cancel(rows[0]!.id)).rejects.toMatchObject(refused(409, 'payment.tooLate'))
  })
})

describe('database rules of payment orders', () => {
  test.each([
    ['a step that does not follow', { state: 'paid' as const }],
    ['another amount', { amount: '1.00' }],
  ])('the database refuses %s of a payment order', async (_, change) => {
    const place = await f.accountWith('1000.00')
    const { paymentId } = await f.ask(place, '250.00')
    const changed = f.t.db.updateTable('paymentOrder').set(change).where('id', '=', paymentId).execute()
    await expect(changed).rejects.toMatchObject({ code: 'AT006' })
  })

  test('the database refuses changes to the steps of an order', async () => {
    const place = await f.accountWith('1000.00')
    await f.ask(place, '250.00')
    await expect(f.t.owner.query('delete from dino.payment_step')).rejects.toThrow()
    await expect(f.t.owner.query(`update dino.payment_step set reason = 'nada'`)).rejects.toThrow()
  })
})

test('hides a withdrawal of a client out of scope', async () => {
  const place = await f.accountWith('1000.00')
  const { paymentId } = await f.ask(place, '250.00')
  const stranger = await f.t.as('manager', (await f.t.make.employee()).cvl)
  await expect(f.detail(paymentId, stranger)).rejects.toMatchObject(refused(404, 'notFound'))
  await expect(f.cancel(paymentId, stranger)).rejects.toMatchObject(refused(404, 'notFound'))
  await expect(f.ask(place, '1.00', { by: stranger })).rejects.toMatchObject(refused(404, 'notFound'))
})

test('withdrawals leave no differences, and a wrong held amount is found', async () => {
  const books = () => verifyLedger({ ...f.t, prefix: 'dino' }, undefined)
  expect((await books()).differenceList).toEqual([])
  await f.t.owner.query(`update dino.account_balance set reserved = reserved + 1 where account_id = (
    select account_id from dino.account_balance where principal > reserved order by account_id limit 1)`)
  const { differenceList } = await books()
  expect(differenceList.map(({ what }) => what)).toEqual(['account balance: reserved'])
})
