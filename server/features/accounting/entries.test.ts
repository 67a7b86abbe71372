import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEntryAccounts, listOwedTaxes } from '#contract/accounting/entries.ts'
import { getAccountingJournal, getChartOfAccounts, listJournals } from '#contract/accounting.ts'
import { declareRelative } from '#contract/approvals/relatives.ts'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getAccount, getClient, listAccountMovements } from '#contract/clients/client.ts'
import { reverseAccountingJournal } from '#contract/journals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import {
  buildCreditLine,
  buildDebitLine,
  buildExpectedError,
  createEntryFixture,
  defaultEntryInput,
  today,
} from './test-entries.ts'

let fixture: Awaited<ReturnType<typeof createEntryFixture>>
beforeAll(async () => {
  fixture = await createEntryFixture()
  await fixture.t.owner.query(`update dino.ledger_period set closed_through = '2026-04-30'`)
})
afterAll(async () => {
  // Whatever was tried here, the books hold.
  expect((await verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await fixture.t.drop()
})

const buildFeeLines = (accountId: string, amount = '12.50') => [
  buildDebitLine('client_capital', amount, { accountId }),
  buildCreditLine('fee_income', amount),
]

describe('manual journals', () => {
  test('a manual journal waits for approval, then shows in account, client and books', async () => {
    const testAccount = await fixture.accountWith()
    const { state, approvalId } = await fixture.ask({
      lines: buildFeeLines(testAccount.accountId),
      bookingDate: '2026-05-20',
    })
    expect(state).toBe('pending')
    expect(await fixture.balance(testAccount)).toBe('1000.00')
    const change = await fixture.direction.call(getApproval, { params: { approvalId: approvalId! } })
    const { number } = await fixture.direction.call(getAccount, { params: testAccount })
    expect(change).toMatchObject({
      params: { kind: 'fee', amount: '12.50' },
      after: {
        bookingDate: '2026-05-20',
        debit: { client_capital: { [number]: '12.50' } },
        credit: { fee_income: '12.50' },
      },
      mayDecide: true,
    })
    await expect(
      fixture.admin.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/sameAsMaker|permission/),
    })
    await fixture.letGo(approvalId)
    const [movement] = (await fixture.direction.call(listAccountMovements.page, { params: testAccount })).rows
    expect(movement).toMatchObject({
      kind: 'fee',
      bookingDate: '2026-05-20',
      valueDate: today,
      description: defaultEntryInput.description,
      amount: '-12.50',
      balanceAfter: '987.50',
    })
    // What was put in is still the capital: a fee is taken from what stands there.
    expect(await fixture.direction.call(getClient, { params: testAccount })).toMatchObject({
      capital: '1000.00',
      balance: '987.50',
    })
    const journal = await fixture.direction.call(getAccountingJournal, { params: { journalId: movement!.id } })
    expect(journal).toMatchObject({ source: 'entry', byName: fixture.direction.username, bar: null })
    expect((await fixture.direction.call(listJournals.page, { query: { source: 'entry' } })).rows).toHaveLength(1)
    const results = await fixture.t.owner.query(
      `select after from dino.audit_event where action = 'entry.posted' and entity_id = $1`,
      [movement!.id],
    )
    expect(results.rows).toEqual([{ after: { kind: 'fee', source: 'entry', approval: approvalId } }])
  })

  test('reverses a manual journal with two users, even one without client accounts', async () => {
    const between = [buildDebitLine('interest_expense', '40.00'), buildCreditLine('opening_balances', '40.00')]
    await fixture.letGo((await fixture.ask({ kind: 'adjustment', lines: between })).approvalId)
    const [journal] = (await fixture.direction.call(listJournals.page, { query: { kind: 'adjustment' } })).rows
    const params = { journalId: journal!.id }
    const undo = () =>
      fixture.withKey().call(reverseAccountingJournal, { params, body: { reason: 'Era de otra firma' } })
    const { approvalId } = await undo()
    await expect(undo()).rejects.toMatchObject(buildExpectedError(409, 'ledger.reversalWaits'))
    await fixture.letGo(approvalId)
    const after = await fixture.direction.call(getAccountingJournal, { params })
    expect(after.bar).toBe('ledger.reversed')
    const { ledgers } = await fixture.direction.call(getChartOfAccounts, {})
    expect(ledgers.find(({ code }) => code === 'opening_balances')?.balance).toBe('0.00')
  })

  const even = [buildDebitLine('bank', '1.00'), buildCreditLine('fee_income', '1.00')]
  const tax = (form: string) => buildDebitLine('tax_payable', '1.00', { tax: { form, month: '2026-05-01' } })
  const against = (line: object, other = 'opening_balances') => ({
    kind: 'adjustment',
    lines: [line, buildCreditLine(other, '1.00')],
  })
  const wrong = (field: string, code: string) => buildExpectedError(400, 'request.invalid', { [field]: code })
  const invalid = buildExpectedError(400, 'request.invalid')
  test.each([
    [
      'unlike sides',
      { lines: [even[0], buildCreditLine('fee_income', '1.01')] },
      buildExpectedError(422, 'entry.unbalanced'),
    ],
    [
      'no fee income',
      { lines: [even[0], buildCreditLine('penalty_income', '1.00')] },
      buildExpectedError(422, 'entry.notOfKind'),
    ],
    ['a closed month', { bookingDate: '2026-04-30', lines: even }, buildExpectedError(409, 'ledger.monthClosed')],
    ['tomorrow', { bookingDate: '2026-06-16', lines: even }, wrong('bookingDate', 'future')],
    ['a value date to come', { valueDate: '2026-06-16', lines: even }, wrong('valueDate', 'future')],
    [
      'no client',
      { lines: [buildDebitLine('client_capital', '1.00'), even[1]] },
      wrong('lines.0.accountId', 'required'),
    ],
    ['no such account', { lines: buildFeeLines('999999999') }, wrong('lines.0.accountId', 'unknown')],
    ['the same place twice', { lines: [even[0], ...even] }, wrong('lines.1.ledger', 'twiceLine')],
    [
      'a tax without its return',
      against(buildDebitLine('tax_payable', '1.00')),
      wrong('lines.0.tax.month', 'required'),
    ],
    ['another country’s form', against(tax('pt39')), wrong('lines.0.tax.form', 'unknown')],
    ['a payment of taxes', against(tax('es193'), 'bank'), buildExpectedError(422, 'entry.notOfKind')],
    ['nothing on a line', { lines: [buildDebitLine('bank', '0.00'), buildCreditLine('fee_income', '0.00')] }, invalid],
    ['a single line', { lines: [even[0]] }, invalid],
    ['a kind of its own way', { kind: 'interest', lines: even }, invalid],
  ])('refuses a manual journal for %s', async (_, body, refusal) => {
    await expect(fixture.ask(body)).rejects.toMatchObject(refusal)
  })

  test('transfers money between accounts of one client only', async () => {
    const one = await fixture.accountWith('300.00')
    const own = await fixture.accountWith('1.00', { clientId: one.clientId })
    const foreign = await fixture.accountWith('1.00')
    const to = (accountId: string) => ({
      kind: 'transfer',
      lines: [
        buildDebitLine('client_capital', '100.00', one),
        buildCreditLine('client_capital', '100.00', { accountId }),
      ].map(({ clientId, ...line }: Record<string, unknown>) => line),
    })
    await expect(fixture.ask(to(foreign.accountId))).rejects.toMatchObject(buildExpectedError(422, 'entry.notOfKind'))
    await fixture.letGo((await fixture.ask(to(own.accountId))).approvalId)
    expect([await fixture.balance(one), await fixture.balance(own)]).toEqual(['200.00', '101.00'])
  })

  test('refuses to debit reserved, blocked or missing money and ended accounts', async () => {
    const testAccount = await fixture.accountWith('100.00')
    await expect(
      fixture
        .ask({
          kind: 'adjustment',
          lines: [
            buildDebitLine('client_payable', '1.00', { accountId: testAccount.accountId }),
            buildCreditLine('bank', '1.00'),
          ],
        })
        .then(({ approvalId }) => fixture.letGo(approvalId)),
    ).rejects.toMatchObject(buildExpectedError(409, 'account.overdrawn'))
    await fixture.t.owner.query(`update dino.account_balance set reserved = 95 where account_id = $1`, [
      testAccount.accountId,
    ])
    const pendingProposal = await fixture.ask({ lines: buildFeeLines(testAccount.accountId, '5.01') })
    await expect(fixture.letGo(pendingProposal.approvalId)).rejects.toMatchObject(
      buildExpectedError(409, 'account.overdrawn'),
    )
    await fixture.t.owner.query(`update dino.account_balance set reserved = 0 where account_id = $1`, [
      testAccount.accountId,
    ])
    await fixture.t.db
      .updateTable('client')
      .set({ blockKind: 'legal', blockReason: 'Embargo', blockedAt: new Date(0).toISOString() })
      .where('id', '=', testAccount.clientId)
      .execute()
    await expect(fixture.letGo(pendingProposal.approvalId)).rejects.toMatchObject(
      buildExpectedError(409, 'client.blocked'),
    )
    await expect(fixture.ask({ lines: buildFeeLines(testAccount.accountId) })).rejects.toMatchObject(
      buildExpectedError(409, 'client.blocked'),
    )
    await fixture.t.db
      .updateTable('client')
      .set({ blockKind: null, blockReason: null, blockedAt: null })
      .where('id', '=', testAccount.clientId)
      .execute()
    await fixture.t.db
      .updateTable('account')
      .set({ status: 'expired' })
      .where('id', '=', testAccount.accountId)
      .execute()
    await expect(fixture.ask({ lines: buildFeeLines(testAccount.accountId) })).rejects.toMatchObject(
      buildExpectedError(409, 'account.notActive'),
    )
    expect(await fixture.balance(testAccount)).toBe('100.00')
  })

  test('sixty-four concurrent fees debit the available balance and not a cent more', async () => {
    const testAccount = await fixture.accountWith('1000.00')
    await setDisabledTasks(fixture.t.db, ['entry'])
    const results = await Promise.allSettled(
      Array.from({ length: 64 }, () => fixture.ask({ lines: buildFeeLines(testAccount.accountId, '30.00') })),
    )
    await setDisabledTasks(fixture.t.db, [])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(33)
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject(buildExpectedError(409, 'account.overdrawn'))
    expect(await fixture.balance(testAccount)).toBe('10.00')
  })

  test('fifty requests under one idempotency key make one journal, and another body fails', async () => {
    const testAccount = await fixture.accountWith()
    const body = { lines: buildFeeLines(testAccount.accountId) }
    for (const off of [false, true]) {
      await setDisabledTasks(fixture.t.db, off ? ['entry'] : [])
      const key = randomUUID()
      const results = await Promise.all(Array.from({ length: 50 }, () => fixture.ask(body, key)))
      expect(new Set(results.map(({ approvalId }) => approvalId)).size).toBe(1)
      expect(results[0]!.state).toBe(off ? 'done' : 'pending')
      for (const other of [{ lines: buildFeeLines(testAccount.accountId, '12.51') }, { reason: 'Otra' }])
        await expect(fixture.ask({ ...body, ...other }, key)).rejects.toMatchObject(
          buildExpectedError(422, 'idempotency.differentBody'),
        )
    }
    await setDisabledTasks(fixture.t.db, [])
    expect(await fixture.balance(testAccount)).toBe('987.50')
  })

  test('refuses an approver who is related to a client of the journal', async () => {
    const one = await fixture.accountWith()
    const near = await fixture.accountWith()
    const employee = await fixture.t.make.employee()
    const checker = await fixture.t.as('direction', employee.cvl)
    const { cvl } = await fixture.t.db
      .selectFrom('client')
      .where('id', '=', near.clientId)
      .select('cvl')
      .executeTakeFirstOrThrow()
    await checker.call(declareRelative, { body: { cvl, relation: 'sibling' } })
    const lines = [
      ...buildFeeLines(one.accountId, '1.00'),
      buildDebitLine('client_capital', '1.00', { accountId: near.accountId }),
      buildCreditLine('opening_balances', '1.00'),
    ]
    const { approvalId } = await fixture.ask({ lines })
    await expect(
      checker.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} }),
    ).rejects.toMatchObject(buildExpectedError(409, 'approval.ownRecord'))
    await fixture.letGo(approvalId)
  })

  test('a journal names all its clients and refuses decisions by their relatives', async () => {
    const one = await fixture.accountWith()
    const other = await fixture.accountWith()
    const lines = [
      buildDebitLine('client_capital', '5.00', { accountId: one.accountId }),
      buildCreditLine('client_capital', '5.00', { accountId: other.accountId }),
    ]
    const clients = await fixture.t.db
      .selectFrom('client')
      .where('id', 'in', [one.clientId, other.clientId])
      .select(['cvl', sql<string>`trim(name || ' ' || surname)`.as('name')])
      .orderBy('id')
      .execute()
    const employee = await fixture.t.make.employee()
    const near = await fixture.t.as('direction', employee.cvl)
    const { approvalId } = await fixture.ask({ kind: 'adjustment', lines })
    const params = { approvalId: approvalId! }
    const results = await fixture.direction.call(getApproval, { params })
    expect(results).toMatchObject({
      aboutName: clients.map(({ name }) => name).join(', '),
      clientCvl: clients.map(({ cvl }) => cvl).join(', '),
      mayDecide: true,
    })
    await near.call(declareRelative, { body: { cvl: clients[1]!.cvl, relation: 'sibling' } })
    expect(await near.call(getApproval, { params })).toMatchObject({
      mayDecide: false,
      standBack: 'approval.ownRecord',
    })
    await expect(near.call(rejectChangeRequest, { params, body: { reason: 'No procede' } })).rejects.toMatchObject(
      buildExpectedError(409, 'approval.ownRecord'),
    )
    await fixture.letGo(approvalId)
    expect([await fixture.balance(one), await fixture.balance(other)]).toEqual(['995.00', '1005.00'])
    const [journal] = (
      await fixture.direction.call(listJournals.page, { query: { source: 'entry', kind: 'adjustment' } })
    ).rows
    const undone = await fixture.withKey().call(reverseAccountingJournal, {
      params: { journalId: journal!.id },
      body: { reason: 'Era de otro cliente' },
    })
    expect(await fixture.direction.call(getApproval, { params: { approvalId: undone.approvalId! } })).toMatchObject({
      clientCvl: results.clientCvl,
    })
  })

  test('finds accounts for a journal by number and holder', async () => {
    const client = await fixture.t.make.client({ surname: 'Zurbarán', checked: true })
    const { accountId } = await fixture.accountWith('70.00', { clientId: client.id })
    const { rows } = await fixture.admin.call(findEntryAccounts, { query: { q: 'zurbaran' } })
    expect(rows).toMatchObject([{ accountId, available: '70.00', payable: '0.00', status: 'active' }])
    expect((await fixture.admin.call(findEntryAccounts, { query: { q: rows[0]!.number } })).rows).toHaveLength(1)
  })
})

test('refuses journals and owed tax to a user whose scope is below the firm', async () => {
  const narrow = await fixture.t.as('hr', (await fixture.t.make.employee()).cvl)
  await fixture.t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('hr', 'bt_Contabilidad', '{view,create,export}', 'team')`,
  )
  const { accountId } = await fixture.accountWith()
  await expect(fixture.ask({ lines: buildFeeLines(accountId) }, randomUUID(), narrow)).rejects.toMatchObject({
    status: 403,
  })
  for (const endpoint of [listOwedTaxes.page, listOwedTaxes.count])
    await expect(narrow.call(endpoint, {})).rejects.toMatchObject({ status: 403 })
  await expect(narrow.call(findEntryAccounts, { query: { q: 'ana' } })).rejects.toMatchObject({ status: 403 })
})
