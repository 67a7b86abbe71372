import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { getBatchFile, listWaitingOrders, returnOrder } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { getPaymentRates, setPaymentRate } from '#contract/settings/payment-rates.ts'
import { refused, today } from '#server/features/payments/test-payments.ts'
import { type Batches, byOrders, firmOfBatches } from './test-batches.ts'

const clabe = '002010077777777771'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches('cfl', { name: 'CFL México', number: clabe, bic: null, taxId: null, suffix: null }, clabe)
})
afterAll(() => f.t.drop())

const approveBy = (by: Batches['direction'], approvalId: string | null) =>
  by.call(approve, { params: { approvalId: approvalId! }, body: {} })
const propose = (perEuro: string, more: { rateOn?: string; isSure?: boolean } = {}) =>
  f.admin.call(setPaymentRate, { body: { rateOn: today, perEuro, reason: 'FIX del día', ...more } })
const waitOf = async (paymentId: string) =>
  (await f.admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })).rows.find(({ id }) => id === paymentId)
    ?.waits
const fileOf = async (batchId: string): Promise<string> =>
  (await f.admin.send(getBatchFile, { params: { batchId } })).body

test('a payment to Mexico waits until two people have set the day’s rate', async () => {
  const { paymentId } = await f.approved('100.00')
  expect(await waitOf(paymentId)).toBe('noRate')
  await expect(f.make(byOrders(paymentId))).rejects.toMatchObject(refused(409, 'batch.empty'))
  // A rate of yesterday is none of today.
  await f.t.owner.query(
    `insert into cfl.payment_rate (currency, rate_on, per_euro, set_by) values ('MXN', $1::date - 1, 21, 'Ayer')`,
    [today],
  )
  expect(await waitOf(paymentId)).toBe('noRate')
  const { state, approvalId } = await propose('21.3548')
  expect([state, await waitOf(paymentId)]).toEqual(['pending', 'noRate'])
  await approveBy(f.direction, approvalId)
  expect(await waitOf(paymentId)).toBeNull()
  expect((await f.admin.call(getPaymentRates, {})).rates[0]).toMatchObject({ rateOn: today, perEuro: '21.3548' })
  // Everybody else who may approve is told, as of any setting about money.
  const { rows } = await f.t.owner.query(
    `select params from registry.notification where kind = 'setting.changed' and user_id = $1`,
    [f.admin.userId],
  )
  expect(rows).toMatchObject([{ params: { task: 'paymentRate', who: 'MXN', perEuro: '21.3548', rateOn: today } }])
})

test('refuses an unlikely rate, a zero rate and a rate outside its days', async () => {
  await expect(propose('2.13548')).rejects.toMatchObject(refused(400, 'request.invalid', { perEuro: 'unlikely' }))
  await expect(propose('0.00')).rejects.toMatchObject(refused(400, 'request.invalid', { perEuro: 'too_small' }))
  await expect(propose('21', { rateOn: '2026-06-14' })).rejects.toMatchObject(
    refused(400, 'request.invalid', { rateOn: 'beforeToday' }),
  )
  await expect(propose('21', { rateOn: '2026-07-15' })).rejects.toMatchObject(
    refused(400, 'request.invalid', { rateOn: 'too_big' }),
  )
  expect(await propose('30', { rateOn: '2026-06-16', isSure: true })).toMatchObject({ state: 'pending' })
})

test('a SPEI file is in pesos at its approved rate, with both amounts kept', async () => {
  const [one, other] = [await f.approved('100.00'), await f.approved('0.33')]
  const { batchId } = await f.make(byOrders(one.paymentId, other.paymentId))
  await f.submit(batchId)
  const { approvalId } = await f.detail(batchId)
  const { after } = await f.direction.call(getApproval, { params: { approvalId: approvalId! } })
  // 0.33 at 21.3548 is 7.047084.
  expect(after).toMatchObject({ amount: '100.33', paid: '2142.53 MXN', perEuro: '21.3548' })
  // What was submitted keeps its rate, whatever is set later the same day.
  await approveBy(f.direction, (await propose('21.5')).approvalId)
  await f.letBatchGo(batchId)
  const [head, ...lines] = (await fileOf(batchId)).split('\r\n')
  expect(head).toMatch(/\|2\|2142\.53\|MXN$/)
  expect(lines.slice(0, 2).map((line) => line.split('|')[5])).toEqual(['2135.48', '7.05'])
  expect(await f.detail(batchId)).toMatchObject({
    ...{ amount: '100.33', payAmount: '2142.53', payCurrency: 'MXN', perEuro: '21.3548' },
  })
  expect(await f.admin.call(getPayment, { params: { paymentId: other.paymentId } })).toMatchObject({
    ...{ amount: '0.33', payAmount: '7.05', payCurrency: 'MXN', perEuro: '21.3548' },
  })
  for (const sql of [
    `update cfl.payment_order set pay_amount = 1 where id = ${one.paymentId}`,
    `update cfl.payment_batch set per_euro = 1 where id = ${batchId}`,
  ])
    await expect(f.t.owner.query(sql)).rejects.toThrow('does not change')
})

test('credits a returned payment in pesos with its euros', async () => {
  const one = await f.approved('250.00')
  const { batchId } = await f.make(byOrders(one.paymentId))
  await f.sendAll(batchId)
  expect(await f.balanceOf(one)).toMatchObject({ balance: '750.00' })
  const body = { code: 'AC04', note: 'Cuenta cerrada' } as const
  const { approvalId } = await f.admin.call(returnOrder, { params: { paymentId: one.paymentId }, body })
  await approveBy(f.direction, approvalId)
  expect(await f.balanceOf(one)).toMatchObject({ balance: '1000.00' })
  expect(await f.admin.call(getPayment, { params: { paymentId: one.paymentId } })).toMatchObject({
    ...{ amount: '250.00', payAmount: '5375.00' },
  })
})

test('a rejected batch takes the rate of the day of its next submission', async () => {
  const { paymentId } = await f.approved('10.00')
  const { batchId } = await f.make(byOrders(paymentId))
  await f.submit(batchId)
  await f.turnDown(batchId)
  expect(await f.detail(batchId)).toMatchObject({ state: 'draft', payAmount: null, perEuro: null, payCurrency: 'EUR' })
  const moveRate = (days: number) =>
    f.t.owner.query(`update cfl.payment_rate set rate_on = rate_on + $1::integer where per_euro = 21.5`, [days])
  await moveRate(5)
  await expect(f.submit(batchId)).rejects.toMatchObject(refused(409, 'batch.noRate'))
  await moveRate(-5)
  await f.submit(batchId)
  expect(await f.detail(batchId)).toMatchObject({ payAmount: '215.00', perEuro: '21.5' })
  await f.giveUp(batchId)
  expect(await f.admin.call(getPayment, { params: { paymentId } })).toMatchObject({
    payAmount: null,
    state: 'approved',
  })
})

test('payments in pesos leave no differences in euros', async () => {
  expect(await f.differences()).toEqual([])
})
