import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { getBankEntry, listStatementEntries } from '#contract/bank.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  admin = await t.as('admin')
  await t.owner.query(`insert into dino.bank_account (number) values ('${ownIban}')`)
})
afterAll(() => t.drop())

const uploadAndListEntries = async (text: string) => {
  const content = new Blob([text], { type: 'application/octet-stream' })
  const { statements } = await admin.call(uploadBankStatement, { query: { fileName: 'extracto.xml' }, content })
  return (await admin.call(listStatementEntries.page, { params: { statementId: statements[0]!.id }, query: {} })).rows
}
/** An account that waits for its money. */
const createPendingAccount = async ({ agreed, surname }: { agreed: string; surname: string }) => {
  const client = await t.make.client({ checked: true, name: 'José María', surname })
  const { id: accountId } = await t.make.account({
    clientId: client.id,
    status: 'pending',
    openedOn: null,
    agreedAmount: agreed,
  })
  const number = `D-EVAS-12-${String(7000000 + (Number(accountId) % 1000000))}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { accountId, number }
}

test('proposes an opening for two transfers of one payer that complete it together', async () => {
  const pendingAccount = await createPendingAccount({ agreed: '9001.00', surname: 'Carrasco Luna' })
  const name = 'JOSE MARIA CARRASCO LUNA'
  const entries = await uploadAndListEntries(
    buildCamt053([{ amount: '5000.00', name }, { amount: '4001.00', name }, { amount: '12.00' }], { reference: 'TWO' }),
  )
  const answers = await Promise.all(entries.map(({ id }) => admin.call(getBankEntry, { params: { entryId: id } })))
  expect(answers.map(({ proposedAccountId, proposedBy }) => [proposedAccountId, proposedBy])).toEqual([
    [pendingAccount.accountId, 'opening'],
    [pendingAccount.accountId, 'opening'],
    [null, null],
  ])
})

test('proposes an opening for the rest after a transfer of the statement names it', async () => {
  const pendingAccount = await createPendingAccount({ agreed: '8002.00', surname: 'Rubio Soler' })
  const entries = await uploadAndListEntries(
    buildCamt053([
      { amount: '3000.00', text: `Apertura ${pendingAccount.number}`, name: 'Rubio Soler' },
      { amount: '5002.00', name: 'RUBIO SOLER JOSE MARIA', text: 'resto' },
    ]),
  )
  expect(entries.map(({ state }) => state)).toEqual(['posted', 'waiting'])
  expect(await admin.call(getBankEntry, { params: { entryId: entries[1]!.id } })).toMatchObject({
    proposedAccountId: pendingAccount.accountId,
    proposedBy: 'opening',
  })
})

test('proposes no opening by the name of somebody merely authorised on it', async () => {
  const { accountId } = await createPendingAccount({ agreed: '7003.00', surname: 'Prieto Vidal' })
  const authorised = await t.make.client({ checked: true, name: 'Ana', surname: 'Molina Sanz' })
  await t.owner.query(
    `insert into dino.account_holder (account_id, client_id, role, share) values ($1, $2, 'authorised', null)`,
    [accountId, authorised.id],
  )
  const entries = await uploadAndListEntries(
    buildCamt053([
      { amount: '7003.00', name: 'ANA MOLINA SANZ', text: 'alta', reference: 'AUTHORISED' },
      { amount: '7003.00', name: 'JOSE MARIA PRIETO VIDAL', text: 'alta', reference: 'HOLDER' },
    ]),
  )
  const answers = await Promise.all(entries.map(({ id }) => admin.call(getBankEntry, { params: { entryId: id } })))
  expect(answers.map(({ proposedAccountId }) => proposedAccountId)).toEqual([null, accountId])
})
