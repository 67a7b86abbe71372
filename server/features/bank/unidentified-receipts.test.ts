import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assignReceipt,
  cancelReceiptReturn,
  confirmReceiptReturn,
  findReceiptAccounts,
  getBankEntry,
  listReceipts,
  returnReceipt,
} from '#contract/bank.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { reverseJournal } from '#contract/journals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import {
  buildExpectedError,
  buildPaymentReference,
  createReceiptFixture,
  expectIntactLedger,
  expectReconciledStatements,
} from './test-receipts.ts'
import { buildCamt053 } from './test-statements.ts'

let fixture: Awaited<ReturnType<typeof createReceiptFixture>>
beforeAll(async () => {
  fixture = await createReceiptFixture()
})
afterAll(async () => {
  // Whatever was assigned, reversed or returned here, bank and books agree.
  await expectReconciledStatements(fixture)
  await expectIntactLedger(fixture)
  await fixture.t.drop()
})

describe('unidentified receipts', () => {
  const pendingAccount = async (amount: string) =>
    (
      await fixture.uploadAndListEntries(
        buildCamt053([{ amount, text: 'sin nada', name: 'José María Íñiguez', reference: randomUUID() }]),
      )
    )[0]!

  test('finds a waiting receipt by amount and assigns it to an account', async () => {
    const one = await fixture.createClientAccount()
    const entry = await pendingAccount('321.00')
    const { rows } = await fixture.admin.call(listReceipts.page, { query: { search: '321.00' } })
    expect(rows.map(({ id }) => id)).toEqual([entry.id])
    const found = await fixture.admin.call(findReceiptAccounts, { query: { q: one.number } })
    expect(found.rows).toMatchObject([{ accountId: one.accountId, number: one.number }])
    const before = await fixture.sumPostings(2)
    await fixture.assigner.call(assignReceipt, { params: { entryId: entry.id }, body: { accountId: one.accountId } })
    expect(await fixture.getAccountBalance(one)).toBe('321.00')
    expect(Number(await fixture.sumPostings(2)) - Number(before)).toBeCloseTo(321, 2)
  })

  test('assigns a receipt once under concurrent requests and one idempotency key', async () => {
    const one = await fixture.createClientAccount()
    const other = await fixture.createClientAccount()
    const entry = await pendingAccount('55.00')
    const answers = await Promise.allSettled(
      [one, other, one, other].map(({ accountId }) =>
        fixture.assigner.call(assignReceipt, { params: { entryId: entry.id }, body: { accountId } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const failed of answers.filter((one) => one.status === 'rejected'))
      expect(failed.reason).toMatchObject(buildExpectedError(409, 'receipt.notWaiting'))
    expect(Number(await fixture.getAccountBalance(one)) + Number(await fixture.getAccountBalance(other))).toBe(55)

    const again = await pendingAccount('56.00')
    const by = fixture.t.callerWith(fixture.assigner.token, { [idempotencyKeyHeader]: randomUUID() })
    const keyed = () => by.call(assignReceipt, { params: { entryId: again.id }, body: { accountId: one.accountId } })
    const first = await keyed()
    expect(await keyed()).toEqual(first)
    await expect(
      by.call(assignReceipt, { params: { entryId: again.id }, body: { accountId: other.accountId } }),
    ).rejects.toMatchObject(buildExpectedError(422, 'idempotency.differentBody'))
    const third = await pendingAccount('57.00')
    await expect(
      by.call(assignReceipt, { params: { entryId: third.id }, body: { accountId: one.accountId } }),
    ).rejects.toMatchObject(buildExpectedError(422, 'idempotency.differentBody'))
  })

  test('a receipt waits again when its contribution is reversed, for any account', async () => {
    const wrong = await fixture.createClientAccount()
    const right = await fixture.createClientAccount()
    const entry = await pendingAccount('99.00')
    const { journalId } = await fixture.assigner.call(assignReceipt, {
      params: { entryId: entry.id },
      body: { accountId: wrong.accountId },
    })
    await setDisabledTasks(fixture.t.db, ['reversal', 'statement'])
    await fixture.admin.call(reverseJournal, {
      params: { ...wrong, journalId: journalId! },
      body: { reason: 'No era suyo' },
    })
    await setDisabledTasks(fixture.t.db, ['statement'])
    expect((await fixture.admin.call(getBankEntry, { params: { entryId: entry.id } })).state).toBe('waiting')
    await fixture.assigner.call(assignReceipt, { params: { entryId: entry.id }, body: { accountId: right.accountId } })
    expect([await fixture.getAccountBalance(wrong), await fixture.getAccountBalance(right)]).toEqual(['0.00', '99.00'])
  })

  test('a contribution noted by hand and reversed stands for no line of the bank', async () => {
    const account = await fixture.createClientAccount()
    const body = { amount: '223.00', valueDate: '2026-06-12', reference: 'Avisó por teléfono' }
    const { journalId } = await fixture.admin.call(addContribution, { params: account, body })
    await setDisabledTasks(fixture.t.db, ['reversal', 'statement'])
    await fixture.admin.call(reverseJournal, {
      params: { ...account, journalId: journalId! },
      body: { reason: 'No llegó' },
    })
    await setDisabledTasks(fixture.t.db, ['statement'])
    const [entry] = await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '223.00', ...buildPaymentReference(account), reference: 'REVERSED223' }]),
    )
    expect(entry!.state).toBe('posted')
    expect(await fixture.getAccountBalance(account)).toBe('223.00')
  })

  test('a receipt noted by hand and reversed waits for the right account', async () => {
    const wrong = await fixture.createClientAccount()
    const right = await fixture.createClientAccount()
    const body = { amount: '222.00', valueDate: '2026-06-12', reference: 'Avisó por teléfono' }
    const { journalId } = await fixture.admin.call(addContribution, { params: wrong, body })
    const [entry] = await fixture.uploadAndListEntries(
      buildCamt053([
        { amount: '222.00', ...buildPaymentReference({ ...wrong, name: 'José María Íñiguez' }), reference: 'NOTED222' },
      ]),
    )
    expect(entry!.state).toBe('noted')
    await setDisabledTasks(fixture.t.db, ['reversal', 'statement'])
    await fixture.admin.call(reverseJournal, {
      params: { ...wrong, journalId: journalId! },
      body: { reason: 'No era suyo' },
    })
    await setDisabledTasks(fixture.t.db, ['statement'])
    expect((await fixture.admin.call(getBankEntry, { params: { entryId: entry!.id } })).state).toBe('waiting')
    const bank = await fixture.sumPostings(1)
    await fixture.assigner.call(assignReceipt, { params: { entryId: entry!.id }, body: { accountId: right.accountId } })
    expect([await fixture.getAccountBalance(wrong), await fixture.getAccountBalance(right)]).toEqual(['0.00', '222.00'])
    expect(Number(await fixture.sumPostings(1)) - Number(bank)).toBeCloseTo(222, 2)
  })

  test('a returned receipt leaves the books when the bank shows the return', async () => {
    const iban = 'ES7100302053091234567895'
    const [entry] = await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '640.00', text: 'error', iban, reference: 'IN640' }]),
    )
    await fixture.admin.call(returnReceipt, { params: { entryId: entry!.id }, body: { reason: 'No es cliente' } })
    await expect(
      fixture.assigner.call(assignReceipt, {
        params: { entryId: entry!.id },
        body: { accountId: (await fixture.createClientAccount()).accountId },
      }),
    ).rejects.toMatchObject(buildExpectedError(409, 'receipt.notWaiting'))
    const before = await fixture.sumPostings(2)
    const [back] = await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '-640.00', text: 'devolución', iban, reference: 'OUT640' }]),
    )
    expect(back!.state).toBe('refund')
    expect((await fixture.admin.call(getBankEntry, { params: { entryId: entry!.id } })).state).toBe('returned')
    expect(Number(await fixture.sumPostings(2)) - Number(before)).toBeCloseTo(640, 2)
  })

  test('keeps a receipt meant for return, or matches its outgoing line by hand', async () => {
    const entry = await pendingAccount('641.00')
    await fixture.admin.call(returnReceipt, { params: { entryId: entry.id }, body: { reason: 'No es cliente' } })
    await fixture.admin.call(cancelReceiptReturn, { params: { entryId: entry.id } })
    await expect(fixture.admin.call(cancelReceiptReturn, { params: { entryId: entry.id } })).rejects.toMatchObject(
      buildExpectedError(409, 'receipt.notReturning'),
    )
    const [out, other] = await fixture.uploadAndListEntries(
      buildCamt053([
        { amount: '-641.00', text: 'devolución', reference: 'OUT641' },
        { amount: '-1.00', text: 'comisión', reference: 'FEE' },
      ]),
    )
    expect(out!.state).toBe('other')
    await fixture.admin.call(returnReceipt, { params: { entryId: entry.id }, body: { reason: 'No es cliente' } })
    const confirmed = (byEntryId: string) =>
      fixture.admin.call(confirmReceiptReturn, { params: { entryId: entry.id }, body: { byEntryId } })
    await expect(confirmed(other!.id)).rejects.toMatchObject(buildExpectedError(409, 'receipt.notTheWayBack'))
    expect(await confirmed(out!.id)).toEqual({ state: 'returned' })
  })
})
