import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { getEntry, listEntries } from '#contract/bank.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await testTenant('dino')
  await switchTasksOff(t.db, ['statement'])
  admin = await t.as('admin')
  await t.owner.query(`insert into dino.bank_account (number) values ('${ourAccount}')`)
})
afterAll(() => t.drop())

const taken = async (text: string) => {
  const content = new Blob([text], { type: 'application/octet-stream' })
  const { statements } = await admin.call(uploadStatement, { query: { fileName: 'extracto.xml' }, content })
  return (await admin.call(listEntries.page, { params: { statementId: statements[0]!.id }, query: {} })).rows
}
/** An account that waits for its money. */
const opened = async ({ agreed, surname }: { agreed: string; surname: string }) => {
  const client = await t.make.client({ checked: true, name: 'José María', surname })
  const { id: accountId } = await t.make.account({
    ...{ clientId: client.id, status: 'pending', openedOn: null, agreedAmount: agreed },
  })
  const number = `D-EVAS-12-${String(7000000 + (Number(accountId) % 1000000))}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { accountId, number }
}

test('proposes an opening for two transfers of one payer that complete it together', async () => {
  const waiting = await opened({ agreed: '9001.00', surname: 'Carrasco Luna' })
  const name = 'JOSE MARIA CARRASCO LUNA'
  const entries = await taken(
    camtOf([{ amount: '5000.00', name }, { amount: '4001.00', name }, { amount: '12.00' }], { reference: 'TWO' }),
  )
  const told = await Promise.all(entries.map(({ id }) => admin.call(getEntry, { params: { entryId: id } })))
  expect(told.map(({ proposedAccountId, proposedBy }) => [proposedAccountId, proposedBy])).toEqual([
    [waiting.accountId, 'opening'],
    [waiting.accountId, 'opening'],
    [null, null],
  ])
})

test('proposes an opening for the rest after a transfer of the statement names it', async () => {
  const waiting = await opened({ agreed: '8002.00', surname: 'Rubio Soler' })
  const entries = await taken(
    camtOf([
      { amount: '3000.00', text: `Apertura ${waiting.number}`, name: 'Rubio Soler' },
      { amount: '5002.00', name: 'RUBIO SOLER JOSE MARIA', text: 'resto' },
    ]),
  )
  expect(entries.map(({ state }) => state)).toEqual(['posted', 'waiting'])
  expect(await admin.call(getEntry, { params: { entryId: entries[1]!.id } })).toMatchObject({
    ...{ proposedAccountId: waiting.accountId, proposedBy: 'opening' },
  })
})
