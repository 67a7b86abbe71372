import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getBatchFile, listWaitingOrders, proposePaymentReturn } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { getPaymentRates, setPaymentRate } from '#contract/settings/payment-rates.ts'
import { buildExpectedError, today } from '#server/features/payments/test-payments.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from './test-batches.ts'

const testClabe = '002010077777777771'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture(
    'cfl',
    { name: 'CFL México', number: testClabe, bic: null, taxId: null, suffix: null },
    testClabe,
  )
})
afterAll(() => fixture.t.drop())

const callApprove = (by: BatchFixture['direction'], approvalId: string | null) =>
  by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const proposePaymentRate = (perEuro: string, more: { rateOn?: string; isSure?: boolean } = {}) =>
  fixture.admin.call(setPaymentRate, { body: { rateOn: today, perEuro, reason: 'FIX del día', ...more } })
const findWaitReasons = async (paymentId: string) =>
  (await fixture.admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })).rows.find(
    ({ id }) => id === paymentId,
  )?.waits
const downloadFile = async (batchId: string): Promise<string> =>
  (await fixture.admin.send(getBatchFile, { params: { batchId } })).body

test('a payment to Mexico waits until two people have set the day’s rate', async () => {
  const { paymentId } = await fixture.approved('100.00')
  expect(await findWaitReasons(paymentId)).toBe('noRate')
  await expect(fixture.make(chooseOrders(paymentId))).rejects.toMatchObject(buildExpectedError(409, 'batch.empty'))
  // A rate of yesterday is none of today.
  await fixture.t.owner.query(
    `insert into cfl.payment_rate (currency, rate_on, per_euro, set_by) values ('MXN', $1::date - 1, 21, 'Ayer')`,
    [today],
  )
  expect(await findWaitReasons(paymentId)).toBe('noRate')
  const { state, approvalId } = await proposePaymentRate('21.3548')
  expect([state, await findWaitReasons(paymentId)]).toEqual(['pending', 'noRate'])
  await callApprove(fixture.direction, approvalId)
  expect(await findWaitReasons(paymentId)).toBeNull()
  expect((await fixture.admin.call(getPaymentRates, {})).rates[0]).toMatchObject({ rateOn: today, perEuro: '21.3548' })
  // Everybody else who may approve is told, as of any setting about money.
  const { rows } = await fixture.t.owner.query(
    `select params from registry.notification where kind = 'setting.changed' and user_id = $1`,
    [fixture.admin.userId],
  )
  expect(rows).toMatchObject([{ params: { task: 'paymentRate', who: 'MXN', perEuro: '21.3548', rateOn: today } }])
})

test('refuses an unlikely rate, a zero rate and a rate outside its days', async () => {
  await expect(proposePaymentRate('2.13548')).rejects.toMatchObject(
    buildExpectedError(400, 'request.invalid', { perEuro: 'unlikely' }),
  )
  await expect(proposePaymentRate('0.00')).rejects.toMatchObject(
    buildExpectedError(400, 'request.invalid', { perEuro: 'too_small' }),
  )
  await expect(proposePaymentRate('21', { rateOn: '2026-06-14' })).rejects.toMatchObject(
    buildExpectedError(400, 'request.invalid', { rateOn: 'beforeToday' }),
  )
  await expect(proposePaymentRate('21', { rateOn: '2026-07-15' })).rejects.toMatchObject(
    buildExpectedError(400, 'request.invalid', { rateOn: 'too_big' }),
  )
  expect(await proposePaymentRate('30', { rateOn: '2026-06-16', isSure: true })).toMatchObject({ state: 'pending' })
})

test('a SPEI file is in pesos at its approved rate, with both amounts kept', async () => {
  const one = await fixture.approved('100.00')
  const other = await fixture.approved('0.33')
  const { batchId } = await fixture.make(chooseOrders(one.paymentId, other.paymentId))
  await fixture.submit(batchId)
  const { approvalId } = await fixture.detail(batchId)
  const { after } = await fixture.direction.call(getApproval, { params: { approvalId: approvalId! } })
  // 0.33 at 21.3548 is 7.047084.
  expect(after).toMatchObject({ amount: '100.33', paid: '2142.53 MXN', perEuro: '21.3548' })
  // What was submitted keeps its rate, whatever is set later the same day.
  await callApprove(fixture.direction, (await proposePaymentRate('21.5')).approvalId)
  await fixture.letBatchGo(batchId)
  const [head, ...lines] = (await downloadFile(batchId)).split('\r\n')
  expect(head).toMatch(/\|2\|2142\.53\|MXN$/)
  expect(lines.slice(0, 2).map((line) => line.split('|')[5])).toEqual(['2135.48', '7.05'])
  expect(await fixture.detail(batchId)).toMatchObject({
    amount: '100.33',
    payAmount: '2142.53',
    payCurrency: 'MXN',
    perEuro: '21.3548',
  })
  expect(await fixture.admin.call(getPayment, { params: { paymentId: other.paymentId } })).toMatchObject({
    amount: '0.33',
    payAmount: '7.05',
    payCurrency: 'MXN',
    perEuro: '21.3548',
  })
  for (const sql of [
    `update cfl.payment_order set pay_amount = 1 where id = ${one.paymentId}`,
    `update cfl.payment_batch set per_euro = 1 where id = ${batchId}`,
  ])
    await expect(fixture.t.owner.query(sql)).rejects.toThrow('does not change')
})

test('credits a returned payment in pesos with its euros', async () => {
  const one = await fixture.approved('250.00')
  const { batchId } = await fixture.make(chooseOrders(one.paymentId))
  await fixture.sendAll(batchId)
  expect(await fixture.balanceOf(one)).toMatchObject({ balance: '750.00' })
  const body = { code: 'AC04', note: 'Cuenta cerrada' } as const
  const { approvalId } = await fixture.admin.call(proposePaymentReturn, { params: { paymentId: one.paymentId }, body })
  await callApprove(fixture.direction, approvalId)
  expect(await fixture.balanceOf(one)).toMatchObject({ balance: '1000.00' })
  expect(await fixture.admin.call(getPayment, { params: { paymentId: one.paymentId } })).toMatchObject({
    amount: '250.00',
    payAmount: '5375.00',
  })
})

test('a rejected batch takes the rate of the day of its next submission', async () => {
  const { paymentId } = await fixture.approved('10.00')
  const { batchId } = await fixture.make(chooseOrders(paymentId))
  await fixture.submit(batchId)
  await fixture.turnDown(batchId)
  expect(await fixture.detail(batchId)).toMatchObject({
    state: 'draft',
    payAmount: null,
    perEuro: null,
    payCurrency: 'EUR',
  })
  const moveRate = (days: number) =>
    fixture.t.owner.query(`update cfl.payment_rate set rate_on = rate_on + $1::integer where per_euro = 21.5`, [days])
  await moveRate(5)
  await expect(fixture.submit(batchId)).rejects.toMatchObject(buildExpectedError(409, 'batch.noRate'))
  await moveRate(-5)
  await fixture.submit(batchId)
  expect(await fixture.detail(batchId)).toMatchObject({ payAmount: '215.00', perEuro: '21.5' })
  await fixture.giveUp(batchId)
  expect(await fixture.admin.call(getPayment, { params: { paymentId } })).toMatchObject({
    payAmount: null,
    state: 'approved',
  })
})

test('payments in pesos leave no differences in euros', async () => {
  expect(await fixture.differences()).toEqual([])
})
