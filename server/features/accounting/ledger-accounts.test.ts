import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookBankEntry, proposeJournalEntry } from '#contract/accounting/entries.ts'
import {
  addLedgerAccount,
  changeLedgerAccount,
  type LedgerAccountKind,
  listAddedLedgerAccounts,
} from '#contract/accounting/ledger-accounts.ts'
import { getAccountingJournal, getChartOfAccounts, listJournals } from '#contract/accounting.ts'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { getBankEntry, getStatementReconciliation, listStatementEntries } from '#contract/bank.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { reverseAccountingJournal } from '#contract/journals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { buildCamt053, ownIban } from '#server/features/bank/test-statements.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let direction: Caller
const today = '2026-06-15'
const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  admin = await t.as('admin')
  direction = await t.as('direction')
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ownIban}')`)
})
afterAll(async () => {
  await t.owner.query('select fold_ledger()')
  await t.owner.query('select fold_ledger()')
  expect((await verifyLedger({ ...t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await t.drop()
})

const callAddLedgerAccount = (code: string, name: string, kind: LedgerAccountKind = 'expense') =>
  admin.call(addLedgerAccount, { body: { code, name, kind } })
const callChangeLedgerAccount = (code: string, before: [string, boolean], after: [string, boolean]) =>
  admin.call(changeLedgerAccount, {
    params: { code },
    body: { before: { name: before[0], retired: before[1] }, after: { name: after[0], retired: after[1] } },
  })
const createKeyedCaller = (key: string = randomUUID()) => t.callerWith(admin.token, { [idempotencyKeyHeader]: key })
const proposeEntry = (ledger: string, amount = '40.00') =>
  createKeyedCaller().call(proposeJournalEntry, {
    body: {
      kind: 'adjustment',
      lines: [
        { ledger, side: 'debit', amount },
        { ledger: 'bank', side: 'credit', amount },
      ],
      bookingDate: today,
      valueDate: today,
      description: 'Gasto de notaría',
      reason: 'Factura 12',
    },
  })
const callApprove = (approvalId: string | null) =>
  direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const getLedgerBalance = async (code: string) =>
  (await admin.call(getChartOfAccounts, {})).ledgers.find((ledger) => ledger.code === code)?.balance

describe('ledger accounts of the firm', () => {
  test('adds a ledger account with code, name and kind, audited and in the chart', async () => {
    expect(await callAddLedgerAccount('626', 'Servicios bancarios')).toEqual({
      code: '626',
      name: 'Servicios bancarios',
      kind: 'expense',
      retiredAt: null,
    })
    const { ledgers } = await admin.call(getChartOfAccounts, {})
    expect(ledgers.at(-1)).toEqual({ code: '626', name: 'Servicios bancarios', balance: '0.00' })
    expect(ledgers[0]).toMatchObject({ code: 'bank', name: null })
    const { rows } = await t.owner.query(
      `select entity_id, after from audit_event where action = 'ledgerAccount.added' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ entity_id: '100', after: { code: '626', name: 'Servicios bancarios', kind: 'expense' } }])
  })

  test('accepts a ledger account code of letters', async () => {
    expect(await callAddLedgerAccount('fees_bank', 'Comisiones bancarias')).toMatchObject({ code: 'fees_bank' })
  })

  test.each([
    ['626', 'Otra cosa', buildExpectedError(409, 'reference.taken', { code: 'taken' })],
    ['bank', 'Mi banco', buildExpectedError(409, 'reference.taken', { code: 'taken' })],
    ['627', 'SERVICIOS bancarios', buildExpectedError(409, 'reference.taken', { name: 'taken' })],
    ['Con Espacios', 'Otra cosa', buildExpectedError(400, 'request.invalid')],
    ['628', ' ', buildExpectedError(400, 'request.invalid')],
  ])('refuses code %s with name %s', async (code, name, refusal) => {
    await expect(callAddLedgerAccount(code, name)).rejects.toMatchObject(refusal)
  })

  test('a custom ledger account takes manual journals and shows its name everywhere', async () => {
    await callAddLedgerAccount('623', 'Servicios. Notaría')
    const { approvalId } = await proposeEntry('623')
    const approvalDetail = await direction.call(getApproval, { params: { approvalId: approvalId! } })
    expect(approvalDetail.after).toMatchObject({
      debit: { '623 Servicios  Notaría': '40.00' },
      credit: { bank: '40.00' },
    })
    await callApprove(approvalId)
    const { rows } = await admin.call(listJournals.page, { query: { ledger: '623' } })
    expect(rows).toMatchObject([{ amount: '40.00', source: 'entry' }])
    const { totals } = await admin.call(listJournals.count, { query: { ledger: '623' } })
    expect(totals.amount).toBe('40.00')
    const journal = await admin.call(getAccountingJournal, { params: { journalId: rows[0]!.id } })
    expect(journal.lines).toMatchObject([
      { ledger: '623', ledgerName: 'Servicios. Notaría', debit: '40.00' },
      { ledger: 'bank', ledgerName: null, credit: '40.00' },
    ])
    expect(await getLedgerBalance('623')).toBe('40.00')
  })

  test('a retired ledger account refuses new and waiting journals and keeps its balance', async () => {
    await callAddLedgerAccount('629', 'Otros gastos')
    await callApprove((await proposeEntry('629', '5.00')).approvalId)
    const waiting = await proposeEntry('629', '6.00')
    await callChangeLedgerAccount('629', ['Otros gastos', false], ['Otros gastos', true])
    await expect(proposeEntry('629')).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { 'lines.0.ledger': 'retired' }),
    )
    await expect(callApprove(waiting.approvalId)).rejects.toMatchObject(buildExpectedError(400, 'request.invalid'))
    expect(await getLedgerBalance('629')).toBe('5.00')
    const { rows } = await admin.call(listJournals.page, { query: { ledger: '629' } })
    const { approvalId } = await createKeyedCaller().call(reverseAccountingJournal, {
      params: { journalId: rows[0]!.id },
      body: { reason: 'Era de otra firma' },
    })
    await callApprove(approvalId)
    expect(await getLedgerBalance('629')).toBeUndefined()
    expect((await admin.call(listAddedLedgerAccounts, {})).accounts).toContainEqual(
      expect.objectContaining({ code: '629', retiredAt: expect.any(String) }),
    )
    await callChangeLedgerAccount('629', ['Otros gastos', true], ['Gastos varios', false])
    expect(await getLedgerBalance('629')).toBe('0.00')
  })

  test('refuses an outdated change of a ledger account', async () => {
    await callAddLedgerAccount('640', 'Sueldos')
    await callChangeLedgerAccount('640', ['Sueldos', false], ['Sueldos y salarios', false])
    await expect(callChangeLedgerAccount('640', ['Sueldos', false], ['Nóminas', false])).rejects.toMatchObject(
      buildExpectedError(409, 'conflict.changed'),
    )
    await expect(callChangeLedgerAccount('bank', ['Banco', false], ['Caja', false])).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
  })

  test('the database keeps code, kind and row of every ledger account', async () => {
    await callAddLedgerAccount('650', 'Pérdidas')
    for (const statement of [
      `update ledger_account set code = '651' where code = '650'`,
      `update ledger_account set kind = 'asset' where code = '650'`,
      `update ledger_account set retired_at = now() where code = 'bank'`,
      `delete from ledger_account where code = '650'`,
    ])
      await expect(t.owner.query(statement)).rejects.toMatchObject({ code: 'AT001' })
  })

  test('refuses a journal on an unknown ledger account', async () => {
    await expect(proposeEntry('999')).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { 'lines.0.ledger': 'unknown' }),
    )
    await expect(
      t.owner.query(
        `select post_journal('adjustment', '${today}', '${today}', '{999,1}', '{null,null}', '{1,-1}', 'a key of a test', 'hash', 'entry')`,
      ),
    ).rejects.toMatchObject({ code: 'AT003' })
  })
})

describe('fees of a bank statement', () => {
  let statement = 0
  const shown = async (amount = '-12.10', on = '2026-06-12') => {
    const reference = `FEE-${++statement}`
    const { statements } = await admin.call(uploadBankStatement, {
      query: { fileName: 'extracto.xml' },
      content: new Blob(
        [buildCamt053([{ amount, text: 'COMISION MANTENIMIENTO', reference }], { to: on, reference })],
        {
          type: 'application/octet-stream',
        },
      ),
    })
    const statementId = statements[0]!.id
    const [entry] = (await admin.call(listStatementEntries.page, { params: { statementId }, query: {} })).rows
    return { statementId, entryId: entry!.id }
  }
  const book = (entryId: string, body: object = {}, key: string = randomUUID()) =>
    createKeyedCaller(key).call(bookBankEntry, {
      params: { entryId },
      body: { ledger: '626', description: 'Comisión de mantenimiento', ...body },
    })
  const rowsOf = async ({ statementId, entryId }: { statementId: string; entryId: string }) =>
    (await admin.call(getStatementReconciliation, { params: { statementId } })).rows.filter(
      ({ kind, id, text }) => (kind === 'entry' && id === entryId) || text === 'Comisión de mantenimiento',
    )

  test('two users book a statement fee as one closed row of bank and books', async () => {
    const line = await shown()
    expect(await rowsOf(line)).toMatchObject([{ kind: 'entry', amount: '-12.10', open: true, approvalId: null }])
    const { approvalId } = await book(line.entryId)
    expect(await rowsOf(line)).toMatchObject([{ open: false, approvalId }])
    expect(await admin.call(getBankEntry, { params: { entryId: line.entryId } })).toMatchObject({
      state: 'other',
      approvalId,
      booking: null,
    })
    await callApprove(approvalId)
    expect(await rowsOf(line)).toEqual([])
    const entry = await admin.call(getBankEntry, { params: { entryId: line.entryId } })
    expect(entry).toMatchObject({
      state: 'booked',
      approvalId: null,
      booking: { ledger: '626', ledgerName: 'Servicios bancarios' },
    })
    const journal = await admin.call(getAccountingJournal, { params: { journalId: entry.booking!.journalId } })
    expect(journal).toMatchObject({
      kind: 'adjustment',
      bookingDate: '2026-06-12',
      valueDate: '2026-06-12',
      source: 'entry',
      description: 'Comisión de mantenimiento',
    })
    expect(await getLedgerBalance('626')).toBe('12.10')
  })

  test('refuses a second booking of a fee and replays the same idempotency key', async () => {
    const { entryId } = await shown('-3.00')
    const key = randomUUID()
    const first = await book(entryId, {}, key)
    expect(await book(entryId, {}, key)).toEqual(first)
    await expect(book(entryId, { description: 'Otra cosa' }, key)).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
    await expect(book(entryId)).rejects.toMatchObject(buildExpectedError(409, 'bankEntry.notOpen'))
    await callApprove(first.approvalId)
    await expect(book(entryId)).rejects.toMatchObject(buildExpectedError(409, 'bankEntry.notOpen'))
  })

  test("a fee's statement row opens again when its journal is reversed", async () => {
    const line = await shown('-8.00', today)
    await callApprove((await book(line.entryId)).approvalId)
    const { booking } = await admin.call(getBankEntry, { params: { entryId: line.entryId } })
    const { approvalId } = await createKeyedCaller().call(reverseAccountingJournal, {
      params: { journalId: booking!.journalId },
      body: { reason: 'No era comisión' },
    })
    await callApprove(approvalId)
    expect(await admin.call(getBankEntry, { params: { entryId: line.entryId } })).toMatchObject({
      state: 'other',
      booking: null,
    })
    expect(await rowsOf(line)).toMatchObject([{ kind: 'entry', amount: '-8.00', open: true }])
    await callApprove((await book(line.entryId)).approvalId)
    expect(await rowsOf(line)).toEqual([])
  })

  test('books a fee today when the month of its bank day is closed', async () => {
    const line = await shown('-7.00', '2026-05-20')
    await t.owner.query(`update ledger_period set closed_through = '2026-05-31'`)
    await callApprove((await book(line.entryId)).approvalId)
    await t.owner.query(`update ledger_period set closed_through = '-infinity'`)
    const { booking } = await admin.call(getBankEntry, { params: { entryId: line.entryId } })
    const journal = await admin.call(getAccountingJournal, { params: { journalId: booking!.journalId } })
    expect(journal).toMatchObject({ bookingDate: today, valueDate: '2026-05-20' })
  })

  test.each([
    ['a fixed account', { ledger: 'opening_balances' }, { ledger: 'unknown' }],
    ['an account that is not there', { ledger: '998' }, { ledger: 'unknown' }],
  ])('refuses to book a fee onto %s', async (_, body, fields) => {
    const { entryId } = await shown('-1.00')
    await expect(book(entryId, body)).rejects.toMatchObject(buildExpectedError(400, 'request.invalid', fields))
  })

  test('refuses to book a received payment as a fee', async () => {
    const { entryId } = await shown('15.00')
    await expect(book(entryId)).rejects.toMatchObject(buildExpectedError(409, 'bankEntry.notOpen'))
    await expect(book('999999999')).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
  })
})
