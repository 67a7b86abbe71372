import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { listPendingBankUploads, uploadBankStatement } from '#contract/bank/uploads.ts'
import { listBankStatements } from '#contract/bank.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let direction: Caller
let sequence = 0

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ownIban}')`)
})
afterAll(async () => {
  expect((await verifyLedger({ ...t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await t.drop()
})
beforeEach(async () => {
  admin = await t.as('admin')
  direction = await t.as('direction')
})

const createClientAccount = async () => {
  const client = await t.make.client({ checked: true, name: 'Ana', surname: `Íñiguez Peña${++sequence}` })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(8000000 + sequence)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId: client.id, accountId, number }
}
/** A file of one credit to the account, for its balance to grow by. */
const buildStatementFile = (
  { number }: { number: string },
  amount = '999999.00',
  more: Parameters<typeof buildCamt053>[1] = {},
) =>
  buildCamt053([{ amount, text: number, name: 'Ana Íñiguez', reference: `R-${number}` }], {
    reference: `S-${number}`,
    ...more,
  })
const callUploadStatement = (file: string, by = admin) =>
  by.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([file], { type: 'application/octet-stream' }),
  })
const uploadForApproval = async (file: string) => ({ approvalId: (await callUploadStatement(file)).approvalId! })
const getAccountPrincipal = async ({ accountId }: { accountId: string }) =>
  (await t.owner.query('select principal::text from dino.account_balance where account_id = $1', [accountId])).rows[0]
    .principal
const callApprove = (caller: Caller, params: { approvalId: string }) =>
  caller.call(approveChangeRequest, { params, body: {} })
const countStatementsInBooks = async () => (await admin.call(listBankStatements.count, { query: {} })).total

describe('bank file of one uploader', () => {
  test('books nothing and lists no statement before a second person approves the bank file', async () => {
    const account = await createClientAccount()
    const before = await getAccountPrincipal(account)
    const statements = await countStatementsInBooks()
    const file = buildStatementFile(account)
    const params = await uploadForApproval(file)
    expect([await getAccountPrincipal(account), await countStatementsInBooks()]).toEqual([before, statements])
    expect(await direction.call(listPendingBankUploads, {})).toMatchObject([
      { fileName: 'extracto.xml', uploaderName: admin.username, approvalId: params.approvalId },
    ])
    expect(await direction.call(getApproval, { params })).toMatchObject({
      task: 'statement',
      mayDecide: true,
      after: {
        statementAccount: '•••• 1332',
        opening: '1000.00',
        closing: '1000999.00',
        entries: '1',
        incoming: '999999.00',
      },
    })
    expect(await callApprove(direction, params)).toEqual({ state: 'approved' })
    expect(await getAccountPrincipal(account)).toBe((Number(before) + 999999).toFixed(2))
    expect(await countStatementsInBooks()).toBe(statements + 1)
    expect(await direction.call(listPendingBankUploads, {})).toEqual([])
  })

  test.each(['uploaded', 'approved'])('holds a line when a relative of its client %s the file', async (caller) => {
    const relative = await createClientAccount()
    const outsider = await createClientAccount()
    const near = await t.make.employee({ position: 'direction' })
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'parent')`,
      [near.id, relative.clientId],
    )
    const nearOne = await t.as(caller === 'uploaded' ? 'admin' : 'direction', near.cvl)
    const before = await getAccountPrincipal(relative)
    const file = buildCamt053(
      [relative, outsider].map(({ number }) => ({
        amount: '40.00',
        text: number,
        name: 'Ana Íñiguez',
        reference: `R-${number}`,
      })),
      { reference: `S-${relative.number}` },
    )
    const [uploader, approver] = caller === 'uploaded' ? [nearOne, direction] : [admin, nearOne]
    await callApprove(approver, { approvalId: (await callUploadStatement(file, uploader)).approvalId! })
    expect(await getAccountPrincipal(relative)).toBe(before)
    expect(Number(await getAccountPrincipal(outsider))).toBe(Number(before) + 40)
    const { rows } = await t.owner.query(
      'select state, bar, proposed_account_id::text as account from dino.bank_entry where reference = $1',
      [`R-${relative.number}`],
    )
    expect(rows).toEqual([{ state: 'waiting', bar: 'approval.ownRecord', account: relative.accountId }])
  })

  test('refuses approval of a bank file by its uploader', async () => {
    const account = await createClientAccount()
    const before = await getAccountPrincipal(account)
    await t.db
      .insertInto('roleGrant')
      .values({ role: 'admin', module: 'bt_Extractos', actions: ['view', 'create', 'approve'], scope: 'all' })
      .execute()
    const params = await uploadForApproval(buildStatementFile(account))
    await expect(callApprove(admin, params)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await t.db.deleteFrom('roleGrant').where('module', '=', 'bt_Extractos').execute()
    expect(await getAccountPrincipal(account)).toBe(before)
  })

  test('answers repeated uploads of one bank file with the same approval, also after booking', async () => {
    const account = await createClientAccount()
    const file = buildStatementFile(account, '10.00')
    const params = await uploadForApproval(file)
    expect(await callUploadStatement(file)).toEqual({ known: true, statements: [], ...params })
    const several = await Promise.all(Array.from({ length: 5 }, () => callUploadStatement(file)))
    expect(several.every(({ approvalId }) => approvalId === params.approvalId)).toBe(true)
    await callApprove(direction, params)
    expect(await callUploadStatement(file)).toMatchObject({
      known: true,
      approvalId: null,
      statements: [{ entries: 1, fresh: 0 }],
    })
  })

  test('drops a rejected bank file without a trace and takes it again later', async () => {
    const account = await createClientAccount()
    const before = await getAccountPrincipal(account)
    const file = buildStatementFile(account, '20.00')
    const params = await uploadForApproval(file)
    await direction.call(rejectChangeRequest, { params, body: { reason: 'No cuadra con la banca electrónica' } })
    expect(await getAccountPrincipal(account)).toBe(before)
    const { rows } = await t.owner.query(
      `select u.state, u.statements, f.removed_at is not null as removed from dino.bank_upload u
         left join dino.stored_file f on f.sha256 = u.sha256 where u.approval_id = $1`,
      [params.approvalId],
    )
    expect(rows).toEqual([{ state: 'dropped', statements: null, removed: true }])
    await callApprove(direction, await uploadForApproval(file))
    expect(await getAccountPrincipal(account)).toBe((Number(before) + 20).toFixed(2))
  })

  test('shows if a statement follows the closing balance of the last one', async () => {
    const account = await createClientAccount()
    await callApprove(
      direction,
      await uploadForApproval(buildStatementFile(account, '5.00', { to: '2026-06-13', opening: '7000.00' })),
    )
    const uploadWithOpening = async (opening: string) => {
      const params = await uploadForApproval(
        buildStatementFile(await createClientAccount(), '6.00', { to: '2026-06-14', opening }),
      )
      return (await direction.call(getApproval, { params })).after
    }
    expect(await uploadWithOpening('7005.00')).toMatchObject({ previousClosing: '7005.00', follows: 'true' })
    expect(await uploadWithOpening('9999.00')).toMatchObject({ previousClosing: '7005.00', follows: 'false' })
  })

  test('refuses a bank file of an unknown account unless the uploader confirms it', async () => {
    const file = buildStatementFile(await createClientAccount(), '7.00', { number: 'ES6000491500051234567892' })
    await expect(callUploadStatement(file)).rejects.toMatchObject({ code: 'statement.unknownAccount' })
    const { approvalId } = await admin.call(uploadBankStatement, {
      query: { fileName: 'extracto.xml', ours: 'true' },
      content: new Blob([file], { type: 'application/octet-stream' }),
    })
    expect((await direction.call(getApproval, { params: { approvalId: approvalId! } })).after).toMatchObject({
      newAccount: 'ES6000491500051234567892',
    })
  })
})
