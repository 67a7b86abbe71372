import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, getApproval, reject } from '#contract/approvals.ts'
import { listWaitingUploads, uploadStatement } from '#contract/bank/uploads.ts'
import { listStatements } from '#contract/bank.ts'
import { switchFactorNeeded } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let direction: Caller
let n = 0

beforeAll(async () => {
  t = await testTenant('dino')
  await switchFactorNeeded(t.db, false)
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ourAccount}')`)
})
afterAll(async () => {
  expect((await verifyLedger({ ...t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await t.drop()
})
beforeEach(async () => {
  ;[admin, direction] = [await t.as('admin'), await t.as('direction')]
})

const opened = async () => {
  const client = await t.make.client({ checked: true, name: 'Ana', surname: `Íñiguez Peña${++n}` })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(8000000 + n)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId: client.id, accountId, number }
}
/** A file of one credit to the account, for its balance to grow by. */
const fileOf = ({ number }: { number: string }, amount = '999999.00', more: Parameters<typeof camtOf>[1] = {}) =>
  camtOf([{ amount, text: number, name: 'Ana Íñiguez', reference: `R-${number}` }], {
    reference: `S-${number}`,
    ...more,
  })
const upload = (file: string, by = admin) =>
  by.call(uploadStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([file], { type: 'application/octet-stream' }),
  })
const waiting = async (file: string) => ({ approvalId: (await upload(file)).approvalId! })
const balanceOf = async ({ accountId }: { accountId: string }) =>
  (await t.owner.query('select principal::text from dino.account_balance where account_id = $1', [accountId])).rows[0]
    .principal
const say = (who: Caller, params: { approvalId: string }) => who.call(approve, { params, body: {} })
const count = async () => (await admin.call(listStatements.count, { query: {} })).total

describe('bank file of one uploader', () => {
  test('books nothing and lists no statement before a second person approves the bank file', async () => {
    const account = await opened()
    const [before, statements] = [await balanceOf(account), await count()]
    const file = fileOf(account)
    const params = await waiting(file)
    expect([await balanceOf(account), await count()]).toEqual([before, statements])
    expect(await direction.call(listWaitingUploads, {})).toMatchObject([
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
    expect(await say(direction, params)).toEqual({ state: 'approved' })
    expect(await balanceOf(account)).toBe((Number(before) + 999999).toFixed(2))
    expect(await count()).toBe(statements + 1)
    expect(await direction.call(listWaitingUploads, {})).toEqual([])
  })

  test.each(['uploaded', 'approved'])('holds a line when a relative of its client %s the file', async (who) => {
    const [relative, stranger] = [await opened(), await opened()]
    const near = await t.make.employee({ position: 'direction' })
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'parent')`,
      [near.id, relative.clientId],
    )
    const nearOne = await t.as(who === 'uploaded' ? 'admin' : 'direction', near.cvl)
    const before = await balanceOf(relative)
    const file = camtOf(
      [relative, stranger].map(({ number }) => ({
        amount: '40.00',
        text: number,
        name: 'Ana Íñiguez',
        reference: `R-${number}`,
      })),
      { reference: `S-${relative.number}` },
    )
    const [uploader, approver] = who === 'uploaded' ? [nearOne, direction] : [admin, nearOne]
    await say(approver, { approvalId: (await upload(file, uploader)).approvalId! })
    expect(await balanceOf(relative)).toBe(before)
    expect(Number(await balanceOf(stranger))).toBe(Number(before) + 40)
    const { rows } = await t.owner.query(
      'select state, bar, proposed_account_id::text as account from dino.bank_entry where reference = $1',
      [`R-${relative.number}`],
    )
    expect(rows).toEqual([{ state: 'waiting', bar: 'approval.ownRecord', account: relative.accountId }])
  })

  test('refuses approval of a bank file by its uploader', async () => {
    const account = await opened()
    const before = await balanceOf(account)
    await t.db
      .insertInto('roleGrant')
      .values({ role: 'admin', module: 'bt_Extractos', actions: ['view', 'create', 'approve'], scope: 'all' })
      .execute()
    const params = await waiting(fileOf(account))
    await expect(say(admin, params)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await t.db.deleteFrom('roleGrant').where('module', '=', 'bt_Extractos').execute()
    expect(await balanceOf(account)).toBe(before)
  })

  test('answers repeated uploads of one bank file with the same approval, also after booking', async () => {
    const account = await opened()
    const file = fileOf(account, '10.00')
    const params = await waiting(file)
    expect(await upload(file)).toEqual({ known: true, statements: [], ...params })
    const several = await Promise.all(Array.from({ length: 5 }, () => upload(file)))
    expect(several.every(({ approvalId }) => approvalId === params.approvalId)).toBe(true)
    await say(direction, params)
    expect(await upload(file)).toMatchObject({ known: true, approvalId: null, statements: [{ entries: 1, fresh: 0 }] })
  })

  test('drops a rejected bank file without a trace and takes it again later', async () => {
    const account = await opened()
    const before = await balanceOf(account)
    const file = fileOf(account, '20.00')
    const params = await waiting(file)
    await direction.call(reject, { params, body: { reason: 'No cuadra con la banca electrónica' } })
    expect(await balanceOf(account)).toBe(before)
    const { rows } = await t.owner.query(
      `select u.state, u.statements, f.removed_at is not null as removed from dino.bank_upload u
         left join dino.stored_file f on f.sha256 = u.sha256 where u.approval_id = $1`,
      [params.approvalId],
    )
    expect(rows).toEqual([{ state: 'dropped', statements: null, removed: true }])
    await say(direction, await waiting(file))
    expect(await balanceOf(account)).toBe((Number(before) + 20).toFixed(2))
  })

  test('shows if a statement follows the closing balance of the last one', async () => {
    const account = await opened()
    await say(direction, await waiting(fileOf(account, '5.00', { to: '2026-06-13', opening: '7000.00' })))
    const shown = async (opening: string) => {
      const params = await waiting(fileOf(await opened(), '6.00', { to: '2026-06-14', opening }))
      return (await direction.call(getApproval, { params })).after
    }
    expect(await shown('7005.00')).toMatchObject({ previousClosing: '7005.00', follows: 'true' })
    expect(await shown('9999.00')).toMatchObject({ previousClosing: '7005.00', follows: 'false' })
  })

  test('refuses a bank file of an unknown account unless the uploader confirms it', async () => {
    const file = fileOf(await opened(), '7.00', { number: 'ES6000491500051234567892' })
    await expect(upload(file)).rejects.toMatchObject({ code: 'statement.unknownAccount' })
    const { approvalId } = await admin.call(uploadStatement, {
      query: { fileName: 'extracto.xml', ours: 'true' },
      content: new Blob([file], { type: 'application/octet-stream' }),
    })
    expect((await direction.call(getApproval, { params: { approvalId: approvalId! } })).after).toMatchObject({
      newAccount: 'ES6000491500051234567892',
    })
  })
})
