import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadBankStatement } from '#contract/bank/uploads.ts'
import {
  assignReceipt,
  cancelReceiptReturn,
  confirmReceiptReturn,
  findReceiptAccounts,
  getBankEntry,
  getBankStatement,
  getStatementReconciliation,
  listBankStatements,
  listReceipts,
  listStatementEntries,
  returnReceipt,
} from '#contract/bank.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution, listContributions } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { reverseJournal } from '#contract/journals.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { buildCamt053, buildNorma43, ownIban } from './test-statements.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
/** Whoever uploads a line doesn't assign it alone. */
let assigner: typeof admin
let sequence = 0

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setDisabledTasks(t.db, ['statement'])
  admin = await t.as('admin')
  assigner = await t.as('admin', (await t.make.employee()).cvl)
  await t.owner.query(`set search_path = dino, registry; insert into bank_account (number) values ('${ownIban}')`)
})
afterAll(() => t.drop())

const callUploadStatement = (text: string | Buffer, ours?: 'true') =>
  admin.call(uploadBankStatement, {
    query: { fileName: 'extracto.xml', ...(ours && { ours }) },
    content: new Blob([text as BlobPart], { type: 'application/octet-stream' }),
  })
const listEntriesOf = async (statementId: string) =>
  (await admin.call(listStatementEntries.page, { params: { statementId }, query: {} })).rows
const uploadAndListEntries = async (text: string) => {
  const { statements } = await callUploadStatement(text)
  return listEntriesOf(statements[0]!.id)
}
/** A client who may bring money, with an account whose number people write. */
const createClientAccount = async (
  given: { status?: 'active' | 'pending'; agreed?: string; iban?: string; surname?: string } = {},
) => {
  const surname = given.surname ?? `Íñiguez Peña${++sequence}`
  const bankAccounts = given.iban ? [given.iban] : []
  const client = await t.make.client({ checked: true, name: 'José María', surname, bankAccounts })
  const account = await t.make.account({
    clientId: client.id,
    ...(given.status === 'pending' && { status: 'pending', openedOn: null, agreedAmount: given.agreed ?? '5000.00' }),
  })
  const number = `D-EVAS-12-${String(7000000 + (Number(account.id) % 1000000))}`
  await t.db.updateTable('account').set({ number }).where('id', '=', account.id).execute()
  return { clientId: client.id, accountId: account.id, number, name: `José María ${surname}`, cvl: client.cvl }
}
/** What the payer writes: the account's number and their own name. */
const buildPaymentReference = ({ number, name }: { number: string; name: string }) => ({ text: number, name })
const getAccountBalance = async ({ clientId, accountId }: { clientId: string; accountId: string }) =>
  (await admin.call(getAccount, { params: { clientId, accountId } })).balance
const sumPostings = async (accountOrLedger: number) =>
  (
    await t.owner.query(
      `select coalesce(sum(amount), 0)::numeric(18,2)::text as sum from dino.posting where ledger = $1`,
      [accountOrLedger],
    )
  ).rows[0].sum as string
const buildExpectedError = (status: number, code: string, fields?: object) => ({
  status,
  code,
  ...(fields && { fields }),
})
const expectIntactLedger = async () => {
  const { differences } = await verifyLedger(
    { ownerUrl: t.ownerUrl, secret: t.secret, prefix: 'dino' } as never,
    undefined,
  )
  expect(differences).toBe(0)
}

describe('receipts in bank statements', () => {
  test('posts a receipt to the account its text names, earning from the value date', async () => {
    const one = await createClientAccount()
    const text = `Aportación ${one.number.replaceAll('-', ' ').toLowerCase()} junio`
    const [entry] = await uploadAndListEntries(
      buildCamt053([{ ...buildPaymentReference(one), amount: '250.00', text, valueDate: '2026-06-11' }]),
    )
    expect(entry).toMatchObject({ state: 'posted', accountNumber: one.number, clientId: one.clientId })
    expect(await getAccountBalance(one)).toBe('250.00')
    const { rows } = await admin.call(listContributions.page, { query: { search: one.cvl } })
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
    const one = await createClientAccount({ status: 'pending' })
    await uploadAndListEntries(
      buildCamt053([{ amount: '5000.00', ...buildPaymentReference(one), valueDate: '2026-06-10' }]),
    )
    expect(await admin.call(getAccount, { params: one })).toMatchObject({
      status: 'active',
      openedOn: '2026-06-10',
      balance: '5000.00',
    })
  })

  test("proposes accounts by opening amount and name or by payer's account, without booking", async () => {
    const pendingAccount = await createClientAccount({ status: 'pending', agreed: '7777.00', surname: 'Muñoz Gómez' })
    const payer = await createClientAccount({ iban: 'ES7921000813610123456789' })
    const entries = await uploadAndListEntries(
      buildCamt053([
        { amount: '7777.00', name: 'MUNOZ GOMEZ JOSE MARIA', text: 'apertura' },
        { amount: '60.00', iban: 'ES7921000813610123456789', name: 'Otro nombre', text: 'ahorro' },
      ]),
    )
    expect(entries.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const answers = await Promise.all(entries.map(({ id }) => admin.call(getBankEntry, { params: { entryId: id } })))
    expect(answers.map(({ proposedAccountId, proposedBy }) => [proposedAccountId, proposedBy])).toEqual([
      [pendingAccount.accountId, 'opening'],
      [payer.accountId, 'iban'],
    ])
    await assigner.call(assignReceipt, {
      params: { entryId: entries[0]!.id },
      body: { accountId: pendingAccount.accountId },
    })
    expect(await admin.call(getAccount, { params: pendingAccount })).toMatchObject({
      status: 'active',
      openedOn: '2026-06-12',
    })
  })

  test('proposes no account when two match or a longer number only begins alike', async () => {
    const [one, other] = [await createClientAccount(), await createClientAccount()]
    const [both, longer] = await uploadAndListEntries(
      buildCamt053([
        { amount: '10.00', text: `${one.number} o ${other.number}` },
        { amount: '11.00', text: `${one.number}99` },
      ]),
    )
    for (const entry of [both!, longer!])
      expect(await admin.call(getBankEntry, { params: { entryId: entry.id } })).toMatchObject({
        state: 'waiting',
        proposedAccountId: null,
      })
  })

  test('a receipt waits with the reason when its account may not take it', async () => {
    const one = await createClientAccount()
    await t.db.updateTable('client').set({ lopdStatus: 'sent' }).where('id', '=', one.clientId).execute()
    const [entry] = await uploadAndListEntries(buildCamt053([{ amount: '30.00', ...buildPaymentReference(one) }]))
    expect(entry!.state).toBe('waiting')
    expect(await admin.call(getBankEntry, { params: { entryId: entry!.id } })).toMatchObject({
      proposedAccountId: one.accountId,
      proposedBy: 'reference',
      bar: 'client.lopd',
    })
    expect(await getAccountBalance(one)).toBe('0.00')
  })

  test('matches a receipt with a contribution noted by hand and books it once', async () => {
    const one = await createClientAccount()
    await admin.call(addContribution, {
      params: one,
      body: { amount: '444.00', valueDate: '2026-06-09', reference: 'Avisó por teléfono' },
    })
    const bank = await sumPostings(1)
    const [entry] = await uploadAndListEntries(buildCamt053([{ amount: '444.00', ...buildPaymentReference(one) }]))
    expect(entry).toMatchObject({ state: 'noted', accountNumber: one.number })
    expect([await getAccountBalance(one), await sumPostings(1)]).toEqual(['444.00', bank])
  })

  test('books a receipt once, however many statements show it', async () => {
    const one = await createClientAccount()
    const shared = { amount: '71.00', ...buildPaymentReference(one), reference: 'SHARED1', on: '2026-06-09' }
    const first = await callUploadStatement(
      buildCamt053([shared], { from: '2026-06-09', to: '2026-06-09', reference: 'A' }),
    )
    const second = await callUploadStatement(
      buildCamt053([shared, { amount: '5.00', reference: 'NEW1', text: 'nada' }], {
        from: '2026-06-09',
        to: '2026-06-10',
        reference: 'B',
      }),
    )
    expect(second.statements).toMatchObject([{ entries: 2, fresh: 1 }])
    expect(
      await callUploadStatement(buildCamt053([shared], { from: '2026-06-09', to: '2026-06-09', reference: 'A' })),
    ).toEqual({
      known: true,
      approvalId: null,
      statements: [{ ...first.statements[0]!, fresh: 0 }],
    })
    expect((await listEntriesOf(second.statements[0]!.id)).map(({ known }) => known)).toEqual([true, false])
    expect(await getAccountBalance(one)).toBe('71.00')
  })

  test('books two identical receipts of one day as two', async () => {
    const one = await createClientAccount()
    const twin = { amount: '9.00', ...buildPaymentReference(one), reference: '' }
    await uploadAndListEntries(buildCamt053([twin, twin]))
    expect(await getAccountBalance(one)).toBe('18.00')
  })

  test('reads Norma 43 like camt.053, for the same bank account', async () => {
    const one = await createClientAccount()
    const { statements } = await callUploadStatement(
      buildNorma43([
        { amount: '88.50', text: `${one.name} ${one.number}`, reference: '123456789012' },
        { amount: '-3.25', text: 'COMISIÓN' },
      ]),
    )
    expect(await admin.call(getBankStatement, { params: { statementId: statements[0]!.id } })).toMatchObject({
      bankAccount: ownIban,
      format: 'norma43',
      opening: '1000.00',
      closing: '1085.25',
      states: { posted: 1, other: 1 },
    })
    expect(await getAccountBalance(one)).toBe('88.50')
  })

  test('refuses a statement of an unknown bank account until confirmed', async () => {
    const file = buildCamt053([{ amount: '1.00' }], { number: 'ES6000491500051234567892' })
    await expect(callUploadStatement(file)).rejects.toMatchObject(
      buildExpectedError(409, 'statement.unknownAccount', { number: 'ES6000491500051234567892' }),
    )
    expect(await callUploadStatement(file, 'true')).toMatchObject({ known: false })
  })

  test('ten concurrent uploads of one statement book it once', async () => {
    const one = await createClientAccount()
    const file = buildCamt053([{ amount: '123.00', ...buildPaymentReference(one), reference: 'TEN' }], {
      reference: 'ten',
    })
    const answers = await Promise.all(Array.from({ length: 10 }, () => callUploadStatement(file)))
    expect(answers.filter(({ known }) => !known)).toHaveLength(1)
    expect(new Set(answers.map(({ statements }) => statements[0]!.id)).size).toBe(1)
    expect(await getAccountBalance(one)).toBe('123.00')
  })

  test('refuses a too large, too long or partly wrong statement and changes nothing', async () => {
    const one = await createClientAccount()
    const counted = async () =>
      (
        await t.owner.query(
          'select (select count(*) from dino.bank_entry) as lines, (select count(*) from dino.journal) as journals',
        )
      ).rows
    const before = await counted()
    await expect(callUploadStatement(`<Document>${' '.repeat(5_000_000)}</Document>`)).rejects.toMatchObject({
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
    await expect(callUploadStatement(wrong)).rejects.toMatchObject(buildExpectedError(422, 'statement.wrongFile'))
    expect(await counted()).toEqual(before)
    expect((await callUploadStatement(good)).statements).toMatchObject([{ entries: 300, fresh: 300 }])
    expect(await getAccountBalance(one)).toBe('300.00')
  })

  test('books a receipt of a closed month today', async () => {
    const one = await createClientAccount()
    await t.owner.query(`update dino.ledger_period set closed_through = '2026-05-31'`)
    await uploadAndListEntries(
      buildCamt053([{ amount: '15.00', ...buildPaymentReference(one), valueDate: '2026-06-11' }], { to: '2026-05-20' }),
    )
    await t.owner.query(`update dino.ledger_period set closed_through = '-infinity'`)
    const { rows } = await admin.call(listContributions.page, { query: { search: one.cvl } })
    expect(rows).toMatchObject([{ bookingDate: '2026-06-15', valueDate: '2026-06-11' }])
  })
})

describe('unidentified receipts', () => {
  const pendingAccount = async (amount: string) =>
    (
      await uploadAndListEntries(
        buildCamt053([{ amount, text: 'sin nada', name: 'José María Íñiguez', reference: randomUUID() }]),
      )
    )[0]!

  test('finds a waiting receipt by amount and assigns it to an account', async () => {
    const one = await createClientAccount()
    const entry = await pendingAccount('321.00')
    const { rows } = await admin.call(listReceipts.page, { query: { search: '321.00' } })
    expect(rows.map(({ id }) => id)).toEqual([entry.id])
    const found = await admin.call(findReceiptAccounts, { query: { q: one.number } })
    expect(found.rows).toMatchObject([{ accountId: one.accountId, number: one.number }])
    const before = await sumPostings(2)
    await assigner.call(assignReceipt, { params: { entryId: entry.id }, body: { accountId: one.accountId } })
    expect(await getAccountBalance(one)).toBe('321.00')
    expect(Number(await sumPostings(2)) - Number(before)).toBeCloseTo(321, 2)
  })

  test('assigns a receipt once under concurrent requests and one idempotency key', async () => {
    const [one, other] = [await createClientAccount(), await createClientAccount()]
    const entry = await pendingAccount('55.00')
    const answers = await Promise.allSettled(
      [one, other, one, other].map(({ accountId }) =>
        assigner.call(assignReceipt, { params: { entryId: entry.id }, body: { accountId } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const failed of answers.filter((one) => one.status === 'rejected'))
      expect(failed.reason).toMatchObject(buildExpectedError(409, 'receipt.notWaiting'))
    expect(Number(await getAccountBalance(one)) + Number(await getAccountBalance(other))).toBe(55)

    const again = await pendingAccount('56.00')
    const by = t.callerWith(assigner.token, { [idempotencyKeyHeader]: randomUUID() })
    const keyed = () => by.call(assignReceipt, { params: { entryId: again.id }, body: { accountId: one.accountId } })
    const first = await keyed()
    expect(await keyed()).toEqual(first)
    const third = await pendingAccount('57.00')
    await expect(
      by.call(assignReceipt, { params: { entryId: third.id }, body: { accountId: one.accountId } }),
    ).rejects.toMatchObject(buildExpectedError(422, 'idempotency.differentBody'))
  })

  test('a receipt waits again when its contribution is reversed, for any account', async () => {
    const [wrong, right] = [await createClientAccount(), await createClientAccount()]
    const entry = await pendingAccount('99.00')
    const { journalId } = await assigner.call(assignReceipt, {
      params: { entryId: entry.id },
      body: { accountId: wrong.accountId },
    })
    await setDisabledTasks(t.db, ['reversal', 'statement'])
    await admin.call(reverseJournal, { params: { ...wrong, journalId: journalId! }, body: { reason: 'No era suyo' } })
    await setDisabledTasks(t.db, ['statement'])
    expect((await admin.call(getBankEntry, { params: { entryId: entry.id } })).state).toBe('waiting')
    await assigner.call(assignReceipt, { params: { entryId: entry.id }, body: { accountId: right.accountId } })
    expect([await getAccountBalance(wrong), await getAccountBalance(right)]).toEqual(['0.00', '99.00'])
  })

  test('a receipt noted by hand and reversed waits for the right account', async () => {
    const [wrong, right] = [await createClientAccount(), await createClientAccount()]
    const body = { amount: '222.00', valueDate: '2026-06-12', reference: 'Avisó por teléfono' }
    const { journalId } = await admin.call(addContribution, { params: wrong, body })
    const [entry] = await uploadAndListEntries(
      buildCamt053([
        { amount: '222.00', ...buildPaymentReference({ ...wrong, name: 'José María Íñiguez' }), reference: 'NOTED222' },
      ]),
    )
    expect(entry!.state).toBe('noted')
    await setDisabledTasks(t.db, ['reversal', 'statement'])
    await admin.call(reverseJournal, { params: { ...wrong, journalId: journalId! }, body: { reason: 'No era suyo' } })
    await setDisabledTasks(t.db, ['statement'])
    expect((await admin.call(getBankEntry, { params: { entryId: entry!.id } })).state).toBe('waiting')
    const bank = await sumPostings(1)
    await assigner.call(assignReceipt, { params: { entryId: entry!.id }, body: { accountId: right.accountId } })
    expect([await getAccountBalance(wrong), await getAccountBalance(right)]).toEqual(['0.00', '222.00'])
    expect(Number(await sumPostings(1)) - Number(bank)).toBeCloseTo(222, 2)
  })

  test('a returned receipt leaves the books when the bank shows the return', async () => {
    const iban = 'ES7100302053091234567895'
    const [entry] = await uploadAndListEntries(
      buildCamt053([{ amount: '640.00', text: 'error', iban, reference: 'IN640' }]),
    )
    await admin.call(returnReceipt, { params: { entryId: entry!.id }, body: { reason: 'No es cliente' } })
    await expect(
      assigner.call(assignReceipt, {
        params: { entryId: entry!.id },
        body: { accountId: (await createClientAccount()).accountId },
      }),
    ).rejects.toMatchObject(buildExpectedError(409, 'receipt.notWaiting'))
    const before = await sumPostings(2)
    const [back] = await uploadAndListEntries(
      buildCamt053([{ amount: '-640.00', text: 'devolución', iban, reference: 'OUT640' }]),
    )
    expect(back!.state).toBe('refund')
    expect((await admin.call(getBankEntry, { params: { entryId: entry!.id } })).state).toBe('returned')
    expect(Number(await sumPostings(2)) - Number(before)).toBeCloseTo(640, 2)
  })

  test('keeps a receipt meant for return, or matches its outgoing line by hand', async () => {
    const entry = await pendingAccount('641.00')
    await admin.call(returnReceipt, { params: { entryId: entry.id }, body: { reason: 'No es cliente' } })
    await admin.call(cancelReceiptReturn, { params: { entryId: entry.id } })
    await expect(admin.call(cancelReceiptReturn, { params: { entryId: entry.id } })).rejects.toMatchObject(
      buildExpectedError(409, 'receipt.notReturning'),
    )
    const [out, other] = await uploadAndListEntries(
      buildCamt053([
        { amount: '-641.00', text: 'devolución', reference: 'OUT641' },
        { amount: '-1.00', text: 'comisión', reference: 'FEE' },
      ]),
    )
    expect(out!.state).toBe('other')
    await admin.call(returnReceipt, { params: { entryId: entry.id }, body: { reason: 'No es cliente' } })
    const confirmed = (byEntryId: string) =>
      admin.call(confirmReceiptReturn, { params: { entryId: entry.id }, body: { byEntryId } })
    await expect(confirmed(other!.id)).rejects.toMatchObject(buildExpectedError(409, 'receipt.notTheWayBack'))
    expect(await confirmed(out!.id)).toEqual({ state: 'returned' })
  })
})

describe('reconciliation of bank and books', () => {
  test('reconciliation rows add up to the difference of bank and books, to the cent', async () => {
    const { rows } = await admin.call(listBankStatements.page, { query: {} })
    for (const { id } of rows) {
      const answers = await admin.call(getStatementReconciliation, { params: { statementId: id } })
      const cents = (amount: string) => Math.round(Number(amount) * 100)
      expect(answers.rows.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(answers.difference))
      expect(cents(answers.bank) - cents(answers.books)).toBe(cents(answers.difference))
      expect(answers.more).toBe(0)
    }
  })

  test('bank and books agree after all statements', expectIntactLedger)
})
