import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeMonth,
  getAccountingJournal,
  getChartOfAccounts,
  listAccountingMonths,
  listJournals,
  listLedgerVerifications,
  reopenMonth,
  startLedgerVerification,
} from '#contract/accounting.ts'
import { approveChangeRequest, rejectChangeRequest } from '#contract/approvals.ts'
import { ledgers } from '#rules/ledgers.ts'
import { runRequestedVerification } from '#server/features/ledger/verify-on-request.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let direction: Caller
let accountId: string
const getNow = () => Date.parse('2026-06-15T10:00:00Z')
beforeAll(async () => {
  t = await createTestTenant('dino', getNow)
  admin = await t.as('admin')
  direction = await t.as('direction')
  accountId = (await t.make.account()).id
  await t.make.movement(accountId, '1000.00', 'contribution', '2026-03-10')
  await t.make.movement(accountId, '10.00', 'interest', '2026-04-10')
  await t.make.movement(accountId, '-1.90', 'withholding', '2026-04-10')
  await t.make.movement(accountId, '-200.00', 'withdrawal', '2026-05-04')
})
afterAll(() => t.drop())

const runVerification = async () => {
  await admin.call(startLedgerVerification, {})
  return runRequestedVerification({ tenant: t.tenants.of('dino'), now: getNow })
}
const getChartAsOf = async (asOf: string) => {
  const { ledgers } = await direction.call(getChartOfAccounts, { query: { asOf } })
  return Object.fromEntries(
    ledgers.filter(({ balance }) => balance !== '0.00').map(({ code, balance }) => [code, balance]),
  )
}
const buildMonthRequest = (month: string, reason = 'Cuadrado con el banco') => ({ params: { month }, body: { reason } })
const getClosedThrough = async () => (await direction.call(listAccountingMonths, {})).closedThrough

describe('accounting books', () => {
  test("shows each ledger account's balance on any day and the journals behind it", async () => {
    expect(await getChartAsOf('2026-03-09')).toEqual({})
    expect(await getChartAsOf('2026-03-31')).toEqual({ bank: '1000.00', client_capital: '-1000.00' })
    expect(await getChartAsOf('2026-06-15')).toEqual({
      bank: '800.00',
      client_capital: '-808.10',
      interest_expense: '10.00',
      tax_payable: '-1.90',
    })
    for (const [ledger, balance] of Object.entries(await getChartAsOf('2026-06-15'))) {
      const query = { ledger, to: '2026-06-15' } as { ledger: 'bank' }
      const { totals } = await direction.call(listJournals.count, { query })
      const { rows } = await direction.call(listJournals.page, { query })
      expect(totals.amount, ledger).toBe(balance)
      expect(rows.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0)).toBe(
        Math.round(Number(balance) * 100),
      )
    }
  })

  test('journal totals agree with the rows under every filter', async () => {
    const april = { from: '2026-04-01', to: '2026-04-30' }
    for (const query of [
      {},
      april,
      { kind: 'interest' },
      { reversal: 'false' },
      { amountFrom: '10' },
      { source: 'seed' },
      { ledger: 'bank' },
    ]) {
      const { rows } = await direction.call(listJournals.page, { query: query as object })
      const { total, totals } = await direction.call(listJournals.count, { query: query as object })
      expect(total, JSON.stringify(query)).toBe(rows.length)
      const cents = rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
      expect(Math.round(Number(totals.amount) * 100), JSON.stringify(query)).toBe(cents)
    }
  })

  test('filters journals by kind, date, amount, account and text', async () => {
    const found = async (query: object) =>
      (await direction.call(listJournals.page, { query })).rows.map(({ kind, amount }) => `${kind} ${amount}`)
    expect(await found({})).toEqual(['withdrawal 200.00', 'withholding 1.90', 'interest 10.00', 'contribution 1000.00'])
    expect(await found({ from: '2026-04-01', to: '2026-04-30' })).toEqual(['withholding 1.90', 'interest 10.00'])
    expect(await found({ amountFrom: '10', amountTo: '200' })).toEqual(['withdrawal 200.00', 'interest 10.00'])
    expect(await found({ ledger: 'tax_payable' })).toEqual(['withholding -1.90'])
    expect(await found({ kind: 'interest' })).toEqual(['interest 10.00'])
    expect(await found({ source: 'seed' })).toEqual([])
    expect(await found({ search: '100%' })).toEqual([])
    expect(await found({ reversal: true })).toEqual([])
    const [first] = (await direction.call(listJournals.page, { query: {} })).rows
    const number = first!.accountNumber!
    expect(await found({ account: number.toLowerCase() })).toHaveLength(4)
    expect(await found({ search: first!.id })).toEqual(['withdrawal 200.00'])
    const {
      lines,
      place: testAccount,
      source,
    } = await direction.call(getAccountingJournal, { params: { journalId: first!.id } })
    expect({ place: testAccount?.accountId, source }).toEqual({ place: accountId, source: 'test' })
    expect(lines.map(({ ledger, debit, credit }) => [ledger, debit, credit])).toEqual([
      ['client_capital', '200.00', null],
      ['bank', null, '200.00'],
    ])
  })

  test('exports the listed journals to a file', async () => {
    const { body } = await direction.send(listJournals.exportRows, { query: { format: 'csv', sort: 'bookingDate' } })
    expect(body.trim().split('\r\n')).toHaveLength(5)
  })

  test('refuses the books to a user whose scope is below the firm', async () => {
    const { userId, ...narrow } = await t.as('hr', (await t.make.employee()).cvl)
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('hr', 'bt_Contabilidad', '{view}', 'team')`,
    )
    for (const endpoint of [
      getChartOfAccounts,
      listAccountingMonths,
      listJournals.page,
      listJournals.count,
      listLedgerVerifications,
    ])
      await expect(narrow.call(endpoint, {}), userId).rejects.toMatchObject({ status: 403 })
  })
})

describe('ledger verifications', () => {
  test('requests one verification at a time and reports progress and differences', async () => {
    const one = await admin.call(startLedgerVerification, {})
    const other = await direction.call(startLedgerVerification, {})
    expect(other).toEqual(one)
    const [waiting] = (await direction.call(listLedgerVerifications, {})).verifications
    expect(waiting).toMatchObject({ id: one.id, finishedAt: null, differences: null, byName: admin.username })
    await t.owner.query('update dino.account_balance set interest = interest + 1 where account_id = $1', [accountId])
    await runRequestedVerification({ tenant: t.tenants.of('dino'), now: getNow })
    const [done] = (await direction.call(listLedgerVerifications, {})).verifications
    expect(done).toMatchObject({
      id: one.id,
      differences: 1,
      list: [{ id: accountId, stored: '9.10', recomputed: '8.10' }],
    })
    expect(done!.step).toBe(done!.steps)
    await t.owner.query('update dino.account_balance set interest = interest - 1 where account_id = $1', [accountId])
    expect(await runVerification()).toBe(0)
  })
})

describe('month closing', () => {
  test('refuses to close a month before its end, its runs and a complete verification', async () => {
    const refused = (code: string) =>
      expect(admin.call(closeMonth, buildMonthRequest('2026-03-01'))).rejects.toMatchObject({ code })
    await expect(admin.call(closeMonth, buildMonthRequest('2026-06-01'))).rejects.toMatchObject({
      code: 'ledger.monthNotOver',
    })
    await t.owner.query(
      `insert into dino.posting_run (kind, business_date, started_at, journals_to) values ('interest', '2026-03-31', now(), 0)`,
    )
    await refused('ledger.runsOpen')
    await t.owner.query('update dino.posting_run set finished_at = now()')
    await t.make.movement(accountId, '5.00', 'contribution', '2026-03-20')
    await refused('ledger.notVerified')
    expect(await runVerification()).toBe(0)
    await expect(admin.call(closeMonth, buildMonthRequest('2026-03-02'))).rejects.toMatchObject({ status: 400 })
    expect(await getClosedThrough()).toBeNull()
  })

  test('closing a month takes two users, stores its figures and stops later bookings', async () => {
    const before = await getChartAsOf('2026-06-15')
    const { approvalId } = await admin.call(closeMonth, buildMonthRequest('2026-03-01'))
    await expect(admin.call(closeMonth, buildMonthRequest('2026-03-01'))).rejects.toMatchObject({
      code: 'ledger.closeWaits',
    })
    expect((await direction.call(listAccountingMonths, {})).waiting).toBe(approvalId)
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect(await getClosedThrough()).toBe('2026-03-31')
    await expect(t.make.movement(accountId, '1.00', 'contribution', '2026-03-31')).rejects.toMatchObject({
      code: 'AT004',
    })
    await t.make.movement(accountId, '1.00', 'contribution', '2026-04-01')
    await t.make.movement(accountId, '-1.00', 'withdrawal', '2026-04-01')
    // From the close on, and over it, the balances are the same.
    expect(await getChartAsOf('2026-06-15')).toEqual(before)
    expect(await getChartAsOf('2026-03-31')).toEqual({ bank: '1005.00', client_capital: '-1005.00' })
    const { months, next, last, sums } = await direction.call(listAccountingMonths, { query: { year: 2026 } })
    expect(months.at(-1)).toMatchObject({
      month: '2026-03-01',
      state: 'closed',
      journals: 2,
      moneyIn: '1005.00',
      moneyOut: '0.00',
      differences: 0,
      closedByName: admin.username,
    })
    expect(months.map(({ state }) => state)).toEqual(['running', 'open', 'open', 'closed'])
    expect({ next: next?.month, last }).toEqual({ next: '2026-04-01', last: '2026-03-01' })
    expect(sums).toEqual({ moneyIn: '1006.00', moneyOut: '201.00', interest: '10.00', withheld: '1.90' })
  })

  test('refuses to close months out of order', async () => {
    for (const month of ['2026-03-01', '2026-05-01'])
      await expect(admin.call(closeMonth, buildMonthRequest(month))).rejects.toMatchObject({ code: 'ledger.notNext' })
  })

  test('refuses to close a month when a posting lands meanwhile until verified again', async () => {
    expect(await runVerification()).toBe(0)
    const { approvalId } = await admin.call(closeMonth, buildMonthRequest('2026-04-01'))
    const poster = new Client({ connectionString: t.ownerUrl })
    await poster.connect()
    await poster.query('begin; set local search_path = dino')
    await poster.query(
      `select from post_journal('contribution', '2026-04-30', '2026-04-30', array[${ledgers.capital}, ${ledgers.bank}]::smallint[], array[$1, null]::bigint[], array[-7, 7], 'test:late:close', 'x', 'test')`,
      [accountId],
    )
    // Expected from the start: it may be refused before the poster has gone.
    const refused = expect(
      direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject({ code: 'ledger.notVerified' })
    const waits = `select from pg_locks where not granted and relation = 'dino.journal'::regclass`
    while ((await t.owner.query(waits)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await poster.query('commit')
    await poster.end()
    await refused
    expect(await getClosedThrough()).toBe('2026-03-31')
    // Looked at again, the same change can be decided.
    expect(await runVerification()).toBe(0)
    await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect(await getClosedThrough()).toBe('2026-04-30')
  })

  test('reopens only the last closed month, always with two users', async () => {
    await t.owner.query(
      `insert into dino.setting (key, value) values ('approval.off', '["month.close", "month.reopen"]')`,
    )
    await expect(admin.call(reopenMonth, buildMonthRequest('2026-03-01'))).rejects.toMatchObject({
      code: 'ledger.notLast',
    })
    for (const month of ['0001-01-01', '9999-12-01', '2026-03-02'])
      await expect(admin.call(closeMonth, buildMonthRequest(month))).rejects.toMatchObject({ code: 'request.invalid' })
    const first = await admin.call(reopenMonth, buildMonthRequest('2026-04-01', 'Falta una comisión'))
    expect(first.state).toBe('pending')
    await direction.call(rejectChangeRequest, {
      params: { approvalId: first.approvalId! },
      body: { reason: 'No hace falta' },
    })
    expect(await getClosedThrough()).toBe('2026-04-30')
    const second = await admin.call(reopenMonth, buildMonthRequest('2026-04-01', 'Falta una comisión'))
    await direction.call(approveChangeRequest, { params: { approvalId: second.approvalId! }, body: {} })
    expect(await getClosedThrough()).toBe('2026-03-31')
    const { rows } = await t.owner.query(
      'select month::text, reopen_reason from dino.month_close where reopened_at is not null',
    )
    expect(rows).toEqual([{ month: '2026-04-01', reopen_reason: 'Falta una comisión' }])
    // Without the check it is closed at once, and anew.
    expect(await admin.call(closeMonth, buildMonthRequest('2026-04-01'))).toEqual({ state: 'done', approvalId: null })
    expect(await getClosedThrough()).toBe('2026-04-30')
  })

  test('the application role moves the closed period only by one function', async () => {
    const own = t.tenants.of('dino').pool
    await expect(own.query(`update ledger_period set closed_through = '-infinity'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(own.query(`select move_period('2026-04-30', '2026-05-15')`)).rejects.toMatchObject({ code: 'AT006' })
    const { rows } = await own.query(`select move_period('2026-01-31', '2026-05-31') as moved`)
    expect(rows).toEqual([{ moved: false }])
  })
})
