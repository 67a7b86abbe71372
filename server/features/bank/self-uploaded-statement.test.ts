import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getBankEntry, listStatementEntries, returnReceipt } from '#contract/bank.ts'
import { addContribution, confirmContribution, listContributions } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type TestAccount = { clientId: string; accountId: string; number: string; name: string }
let t: Tenant
let notingCaller: Caller
let otherCaller: Caller
let direction: Caller
let sequence = 0

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  notingCaller = await t.as('admin')
  otherCaller = await t.as('admin', (await t.make.employee()).cvl)
  direction = await t.as('direction')
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ownIban}')`)
})
afterAll(async () => {
  expect((await verifyLedger({ ...t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await t.drop()
})

const createClientAccount = async (): Promise<TestAccount> => {
  const surname = `Íñiguez Peña${++sequence}`
  const client = await t.make.client({ checked: true, name: 'José María', surname })
  const account = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(7000000 + sequence)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', account.id).execute()
  return { clientId: client.id, accountId: account.id, number, name: `José María ${surname}` }
}
const callAddContribution = ({ clientId, accountId }: TestAccount, amount: string) =>
  t.callerWith(notingCaller.token, { [idempotencyKeyHeader]: randomUUID() }).call(addContribution, {
    params: { clientId, accountId },
    body: { amount, valueDate: '2026-06-12', reference: 'Transferencia de junio' },
  })
/** A statement with one transfer to the account; `more` is in the file beside it, so that two files with the line differ. */
const uploadCredit = async (
  { number, name }: Pick<TestAccount, 'number' | 'name'>,
  amount: string,
  by: Caller,
  more = '',
) => {
  const content = buildCamt053([{ amount, text: `Ahorro ${number}`, name, reference: `R-${number}` }], {
    reference: `S-${number}${more}`,
  })
  const { statements } = await by.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([content], { type: 'application/octet-stream' }),
  })
  const params = { statementId: statements[0]!.id }
  return (await by.call(listStatementEntries.page, { params, query: {} })).rows[0]!
}
const listConfirmations = async ({ accountId }: TestAccount) =>
  (await notingCaller.call(listContributions.page, { query: { account: accountId } })).rows.map(
    ({ confirmation }) => confirmation,
  )

describe('manual contributions', () => {
  test('another person’s statement confirms money noted by hand', async () => {
    const account = await createClientAccount()
    await callAddContribution(account, '100.00')
    const entry = await uploadCredit(account, '100.00', otherCaller)
    expect(entry.state).toBe('noted')
    expect(await listConfirmations(account)).toEqual([null])
    expect((await otherCaller.call(getBankEntry, { params: { entryId: entry.id } })).confirmed).toBe(true)
  })

  test('money by hand stays unconfirmed when the same person brings the statement', async () => {
    const account = await createClientAccount()
    await callAddContribution(account, '100.00')
    const entry = await uploadCredit(account, '100.00', notingCaller)
    expect(entry.state).toBe('noted')
    expect(await listConfirmations(account)).toEqual(['unconfirmed'])
    expect((await otherCaller.call(getBankEntry, { params: { entryId: entry.id } })).confirmed).toBe(false)
  })

  test('another person’s later statement with the same line confirms money by hand', async () => {
    const account = await createClientAccount()
    await callAddContribution(account, '100.00')
    await uploadCredit(account, '100.00', notingCaller)
    await uploadCredit(account, '100.00', notingCaller, '-again')
    expect(await listConfirmations(account)).toEqual(['unconfirmed'])
    const entry = await uploadCredit(account, '100.00', otherCaller, '-of another')
    expect(entry).toMatchObject({ state: 'noted', known: true })
    expect(await listConfirmations(account)).toEqual([null])
  })

  test('a second person confirms money by hand when only its author brought the statement', async () => {
    const account = await createClientAccount()
    const { journalId } = await callAddContribution(account, '100.00')
    await uploadCredit(account, '100.00', notingCaller)
    const { clientId, accountId } = account
    const { approvalId } = await notingCaller.call(confirmContribution, {
      params: { clientId, accountId, journalId: journalId! },
      body: { reason: 'Visto en el banco' },
    })
    await expect(
      notingCaller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject({
      status: 403,
    })
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect(await listConfirmations(account)).toEqual([null])
  })

  test('a statement of the requester does not confirm money that two people noted', async () => {
    const account = await createClientAccount()
    const { approvalId } = await callAddContribution(account, '30000.00')
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    await uploadCredit(account, '30000.00', notingCaller)
    expect(await listConfirmations(account)).toEqual(['unconfirmed'])
    await uploadCredit(account, '30000.00', otherCaller, '-of another')
    expect(await listConfirmations(account)).toEqual([null])
  })

  test('a line whose payer holds nothing of the account does not confirm its money', async () => {
    const account = await createClientAccount()
    const { journalId } = await callAddContribution(account, '100.00')
    const outsider = { ...account, name: 'Transportes Lejanos SL' }
    const { id: entryId } = await uploadCredit(outsider, '100.00', otherCaller)
    expect(await listConfirmations(account)).toEqual(['unconfirmed'])
    expect(await otherCaller.call(getBankEntry, { params: { entryId } })).toMatchObject({
      state: 'noted',
      accountId: account.accountId,
      confirmed: false,
      bar: 'receipt.otherPayer',
    })
    expect((await uploadCredit(outsider, '100.00', otherCaller, '-again')).known).toBe(true)
    expect(await listConfirmations(account)).toEqual(['unconfirmed'])
    const { clientId, accountId } = account
    const { approvalId } = await notingCaller.call(confirmContribution, {
      params: { clientId, accountId, journalId: journalId! },
      body: { reason: 'La paga su empresa, visto el contrato' },
    })
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect(await listConfirmations(account)).toEqual([null])
  })

  test('money noted after a statement brought its line stays unconfirmed beside it', async () => {
    const account = await createClientAccount()
    const entry = await uploadCredit(account, '100.00', notingCaller)
    expect(entry.state).toBe('posted')
    await callAddContribution(account, '100.00')
    await uploadCredit(account, '100.00', otherCaller, '-of another')
    expect(await listConfirmations(account)).toEqual(['unconfirmed', null])
  })
})

describe('receipts without owner', () => {
  /** A transfer that names no account. */
  const brought = async (amount: string, by: Caller, reference = `U-${++sequence}`) => {
    const content = buildCamt053([{ amount, text: 'Ahorro', name: 'José María Íñiguez', reference }], {
      reference: `${reference}-${++sequence}`,
    })
    const { statements } = await by.call(uploadBankStatement, {
      query: { fileName: 'extracto.xml' },
      content: new Blob([content], { type: 'application/octet-stream' }),
    })
    const params = { statementId: statements[0]!.id }
    return (await by.call(listStatementEntries.page, { params, query: {} })).rows[0]!.id
  }
  const assign = (entryId: string, { accountId }: TestAccount, by: Caller, key: string = randomUUID()) =>
    t
      .callerWith(by.token, { [idempotencyKeyHeader]: key })
      .call(assignReceipt, { params: { entryId }, body: { accountId } })
  const stateOf = async (entryId: string) => (await otherCaller.call(getBankEntry, { params: { entryId } })).state
  const letGo = (approvalId: string | null, by = direction) =>
    by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })

  test('one person assigns a receipt within the limit', async () => {
    const entryId = await brought('25000.00', otherCaller)
    expect(await assign(entryId, await createClientAccount(), notingCaller)).toMatchObject({
      state: 'done',
      approvalId: null,
    })
    expect(await stateOf(entryId)).toBe('posted')
  })

  test('a receipt above the limit waits for a second person', async () => {
    const account = await createClientAccount()
    const entryId = await brought('25000.01', otherCaller)
    const key = randomUUID()
    const assignment = await assign(entryId, account, notingCaller, key)
    expect(assignment).toMatchObject({ state: 'pending', journalId: null })
    expect(await stateOf(entryId)).toBe('waiting')
    expect(await assign(entryId, account, notingCaller, key)).toEqual(assignment)
    await expect(assign(entryId, await createClientAccount(), notingCaller, key)).rejects.toMatchObject({
      code: 'idempotency.differentBody',
    })
    await expect(assign(entryId, account, notingCaller)).rejects.toMatchObject({
      status: 409,
      code: 'receipt.notWaiting',
    })
    await expect(letGo(assignment.approvalId, notingCaller)).rejects.toMatchObject({ status: 403 })
    const change = await direction.call(getApproval, { params: { approvalId: assignment.approvalId! } })
    expect(change).toMatchObject({
      task: 'receipt',
      mayDecide: true,
      params: { account: account.number, amount: '25000.01' },
      after: { amount: '25000.01', because: ['overLimit'] },
    })
    await letGo(assignment.approvalId)
    expect(await stateOf(entryId)).toBe('posted')
    expect(await assign(entryId, account, notingCaller, key)).toMatchObject({
      state: 'done',
      journalId: expect.any(String),
    })
  })

  test('a receipt above the limit takes a second person with another uploader’s statement', async () => {
    expect(
      (await assign(await brought('90000.00', otherCaller), await createClientAccount(), notingCaller)).state,
    ).toBe('pending')
  })

  test('a receipt proposed for another account takes a second person at any amount', async () => {
    const theirs = await createClientAccount()
    const friends = await createClientAccount()
    const entryId = await brought('500.00', notingCaller)
    await t.owner.query('update dino.bank_entry set proposed_account_id = $1, proposed_by = $2 where id = $3', [
      theirs.accountId,
      'iban',
      entryId,
    ])
    const assignment = await assign(entryId, friends, otherCaller)
    expect(assignment.state).toBe('pending')
    const change = await direction.call(getApproval, { params: { approvalId: assignment.approvalId! } })
    expect(change.after).toMatchObject({ because: ['notProposed'] })
  })

  test('refuses approval of an assignment when the receipt was sent back meanwhile', async () => {
    const entryId = await brought('30000.00', notingCaller)
    const { approvalId } = await assign(entryId, await createClientAccount(), notingCaller)
    await notingCaller.call(returnReceipt, { params: { entryId }, body: { reason: 'No es de nadie' } })
    await expect(letGo(approvalId)).rejects.toMatchObject({ status: 409, code: 'approval.changedSince' })
    expect(await stateOf(entryId)).toBe('returning')
  })
})

test('a known payer’s line does not match a contribution noted for a namesake', async () => {
  const name = 'Ana'
  const surname = 'Ibáñez Tomé'
  const iban = 'ES7621000418401234567891'
  const noted = await t.make.client({ checked: true, name, surname })
  const payer = await t.make.client({ checked: true, name, surname, bankAccounts: [iban] })
  const ofNoted = await t.make.account({ clientId: noted.id })
  const ofPayer = await t.make.account({ clientId: payer.id })
  await callAddContribution({ clientId: noted.id, accountId: ofNoted.id, number: '', name: '' }, '712.00')
  await otherCaller.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob(
      [buildCamt053([{ amount: '712.00', name: `${name} ${surname}`, iban, text: 'Ahorro', reference: 'R712' }])],
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
