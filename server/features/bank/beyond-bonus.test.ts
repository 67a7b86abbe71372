import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getBankEntry, listStatementEntries } from '#contract/bank.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let direction: typeof admin
beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  admin = await t.as('admin')
  direction = await t.as('direction')
  await t.owner.query(`insert into dino.bank_account (number) values ('${ownIban}')`)
})
afterAll(() => t.drop())

const createKeyedCaller = () => t.callerWith(admin.token, { [idempotencyKeyHeader]: randomUUID() })
/** An account that waits for 10,000.00, with that bonus interest. */
const createPendingAccount = async (bonusRate: string) => {
  const { id: clientId } = await t.make.client({ checked: true, name: 'Ana', surname: 'Íñiguez' })
  const { id: accountId } = await t.make.account({
    clientId,
    status: 'pending',
    openedOn: null,
    agreedAmount: '10000.00',
    bonusRate,
  })
  const number = `D-EVAS-12-${String(7000000 + (Number(accountId) % 1000000))}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId, accountId, number }
}
type PendingAccount = Awaited<ReturnType<typeof createPendingAccount>>
let sequence = 0
/** Lines of a statement that name the account; what became of each. */
const uploadCredits = async ({ number }: PendingAccount, ...amounts: string[]) => {
  const lines = amounts.map((amount) => ({
    amount,
    text: `Apertura ${number}`,
    name: 'Ana Íñiguez',
    reference: `L-${++sequence}`,
  }))
  const content = new Blob([buildCamt053(lines, { reference: `BONUS-${++sequence}` })], {
    type: 'application/octet-stream',
  })
  const { statements } = await admin.call(uploadBankStatement, { query: { fileName: 'extracto.xml' }, content })
  const { rows } = await admin.call(listStatementEntries.page, {
    params: { statementId: statements[0]!.id },
    query: {},
  })
  return Promise.all(rows.map(({ id }) => admin.call(getBankEntry, { params: { entryId: id } })))
}
const getAccountState = async ({ clientId, accountId }: PendingAccount) => {
  const { status, balance } = await direction.call(getAccount, { params: { clientId, accountId } })
  return [status, balance]
}

test('books the sum an opening with bonus interest needs and holds further money', async () => {
  const account = await createPendingAccount('0.500000')
  const [first, second] = await uploadCredits(account, '10000.00', '20000.00')
  expect([first!.state, second!.state]).toEqual(['posted', 'waiting'])
  expect(second).toMatchObject({ bar: 'contribution.beyondBonus', proposedAccountId: account.accountId })
  expect(await getAccountState(account)).toEqual(['active', '10000.00'])
  const assignment = await createKeyedCaller().call(assignReceipt, {
    params: { entryId: second!.id },
    body: { accountId: account.accountId },
  })
  expect(assignment.state).toBe('pending')
  const params = { approvalId: assignment.approvalId! }
  expect((await direction.call(getApproval, { params })).after).toMatchObject({
    amount: '20000.00',
    because: ['overAgreed', 'ownStatement'],
    bonus: '0.500000',
  })
  await direction.call(approveChangeRequest, { params, body: {} })
  expect(await getAccountState(account)).toEqual(['active', '30000.00'])
})

test('leaves a single line above the agreed amount unassigned, and the opening pending', async () => {
  const account = await createPendingAccount('0.500000')
  const [entry] = await uploadCredits(account, '10000.01')
  expect(entry).toMatchObject({ state: 'waiting', bar: 'contribution.beyondBonus' })
  expect(await getAccountState(account)).toEqual(['pending', '0.00'])
})

test('books more than the agreed amount on an account without bonus interest', async () => {
  const account = await createPendingAccount('0')
  const [entry] = await uploadCredits(account, '10000.01')
  expect(entry).toMatchObject({ state: 'posted', bar: null })
  expect(await getAccountState(account)).toEqual(['active', '10000.01'])
})

test('asks for a second approval of money by hand beyond the bonus interest amount', async () => {
  const account = await createPendingAccount('0.500000')
  await uploadCredits(account, '10000.00')
  const { clientId, accountId } = account
  const answer = await createKeyedCaller().call(addContribution, {
    params: { clientId, accountId },
    body: { amount: '0.01', valueDate: '2026-06-15', reference: 'Otro ingreso' },
  })
  expect(answer).toMatchObject({ state: 'pending', journalId: null })
})
