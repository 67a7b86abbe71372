import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import { getBankStatement, listBankStatements, listReceipts, listStatementEntries } from '#contract/bank.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
let statementId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  admin = await t.as('admin')
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ownIban}')`)
  const text = buildCamt053([
    { amount: '250.00', text: 'sin referencia', name: 'Nadie conocido' },
    { amount: '-12.10', text: 'Comisión' },
  ])
  const { statements } = await admin.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml' },
    content: new Blob([text], { type: 'application/octet-stream' }),
  })
  statementId = statements[0]!.id
})
afterAll(() => t.drop())

const exportLines = async (endpoint: Parameters<typeof admin.send>[0], params?: Record<string, string>) => {
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
  const statements = await exportLines(listBankStatements.exportRows)
  expect(statements).toMatchObject({ status: 200, columns: 10, lines: [10] })
  const entries = await exportLines(listStatementEntries.exportRows, { statementId })
  expect(entries).toMatchObject({ status: 200, columns: 11, lines: [11, 11] })
  expect(entries.file).toContain('Comisión')
  const receipts = await exportLines(listReceipts.exportRows)
  expect(receipts).toMatchObject({ status: 200, columns: 10, lines: [10] })
  expect(receipts.file).toContain('Nadie conocido')
})

test('refuses to export a column of another list', async () => {
  const answer = await admin.send(listReceipts.exportRows, { query: { format: 'csv', columns: 'accountNumber' } })
  expect(answer.statusCode).toBe(400)
})

test('refuses the bank lists to a user whose scope is below the firm', async () => {
  const manager = await t.as('manager', (await t.make.employee()).cvl)
  await expect(manager.call(listBankStatements.page, { query: {} })).rejects.toMatchObject({ status: 403 })
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_Extractos', '{view,edit}', 'own')`,
  )
  await expect(manager.call(listBankStatements.page, { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(manager.call(getBankStatement, { params: { statementId } })).rejects.toMatchObject({ status: 403 })
})
