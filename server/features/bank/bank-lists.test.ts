import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadStatement } from '#contract/bank/uploads.ts'
import { getStatement, listEntries, listReceipts, listStatements } from '#contract/bank.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let statementId: string

beforeAll(async () => {
  t = await testTenant('dino')
  await switchTasksOff(t.db, ['statement'])
  admin = await t.as('admin')
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ourAccount}')`)
  const text = camtOf([
    { amount: '250.00', text: 'sin referencia', name: 'Nadie conocido' },
    { amount: '-12.10', text: 'Comisión' },
  ])
  const { statements } = await admin.call(uploadStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([text], { type: 'application/octet-stream' }),
  })
  statementId = statements[0]!.id
})
afterAll(() => t.drop())

const linesOf = async (endpoint: Parameters<typeof admin.send>[0], params?: Record<string, string>) => {
  const answer = await admin.send(endpoint, { query: { format: 'csv' }, ...(params && { params }) })
  let file = ''
  for await (const part of answer.stream()) file += part
  const [heading, ...lines] = file
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  const columns = heading!.split(';').length
  return { status: answer.statusCode, columns, lines: lines.map((line) => line.split(';').length), file }
}

test('exports each bank list as a whole file with all of its columns', async () => {
  const statements = await linesOf(listStatements.exportRows)
  expect(statements).toMatchObject({ status: 200, columns: 10, lines: [10] })
  const entries = await linesOf(listEntries.exportRows, { statementId })
  expect(entries).toMatchObject({ status: 200, columns: 11, lines: [11, 11] })
  expect(entries.file).toContain('Comisión')
  const receipts = await linesOf(listReceipts.exportRows)
  expect(receipts).toMatchObject({ status: 200, columns: 10, lines: [10] })
  expect(receipts.file).toContain('Nadie conocido')
})

test('refuses to export a column of another list', async () => {
  const answer = await admin.send(listReceipts.exportRows, { query: { format: 'csv', columns: 'accountNumber' } })
  expect(answer.statusCode).toBe(400)
})

test('refuses the bank lists to a user whose scope is below the firm', async () => {
  const manager = await t.as('manager', (await t.make.employee()).cvl)
  await expect(manager.call(listStatements.page, { query: {} })).rejects.toMatchObject({ status: 403 })
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_Extractos', '{view,edit}', 'own')`,
  )
  await expect(manager.call(listStatements.page, { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(manager.call(getStatement, { params: { statementId } })).rejects.toMatchObject({ status: 403 })
})
