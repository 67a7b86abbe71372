import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import {
  getBankEntry,
  getStatementReconciliation,
  listBankStatements,
  listReceipts,
  listStatementEntries,
} from '#contract/bank.ts'
import { getPayment } from '#contract/payments.ts'
import { ledgers } from '#rules/ledgers.ts'
import { formatOrderReference } from '#rules/payment-references.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { type BatchFixture, chooseOrders, createBatchFixture } from '#server/features/payment-batches/test-batches.ts'
import { buildExpectedError, today } from '#server/features/payments/test-payments.ts'
import { buildCamt053 } from './test-statements.ts'

const firmClabe = '002010077777777771'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture(
    'cfl',
    { name: 'CFL México', number: firmClabe, bic: null, taxId: null, suffix: null },
    firmClabe,
  )
  await setDisabledTasks(fixture.t.db, ['statement'])
  await fixture.t.owner.query(
    `insert into cfl.payment_rate (currency, rate_on, per_euro, set_by) values ('MXN', $1, 21, 'Hoy')`,
    [today],
  )
})
afterAll(async () => {
  expect(await fixture.differences()).toEqual([])
  await fixture.t.drop()
})

const callUploadStatement = async (lines: Parameters<typeof buildCamt053>[0], reference: string, currency = 'MXN') => {
  const file = buildCamt053(lines, { number: firmClabe, to: today, reference }).replaceAll('EUR', currency)
  const content = new Blob([file], { type: 'application/octet-stream' })
  const { statements } = await fixture.admin.call(uploadBankStatement, { query: { fileName: 'extracto.xml' }, content })
  const params = { statementId: statements[0]!.id }
  const { rows } = await fixture.admin.call(listStatementEntries.page, { params, query: {} })
  return { params, rows, states: rows.map(({ state }) => state) }
}
const getBankLedgerBalance = async () =>
  (
    await fixture.t.owner.query(
      `select coalesce(sum(amount), 0)::text as sum from cfl.posting where ledger = ${ledgers.bank}`,
    )
  ).rows[0].sum
const getPaymentState = async (paymentId: string) =>
  (await fixture.admin.call(getPayment, { params: { paymentId } })).state
const createSentPayment = async (amount: string) => {
  const one = await fixture.approved(amount)
  const { batchId } = await fixture.make(chooseOrders(one.paymentId))
  await fixture.sendAll(batchId)
  return { ...one, endToEnd: formatOrderReference('cfl', one.paymentId) }
}

test('settles a payment by its pesos on a peso statement, not by its euros', async () => {
  const one = await createSentPayment('100.00')
  const other = await createSentPayment('50.00')
  const { states } = await callUploadStatement(
    [
      { amount: '-2100.00', endToEnd: one.endToEnd, reference: 'P1' },
      { amount: '-50.00', endToEnd: other.endToEnd, reference: 'P2' },
    ],
    'pesos',
  )
  expect(states).toEqual(['settled', 'foreign'])
  expect([await getPaymentState(one.paymentId), await getPaymentState(other.paymentId)]).toEqual(['paid', 'sent'])
})

test('lists money in pesos with its currency and books it nowhere', async () => {
  const testAccount = await fixture.accountWith('0.00')
  await fixture.t.db
    .updateTable('account')
    .set({ number: 'D-MEX-12-0000042' })
    .where('id', '=', testAccount.accountId)
    .execute()
  const before = await getBankLedgerBalance()
  const { rows, params } = await callUploadStatement(
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
  expect(await getBankLedgerBalance()).toBe(before)
  expect((await fixture.admin.call(listReceipts.page, { query: {} })).rows).toEqual([])
  expect(await fixture.admin.call(getBankEntry, { params: { entryId: rows[0]!.id } })).toMatchObject({
    currency: 'MXN',
  })
  expect((await fixture.admin.call(listBankStatements.page, { query: {} })).rows[0]).toMatchObject({ currency: 'MXN' })
  await expect(fixture.admin.call(getStatementReconciliation, { params })).rejects.toMatchObject(
    buildExpectedError(409, 'statement.otherCurrency'),
  )
})

test('leaves pesos out of the reconciliation of a statement in euros', async () => {
  const { params, states } = await callUploadStatement(
    [{ amount: '10.00', text: 'Ahorro', reference: 'EUR1' }],
    'euros',
    'EUR',
  )
  expect(states).toEqual(['waiting'])
  const { bank, rows } = await fixture.admin.call(getStatementReconciliation, { params })
  expect(bank).toBe('1010.00')
  expect(rows.filter(({ kind }) => kind === 'entry' || kind === 'gap')).toEqual([])
})
