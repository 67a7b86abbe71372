import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getBankUpload, listPlannedBankLines, uploadBankStatement } from '#contract/bank/uploads.ts'
import { listStatementEntries, returnReceipt } from '#contract/bank.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { formatBatchReference, formatOrderReference } from '#rules/payment-references.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import {
  type BatchFixture,
  chooseOrders,
  createBatchFixture,
  testFirmAccount,
} from '#server/features/payment-batches/test-batches.ts'
import { today } from '#server/features/payments/test-payments.ts'
import { buildCamt053 } from './test-statements.ts'

let fixture: BatchFixture
let sequence = 0
beforeAll(async () => {
  fixture = await createBatchFixture()
  await setSecondFactorRequired(fixture.t.db, false)
})
afterAll(() => fixture.t.drop())

type StatementLines = Parameters<typeof buildCamt053>[0]
const buildStatementFile = (lines: StatementLines, more: Parameters<typeof buildCamt053>[1] = {}) =>
  buildCamt053(
    lines.map((line) => ({ reference: `L${++sequence}`, ...line })),
    {
      number: `${testFirmAccount.number.slice(0, -4)}${1000 + ++sequence}`,
      to: today,
      reference: `PLAN-${sequence}`,
      ...more,
    },
  )
const callUploadStatement = async (file: string) => {
  const { approvalId } = await fixture.admin.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml', ours: 'true' },
    content: new Blob([file], { type: 'application/octet-stream' }),
  })
  const { id } = await fixture.t.db
    .selectFrom('bankUpload')
    .where('approvalId', '=', approvalId)
    .select('id')
    .executeTakeFirstOrThrow()
  return { approvalId: approvalId!, params: { uploadId: id } }
}
type PlannedLinesQuery = Parameters<typeof fixture.direction.call<typeof listPlannedBankLines.page>>[1]['query']
const listPlannedRows = async (
  { params }: Awaited<ReturnType<typeof callUploadStatement>>,
  query: PlannedLinesQuery = { sort: 'id' },
) => (await fixture.direction.call(listPlannedBankLines.page, { params, query })).rows
const createClientAccount = async (iban?: string) => {
  const surname = `Plaza Rueda${++sequence}`
  const client = await fixture.t.make.client({ checked: true, name: 'Inés', surname, bankAccounts: iban ? [iban] : [] })
  const { id: accountId } = await fixture.t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(5000000 + sequence)}`
  await fixture.t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId: client.id, accountId, number, name: `Inés ${surname}` }
}

describe('lines of a waiting bank file', () => {
  test('shows how each line would be booked, and books it that way on approval', async () => {
    const iban = 'ES7621000418401234567891'
    const own = await createClientAccount()
    const child = await createClientAccount()
    const noted = await createClientAccount()
    const known = await createClientAccount(iban)
    await fixture.t.callerWith(fixture.admin.token, { [idempotencyKeyHeader]: randomUUID() }).call(addContribution, {
      params: { clientId: noted.clientId, accountId: noted.accountId },
      body: { amount: '80.00', valueDate: today, reference: 'Aviso' },
    })
    const left = await fixture.approved('30.00')
    const back = await fixture.approved('40.00')
    const text = await fixture.approved('50.00')
    const one = await fixture.approved('5.00')
    const other = await fixture.approved('6.00')
    const sent = async (...paymentIds: string[]) => {
      const { batchId } = await fixture.make(chooseOrders(...paymentIds))
      await fixture.sendAll(batchId)
      return batchId
    }
    await sent(left.paymentId, back.paymentId, text.paymentId)
    const batch = formatBatchReference('dino', await sent(one.paymentId, other.paymentId))
    const called = ({ paymentId }: { paymentId: string }) => formatOrderReference('dino', paymentId)
    const file = await callUploadStatement(
      buildStatementFile([
        { amount: '100.00', text: own.number, name: own.name, iban: 'ES6000491500051234567892' },
        { amount: '999.00', text: child.number, name: 'Transportes Lejanos' },
        { amount: '80.00', text: noted.number, name: noted.name, iban: 'ES6000491500051234567892' },
        { amount: '-30.00', endToEnd: called(left) },
        { amount: '40.00', endToEnd: called(back), returnCode: 'AC04' },
        { amount: '50.00', text: `Devol ${called(text)}`, name: 'Quien sea' },
        { amount: '-11.00', text: batch },
        { amount: '-12.00', text: batch },
        { amount: '7.00', text: 'Ahorro', iban, name: 'X' },
        { amount: '8.00', text: 'Sin nombre' },
        { amount: '-2.50', text: 'COMISION' },
      ]),
    )
    const rows = await listPlannedRows(file)
    expect(rows.map(({ kind, oddities }) => [kind, oddities.join()])).toEqual([
      ['contribution', ''],
      ['proposed', 'otherPayer'],
      ['confirms', ''],
      ['paid', ''],
      ['returned', 'noNumber'],
      ['probableReturn', 'returnInText,noNumber'],
      ['batchPaid', ''],
      ['other', 'amountDiffers'],
      ['proposed', ''],
      ['unidentified', ''],
      ['other', ''],
    ])
    expect(rows[0]).toMatchObject({ accountId: own.accountId, clientId: own.clientId, accountNumber: own.number })
    expect(rows[1]).toMatchObject({ accountId: child.accountId, bar: 'receipt.otherPayer' })
    expect(rows[4]).toMatchObject({ paymentId: back.paymentId, paymentReference: called(back) })
    expect(rows[5]).toMatchObject({ paymentId: text.paymentId, accountId: text.accountId })
    expect(rows[6]).toMatchObject({ paymentReference: batch })
    expect(rows[8]).toMatchObject({ accountId: known.accountId })

    const uploadDetail = await fixture.direction.call(getBankUpload, { params: file.params })
    expect(uploadDetail).toMatchObject({ state: 'waiting', lines: 11, odd: 4, approvalId: file.approvalId })
    expect(uploadDetail.kinds).toContainEqual({
      kind: 'proposed',
      currency: 'EUR',
      lines: 2,
      odd: 1,
      amount: '1006.00',
    })
    const odd = await listPlannedRows(file, { odd: 'true' })
    expect(odd.map(({ id }) => id)).toEqual(['2', '5', '6', '8'])
    expect((await listPlannedRows(file, {})).slice(0, 4).map(({ id }) => id)).toEqual(['2', '5', '6', '8'])
    const byAmount = await listPlannedRows(file, { sort: 'amount', direction: 'desc', pageSize: 2, page: 2 })
    expect(byAmount.map(({ amount }) => amount)).toEqual(['80.00', '50.00'])
    const { total, totals } = await fixture.direction.call(listPlannedBankLines.count, {
      params: file.params,
      query: { kind: 'proposed' },
    })
    expect([total, totals.amount]).toEqual([2, '1006.00'])

    const answer = await fixture.direction.send(listPlannedBankLines.exportRows, {
      params: file.params,
      query: { format: 'csv', odd: 'true' },
    })
    let csv = ''
    for await (const part of answer.stream()) csv += part
    expect(csv.trimEnd().split('\r\n')).toHaveLength(5)
    expect(csv).toContain('El ordenante no es titular')
    const { rows: audits } = await fixture.t.owner.query(
      `select after::text from dino.audit_event where entity = 'bankUpload'`,
    )
    expect(audits.length).toBeGreaterThan(0)
    expect(JSON.stringify(audits)).not.toContain('Lejanos')

    await fixture.direction.call(approveChangeRequest, { params: { approvalId: file.approvalId }, body: {} })
    const { rows: statements } = await fixture.t.owner.query(`select max(id)::text as id from dino.bank_statement`)
    const params = { statementId: statements[0].id as string }
    const booked = await fixture.admin.call(listStatementEntries.page, { params, query: {} })
    expect(booked.rows.map(({ state }) => state)).toEqual([
      ...[
        'posted',
        'waiting',
        'noted',
        'settled',
        'settled',
        'waiting',
        'settled',
        'other',
        'waiting',
        'waiting',
        'other',
      ],
    ])
    await expect(listPlannedRows(file)).rejects.toMatchObject({ status: 404 })
    expect(await fixture.direction.call(getBankUpload, { params: file.params })).toMatchObject({
      state: 'taken',
      lines: 0,
    })
  })

  test('counts the first line of a file for the account limit of the second', async () => {
    const account = await createClientAccount()
    await fixture.t.owner.query(
      `update dino.product p set maximum = b.principal + 150 from dino.account a join dino.account_balance b on b.account_id = a.id
        where a.id = $1 and p.id = a.product_id`,
      [account.accountId],
    )
    const line = { amount: '100.00', text: account.number, name: account.name, iban: 'ES6000491500051234567892' }
    const file = await callUploadStatement(buildStatementFile([line, line]))
    expect((await listPlannedRows(file)).map(({ kind, bar, oddities }) => [kind, bar, oddities])).toEqual([
      ['contribution', null, []],
      ['proposed', 'account.overMaximum', ['barred']],
    ])
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: file.approvalId }, body: {} })
    const { rows } = await fixture.t.owner.query(
      `select state, bar from dino.bank_entry where remittance = $1 order by id`,
      [account.number],
    )
    expect(rows).toEqual([
      { state: 'posted', bar: null },
      { state: 'waiting', bar: 'account.overMaximum' },
    ])
    await fixture.t.owner.query(`update dino.product set maximum = null`)
  })

  test('marks lines dated back, outside their statement or above the limit', async () => {
    const account = await createClientAccount()
    const line = { text: account.number, name: account.name, iban: 'ES6000491500051234567892' }
    const file = await callUploadStatement(
      buildStatementFile([
        { ...line, amount: '10.00', valueDate: '2026-05-04' },
        { ...line, amount: '11.00', on: '2026-06-01', valueDate: '2026-06-01' },
        { ...line, amount: '25000.01' },
      ]),
    )
    expect((await listPlannedRows(file)).map(({ oddities }) => oddities)).toEqual([
      ['backDated'],
      ['otherPeriod', 'backDated'],
      ['overLimit'],
    ])
  })

  test('marks lines that are booked already and lines of money that went back', async () => {
    const line = { amount: '61.00', text: 'Nadie', reference: 'AGAIN', name: 'Nadie Nunca' }
    const { number } = testFirmAccount
    const first = await callUploadStatement(buildStatementFile([line], { number }))
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: first.approvalId }, body: {} })
    const { rows } = await fixture.t.owner.query(`select id::text from dino.bank_entry where reference = 'AGAIN'`)
    await fixture.admin.call(returnReceipt, { params: { entryId: rows[0].id }, body: { reason: 'No es de nadie' } })
    const file = await callUploadStatement(
      buildStatementFile([line, { amount: '-61.00', text: 'Devuelta' }], { number }),
    )
    expect((await listPlannedRows(file)).map(({ kind }) => kind)).toEqual(['known', 'wentBack'])
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: file.approvalId }, body: {} })
    const { rows: after } = await fixture.t.owner.query(
      `select state from dino.bank_entry where abs(amount) = 61 order by amount`,
    )
    expect(after).toEqual([{ state: 'refund' }, { state: 'returned' }])
  })

  test('finds lines by account holder and follows bookings of another file', async () => {
    const account = await createClientAccount()
    const line = { amount: '44.00', text: account.number, name: account.name, reference: `M${account.number}` }
    const { number } = testFirmAccount
    const waiting = await callUploadStatement(
      buildStatementFile([line, { amount: '1.00', text: 'Otra cosa' }], { number, opening: '9.00' }),
    )
    const other = await callUploadStatement(buildStatementFile([line], { number }))
    const kinds = async () => (await listPlannedRows(waiting, { search: account.name })).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['contribution'])
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: other.approvalId }, body: {} })
    expect(await kinds()).toEqual(['known'])
  })
})
