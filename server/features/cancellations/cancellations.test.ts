import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, getApproval, reject } from '#contract/approvals.ts'
import { getRetention, listCancellations, printCancellation } from '#contract/cancellations.ts'
import { getAccount } from '#contract/clients/client.ts'
import { listPayments, requestWithdrawal } from '#contract/payments.ts'
import event from '#locales/es/event.ts'
import { ledgers } from '#rules/ledgers.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { evening, firmOfCancellations, pastMidnight, refused } from './test-cancellations.ts'

const moneyOfNumber = (cents: number): string => (cents / 100).toFixed(2)

let f: Awaited<ReturnType<typeof firmOfCancellations>>
beforeAll(async () => {
  f = await firmOfCancellations()
})
afterAll(() => f.t.drop())
const alone = () => switchTasksOff(f.t.db, ['cancellation'])
const byTwo = () => switchTasksOff(f.t.db, [])

describe('cancellation quotes', () => {
  // By hand: 180 days of 100,000.00 at 5 % by ACT/365F = 2,465.75, at 3 % = 1,479.45; 19 % of 1,479.45 = 281.10.
  test('quotes gross, posted, penalty, withholding and net of a cancellation with their lines', async () => {
    const quoteId = await f.quote(await f.accountWith(), { note: 'Compra una casa' })
    const seen = await f.seen(quoteId)
    expect(seen).toMatchObject({
      ...{ state: 'open', capital: '100000.00', gross: '2465.75', posted: '0.00', due: '2465.75' },
      ...{ penalty: '986.30', taxable: '1479.45', withheld: '281.10', net: '101198.35' },
      ...{ rate: '5.000000', penalisedRate: '3.000000', note: 'Compra una casa', penaltyLimited: false },
      ...{ mayExecute: true, mayRetain: true, quotedOn: '2026-06-15' },
    })
    expect(seen.lines).toMatchObject([{ days: 180, interest: '2465.75342466', penalised: '1479.45205479' }])
    expect(seen.taxes).toMatchObject([{ base: '1479.45', rate: '19.000000', amount: '281.10' }])
  })

  test('shows interest paid before and splits the tax of a quote among holders', async () => {
    const { id: other } = await f.client()
    const place = await f.accountWith({ holders: [other] })
    await f.t.make.movement(place.accountId, '400.00', 'interest', '2026-01-17')
    const seen = await f.seen(await f.quote(place))
    expect(seen).toMatchObject({ posted: '400.00', postings: [{ kind: 'interest', amount: '400.00' }] })
    expect(seen.taxes.map(({ base }) => base)).toHaveLength(2)
  })

  test('prints a quote in the client’s language with its figures, without internal notes', async () => {
    const place = await f.accountWith()
    const name = 'O’Ñandú <b>田</b> '.repeat(4).trim()
    const values = { surname: name, idioma: 'english' }
    await f.t.db.updateTable('client').set(values).where('id', '=', place.clientId).execute()
    const quoteId = await f.quote(place, { note: 'Compra una casa' })
    const seen = await f.seen(quoteId)
    const params = { quoteId }
    const answer = await f.who.send(printCancellation, { params })
    expect(answer.headers['content-type']).toBe('application/pdf')
    const { pages, title, source } = readPdf(answer.rawPayload)
    expect(title).toBe(`Cancellation of ${seen.accountNumber}`)
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
    expect(all.join(' ')).toContain(`Prepared by ${f.who.username}`)
    await expect(f.t.as('manager').then((other) => other.send(printCancellation, { params }))).resolves.toMatchObject({
      statusCode: 404,
    })
    const audited = await f.t.owner.query(
      `select entity_id from dino.audit_event where action = 'cancellation.printed'`,
    )
    expect(audited.rows).toEqual([{ entity_id: quoteId }])
  })

  test.each([
    ['a part of the account', { amount: '500.00' }, refused(422, 'cancellation.partial', { amount: 'partial' })],
    ['a reason that there is not', { reasonId: '999999' }, refused(400, 'request.invalid', { reasonId: 'unknown' })],
  ])('refuses a quote for %s', async (_, body, why) => {
    await expect(f.quote(await f.accountWith(), body)).rejects.toMatchObject(why)
  })

  test('refuses a quote for an account that matured, closed or has a pending withdrawal', async () => {
    const set = (id: string, values: object) => f.t.db.updateTable('account').set(values).where('id', '=', id).execute()
    const due = await f.accountWith()
    await set(due.accountId, { expiresOn: '2026-06-15' })
    await expect(f.quote(due)).rejects.toMatchObject(refused(409, 'cancellation.matured'))
    const leaving = await f.accountWith()
    const { bankAccounts } = await f.who.call(getAccount, { params: leaving })
    const body = { amount: '10.00', bankAccountId: bankAccounts[0]!.id, reason: 'Un coche' }
    await f.who.call(requestWithdrawal, { params: leaving, body })
    await expect(f.quote(leaving)).rejects.toMatchObject(refused(409, 'cancellation.reserved'))
    const over = await f.accountWith()
    await set(over.accountId, { status: 'canceled', closedOn: '2026-06-01' })
    await expect(f.quote(over)).rejects.toMatchObject(refused(409, 'account.notActive'))
  })

  test('hides quotes of another manager’s client', async () => {
    const stranger = await f.t.as('manager', (await f.t.make.employee()).cvl)
    const place = await f.accountWith()
    const quoteId = await f.quote(place)
    await expect(f.quote(place, { by: stranger })).rejects.toMatchObject({ status: 404 })
    await expect(f.seen(quoteId, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(f.execute(quoteId, { by: stranger })).rejects.toMatchObject({ status: 404 })
    await expect(f.retain(quoteId, true, stranger)).rejects.toMatchObject({ status: 404 })
    expect(await f.listed({ account: place.accountId }, stranger)).toEqual([])
  })

  test('expires a quote at the end of its day, on movements and new quotes', async () => {
    await alone()
    const place = await f.accountWith()
    const first = await f.quote(place)
    const second = await f.quote(place)
    expect((await f.seen(first)).state).toBe('expired')
    await f.t.make.movement(place.accountId, '10.00', 'contribution', '2026-06-15')
    expect(await f.seen(second)).toMatchObject({
      state: 'expired',
      mayExecute: false,
      mayRetain: true,
      capital: '100000.00',
    })
    const third = await f.quote(place)
    f.clock.now = pastMidnight
    const rows = await f.listed({ account: place.accountId, state: 'expired' })
    f.clock.now = evening
    expect(rows.map(({ id }) => id)).toEqual([third, second, first])
    for (const quoteId of [first, second])
      await expect(f.execute(quoteId)).rejects.toMatchObject(refused(409, 'cancellation.over'))
    await byTwo()
  })

  test('the database refuses changes to a quote and its retention actions', async () => {
    const quoteId = await f.quote(await f.accountWith())
    const change = f.t.db.updateTable('cancellationQuote').set({ penalty: '0.00', net: '102184.65' })
    await expect(change.where('id', '=', quoteId).execute()).rejects.toMatchObject({ code: 'AT006' })
    await expect(f.t.owner.query('delete from dino.retention_action')).rejects.toMatchObject({
      code: expect.anything(),
    })
  })
})

describe('execution of cancellations', () => {
  test('waits for a second person, then closes the account and orders the payment', async () => {
    const place = await f.accountWith()
    const quoteId = await f.quote(place)
    const { state, approvalId } = await f.execute(quoteId)
    expect(state).toBe('pending')
    expect(await f.seen(quoteId)).toMatchObject({ state: 'open', approvalId, mayExecute: false, mayRetain: false })
    await expect(f.execute(quoteId)).rejects.toMatchObject(refused(409, 'cancellation.waits'))
    await expect(f.quote(place)).rejects.toMatchObject(refused(409, 'cancellation.waits'))
    await f.boss.call(approve, { params: { approvalId: approvalId! }, body: {} })
    expect(await f.seen(quoteId)).toMatchObject({ state: 'executed', net: '101198.35', mayExecute: false })
    const account = await f.who.call(getAccount, { params: place })
    expect(account).toMatchObject({
      status: 'canceled',
      balance: '0.00',
      payable: '101198.35',
      interestToDate: '2465.75',
    })
    const { rows } = await f.who.call(listPayments.page, { query: { account: place.accountId } })
    expect(rows).toMatchObject([{ kind: 'cancellation', state: 'approved', amount: '101198.35' }])
    const { rows: parts } = await f.t.owner.query(
      'select base, amount, country, journal_id is not null as booked from dino.withholding_part where account_id = $1',
      [place.accountId],
    )
    expect(parts).toEqual([{ base: '1479.45', amount: '281.10', country: 'ES', booked: true }])
  })

  test('reopens a quote for execution once its approval was rejected', async () => {
    const quoteId = await f.quote(await f.accountWith())
    const { approvalId } = await f.execute(quoteId)
    await f.boss.call(reject, { params: { approvalId: approvalId! }, body: { reason: 'Habla antes con el cliente' } })
    expect(await f.seen(quoteId)).toMatchObject({ state: 'open', approvalId: null, mayExecute: true })
    expect(await f.execute(quoteId)).toMatchObject({ state: 'pending' })
  })

  test('refuses approval of a cancellation after a movement on its account', async () => {
    const place = await f.accountWith()
    const { approvalId } = await f.execute(await f.quote(place))
    await f.t.make.movement(place.accountId, '1.00', 'contribution', '2026-06-15')
    const late = f.boss.call(approve, { params: { approvalId: approvalId! }, body: {} })
    await expect(late).rejects.toMatchObject(refused(409, 'approval.changedSince'))
    expect(await f.who.call(getAccount, { params: place })).toMatchObject({ status: 'active', balance: '100001.00' })
    // Nobody has to turn down first what can't be agreed to any more.
    await f.quote(place)
    const { state } = await f.who.call(getApproval, { params: { approvalId: approvalId! } })
    expect(state).toBe('withdrawn')
  })

  test('posts a cancellation once with 50 calls under one key and more under others', async () => {
    await alone()
    const place = await f.accountWith()
    const quoteId = await f.quote(place)
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 50 }, () => f.execute(quoteId, { key })))
    expect(new Set(same.map(({ state }) => state))).toEqual(new Set(['done']))
    const others = await Promise.allSettled(Array.from({ length: 14 }, () => f.execute(quoteId)))
    for (const one of others)
      expect(one).toMatchObject({ status: 'rejected', reason: refused(409, 'cancellation.over') })
    const { rows } = await f.t.owner.query(
      `select j.kind from dino.journal j where j.source = 'cancellation' and exists (select from dino.posting l where l.journal_id = j.id and l.account_id = $1) order by j.id`,
      [place.accountId],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['interest', 'withholding', 'penalty', 'cancellation'])
    const another = await f.quote(await f.accountWith())
    await expect(f.execute(another, { key })).rejects.toMatchObject(refused(422, 'idempotency.differentBody'))
    const places = await Promise.all([1, 2, 3, 4].map(() => f.accountWith()))
    const quotes = await Promise.all(places.map((one) => f.quote(one)))
    const [once, ...met] = (
      await Promise.allSettled(quotes.map((one) => f.execute(one, { key: `${key}-at-once` })))
    ).sort((one, other) => one.status.localeCompare(other.status))
    expect(once).toMatchObject({ status: 'fulfilled' })
    for (const one of met) expect(one).toMatchObject({ reason: refused(422, 'idempotency.differentBody') })
    await byTwo()
  })

  test('posts the quoted amounts to the cent for accounts with any history', async () => {
    await alone()
    const cents = fc.integer({ min: 1, max: 99_999_999 }).map(moneyOfNumber)
    const lives = fc.record({
      ...{ capital: cents, rate: fc.constantFrom('0', '0.5', '5', '19.75'), bonusRate: fc.constantFrom('0', '1.25') },
      ...{ points: fc.constantFrom('0', '2', '40'), capitalised: fc.boolean(), isJoint: fc.boolean() },
      openedOn: fc.constantFrom('2024-02-29', '2025-12-31', '2026-06-14', '2026-06-15'),
      later: fc.option(cents),
      paid: fc.option(fc.integer({ min: 1, max: 500_000 }).map(moneyOfNumber)),
    })
    await fc.assert(
      fc.asyncProperty(lives, async ({ isJoint, later, paid, ...given }) => {
        const place = await f.accountWith({ ...given, holders: isJoint ? [(await f.client()).id] : [] })
        const move = (amount: string, kind: 'contribution' | 'interest') =>
          f.t.make.movement(place.accountId, amount, kind, given.openedOn)
        if (later) await move(later, 'contribution')
        if (paid) await move(paid, 'interest')
        const quoteId = await f.quote(place)
        const seen = await f.seen(quoteId)
        expect(await f.execute(quoteId)).toMatchObject({ state: 'done' })
        const { rows } = await f.t.owner.query(
          `select coalesce(sum(l.amount) filter (where l.ledger = ${ledgers.capital}), 0)::numeric(18, 2) as capital,
                  coalesce(-sum(l.amount) filter (where l.ledger = ${ledgers.payable}), 0)::numeric(18, 2) as net,
                  coalesce(sum(l.amount) filter (where l.ledger = ${ledgers.interestExpense}), 0)::numeric(18, 2) as due,
                  coalesce(-sum(l.amount) filter (where l.ledger = ${ledgers.taxPayable}), 0)::numeric(18, 2) as withheld,
                  coalesce(-sum(l.amount) filter (where l.ledger = ${ledgers.penaltyIncome}), 0)::numeric(18, 2) as penalty
             from dino.posting l join dino.journal j on j.id = l.journal_id
            where j.source = 'cancellation' and exists (select from dino.posting o where o.journal_id = j.id and o.account_id = $1)`,
          [place.accountId],
        )
        const { capital, net, due, withheld, penalty } = seen
        expect(rows).toEqual([{ capital, net, due, withheld, penalty }])
        const { rows: told } = await f.t.owner.query(
          `select coalesce(sum(amount), 0)::numeric(18, 2) as withheld from dino.withholding_part where account_id = $1`,
          [place.accountId],
        )
        expect(told).toEqual([{ withheld }])
        const account = await f.who.call(getAccount, { params: place })
        expect(account).toMatchObject({ status: 'canceled', balance: '0.00', payable: net })
        const { totals } = await f.who.call(listPayments.count, { query: { account: place.accountId } })
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
    await byTwo()
  })

  test('requires signatures of all holders when the account demands them', async () => {
    await alone()
    const place = await f.accountWith({ holders: [(await f.client()).id] })
    await f.t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', place.accountId).execute()
    const quoteId = await f.quote(place)
    expect((await f.seen(quoteId)).signature).toBe('all')
    await expect(f.execute(quoteId)).rejects.toMatchObject(refused(409, 'account.allSign', { allSigned: 'required' }))
    expect(await f.execute(quoteId, { allSigned: true })).toMatchObject({ state: 'done' })
    await byTwo()
  })

  test('refuses a cancellation of a legally blocked client; a commercial block needs approval', async () => {
    await alone()
    const place = await f.accountWith()
    const quoteId = await f.quote(place)
    const block = (blockKind: 'legal' | 'commercial') =>
      f.t.db
        .updateTable('client')
        .set({ blockKind, blockReason: 'Embargo', blockedAt: new Date(evening).toISOString() })
        .where('id', '=', place.clientId)
        .execute()
    await block('legal')
    await expect(f.execute(quoteId)).rejects.toMatchObject(refused(409, 'client.blocked'))
    await block('commercial')
    expect(await f.execute(quoteId)).toMatchObject({ state: 'pending' })
    await byTwo()
  })
})

describe('retention of clients', () => {
  test('notes each offer and closes the quote when the client stays, even later', async () => {
    const place = await f.accountWith()
    const quoteId = await f.quote(place)
    expect(await f.retain(quoteId, false)).toEqual({ state: 'open' })
    f.clock.now = pastMidnight
    expect(await f.retain(quoteId, true)).toEqual({ state: 'retained' })
    f.clock.now = evening
    const seen = await f.seen(quoteId)
    expect(seen.state).toBe('retained')
    expect(seen.actions.map(({ kept, offer }) => [kept, offer])).toEqual([
      [true, 'better_rate'],
      [false, 'better_rate'],
    ])
    for (const again of [() => f.retain(quoteId, true), () => f.execute(quoteId)])
      await expect(again()).rejects.toMatchObject(refused(409, 'cancellation.over'))
  })

  test('computes retention from kept and decided capital, with sums that match the filtered rows', async () => {
    await alone()
    const [kept, left] = [await f.accountWith({ capital: '3000.00' }), await f.accountWith({ capital: '1000.00' })]
    await f.retain(await f.quote(kept), true)
    await f.execute(await f.quote(left))
    await byTwo()
    const { product_id: product } = (
      await f.t.owner.query('select product_id from dino.account where id = $1', [left.accountId])
    ).rows[0]
    expect(await f.who.call(getRetention, { query: { product } })).toEqual({
      ...{ retained: '0.00', decided: '1000.00', retention: '0.0' },
    })
    expect(await f.who.call(getRetention, { query: { account: kept.accountId } })).toMatchObject({ retention: '100.0' })
    const query = { manager: f.manager.id, reason: f.reasonId, from: '2026-06-15', to: '2026-06-15' }
    const rows = await f.listed({ ...query, pageSize: 200 })
    const { total, totals } = await f.who.call(listCancellations.count, { query })
    expect(total).toBe(rows.length)
    const sum = (key: 'capital' | 'penalty' | 'net') => rows.reduce((all, row) => all + Number(row[key]) * 100, 0) / 100
    expect(Number(totals.capital)).toBeCloseTo(sum('capital'), 2)
    expect(Number(totals.penalty)).toBeCloseTo(sum('penalty'), 2)
    expect(Number(totals.net)).toBeCloseTo(sum('net'), 2)
    expect(rows.find(({ accountId }) => accountId === kept.accountId)).toMatchObject({ lastOffer: 'better_rate' })
    const file = await f.who.send(listCancellations.exportRows, { query: { ...query, format: 'csv' } })
    expect(file.body.trim().split('\r\n')).toHaveLength(rows.length + 1)
  })
})

test('cancellations leave no differences in the ledger', async () => {
  const { differenceList } = await verifyLedger({ ...f.t, prefix: 'dino' }, undefined)
  expect(differenceList).toEqual([])
})

test('every key of a cancellation audit event has a label', async () => {
  const { rows } = await f.t.owner.query<{ key: string }>(
    `select distinct jsonb_object_keys(after) as key from dino.audit_event where action in ('cancellation.quoted', 'cancellation.executed')`,
  )
  expect(rows.map(({ key }) => key)).toContain('penalty')
  expect(rows.filter(({ key }) => !(key in event.payload))).toEqual([])
})
