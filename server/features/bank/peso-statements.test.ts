import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { getEntry, getReconciliation, listEntries, listReceipts, listStatements } from '#contract/bank.ts'
import { getPayment } from '#contract/payments.ts'
import { ledgers } from '#rules/ledgers.ts'
import { referenceOfOrder } from '#rules/payment-references.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { type Batches, byOrders, firmOfBatches } from '#server/features/payment-batches/test-batches.ts'
import { refused, today } from '#server/features/payments/test-payments.ts'
import { camtOf } from './test-statements.ts'

const clabe = '002010077777777771'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches('cfl', { name: 'CFL México', number: clabe, bic: null, taxId: null, suffix: null }, clabe)
  await switchTasksOff(f.t.db, ['statement'])
  await f.t.owner.query(
    `insert into cfl.payment_rate (currency, rate_on, per_euro, set_by) values ('MXN', $1, 21, 'Hoy')`,
    [today],
  )
})
afterAll(async () => {
  expect(await f.differences()).toEqual([])
  await f.t.drop()
})

const upload = async (lines: Parameters<typeof camtOf>[0], reference: string, currency = 'MXN') => {
  const file = camtOf(lines, { number: clabe, to: today, reference }).replaceAll('EUR', currency)
  const content = new Blob([file], { type: 'application/octet-stream' })
  const { statements } = await f.admin.call(uploadStatement, { query: { fileName: 'extracto.xml' }, content })
  const params = { statementId: statements[0]!.id }
  const { rows } = await f.admin.call(listEntries.page, { params, query: {} })
  return { params, rows, states: rows.map(({ state }) => state) }
}
const bankLedger = async () =>
  (
    await f.t.owner.query(
      `select coalesce(sum(amount), 0)::text as sum from cfl.posting where ledger = ${ledgers.bank}`,
    )
  ).rows[0].sum
const stateOf = async (paymentId: string) => (await f.admin.call(getPayment, { params: { paymentId } })).state
const sent = async (amount: string) => {
  const one = await f.approved(amount)
  const { batchId } = await f.make(byOrders(one.paymentId))
  await f.sendAll(batchId)
  return { ...one, endToEnd: referenceOfOrder('cfl', one.paymentId) }
}

test('settles a payment by its pesos on a peso statement, not by its euros', async () => {
  const [one, other] = [await sent('100.00'), await sent('50.00')]
  const { states } = await upload(
    [
      { amount: '-2100.00', endToEnd: one.endToEnd, reference: 'P1' },
      { amount: '-50.00', endToEnd: other.endToEnd, reference: 'P2' },
    ],
    'pesos',
  )
  expect(states).toEqual(['settled', 'foreign'])
  expect([await stateOf(one.paymentId), await stateOf(other.paymentId)]).toEqual(['paid', 'sent'])
})

test('lists money in pesos with its currency and books it nowhere', async () => {
  const place = await f.accountWith('0.00')
  await f.t.db.updateTable('account').set({ number: 'D-MEX-12-0000042' }).where('id', '=', place.accountId).execute()
  const before = await bankLedger()
  const { rows, params } = await upload(
    [
      { amount: '5000.00', text: 'Ahorro D-MEX-12-0000042', reference: 'IN1' },
      { amount: '-12.00', text: 'COMISION', reference: 'FEE1' },
    ],
    'incoming',
  )
  expect(rows).toMatchObject([
    { state: 'foreign', currency: 'MXN', amount: '5000.00', accountId: null },
    { state: 'foreign', currency: 'MXN', amount: '-12.00', accountId: null },
  ])
  expect(await bankLedger()).toBe(before)
  expect((await f.admin.call(listReceipts.page, { query: {} })).rows).toEqual([])
  expect(await f.admin.call(getEntry, { params: { entryId: rows[0]!.id } })).toMatchObject({ currency: 'MXN' })
  expect((await f.admin.call(listStatements.page, { query: {} })).rows[0]).toMatchObject({ currency: 'MXN' })
  await expect(f.admin.call(getReconciliation, { params })).rejects.toMatchObject(
    refused(409, 'statement.otherCurrency'),
  )
})

test('leaves pesos out of the reconciliation of a statement in euros', async () => {
  const { params, states } = await upload([{ amount: '10.00', text: 'Ahorro', reference: 'EUR1' }], 'euros', 'EUR')
  expect(states).toEqual(['waiting'])
  const { bank, rows } = await f.admin.call(getReconciliation, { params })
  expect(bank).toBe('1010.00')
  expect(rows.filter(({ kind }) => kind === 'entry' || kind === 'gap')).toEqual([])
})
