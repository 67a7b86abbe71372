import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getEntry, listEntries } from '#contract/bank.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, norma43Of, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let direction: typeof admin
/** Whoever uploads a line doesn't assign it alone. */
let assigner: typeof admin
let n = 0

beforeAll(async () => {
  t = await testTenant('dino')
  await switchTasksOff(t.db, ['statement'])
  ;[admin, direction] = [await t.as('admin'), await t.as('direction')]
  assigner = await t.as('admin', (await t.make.employee()).cvl)
  await t.owner.query(`insert into dino.bank_account (number) values ('${ourAccount}')`)
})
afterAll(() => t.drop())

const opened = async (bankAccounts: string[] = [], ofClient?: { clientId: string; name: string }) => {
  const surname = `Íñiguez Peña${++n}`
  const client = ofClient
    ? { id: ofClient.clientId }
    : await t.make.client({ checked: true, name: 'José María', surname, bankAccounts })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(6000000 + n)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId: client.id, accountId, number, name: ofClient?.name ?? `José María ${surname}` }
}
const upload = async (content: BlobPart) => {
  const { statements } = await admin.call(uploadStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([content], { type: 'application/octet-stream' }),
  })
  const { rows } = await admin.call(listEntries.page, { params: { statementId: statements[0]!.id }, query: {} })
  return admin.call(getEntry, { params: { entryId: rows[0]!.id } })
}
type Line = Partial<Parameters<typeof camtOf>[0][number]>
const brought = (line: Line) =>
  upload(camtOf([{ amount: '41000.00', reference: `P-${++n}`, ...line }], { reference: `PAYER-${++n}` }))
const assign = (entryId: string, { accountId }: { accountId: string }) =>
  t
    .callerWith(assigner.token, { [keyHeader]: randomUUID() })
    .call(assignReceipt, { params: { entryId }, body: { accountId } })

describe('bank lines that name an account', () => {
  test('books a line that names an account whose holder matches by name or number', async () => {
    const iban = 'ES7621000418401234567891'
    const account = await opened([iban])
    expect(await brought({ text: account.number, name: account.name.toUpperCase() })).toMatchObject({ state: 'posted' })
    expect(await brought({ text: account.number, name: 'BIZUM', iban })).toMatchObject({ state: 'posted' })
  })

  test.each([{ name: 'Transportes Lejanos SL' }, { name: 'Otra Persona', iban: 'ES6000491500051234567892' }, {}])(
    'leaves a line that names an account waiting for approval of another payer: %j',
    async (payer) => {
      const account = await opened()
      const entry = await brought({ text: `ref ${account.number}`, ...payer })
      expect(entry).toMatchObject({
        ...{ state: 'waiting', bar: 'receipt.otherPayer' },
        ...{ proposedAccountId: account.accountId, proposedBy: 'reference' },
      })
      const asked = await assign(entry.id, account)
      expect(asked).toMatchObject({ state: 'pending', journalId: null })
      const params = { approvalId: asked.approvalId! }
      expect((await direction.call(getApproval, { params })).after).toMatchObject({
        because: ['overLimit', 'otherPayer'],
      })
      await direction.call(approve, { params, body: {} })
      expect(await admin.call(getEntry, { params: { entryId: entry.id } })).toMatchObject({ state: 'posted' })
    },
  )

  test('books a line without payer when its text names a holder of the account', async () => {
    const account = await opened()
    const lineOf = (text: string, to: string) =>
      upload(new Uint8Array(norma43Of([{ amount: '55.00', text, reference: `N${++n}` }], { to })))
    expect(await lineOf(`${account.name.toUpperCase()} ${account.number}`, '2026-06-11')).toMatchObject({
      state: 'posted',
    })
    expect(await lineOf(`INGRESO ${account.number}`, '2026-06-10')).toMatchObject({ bar: 'receipt.otherPayer' })
  })

  test('holds a line whose payer is only authorised on the account it names', async () => {
    const [account, other] = [await opened(), await opened()]
    await t.db
      .insertInto('accountHolder')
      .values({ accountId: account.accountId, clientId: other.clientId, role: 'authorised' })
      .execute()
    expect(await brought({ text: account.number, name: other.name })).toMatchObject({ bar: 'receipt.otherPayer' })
  })
})

describe('receipts without owner', () => {
  test('requires a second approval of any receipt whose payer holds no such account', async () => {
    const account = await opened()
    const { id } = await brought({ amount: '0.01', text: 'Ahorro', name: 'Quien Sea' })
    const { state, approvalId } = await assign(id, account)
    expect(state).toBe('pending')
    expect((await direction.call(getApproval, { params: { approvalId: approvalId! } })).after).toMatchObject({
      because: ['otherPayer'],
    })
  })

  test('counts all receipts the assigner gave to any account in thirty days', async () => {
    await t.owner.query(`update dino.bank_entry set assigned_key = null`)
    const first = await opened()
    const [second, stranger] = [await opened([], first), await opened()]
    const assigned = async (amount: string, account: typeof first) =>
      (await assign((await brought({ amount, text: 'Ahorro', name: account.name })).id, account)).state
    expect(await assigned('20000.00', first)).toBe('done')
    expect(await assigned('5000.01', second)).toBe('pending')
    expect(await assigned('5000.01', stranger)).toBe('pending')
    expect(await assigned('5000.00', stranger)).toBe('done')
    expect(await assigned('0.01', second)).toBe('pending')
    await t.owner.query(`select set_config('session_replication_role', 'replica', false)`)
    await t.owner.query(`update dino.journal set booking_date = booking_date - 30 where idempotency_key in
      (select assigned_key from dino.bank_entry)`)
    await t.owner.query(`select set_config('session_replication_role', 'origin', false)`)
    expect(await assigned('25000.00', second)).toBe('done')
  })

  test('counts other receipts assigned at the same time for the limit of the assigner', async () => {
    await t.owner.query(`update dino.bank_entry set assigned_key = null`)
    const accounts = [await opened(), await opened(), await opened()]
    const receipts = []
    for (const { name } of accounts) receipts.push(await brought({ amount: '20000.00', text: 'Ahorro', name }))
    const done = await Promise.all(receipts.map(({ id }, at) => assign(id, accounts[at]!)))
    expect(done.map(({ state }) => state).sort()).toEqual(['done', 'pending', 'pending'])
  })
})
