import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import { getAccount } from '#contract/clients/client.ts'
import { addContribution, confirmContribution, listContributions } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { reverseJournal } from '#contract/journals.ts'
import { listWaitingOrders } from '#contract/payment-batches.ts'
import { getPaymentSettings, setContributionRules } from '#contract/settings/payments.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { postDueInterest } from '#server/features/interest/post-interest.ts'
import { buildExpectedError, createPaymentFixture, noonMs, today } from '#server/features/payments/test-payments.ts'
import { notifyOverdueContributions } from './notify-overdue.ts'

type PaymentFixture = Awaited<ReturnType<typeof createPaymentFixture>>
type TestAccount = Awaited<ReturnType<PaymentFixture['accountWith']>>
type Caller = PaymentFixture['who']
let fixture: PaymentFixture
let direction: Caller
beforeAll(async () => {
  fixture = await createPaymentFixture()
  direction = await fixture.t.as('direction')
})
afterAll(() => fixture.t.drop())

const toAccountParams = ({ clientId, accountId }: TestAccount) => ({ clientId, accountId })
const callAddContribution = (
  testAccount: TestAccount,
  amount: string,
  { valueDate = today, by = fixture.who, key = randomUUID() as string, reference = 'Transferencia de junio' } = {},
) =>
  fixture.t
    .callerWith(by.token, { [idempotencyKeyHeader]: key })
    .call(addContribution, { params: toAccountParams(testAccount), body: { amount, valueDate, reference } })
const callApprove = (approvalId: string | null, by = fixture.superior) =>
  by.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const getAccountBalance = async (testAccount: TestAccount) =>
  (await fixture.who.call(getAccount, { params: toAccountParams(testAccount) })).balance
const listUnconfirmedAmounts = async (accountId: string): Promise<string[]> =>
  (
    await fixture.t.db
      .selectFrom('unconfirmedContribution')
      .where('accountId', '=', accountId)
      .select('amount')
      .orderBy('journalId')
      .execute()
  ).map(({ amount }) => amount)
const listWaitingReasons = async (accountId: string) => {
  const admin = await fixture.t.as('admin')
  const { rows } = await admin.call(listWaitingOrders.page, { query: { pageSize: '200' } })
  return rows.filter((row) => row.accountId === accountId).map(({ kind, waits }) => `${kind}: ${waits}`)
}

/** An account of a product that pays interest every month, open since January. */
const createInterestAccount = async (capital: string, some: { capitalised?: boolean } = {}) => {
  const product = await fixture.t.make.product({ payout: 'monthly', ...some })
  const testAccount = await fixture.accountWith('0.00')
  const { id } = await fixture.t.make.account({
    clientId: testAccount.clientId,
    productId: product.id,
    rate: '6',
    openedOn: '2026-01-15',
  })
  if (capital !== '0.00') await fixture.t.make.movement(id, capital, 'contribution', '2026-01-15')
  return { ...testAccount, accountId: id }
}
const runInterestPosting = () =>
  postDueInterest({
    db: fixture.t.db,
    prefix: 'dino',
    day: today,
    now: () => noonMs,
    onError: (error) => {
      throw error
    },
  })

describe('manual contributions', () => {
  test('books money by hand at once within the limit and the days back', async () => {
    const testAccount = await fixture.accountWith('0.00')
    expect(await callAddContribution(testAccount, '25000.00', { valueDate: '2026-06-08' })).toMatchObject({
      state: 'done',
      approvalId: null,
    })
    expect(await getAccountBalance(testAccount)).toBe('25000.00')
  })

  test.each([
    ['above the limit of the role', '25000.01', today, ['overLimit']],
    ['dated more than five business days back', '10.00', '2026-06-05', ['backDated']],
  ] as const)('money by hand %s is booked only after approval', async (_, amount, valueDate, because) => {
    const testAccount = await fixture.accountWith('0.00')
    const proposal = await callAddContribution(testAccount, amount, { valueDate })
    expect(proposal).toMatchObject({ state: 'pending', journalId: null })
    expect(await getAccountBalance(testAccount)).toBe('0.00')
    const approvalDetail = await fixture.superior.call(getApproval, { params: { approvalId: proposal.approvalId! } })
    expect(approvalDetail).toMatchObject({
      task: 'contribution',
      mayDecide: true,
      after: { amount, valueDate, because },
    })
    await expect(callApprove(proposal.approvalId, fixture.who)).rejects.toMatchObject({ code: 'permission.missing' })
    await callApprove(proposal.approvalId)
    expect(await getAccountBalance(testAccount)).toBe(amount)
  })

  test('adds unconfirmed money by hand to the next amounts for the limit', async () => {
    const testAccount = await fixture.accountWith('0.00')
    expect((await callAddContribution(testAccount, '20000.00')).state).toBe('done')
    expect((await callAddContribution(testAccount, '5000.01')).state).toBe('pending')
    expect((await callAddContribution(testAccount, '5000.00')).state).toBe('done')
  })

  test('proposes money by hand once under one key and refuses another body', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const key = randomUUID()
    const first = await callAddContribution(testAccount, '30000.00', { key })
    expect(await callAddContribution(testAccount, '30000.00', { key })).toEqual(first)
    await expect(callAddContribution(testAccount, '30001.00', { key })).rejects.toMatchObject(
      buildExpectedError(422, 'idempotency.differentBody'),
    )
    await callApprove(first.approvalId)
    expect(await callAddContribution(testAccount, '30000.00', { key })).toMatchObject({
      state: 'done',
      journalId: expect.any(String),
    })
    expect(await getAccountBalance(testAccount)).toBe('30000.00')
  })

  test('approves money by hand up to the checker’s limit and not above', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const { approvalId } = await callAddContribution(testAccount, '100000.01')
    await expect(callApprove(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'contribution.overLimit'))
    await callApprove(approvalId, direction)
    expect(await getAccountBalance(testAccount)).toBe('100000.01')
  })

  test('money by hand above the agreed amount of an opening waits for approval', async () => {
    const { clientId } = await fixture.accountWith('0.00')
    const { id } = await fixture.t.make.account({
      clientId,
      status: 'pending',
      openedOn: null,
      agreedAmount: '5000.00',
    })
    const testAccount = { clientId, accountId: id, bankAccountId: '' }
    expect((await callAddContribution(testAccount, '4000.00')).state).toBe('done')
    const over = await callAddContribution(testAccount, '1000.01')
    expect(over.state).toBe('pending')
    const approvalDetail = await fixture.superior.call(getApproval, { params: { approvalId: over.approvalId! } })
    expect(approvalDetail.after).toMatchObject({ because: ['overAgreed'] })
  })

  test('books money by hand at once when the task needs no second person', async () => {
    const testAccount = await fixture.accountWith('0.00')
    await setDisabledTasks(fixture.t.db, ['contribution'])
    expect(await callAddContribution(testAccount, '30000.00')).toMatchObject({
      state: 'done',
      journalId: expect.any(String),
    })
    await setDisabledTasks(fixture.t.db, [])
    expect(await listUnconfirmedAmounts(testAccount.accountId)).toEqual(['30000.00'])
  })
})

describe('unconfirmed money', () => {
  test('interest on unconfirmed money is posted, but paid only after a second person confirms', async () => {
    const testAccount = await createInterestAccount('10000.00')
    const { journalId } = await callAddContribution(testAccount, '20000.00')
    const proposal = await callAddContribution(testAccount, '900.00', { valueDate: '2026-01-15' })
    await callApprove(proposal.approvalId)
    await runInterestPosting()
    expect(await listWaitingReasons(testAccount.accountId)).toEqual(Array(5).fill('interest: unconfirmedMoney'))
    for (const row of (
      await fixture.who.call(listContributions.page, {
        query: { account: testAccount.accountId, confirmation: 'unconfirmed' },
      })
    ).rows) {
      const params = { ...toAccountParams(testAccount), journalId: row.id }
      const { approvalId } = await fixture.who.call(confirmContribution, {
        params,
        body: { reason: 'Visto en la banca en línea' },
      })
      await expect(
        fixture.who.call(confirmContribution, { params, body: { reason: 'Visto en la banca en línea' } }),
      ).rejects.toMatchObject(buildExpectedError(409, 'contribution.confirmWaits'))
      // Who let a colleague's contribution in is no witness of the money.
      await expect(callApprove(approvalId)).rejects.toMatchObject(buildExpectedError(409, 'approval.directionDecides'))
      await callApprove(approvalId, direction)
    }
    expect(await listWaitingReasons(testAccount.accountId)).toEqual(Array(5).fill('interest: null'))
    await expect(
      fixture.who.call(confirmContribution, {
        params: { ...toAccountParams(testAccount), journalId: journalId! },
        body: { reason: 'Otra vez' },
      }),
    ).rejects.toMatchObject(buildExpectedError(409, 'contribution.confirmed'))
  })

  test('unconfirmed money does not hold interest posted before', async () => {
    const testAccount = await createInterestAccount('10000.00')
    await runInterestPosting()
    await callAddContribution(testAccount, '100.00')
    expect(await listWaitingReasons(testAccount.accountId)).toEqual(Array(5).fill('interest: null'))
  })

  test('holds a withdrawal above the confirmed capital, interest on unconfirmed money excluded', async () => {
    const testAccount = await createInterestAccount('1000.00', { capitalised: true })
    const proposal = await callAddContribution(testAccount, '20000.00', { valueDate: '2026-01-15' })
    await callApprove(proposal.approvalId)
    await runInterestPosting()
    const { paymentId } = await fixture.ask(testAccount, '1000.00')
    await fixture.letGo(paymentId)
    const over = (await fixture.ask(testAccount, '0.01')).paymentId
    await fixture.letGo(over)
    expect(await listWaitingReasons(testAccount.accountId)).toEqual(Array(2).fill('withdrawal: unconfirmedMoney'))
    await fixture.cancel(over)
    expect(await listWaitingReasons(testAccount.accountId)).toEqual(['withdrawal: null'])
  })

  test('requires two people to confirm money even with the task switched off', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const { journalId } = await callAddContribution(testAccount, '10.00')
    await setDisabledTasks(fixture.t.db, ['confirmation'])
    const params = { ...toAccountParams(testAccount), journalId: journalId! }
    const { state } = await fixture.who.call(confirmContribution, { params, body: { reason: 'Visto en el banco' } })
    await setDisabledTasks(fixture.t.db, [])
    expect(state).toBe('pending')
    expect(await listUnconfirmedAmounts(testAccount.accountId)).toEqual(['10.00'])
  })

  test('a renewed account inherits unconfirmed money until its reversal', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const { journalId } = await callAddContribution(testAccount, '10.00')
    const heir = await fixture.t.make.account({ clientId: testAccount.clientId })
    const { rows } = await fixture.t.owner.query(
      `insert into dino.posting_run (kind, business_date, started_at, journals_to) values ('maturity', $1, now(), 0) returning id`,
      [today],
    )
    await fixture.t.owner.query(
      `insert into dino.maturity (account_id, run_id, matured_on, outcome, renewed_id) values ($1, $2, $3, 'renewed', $4)`,
      [testAccount.accountId, rows[0].id, today, heir.id],
    )
    expect(await listUnconfirmedAmounts(heir.id)).toEqual(['10.00'])
    await setDisabledTasks(fixture.t.db, ['reversal'])
    const admin = await fixture.t.as('admin')
    await admin.call(reverseJournal, {
      params: { ...toAccountParams(testAccount), journalId: journalId! },
      body: { reason: 'No llegó' },
    })
    await setDisabledTasks(fixture.t.db, [])
    expect([await listUnconfirmedAmounts(testAccount.accountId), await listUnconfirmedAmounts(heir.id)]).toEqual([
      [],
      [],
    ])
  })
})

describe('rules of money by hand', () => {
  test('two people change the rules of money by hand, which apply from then on', async () => {
    const admin = await fixture.t.as('admin')
    const { contributionRules: before } = await admin.call(getPaymentSettings, {})
    expect(before).toEqual({ daysBack: 5, confirmDays: 5 })
    const after = { daysBack: 0, confirmDays: 1 }
    const stale = admin.call(setContributionRules, { body: { before: after, after: before, reason: 'Al revés' } })
    await expect(stale).rejects.toMatchObject(buildExpectedError(409, 'conflict.changed'))
    const proposal = await admin.call(setContributionRules, { body: { before, after, reason: 'Auditoría' } })
    expect(proposal).toMatchObject({ contributionRules: before, waiting: [{ task: 'contributionRules' }] })
    await callApprove(proposal.waiting[0]!.approvalId, direction)
    expect((await admin.call(getPaymentSettings, {})).contributionRules).toEqual(after)
    const testAccount = await fixture.accountWith('0.00')
    expect((await callAddContribution(testAccount, '10.00', { valueDate: '2026-06-12' })).state).toBe('pending')
    const back = await admin.call(setContributionRules, {
      body: { before: after, after: before, reason: 'Como antes' },
    })
    await callApprove(back.waiting[0]!.approvalId, direction)
  })
})

describe('overdue unconfirmed money', () => {
  test('notifies the client’s manager once about overdue unconfirmed money', async () => {
    const testAccount = await fixture.accountWith('0.00')
    await callAddContribution(testAccount, '10.00')
    await fixture.t.owner.query(
      `update dino.unconfirmed_contribution set noted_on = '2026-06-05' where account_id = $1`,
      [testAccount.accountId],
    )
    const findNotifiedUsers = async () =>
      (
        await fixture.t.owner.query(
          `select user_id::text as id from registry.notification where kind = 'contributions.overdue'`,
        )
      ).rows
    for (const day of ['2026-06-15', '2026-06-15', '2026-06-16'])
      await notifyOverdueContributions({ db: fixture.t.db, prefix: 'dino', day })
    expect(await findNotifiedUsers()).toEqual([{ id: fixture.who.userId }])
  })
})

describe('list of contributions', () => {
  const listed = async (testAccount: TestAccount, query: object) =>
    (await fixture.who.call(listContributions.page, { query: { account: testAccount.accountId, ...query } })).rows

  test('filters unconfirmed and overdue contributions, with their count', async () => {
    const testAccount = await fixture.accountWith('500.00')
    await callAddContribution(testAccount, '10.00')
    await callAddContribution(testAccount, '20.00')
    const [old] = await listed(testAccount, { confirmation: 'unconfirmed' })
    await fixture.t.owner.query(
      `update dino.unconfirmed_contribution set noted_on = '2026-06-05' where journal_id = $1`,
      [old!.id],
    )
    expect((await listed(testAccount, {})).map(({ amount, confirmation }) => [amount, confirmation])).toEqual([
      ['20.00', 'overdue'],
      ['10.00', 'unconfirmed'],
      ['500.00', null],
    ])
    expect((await listed(testAccount, { confirmation: 'overdue' })).map(({ amount }) => amount)).toEqual(['20.00'])
    expect(
      await fixture.who.call(listContributions.count, {
        query: { account: testAccount.accountId, confirmation: 'unconfirmed' },
      }),
    ).toEqual({ total: 2, totals: { amount: '30.00' } })
  })

  test('a reversal in the list of contributions keeps the contribution’s description', async () => {
    const testAccount = await fixture.accountWith('0.00')
    const { journalId } = await callAddContribution(testAccount, '10.00', { reference: 'Bizum de Ana' })
    await setDisabledTasks(fixture.t.db, ['reversal'])
    const admin = await fixture.t.as('admin')
    await admin.call(reverseJournal, {
      params: { ...toAccountParams(testAccount), journalId: journalId! },
      body: { reason: 'No llegó' },
    })
    await setDisabledTasks(fixture.t.db, [])
    expect((await listed(testAccount, {})).map(({ description, correction }) => [description, correction])).toEqual([
      ['Bizum de Ana', 'reversal'],
      ['Bizum de Ana', 'reversed'],
    ])
  })
})
