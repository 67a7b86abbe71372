import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEntryAccounts, getTaxOwed, listTaxesOwed, payTax } from '#contract/accounting/entries.ts'
import { getReconciliation } from '#contract/accounting/taxes.ts'
import { getAccountingJournal, getChart, listJournals } from '#contract/accounting.ts'
import { declareRelative } from '#contract/approvals/relatives.ts'
import { approve, getApproval, reject } from '#contract/approvals.ts'
import { getAccount, getClient, listMovements } from '#contract/clients/client.ts'
import { reverseBooked } from '#contract/journals.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { credit, debit, firmOfEntries, refused, today, usualEntry } from './test-entries.ts'

let f: Awaited<ReturnType<typeof firmOfEntries>>
beforeAll(async () => {
  f = await firmOfEntries()
  await f.t.owner.query(`update dino.ledger_period set closed_through = '2026-04-30'`)
})
afterAll(async () => {
  // Whatever was tried here, the books hold.
  expect((await verifyLedger({ ...f.t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await f.t.drop()
})

const feeOf = (accountId: string, amount = '12.50') => [
  debit('client_capital', amount, { accountId }),
  credit('fee_income', amount),
]

describe('manual journals', () => {
  test('a manual journal waits for approval, then shows in account, client and books', async () => {
    const place = await f.accountWith()
    const { state, approvalId } = await f.ask({ lines: feeOf(place.accountId), bookingDate: '2026-05-20' })
    expect(state).toBe('pending')
    expect(await f.balance(place)).toBe('1000.00')
    const change = await f.direction.call(getApproval, { params: { approvalId: approvalId! } })
    const { number } = await f.direction.call(getAccount, { params: place })
    expect(change).toMatchObject({
      params: { kind: 'fee', amount: '12.50' },
      after: {
        bookingDate: '2026-05-20',
        debit: { client_capital: { [number]: '12.50' } },
        credit: { fee_income: '12.50' },
      },
      mayDecide: true,
    })
    await expect(f.admin.call(approve, { params: { approvalId: approvalId! }, body: {} })).rejects.toMatchObject({
      code: expect.stringMatching(/sameAsMaker|permission/),
    })
    await f.letGo(approvalId)
    const [movement] = (await f.direction.call(listMovements.page, { params: place })).rows
    expect(movement).toMatchObject({
      ...{ kind: 'fee', bookingDate: '2026-05-20', valueDate: today, description: usualEntry.description },
      ...{ amount: '-12.50', balanceAfter: '987.50' },
    })
    // What was put in is still the capital: a fee is taken from what stands there.
    expect(await f.direction.call(getClient, { params: place })).toMatchObject({
      capital: '1000.00',
      balance: '987.50',
    })
    const journal = await f.direction.call(getAccountingJournal, { params: { journalId: movement!.id } })
    expect(journal).toMatchObject({ source: 'entry', byName: f.direction.username, bar: null })
    expect((await f.direction.call(listJournals.page, { query: { source: 'entry' } })).rows).toHaveLength(1)
    const told = await f.t.owner.query(
      `select after from dino.audit_event where action = 'entry.posted' and entity_id = $1`,
      [movement!.id],
    )
    expect(told.rows).toEqual([{ after: { kind: 'fee', source: 'entry', approval: approvalId } }])
  })

  test('reverses a manual journal with two users, even one without client accounts', async () => {
    const between = [debit('interest_expense', '40.00'), credit('opening_balances', '40.00')]
    await f.letGo((await f.ask({ kind: 'adjustment', lines: between })).approvalId)
    const [journal] = (await f.direction.call(listJournals.page, { query: { kind: 'adjustment' } })).rows
    const params = { journalId: journal!.id }
    const undo = () => f.withKey().call(reverseBooked, { params, body: { reason: 'Era de otra firma' } })
    const { approvalId } = await undo()
    await expect(undo()).rejects.toMatchObject(refused(409, 'ledger.reversalWaits'))
    await f.letGo(approvalId)
    const after = await f.direction.call(getAccountingJournal, { params })
    expect(after.bar).toBe('ledger.reversed')
    const { ledgers } = await f.direction.call(getChart, {})
    expect(ledgers.find(({ code }) => code === 'opening_balances')?.balance).toBe('0.00')
  })

  const even = [debit('bank', '1.00'), credit('fee_income', '1.00')]
  const tax = (form: string) => debit('tax_payable', '1.00', { tax: { form, month: '2026-05-01' } })
  const against = (line: object, other = 'opening_balances') => ({
    kind: 'adjustment',
    lines: [line, credit(other, '1.00')],
  })
  const wrong = (field: string, code: string) => refused(400, 'request.invalid', { [field]: code })
  const invalid = refused(400, 'request.invalid')
  test.each([
    ['unlike sides', { lines: [even[0], credit('fee_income', '1.01')] }, refused(422, 'entry.unbalanced')],
    ['no fee income', { lines: [even[0], credit('penalty_income', '1.00')] }, refused(422, 'entry.notOfKind')],
    ['a closed month', { bookingDate: '2026-04-30', lines: even }, refused(409, 'ledger.monthClosed')],
    ['tomorrow', { bookingDate: '2026-06-16', lines: even }, wrong('bookingDate', 'future')],
    ['a value date to come', { valueDate: '2026-06-16', lines: even }, wrong('valueDate', 'future')],
    ['no client', { lines: [debit('client_capital', '1.00'), even[1]] }, wrong('lines.0.accountId', 'required')],
    ['no such account', { lines: feeOf('999999999') }, wrong('lines.0.accountId', 'unknown')],
    ['the same place twice', { lines: [even[0], ...even] }, wrong('lines.1.ledger', 'twiceLine')],
    ['a tax without its return', against(debit('tax_payable', '1.00')), wrong('lines.0.tax.month', 'required')],
    ['another country’s form', against(tax('pt39')), wrong('lines.0.tax.form', 'unknown')],
    ['a payment of taxes', against(tax('es193'), 'bank'), refused(422, 'entry.notOfKind')],
    ['nothing on a line', { lines: [debit('bank', '0.00'), credit('fee_income', '0.00')] }, invalid],
    ['a single line', { lines: [even[0]] }, invalid],
    ['a kind of its own way', { kind: 'interest', lines: even }, invalid],
  ])('refuses a manual journal for %s', async (_, body, refusal) => {
    await expect(f.ask(body)).rejects.toMatchObject(refusal)
  })

  test('transfers money between accounts of one client only', async () => {
    const one = await f.accountWith('300.00')
    const [own, foreign] = [await f.accountWith('1.00', { clientId: one.clientId }), await f.accountWith('1.00')]
    const to = (accountId: string) => ({
      kind: 'transfer',
      lines: [debit('client_capital', '100.00', one), credit('client_capital', '100.00', { accountId })].map(
        ({ clientId: _, ...line }: Record<string, unknown>) => line,
      ),
    })
    await expect(f.ask(to(foreign.accountId))).rejects.toMatchObject(refused(422, 'entry.notOfKind'))
    await f.letGo((await f.ask(to(own.accountId))).approvalId)
    expect([await f.balance(one), await f.balance(own)]).toEqual(['200.00', '101.00'])
  })

  test('refuses to debit reserved, blocked or missing money and ended accounts', async () => {
    const place = await f.accountWith('100.00')
    await expect(
      f
        .ask({
          kind: 'adjustment',
          lines: [debit('client_payable', '1.00', { accountId: place.accountId }), credit('bank', '1.00')],
        })
        .then(({ approvalId }) => f.letGo(approvalId)),
    ).rejects.toMatchObject(refused(409, 'account.overdrawn'))
    await f.t.owner.query(`update dino.account_balance set reserved = 95 where account_id = $1`, [place.accountId])
    const waiting = await f.ask({ lines: feeOf(place.accountId, '5.01') })
    await expect(f.letGo(waiting.approvalId)).rejects.toMatchObject(refused(409, 'account.overdrawn'))
    await f.t.owner.query(`update dino.account_balance set reserved = 0 where account_id = $1`, [place.accountId])
    await f.t.db
      .updateTable('client')
      .set({ blockKind: 'legal', blockReason: 'Embargo', blockedAt: new Date(0).toISOString() })
      .where('id', '=', place.clientId)
      .execute()
    await expect(f.letGo(waiting.approvalId)).rejects.toMatchObject(refused(409, 'client.blocked'))
    await expect(f.ask({ lines: feeOf(place.accountId) })).rejects.toMatchObject(refused(409, 'client.blocked'))
    await f.t.db
      .updateTable('client')
      .set({ blockKind: null, blockReason: null, blockedAt: null })
      .where('id', '=', place.clientId)
      .execute()
    await f.t.db.updateTable('account').set({ status: 'expired' }).where('id', '=', place.accountId).execute()
    await expect(f.ask({ lines: feeOf(place.accountId) })).rejects.toMatchObject(refused(409, 'account.notActive'))
    expect(await f.balance(place)).toBe('100.00')
  })

  test('sixty-four concurrent fees debit the available balance and not a cent more', async () => {
    const place = await f.accountWith('1000.00')
    await switchTasksOff(f.t.db, ['entry'])
    const told = await Promise.allSettled(
      Array.from({ length: 64 }, () => f.ask({ lines: feeOf(place.accountId, '30.00') })),
    )
    await switchTasksOff(f.t.db, [])
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(33)
    for (const one of told)
      if (one.status === 'rejected') expect(one.reason).toMatchObject(refused(409, 'account.overdrawn'))
    expect(await f.balance(place)).toBe('10.00')
  })

  test('fifty requests under one idempotency key make one journal, and another body fails', async () => {
    const place = await f.accountWith()
    const body = { lines: feeOf(place.accountId) }
    for (const off of [false, true]) {
      await switchTasksOff(f.t.db, off ? ['entry'] : [])
      const key = randomUUID()
      const told = await Promise.all(Array.from({ length: 50 }, () => f.ask(body, key)))
      expect(new Set(told.map(({ approvalId }) => approvalId)).size).toBe(1)
      expect(told[0]!.state).toBe(off ? 'done' : 'pending')
      for (const other of [{ lines: feeOf(place.accountId, '12.51') }, { reason: 'Otra' }])
        await expect(f.ask({ ...body, ...other }, key)).rejects.toMatchObject(refused(422, 'idempotency.differentBody'))
    }
    await switchTasksOff(f.t.db, [])
    expect(await f.balance(place)).toBe('987.50')
  })

  test('refuses an approver who is related to a client of the journal', async () => {
    const [one, near] = [await f.accountWith(), await f.accountWith()]
    const employee = await f.t.make.employee()
    const checker = await f.t.as('direction', employee.cvl)
    const { cvl } = await f.t.db
      .selectFrom('client')
      .where('id', '=', near.clientId)
      .select('cvl')
      .executeTakeFirstOrThrow()
    await checker.call(declareRelative, { body: { cvl, relation: 'sibling' } })
    const lines = [
      ...feeOf(one.accountId, '1.00'),
      debit('client_capital', '1.00', { accountId: near.accountId }),
      credit('opening_balances', '1.00'),
    ]
    const { approvalId } = await f.ask({ lines })
    await expect(checker.call(approve, { params: { approvalId: approvalId! }, body: {} })).rejects.toMatchObject(
      refused(409, 'approval.ownRecord'),
    )
    await f.letGo(approvalId)
  })

  test('a journal names all its clients and refuses decisions by their relatives', async () => {
    const [one, other] = [await f.accountWith(), await f.accountWith()]
    const lines = [
      debit('client_capital', '5.00', { accountId: one.accountId }),
      credit('client_capital', '5.00', { accountId: other.accountId }),
    ]
    const clients = await f.t.db
      .selectFrom('client')
      .where('id', 'in', [one.clientId, other.clientId])
      .select(['cvl', sql<string>`trim(name || ' ' || surname)`.as('name')])
      .orderBy('id')
      .execute()
    const employee = await f.t.make.employee()
    const near = await f.t.as('direction', employee.cvl)
    const { approvalId } = await f.ask({ kind: 'adjustment', lines })
    const params = { approvalId: approvalId! }
    const told = await f.direction.call(getApproval, { params })
    expect(told).toMatchObject({
      aboutName: clients.map(({ name }) => name).join(', '),
      clientCvl: clients.map(({ cvl }) => cvl).join(', '),
      mayDecide: true,
    })
    await near.call(declareRelative, { body: { cvl: clients[1]!.cvl, relation: 'sibling' } })
    expect(await near.call(getApproval, { params })).toMatchObject({
      mayDecide: false,
      standBack: 'approval.ownRecord',
    })
    await expect(near.call(reject, { params, body: { reason: 'No procede' } })).rejects.toMatchObject(
      refused(409, 'approval.ownRecord'),
    )
    await f.letGo(approvalId)
    expect([await f.balance(one), await f.balance(other)]).toEqual(['995.00', '1005.00'])
    const [journal] = (await f.direction.call(listJournals.page, { query: { source: 'entry', kind: 'adjustment' } }))
      .rows
    const undone = await f.withKey().call(reverseBooked, {
      params: { journalId: journal!.id },
      body: { reason: 'Era de otro cliente' },
    })
    expect(await f.direction.call(getApproval, { params: { approvalId: undone.approvalId! } })).toMatchObject({
      clientCvl: told.clientCvl,
    })
  })

  test('finds accounts for a journal by number and holder', async () => {
    const client = await f.t.make.client({ surname: 'Zurbarán', checked: true })
    const { accountId } = await f.accountWith('70.00', { clientId: client.id })
    const { rows } = await f.admin.call(findEntryAccounts, { query: { q: 'zurbaran' } })
    expect(rows).toMatchObject([{ accountId, available: '70.00', payable: '0.00', status: 'active' }])
    expect((await f.admin.call(findEntryAccounts, { query: { q: rows[0]!.number } })).rows).toHaveLength(1)
  })
})

describe('owed tax', () => {
  const pay = (body: object, key: string = randomUUID()) =>
    f.withKey(key).call(payTax, {
      body: {
        ...{
          form: 'es193',
          from: '2026-05-01',
          to: '2026-06-01',
          amount: '1.00',
          bookingDate: today,
          valueDate: today,
        },
        ...{ description: 'Modelo 123', reason: 'Vence el 20' },
        ...body,
      },
    } as Parameters<typeof f.admin.call<typeof payTax>>[1])
  const owed = async (form = 'es193', asOf = today) => {
    const query = { form, from: '2026-05-01', to: '2026-06-01', asOf } as { form: 'es193'; from: string; to: string }
    return (await f.direction.call(getTaxOwed, { query })).owed
  }
  const withheld = async (on: string, amount: string, told = true) => {
    const { clientId, accountId } = await f.accountWith()
    const { journalId } = await f.t.make.movement(accountId, `-${amount}`, 'withholding', on)
    if (!told) return
    await f.t.db
      .insertInto('withholdingPart')
      .values({
        accountId,
        clientId,
        journalId,
        bookedOn: on,
        base: '100',
        basis: 'interest',
        rate: '19',
        region: 'ES',
        source: 'LIRPF',
        amount,
        country: 'ES',
      })
      .execute()
  }

  test('lists owed tax by form and month and pays the oldest first, never more', async () => {
    await withheld('2026-05-10', '60.00')
    await withheld('2026-06-10', '40.00')
    await withheld('2026-06-11', '7.00', false)
    expect([await owed(), await owed('none'), await owed('es193', '2026-05-31')]).toEqual(['100.00', '7.00', '60.00'])
    await expect(pay({ amount: '100.01' })).rejects.toMatchObject(refused(422, 'tax.overOwed', { amount: 'overOwed' }))
    await expect(pay({ amount: '60.01', bookingDate: '2026-05-31' })).rejects.toMatchObject(
      refused(422, 'tax.overOwed'),
    )
    await expect(pay({ from: '2026-06-01', to: '2026-05-01' })).rejects.toMatchObject(
      refused(400, 'request.invalid', { to: 'order' }),
    )
    // Two are asked for while both would fit; of the two one is let go.
    const [first, second] = [await pay({ amount: '70.00' }), await pay({ amount: '70.00' })]
    await f.letGo(first.approvalId)
    await expect(f.letGo(second.approvalId)).rejects.toMatchObject(refused(422, 'tax.overOwed'))
    const { rows } = await f.direction.call(listTaxesOwed.page, { query: { year: '2026' } })
    expect(rows.map(({ form, month, withheld: kept, paid, owed: left }) => [form, month, kept, paid, left])).toEqual([
      ['none', '2026-06-01', '7.00', '0.00', '7.00'],
      ['es193', '2026-06-01', '40.00', '10.00', '30.00'],
      ['es193', '2026-05-01', '60.00', '60.00', '0.00'],
    ])
    const { totals } = await f.direction.call(listTaxesOwed.count, { query: { year: '2026' } })
    const { ledgers } = await f.direction.call(getChart, {})
    expect(totals.owed).toBe('37.00')
    expect(ledgers.find(({ code }) => code === 'tax_payable')?.balance).toBe('-37.00')
    const check = await f.direction.call(getReconciliation, { query: { year: '2026' } })
    expect(check.account).toEqual({ opening: '0.00', adjusted: '0.00', paid: '70.00', closing: '37.00' })
    expect([check.ledger, check.summary]).toEqual(['107.00', '100.00'])
    const { body } = await f.direction.send(listTaxesOwed.exportRows, {
      query: { format: 'csv', year: '2026', sort: 'month' },
    })
    expect(body.trim().split('\r\n')).toHaveLength(4)
    expect((await f.direction.call(listTaxesOwed.page, { query: { open: 'true' } })).rows).toHaveLength(2)
  })

  test('adjustments and reversals change the owed tax', async () => {
    const more = [
      credit('tax_payable', '5.00', { tax: { form: 'es193', month: '2026-05-01' } }),
      debit('opening_balances', '5.00'),
    ]
    await f.letGo((await f.ask({ kind: 'adjustment', lines: more })).approvalId)
    expect(await owed()).toBe('35.00')
    const key = randomUUID()
    const told = await Promise.all(Array.from({ length: 12 }, () => pay({ amount: '35.00' }, key)))
    expect(new Set(told.map(({ approvalId }) => approvalId)).size).toBe(1)
    await f.letGo(told[0]!.approvalId)
    // Nothing is owed now, and still the key is answered.
    expect(await pay({ amount: '35.00' }, key)).toEqual(told[0])
    expect(await owed()).toBe('0.00')
    const [payment] = (await f.direction.call(listJournals.page, { query: { source: 'tax' } })).rows
    const { approvalId } = await f
      .withKey()
      .call(reverseBooked, { params: { journalId: payment!.id }, body: { reason: 'El banco la devolvió' } })
    await f.letGo(approvalId)
    expect(await owed()).toBe('35.00')
    expect((await f.direction.call(getReconciliation, { query: { year: '2026' } })).account).toEqual({
      ...{ opening: '0.00', adjusted: '5.00', paid: '70.00', closing: '42.00' },
    })
  })
})

test('refuses journals and owed tax to a user whose scope is below the firm', async () => {
  const narrow = await f.t.as('hr', (await f.t.make.employee()).cvl)
  await f.t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('hr', 'bt_Contabilidad', '{view,create,export}', 'team')`,
  )
  const { accountId } = await f.accountWith()
  await expect(f.ask({ lines: feeOf(accountId) }, randomUUID(), narrow)).rejects.toMatchObject({ status: 403 })
  for (const endpoint of [listTaxesOwed.page, listTaxesOwed.count])
    await expect(narrow.call(endpoint, {})).rejects.toMatchObject({ status: 403 })
  await expect(narrow.call(findEntryAccounts, { query: { q: 'ana' } })).rejects.toMatchObject({ status: 403 })
})
