import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printCancellationQuote } from '#contract/cancellations.ts'
import { getAccount } from '#contract/clients/client.ts'
import { requestWithdrawal } from '#contract/payments.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { buildExpectedError, createCancellationFixture, eveningMs, pastMidnightMs } from './test-cancellations.ts'

let fixture: Awaited<ReturnType<typeof createCancellationFixture>>
beforeAll(async () => {
  fixture = await createCancellationFixture()
})
afterAll(async () => {
  // A quote changes nothing in the books.
  expect((await verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await fixture.t.drop()
})

describe('cancellation quotes', () => {
  // By hand: 180 days of 100,000.00 at 5 % by ACT/365F = 2,465.75, at 3 % = 1,479.45; 19 % of 1,479.45 = 281.10.
  test('quotes gross, posted, penalty, withholding and net of a cancellation with their lines', async () => {
    const quoteId = await fixture.quote(await fixture.accountWith(), { note: 'Compra una casa' })
    const quoteDetail = await fixture.seen(quoteId)
    expect(quoteDetail).toMatchObject({
      state: 'open',
      capital: '100000.00',
      gross: '2465.75',
      posted: '0.00',
      due: '2465.75',
      penalty: '986.30',
      taxable: '1479.45',
      withheld: '281.10',
      net: '101198.35',
      rate: '5.000000',
      penalisedRate: '3.000000',
      note: 'Compra una casa',
      penaltyLimited: false,
      mayExecute: true,
      mayRetain: true,
      quotedOn: '2026-06-15',
    })
    expect(quoteDetail.lines).toMatchObject([{ days: 180, interest: '2465.75342466', penalised: '1479.45205479' }])
    expect(quoteDetail.taxes).toMatchObject([{ base: '1479.45', rate: '19.000000', amount: '281.10' }])
  })

  test('shows interest paid before and splits the tax of a quote among holders', async () => {
    const { id: other } = await fixture.client()
    const testAccount = await fixture.accountWith({ holders: [other] })
    await fixture.t.make.movement(testAccount.accountId, '400.00', 'interest', '2026-01-17')
    const quoteDetail = await fixture.seen(await fixture.quote(testAccount))
    expect(quoteDetail).toMatchObject({ posted: '400.00', postings: [{ kind: 'interest', amount: '400.00' }] })
    expect(quoteDetail.taxes.map(({ base }) => base)).toHaveLength(2)
  })

  test('prints a quote in the client’s language with its figures, without internal notes', async () => {
    const testAccount = await fixture.accountWith()
    const name = 'O’Ñandú <b>田</b> '.repeat(4).trim()
    const values = { surname: name, idioma: 'english' }
    await fixture.t.db.updateTable('client').set(values).where('id', '=', testAccount.clientId).execute()
    const quoteId = await fixture.quote(testAccount, { note: 'Compra una casa' })
    const quoteDetail = await fixture.seen(quoteId)
    const params = { quoteId }
    const answer = await fixture.who.send(printCancellationQuote, { params })
    expect(answer.headers['content-type']).toBe('application/pdf')
    const { pages, title, source } = readPdf(answer.rawPayload)
    expect(title).toBe(`Cancellation of ${quoteDetail.accountNumber}`)
    expect(source).toContain('/Lang (en-GB)')
    const all = pages.flat()
    expect(all).toEqual(
      expect.arrayContaining([
        ...[
          '€101,198.35',
          '€986.30',
          '−€986.30',
          '−€281.10',
          '€100,000.00',
          '€2,465.75',
          '2,465.75342466',
          '1,479.45205479',
        ],
        ...['Valid on 15/06/2026, as long as there are no movements on the account.', '19.00%', '€1,479.45'],
      ]),
    )
    expect(all.join('')).toContain('O’Ñandú <b>□</b>')
    expect(all.join(' ')).not.toContain('Compra una casa')
    expect(all.join(' ')).toContain(`Prepared by ${fixture.who.username}`)
    await expect(
      fixture.t.as('manager').then((other) => other.send(printCancellationQuote, { params })),
    ).resolves.toMatchObject({
      statusCode: 404,
    })
    const audited = await fixture.t.owner.query(
      `select entity_id from dino.audit_event where action = 'cancellation.printed'`,
    )
    expect(audited.rows).toEqual([{ entity_id: quoteId }])
  })

  test.each([
    [
      'a part of the account',
      { amount: '500.00' },
      buildExpectedError(422, 'cancellation.partial', { amount: 'partial' }),
    ],
    [
      'a reason that there is not',
      { reasonId: '999999' },
      buildExpectedError(400, 'request.invalid', { reasonId: 'unknown' }),
    ],
  ])('refuses a quote for %s', async (_, body, why) => {
    await expect(fixture.quote(await fixture.accountWith(), body)).rejects.toMatchObject(why)
  })

  test('refuses a quote for an account that matured, closed or has a pending withdrawal', async () => {
    const set = (id: string, values: object) =>
      fixture.t.db.updateTable('account').set(values).where('id', '=', id).execute()
    const due = await fixture.accountWith()
    await set(due.accountId, { expiresOn: '2026-06-15' })
    await expect(fixture.quote(due)).rejects.toMatchObject(buildExpectedError(409, 'cancellation.matured'))
    const leaving = await fixture.accountWith()
    const { bankAccounts } = await fixture.who.call(getAccount, { params: leaving })
    const body = { amount: '10.00', bankAccountId: bankAccounts[0]!.id, reason: 'Un coche' }
    await fixture.who.call(requestWithdrawal, { params: leaving, body })
    await expect(fixture.quote(leaving)).rejects.toMatchObject(buildExpectedError(409, 'cancellation.reserved'))
    const over = await fixture.accountWith()
    await set(over.accountId, { status: 'canceled', closedOn: '2026-06-01' })
    await expect(fixture.quote(over)).rejects.toMatchObject(buildExpectedError(409, 'account.notActive'))
  })

  test('hides quotes of another manager’s client', async () => {
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    const testAccount = await fixture.accountWith()
    const quoteId = await fixture.quote(testAccount)
    await expect(fixture.quote(testAccount, { by: outsider })).rejects.toMatchObject({ status: 404 })
    await expect(fixture.seen(quoteId, outsider)).rejects.toMatchObject({ status: 404 })
    await expect(fixture.execute(quoteId, { by: outsider })).rejects.toMatchObject({ status: 404 })
    await expect(fixture.retain(quoteId, true, outsider)).rejects.toMatchObject({ status: 404 })
    expect(await fixture.listed({ account: testAccount.accountId }, outsider)).toEqual([])
  })

  test('expires a quote at the end of its day, on movements and new quotes', async () => {
    await fixture.disableSecondApproval()
    const testAccount = await fixture.accountWith()
    const first = await fixture.quote(testAccount)
    const second = await fixture.quote(testAccount)
    expect((await fixture.seen(first)).state).toBe('expired')
    await fixture.t.make.movement(testAccount.accountId, '10.00', 'contribution', '2026-06-15')
    expect(await fixture.seen(second)).toMatchObject({
      state: 'expired',
      mayExecute: false,
      mayRetain: true,
      capital: '100000.00',
    })
    const third = await fixture.quote(testAccount)
    fixture.clock.now = pastMidnightMs
    const rows = await fixture.listed({ account: testAccount.accountId, state: 'expired' })
    fixture.clock.now = eveningMs
    expect(rows.map(({ id }) => id)).toEqual([third, second, first])
    for (const quoteId of [first, second])
      await expect(fixture.execute(quoteId)).rejects.toMatchObject(buildExpectedError(409, 'cancellation.over'))
    await fixture.requireSecondApproval()
  })

  test('the database refuses changes to a quote and its retention actions', async () => {
    const quoteId = await fixture.quote(await fixture.accountWith())
    const change = fixture.t.db.updateTable('cancellationQuote').set({ penalty: '0.00', net: '102184.65' })
    await expect(change.where('id', '=', quoteId).execute()).rejects.toMatchObject({ code: 'AT006' })
    await expect(fixture.t.owner.query('delete from dino.retention_action')).rejects.toMatchObject({
      code: expect.anything(),
    })
  })
})
