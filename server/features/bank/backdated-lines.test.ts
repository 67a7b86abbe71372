import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { listPlannedBankLines, uploadBankStatement } from '#contract/bank/uploads.ts'
import { assignReceipt } from '#contract/bank.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, buildNorma43, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let uploader: Caller
let colleague: Caller
let direction: Caller
let sequence = 0

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  uploader = await t.as('admin')
  direction = await t.as('direction')
  colleague = await t.as('admin', (await t.make.employee()).cvl)
  await t.owner.query(`insert into dino.bank_account (number) values ('${ownIban}')`)
})
afterAll(() => t.drop())

const createClientAccount = async (bankAccounts: string[] = []) => {
  const surname = `Íñiguez Peña${++sequence}`
  const client = await t.make.client({ checked: true, name: 'Ana', surname, bankAccounts })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(4000000 + sequence)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { accountId, number, name: `Ana ${surname}` }
}
/** An account of ours that no other file of these tests is about. */
const createOwnIban = () => `ES91210004184502000${String(60000 + ++sequence)}`
type StatementEntry = Parameters<typeof buildCamt053>[0][number]
const buildStatementFile = (line: StatementEntry, more: Parameters<typeof buildCamt053>[1] = {}) =>
  buildCamt053([{ reference: `DB-${++sequence}`, ...line }], {
    number: createOwnIban(),
    reference: `F-${++sequence}`,
    ...more,
  })
const callUploadStatement = async (file: BlobPart) => {
  const { approvalId } = await uploader.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml', ours: 'true' },
    content: new Blob([file], { type: 'application/octet-stream' }),
  })
  return approvalId!
}
const listPlannedLinesOf = async (approvalId: string) => {
  const { id } = await t.db
    .selectFrom('bankUpload')
    .where('approvalId', '=', approvalId)
    .select('id')
    .executeTakeFirstOrThrow()
  return (await direction.call(listPlannedBankLines.page, { params: { uploadId: id }, query: { sort: 'id' } })).rows
}
const listWarnings = async (approvalId: string) =>
  (await listPlannedLinesOf(approvalId)).map(({ oddities }) => oddities)
const approveUpload = (approvalId: string) => direction.call(approveChangeRequest, { params: { approvalId }, body: {} })
const getApprovalFacts = async (approvalId: string) =>
  (await direction.call(getApproval, { params: { approvalId } })).after as Record<string, unknown>
const findLastBankEntry = async () =>
  (await t.owner.query('select id::text, state, bar from dino.bank_entry order by id desc limit 1')).rows[0] as {
    id: string
    state: string
    bar: string | null
  }
const callAssignReceipt = (by: Caller, entryId: string, { accountId }: { accountId: string }) =>
  t
    .callerWith(by.token, { [idempotencyKeyHeader]: randomUUID() })
    .call(assignReceipt, { params: { entryId }, body: { accountId } })

describe('bank lines with old value dates', () => {
  const iban = 'ES7621000418401234567891'
  const old = '2021-08-02'

  test('marks a line with a value date years ago and requires a second approval', async () => {
    const account = await createClientAccount()
    const file = await callUploadStatement(
      buildStatementFile({ amount: '200.00', name: account.name, text: 'Ahorro', iban, valueDate: old }),
    )
    expect(await listWarnings(file)).toEqual([['backDated']])
    await approveUpload(file)
    const assignment = await callAssignReceipt(colleague, (await findLastBankEntry()).id, account)
    expect(assignment).toMatchObject({ state: 'pending', journalId: null })
    expect(await getApprovalFacts(assignment.approvalId!)).toMatchObject({ because: ['backDated'] })
  })

  test('leaves a back-dated line that names an account waiting instead of booking it', async () => {
    const account = await createClientAccount()
    const file = await callUploadStatement(
      buildStatementFile({ amount: '200.00', name: account.name, text: account.number, valueDate: old }),
    )
    expect(
      (await listPlannedLinesOf(file)).map(({ kind, bar: obstacle, oddities }) => [kind, obstacle, oddities]),
    ).toEqual([['proposed', 'receipt.backDated', ['backDated']]])
    await approveUpload(file)
    expect(await findLastBankEntry()).toMatchObject({ state: 'waiting', bar: 'receipt.backDated' })
  })

  test('books a line dated within the days allowed for money by hand', async () => {
    const account = await createClientAccount()
    const file = await callUploadStatement(
      buildStatementFile({ amount: '200.00', name: account.name, text: account.number, iban, valueDate: '2026-06-08' }),
    )
    expect(await listWarnings(file)).toEqual([[]])
    await approveUpload(file)
    expect(await findLastBankEntry()).toMatchObject({ state: 'posted', bar: null })
  })
})

test('marks a line with a value date in the future', async () => {
  expect(
    await listWarnings(
      await callUploadStatement(buildStatementFile({ amount: '5.00', text: 'Ahorro', valueDate: '2026-12-01' })),
    ),
  ).toEqual([['futureValue']])
})

test('requires a second approval of a receipt assigned by the uploader of its file', async () => {
  const first = await createClientAccount()
  const second = await createClientAccount()
  const brought = async ({ name }: typeof first) => {
    await approveUpload(await callUploadStatement(buildStatementFile({ amount: '10.00', name, text: 'Ahorro' })))
    return (await findLastBankEntry()).id
  }
  const assignment = await callAssignReceipt(uploader, await brought(first), first)
  expect(assignment.state).toBe('pending')
  expect(await getApprovalFacts(assignment.approvalId!)).toMatchObject({ because: ['ownStatement'] })
  expect((await callAssignReceipt(colleague, await brought(second), second)).state).toBe('done')
})

test('answers a repeated assignment by its pending change, and refuses another account', async () => {
  const account = await createClientAccount()
  const other = await createClientAccount()
  await approveUpload(
    await callUploadStatement(buildStatementFile({ amount: '11.00', name: account.name, text: 'Ahorro' })),
  )
  const { id: entryId } = await findLastBankEntry()
  const repeatable = t.callerWith(uploader.token, { [idempotencyKeyHeader]: randomUUID() })
  const assignTo = ({ accountId }: typeof account) =>
    repeatable.call(assignReceipt, { params: { entryId }, body: { accountId } })
  const assignment = await assignTo(account)
  expect(assignment.state).toBe('pending')
  expect(await assignTo(account)).toEqual(assignment)
  await expect(assignTo(other)).rejects.toMatchObject({ code: 'idempotency.differentBody' })
  await expect(callAssignReceipt(uploader, entryId, account)).rejects.toMatchObject({ code: 'receipt.notWaiting' })
})

describe('statements that overlap the last one', () => {
  test.each(['camt053', 'norma43'])('marks an overlapping %s statement and its lines', async (format) => {
    const number = format === 'camt053' ? createOwnIban() : ownIban
    await approveUpload(
      await callUploadStatement(buildStatementFile({ amount: '5.00', text: 'Ahorro' }, { number, to: '2026-06-12' })),
    )
    const line = { amount: '6.00', text: 'Ahorro', reference: `L${++sequence}` }
    const back = { to: '2026-01-05', opening: '1005.00' }
    const file = await callUploadStatement(
      format === 'camt053' ? buildStatementFile(line, { number, ...back }) : new Uint8Array(buildNorma43([line], back)),
    )
    expect(await getApprovalFacts(file)).toMatchObject({
      follows: 'false',
      overlaps: 'true',
      oldPeriod: 'true',
      lastDay: '2026-06-12',
    })
    expect((await getApprovalFacts(file)).previousClosing).toBeUndefined()
    expect(await listWarnings(file)).toEqual([['overlapping', 'backDated']])
  })

  test('shows a waiting statement as overlapping once another file of its days is booked', async () => {
    const number = createOwnIban()
    await approveUpload(
      await callUploadStatement(buildStatementFile({ amount: '5.00', text: 'Ahorro' }, { number, to: '2026-06-11' })),
    )
    const next = { number, opening: '1005.00', to: '2026-06-12' }
    const one = await callUploadStatement(buildStatementFile({ amount: '1.00', text: 'Ahorro' }, next))
    const other = await callUploadStatement(buildStatementFile({ amount: '2.00', text: 'Ahorro' }, next))
    const read = await direction.call(getApproval, { params: { approvalId: other } })
    expect(read.after).toMatchObject({ follows: 'true', previousClosing: '1005.00', lastDay: '2026-06-11' })
    await approveUpload(one)
    expect(await getApprovalFacts(other)).toMatchObject({ follows: 'false', overlaps: 'true', lastDay: '2026-06-12' })
    expect(await listWarnings(other)).toEqual([['overlapping']])
    await expect(
      direction.call(approveChangeRequest, { params: { approvalId: other }, body: { version: read.version } }),
    ).rejects.toMatchObject({ code: 'conflict.changed' })
  })

  test('shows a statement as following once the file of the days before is booked', async () => {
    const number = createOwnIban()
    await approveUpload(
      await callUploadStatement(buildStatementFile({ amount: '5.00', text: 'Ahorro' }, { number, to: '2026-06-10' })),
    )
    const one = await callUploadStatement(
      buildStatementFile({ amount: '1.00', text: 'Ahorro' }, { number, opening: '1005.00', to: '2026-06-11' }),
    )
    const other = await callUploadStatement(
      buildStatementFile({ amount: '2.00', text: 'Ahorro' }, { number, opening: '1006.00', to: '2026-06-12' }),
    )
    expect(await getApprovalFacts(other)).toMatchObject({ follows: 'false' })
    await approveUpload(one)
    expect(await getApprovalFacts(other)).toMatchObject({ follows: 'true', previousClosing: '1006.00' })
    await approveUpload(other)
  })
})

test('a payer whose bank account belongs to another client does not count as holder', async () => {
  const iban = 'ES9420805801101234567891'
  const account = await createClientAccount()
  await createClientAccount([iban])
  const line = { amount: '300.00', name: account.name, iban }
  const file = await callUploadStatement(buildStatementFile({ ...line, text: account.number }))
  expect(
    (await listPlannedLinesOf(file)).map(({ kind, bar: obstacle, oddities }) => [kind, obstacle, oddities]),
  ).toEqual([['proposed', 'receipt.otherPayer', ['otherPayer']]])
  await approveUpload(await callUploadStatement(buildStatementFile({ ...line, text: 'Ahorro' })))
  const assignment = await callAssignReceipt(colleague, (await findLastBankEntry()).id, account)
  expect(await getApprovalFacts(assignment.approvalId!)).toMatchObject({
    because: expect.arrayContaining(['otherPayer']),
  })
})

test('marks an entry whose details do not add up and leaves it unidentified', async () => {
  const account = await createClientAccount()
  const details = (amount: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Dbtr><Nm>${account.name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${account.number}</Ustrd></RmtInf></TxDtls>`
  const file = buildStatementFile({ amount: '100.00' }).replace(
    /<NtryDtls>[\s\S]*<\/NtryDtls>/,
    `<NtryDtls>${details('60.00')}${details('39.00')}</NtryDtls>`,
  )
  expect(
    (await listPlannedLinesOf(await callUploadStatement(file))).map(({ kind, oddities }) => [kind, oddities]),
  ).toEqual([['unidentified', ['partsDiffer']]])
})
