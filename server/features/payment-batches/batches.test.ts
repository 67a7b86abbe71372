import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, withdraw } from '#contract/approvals.ts'
import { reverseJournal } from '#contract/journals.ts'
import {
  getBatchFile,
  getPaymentDay,
  listBatches,
  listWaitingOrders,
  sendBatch,
  takeOut,
} from '#contract/payment-batches.ts'
import { referenceOfOrder } from '#rules/payment-references.ts'
import { noon, refused } from '#server/features/payments/test-payments.ts'
import { type Batches, byOrders, firmOfBatches } from './test-batches.ts'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches()
})
afterAll(() => f.t.drop())

const waiting = (query: object) => f.admin.call(listWaitingOrders.page, { query: { pageSize: '200', ...query } })
describe('new payment batches', () => {
  test('puts payable orders into a batch, reserves them and counts the rest', async () => {
    const [one, other, blocked] = [await f.approved('100.00'), await f.approved('200.50'), await f.approved('5.00')]
    await f.t.db
      .updateTable('client')
      .set({ blockKind: 'legal', blockReason: 'Embargo', blockedAt: new Date(noon).toISOString() })
      .where('id', '=', blocked.clientId)
      .execute()
    const { rows } = await waiting({})
    expect(rows.map(({ id, waits }) => [id, waits])).toEqual([
      [one.paymentId, null],
      [other.paymentId, null],
      [blocked.paymentId, 'stopped'],
    ])
    expect(await f.admin.call(listWaitingOrders.count, { query: { ready: 'true' } })).toEqual({
      total: 2,
      totals: { amount: '300.50' },
    })
    for (const ready of ['perhaps', 1, null])
      await expect(f.make({ by: 'filter', filter: { ready } } as never)).rejects.toMatchObject(
        refused(400, 'request.invalid', { 'choice.filter.ready': 'invalid_union' }),
      )
    const { batchId, taken, left } = await f.make({ by: 'filter', filter: {} })
    expect([taken, left]).toEqual([2, 1])
    expect(await f.detail(batchId)).toMatchObject({ state: 'draft', orders: 2, amount: '300.50', sha256: null })
    expect((await f.ordersOf(batchId)).map(({ id, state }) => [id, state]).sort()).toEqual([
      [one.paymentId, 'in_batch'],
      [other.paymentId, 'in_batch'],
    ])
    expect(await f.balanceOf(one)).toEqual({ balance: '1000.00', available: '900.00' })
    await expect(f.make(byOrders(one.paymentId))).rejects.toMatchObject(refused(409, 'batch.empty'))
    await expect(f.cancel(one.paymentId)).rejects.toMatchObject(refused(409, 'payment.tooLate'))
  })

  test('takes booleans of the filter as JSON or as text', async () => {
    for (const ready of [false, 'false'])
      await expect(f.make({ by: 'filter', filter: { ready } })).rejects.toMatchObject(refused(409, 'batch.empty'))
    for (const ready of [true, 'true']) {
      const { paymentId } = await f.approved('100.00')
      const { batchId, taken, left } = await f.make({ by: 'filter', filter: { ready } })
      expect([taken, left]).toEqual([1, 0])
      expect((await f.ordersOf(batchId)).map(({ id }) => id)).toEqual([paymentId])
    }
  })

  test('makes one batch with 50 calls under one key; refuses another body', async () => {
    const { paymentId } = await f.approved('100.00')
    const key = randomUUID()
    const told = await Promise.all(Array.from({ length: 50 }, () => f.make(byOrders(paymentId), { key })))
    expect(new Set(told.map(({ batchId }) => batchId)).size).toBe(1)
    await expect(f.make(byOrders(paymentId), { key, payOn: '2026-06-16' })).rejects.toMatchObject(
      refused(422, 'idempotency.differentBody'),
    )
  })

  test('puts an order into exactly one of 16 concurrent batches', async () => {
    const { paymentId } = await f.approved('100.00')
    const told = await Promise.allSettled(Array.from({ length: 16 }, () => f.make(byOrders(paymentId))))
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of told) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused(409, 'batch.empty'))
  })

  test('refuses a batch for a past day', async () => {
    const { paymentId } = await f.approved('100.00')
    await expect(f.make(byOrders(paymentId), { payOn: '2026-06-14' })).rejects.toMatchObject(
      refused(400, 'request.invalid', { payOn: 'past' }),
    )
  })

  test('refuses a day when TARGET is closed and proposes the next payment day', async () => {
    const { paymentId } = await f.approved('100.00')
    // Saturday; Sunday. A national holiday alone closes no bank.
    for (const payOn of ['2026-06-20', '2026-06-21'])
      await expect(f.make(byOrders(paymentId), { payOn })).rejects.toMatchObject(
        refused(400, 'request.invalid', { payOn: 'bankClosed' }),
      )
    const proposed = (day: string) => f.admin.call(getPaymentDay, { query: { day } })
    expect(await proposed('2026-06-20')).toEqual({ payOn: '2026-06-22', closure: 'weekend' })
    expect(await proposed('2026-12-25')).toEqual({ payOn: '2026-12-28', closure: 'holiday' })
    expect(await proposed('2026-10-12')).toEqual({ payOn: '2026-10-12', closure: null })
    await f.make(byOrders(paymentId), { payOn: '2026-06-22' })
  })

  test('an order taken out of a draft batch is free for another', async () => {
    const [one, other] = [await f.approved('100.00'), await f.approved('200.00')]
    const { batchId } = await f.make(byOrders(one.paymentId, other.paymentId))
    const params = { batchId, paymentId: one.paymentId }
    await f.admin.call(takeOut, { params, body: { reason: 'Lo pide el cliente' } })
    expect(await f.detail(batchId)).toMatchObject({ orders: 1, amount: '200.00' })
    expect(await f.detail((await f.make(byOrders(one.paymentId))).batchId)).toMatchObject({ amount: '100.00' })
    await f.submit(batchId)
    const late = f.admin.call(takeOut, {
      params: { batchId, paymentId: other.paymentId },
      body: { reason: 'Demasiado tarde' },
    })
    await expect(late).rejects.toMatchObject(refused(409, 'batch.tooLate'))
  })

  test('a user with only some clients in scope sees no batch', async () => {
    const { batchId } = await f.make(byOrders((await f.approved('100.00')).paymentId))
    await f.t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_Remesas', '{view,create,edit,export}', 'own')`,
    )
    const { paymentId } = await f.approved('50.00')
    const asked = [
      f.detail(batchId, f.who),
      f.who.call(listBatches.page, { query: {} }),
      f.who.call(listWaitingOrders.page, { query: {} }),
      f.make(byOrders(paymentId), { by: f.who }),
    ]
    for (const one of await Promise.allSettled(asked)) expect(one).toMatchObject({ reason: { status: 403 } })
    await f.t.owner.query(`delete from dino.role_grant`)
  })
})

describe('batch files', () => {
  const fileOf = (batchId: string, by = f.admin) => by.send(getBatchFile, { params: { batchId } })

  test('the file of a batch keeps its approved bytes and hash', async () => {
    const { paymentId } = await f.approved('123.45')
    const { batchId } = await f.make(byOrders(paymentId))
    expect((await fileOf(batchId)).json()).toMatchObject({ code: 'batch.noFile' })
    await f.submit(batchId)
    const { sha256 } = await f.detail(batchId)
    expect((await fileOf(batchId)).json()).toMatchObject({ code: 'batch.noFile' })
    await f.letBatchGo(batchId)
    await f.t.db.updateTable('client').set({ name: 'Otra' }).execute()
    const [first, second] = [await fileOf(batchId), await fileOf(batchId)]
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true)
    expect(createHash('sha256').update(first.rawPayload).digest('hex')).toBe(sha256)
    expect((await f.detail(batchId)).sha256).toBe(sha256)
    expect(first.body).toContain(`<EndToEndId>${referenceOfOrder('dino', paymentId)}</EndToEndId>`)
    expect(first.body).toContain('<CtrlSum>123.45</CtrlSum>')
    expect(first.headers).toMatchObject({ 'content-type': 'application/xml; charset=utf-8' })
  })

  test('the database refuses changes to an approved batch', async () => {
    const { batchId } = await f.make(byOrders((await f.approved('10.00')).paymentId))
    await f.submit(batchId)
    await f.letBatchGo(batchId)
    for (const change of [{ payOn: '2027-01-01' }, { file: Buffer.from('x') }, { amount: '1.00' }, { state: 'draft' }])
      await expect(
        f.t.db
          .updateTable('paymentBatch')
          .set(change as object)
          .where('id', '=', batchId)
          .execute(),
      ).rejects.toThrow()
  })

  test('refuses to submit a batch without an account to pay from', async () => {
    const { batchId } = await f.make(byOrders((await f.approved('10.00')).paymentId))
    await f.t.owner.query(`update dino.setting set key = 'payments.away' where key = 'payments.account'`)
    await expect(f.submit(batchId)).rejects.toMatchObject(refused(409, 'batch.noAccount'))
    await f.t.owner.query(`update dino.setting set key = 'payments.account' where key = 'payments.away'`)
    await f.submit(batchId)
  })
})

describe('approval of batches', () => {
  test('refuses approval by the maker; rejection reopens the draft', async () => {
    const { batchId } = await f.make(byOrders((await f.approved('10.00')).paymentId))
    await f.submit(batchId)
    const { approvalId } = await f.detail(batchId)
    await expect(f.admin.call(approve, { params: { approvalId: approvalId! }, body: {} })).rejects.toMatchObject({
      status: 403,
    })
    await f.turnDown(batchId)
    expect(await f.detail(batchId)).toMatchObject({ state: 'draft', sha256: null })
    await f.submit(batchId)
    const again = (await f.detail(batchId)).approvalId
    await f.admin.call(withdraw, { params: { approvalId: again! } })
    expect((await f.detail(batchId)).state).toBe('draft')
  })

  test('refuses to approve or send a batch with a client blocked meanwhile', async () => {
    const { paymentId, clientId } = await f.approved('10.00')
    const { batchId } = await f.make(byOrders(paymentId))
    const block = (blockKind: 'legal' | null) =>
      f.t.db
        .updateTable('client')
        .set({ blockKind, blockReason: blockKind && 'Embargo', blockedAt: blockKind && new Date(noon).toISOString() })
        .where('id', '=', clientId)
        .execute()
    await f.submit(batchId)
    await block('legal')
    await expect(f.letBatchGo(batchId)).rejects.toMatchObject(refused(409, 'batch.orderWaits'))
    await block(null)
    await f.letBatchGo(batchId)
    await block('legal')
    const sent = f.admin.call(sendBatch, { params: { batchId } })
    await expect(sent).rejects.toMatchObject(refused(409, 'batch.orderWaits'))
    await f.giveUp(batchId)
    expect((await f.detail(batchId)).state).toBe('given_up')
    expect((await f.t.db.selectFrom('paymentOrder').where('id', '=', paymentId).select('state').execute())[0]).toEqual({
      state: 'approved',
    })
  })

  test('concurrent approval and cancellation of a batch end in one state', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { paymentId } = await f.approved('10.00')
      const { batchId } = await f.make(byOrders(paymentId))
      await f.submit(batchId)
      await Promise.allSettled([f.letBatchGo(batchId), f.giveUp(batchId)])
      const { state } = await f.detail(batchId)
      expect(['approved', 'given_up']).toContain(state)
    }
  })
})

describe('sending of batches', () => {
  test('repeated sending books a withdrawal from capital and a maturity from payable once', async () => {
    const [asked, due] = [await f.approved('250.00'), await f.owed('400.00')]
    const { batchId } = await f.make(byOrders(asked.paymentId, due.paymentId))
    await f.sendAll(batchId)
    await f.runSend()
    expect(f.failures).toEqual([])
    expect(await f.detail(batchId)).toMatchObject({
      state: 'sent',
      standing: [{ state: 'sent', orders: 2, amount: '650.00' }],
    })
    expect(await f.balanceOf(asked)).toEqual({ balance: '750.00', available: '750.00' })
    expect((await f.bank(asked.accountId)).rows).toEqual([
      { key: `payment:${asked.paymentId}:sent`, kind: 'withdrawal', ledger: 3, amount: '250.00' },
      { key: `payment:${asked.paymentId}:sent`, kind: 'withdrawal', ledger: 1, amount: '-250.00' },
    ])
    expect((await f.bank(due.accountId)).rows).toEqual([
      { key: `payment:${due.paymentId}:sent`, kind: 'transfer', ledger: 4, amount: '400.00' },
      { key: `payment:${due.paymentId}:sent`, kind: 'transfer', ledger: 1, amount: '-400.00' },
    ])
  })

  test('refuses to reverse the journal of a sent payment', async () => {
    const asked = await f.approved('250.00')
    await f.sendAll((await f.make(byOrders(asked.paymentId))).batchId)
    const { id: journalId } = await f.t.db
      .selectFrom('journal')
      .where('idempotencyKey', '=', `payment:${asked.paymentId}:sent`)
      .select('id')
      .executeTakeFirstOrThrow()
    const { clientId, accountId } = asked
    const undone = f.admin.call(reverseJournal, {
      params: { clientId, accountId, journalId },
      body: { reason: 'No debía salir' },
    })
    await expect(undone).rejects.toMatchObject(refused(409, 'ledger.ofPayment'))
  })

  test('sends only an approved batch and refuses to cancel it afterwards', async () => {
    const { batchId } = await f.make(byOrders((await f.approved('10.00')).paymentId))
    const send = () => f.admin.call(sendBatch, { params: { batchId } })
    await expect(send()).rejects.toMatchObject(refused(409, 'batch.tooLate'))
    await f.sendAll(batchId)
    await expect(send()).rejects.toMatchObject(refused(409, 'batch.tooLate'))
    await expect(f.giveUp(batchId)).rejects.toMatchObject(refused(409, 'batch.tooLate'))
  })
})

test('batches leave no differences, and a payment without its journals is found', async () => {
  expect(await f.differences()).toEqual([])
  // Somebody has a payment sent that nobody booked.
  await f.t.owner.query(
    `set session_replication_role = replica; update dino.payment_order set state = 'sent' where state = 'in_batch' and id = (
       select min(id) from dino.payment_order where state = 'in_batch'); set session_replication_role = origin`,
  )
  expect((await f.differences()).map(({ what }) => what)).toContain('payment')
})
