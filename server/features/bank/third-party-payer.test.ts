import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getBankEntry, listStatementEntries } from '#contract/bank.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, buildNorma43, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let direction: typeof admin
/** Whoever uploads a line doesn't assign it alone. */
let assigner: typeof admin
let sequence = 0

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  admin = await t.as('admin')
  direction = await t.as('direction')
  assigner = await t.as('admin', (await t.make.employee()).cvl)
  await t.owner.query(`insert into dino.bank_account (number) values ('${ownIban}')`)
})
afterAll(() => t.drop())

const createClientAccount = async (bankAccounts: string[] = [], ofClient?: { clientId: string; name: string }) => {
  const surname = `Íñiguez Peña${++sequence}`
  const client = ofClient
    ? { id: ofClient.clientId }
    : await t.make.client({ checked: true, name: 'José María', surname, bankAccounts })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(6000000 + sequence)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId: client.id, accountId, number, name: ofClient?.name ?? `José María ${surname}` }
}
const uploadAndFindEntry = async (content: BlobPart) => {
  const { statements } = await admin.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([content], { type: 'application/octet-stream' }),
  })
  const { rows } = await admin.call(listStatementEntries.page, {
    params: { statementId: statements[0]!.id },
    query: {},
  })
  return admin.call(getBankEntry, { params: { entryId: rows[0]!.id } })
}
type StatementEntry = Partial<Parameters<typeof buildCamt053>[0][number]>
const uploadCredit = (line: StatementEntry) =>
  uploadAndFindEntry(
    buildCamt053([{ amount: '41000.00', reference: `P-${++sequence}`, ...line }], { reference: `PAYER-${++sequence}` }),
  )
const callAssignReceipt = (entryId: string, { accountId }: { accountId: string }) =>
  t
    .callerWith(assigner.token, { [idempotencyKeyHeader]: randomUUID() })
    .call(assignReceipt, { params: { entryId }, body: { accountId } })

describe('bank lines that name an account', () => {
  test('books a line that names an account whose holder matches by name or number', async () => {
    const iban = 'ES7621000418401234567891'
    const account = await createClientAccount([iban])
    expect(await uploadCredit({ text: account.number, name: account.name.toUpperCase() })).toMatchObject({
      state: 'posted',
    })
    expect(await uploadCredit({ text: account.number, name: 'BIZUM', iban })).toMatchObject({ state: 'posted' })
  })

  test.each([{ name: 'Transportes Lejanos SL' }, { name: 'Otra Persona', iban: 'ES6000491500051234567892' }, {}])(
    'leaves a line that names an account waiting for approval of another payer: %j',
    async (payer) => {
      const account = await createClientAccount()
      const entry = await uploadCredit({ text: `ref ${account.number}`, ...payer })
      expect(entry).toMatchObject({
        state: 'waiting',
        bar: 'receipt.otherPayer',
        proposedAccountId: account.accountId,
        proposedBy: 'reference',
      })
      const assignment = await callAssignReceipt(entry.id, account)
      expect(assignment).toMatchObject({ state: 'pending', journalId: null })
      const params = { approvalId: assignment.approvalId! }
      expect((await direction.call(getApproval, { params })).after).toMatchObject({
        because: ['overLimit', 'otherPayer'],
      })
      await direction.call(approveChangeRequest, { params, body: {} })
      expect(await admin.call(getBankEntry, { params: { entryId: entry.id } })).toMatchObject({ state: 'posted' })
    },
  )

  test('books a line without payer when its text names a holder of the account', async () => {
    const account = await createClientAccount()
    const lineOf = (text: string, to: string) =>
      uploadAndFindEntry(new Uint8Array(buildNorma43([{ amount: '55.00', text, reference: `N${++sequence}` }], { to })))
    expect(await lineOf(`${account.name.toUpperCase()} ${account.number}`, '2026-06-11')).toMatchObject({
      state: 'posted',
    })
    expect(await lineOf(`INGRESO ${account.number}`, '2026-06-10')).toMatchObject({ bar: 'receipt.otherPayer' })
  })

  test('holds a line whose payer is only authorised on the account it names', async () => {
    const account = await createClientAccount()
    const other = await createClientAccount()
    await t.db
      .insertInto('accountHolder')
      .values({ accountId: account.accountId, clientId: other.clientId, role: 'authorised' })
      .execute()
    expect(await uploadCredit({ text: account.number, name: other.name })).toMatchObject({ bar: 'receipt.otherPayer' })
  })
})

describe('receipts without owner', () => {
  test('requires a second approval of any receipt whose payer holds no such account', async () => {
    const account = await createClientAccount()
    const { id } = await uploadCredit({ amount: '0.01', text: 'Ahorro', name: 'Quien Sea' })
    const { state, approvalId } = await callAssignReceipt(id, account)
    expect(state).toBe('pending')
    expect((await direction.call(getApproval, { params: { approvalId: approvalId! } })).after).toMatchObject({
      because: ['otherPayer'],
    })
  })

  test('counts all receipts the assigner gave to any account in thirty days', async () => {
    await t.owner.query(`update dino.bank_entry set assigned_key = null`)
    const first = await createClientAccount()
    const second = await createClientAccount([], first)
    const outsider = await createClientAccount()
    const assigned = async (amount: string, account: typeof first) =>
      (await callAssignReceipt((await uploadCredit({ amount, text: 'Ahorro', name: account.name })).id, account)).state
    expect(await assigned('20000.00', first)).toBe('done')
    expect(await assigned('5000.01', second)).toBe('pending')
    expect(await assigned('5000.01', outsider)).toBe('pending')
    expect(await assigned('5000.00', outsider)).toBe('done')
    expect(await assigned('0.01', second)).toBe('pending')
    await t.owner.query(`select set_config('session_replication_role', 'replica', false)`)
    await t.owner.query(`update dino.journal set booking_date = booking_date - 30 where idempotency_key in
      (select assigned_key from dino.bank_entry)`)
    await t.owner.query(`select set_config('session_replication_role', 'origin', false)`)
    expect(await assigned('25000.00', second)).toBe('done')
  })

  test('counts other receipts assigned at the same time for the limit of the assigner', async () => {
    await t.owner.query(`update dino.bank_entry set assigned_key = null`)
    const accounts = [await createClientAccount(), await createClientAccount(), await createClientAccount()]
    const receipts = []
    for (const { name } of accounts) receipts.push(await uploadCredit({ amount: '20000.00', text: 'Ahorro', name }))
    const done = await Promise.all(receipts.map(({ id }, at) => callAssignReceipt(id, accounts[at]!)))
    expect(done.map(({ state }) => state).sort()).toEqual(['done', 'pending', 'pending'])
  })
})
