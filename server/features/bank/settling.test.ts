import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getEntry, getReconciliation, listEntries } from '#contract/bank.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { returnOrder } from '#contract/payment-batches.ts'
import { getPayment } from '#contract/payments.ts'
import { batchIn, referenceOfBatch, referenceOfOrder } from '#rules/payment-references.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { type Batches, byOrders, firmAccount, firmOfBatches } from '#server/features/payment-batches/test-batches.ts'
import { today } from '#server/features/payments/test-payments.ts'
import { camtOf, norma43Of } from './test-statements.ts'

let f: Batches
beforeAll(async () => {
  f = await firmOfBatches()
  await switchTasksOff(f.t.db, ['statement'])
})
afterAll(() => f.t.drop())

const upload = async (lines: Parameters<typeof camtOf>[0], reference: string) => {
  const file = camtOf(lines, { number: firmAccount.number, to: today, reference })
  const content = new Blob([file], { type: 'application/octet-stream' })
  const { statements } = await f.admin.call(uploadStatement, { query: { fileName: 'extracto.xml' }, content })
  const params = { statementId: statements[0]!.id }
  const { rows } = await f.admin.call(listEntries.page, { params, query: {} })
  return { params, states: rows.map(({ state }) => state) }
}
const stateOf = async (paymentId: string) => (await f.admin.call(getPayment, { params: { paymentId } })).state

/** Statements of one file, in their order. */
const together = (...files: string[]): string => {
  const [first = '', ...others] = files
  const more = others.map((file) => file.slice(file.indexOf('<Stmt>'), file.indexOf('</BkToCstmrStmt>')))
  return first.replace('</BkToCstmrStmt>', `${more.join('')}</BkToCstmrStmt>`)
}

test('locks accounts in one order regardless of statement order, so no deadlock occurs', async () => {
  const [low, high] = [await f.approved('10.00'), await f.approved('10.00')]
  const { batchId } = await f.make(byOrders(low.paymentId, high.paymentId))
  await f.sendAll(batchId)
  const lineOf = ({ paymentId }: typeof low) => ({ amount: '-10.00', endToEnd: referenceOfOrder('dino', paymentId) })
  const file = together(
    ...[high, low].map((one, n) =>
      camtOf([{ ...lineOf(one), reference: `CIRCLE${n}` }], {
        number: firmAccount.number,
        to: today,
        reference: `C${n}`,
      }),
    ),
  )
  const lock = ({ accountId }: typeof low) =>
    f.t.owner.query('select from dino.account where id = $1 for no key update nowait', [accountId])
  await f.t.owner.query('begin')
  await lock(low)
  const content = new Blob([file], { type: 'application/octet-stream' })
  const uploading = f.admin.call(uploadStatement, { query: { fileName: 'extracto.xml' }, content })
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while ((await f.t.owner.query(waits)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await lock(high)
  await f.t.owner.query('commit')
  expect((await uploading).statements).toHaveLength(2)
  expect(await Promise.all([low, high].map(({ paymentId }) => stateOf(paymentId)))).toEqual(['paid', 'paid'])
})

test('settles both sides of a return that employees confirmed before its debit was shown', async () => {
  const one = await f.approved('30.00')
  const { batchId } = await f.make(byOrders(one.paymentId))
  await f.sendAll(batchId)
  const { approvalId } = await f.admin.call(returnOrder, {
    params: { paymentId: one.paymentId },
    body: { code: 'AC04', note: 'Cuenta cerrada' },
  })
  await f.direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
  const endToEnd = referenceOfOrder('dino', one.paymentId)
  const { states } = await upload(
    [
      { amount: '-30.00', endToEnd, reference: 'LATE1' },
      { amount: '30.00', endToEnd, returnCode: 'AC04', reference: 'LATE2' },
    ],
    'late',
  )
  expect(states).toEqual(['settled', 'settled'])
  expect(await stateOf(one.paymentId)).toBe('returned')
})

test('a statement settles a single payment, a batch as one, and a returned payment', async () => {
  const [alone, one, other] = [await f.approved('100.00'), await f.approved('40.00'), await f.approved('60.00')]
  const batchOf = async (...paymentIds: string[]) => {
    const { batchId } = await f.make(byOrders(...paymentIds))
    await f.sendAll(batchId)
    return batchId
  }
  await batchOf(alone.paymentId)
  const batch = referenceOfBatch('dino', await batchOf(one.paymentId, other.paymentId))
  expect(batchIn('dino', batch)).toBeDefined()
  const paid = await upload(
    [
      { amount: '-100.00', endToEnd: referenceOfOrder('dino', alone.paymentId), reference: 'OUT1' },
      { amount: '-100.00', text: `REMESA ${batch}`, reference: 'OUT2' },
      { amount: '-99.00', text: `REMESA ${batch}`, reference: 'OUT3' },
    ],
    'paid',
  )
  expect(paid.states).toEqual(['settled', 'settled', 'other'])
  expect(await Promise.all([alone, one, other].map(({ paymentId }) => stateOf(paymentId)))).toEqual([
    'paid',
    'paid',
    'paid',
  ])

  const back = await upload(
    [{ amount: '40.00', endToEnd: referenceOfOrder('dino', one.paymentId), returnCode: 'AC04', reference: 'BACK' }],
    'back',
  )
  expect(back.states).toEqual(['settled'])
  expect(await stateOf(one.paymentId)).toBe('returned')
  expect(await f.available(one)).toBe('1000.00')
  const { rows } = await f.admin.call(getReconciliation, { params: back.params })
  // Only the line that is no batch of ours: all others stand on both sides.
  expect(
    rows.filter(({ kind }) => kind === 'entry' || kind === 'journal').map(({ kind, amount }) => [kind, amount]),
  ).toEqual([['entry', '-99.00']])
})

describe('unmarked lines with our reference', () => {
  const sent = async (amount: string) => {
    const one = await f.approved(amount)
    const { batchId } = await f.make(byOrders(one.paymentId))
    await f.sendAll(batchId)
    return { ...one, reference: referenceOfOrder('dino', one.paymentId) }
  }
  const entryOf = async ({ params }: { params: { statementId: string } }) => {
    const { rows } = await f.admin.call(listEntries.page, { params, query: {} })
    return f.admin.call(getEntry, { params: { entryId: rows[0]!.id } })
  }

  test.each(['text', 'endToEnd'] as const)(
    'keeps a line with our reference in its %s as a probable return, unbooked',
    async (field) => {
      const one = await sent('71.00')
      const file = await upload([{ amount: '71.00', [field]: one.reference, reference: `T-${field}` }], `text-${field}`)
      expect(file.states).toEqual(['waiting'])
      expect(await stateOf(one.paymentId)).toBe('sent')
      const entry = await entryOf(file)
      expect(entry).toMatchObject({
        ...{ proposedBy: 'return', proposedPaymentId: one.paymentId },
        ...{ proposedAccountId: one.accountId, bar: null },
      })
      const { rows } = await f.t.owner.query('select from dino.bank_entry_journal where entry_id = $1', [entry.id])
      expect(rows).toEqual([])
    },
  )

  test('settles a probable return once two people have confirmed it', async () => {
    const one = await sent('72.00')
    const file = await upload([{ amount: '72.00', text: one.reference, reference: 'T72' }], 'text-72')
    const params = { paymentId: one.paymentId }
    const asked = await f.admin.call(returnOrder, { params, body: { code: 'NARR', note: 'La devuelve el banco' } })
    expect(asked.state).toBe('pending')
    expect((await entryOf(file)).state).toBe('waiting')
    await f.direction.call(approve, { params: { approvalId: asked.approvalId! }, body: {} })
    expect(await stateOf(one.paymentId)).toBe('returned')
    expect((await entryOf(file)).state).toBe('settled')
    const { rows } = await f.admin.call(getReconciliation, { params: file.params })
    // That it had left, no line of the bank has shown yet.
    expect(rows.filter(({ amount }) => /^-?72.00$/.test(amount)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['journal', '72.00'],
    ])
  })

  test('books a probable return as new money only after a second approval', async () => {
    const one = await sent('73.00')
    const file = await upload([{ amount: '73.00', text: one.reference, reference: 'T73' }], 'text-73')
    const { id: entryId } = await entryOf(file)
    const { state, approvalId } = await f.t
      .callerWith(f.admin.token, { [keyHeader]: randomUUID() })
      .call(assignReceipt, { params: { entryId }, body: { accountId: one.accountId } })
    expect(state).toBe('pending')
    await f.direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    expect(await entryOf(file)).toMatchObject({ state: 'posted', proposedPaymentId: null })
    expect(await stateOf(one.paymentId)).toBe('sent')
  })

  test('settles the line of a payment that employees have confirmed as returned', async () => {
    const one = await sent('74.00')
    const { approvalId } = await f.admin.call(returnOrder, {
      params: { paymentId: one.paymentId },
      body: { code: 'AC04', note: 'Cuenta cerrada' },
    })
    await f.direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    const { states } = await upload([{ amount: '74.00', text: one.reference, reference: 'T74' }], 'text-74')
    expect(states).toEqual(['settled'])
  })
})

test('a Norma 43 line with the concept of returns returns the payment', async () => {
  const one = await f.approved('75.00')
  const { batchId } = await f.make(byOrders(one.paymentId))
  await f.sendAll(batchId)
  const reference = referenceOfOrder('dino', one.paymentId)
  const content = norma43Of([{ amount: '75.00', text: `DEVOL TRANSF ${reference}`, concept: '14', reference: 'N75' }], {
    to: today,
  })
  await f.admin.call(uploadStatement, {
    query: { fileName: 'extracto.n43', ours: 'true' },
    content: new Blob([new Uint8Array(content)], { type: 'application/octet-stream' }),
  })
  expect(await stateOf(one.paymentId)).toBe('returned')
})
