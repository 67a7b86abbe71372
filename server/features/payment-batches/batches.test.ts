import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, withdrawChangeRequest } from '#contract/approvals.ts'
import { reverseJournal } from '#contract/journals.ts'
import {
  confirmBatchSent,
  getBatchFile,
  getNextPaymentDay,
  listBatches,
  listWaitingOrders,
  removeBatchPayment,
} from '#contract/payment-batches.ts'
import { formatOrderReference } from '#rules/payment-references.ts'
import { buildExpectedError, noonMs } from '#server/features/payments/test-payments.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
})
afterAll(() => fixture.t.drop())

const listWaiting = (query: object) =>
  fixture.admin.call(listWaitingOrders.page, { query: { pageSize: '200', ...query } })
describe('new payment batches', () => {
  test('puts payable orders into a batch, reserves them and counts the rest', async () => {
    const one = await fixture.approved('100.00')
    const other = await fixture.approved('200.50')
    const blocked = await fixture.approved('5.00')
    await fixture.t.db
      .updateTable('client')
      .set({ blockKind: 'legal', blockReason: 'Embargo', blockedAt: new Date(noonMs).toISOString() })
      .where('id', '=', blocked.clientId)
      .execute()
    const { rows } = await listWaiting({})
    expect(rows.map(({ id, waits }) => [id, waits])).toEqual([
      [one.paymentId, null],
      [other.paymentId, null],
      [blocked.paymentId, 'stopped'],
    ])
    expect(await fixture.admin.call(listWaitingOrders.count, { query: { ready: 'true' } })).toEqual({
      total: 2,
      totals: { amount: '300.50' },
    })
    for (const ready of ['perhaps', 1, null])
      await expect(fixture.make({ by: 'filter', filter: { ready } } as never)).rejects.toMatchObject(
        buildExpectedError(400, 'request.invalid', { 'choice.filter.ready': 'invalid_union' }),
      )
    await expect(fixture.make({ by: 'filter', filter: { until: 'yearStart' } })).rejects.toMatchObject(
      buildExpectedError(409, 'batch.empty'),
    )
    const { batchId, taken, left } = await fixture.make({ by: 'filter', filter: { until: 'today' } })
    expect([taken, left]).toEqual([2, 1])
    expect(await fixture.detail(batchId)).toMatchObject({ state: 'draft', orders: 2, amount: '300.50', sha256: null })
    expect((await fixture.ordersOf(batchId)).map(({ id, state }) => [id, state]).sort()).toEqual([
      [one.paymentId, 'in_batch'],
      [other.paymentId, 'in_batch'],
    ])
    expect(await fixture.balanceOf(one)).toEqual({ balance: '1000.00', available: '900.00' })
    await expect(fixture.make(chooseOrders(one.paymentId))).rejects.toMatchObject(
      buildExpectedError(409, 'batch.empty'),
    )
    await expect(fixture.cancel(one.paymentId)).rejects.toMatchObject(buildExpectedError(409, 'payment.tooLate'))
  })

  test('takes booleans of the filter as JSON or as text', async () => {
    for (const ready of [false, 'false'])
      await expect(fixture.make({ by: 'filter', filter: { ready } })).rejects.toMatchObject(
        buildExpectedError(409, 'batch.empty'),
      )
    for (const ready of [true, 'true']) {
      const { paymentId } = await fixture.approved('100.00')
      const { batchId, taken, left } = await fixture.make({ by: 'filter', filter: { ready } })
      expect([taken, left]).toEqual([1, 0])
      expect((await fixture.ordersOf(batchId)).map(({ id }) => id)).toEqual([paymentId])
    }
  })

  test('makes one batch with 50 calls under one key; refuses another body', async () => {
    const { paymentId } = await fixture.approved('100.00')
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 50 }, () => fixture.make(chooseOrders(paymentId), { key })))
    expect(new Set(results.map(({ batchId }) => batchId)).size).toBe(1)
    await expect(fixture.make(chooseOrders(paymentId), { key, payOn: '2026-06-16' })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
  })

  test('puts an order into exactly one of 16 concurrent batches', async () => {
    const { paymentId } = await fixture.approved('100.00')
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => fixture.make(chooseOrders(paymentId))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject(buildExpectedError(409, 'batch.empty'))
  })

  test('refuses a batch for a past day', async () => {
    const { paymentId } = await fixture.approved('100.00')
    await expect(fixture.make(chooseOrders(paymentId), { payOn: '2026-06-14' })).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { payOn: 'past' }),
    )
  })

  test('refuses a day when TARGET is closed and proposes the next payment day', async () => {
    const { paymentId } = await fixture.approved('100.00')
    // Saturday; Sunday. A national holiday alone closes no bank.
    for (const payOn of ['2026-06-20', '2026-06-21'])
      await expect(fixture.make(chooseOrders(paymentId), { payOn })).rejects.toMatchObject(
        buildExpectedError(400, 'request.invalid', { payOn: 'bankClosed' }),
      )
    const proposed = (day: string) => fixture.admin.call(getNextPaymentDay, { query: { day } })
    expect(await proposed('2026-06-20')).toEqual({ payOn: '2026-06-22', closure: 'weekend' })
    expect(await proposed('2026-12-25')).toEqual({ payOn: '2026-12-28', closure: 'holiday' })
    expect(await proposed('2026-10-12')).toEqual({ payOn: '2026-10-12', closure: null })
    await fixture.make(chooseOrders(paymentId), { payOn: '2026-06-22' })
  })

  test('an order taken out of a draft batch is free for another', async () => {
    const one = await fixture.approved('100.00')
    const other = await fixture.approved('200.00')
    const { batchId } = await fixture.make(chooseOrders(one.paymentId, other.paymentId))
    const params = { batchId, paymentId: one.paymentId }
    await fixture.admin.call(removeBatchPayment, { params, body: { reason: 'Lo pide el cliente' } })
    expect(await fixture.detail(batchId)).toMatchObject({ orders: 1, amount: '200.00' })
    expect(await fixture.detail((await fixture.make(chooseOrders(one.paymentId))).batchId)).toMatchObject({
      amount: '100.00',
    })
    await fixture.submit(batchId)
    const late = fixture.admin.call(removeBatchPayment, {
      params: { batchId, paymentId: other.paymentId },
      body: { reason: 'Demasiado tarde' },
    })
    await expect(late).rejects.toMatchObject(buildExpectedError(409, 'batch.tooLate'))
  })

  test('a user with only some clients in scope sees no batch', async () => {
    const { batchId } = await fixture.make(chooseOrders((await fixture.approved('100.00')).paymentId))
    await fixture.t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_Remesas', '{view,create,edit,export}', 'own')`,
    )
    const { paymentId } = await fixture.approved('50.00')
    const requested = [
      fixture.detail(batchId, fixture.who),
      fixture.who.call(listBatches.page, { query: {} }),
      fixture.who.call(listWaitingOrders.page, { query: {} }),
      fixture.make(chooseOrders(paymentId), { by: fixture.who }),
    ]
    for (const one of await Promise.allSettled(requested)) expect(one).toMatchObject({ reason: { status: 403 } })
    await fixture.t.owner.query(`delete from dino.role_grant`)
  })
})

describe('batch files', () => {
  const fileOf = (batchId: string, by = fixture.admin) => by.send(getBatchFile, { params: { batchId } })

  test('the file of a batch keeps its approved bytes and hash', async () => {
    const { paymentId } = await fixture.approved('123.45')
    const { batchId } = await fixture.make(chooseOrders(paymentId))
    expect((await fileOf(batchId)).json()).toMatchObject({ code: 'batch.noFile' })
    await fixture.submit(batchId)
    const { sha256 } = await fixture.detail(batchId)
    expect((await fileOf(batchId)).json()).toMatchObject({ code: 'batch.noFile' })
    await fixture.letBatchGo(batchId)
    await fixture.t.db.updateTable('client').set({ name: 'Otra' }).execute()
    const first = await fileOf(batchId)
    const second = await fileOf(batchId)
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true)
    expect(createHash('sha256').update(first.rawPayload).digest('hex')).toBe(sha256)
    expect((await fixture.detail(batchId)).sha256).toBe(sha256)
    expect(first.body).toContain(`<EndToEndId>${formatOrderReference('dino', paymentId)}</EndToEndId>`)
    expect(first.body).toContain('<CtrlSum>123.45</CtrlSum>')
    expect(first.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8' })
  })

  test('the database refuses changes to an approved batch', async () => {
    const { batchId } = await fixture.make(chooseOrders((await fixture.approved('10.00')).paymentId))
    await fixture.submit(batchId)
    await fixture.letBatchGo(batchId)
    for (const change of [{ payOn: '2027-01-01' }, { file: Buffer.from('x') }, { amount: '1.00' }, { state: 'draft' }])
      await expect(
        fixture.t.db
          .updateTable('paymentBatch')
          .set(change as object)
          .where('id', '=', batchId)
          .execute(),
      ).rejects.toThrow()
  })

  test('refuses to submit a batch without an account to pay from', async () => {
    const { batchId } = await fixture.make(chooseOrders((await fixture.approved('10.00')).paymentId))
    await fixture.t.owner.query(`update dino.setting set key = 'payments.away' where key = 'payments.account'`)
    await expect(fixture.submit(batchId)).rejects.toMatchObject(buildExpectedError(409, 'batch.noAccount'))
    await fixture.t.owner.query(`update dino.setting set key = 'payments.account' where key = 'payments.away'`)
    await fixture.submit(batchId)
  })
})

describe('approval of batches', () => {
  test('refuses approval by the maker; rejection reopens the draft', async () => {
    const { batchId } = await fixture.make(chooseOrders((await fixture.approved('10.00')).paymentId))
    await fixture.submit(batchId)
    const { approvalId } = await fixture.detail(batchId)
    await expect(
      fixture.admin.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject({
      status: 403,
    })
    await fixture.turnDown(batchId)
    expect(await fixture.detail(batchId)).toMatchObject({ state: 'draft', sha256: null })
    await fixture.submit(batchId)
    const again = (await fixture.detail(batchId)).approvalId
    await fixture.admin.call(withdrawChangeRequest, { params: { approvalId: again! } })
    expect((await fixture.detail(batchId)).state).toBe('draft')
  })

  test('refuses to approve or send a batch with a client blocked meanwhile', async () => {
    const { paymentId, clientId } = await fixture.approved('10.00')
    const { batchId } = await fixture.make(chooseOrders(paymentId))
    const block = (blockKind: 'legal' | null) =>
      fixture.t.db
        .updateTable('client')
        .set({ blockKind, blockReason: blockKind && 'Embargo', blockedAt: blockKind && new Date(noonMs).toISOString() })
        .where('id', '=', clientId)
        .execute()
    await fixture.submit(batchId)
    await block('legal')
    await expect(fixture.letBatchGo(batchId)).rejects.toMatchObject(buildExpectedError(409, 'batch.orderWaits'))
    await block(null)
    await fixture.letBatchGo(batchId)
    await block('legal')
    const sent = fixture.admin.call(confirmBatchSent, { params: { batchId } })
    await expect(sent).rejects.toMatchObject(buildExpectedError(409, 'batch.orderWaits'))
    await fixture.giveUp(batchId)
    expect((await fixture.detail(batchId)).state).toBe('given_up')
    expect(
      (await fixture.t.db.selectFrom('paymentOrder').where('id', '=', paymentId).select('state').execute())[0],
    ).toEqual({
      state: 'approved',
    })
  })

  test('concurrent approval and cancellation of a batch end in one state', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { paymentId } = await fixture.approved('10.00')
      const { batchId } = await fixture.make(chooseOrders(paymentId))
      await fixture.submit(batchId)
      await Promise.allSettled([fixture.letBatchGo(batchId), fixture.giveUp(batchId)])
      const { state } = await fixture.detail(batchId)
      expect(['approved', 'given_up']).toContain(state)
    }
  })
})

describe('sending of batches', () => {
  test('repeated sending books a withdrawal from capital and a maturity from payable once', async () => {
    const requested = await fixture.approved('250.00')
    const due = await fixture.owed('400.00')
    const { batchId } = await fixture.make(chooseOrders(requested.paymentId, due.paymentId))
    await fixture.sendAll(batchId)
    await fixture.runSend()
    expect(fixture.failures).toEqual([])
    expect(await fixture.detail(batchId)).toMatchObject({
      state: 'sent',
      standing: [{ state: 'sent', orders: 2, amount: '650.00' }],
    })
    expect(await fixture.balanceOf(requested)).toEqual({ balance: '750.00', available: '750.00' })
    expect((await fixture.bank(requested.accountId)).rows).toEqual([
      { key: `payment:${requested.paymentId}:sent`, kind: 'withdrawal', ledger: 3, amount: '250.00' },
      { key: `payment:${requested.paymentId}:sent`, kind: 'withdrawal', ledger: 1, amount: '-250.00' },
    ])
    expect((await fixture.bank(due.accountId)).rows).toEqual([
      { key: `payment:${due.paymentId}:sent`, kind: 'transfer', ledger: 4, amount: '400.00' },
      { key: `payment:${due.paymentId}:sent`, kind: 'transfer', ledger: 1, amount: '-400.00' },
    ])
  })

  test('refuses to reverse the journal of a sent payment', async () => {
    const requested = await fixture.approved('250.00')
    await fixture.sendAll((await fixture.make(chooseOrders(requested.paymentId))).batchId)
    const { id: journalId } = await fixture.t.db
      .selectFrom('journal')
      .where('idempotencyKey', '=', `payment:${requested.paymentId}:sent`)
      .select('id')
      .executeTakeFirstOrThrow()
    const { clientId, accountId } = requested
    const undone = fixture.admin.call(reverseJournal, {
      params: { clientId, accountId, journalId },
      body: { reason: 'No debía salir' },
    })
    await expect(undone).rejects.toMatchObject(buildExpectedError(409, 'ledger.ofPayment'))
  })

  test('sends only an approved batch and refuses to cancel it afterwards', async () => {
    const { batchId } = await fixture.make(chooseOrders((await fixture.approved('10.00')).paymentId))
    const send = () => fixture.admin.call(confirmBatchSent, { params: { batchId } })
    await expect(send()).rejects.toMatchObject(buildExpectedError(409, 'batch.tooLate'))
    await fixture.sendAll(batchId)
    await expect(send()).rejects.toMatchObject(buildExpectedError(409, 'batch.tooLate'))
    await expect(fixture.giveUp(batchId)).rejects.toMatchObject(buildExpectedError(409, 'batch.tooLate'))
  })
})

test('batches leave no differences, and a payment without its journals is found', async () => {
  expect(await fixture.differences()).toEqual([])
  // Somebody has a payment sent that nobody booked.
  await fixture.t.owner.query(
    `set session_replication_role = replica; update dino.payment_order set state = 'sent' where state = 'in_batch' and id = (
       select min(id) from dino.payment_order where state = 'in_batch'); set session_replication_role = origin`,
  )
  expect((await fixture.differences()).map(({ what }) => what)).toContain('payment')
})
