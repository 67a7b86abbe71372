import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { getAccount, getClient } from '#contract/clients/client.ts'
import { dayCounts } from '#contract/products.ts'
import { parseDay, shiftDay } from '#rules/calendar.ts'
import { toDayCountPosition } from '#rules/day-count.ts'
import { ledgers } from '#rules/ledgers.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { readTableReads } from '#test/harness/rows-read.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const firstDay = '2023-12-20'
let today = firstDay
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Awaited<ReturnType<typeof t.as>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => Date.parse(`${today}T10:00:00Z`))
  await t.owner.query('set search_path = dino')
})
afterAll(() => t.drop())

const kinds = ['contribution', 'withdrawal', 'interest', 'bonus', 'withholding', 'fee', 'penalty'] as const
const moveArbitrary = fc.record({
  kind: fc.constantFrom(...kinds),
  cents: fc.integer({ min: -900_000, max: 3_000_000 }).filter((cents) => cents !== 0),
  back: fc.constantFrom(0, 0, 0, 1, 2, 40, 400),
  /** Interest that doesn't stay in the account. */
  paidOut: fc.boolean(),
})
const stepArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant('post' as const), move: moveArbitrary }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 120 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constantFrom('import' as const, 'night' as const),
      moves: fc.array(moveArbitrary, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('undo' as const, 'undoMany' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constantFrom('open' as const, 'close' as const), back: fc.constantFrom(0, 3, 35) }),
  },
)
const historyArbitrary = fc.record({
  dayCount: fc.constantFrom(...dayCounts),
  earnsUntilPaid: fc.boolean(),
  rate: fc.constantFrom('0', '3.65', '4.999999', '12.5'),
  bonusRate: fc.constantFrom('0', '0.333333'),
  opened: fc.boolean(),
  term: fc.constantFrom(null, 60, 366),
  steps: fc.array(stepArbitrary, { minLength: 5, maxLength: 14 }),
})
type History = typeof historyArbitrary extends fc.Arbitrary<infer T> ? T : never
type Move = typeof moveArbitrary extends fc.Arbitrary<infer T> ? T : never

let nextKey = 0
const toJournal = (accountId: string, { kind, cents, back, paidOut }: Move) => {
  const own = paidOut && cents > 0 && (kind === 'interest' || kind === 'bonus') ? ledgers.payable : ledgers.capital
  return {
    kind,
    booking_date: today,
    value_date: shiftDay(today, -back),
    key: `kept:interest:${nextKey++}`,
    ledgers: [own, ledgers.bank],
    accounts: [accountId, null],
    amounts: [(-cents / 100).toFixed(2), (cents / 100).toFixed(2)],
  }
}

const postOne = async (accountId: string, move: Move): Promise<void> => {
  const { kind, booking_date, value_date, key, ledgers: legs, accounts, amounts } = toJournal(accountId, move)
  await t.owner.query(`select post_journal($1, $2, $3, $4, $5, $6, $7, 'h', 'test')`, [
    kind,
    booking_date,
    value_date,
    legs,
    accounts,
    amounts,
    key,
  ])
}

const postMany = (accountId: string, moves: readonly Move[]) =>
  t.owner.query(
    `select post_movements(array_agg($2::bigint), array_agg(m.kind), array_agg(m.amounts[2]), array_agg(m.booking_date), array_agg(m.value_date),
       array_agg(m.key), array_agg('h'::text), array_agg(null::text), 'test')
       from jsonb_to_recordset($1) as m (kind movement_kind, amounts numeric[], booking_date date, value_date date, key text)`,
    [JSON.stringify(moves.map((move) => toJournal(accountId, move))), accountId],
  )

const postNight = (accountId: string, moves: readonly Move[]) =>
  t.owner.query('select post_journals($1)', [
    JSON.stringify(
      moves
        .filter(({ kind }) => kind !== 'contribution' && kind !== 'withdrawal')
        .map((move, n) => ({ n, hash: 'h', source: 'test', ...toJournal(accountId, move) })),
    ),
  ])

const undo = async (accountId: string, pick: number, many: boolean): Promise<void> => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from journal j where id in (select journal_id from posting where account_id = $1) and reverses_id is null
        and not exists (select from journal r where r.reverses_id = j.id) order by id`,
    [accountId],
  )
  if (rows.length === 0) return
  const from = pick % rows.length
  if (many)
    await t.owner.query('select reverse_journals($1, $2, null)', [
      rows.slice(from, from + 3).map(({ id }) => id),
      today,
    ])
  else
    await t.owner.query(
      `select post_journal(j.kind, $2, j.value_date, array_agg(p.ledger order by p.line), array_agg(p.account_id order by p.line),
                array_agg(-p.amount order by p.line), 'reversal:' || j.id, 'h', 'reversal', null, j.id)
         from journal j join posting p on p.journal_id = j.id where j.id = $1 group by j.id`,
      [rows[from]!.id, today],
    )
}

const changeAccount = async (
  accountId: string,
  step: 'open' | 'close',
  day: string,
  term: number | null,
): Promise<void> => {
  if (step === 'open')
    await t.owner.query(
      `update account set status = 'active', opened_on = $2, expires_on = $2::date + $3::integer, rate = rate + 0.25 where id = $1 and status = 'pending'`,
      [accountId, day, term],
    )
  else
    await t.owner.query(
      `update account set status = 'canceled', closed_on = $2 where id = $1 and status = 'active' and opened_on <= $2`,
      [accountId, day],
    )
}

const runStep = async (accountId: string, { term }: History, one: History['steps'][number]): Promise<void> => {
  if (one.step === 'post') await postOne(accountId, one.move)
  else if (one.step === 'wait') today = shiftDay(today, one.days)
  else if (one.step === 'import') await postMany(accountId, one.moves)
  else if (one.step === 'night') await postNight(accountId, one.moves)
  else if (one.step === 'undo' || one.step === 'undoMany') await undo(accountId, one.pick, one.step === 'undoMany')
  else if ('back' in one) await changeAccount(accountId, one.step, shiftDay(today, -one.back), term)
}

/** What is kept of an account, and the same from all its postings. */
const readKept = async (accountId: string) => {
  const columns = `interest_posted, bonus_posted, earned_through, earned_parts, earned_through is not null as is_kept`
  const ask = async () =>
    (
      await t.owner.query(
        `select ${columns}, opened_on is not null as is_opened from account_balance join account on id = account_id where id = $1`,
        [accountId],
      )
    ).rows[0]
  const kept = await ask()
  await t.owner.query(`begin; select keep_earnings(array[${accountId}]::bigint[])`)
  const anew = await ask()
  await t.owner.query('rollback')
  return { kept, anew }
}

const expectSameInterest = async (account: { id: string; clientId: string }): Promise<void> => {
  const params = { clientId: account.clientId, accountId: account.id }
  // The explanation reads every posting since the opening.
  const { toDate } = await admin.call(getAccountInterest, { params })
  expect((await admin.call(getAccount, { params })).interestToDate).toBe(toDate)
  expect((await admin.call(getClient, { params: { clientId: account.clientId } })).accounts[0]?.interestToDate).toBe(
    toDate,
  )
}

test('interest to date from kept figures equals that from all postings, whatever happened', async () => {
  await fc.assert(
    fc.asyncProperty(historyArbitrary, async (history) => {
      today = firstDay
      admin = await t.as('admin')
      const { dayCount, earnsUntilPaid, rate, bonusRate, opened, term } = history
      const product = await t.make.product({ dayCount, mayBeNegative: true })
      await t.owner.query('update product set earns_until_paid = $2 where id = $1', [product.id, earnsUntilPaid])
      const account = await t.make.account({
        productId: product.id,
        rate,
        bonusRate,
        status: opened ? 'active' : 'pending',
        openedOn: opened ? today : null,
        agreedAmount: '1000.00',
        ...(opened && term !== null && { expiresOn: shiftDay(today, term) }),
      })
      for (const one of history.steps) {
        await runStep(account.id, history, one)
        if (one.step === 'wait') admin = await t.as('admin')
        const { kept, anew } = await readKept(account.id)
        expect(kept).toEqual(anew)
        expect(kept.is_kept).toBe(kept.is_opened)
        await expectSameInterest(account)
      }
    }),
    { numRuns: 12 },
  )
  await t.owner.query('select fold_totals(); select refresh_client_list()')
  const { differenceList } = await verifyLedger({ ...t, prefix: 'dino' }, undefined)
  expect(differenceList.filter(({ what }) => what.startsWith('account balance'))).toEqual([])
}, 180_000)

test('the pages of client and account read no posting of an account that earns', async () => {
  today = '2026-06-15'
  admin = await t.as('admin')
  const account = await t.make.account({ rate: '5', openedOn: '2024-02-01' })
  for (const month of ['02', '03', '04', '05'])
    await t.make.movement(account.id, '100.00', 'contribution', `2026-${month}-01`)
  const countEntriesRead = async () => (await readTableReads(t)).get('posting')?.entries ?? 0
  const before = await countEntriesRead()
  const params = { clientId: account.clientId, accountId: account.id }
  expect((await admin.call(getClient, { params })).accounts[0]?.interestToDate).toMatch(/^[1-9]/)
  await admin.call(getAccount, { params })
  expect(await countEntriesRead()).toBe(before)
  await admin.call(getAccountInterest, { params })
  expect(await countEntriesRead()).toBe(before + 4)
})

test.each(dayCounts)('the database places days on the scale of %s as the rules do', async (dayCount) => {
  const { rows } = await t.owner.query<{ day: string; position: string }>(
    `select d::date::text as day, day_count_position($1, d::date) as position from generate_series('2019-01-01'::date, '2029-01-02', '1 day') d`,
    [dayCount],
  )
  expect(rows.map(({ position }) => Number(position))).toEqual(
    rows.map(({ day }) => toDayCountPosition(dayCount, parseDay(day))),
  )
})
