import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmBatchPaid, confirmBatchSent, getBatchFile } from '#contract/payment-batches.ts'
import { ledgers } from '#rules/ledgers.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { buildExpectedError, noonMs, today } from '#server/features/payments/test-payments.ts'
import { holdLock } from '#test/harness/hold-lock.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

const paymentCount = 200

/** As many approved withdrawals, each of an account of its own. */
const createApprovedWithdrawals = async (): Promise<void> => {
  const one = await fixture.approved('10.00')
  await fixture.t.owner.query(
    `set search_path = dino;
     insert into account (number, product_id, client_id, status, opened_on, rate, zone_id, office_id)
     select 'COPY-' || n, product_id, client_id, status, opened_on, rate, zone_id, office_id from account, generate_series(2, ${paymentCount}) n where id = ${one.accountId};
     insert into account_holder select id, client_id, 'primary', 100 from account where number like 'COPY-%';
     select post_movements(array_agg(id), array_agg('contribution'::movement_kind), array_agg(100.00), array_agg(opened_on), array_agg(opened_on),
              array_agg('test:' || number), array_agg('x'::text), array_agg(null::text), 'test') from account where number like 'COPY-%';
     insert into payment_order (kind, account_id, client_id, bank_account_id, amount, state, idempotency_key, request_hash, requested_at)
     select 'withdrawal', a.id, a.client_id, o.bank_account_id, 10 + a.id % 7, 'approved', 'copy:' || a.id, '', o.requested_at
       from account a, payment_order o where a.number like 'COPY-%' and o.id = ${one.paymentId};
     insert into payment_step select id, 1, 'approved', requested_at from payment_order where idempotency_key like 'copy:%'`,
  )
}

const countOrdersByState = async () => {
  const { rows } = await fixture.t.owner.query<{ state: string; orders: number }>(
    'select state, count(*)::int as orders from dino.payment_order group by 1 order by 1',
  )
  return Object.fromEntries(rows.map(({ state, orders }) => [state, orders]))
}

/** What is left of a process that was killed: the database notices when it next looks. */
const waitUntilNoBackends = async (): Promise<void> => {
  const others = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
  while ((await fixture.t.owner.query(others)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a batch whose sender is killed repeatedly is sent once and whole', async () => {
  await createApprovedWithdrawals()
  const { batchId, taken } = await fixture.make({ by: 'filter', filter: {} })
  expect(taken).toBe(paymentCount)
  await fixture.submit(batchId)
  await fixture.letBatchGo(batchId)
  await fixture.admin.call(confirmBatchSent, { params: { batchId } })
  const { amount } = await fixture.detail(batchId)
  let sent = 0
  // Beyond the first orders that go together, whichever they are.
  const later = `select account_id from payment_order where state = 'in_batch' order by account_id, id offset 30 limit 1`
  for (let kill = 0; kill < 2; kill += 1) {
    const held = await holdLock(fixture.t.ownerUrl, `select from account where id = (${later}) for update`)
    const sendingProcess = startTestProcess(new URL('test-sending-process.ts', import.meta.url), {
      env: { OWNER_URL: fixture.t.ownerUrl, SECRET: fixture.t.secret, TODAY: today },
    })
    await held.reached()
    await sendingProcess.kill()
    await held.release()
    await waitUntilNoBackends()
    const before = sent
    sent = (await countOrdersByState()).sent ?? 0
    expect(sent).toBeGreaterThan(before)
  }
  expect(sent).toBeLessThan(paymentCount)
  expect((await fixture.detail(batchId)).state).toBe('sending')
  // What is left is sent by three at once, as three processes would.
  await Promise.all([fixture.runSend(), fixture.runSend(), fixture.runSend()])
  await fixture.runSend()
  expect(fixture.failures).toEqual([])
  expect(await fixture.detail(batchId)).toMatchObject({
    state: 'sent',
    standing: [{ state: 'sent', orders: paymentCount, amount }],
  })
  const { rows } = await fixture.t.owner.query(
    `select count(*)::int as journals, count(distinct idempotency_key)::int as orders, sum(p.amount) as amount
       from dino.journal j join dino.posting p on p.journal_id = j.id and p.ledger = ${ledgers.bank} where j.source = 'payment'`,
  )
  expect(rows).toEqual([{ journals: paymentCount, orders: paymentCount, amount: `-${amount}` }])
  expect(await fixture.differences()).toEqual([])
  expect(await fixture.admin.call(confirmBatchPaid, { params: { batchId } })).toEqual({ paid: paymentCount })
}, 90_000)

test('two people give up a batch whose file was taken', async () => {
  const { paymentId } = await fixture.approved('10.00')
  const { batchId } = await fixture.make(chooseOrders(paymentId))
  await fixture.submit(batchId)
  await fixture.letBatchGo(batchId)
  const word = (await fixture.detail(batchId)).approvalId
  const taken = await Promise.all([1, 2].map(() => fixture.admin.send(getBatchFile, { params: { batchId } })))
  expect(taken.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await setDisabledTasks(fixture.t.db, ['batchEnd'])

  expect(await fixture.giveUp(batchId)).toMatchObject({ state: 'approved', approvalId: expect.any(String) })
  expect(await fixture.detail(batchId)).toMatchObject({ state: 'approved', endAsked: true })
  await expect(fixture.giveUp(batchId)).rejects.toMatchObject(buildExpectedError(409, 'batch.endAsked'))
  await expect(fixture.letBatchGo(batchId, fixture.admin)).rejects.toMatchObject({ status: 403 })
  await fixture.turnDown(batchId)
  expect(await fixture.detail(batchId)).toMatchObject({ state: 'approved', endAsked: false, approvalId: word })
  await fixture.giveUp(batchId)
  await fixture.letBatchGo(batchId)
  expect((await fixture.detail(batchId)).state).toBe('given_up')
  expect((await fixture.detail(batchId)).steps.at(-1)).toMatchObject({ state: 'given_up', reason: 'Se hace otra' })
  await setDisabledTasks(fixture.t.db, [])
})

test('sending a batch closes the pending approval to give it up', async () => {
  const { paymentId } = await fixture.approved('10.00')
  const { batchId } = await fixture.make(chooseOrders(paymentId))
  await fixture.submit(batchId)
  await fixture.letBatchGo(batchId)
  await fixture.admin.send(getBatchFile, { params: { batchId } })
  await fixture.giveUp(batchId)
  await fixture.admin.call(confirmBatchSent, { params: { batchId } })
  await expect(fixture.letBatchGo(batchId)).rejects.toMatchObject(buildExpectedError(409, 'approval.decided'))
  await fixture.runSend()
  expect(await fixture.detail(batchId)).toMatchObject({ state: 'sent', endAsked: false })
})

test('a payment that fails booking blocks no other, is retried and notified once', async () => {
  const bad = await fixture.approved('10.00')
  const good = await fixture.approved('20.00')
  const { batchId } = await fixture.make({ by: 'orders', paymentIds: [bad.paymentId, good.paymentId] })
  await fixture.submit(batchId)
  await fixture.letBatchGo(batchId)
  await fixture.admin.call(confirmBatchSent, { params: { batchId } })
  // Somebody has used its key for something else.
  await fixture.t.make.movement(good.accountId, '5.00', 'contribution', '2026-06-01', `payment:${bad.paymentId}:sent`)
  await fixture.runSend()
  expect(fixture.failures).toHaveLength(1)
  expect(await fixture.detail(batchId)).toMatchObject({
    state: 'sending',
    standing: [
      { state: 'in_batch', orders: 1 },
      { state: 'sent', orders: 1 },
    ],
  })
  expect(await fixture.balanceOf(bad)).toEqual({ balance: '1000.00', available: '990.00' })
  expect((await fixture.detail(batchId)).stalledAt).toBeNull()

  for (const attempt of [2, 3]) {
    fixture.clock.now += 10_000
    expect(await fixture.runSend(attempt)).toBe(1)
  }
  expect(Date.parse((await fixture.detail(batchId)).stalledAt!)).toBe(noonMs + 10_000)
  const { rows } = await fixture.t.owner.query(
    `select user_id::text as id, params from registry.notification where kind = 'payments.stalled' order by user_id`,
  )
  const params = { reference: (await fixture.detail(batchId)).reference, orders: '1' }
  const notifiedIds = rows.map(({ id }) => id)
  expect(rows).toEqual([...new Set(notifiedIds)].map((id) => ({ id, params })))
  expect(notifiedIds).toEqual(expect.arrayContaining([fixture.admin.userId, fixture.direction.userId]))
})
