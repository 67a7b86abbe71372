import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { toCents } from '#rules/cents.ts'
import { postDueInterest } from '#server/features/interest/post-interest.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { runMaturities } from './run-maturities.ts'
import {
  createMaturingAccount,
  findAccountState,
  getMaturityNow,
  makeClientCompliant,
  runMaturity,
} from './test-maturities.ts'

let t: TestTenant
beforeAll(async () => {
  t = await createTestTenant('dino', getMaturityNow)
})
afterAll(() => t.drop())

describe('accounts whose term is over', () => {
  test('pays out a matured account with its last interest by payment order', async () => {
    const account = await createMaturingAccount(t, 'pay_out')
    await runMaturity(t, '2027-06-14')
    expect(await findAccountState(t, account.id)).toMatchObject({ status: 'active' })
    await runMaturity(t, '2027-06-15')
    expect(await findAccountState(t, account.id)).toMatchObject({
      status: 'expired',
      closed: '2027-06-15',
      balance: '0.00',
      payable: '104050.00',
      ordered: '104050.00',
      outcome: 'paid',
      renewed: '0.00',
      owed: '104050.00',
    })
  })

  test('renews the principal at the rate of the day and pays out the interest', async () => {
    const account = await createMaturingAccount(t, 'renew_principal', { rate: '3.25' })
    await t.db.updateTable('account').set({ signature: 'all' }).where('id', '=', account.id).execute()
    await runMaturity(t, '2027-06-15')
    const state = await findAccountState(t, account.id)
    expect(state).toMatchObject({ outcome: 'renewed', renewed: '100000.00', payable: '4050.00', ordered: '4050.00' })
    const next = await t.owner.query(
      `select a.status, a.rate::float, a.opened_on::text as opened, a.expires_on::text as expires, a.instruction, a.signature, b.balance, a.number like 'D-%' as numbered,
              (select count(*)::int from dino.account_holder h where h.account_id = a.id) as holders
         from dino.account a join dino.account_balance b on b.account_id = a.id where a.id = $1`,
      [state.renewed_id],
    )
    expect(next.rows).toEqual([
      {
        status: 'active',
        rate: 3.25,
        opened: '2027-06-15',
        expires: '2028-06-15',
        instruction: 'renew_principal',
        signature: 'all',
        balance: '100000.00',
        numbered: true,
        holders: 1,
      },
    ])
  })

  test('a late run renews as of the due day at that day’s rate', async () => {
    // A Saturday: due on Monday the 21st.
    const account = await createMaturingAccount(t, 'renew_principal', { rate: '3.25', expiresOn: '2027-06-19' })
    await t.db
      .insertInto('productRate')
      .values({ productId: account.productId, validFrom: '2027-06-22', rate: '1' })
      .execute()
    await runMaturity(t, '2027-06-25')
    const { closed, renewed_id: renewedId } = await findAccountState(t, account.id)
    const { rows } = await t.owner.query(
      `select a.rate::float, a.opened_on::text as opened, a.expires_on::text as expires, j.booking_date::text as booked, j.value_date::text as value
         from dino.account a join dino.posting p on p.account_id = a.id join dino.journal j on j.id = p.journal_id where a.id = $1`,
      [renewedId],
    )
    expect(closed).toBe('2027-06-25')
    expect(rows).toEqual([
      { rate: 3.25, opened: '2027-06-21', expires: '2028-06-21', booked: '2027-06-25', value: '2027-06-21' },
    ])
  })

  test('renews the whole balance, interest included', async () => {
    const account = await createMaturingAccount(t, 'renew_all', { rate: '3' })
    await runMaturity(t, '2027-06-15')
    expect(await findAccountState(t, account.id)).toMatchObject({
      outcome: 'renewed',
      renewed: '104050.00',
      payable: '0.00',
      ordered: '0.00',
      balance: '0.00',
    })
  })

  test('parks the money of a client who may not renew, with the reasons', async () => {
    const account = await createMaturingAccount(t, 'renew_principal', { rate: '3', can: false })
    await runMaturity(t, '2027-06-15')
    const state = await findAccountState(t, account.id)
    expect(state).toMatchObject({ outcome: 'parked', payable: '104050.00', ordered: '0.00', renewed_id: null })
    expect(state.reasons).toContain('kycMissing')
  })

  test('ends an account maturing on Saturday on Monday, with interest to Saturday', async () => {
    const account = await createMaturingAccount(t, 'pay_out', { expiresOn: '2027-06-19', capitalised: true })
    await runMaturity(t, '2027-06-20')
    expect(await findAccountState(t, account.id)).toMatchObject({ status: 'active' })
    await runMaturity(t, '2027-06-21')
    // 369 days: 5,054.79, less 960.41.
    expect(await findAccountState(t, account.id)).toMatchObject({ closed: '2027-06-21', payable: '104094.38' })
  })

  test.each([true, false])(
    'explains interest to the payment day before and after the posting; capitalised: %s',
    async (capitalised) => {
      // TARGET rests on the 1st of January 2027, a Friday, and over the weekend.
      const account = await createMaturingAccount(t, 'pay_out', {
        expiresOn: '2027-01-01',
        capitalised,
        earnsUntilPaid: true,
      })
      const admin = await t.as('admin')
      const explained = async (asOf: string) => {
        const params = { clientId: account.clientId, accountId: account.id }
        const { posted, accrued, earned, lines } = await admin.call(getAccountInterest, { params, query: { asOf } })
        expect(toCents(posted) + toCents(accrued)).toBe(toCents(earned))
        return { earned, last: lines.at(-1)!.to }
      }
      // 200 days of 100,000.00 at 5 %; then the three until it is paid, and none after.
      expect(await explained('2027-01-01')).toEqual({ earned: '2739.73', last: '2027-01-01' })
      expect(await explained('2027-01-04')).toEqual({ earned: '2780.82', last: '2027-01-04' })
      expect(await explained('2027-01-09')).toEqual({ earned: '2780.82', last: '2027-01-04' })
      await runMaturity(t, '2027-01-03')
      expect(await findAccountState(t, account.id)).toMatchObject({ status: 'active' })
      await runMaturity(t, '2027-01-04')
      expect(await findAccountState(t, account.id)).toMatchObject({ closed: '2027-01-04', payable: '102252.46' })
      expect(await explained('2027-01-09')).toEqual({ earned: '2780.82', last: '2027-01-04' })
    },
  )

  test('ends an account without a renewal rate and parks its money with the reason', async () => {
    const account = await createMaturingAccount(t, 'renew_principal')
    expect(await runMaturity(t, '2027-06-15')).toMatchObject({ accounts: 1, failures: 0 })
    expect(await findAccountState(t, account.id)).toMatchObject({
      status: 'expired',
      closed: '2027-06-15',
      balance: '0.00',
      payable: '104050.00',
      ordered: '0.00',
      outcome: 'parked',
      owed: '104050.00',
      reasons: ['noRate'],
    })
    expect(await runMaturity(t, '2027-06-16')).toMatchObject({ accounts: 0, failures: 0 })
  })

  test('parks a transfer without a product or outside its limits, with the reason', async () => {
    const nowhere = await createMaturingAccount(t, 'transfer')
    const tooLittle = await createMaturingAccount(t, 'transfer')
    const target = await t.make.product()
    await t.db.insertInto('productRate').values({ productId: target.id, validFrom: '2020-01-01', rate: '2' }).execute()
    await t.db.updateTable('product').set({ minimum: '200000.00' }).where('id', '=', target.id).execute()
    await t.db.updateTable('account').set({ transferProductId: target.id }).where('id', '=', tooLittle.id).execute()
    await runMaturity(t, '2027-06-15')
    expect(await findAccountState(t, nowhere.id)).toMatchObject({
      outcome: 'parked',
      reasons: ['noProduct'],
      owed: '104050.00',
    })
    expect(await findAccountState(t, tooLittle.id)).toMatchObject({
      outcome: 'parked',
      reasons: ['amount'],
      owed: '104050.00',
    })
  })

  test('transfers exactly the minimum or maximum of a product, and not a cent beyond', async () => {
    const limits = [
      { minimum: '100000.00', maximum: null, outcome: 'transferred' },
      { minimum: '100000.01', maximum: null, outcome: 'parked' },
      { minimum: '0.01', maximum: '100000.00', outcome: 'transferred' },
      { minimum: '0.01', maximum: '99999.99', outcome: 'parked' },
    ]
    const accounts = []
    for (const { minimum, maximum } of limits) {
      const account = await createMaturingAccount(t, 'transfer')
      const { id: productId } = await t.make.product()
      await t.db.insertInto('productRate').values({ productId, validFrom: '2020-01-01', rate: '2' }).execute()
      await t.db.updateTable('product').set({ minimum, maximum }).where('id', '=', productId).execute()
      await t.db.updateTable('account').set({ transferProductId: productId }).where('id', '=', account.id).execute()
      accounts.push(account)
    }
    await runMaturity(t, '2027-06-15')
    const outcomes = []
    for (const { id } of accounts) outcomes.push((await findAccountState(t, id)).outcome)
    expect(outcomes).toEqual(limits.map(({ outcome }) => outcome))
  })

  test('ends an account that matured on earlier nights', async () => {
    const account = await createMaturingAccount(t, 'transfer', { expiresOn: '2027-03-15' })
    await runMaturity(t, '2027-06-15')
    // 273 days at 5 %: 3,739.73, less 710.55.
    expect(await findAccountState(t, account.id)).toMatchObject({
      status: 'expired',
      outcome: 'parked',
      payable: '103029.18',
    })
  })

  test('ends an account without money under any instruction', async () => {
    const account = await createMaturingAccount(t, 'renew_all')
    await t.make.movement(account.id, '-100000.00', 'withdrawal', '2026-06-15')
    expect(await runMaturity(t, '2027-06-15')).toMatchObject({ accounts: 1, failures: 0 })
    expect(await findAccountState(t, account.id)).toMatchObject({
      status: 'expired',
      outcome: 'paid',
      payable: '0.00',
      reasons: [],
    })
  })
})

test('one night after an outage posts all due payouts; a second run adds nothing', async () => {
  const own = await createTestTenant('dino', getMaturityNow)
  const product = await own.make.product({ payout: 'monthly', capitalised: true })
  await own.db.insertInto('productRate').values({ productId: product.id, validFrom: '2020-01-01', rate: '3' }).execute()
  const client = await own.make.client({ checked: true })
  const account = await own.make.account({
    clientId: client.id,
    productId: product.id,
    rate: '5',
    openedOn: '2026-10-15',
    expiresOn: '2027-01-15',
  })
  await own.db
    .updateTable('account')
    .set({ instruction: 'renew_all', termMonths: 3 })
    .where('id', '=', account.id)
    .execute()
  await own.make.movement(account.id, '100000.00', 'contribution', '2026-10-15')
  const night = async () => {
    const options = {
      db: own.db,
      prefix: 'dino' as const,
      day: '2027-06-18',
      now: getMaturityNow,
      onError: (error: unknown) => {
        throw error
      },
    }
    await postDueInterest(options)
    await runMaturities(options)
    const { rows } = await own.owner.query(
      `select a.opened_on::text as opened, a.status, count(j.id) filter (where j.kind = 'interest')::int as payouts
         from dino.account a left join dino.posting p on p.account_id = a.id left join dino.journal j on j.id = p.journal_id
        group by a.id order by a.id`,
    )
    return rows
  }
  // The outage began before the first payout: three terms of three months, of which two are over, and the third has paid twice.
  const expected = [
    { opened: '2026-10-15', status: 'expired', payouts: 3 },
    { opened: '2027-01-15', status: 'expired', payouts: 3 },
    { opened: '2027-04-15', status: 'active', payouts: 2 },
  ]
  expect(await night()).toEqual(expected)
  expect(await night()).toEqual(expected)
  await own.drop()
})

describe('notifications of managers', () => {
  test('notifies managers a week before stopped maturities and once about parked ones', async () => {
    const own = await createTestTenant('dino', getMaturityNow)
    const manager = await own.make.employee()
    await own.as('manager', manager.cvl)
    const product = await own.make.product()
    const client = await own.make.client({ checked: true, staff: { manager: manager.id } })
    for (const expiresOn of ['2027-06-15', '2027-06-22', '2027-06-23']) {
      const account = await own.make.account({
        clientId: client.id,
        productId: product.id,
        openedOn: '2026-06-15',
        expiresOn,
      })
      await own.db.updateTable('account').set({ instruction: 'renew_all' }).where('id', '=', account.id).execute()
      await own.make.movement(account.id, '1000.00', 'contribution', '2026-06-15')
    }
    const findNotifications = async () =>
      (
        await own.owner.query(
          `select kind, params ->> 'count' as count from registry.notification where kind like 'maturities.%' order by id`,
        )
      ).rows
    await runMaturity(own, '2027-06-14')
    expect(await findNotifications()).toEqual([])
    await runMaturity(own, '2027-06-15')
    await runMaturity(own, '2027-06-15')
    expect(await findNotifications()).toEqual([
      { kind: 'maturities.parked', count: '1' },
      { kind: 'maturities.stopped', count: '1' },
    ])
    await own.drop()
  })
})

/** The full suite takes more than the night takes in one go. */
const accountCount = isFullTestRun ? 1000 : 60
test(`completes ${accountCount} maturities except 3 bad ones it lists; a second run adds nothing`, async () => {
  const own = await createTestTenant('dino', getMaturityNow)
  const product = await own.make.product({ capitalised: true })
  const client = await own.make.client()
  await makeClientCompliant(own, client.id)
  const one = await own.make.account({
    clientId: client.id,
    productId: product.id,
    rate: '3',
    openedOn: '2026-06-15',
    expiresOn: '2027-06-15',
  })
  await own.make.movement(one.id, '1000.00', 'contribution', '2026-06-15')
  await own.owner.query(`
    set search_path = dino;
    insert into account (number, product_id, client_id, status, opened_on, expires_on, rate, zone_id, office_id, instruction)
    select 'COPY-' || n, product_id, client_id, status, opened_on, expires_on, rate, zone_id, office_id,
           case when n <= 3 then 'renew_principal' else 'pay_out' end::maturity_instruction from account, generate_series(1, ${accountCount - 1}) n where id = ${one.id};
    insert into account_holder select id, client_id, 'primary', 100 from account where number not in ('COPY-1', 'COPY-2', 'COPY-3') and id <> ${one.id};
    select post_movements(array_agg(id), array_agg('contribution'::movement_kind), array_agg(1000.00), array_agg(opened_on), array_agg(opened_on),
             array_agg('test:' || number), array_agg('x'::text), array_agg(null::text), 'test') from account where id <> ${one.id};
    analyze`)
  const noHolder = Array.from({ length: 3 }, () => 'withholding.noHolder')
  expect(await runMaturity(own, '2027-06-15')).toEqual({ accounts: accountCount - 3, failures: 3, failed: noHolder })
  const journals = async () => (await own.owner.query('select count(*)::int as n, sum(id) from dino.journal')).rows[0]
  const before = await journals()
  expect(await runMaturity(own, '2027-06-15')).toEqual({ accounts: 0, failures: 3, failed: noHolder })
  expect(await journals()).toEqual(before)
  await own.drop()
}, 120_000)
