import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { listPlannedLines, uploadStatement } from '#contract/bank/uploads.ts'
import { assignReceipt } from '#contract/bank.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { switchFactorNeeded } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { camtOf, norma43Of, ourAccount } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let uploader: Caller
let colleague: Caller
let direction: Caller
let n = 0

beforeAll(async () => {
  t = await testTenant('dino')
  await switchFactorNeeded(t.db, false)
  ;[uploader, direction] = [await t.as('admin'), await t.as('direction')]
  colleague = await t.as('admin', (await t.make.employee()).cvl)
  await t.owner.query(`insert into dino.bank_account (number) values ('${ourAccount}')`)
})
afterAll(() => t.drop())

const opened = async (bankAccounts: string[] = []) => {
  const surname = `Íñiguez Peña${++n}`
  const client = await t.make.client({ checked: true, name: 'Ana', surname, bankAccounts })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const number = `D-EVAS-12-${String(4000000 + n)}`
  await t.db.updateTable('account').set({ number }).where('id', '=', accountId).execute()
  return { accountId, number, name: `Ana ${surname}` }
}
/** An account of ours that no other file of these tests is about. */
const anotherOfOurs = () => `ES91210004184502000${String(60000 + ++n)}`
type Line = Parameters<typeof camtOf>[0][number]
const fileOf = (line: Line, more: Parameters<typeof camtOf>[1] = {}) =>
  camtOf([{ reference: `DB-${++n}`, ...line }], { number: anotherOfOurs(), reference: `F-${++n}`, ...more })
const upload = async (file: BlobPart) => {
  const { approvalId } = await uploader.call(uploadStatement, {
    query: { fileName: 'extracto.xml', ours: 'true' },
    content: new Blob([file], { type: 'application/octet-stream' }),
  })
  return approvalId!
}
const linesOf = async (approvalId: string) => {
  const { id } = await t.db
    .selectFrom('bankUpload')
    .where('approvalId', '=', approvalId)
    .select('id')
    .executeTakeFirstOrThrow()
  return (await direction.call(listPlannedLines.page, { params: { uploadId: id }, query: { sort: 'id' } })).rows
}
const oddOf = async (approvalId: string) => (await linesOf(approvalId)).map(({ oddities }) => oddities)
const letIn = (approvalId: string) => direction.call(approve, { params: { approvalId }, body: {} })
const shownOf = async (approvalId: string) =>
  (await direction.call(getApproval, { params: { approvalId } })).after as Record<string, unknown>
const lastEntry = async () =>
  (await t.owner.query('select id::text, state, bar from dino.bank_entry order by id desc limit 1')).rows[0] as {
    id: string
    state: string
    bar: string | null
  }
const assign = (by: Caller, entryId: string, { accountId }: { accountId: string }) =>
  t
    .callerWith(by.token, { [keyHeader]: randomUUID() })
    .call(assignReceipt, { params: { entryId }, body: { accountId } })

describe('bank lines with old value dates', () => {
  const iban = 'ES7621000418401234567891'
  const old = '2021-08-02'

  test('marks a line with a value date years ago and requires a second approval', async () => {
    const account = await opened()
    const file = await upload(fileOf({ amount: '200.00', name: account.name, text: 'Ahorro', iban, valueDate: old }))
    expect(await oddOf(file)).toEqual([['backDated']])
    await letIn(file)
    const asked = await assign(colleague, (await lastEntry()).id, account)
    expect(asked).toMatchObject({ state: 'pending', journalId: null })
    expect(await shownOf(asked.approvalId!)).toMatchObject({ because: ['backDated'] })
  })

  test('leaves a back-dated line that names an account waiting instead of booking it', async () => {
    const account = await opened()
    const file = await upload(fileOf({ amount: '200.00', name: account.name, text: account.number, valueDate: old }))
    expect((await linesOf(file)).map(({ kind, bar, oddities }) => [kind, bar, oddities])).toEqual([
      ['proposed', 'receipt.backDated', ['backDated']],
    ])
    await letIn(file)
    expect(await lastEntry()).toMatchObject({ state: 'waiting', bar: 'receipt.backDated' })
  })

  test('books a line dated within the days allowed for money by hand', async () => {
    const account = await opened()
    const file = await upload(
      fileOf({ amount: '200.00', name: account.name, text: account.number, iban, valueDate: '2026-06-08' }),
    )
    expect(await oddOf(file)).toEqual([[]])
    await letIn(file)
    expect(await lastEntry()).toMatchObject({ state: 'posted', bar: null })
  })
})

test('marks a line with a value date in the future', async () => {
  expect(await oddOf(await upload(fileOf({ amount: '5.00', text: 'Ahorro', valueDate: '2026-12-01' })))).toEqual([
    ['futureValue'],
  ])
})

test('requires a second approval of a receipt assigned by the uploader of its file', async () => {
  const [first, second] = [await opened(), await opened()]
  const brought = async ({ name }: typeof first) => {
    await letIn(await upload(fileOf({ amount: '10.00', name, text: 'Ahorro' })))
    return (await lastEntry()).id
  }
  const asked = await assign(uploader, await brought(first), first)
  expect(asked.state).toBe('pending')
  expect(await shownOf(asked.approvalId!)).toMatchObject({ because: ['ownStatement'] })
  expect((await assign(colleague, await brought(second), second)).state).toBe('done')
})

describe('statements that overlap the last one', () => {
  test.each(['camt053', 'norma43'])('marks an overlapping %s statement and its lines', async (format) => {
    const number = format === 'camt053' ? anotherOfOurs() : ourAccount
    await letIn(await upload(fileOf({ amount: '5.00', text: 'Ahorro' }, { number, to: '2026-06-12' })))
    const line = { amount: '6.00', text: 'Ahorro', reference: `L${++n}` }
    const back = { to: '2026-01-05', opening: '1005.00' }
    const file = await upload(
      format === 'camt053' ? fileOf(line, { number, ...back }) : new Uint8Array(norma43Of([line], back)),
    )
    expect(await shownOf(file)).toMatchObject({
      ...{ follows: 'false', overlaps: 'true', oldPeriod: 'true' },
      lastDay: '2026-06-12',
    })
    expect((await shownOf(file)).previousClosing).toBeUndefined()
    expect(await oddOf(file)).toEqual([['overlapping', 'backDated']])
  })

  test('shows a waiting statement as overlapping once another file of its days is booked', async () => {
    const number = anotherOfOurs()
    await letIn(await upload(fileOf({ amount: '5.00', text: 'Ahorro' }, { number, to: '2026-06-11' })))
    const next = { number, opening: '1005.00', to: '2026-06-12' }
    const [one, other] = [
      await upload(fileOf({ amount: '1.00', text: 'Ahorro' }, next)),
      await upload(fileOf({ amount: '2.00', text: 'Ahorro' }, next)),
    ]
    const read = await direction.call(getApproval, { params: { approvalId: other } })
    expect(read.after).toMatchObject({ follows: 'true', previousClosing: '1005.00', lastDay: '2026-06-11' })
    await letIn(one)
    expect(await shownOf(other)).toMatchObject({ follows: 'false', overlaps: 'true', lastDay: '2026-06-12' })
    expect(await oddOf(other)).toEqual([['overlapping']])
    await expect(
      direction.call(approve, { params: { approvalId: other }, body: { version: read.version } }),
    ).rejects.toMatchObject({ code: 'conflict.changed' })
  })

  test('shows a statement as following once the file of the days before is booked', async () => {
    const number = anotherOfOurs()
    await letIn(await upload(fileOf({ amount: '5.00', text: 'Ahorro' }, { number, to: '2026-06-10' })))
    const [one, other] = [
      await upload(fileOf({ amount: '1.00', text: 'Ahorro' }, { number, opening: '1005.00', to: '2026-06-11' })),
      await upload(fileOf({ amount: '2.00', text: 'Ahorro' }, { number, opening: '1006.00', to: '2026-06-12' })),
    ]
    expect(await shownOf(other)).toMatchObject({ follows: 'false' })
    await letIn(one)
    expect(await shownOf(other)).toMatchObject({ follows: 'true', previousClosing: '1006.00' })
    await letIn(other)
  })
})

test('a payer whose bank account belongs to another client does not count as holder', async () => {
  const iban = 'ES9420805801101234567891'
  const [account] = [await opened(), await opened([iban])]
  const line = { amount: '300.00', name: account.name, iban }
  const file = await upload(fileOf({ ...line, text: account.number }))
  expect((await linesOf(file)).map(({ kind, bar, oddities }) => [kind, bar, oddities])).toEqual([
    ['proposed', 'receipt.otherPayer', ['otherPayer']],
  ])
  await letIn(await upload(fileOf({ ...line, text: 'Ahorro' })))
  const asked = await assign(colleague, (await lastEntry()).id, account)
  expect(await shownOf(asked.approvalId!)).toMatchObject({ because: expect.arrayContaining(['otherPayer']) })
})

test('marks an entry whose details do not add up and leaves it unidentified', async () => {
  const account = await opened()
  const details = (amount: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RltdPties><Dbtr><Nm>${account.name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${account.number}</Ustrd></RmtInf></TxDtls>`
  const file = fileOf({ amount: '100.00' }).replace(
    /<NtryDtls>[\s\S]*<\/NtryDtls>/,
    `<NtryDtls>${details('60.00')}${details('39.00')}</NtryDtls>`,
  )
  expect((await linesOf(await upload(file))).map(({ kind, oddities }) => [kind, oddities])).toEqual([
    ['unidentified', ['partsDiffer']],
  ])
})
