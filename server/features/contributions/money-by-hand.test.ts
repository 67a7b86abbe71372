import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution, confirmContribution, listContributions } from '#contract/contributions.ts'
import { keyHeader } from '#contract/core/endpoint.ts'
import { reverseJournal } from '#contract/journals.ts'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { getPaymentSettings, setContributionRules } from '#contract/settings/payments.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { postInterest } from '#server/features/interest/post-interest.ts'
import { firmOfPayments, noon, refused, today } from '#server/features/payments/test-payments.ts'
import { notifyOverdue } from './notify-overdue.ts'

type Firm = Awaited<ReturnType<typeof firmOfPayments>>
type Place = Awaited<ReturnType<Firm['accountWith']>>
type Caller = Firm['who']
let f: Firm
let direction: Caller
beforeAll(async () => {
  f = await firmOfPayments()
  direction = await f.t.as('direction')
})
afterAll(() => f.t.drop())

const placeOf = ({ clientId, accountId }: Place) => ({ clientId, accountId })
const note = (
  place: Place,
  amount: string,
  { valueDate = today, by = f.who, key = randomUUID() as string, reference = 'Transferencia de junio' } = {},
) =>
  f.t
    .callerWith(by.token, { [keyHeader]: key })
    .call(addContribution, { params: placeOf(place), body: { amount, valueDate, reference } })
const agree = (approvalId: string | null, by = f.boss) =>
  by.call(approve, { params: { approvalId: approvalId! }, body: {} })
const balanceOf = async (place: Place) => (await f.who.call(getAccount, { params: placeOf(place) })).balance
const unconfirmedOf = async (accountId: string): Promise<string[]> =>
  (
    await f.t.db
      .selectFrom('unconfirmedContribution')
      .where('accountId', '=', accountId)
      .select('amount')
      .orderBy('journalId')
      .execute()
  ).map(({ amount }) => amount)
const waitsOf = async (accountId: string) => {
  const admin = await f.t.as('admin')
  const { rows } = await admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })
  return rows.filter((row) => row.accountId === accountId).map(({ kind, waits }) => `${kind}: ${waits}`)
}

/** An account of a product that pays interest every month, open since January. */
const paying = async (capital: string, some: { capitalised?: boolean } = {}) => {
  const product = await f.t.make.product({ payout: 'monthly', ...some })
  const place = await f.accountWith('0.00')
  const { id } = await f.t.make.account({
    clientId: place.clientId,
    productId: product.id,
    rate: '6',
    openedOn: '2026-01-15',
  })
  if (capital !== '0.00') await f.t.make.movement(id, capital, 'contribution', '2026-01-15')
  return { ...place, accountId: id }
}
const night = () =>
  postInterest({
    db: f.t.db,
    prefix: 'dino',
    day: today,
    now: () => noon,
    onError: (error) => {
      throw error
    },
  })

describe('money noted by hand', () => {
  test('books money by hand at once within the limit and the days back', async () => {
    const place = await f.accountWith('0.00')
    expect(await note(place, '25000.00', { valueDate: '2026-06-08' })).toMatchObject({
      state: 'done',
      approvalId: null,
    })
    expect(await balanceOf(place)).toBe('25000.00')
  })

  test.each([
    ['above the limit of the role', '25000.01', today, ['overLimit']],
    ['dated more than five business days back', '10.00', '2026-06-05', ['backDated']],
  ] as const)('money by hand %s is booked only after approval', async (_, amount, valueDate, because) => {
    const place = await f.accountWith('0.00')
    const asked = await note(place, amount, { valueDate })
    expect(asked).toMatchObject({ state: 'pending', journalId: null })
    expect(await balanceOf(place)).toBe('0.00')
    const shown = await f.boss.call(getApproval, { params: { approvalId: asked.approvalId! } })
    expect(shown).toMatchObject({ task: 'contribution', mayDecide: true, after: { amount, valueDate, because } })
    await expect(agree(asked.approvalId, f.who)).rejects.toMatchObject({ code: 'permission.missing' })
    await agree(asked.approvalId)
    expect(await balanceOf(place)).toBe(amount)
  })

  test('adds unconfirmed money by hand to the next amounts for the limit', async () => {
    const place = await f.accountWith('0.00')
    expect((await note(place, '20000.00')).state).toBe('done')
    expect((await note(place, '5000.01')).state).toBe('pending')
    expect((await note(place, '5000.00')).state).toBe('done')
  })

  test('proposes money by hand once under one key and refuses another body', async () => {
    const place = await f.accountWith('0.00')
    const key = randomUUID()
    const first = await note(place, '30000.00', { key })
    expect(await note(place, '30000.00', { key })).toEqual(first)
    await expect(note(place, '30001.00', { key })).rejects.toMatchObject(refused(422, 'idempotency.differentBody'))
    await agree(first.approvalId)
    expect(await note(place, '30000.00', { key })).toMatchObject({ state: 'done', journalId: expect.any(String) })
    expect(await balanceOf(place)).toBe('30000.00')
  })

  test('approves money by hand up to the checker’s limit and not above', async () => {
    const place = await f.accountWith('0.00')
    const { approvalId } = await note(place, '100000.01')
    await expect(agree(approvalId)).rejects.toMatchObject(refused(409, 'contribution.overLimit'))
    await agree(approvalId, direction)
    expect(await balanceOf(place)).toBe('100000.01')
  })

  test('money by hand above the agreed amount of an opening waits for approval', async () => {
    const { clientId } = await f.accountWith('0.00')
    const { id } = await f.t.make.account({ clientId, status: 'pending', openedOn: null, agreedAmount: '5000.00' })
    const place = { clientId, accountId: id, bankAccountId: '' }
    expect((await note(place, '4000.00')).state).toBe('done')
    const over = await note(place, '1000.01')
    expect(over.state).toBe('pending')
    const shown = await f.boss.call(getApproval, { params: { approvalId: over.approvalId! } })
    expect(shown.after).toMatchObject({ because: ['overAgreed'] })
  })

  test('books money by hand at once when the task needs no second person', async () => {
    const place = await f.accountWith('0.00')
    await switchTasksOff(f.t.db, ['contribution'])
    expect(await note(place, '30000.00')).toMatchObject({ state: 'done', journalId: expect.any(String) })
    await switchTasksOff(f.t.db, [])
    expect(await unconfirmedOf(place.accountId)).toEqual(['30000.00'])
  })
})

describe('unconfirmed money', () => {
  test('interest on unconfirmed money is posted, but paid only after a second person confirms', async () => {
    const place = await paying('10000.00')
    const { journalId } = await note(place, '20000.00')
    const asked = await note(place, '900.00', { valueDate: '2026-01-15' })
    await agree(asked.approvalId)
    await night()
    expect(await waitsOf(place.accountId)).toEqual(Array(5).fill('interest: unconfirmedMoney'))
    for (const row of (
      await f.who.call(listContributions.page, { query: { account: place.accountId, confirmation: 'unconfirmed' } })
    ).rows) {
      const params = { ...placeOf(place), journalId: row.id }
      const { approvalId } = await f.who.call(confirmContribution, {
        params,
        body: { reason: 'Visto en la banca en línea' },
      })
      await expect(
        f.who.call(confirmContribution, { params, body: { reason: 'Visto en la banca en línea' } }),
      ).rejects.toMatchObject(refused(409, 'contribution.confirmWaits'))
      // Who let a colleague's contribution in is no witness of the money.
      await expect(agree(approvalId)).rejects.toMatchObject(refused(409, 'approval.directionDecides'))
      await agree(approvalId, direction)
    }
    expect(await waitsOf(place.accountId)).toEqual(Array(5).fill('interest: null'))
    await expect(
      f.who.call(confirmContribution, {
        params: { ...placeOf(place), journalId: journalId! },
        body: { reason: 'Otra vez' },
      }),
    ).rejects.toMatchObject(refused(409, 'contribution.confirmed'))
  })

  test('unconfirmed money does not hold interest posted before', async () => {
    const place = await paying('10000.00')
    await night()
    await note(place, '100.00')
    expect(await waitsOf(place.accountId)).toEqual(Array(5).fill('interest: null'))
  })

  test('holds a withdrawal above the confirmed capital, interest on unconfirmed money excluded', async () => {
    const place = await paying('1000.00', { capitalised: true })
    const asked = await note(place, '20000.00', { valueDate: '2026-01-15' })
    await agree(asked.approvalId)
    await night()
    const { paymentId } = await f.ask(place, '1000.00')
    await f.letGo(paymentId)
    const over = (await f.ask(place, '0.01')).paymentId
    await f.letGo(over)
    expect(await waitsOf(place.accountId)).toEqual(Array(2).fill('withdrawal: unconfirmedMoney'))
    await f.cancel(over)
    expect(await waitsOf(place.accountId)).toEqual(['withdrawal: null'])
  })

  test('requires two people to confirm money even with the task switched off', async () => {
    const place = await f.accountWith('0.00')
    const { journalId } = await note(place, '10.00')
    await switchTasksOff(f.t.db, ['confirmation'])
    const params = { ...placeOf(place), journalId: journalId! }
    const { state } = await f.who.call(confirmContribution, { params, body: { reason: 'Visto en el banco' } })
    await switchTasksOff(f.t.db, [])
    expect(state).toBe('pending')
    expect(await unconfirmedOf(place.accountId)).toEqual(['10.00'])
  })

  test('a renewed account inherits unconfirmed money until its reversal', async () => {
    const place = await f.accountWith('0.00')
    const { journalId } = await note(place, '10.00')
    const heir = await f.t.make.account({ clientId: place.clientId })
    const { rows } = await f.t.owner.query(
      `insert into dino.posting_run (kind, business_date, started_at, journals_to) values ('maturity', $1, now(), 0) returning id`,
      [today],
    )
    await f.t.owner.query(
      `insert into dino.maturity (account_id, run_id, matured_on, outcome, renewed_id) values ($1, $2, $3, 'renewed', $4)`,
      [place.accountId, rows[0].id, today, heir.id],
    )
    expect(await unconfirmedOf(heir.id)).toEqual(['10.00'])
    await switchTasksOff(f.t.db, ['reversal'])
    const admin = await f.t.as('admin')
    await admin.call(reverseJournal, {
      params: { ...placeOf(place), journalId: journalId! },
      body: { reason: 'No llegó' },
    })
    await switchTasksOff(f.t.db, [])
    expect([await unconfirmedOf(place.accountId), await unconfirmedOf(heir.id)]).toEqual([[], []])
  })
})

describe('rules of money by hand', () => {
  test('two people change the rules of money by hand, which apply from then on', async () => {
    const admin = await f.t.as('admin')
    const { contributionRules: before } = await admin.call(getPaymentSettings, {})
    expect(before).toEqual({ daysBack: 5, confirmDays: 5 })
    const after = { daysBack: 0, confirmDays: 1 }
    const stale = admin.call(setContributionRules, { body: { before: after, after: before, reason: 'Al revés' } })
    await expect(stale).rejects.toMatchObject(refused(409, 'conflict.changed'))
    const asked = await admin.call(setContributionRules, { body: { before, after, reason: 'Auditoría' } })
    expect(asked).toMatchObject({ contributionRules: before, waiting: [{ task: 'contributionRules' }] })
    await agree(asked.waiting[0]!.approvalId, direction)
    expect((await admin.call(getPaymentSettings, {})).contributionRules).toEqual(after)
    const place = await f.accountWith('0.00')
    expect((await note(place, '10.00', { valueDate: '2026-06-12' })).state).toBe('pending')
    const back = await admin.call(setContributionRules, {
      body: { before: after, after: before, reason: 'Como antes' },
    })
    await agree(back.waiting[0]!.approvalId, direction)
  })
})

describe('overdue unconfirmed money', () => {
  test('notifies the client’s manager once about overdue unconfirmed money', async () => {
    const place = await f.accountWith('0.00')
    await note(place, '10.00')
    await f.t.owner.query(`update dino.unconfirmed_contribution set noted_on = '2026-06-05' where account_id = $1`, [
      place.accountId,
    ])
    const told = async () =>
      (
        await f.t.owner.query(
          `select user_id::text as id from registry.notification where kind = 'contributions.overdue'`,
        )
      ).rows
    for (const day of ['2026-06-15', '2026-06-15', '2026-06-16'])
      await notifyOverdue({ db: f.t.db, prefix: 'dino', day })
    expect(await told()).toEqual([{ id: f.who.userId }])
  })
})

describe('list of contributions', () => {
  const listed = async (place: Place, query: object) =>
    (await f.who.call(listContributions.page, { query: { account: place.accountId, ...query } })).rows

  test('filters unconfirmed and overdue contributions, with their count', async () => {
    const place = await f.accountWith('500.00')
    await note(place, '10.00')
    await note(place, '20.00')
    const [old] = await listed(place, { confirmation: 'unconfirmed' })
    await f.t.owner.query(`update dino.unconfirmed_contribution set noted_on = '2026-06-05' where journal_id = $1`, [
      old!.id,
    ])
    expect((await listed(place, {})).map(({ amount, confirmation }) => [amount, confirmation])).toEqual([
      ['20.00', 'overdue'],
      ['10.00', 'unconfirmed'],
      ['500.00', null],
    ])
    expect((await listed(place, { confirmation: 'overdue' })).map(({ amount }) => amount)).toEqual(['20.00'])
    expect(
      await f.who.call(listContributions.count, { query: { account: place.accountId, confirmation: 'unconfirmed' } }),
    ).toEqual({ total: 2, totals: { amount: '30.00' } })
  })

  test('a reversal in the list of contributions keeps the contribution’s description', async () => {
    const place = await f.accountWith('0.00')
    const { journalId } = await note(place, '10.00', { reference: 'Bizum de Ana' })
    await switchTasksOff(f.t.db, ['reversal'])
    const admin = await f.t.as('admin')
    await admin.call(reverseJournal, {
      params: { ...placeOf(place), journalId: journalId! },
      body: { reason: 'No llegó' },
    })
    await switchTasksOff(f.t.db, [])
    expect((await listed(place, {})).map(({ description, correction }) => [description, correction])).toEqual([
      ['Bizum de Ana', 'reversal'],
      ['Bizum de Ana', 'reversed'],
    ])
  })
})
