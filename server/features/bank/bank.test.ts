import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignReceipt, getBankEntry, getBankStatement } from '#contract/bank.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution, listContributions } from '#contract/contributions.ts'
import {
  buildExpectedError,
  buildPaymentReference,
  createReceiptFixture,
  expectIntactLedger,
  expectReconciledStatements,
} from './test-receipts.ts'
import { buildCamt053, buildNorma43, ownIban } from './test-statements.ts'

let fixture: Awaited<ReturnType<typeof createReceiptFixture>>
beforeAll(async () => {
  fixture = await createReceiptFixture()
})
afterAll(() => fixture.t.drop())

describe('receipts in bank statements', () => {
  test('posts a receipt to the account its text names, earning from the value date', async () => {
    const one = await fixture.createClientAccount()
    const text = `Aportación ${one.number.replaceAll('-', ' ').toLowerCase()} junio`
    const [entry] = await fixture.uploadAndListEntries(
      buildCamt053([{ ...buildPaymentReference(one), amount: '250.00', text, valueDate: '2026-06-11' }]),
    )
    expect(entry).toMatchObject({ state: 'posted', accountNumber: one.number, clientId: one.clientId })
    expect(await fixture.getAccountBalance(one)).toBe('250.00')
    const { rows } = await fixture.admin.call(listContributions.page, { query: { search: one.cvl } })
    expect(rows).toMatchObject([
      {
        bookingDate: '2026-06-12',
        valueDate: '2026-06-11',
        amount: '250.00',
        source: 'statement',
        accountNumber: one.number,
      },
    ])
  })

  test('a receipt opens the account that waited for it, on its value date', async () => {
    const one = await fixture.createClientAccount({ status: 'pending' })
    await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '5000.00', ...buildPaymentReference(one), valueDate: '2026-06-10' }]),
    )
    expect(await fixture.admin.call(getAccount, { params: one })).toMatchObject({
      status: 'active',
      openedOn: '2026-06-10',
      balance: '5000.00',
    })
  })

  test("proposes accounts by opening amount and name or by payer's account, without booking", async () => {
    const pendingAccount = await fixture.createClientAccount({
      status: 'pending',
      agreed: '7777.00',
      surname: 'Muñoz Gómez',
    })
    const payer = await fixture.createClientAccount({ iban: 'ES7921000813610123456789' })
    const entries = await fixture.uploadAndListEntries(
      buildCamt053([
        { amount: '7777.00', name: 'MUNOZ GOMEZ JOSE MARIA', text: 'apertura' },
        { amount: '60.00', iban: 'ES7921000813610123456789', name: 'Otro nombre', text: 'ahorro' },
      ]),
    )
    expect(entries.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const answers = await Promise.all(
      entries.map(({ id }) => fixture.admin.call(getBankEntry, { params: { entryId: id } })),
    )
    expect(answers.map(({ proposedAccountId, proposedBy }) => [proposedAccountId, proposedBy])).toEqual([
      [pendingAccount.accountId, 'opening'],
      [payer.accountId, 'iban'],
    ])
    await fixture.assigner.call(assignReceipt, {
      params: { entryId: entries[0]!.id },
      body: { accountId: pendingAccount.accountId },
    })
    expect(await fixture.admin.call(getAccount, { params: pendingAccount })).toMatchObject({
      status: 'active',
      openedOn: '2026-06-12',
    })
  })

  test('proposes no account when two match or a longer number only begins alike', async () => {
    const one = await fixture.createClientAccount()
    const other = await fixture.createClientAccount()
    const [both, longer] = await fixture.uploadAndListEntries(
      buildCamt053([
        { amount: '10.00', text: `${one.number} o ${other.number}` },
        { amount: '11.00', text: `${one.number}99` },
      ]),
    )
    for (const entry of [both!, longer!])
      expect(await fixture.admin.call(getBankEntry, { params: { entryId: entry.id } })).toMatchObject({
        state: 'waiting',
        proposedAccountId: null,
      })
  })

  test('a receipt waits with the reason when its account may not take it', async () => {
    const one = await fixture.createClientAccount()
    await fixture.t.db.updateTable('client').set({ lopdStatus: 'sent' }).where('id', '=', one.clientId).execute()
    const [entry] = await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '30.00', ...buildPaymentReference(one) }]),
    )
    expect(entry!.state).toBe('waiting')
    expect(await fixture.admin.call(getBankEntry, { params: { entryId: entry!.id } })).toMatchObject({
      proposedAccountId: one.accountId,
      proposedBy: 'reference',
      bar: 'client.lopd',
    })
    expect(await fixture.getAccountBalance(one)).toBe('0.00')
  })

  test('matches a receipt with a contribution noted by hand and books it once', async () => {
    const one = await fixture.createClientAccount()
    await fixture.admin.call(addContribution, {
      params: one,
      body: { amount: '444.00', valueDate: '2026-06-09', reference: 'Avisó por teléfono' },
    })
    const bank = await fixture.sumPostings(1)
    const [entry] = await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '444.00', ...buildPaymentReference(one) }]),
    )
    expect(entry).toMatchObject({ state: 'noted', accountNumber: one.number })
    expect([await fixture.getAccountBalance(one), await fixture.sumPostings(1)]).toEqual(['444.00', bank])
  })

  test('books a receipt once, however many statements show it', async () => {
    const one = await fixture.createClientAccount()
    const shared = { amount: '71.00', ...buildPaymentReference(one), reference: 'SHARED1', on: '2026-06-09' }
    const first = await fixture.callUploadStatement(
      buildCamt053([shared], { from: '2026-06-09', to: '2026-06-09', reference: 'A' }),
    )
    const second = await fixture.callUploadStatement(
      buildCamt053([shared, { amount: '5.00', reference: 'NEW1', text: 'nada' }], {
        from: '2026-06-09',
        to: '2026-06-10',
        reference: 'B',
      }),
    )
    expect(second.statements).toMatchObject([{ entries: 2, fresh: 1 }])
    expect(
      await fixture.callUploadStatement(
        buildCamt053([shared], { from: '2026-06-09', to: '2026-06-09', reference: 'A' }),
      ),
    ).toEqual({
      known: true,
      approvalId: null,
      statements: [{ ...first.statements[0]!, fresh: 0 }],
    })
    expect((await fixture.listEntriesOf(second.statements[0]!.id)).map(({ known }) => known)).toEqual([true, false])
    expect(await fixture.getAccountBalance(one)).toBe('71.00')
  })

  test('books two identical receipts of one day as two', async () => {
    const one = await fixture.createClientAccount()
    const twin = { amount: '9.00', ...buildPaymentReference(one), reference: '' }
    await fixture.uploadAndListEntries(buildCamt053([twin, twin]))
    expect(await fixture.getAccountBalance(one)).toBe('18.00')
  })

  test('reads Norma 43 like camt.053, for the same bank account', async () => {
    const one = await fixture.createClientAccount()
    const { statements } = await fixture.callUploadStatement(
      buildNorma43([
        { amount: '88.50', text: `${one.name} ${one.number}`, reference: '123456789012' },
        { amount: '-3.25', text: 'COMISIÓN' },
      ]),
    )
    expect(await fixture.admin.call(getBankStatement, { params: { statementId: statements[0]!.id } })).toMatchObject({
      bankAccount: ownIban,
      format: 'norma43',
      opening: '1000.00',
      closing: '1085.25',
      states: { posted: 1, other: 1 },
    })
    expect(await fixture.getAccountBalance(one)).toBe('88.50')
  })

  test('refuses a statement of an unknown bank account until confirmed', async () => {
    const file = buildCamt053([{ amount: '1.00' }], { number: 'ES6000491500051234567892' })
    await expect(fixture.callUploadStatement(file)).rejects.toMatchObject(
      buildExpectedError(409, 'statement.unknownAccount', { number: 'ES6000491500051234567892' }),
    )
    expect(await fixture.callUploadStatement(file, 'true')).toMatchObject({ known: false })
  })

  test('ten concurrent uploads of one statement book it once', async () => {
    const one = await fixture.createClientAccount()
    const file = buildCamt053([{ amount: '123.00', ...buildPaymentReference(one), reference: 'TEN' }], {
      reference: 'ten',
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.callUploadStatement(file)))
    expect(answers.filter(({ known }) => !known)).toHaveLength(1)
    expect(new Set(answers.map(({ statements }) => statements[0]!.id)).size).toBe(1)
    expect(await fixture.getAccountBalance(one)).toBe('123.00')
  })

  test('refuses a too large, too long or partly wrong statement and changes nothing', async () => {
    const one = await fixture.createClientAccount()
    const counted = async () =>
      (
        await fixture.t.owner.query(
          'select (select count(*) from dino.bank_entry) as lines, (select count(*) from dino.journal) as journals',
        )
      ).rows
    const before = await counted()
    await expect(fixture.callUploadStatement(`<Document>${' '.repeat(5_000_000)}</Document>`)).rejects.toMatchObject({
      status: 413,
    })
    const many = (count: number) =>
      buildCamt053(
        Array.from({ length: count }, (_, n) => ({
          amount: '1.00',
          ...buildPaymentReference(one),
          reference: `M${n}`,
        })),
        { reference: `many ${count}` },
      )
    const good = many(300)
    const last = good.lastIndexOf('<BookgDt><Dt>2026-06')
    const wrong = `${good.slice(0, last)}${good.slice(last).replace('2026-06', '2026-13')}`
    await expect(fixture.callUploadStatement(wrong)).rejects.toMatchObject(
      buildExpectedError(422, 'statement.wrongFile'),
    )
    expect(await counted()).toEqual(before)
    expect((await fixture.callUploadStatement(good)).statements).toMatchObject([{ entries: 300, fresh: 300 }])
    expect(await fixture.getAccountBalance(one)).toBe('300.00')
  })

  test('books a receipt of a closed month today', async () => {
    const one = await fixture.createClientAccount()
    await fixture.t.owner.query(`update dino.ledger_period set closed_through = '2026-05-31'`)
    await fixture.uploadAndListEntries(
      buildCamt053([{ amount: '15.00', ...buildPaymentReference(one), valueDate: '2026-06-11' }], { to: '2026-05-20' }),
    )
    await fixture.t.owner.query(`update dino.ledger_period set closed_through = '-infinity'`)
    const { rows } = await fixture.admin.call(listContributions.page, { query: { search: one.cvl } })
    expect(rows).toMatchObject([{ bookingDate: '2026-06-15', valueDate: '2026-06-11' }])
  })
})

describe('reconciliation of bank and books', () => {
  test('reconciliation rows add up to the difference of bank and books, to the cent', () =>
    expectReconciledStatements(fixture))

  test('bank and books agree after all statements', () => expectIntactLedger(fixture))
})
