import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { listAccountMovements } from '#contract/clients/client.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { getJournal, reverseJournal } from '#contract/journals.ts'
import { ledgers } from '#rules/ledgers.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let direction: Caller
const today = '2026-06-15'

beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  direction = await t.as('direction')
})
afterAll(() => t.drop())

const createFundedAccount = async (amount: string) => {
  const account = await t.make.account({ rate: '5', openedOn: '2026-01-01', expiresOn: '2027-01-01' })
  const { journalId } = await t.make.movement(account.id, amount, 'contribution', '2026-01-01')
  return { clientId: account.clientId, accountId: account.id, journalId }
}
type FundedAccount = Awaited<ReturnType<typeof createFundedAccount>>
const requestReversal = (
  params: FundedAccount,
  { key = randomUUID() as string, reason = 'Se anotó en otra cuenta' } = {},
) => t.callerWith(admin.token, { [idempotencyKeyHeader]: key }).call(reverseJournal, { params, body: { reason } })
const callApprove = (approvalId: string | null) =>
  direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const listStatementRows = async ({ clientId, accountId }: FundedAccount) =>
  (await admin.call(listAccountMovements.page, { params: { clientId, accountId } })).rows
const buildExpectedError = (status: number, code: string) => ({ status, code })

describe('double entry of a movement', () => {
  test('shows every line of a journal on its debit or credit side', async () => {
    const place = await createFundedAccount('1000.00')
    const journal = await direction.call(getJournal, { params: place })
    expect(journal.lines.map(({ ledger, debit, credit }) => [ledger, debit, credit])).toEqual([
      ['client_capital', null, '1000.00'],
      ['bank', '1000.00', null],
    ])
    expect(journal.bar).toBeNull()
  })

  test('hides a journal of another account', async () => {
    const one = await createFundedAccount('1.00')
    const other = await createFundedAccount('1.00')
    const mixed = { ...one, journalId: other.journalId }
    await expect(direction.call(getJournal, { params: mixed })).rejects.toMatchObject(
      buildExpectedError(404, 'notFound'),
    )
    await expect(requestReversal(mixed)).rejects.toMatchObject(buildExpectedError(404, 'notFound'))
  })
})

describe('reversals of movements', () => {
  test('books an approved reversal today with opposite sign and original value date', async () => {
    const place = await createFundedAccount('1000.00')
    const { state, approvalId } = await requestReversal(place)
    expect(state).toBe('pending')
    expect(await listStatementRows(place)).toHaveLength(1)
    await callApprove(approvalId)
    const [reversal, original] = await listStatementRows(place)
    expect(original).toMatchObject({ id: place.journalId, amount: '1000.00', correction: 'reversed' })
    expect(reversal).toMatchObject({
      kind: 'contribution',
      bookingDate: today,
      valueDate: '2026-01-01',
      amount: '-1000.00',
      balanceAfter: '0.00',
      correction: 'reversal',
    })
    const { clientId, accountId } = place
    const interest = await admin.call(getAccountInterest, { params: { clientId, accountId } })
    expect(interest.toDate).toBe('0.00')
  })

  test('takes a reversal from the originally credited manager, not the present one', async () => {
    const first = await t.make.employee()
    const second = await t.make.employee()
    const client = await t.make.client({ staff: { manager: first.id } })
    const account = await t.make.account({ clientId: client.id })
    const { journalId } = await t.make.movement(account.id, '500.00')
    await t.owner.query(`update dino.client_staff set valid_to = '2026-06-01' where client_id = $1`, [client.id])
    await t.db
      .insertInto('clientStaff')
      .values({ clientId: client.id, employeeId: second.id, role: 'manager', validFrom: '2026-06-02' })
      .execute()
    await t.make.refresh(client.id)
    const { approvalId } = await requestReversal({ clientId: client.id, accountId: account.id, journalId })
    await callApprove(approvalId)
    const { rows } = await t.owner.query(
      `select manager_id::text as id, sum(amount)::text as amount from (
         select manager_id, amount from dino.total_month_manager union all select manager_id, amount from dino.total_delta) x
        where manager_id in ($1, $2) group by 1`,
      [first.id, second.id],
    )
    expect(rows).toEqual([{ id: first.id, amount: '0.00' }])
  })

  test('refuses a reversal while the money is gone and keeps its approval open', async () => {
    const place = await createFundedAccount('1000.00')
    await t.make.movement(place.accountId, '-0.01', 'fee')
    const { approvalId } = await requestReversal(place)
    await expect(callApprove(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'account.overdrawn'))
    await t.make.movement(place.accountId, '0.01', 'adjustment')
    await callApprove(approvalId)
    expect((await listStatementRows(place))[0]).toMatchObject({ balanceAfter: '0.00' })
  })

  test('refuses a reversal when the owed amount was paid out', async () => {
    const place = await createFundedAccount('1000.00')
    const matured = await t.make.movement(place.accountId, '-400.00', 'maturity')
    await t.owner.query(
      `select dino.post_journal('withdrawal', '2026-06-10', '2026-06-10', array[${ledgers.payable}, ${ledgers.bank}]::smallint[], array[$1::bigint, null], array[400, -400], $2, 'paid', 'test')`,
      [place.accountId, randomUUID()],
    )
    const { approvalId } = await requestReversal({ ...place, journalId: matured.journalId })
    await expect(callApprove(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'account.overdrawn'))
  })

  test('refuses a second reversal and a reversal of a reversal', async () => {
    const place = await createFundedAccount('1000.00')
    const { approvalId } = await requestReversal(place)
    await expect(requestReversal(place)).rejects.toMatchObject(buildExpectedError(409, 'ledger.reversalWaits'))
    await callApprove(approvalId)
    await expect(requestReversal(place)).rejects.toMatchObject(buildExpectedError(409, 'ledger.reversed'))
    const [reversal] = await listStatementRows(place)
    await expect(requestReversal({ ...place, journalId: reversal!.id })).rejects.toMatchObject(
      buildExpectedError(409, 'ledger.isReversal'),
    )
  })

  test('asks for one reversal with fifty calls under one key; refuses another body', async () => {
    const place = await createFundedAccount('1000.00')
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 50 }, () => requestReversal(place, { key })))
    expect(new Set(results.map(({ approvalId }) => approvalId)).size).toBe(1)
    await expect(requestReversal(place, { key, reason: 'Otro motivo' })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
  })

  test('reverses once without second approval when the task is switched off', async () => {
    const place = await createFundedAccount('1000.00')
    await setDisabledTasks(t.db, ['reversal'])
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 8 }, () => requestReversal(place, { key })))
    await setDisabledTasks(t.db, [])
    expect(results).toEqual(results.map(() => ({ state: 'done', approvalId: null })))
    expect((await listStatementRows(place)).map(({ amount }) => amount)).toEqual(['-1000.00', '1000.00'])
  })

  test('refuses approval of a reversal on an expired account', async () => {
    const place = await createFundedAccount('1000.00')
    const { approvalId } = await requestReversal(place)
    await t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', place.accountId).execute()
    await expect(callApprove(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'account.notActive'))
    expect(await listStatementRows(place)).toHaveLength(1)
  })
})

test('reversals leave no differences in the books', async () => {
  const { differenceList } = await verifyLedger({ ...t, prefix: 'dino' }, undefined)
  expect(differenceList).toEqual([])
})
