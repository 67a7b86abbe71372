import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getRetentionFigures, listCancellations, printCancellationQuote } from '#contract/cancellations.ts'
import { getAccount } from '#contract/clients/client.ts'
import { listPayments, requestWithdrawal } from '#contract/payments.ts'
import event from '#locales/es/event.ts'
import { ledgers } from '#rules/ledgers.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { buildExpectedError, createCancellationFixture, eveningMs, pastMidnightMs } from './test-cancellations.ts'

const formatCents = (cents: number): string => (cents / 100).toFixed(2)

let fixture: Awaited<ReturnType<typeof createCancellationFixture>>
beforeAll(async () => {
  fixture = await createCancellationFixture()
})
afterAll(() => fixture.t.drop())
const disableSecondApproval = () => setDisabledTasks(fixture.t.db, ['cancellation'])
const requireSecondApproval = () => setDisabledTasks(fixture.t.db, [])

describe('cancellation quotes', () => {
  // By hand: 180 days of 100,000.00 at 5 % by ACT/365F = 2,465.75, at 3 % = 1,479.45; 19 % of 1,479.45 = 281.10.
  test('quotes gross, posted, penalty, withholding and net of a cancellation with their lines', async () => {
    const quoteId = await fixture.quote(await fixture.accountWith(), { note: 'Compra una casa' })
    const quoteDetail = await fixture.seen(quoteId)
    expect(quoteDetail).toMatchObject({
      ...{ state: 'open', capital: '100000.00', gross: '2465.75', posted: '0.00', due: '2465.75' },
      ...{ penalty: '986.30', taxable: '1479.45', withheld: '281.10', net: '101198.35' },
      ...{ rate: '5.000000', penalisedRate: '3.000000', note: 'Compra una casa', penaltyLimited: false },
      ...{ mayExecute: true, mayRetain: true, quotedOn: '2026-06-15' },
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
        ...['Valid on 15/06/2026, as long as nothing moves on the account.', '19.00%', '€1,479.45'],
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
    const stranger = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    const testAccount = await fixture.accountWith()
    const quoteId = await fixture.quote(testAccount)
    await expect(fixture.quote(testAccount, { by: stranger })).rejects.toMatchObject({ status: 404 })
    await expect(fixture.seen(quoteId, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(fixture.execute(quoteId, { by: stranger })).rejects.toMatchObject({ status: 404 })
    await expect(fixture.retain(quoteId, true, stranger)).rejects.toMatchObject({ status: 404 })
    expect(await fixture.listed({ account: testAccount.accountId }, stranger)).toEqual([])
  })

  test('expires a quote at the end of its day, on movements and new quotes', async () => {
    await disableSecondApproval()
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
    await requireSecondApproval()
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

describe('execution of cancellations', () => {
  test('waits for a second person, then closes the account and orders the payment', async () => {
    const testAccount = await fixture.accountWith()
    const quoteId = await fixture.quote(testAccount)
    const { state, approvalId } = await fixture.execute(quoteId)
    expect(state).toBe('pending')
    expect(await fixture.seen(quoteId)).toMatchObject({
      state: 'open',
      approvalId,
      mayExecute: false,
      mayRetain: false,
    })
    await expect(fixture.execute(quoteId)).rejects.toMatchObject(buildExpectedError(409, 'cancellation.waits'))
    await expect(fixture.quote(testAccount)).rejects.toMatchObject(buildExpectedError(409, 'cancellation.waits'))
    await fixture.boss.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    expect(await fixture.seen(quoteId)).toMatchObject({ state: 'executed', net: '101198.35', mayExecute: false })
    const account = await fixture.who.call(getAccount, { params: testAccount })
    expect(account).toMatchObject({
      status: 'canceled',
      balance: '0.00',
      payable: '101198.35',
      interestToDate: '2465.75',
    })
    const { rows } = await fixture.who.call(listPayments.page, { query: { account: testAccount.accountId } })
    expect(rows).toMatchObject([{ kind: 'cancellation', state: 'approved', amount: '101198.35' }])
    const { rows: parts } = await fixture.t.owner.query(
      'select base, amount, country, journal_id is not null as booked from dino.withholding_part where account_id = $1',
      [testAccount.accountId],
    )
    expect(parts).toEqual([{ base: '1479.45', amount: '281.10', country: 'ES', booked: true }])
  })

  test('reopens a quote for execution once its approval was rejected', async () => {
    const quoteId = await fixture.quote(await fixture.accountWith())
    const { approvalId } = await fixture.execute(quoteId)
    await fixture.boss.call(rejectChangeRequest, {
      params: { approvalId: approvalId! },
      body: { reason: 'Habla antes con el cliente' },
    })
    expect(await fixture.seen(quoteId)).toMatchObject({ state: 'open', approvalId: null, mayExecute: true })
    expect(await fixture.execute(quoteId)).toMatchObject({ state: 'pending' })
  })

  test('refuses approval of a cancellation after a movement on its account', async () => {
    const testAccount = await fixture.accountWith()
    const { approvalId } = await fixture.execute(await fixture.quote(testAccount))
    await fixture.t.make.movement(testAccount.accountId, '1.00', 'contribution', '2026-06-15')
    const late = fixture.boss.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
    await expect(late).rejects.toMatchObject(buildExpectedError(409, 'approval.changedSince'))
    expect(await fixture.who.call(getAccount, { params: testAccount })).toMatchObject({
      status: 'active',
      balance: '100001.00',
    })
    // Nobody has to turn down first what can't be agreed to any more.
    await fixture.quote(testAccount)
    const { state } = await fixture.who.call(getApproval, { params: { approvalId: approvalId! } })
    expect(state).toBe('withdrawn')
  })

  test('posts a cancellation once with 50 calls under one key and more under others', async () => {
    await disableSecondApproval()
    const testAccount = await fixture.accountWith()
    const quoteId = await fixture.quote(testAccount)
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 50 }, () => fixture.execute(quoteId, { key })))
    expect(new Set(same.map(({ state }) => state))).toEqual(new Set(['done']))
    const others = await Promise.allSettled(Array.from({ length: 14 }, () => fixture.execute(quoteId)))
    for (const one of others)
      expect(one).toMatchObject({ status: 'rejected', reason: buildExpectedError(409, 'cancellation.over') })
    const { rows } = await fixture.t.owner.query(
      `select j.kind from dino.journal j where j.source = 'cancellation' and exists (select from dino.posting l where l.journal_id = j.id and l.account_id = $1) order by j.id`,
      [testAccount.accountId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['interest', 'withholding', 'penalty', 'cancellation'])
    const another = await fixture.quote(await fixture.accountWith())
    await expect(fixture.execute(another, { key })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
    const places = await Promise.all([1, 2, 3, 4].map(() => fixture.accountWith()))
    const quotes = await Promise.all(places.map((one) => fixture.quote(one)))
    const [once, ...met] = (
      await Promise.allSettled(quotes.map((one) => fixture.execute(one, { key: `${key}-at-once` })))
    ).sort((one, other) => one.status.localeCompare(other.status))
    expect(once).toMatchObject({ status: 'fulfilled' })
    for (const one of met) expect(one).toMatchObject({ reason: buildExpectedError(422, 'idempotency.differentBody') })
    await requireSecondApproval()
  })

  test('posts the quoted amounts to the cent for accounts with any history', async () => {
    await disableSecondApproval()
    const cents = fc.integer({ min: 1, max: 99_999_999 }).map(formatCents)
    const lives = fc.record({
      ...{ capital: cents, rate: fc.constantFrom('0', '0.5', '5', '19.75'), bonusRate: fc.constantFrom('0', '1.25') },
      ...{ points: fc.constantFrom('0', '2', '40'), capitalised: fc.boolean(), isJoint: fc.boolean() },
      openedOn: fc.constantFrom('2024-02-29', '2025-12-31', '2026-06-14', '2026-06-15'),
      later: fc.option(cents),
      paid: fc.option(fc.integer({ min: 1, max: 500_000 }).map(formatCents)),
    })
    await fc.assert(
      fc.asyncProperty(lives, async ({ isJoint, later, paid, ...given }) => {
        const testAccount = await fixture.accountWith({
          ...given,
          holders: isJoint ? [(await fixture.client()).id] : [],
        })
        const move = (amount: string, kind: 'contribution' | 'interest') =>
          fixture.t.make.movement(testAccount.accountId, amount, kind, given.openedOn)
        if (later) await move(later, 'contribution')
        if (paid) await move(paid, 'interest')
        const quoteId = await fixture.quote(testAccount)
        const quoteDetail = await fixture.seen(quoteId)
        expect(await fixture.execute(quoteId)).toMatchObject({ state: 'done' })
        const { rows } = await fixture.t.owner.query(
          `select coalesce(sum(l.amount) filter (where l.ledger = ${ledgers.capital}), 0)::numeric(18, 2) as capital,
                  coalesce(-sum(l.amount) filter (where l.ledger = ${ledgers.payable}), 0)::numeric(18, 2) as net,
                  coalesce(sum(l.amount) filter (where l.ledger = ${ledgers.interestExpense}), 0)::numeric(18, 2) as due,
                  coalesce(-sum(l.amount) filter (where l.ledger = ${ledgers.taxPayable}), 0)::numeric(18, 2) as withheld,
                  coalesce(-sum(l.amount) filter (where l.ledger = ${ledgers.penaltyIncome}), 0)::numeric(18, 2) as penalty
             from dino.posting l join dino.journal j on j.id = l.journal_id
            where j.source = 'cancellation' and exists (select from dino.posting o where o.journal_id = j.id and o.account_id = $1)`,
          [testAccount.accountId],
        )
        const { capital, net, due, withheld, penalty } = quoteDetail
        expect(rows).toEqual([{ capital, net, due, withheld, penalty }])
        const { rows: notificationRows } = await fixture.t.owner.query(
          `select coalesce(sum(amount), 0)::numeric(18, 2) as withheld from dino.withholding_part where account_id = $1`,
          [testAccount.accountId],
        )
        expect(notificationRows).toEqual([{ withheld }])
        const account = await fixture.who.call(getAccount, { params: testAccount })
        expect(account).toMatchObject({ status: 'canceled', balance: '0.00', payable: net })
        const { totals } = await fixture.who.call(listPayments.count, { query: { account: testAccount.accountId } })
        expect(totals.amount).toBe(net)
      }),
      {
        ...{ numRuns: 8, endOnFailure: true },
        // A cent of interest too much is taken back while the bonus is still owed: the payable alone couldn't give it.
        examples: [
          [
            {
              ...{ capital: '0.16', rate: '0', bonusRate: '1.25', points: '2', capitalised: false, isJoint: false },
              ...{ openedOn: '2025-12-31', later: '85759.62', paid: '0.01' },
            },
          ],
        ],
      },
    )
    await requireSecondApproval()
  })

  test('requires signatures of all holders when the account demands them', async () => {
    await disableSecondApproval()
    const testAccount = await fixture.accountWith({ holders: [(await fixture.client()).id] })
    await fixture.t.db
      .updateTable('account')
      .set({ signature: 'all' })
      .where('id', '=', testAccount.accountId)
      .execute()
    const quoteId = await fixture.quote(testAccount)
    expect((await fixture.seen(quoteId)).signature).toBe('all')
    await expect(fixture.execute(quoteId)).rejects.toMatchObject(
      buildExpectedError(409, 'account.allSign', { allSigned: 'required' }),
    )
    expect(await fixture.execute(quoteId, { allSigned: true })).toMatchObject({ state: 'done' })
    await requireSecondApproval()
  })

  test('refuses a cancellation of a legally blocked client; a commercial block needs approval', async () => {
    await disableSecondApproval()
    const testAccount = await fixture.accountWith()
    const quoteId = await fixture.quote(testAccount)
    const block = (blockKind: 'legal' | 'commercial') =>
      fixture.t.db
        .updateTable('client')
        .set({ blockKind, blockReason: 'Embargo', blockedAt: new Date(eveningMs).toISOString() })
        .where('id', '=', testAccount.clientId)
        .execute()
    await block('legal')
    await expect(fixture.execute(quoteId)).rejects.toMatchObject(buildExpectedError(409, 'client.blocked'))
    await block('commercial')
    expect(await fixture.execute(quoteId)).toMatchObject({ state: 'pending' })
    await requireSecondApproval()
  })
})

describe('retention of clients', () => {
  test('notes each offer and closes the quote when the client stays, even later', async () => {
    const testAccount = await fixture.accountWith()
    const quoteId = await fixture.quote(testAccount)
    expect(await fixture.retain(quoteId, false)).toEqual({ state: 'open' })
    fixture.clock.now = pastMidnightMs
    expect(await fixture.retain(quoteId, true)).toEqual({ state: 'retained' })
    fixture.clock.now = eveningMs
    const quoteDetail = await fixture.seen(quoteId)
    expect(quoteDetail.state).toBe('retained')
    expect(quoteDetail.actions.map(({ kept, offer }) => [kept, offer])).toEqual([
      [true, 'better_rate'],
      [false, 'better_rate'],
    ])
    for (const again of [() => fixture.retain(quoteId, true), () => fixture.execute(quoteId)])
      await expect(again()).rejects.toMatchObject(buildExpectedError(409, 'cancellation.over'))
  })

  test('computes retention from kept and decided capital, with sums that match the filtered rows', async () => {
    await disableSecondApproval()
    const [kept, left] = [
      await fixture.accountWith({ capital: '3000.00' }),
      await fixture.accountWith({ capital: '1000.00' }),
    ]
    await fixture.retain(await fixture.quote(kept), true)
    await fixture.execute(await fixture.quote(left))
    await requireSecondApproval()
    const { product_id: product } = (
      await fixture.t.owner.query('select product_id from dino.account where id = $1', [left.accountId])
    ).rows[0]
    expect(await fixture.who.call(getRetentionFigures, { query: { product } })).toEqual({
      ...{ retained: '0.00', decided: '1000.00', retention: '0.0' },
    })
    expect(await fixture.who.call(getRetentionFigures, { query: { account: kept.accountId } })).toMatchObject({
      retention: '100.0',
    })
    const query = { manager: fixture.manager.id, reason: fixture.reasonId, from: '2026-06-15', to: '2026-06-15' }
    const rows = await fixture.listed({ ...query, pageSize: 200 })
    const { total, totals } = await fixture.who.call(listCancellations.count, { query })
    expect(total).toBe(rows.length)
    const sum = (key: 'capital' | 'penalty' | 'net') => rows.reduce((all, row) => all + Number(row[key]) * 100, 0) / 100
    expect(Number(totals.capital)).toBeCloseTo(sum('capital'), 2)
    expect(Number(totals.penalty)).toBeCloseTo(sum('penalty'), 2)
    expect(Number(totals.net)).toBeCloseTo(sum('net'), 2)
    expect(rows.find(({ accountId }) => accountId === kept.accountId)).toMatchObject({ lastOffer: 'better_rate' })
    const file = await fixture.who.send(listCancellations.exportRows, { query: { ...query, format: 'csv' } })
    expect(file.body.trim().split('\r\n')).toHaveLength(rows.length + 1)
  })
})

test('cancellations leave no differences in the ledger', async () => {
  const { differenceList } = await verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)
  expect(differenceList).toEqual([])
})

test('every key of a cancellation audit event has a label', async () => {
  const { rows } = await fixture.t.owner.query<{ key: string }>(
    `select distinct jsonb_object_keys(after) as key from dino.audit_event where action in ('cancellation.quoted', 'cancellation.executed')`,
  )
  expect(rows.map(({ key }) => key)).toContain('penalty')
  expect(rows.filter(({ key }) => !(key in event.payload))).toEqual([])
})
