import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getEntry, listEntries, returnReceipt } from '#contract/bank.ts'
import { addContribution, confirmContribution, listContributions } from '#contract/contributions.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
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
  await switchTasksOff(t.db, ['statement'])
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
const bring = async ({ number, name }: Pick<Account, 'number' | 'name'>, amount: string, by: Caller, more = '') => {
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
  test('another person’s statement confirms money noted by hand', async () => {
    const account = await opened()
    await note(account, '100.00')
    const entry = await bring(account, '100.00', other)
    expect(entry.state).toBe('noted')
    expect(await confirmationOf(account)).toEqual([null])
    expect((await other.call(getEntry, { params: { entryId: entry.id } })).confirmed).toBe(true)
  })

  test('money by hand stays unconfirmed when the same person brings the statement', async () => {
    const account = await opened()
    await note(account, '100.00')
    const entry = await bring(account, '100.00', noter)
    expect(entry.state).toBe('noted')
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    expect((await other.call(getEntry, { params: { entryId: entry.id } })).confirmed).toBe(false)
  })

  test('another person’s later statement with the same line confirms money by hand', async () => {
    const account = await opened()
    await note(account, '100.00')
    await bring(account, '100.00', noter)
    await bring(account, '100.00', noter, '-again')
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    const entry = await bring(account, '100.00', other, '-of another')
    expect(entry).toMatchObject({ state: 'noted', known: true })
    expect(await confirmationOf(account)).toEqual([null])
  })

  test('a second person confirms money by hand when only its author brought the statement', async () => {
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

  test('a statement of the requester does not confirm money that two people noted', async () => {
    const account = await opened()
    const { approvalId } = await note(account, '30000.00')
    await direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    await bring(account, '30000.00', noter)
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    await bring(account, '30000.00', other, '-of another')
    expect(await confirmationOf(account)).toEqual([null])
  })

  test('a line whose payer holds nothing of the account does not confirm its money', async () => {
    const account = await opened()
    const { journalId } = await note(account, '100.00')
    const stranger = { ...account, name: 'Transportes Lejanos SL' }
    const { id: entryId } = await bring(stranger, '100.00', other)
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    expect(await other.call(getEntry, { params: { entryId } })).toMatchObject({
      ...{ state: 'noted', accountId: account.accountId },
      ...{ confirmed: false, bar: 'receipt.otherPayer' },
    })
    expect((await bring(stranger, '100.00', other, '-again')).known).toBe(true)
    expect(await confirmationOf(account)).toEqual(['unconfirmed'])
    const { clientId, accountId } = account
    const { approvalId } = await noter.call(confirmContribution, {
      params: { clientId, accountId, journalId: journalId! },
      body: { reason: 'La paga su empresa, visto el contrato' },
    })
    await direction.call(approve, { params: { approvalId: approvalId! }, body: {} })
    expect(await confirmationOf(account)).toEqual([null])
  })

  test('money noted after a statement brought its line stays unconfirmed beside it', async () => {
    const account = await opened()
    const entry = await bring(account, '100.00', noter)
    expect(entry.state).toBe('posted')
    await note(account, '100.00')
    await bring(account, '100.00', other, '-of another')
    expect(await confirmationOf(account)).toEqual(['unconfirmed', null])
  })
})

describe('receipts without owner', () => {
  /** A transfer that names no account. */
  const brought = async (amount: string, by: Caller, reference = `U-${++n}`) => {
    const content = camtOf([{ amount, text: 'Ahorro', name: 'José María Íñiguez', reference }], {
      reference: `${reference}-${++n}`,
    })
    const { statements } = await by.call(uploadStatement, {
      query: { fileName: 'extracto.xml' },
      content: new Blob([content], { type: 'application/octet-stream' }),
    })
    const params = { statementId: statements[0]!.id }
    return (await by.call(listEntries.page, { params, query: {} })).rows[0]!.id
  }
  const assign = (entryId: string, { accountId }: Account, by: Caller, key: string = randomUUID()) =>
    t.callerWith(by.token, { [keyHeader]: key }).call(assignReceipt, { params: { entryId }, body: { accountId } })
  const stateOf = async (entryId: string) => (await other.call(getEntry, { params: { entryId } })).state
  const letGo = (approvalId: string | null, by = direction) =>
    by.call(approve, { params: { approvalId: approvalId! }, body: {} })

  test('one person assigns a receipt within the limit', async () => {
    const entryId = await brought('25000.00', other)
    expect(await assign(entryId, await opened(), noter)).toMatchObject({ state: 'done', approvalId: null })
    expect(await stateOf(entryId)).toBe('posted')
  })

  test('a receipt above the limit waits for a second person', async () => {
    const account = await opened()
    const entryId = await brought('25000.01', other)
    const key = randomUUID()
    const asked = await assign(entryId, account, noter, key)
    expect(asked).toMatchObject({ state: 'pending', journalId: null })
    expect(await stateOf(entryId)).toBe('waiting')
    expect(await assign(entryId, account, noter, key)).toEqual(asked)
    await expect(assign(entryId, await opened(), noter, key)).rejects.toMatchObject({
      code: 'idempotency.differentBody',
    })
    await expect(assign(entryId, account, noter)).rejects.toMatchObject({ status: 409, code: 'receipt.notWaiting' })
    await expect(letGo(asked.approvalId, noter)).rejects.toMatchObject({ status: 403 })
    const change = await direction.call(getApproval, { params: { approvalId: asked.approvalId! } })
    expect(change).toMatchObject({
      ...{ task: 'receipt', mayDecide: true, params: { account: account.number, amount: '25000.01' } },
      after: { amount: '25000.01', because: ['overLimit'] },
    })
    await letGo(asked.approvalId)
    expect(await stateOf(entryId)).toBe('posted')
    expect(await assign(entryId, account, noter, key)).toMatchObject({ state: 'done', journalId: expect.any(String) })
  })

  test('a receipt above the limit takes a second person with another uploader’s statement', async () => {
    expect((await assign(await brought('90000.00', other), await opened(), noter)).state).toBe('pending')
  })

  test('a receipt proposed for another account takes a second person at any amount', async () => {
    const [theirs, friends] = [await opened(), await opened()]
    const entryId = await brought('500.00', noter)
    await t.owner.query('update dino.bank_entry set proposed_account_id = $1, proposed_by = $2 where id = $3', [
      theirs.accountId,
      'iban',
      entryId,
    ])
    const asked = await assign(entryId, friends, other)
    expect(asked.state).toBe('pending')
    const change = await direction.call(getApproval, { params: { approvalId: asked.approvalId! } })
    expect(change.after).toMatchObject({ because: ['notProposed'] })
  })

  test('refuses approval of an assignment when the receipt was sent back meanwhile', async () => {
    const entryId = await brought('30000.00', noter)
    const { approvalId } = await assign(entryId, await opened(), noter)
    await noter.call(returnReceipt, { params: { entryId }, body: { reason: 'No es de nadie' } })
    await expect(letGo(approvalId)).rejects.toMatchObject({ status: 409, code: 'approval.changedSince' })
    expect(await stateOf(entryId)).toBe('returning')
  })
})

test('a known payer’s line does not match a contribution noted for a namesake', async () => {
  const [name, surname, iban] = ['Ana', 'Ibáñez Tomé', 'ES7621000418401234567891']
  const [noted, payer] = [
    await t.make.client({ checked: true, name, surname }),
    await t.make.client({ checked: true, name, surname, bankAccounts: [iban] }),
  ]
  const [ofNoted, ofPayer] = [
    await t.make.account({ clientId: noted.id }),
    await t.make.account({ clientId: payer.id }),
  ]
  await note({ clientId: noted.id, accountId: ofNoted.id, number: '', name: '' }, '712.00')
  await other.call(uploadStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob(
      [camtOf([{ amount: '712.00', name: `${name} ${surname}`, iban, text: 'Ahorro', reference: 'R712' }])],
      {
        type: 'application/octet-stream',
      },
    ),
  })
  const { rows } = await t.owner.query(
    `select state, proposed_account_id from dino.bank_entry where reference = 'R712'`,
  )
  expect(rows).toEqual([{ state: 'waiting', proposed_account_id: ofPayer.id }])
})
