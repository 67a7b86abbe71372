import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '#contract/approvals.ts'
import { getEntry, listEntries, uploadStatement } from '#contract/bank.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { addContribution, confirmContribution, listContributions } from '#contract/money-in.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Account = { clientId: string; accountId: string; number: string; name: string }
let t: Tenant
let noter: Caller
let other: Caller
let direction: Caller
let n = 0

beforeAll(async () => {
  t = await testTenant('dino')
  noter = await t.as('admin')
  other = await t.as('admin', (await t.make.employee()).cvl)
  direction = await t.as('direction')
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ourAccount}')`)
})
afterAll(async () => {
  expect((await verifyLedger({ ...t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await t.drop()
})

const opened = async (): Promise<Account> => {
  const surname = `Íñiguez Peña${++n}`
  const client = await t.make.client({ checked: true, name: 'José María', surname })
  const account = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(7000000 + n)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', account.id).execute()
  return { clientId: client.id, accountId: account.id, number, name: `José María ${surname}` }
}
const note = ({ clientId, accountId }: Account, amount: string) =>
  t.callerWith(noter.token, { [keyHeader]: randomUUID() }).call(addContribution, {
    params: { clientId, accountId },
    body: { amount, valueDate: '2026-06-12', reference: 'Transferencia de junio' },
  })
/** A statement with one transfer to the account; `more` is in the file beside it, so that two files with the line differ. */
const bring = async ({ number, name }: Account, amount: string, by: Caller, more = '') => {
  const content = camtOf([{ amount, text: `Ahorro ${number}`, name, reference: `R-${number}` }], {
    reference: `S-${number}${more}`,
  })
  const { statements } = await by.call(uploadStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([content], { type: 'application/octet-stream' }),
  })
  const params = { statementId: statements[0]!.id }
  return (await by.call(listEntries.page, { params, query: {} })).rows[0]!
}
const confirmationOf = async ({ accountId }: Account) =>
  (await noter.call(listContributions.page, { query: { account: accountId } })).rows.map(
    ({ confirmation }) => confirmation,
  )

describe('money noted by hand', () => {
  test('is confirmed by a statement that somebody else brings', async () => {
    const account = await opened()
    await note(account, '100.00')
    const entry = await bring(account, '100.00', other)
    expect(entry.state).toBe('noted')
    expect(await confirmationOf(account)).toEqual([null])
    expect((await other.call(getEntry, { params: { entryId: entry.id } })).confirmed).toBe(true)
  })

  test('stays unconfirmed where the same person brings the statement', async () => {
    const account = await opened()
    await note(account, '100.00')
    const entry = await bring(account, '100.00', noter)
    expect(entry.state).toBe('noted')
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    expect((await other.call(getEntry, { params: { entryId: entry.id } })).confirmed).toBe(false)
  })

  test('is confirmed once somebody else brings another statement with the same line', async () => {
    const account = await opened()
    await note(account, '100.00')
    await bring(account, '100.00', noter)
    await bring(account, '100.00', noter, '-again')
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    const entry = await bring(account, '100.00', other, '-of another')
    expect(entry).toMatchObject({ state: 'noted', known: true })
    expect(await confirmationOf(account)).toEqual([null])
  })

  test('is vouched for by a second person where only the noter brought the statement', async () => {
    const account = await opened()
    const { journalId } = await note(account, '100.00')
    await bring(account, '100.00', noter)
    const { clientId, accountId } = account
    const { approvalId } = await noter.call(confirmContribution, {
      params: { clientId, accountId, journalId: journalId! },
      body: { reason: 'Visto en el banco' },
    })
    await expect(noter.call(approve, { params: { approvalId: approvalId! }, body: {} })).rejects.toMatchObject({
      status: 403,
    })
    await direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    expect(await confirmationOf(account)).toEqual([null])
  })

  test('that two people noted is not confirmed by a statement of whoever asked for it', async () => {
    const account = await opened()
    const { approvalId } = await note(account, '30000.00')
    await direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    await bring(account, '30000.00', noter)
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    await bring(account, '30000.00', other, '-of another')
    expect(await confirmationOf(account)).toEqual([null])
  })

  test('after a statement brought its line stays unconfirmed beside it, whoever brought that', async () => {
    const account = await opened()
    const entry = await bring(account, '100.00', noter)
    expect(entry.state).toBe('posted')
    await note(account, '100.00')
    await bring(account, '100.00', other, '-of another')
    expect(await confirmationOf(account)).toEqual(['unconfirmed', null])
  })
})
