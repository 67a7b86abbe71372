import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import type { DayCount, PayoutPeriod } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import { withRunLock } from '#server/domain/posting-run-lock.ts'
import { holdLock } from '#test/harness/hold-lock.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { postDueInterest } from './post-interest.ts'
import { findPostingRun } from './runs.queries.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
const nowMs = Date.parse('2028-03-31T10:00:00Z')
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const runInterestPosting = async (day: string, tenant = t) => {
  const { db, prefix } = tenant
  const faults: unknown[] = []
  const runId = await postDueInterest({ db, prefix, day, now: () => nowMs, onError: (error) => faults.push(error) })
  const { failed, accounts, journals, interest, bonus, withheld, failures } = await findPostingRun(
    { db },
    { params: { runId: runId! } },
  )
  expect(faults).toEqual([])
  return { runId, accounts, journals, interest, bonus, withheld, failures, failed: failed.map(({ code }) => code) }
}

type AccountOptions = Partial<{
  dayCount: DayCount
  payout: PayoutPeriod
  capitalised: boolean
  rate: string
  bonusRate: string
  openedOn: string
  expiresOn: string
  amount: string
  holders: string[]
  country: string
}>
/** An account with its money in it from the first day. */
const createEarningAccount = async (options: AccountOptions = {}, tenant = t) => {
  const { dayCount = 'ACT/365F', payout = 'monthly', capitalised = true, amount = '100000.00', country } = options
  const { openedOn = '2026-01-31', rate = '5', bonusRate = '0', holders = [], expiresOn } = options
  const product = await tenant.make.product({ dayCount, payout, capitalised })
  const client = await tenant.make.client(country ? { country } : {})
  const account = await tenant.make.account({
    clientId: client.id,
    productId: product.id,
    rate,
    bonusRate,
    openedOn,
    holders,
    ...(expiresOn && { expiresOn }),
  })
  await tenant.make.movement(account.id, amount, 'contribution', openedOn)
  return account
}
/** The lines of an account's runs: value date, kind, ledger, amount as the client sees it. */
const findPostedLines = async (accountId: string, tenant = t) =>
  (
    await tenant.owner.query<{ line: string }>(
      `select concat_ws(' ', j.value_date, j.kind, p.ledger, -p.amount) as line from ${tenant.prefix}.posting p join ${tenant.prefix}.journal j on j.id = p.journal_id
        where p.account_id = $1 and j.source = 'interest' order by j.id, p.line`,
      [accountId],
    )
  ).rows.map(({ line }) => line)
const getInterest = ({ id, clientId }: { id: string; clientId: string }, asOf: string) =>
  admin.call(getAccountInterest, { params: { clientId, accountId: id }, query: { asOf } })

describe('posted interest', () => {
  test.each([
    ['ACT/365F', '2479.45', '471.10'],
    ['ACT/360', '2513.89', '477.64'],
    ['30E/360', '2500.00', '475.00'],
  ] as const)('posts half a year of %s like the golden case, less 19 %%', async (dayCount, interest, tax) => {
    const account = await createEarningAccount({ dayCount, payout: 'half_yearly' })
    await runInterestPosting('2026-07-30')
    expect(await findPostedLines(account.id)).toEqual([])
    await runInterestPosting('2026-07-31')
    expect(await findPostedLines(account.id)).toEqual([
      `2026-07-31 interest 3 ${interest}`,
      `2026-07-31 withholding 3 -${tax}`,
    ])
  })

  test('splits ISDA interest at the turn of a leap year', async () => {
    const account = await createEarningAccount({
      dayCount: 'ACT/ACT ISDA',
      payout: 'quarterly',
      openedOn: '2027-12-01',
    })
    await runInterestPosting('2028-03-01')
    expect(await findPostedLines(account.id)).toEqual([
      '2028-03-01 interest 3 1244.33',
      '2028-03-01 withholding 3 -236.42',
    ])
  })

  test('posts interest and bonus not capitalised to the payable, each by itself', async () => {
    const account = await createEarningAccount({ capitalised: false, bonusRate: '0.5', payout: 'half_yearly' })
    await runInterestPosting('2026-07-31')
    expect(await findPostedLines(account.id)).toEqual([
      '2026-07-31 interest 4 2479.45',
      '2026-07-31 bonus 4 247.95',
      '2026-07-31 withholding 4 -518.21',
    ])
    const { rows } = await t.owner.query(`select balance, payable from dino.account_balance where account_id = $1`, [
      account.id,
    ])
    expect(rows).toEqual([{ balance: '100000.00', payable: '2209.19' }])
    const orders = await t.owner.query('select kind, amount, state from dino.payment_order where account_id = $1', [
      account.id,
    ])
    expect(orders.rows).toEqual([{ kind: 'interest', amount: '2209.19', state: 'approved' }])
  })

  test('posts each missed payout by itself with compounding and clipped month ends', async () => {
    const account = await createEarningAccount()
    const { accounts } = await runInterestPosting('2026-05-04')
    expect(accounts).toBeGreaterThanOrEqual(1)
    const lines = await findPostedLines(account.id)
    expect(lines).toEqual([
      '2026-02-28 interest 3 383.56',
      '2026-02-28 withholding 3 -72.88',
      // 31 days of 100,310.68.
      '2026-03-31 interest 3 425.98',
      '2026-03-31 withholding 3 -80.94',
      '2026-04-30 interest 3 413.65',
      '2026-04-30 withholding 3 -78.59',
    ])
    expect(await getInterest(account, '2026-05-04')).toMatchObject({ posted: '1223.19' })
  })

  test('posts interest due on a holiday the next business day, earned until due', async () => {
    // The 25th of December 2026 is a Friday.
    const account = await createEarningAccount({ openedOn: '2026-11-25' })
    await runInterestPosting('2026-12-27')
    expect(await findPostedLines(account.id)).toEqual([])
    await runInterestPosting('2026-12-28')
    expect(await findPostedLines(account.id)).toEqual([
      '2026-12-25 interest 3 410.96',
      '2026-12-25 withholding 3 -78.08',
    ])
  })

  test('leaves the payout of the maturity day to the maturity', async () => {
    const account = await createEarningAccount({ expiresOn: '2026-03-31' })
    await runInterestPosting('2026-04-30')
    expect((await findPostedLines(account.id)).map((line) => line.slice(0, 10))).toEqual(['2026-02-28', '2026-02-28'])
  })

  test('stores the withheld part of each holder, exempt ones too', async () => {
    const other = await t.make.client({ country: 'FR' })
    const account = await createEarningAccount({ holders: [other.id], payout: 'half_yearly' })
    await runInterestPosting('2026-07-31')
    expect((await findPostedLines(account.id)).at(-1)).toBe('2026-07-31 withholding 3 -235.55')
    const { rows } = await t.owner.query(
      `select base, rate::float, amount, journal_id is not null as posted from dino.withholding_part where account_id = $1 order by id`,
      [account.id],
    )
    expect(rows).toEqual([
      { base: '1239.73', rate: 19, amount: '235.55', posted: true },
      { base: '1239.72', rate: 0, amount: '0.00', posted: true },
    ])
  })
})

describe('changes of the past', () => {
  test('the next run corrects interest for a back-dated contribution once', async () => {
    const account = await createEarningAccount({ payout: 'half_yearly' })
    await runInterestPosting('2026-07-31')
    // 36,500 more from the 30th of June on: 31 days at 5 % are 155.00.
    const late = `select from dino.post_journal('contribution', '2026-08-03', '2026-06-30', array[${ledgers.capital}, ${ledgers.bank}]::smallint[], array[$1, null]::bigint[], array[-36500, 36500], 'test:late:${account.id}', 'x', 'test')`
    await t.owner.query(late, [account.id])
    await runInterestPosting('2026-08-03')
    expect((await findPostedLines(account.id)).slice(2)).toEqual([
      '2026-07-31 interest 3 155.00',
      '2026-07-31 withholding 3 -29.45',
    ])
    expect(await getInterest(account, '2026-08-03')).toMatchObject({ posted: '2634.45' })
    await runInterestPosting('2026-08-03')
    expect(await findPostedLines(account.id)).toHaveLength(4)
  })

  test('the next run corrects interest for money dated the day before the payout', async () => {
    const account = await createEarningAccount({ payout: 'half_yearly' })
    await runInterestPosting('2026-07-31')
    // One day of 36,500 at 5 %; what is dated on the day of the payout has earned nothing by it.
    for (const [valueDate, key] of [
      ['2026-07-30', 'eve'],
      ['2026-07-31', 'day'],
    ])
      await t.owner.query(
        `select from dino.post_journal('contribution', '2026-08-04', $2::date, array[${ledgers.capital}, ${ledgers.bank}]::smallint[], array[$1, null]::bigint[], array[-36500, 36500], $3, 'x', 'test')`,
        [account.id, valueDate, `test:${key}:${account.id}`],
      )
    await runInterestPosting('2026-08-04')
    expect((await findPostedLines(account.id)).slice(2)).toEqual([
      '2026-07-31 interest 3 5.00',
      '2026-07-31 withholding 3 -0.95',
    ])
  })

  test('the next run takes back excess interest and tax after a back-dated withdrawal', async () => {
    const account = await createEarningAccount({ payout: 'half_yearly' })
    await runInterestPosting('2026-07-31')
    const less = `select from dino.post_journal('withdrawal', '2026-08-03', '2026-06-30', array[${ledgers.capital}, ${ledgers.bank}]::smallint[], array[$1, null]::bigint[], array[36500, -36500], 'test:less:${account.id}', 'x', 'test')`
    await t.owner.query(less, [account.id])
    await runInterestPosting('2026-08-03')
    expect((await findPostedLines(account.id)).slice(2)).toEqual([
      '2026-07-31 interest 3 -155.00',
      '2026-07-31 withholding 3 29.45',
    ])
  })
})

describe('interest runs', () => {
  test('a second interest run on the same day adds nothing', async () => {
    await createEarningAccount()
    const first = await runInterestPosting('2026-09-30')
    expect(first.accounts).toBeGreaterThan(0)
    const second = await runInterestPosting('2026-09-30')
    expect(second).toMatchObject({ accounts: 0, journals: 0, interest: '0.00', withheld: '0.00' })
    expect(second.runId).not.toBe(first.runId)
  })

  test('an interest run lists a bad account with its reason and settles all others', async () => {
    const good = await createEarningAccount()
    const bad = await createEarningAccount()
    const empty = await createEarningAccount()
    await t.owner.query('delete from dino.account_holder where account_id = $1', [bad.id])
    await t.owner.query(`update dino.account_holder set role = 'authorised', share = null where account_id = $1`, [
      empty.id,
    ])
    const { failed, runId } = await runInterestPosting('2026-10-30')
    expect(failed).toEqual(['withholding.noHolder', 'withholding.noHolder'])
    expect(await findPostedLines(good.id)).not.toEqual([])
    expect(await findPostedLines(bad.id)).toEqual([])
    const { rows } = await t.owner.query(
      'select account_id from dino.posting_run_failure where run_id = $1 order by 1',
      [runId],
    )
    expect(rows.map((row) => row.account_id)).toEqual([bad.id, empty.id])
    // Mended, it is made up for.
    await t.owner.query(`update dino.account_holder set role = 'primary', share = 100 where account_id = $1`, [
      empty.id,
    ])
    await runInterestPosting('2026-10-30')
    expect(await findPostedLines(empty.id)).not.toEqual([])
    await t.owner.query(`insert into dino.account_holder values ($1, $2, 'primary', 100)`, [bad.id, bad.clientId])
  })

  test('books no interest in a closed month', async () => {
    await t.owner.query(`update dino.ledger_period set closed_through = '2026-10-31'`)
    const late = postDueInterest({ db: t.db, prefix: 'dino', day: '2026-10-31', now: () => nowMs, onError: () => {} })
    await expect(late).rejects.toMatchObject({ code: 'ledger.monthClosed' })
    await t.owner.query(`update dino.ledger_period set closed_through = '-infinity'`)
  })

  test('refuses a second run at once in a prefix', async () => {
    await createEarningAccount()
    const again = () =>
      postDueInterest({ db: t.db, prefix: 'dino', day: '2026-11-30', now: () => nowMs, onError: () => {} })
    // Held until the second has looked: two that merely start together may follow one another.
    expect(await withRunLock(t.db, 'interest', async () => [await again()])).toEqual([null])
    expect(await again()).not.toBeNull()
  })
})

test('Mexico withholds on capital by days, and takes what exceeds the interest from capital', async () => {
  const mx = await createTestTenant('cfl', () => nowMs)
  const account = await createEarningAccount({ rate: '0.1', capitalised: false, payout: 'monthly', country: 'MX' }, mx)
  // The 28th of February is a Saturday.
  await runInterestPosting('2026-03-02', mx)
  expect(await findPostedLines(account.id, mx)).toEqual([
    '2026-02-28 interest 4 7.67',
    // 28 days of 0.90 % a year of 100,000.00.
    '2026-02-28 withholding 4 -7.67',
    '2026-02-28 withholding 3 -61.37',
  ])
  await mx.drop()
})

test('completes a killed run without lost or repeated postings', async () => {
  const own = await createTestTenant('dino', () => nowMs)
  const one = await createEarningAccount({ openedOn: '2026-01-15', rate: '3', amount: '1000.00' }, own)
  // As many again and again, each with its holder and its money.
  await own.owner.query(`
    set search_path = dino;
    insert into account (number, product_id, client_id, status, opened_on, rate, zone_id, office_id)
    select 'COPY-' || n, product_id, client_id, status, opened_on, rate, zone_id, office_id from account, generate_series(1, 1199) n where id = ${one.id};
    insert into account_holder select id, client_id, 'primary', 100 from account where id <> ${one.id};
    select post_movements(array_agg(id), array_agg('contribution'::movement_kind), array_agg(1000.00), array_agg(opened_on), array_agg(opened_on),
             array_agg('test:' || number), array_agg('x'::text), array_agg(null::text), 'test') from account where id <> ${one.id}`)
  // Beyond the first accounts that are settled together.
  const held = await holdLock(
    own.ownerUrl,
    'select from account where id = (select id from account order by id offset 300 limit 1) for update',
  )
  const postingProcess = startTestProcess(new URL('test-posting-process.ts', import.meta.url), {
    env: { OWNER_URL: own.ownerUrl, SECRET: own.secret, TODAY: '2026-06-15' },
  })
  const settled = async () =>
    Number((await own.owner.query('select count(*) from dino.interest_through')).rows[0].count)
  await held.reached()
  await postingProcess.kill()
  await held.release()
  // The database notices that its client is gone when it next looks; until then its lock holds.
  const busy = `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  while ((await own.owner.query(busy)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const before = await settled()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(1200)
  expect(await runInterestPosting('2026-06-15', own)).toMatchObject({ accounts: 1200, journals: 12_000, failures: 0 })
  const { rows } = await own.owner.query(
    `select count(*)::int as journals, count(distinct (account_id, value_date, kind))::int as kinds
       from dino.journal j join dino.posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital} where j.source = 'interest'`,
  )
  expect(rows).toEqual([{ journals: 12_000, kinds: 12_000 }])
  expect(await runInterestPosting('2026-06-15', own)).toMatchObject({ accounts: 0, journals: 0 })
  await own.drop()
}, 90_000)
