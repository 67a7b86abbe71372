import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getBankEntry, getStatementReconciliation, listStatementEntries } from '#contract/bank.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { proposePaymentReturn } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { formatBatchReference, formatOrderReference, parseBatchReference } from '#rules/payment-references.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import {
  type BatchFixture,
  chooseOrders,
  createBatchFixture,
  testFirmAccount,
} from '#server/features/payment-batches/test-batches.ts'
import { today } from '#server/features/payments/test-payments.ts'
import { buildCamt053, buildNorma43 } from './test-statements.ts'

let fixture: BatchFixture
beforeAll(async () => {
  fixture = await createBatchFixture()
  await setDisabledTasks(fixture.t.db, ['statement'])
})
afterAll(() => fixture.t.drop())

const callUploadStatement = async (lines: Parameters<typeof buildCamt053>[0], reference: string) => {
  const file = buildCamt053(lines, { number: testFirmAccount.number, to: today, reference })
  const content = new Blob([file], { type: 'application/octet-stream' })
  const { statements } = await fixture.admin.call(uploadBankStatement, { query: { fileName: 'extracto.xml' }, content })
  const params = { statementId: statements[0]!.id }
  const { rows } = await fixture.admin.call(listStatementEntries.page, { params, query: {} })
  return { params, states: rows.map(({ state }) => state) }
}
const getPaymentState = async (paymentId: string) =>
  (await fixture.admin.call(getPayment, { params: { paymentId } })).state

/** Statements of one file, in their order. */
const mergeStatementFiles = (...files: string[]): string => {
  const [first = '', ...others] = files
  const more = others.map((file) => file.slice(file.indexOf('<Stmt>'), file.indexOf('</BkToCstmrStmt>')))
  return first.replace('</BkToCstmrStmt>', `${more.join('')}</BkToCstmrStmt>`)
}

test('locks accounts in one order regardless of statement order, so no deadlock occurs', async () => {
  const low = await fixture.approved('10.00')
  const high = await fixture.approved('10.00')
  const { batchId } = await fixture.make(chooseOrders(low.paymentId, high.paymentId))
  await fixture.sendAll(batchId)
  const lineOf = ({ paymentId }: typeof low) => ({
    amount: '-10.00',
    endToEnd: formatOrderReference('dino', paymentId),
  })
  const file = mergeStatementFiles(
    ...[high, low].map((one, n) =>
      buildCamt053([{ ...lineOf(one), reference: `CIRCLE${n}` }], {
        number: testFirmAccount.number,
        to: today,
        reference: `C${n}`,
      }),
    ),
  )
  const lock = ({ accountId }: typeof low) =>
    fixture.t.owner.query('select from dino.account where id = $1 for no key update nowait', [accountId])
  await fixture.t.owner.query('begin')
  await lock(low)
  const content = new Blob([file], { type: 'application/octet-stream' })
  const uploading = fixture.admin.call(uploadBankStatement, { query: { fileName: 'extracto.xml' }, content })
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while ((await fixture.t.owner.query(waits)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await lock(high)
  await fixture.t.owner.query('commit')
  expect((await uploading).statements).toHaveLength(2)
  expect(await Promise.all([low, high].map(({ paymentId }) => getPaymentState(paymentId)))).toEqual(['paid', 'paid'])
})

test('settles both sides of a return that employees confirmed before its debit was shown', async () => {
  const one = await fixture.approved('30.00')
  const { batchId } = await fixture.make(chooseOrders(one.paymentId))
  await fixture.sendAll(batchId)
  const { approvalId } = await fixture.admin.call(proposePaymentReturn, {
    params: { paymentId: one.paymentId },
    body: { code: 'AC04', note: 'Cuenta cerrada' },
  })
  await fixture.direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const endToEnd = formatOrderReference('dino', one.paymentId)
  const { states } = await callUploadStatement(
    [
      { amount: '-30.00', endToEnd, reference: 'LATE1' },
      { amount: '30.00', endToEnd, returnCode: 'AC04', reference: 'LATE2' },
    ],
    'late',
  )
  expect(states).toEqual(['settled', 'settled'])
  expect(await getPaymentState(one.paymentId)).toBe('returned')
})

test('a statement settles a single payment, a batch as one, and a returned payment', async () => {
  const alone = await fixture.approved('100.00')
  const one = await fixture.approved('40.00')
  const other = await fixture.approved('60.00')
  const batchOf = async (...paymentIds: string[]) => {
    const { batchId } = await fixture.make(chooseOrders(...paymentIds))
    await fixture.sendAll(batchId)
    return batchId
  }
  await batchOf(alone.paymentId)
  const batch = formatBatchReference('dino', await batchOf(one.paymentId, other.paymentId))
  expect(parseBatchReference('dino', batch)).toBeDefined()
  const paid = await callUploadStatement(
    [
      { amount: '-100.00', endToEnd: formatOrderReference('dino', alone.paymentId), reference: 'OUT1' },
      { amount: '-100.00', text: `REMESA ${batch}`, reference: 'OUT2' },
      { amount: '-99.00', text: `REMESA ${batch}`, reference: 'OUT3' },
    ],
    'paid',
  )
  expect(paid.states).toEqual(['settled', 'settled', 'other'])
  expect(await Promise.all([alone, one, other].map(({ paymentId }) => getPaymentState(paymentId)))).toEqual([
    'paid',
    'paid',
    'paid',
  ])

  const back = await callUploadStatement(
    [{ amount: '40.00', endToEnd: formatOrderReference('dino', one.paymentId), returnCode: 'AC04', reference: 'BACK' }],
    'back',
  )
  expect(back.states).toEqual(['settled'])
  expect(await getPaymentState(one.paymentId)).toBe('returned')
  expect(await fixture.available(one)).toBe('1000.00')
  const { rows } = await fixture.admin.call(getStatementReconciliation, { params: back.params })
  // Only the line that is no batch of ours: all others stand on both sides.
  expect(
    rows.filter(({ kind }) => kind === 'entry' || kind === 'journal').map(({ kind, amount }) => [kind, amount]),
  ).toEqual([['entry', '-99.00']])
})

describe('unmarked lines with our reference', () => {
  const sent = async (amount: string) => {
    const one = await fixture.approved(amount)
    const { batchId } = await fixture.make(chooseOrders(one.paymentId))
    await fixture.sendAll(batchId)
    return { ...one, reference: formatOrderReference('dino', one.paymentId) }
  }
  const entryOf = async ({ params }: { params: { statementId: string } }) => {
    const { rows } = await fixture.admin.call(listStatementEntries.page, { params, query: {} })
    return fixture.admin.call(getBankEntry, { params: { entryId: rows[0]!.id } })
  }

  test.each(['text', 'endToEnd'] as const)(
    'keeps a line with our reference in its %s as a probable return, unbooked',
    async (field) => {
      const one = await sent('71.00')
      const file = await callUploadStatement(
        [{ amount: '71.00', [field]: one.reference, reference: `T-${field}` }],
        `text-${field}`,
      )
      expect(file.states).toEqual(['waiting'])
      expect(await getPaymentState(one.paymentId)).toBe('sent')
      const entry = await entryOf(file)
      expect(entry).toMatchObject({
        proposedBy: 'return',
        proposedPaymentId: one.paymentId,
        proposedAccountId: one.accountId,
        bar: null,
      })
      const { rows } = await fixture.t.owner.query('select from dino.bank_entry_journal where entry_id = $1', [
        entry.id,
      ])
      expect(rows).toEqual([])
    },
  )

  test('settles a probable return once two people have confirmed it', async () => {
    const one = await sent('72.00')
    const file = await callUploadStatement([{ amount: '72.00', text: one.reference, reference: 'T72' }], 'text-72')
    const params = { paymentId: one.paymentId }
    const returnProposal = await fixture.admin.call(proposePaymentReturn, {
      params,
      body: { code: 'NARR', note: 'La devuelve el banco' },
    })
    expect(returnProposal.state).toBe('pending')
    expect((await entryOf(file)).state).toBe('waiting')
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: returnProposal.approvalId! }, body: {} })
    expect(await getPaymentState(one.paymentId)).toBe('returned')
    expect((await entryOf(file)).state).toBe('settled')
    const { rows } = await fixture.admin.call(getStatementReconciliation, { params: file.params })
    // That it had left, no line of the bank has shown yet.
    expect(rows.filter(({ amount }) => /^-?72.00$/.test(amount)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['journal', '72.00'],
    ])
  })

  test('books a probable return as new money only after a second approval', async () => {
    const one = await sent('73.00')
    const file = await callUploadStatement([{ amount: '73.00', text: one.reference, reference: 'T73' }], 'text-73')
    const { id: entryId } = await entryOf(file)
    const { state, approvalId } = await fixture.t
      .callerWith(fixture.admin.token, { [idempotencyKeyHeader]: randomUUID() })
      .call(assignReceipt, { params: { entryId }, body: { accountId: one.accountId } })
    expect(state).toBe('pending')
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect(await entryOf(file)).toMatchObject({ state: 'posted', proposedPaymentId: null })
    expect(await getPaymentState(one.paymentId)).toBe('sent')
  })

  test('settles the line of a payment that employees have confirmed as returned', async () => {
    const one = await sent('74.00')
    const { approvalId } = await fixture.admin.call(proposePaymentReturn, {
      params: { paymentId: one.paymentId },
      body: { code: 'AC04', note: 'Cuenta cerrada' },
    })
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    const { states } = await callUploadStatement(
      [{ amount: '74.00', text: one.reference, reference: 'T74' }],
      'text-74',
    )
    expect(states).toEqual(['settled'])
  })
})

test('a Norma 43 line with the concept of returns returns the payment', async () => {
  const one = await fixture.approved('75.00')
  const { batchId } = await fixture.make(chooseOrders(one.paymentId))
  await fixture.sendAll(batchId)
  const reference = formatOrderReference('dino', one.paymentId)
  const content = buildNorma43(
    [{ amount: '75.00', text: `DEVOL TRANSF ${reference}`, concept: '14', reference: 'N75' }],
    {
      to: today,
    },
  )
  await fixture.admin.call(uploadBankStatement, {
    query: { fileName: 'extracto.n43', ours: 'true' },
    content: new Blob([new Uint8Array(content)], { type: 'application/octet-stream' }),
  })
  expect(await getPaymentState(one.paymentId)).toBe('returned')
})
