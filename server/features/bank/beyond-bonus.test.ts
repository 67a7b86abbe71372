import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { assignReceipt, getEntry, listEntries } from '#contract/bank.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let direction: typeof admin
beforeAll(async () => {
  t = await testTenant('dino')
  await switchTasksOff(t.db, ['statement'])
  ;[admin, direction] = [await t.as('admin'), await t.as('direction')]
  await t.owner.query(`insert into dino.bank_account (number) values ('${ourAccount}')`)
})
afterAll(() => t.drop())

const keyed = () => t.callerWith(admin.token, { [keyHeader]: randomUUID() })
/** An account that waits for 10,000.00, with that bonus interest. */
const opened = async (bonusRate: string) => {
  const { id: clientId } = await t.make.client({ checked: true, name: 'Ana', surname: 'Íñiguez' })
  const { id: accountId } = await t.make.account({
    ...{ clientId, status: 'pending', openedOn: null, agreedAmount: '10000.00', bonusRate },
  })
  const number = `D-EVAS-12-${String(7000000 + (Number(accountId) % 1000000))}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { clientId, accountId, number }
}
type Account = Awaited<ReturnType<typeof opened>>
let n = 0
/** Lines of a statement that name the account; what became of each. */
const brought = async ({ number }: Account, ...amounts: string[]) => {
  const lines = amounts.map((amount) => ({
    amount,
    text: `Apertura ${number}`,
    name: 'Ana Íñiguez',
    reference: `L-${++n}`,
  }))
  const content = new Blob([camtOf(lines, { reference: `BONUS-${++n}` })], { type: 'application/octet-stream' })
  const { statements } = await admin.call(uploadStatement, { query: { fileName: 'extracto.xml' }, content })
  const { rows } = await admin.call(listEntries.page, { params: { statementId: statements[0]!.id }, query: {} })
  return Promise.all(rows.map(({ id }) => admin.call(getEntry, { params: { entryId: id } })))
}
const stateOf = async ({ clientId, accountId }: Account) => {
  const { status, balance } = await direction.call(getAccount, { params: { clientId, accountId } })
  return [status, balance]
}

test('books the sum an opening with bonus interest needs and holds further money', async () => {
  const account = await opened('0.500000')
  const [first, second] = await brought(account, '10000.00', '20000.00')
  expect([first!.state, second!.state]).toEqual(['posted', 'waiting'])
  expect(second).toMatchObject({ bar: 'contribution.beyondBonus', proposedAccountId: account.accountId })
  expect(await stateOf(account)).toEqual(['active', '10000.00'])
  const asked = await keyed().call(assignReceipt, {
    params: { entryId: second!.id },
    body: { accountId: account.accountId },
  })
  expect(asked.state).toBe('pending')
  const params = { approvalId: asked.approvalId! }
  expect((await direction.call(getApproval, { params })).after).toMatchObject({
    ...{ amount: '20000.00', because: ['overAgreed', 'ownStatement'], bonus: '0.500000' },
  })
  await direction.call(approve, { params, body: {} })
  expect(await stateOf(account)).toEqual(['active', '30000.00'])
})

test('leaves a single line above the agreed amount unassigned, and the opening pending', async () => {
  const account = await opened('0.500000')
  const [entry] = await brought(account, '10000.01')
  expect(entry).toMatchObject({ state: 'waiting', bar: 'contribution.beyondBonus' })
  expect(await stateOf(account)).toEqual(['pending', '0.00'])
})

test('books more than the agreed amount on an account without bonus interest', async () => {
  const account = await opened('0')
  const [entry] = await brought(account, '10000.01')
  expect(entry).toMatchObject({ state: 'posted', bar: null })
  expect(await stateOf(account)).toEqual(['active', '10000.01'])
})

test('asks for a second approval of money by hand beyond the bonus interest amount', async () => {
  const account = await opened('0.500000')
  await brought(account, '10000.00')
  const { clientId, accountId } = account
  const told = await keyed().call(addContribution, {
    params: { clientId, accountId },
    body: { amount: '0.01', valueDate: '2026-06-15', reference: 'Otro ingreso' },
  })
  expect(told).toMatchObject({ state: 'pending', journalId: null })
})
