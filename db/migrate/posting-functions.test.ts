import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MovementKind } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let managerId: string
let bankerId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
  await t.owner.query('set search_path = dino')
  managerId = (await t.make.employee()).id
  bankerId = (await t.make.employee()).id
  await t.owner.query(
    `insert into attribution_rule (valid_from, manager, partner, advisor, banker) values ('2024-04-15', 60, 20, 0, 20)`,
  )
})
afterAll(() => t.drop())

type TestMovement = { kind: MovementKind; ledger: number; amount: string; day: string }
const movements: TestMovement[] = [
  { kind: 'contribution', ledger: ledgers.bank, amount: '1000.00', day: '2024-03-01' },
  { kind: 'interest', ledger: ledgers.interestExpense, amount: '12.34', day: '2024-04-01' },
  { kind: 'bonus', ledger: ledgers.interestExpense, amount: '1.10', day: '2024-04-01' },
  { kind: 'withholding', ledger: ledgers.taxPayable, amount: '-2.55', day: '2024-04-01' },
  { kind: 'withdrawal', ledger: ledgers.bank, amount: '-200.00', day: '2024-05-02' },
  { kind: 'fee', ledger: ledgers.feeIncome, amount: '-3.00', day: '2024-05-02' },
]
/** Those that the set of a night takes: captation is posted one by one. */
const nightlyMovements = movements.filter(({ kind }) => kind !== 'contribution' && kind !== 'withdrawal')

type PostingFunction = (accountId: string, chosen: readonly TestMovement[]) => Promise<unknown>

const postByJournal: PostingFunction = async (accountId, chosen) => {
  for (const { kind, ledger, amount, day } of chosen)
    await t.owner.query(
      `select post_journal($1, $2, $2, array[$3, $4]::smallint[], array[$5, null]::bigint[], array[-$6::numeric, $6::numeric], $7, 'h', 'test')`,
      [kind, day, ledgers.capital, ledger, accountId, amount, `one:${accountId}:${kind}`],
    )
}

const postByMovements: PostingFunction = (accountId, chosen) =>
  t.owner.query(
    `select post_movements(array_agg($2::bigint), array_agg(m.kind), array_agg(m.amount), array_agg(m.day), array_agg(m.day),
       array_agg('many:' || $2 || ':' || m.kind), array_agg('h'::text), array_agg(null::text), 'test')
       from jsonb_to_recordset($1) as m (kind movement_kind, amount numeric, day date)`,
    [JSON.stringify(chosen), accountId],
  )

const postByNight: PostingFunction = (accountId, chosen) =>
  t.owner.query(`select post_journals($1)`, [
    JSON.stringify(
      chosen.map(({ kind, ledger, amount, day }, n) => ({
        n,
        kind,
        booking_date: day,
        value_date: day,
        key: `night:${accountId}:${kind}`,
        hash: 'h',
        source: 'test',
        ledgers: [ledgers.capital, ledger],
        accounts: [accountId, null],
        amounts: [-Number(amount), Number(amount)],
      })),
    ),
  ])

const createTwinAccount = async (): Promise<{ id: string; productId: string }> => {
  const productId = (await t.make.product({ mayBeNegative: true })).id
  const clientId = (await t.make.client({ staff: { manager: managerId, banker: bankerId } })).id
  return { id: (await t.make.account({ clientId, productId })).id, productId }
}

/** All that follows from what was posted to an account that alone has its product; the postings in the order of their amounts. */
const readPostingTrace = async ({ id, productId }: { id: string; productId: string }) => {
  await t.owner.query('select fold_totals()')
  const ask = async (sql: string, value: string) => (await t.owner.query(sql, [value])).rows
  return {
    balance: await ask(
      `select principal, interest, payable, reserved, interest_posted, bonus_posted, earned_through::text, earned_parts
         from account_balance where account_id = $1`,
      id,
    ),
    postings: await ask(
      `select j.kind, j.lines, p.line, p.ledger, p.account_id is null as of_firm, p.amount, p.booking_date::text, j.credited_to, j.reverses_id is not null as reverses
         from journal j join posting p on p.journal_id = j.id
        where j.id in (select journal_id from posting where account_id = $1) order by j.kind, p.amount, p.line`,
      id,
    ),
    days: await ask(
      `select day::text, kind, amount, movements from total_day_product where product_id = $1 order by 1, 2`,
      productId,
    ),
    managers: await ask(
      `select month::text, manager_id, kind, amount, movements from total_month_manager where product_id = $1 order by 1, 2, 3`,
      productId,
    ),
    parts: await ask(
      `select booking_date::text, kind, n, is_new, type, role, employee_id, share, amount from captation where account_id = $1 order by 1, 2, 3, 9`,
      id,
    ),
    list: await ask(
      `select capital, balance from client_list where client_id = (select client_id from account where id = $1)`,
      id,
    ),
  }
}

const tracePostingsBy = async (post: PostingFunction, chosen: readonly TestMovement[]) => {
  const one = await createTwinAccount()
  await post(one.id, chosen)
  return one
}

const reverseMovements = (accountId: string) =>
  t.owner.query(
    `select reverse_journals(array(select distinct journal_id from posting where account_id = $1), '2024-06-01', null)`,
    [accountId],
  )

describe('posting functions', () => {
  test('an import leaves the same rows as movements posted one by one', async () => {
    const one = await tracePostingsBy(postByJournal, movements)
    const many = await tracePostingsBy(postByMovements, movements)
    await t.make.refresh(
      (await t.owner.query(`select client_id from account where id = $1`, [many.id])).rows[0].client_id,
    )
    const trace = await readPostingTrace(one)
    expect(trace.balance).toMatchObject([
      { principal: '800.00', interest: '7.89', payable: '0.00', interest_posted: '12.34', bonus_posted: '1.10' },
    ])
    // 31 days of 1000.00 and 31 of 1010.89, in cents × days.
    expect(trace.balance).toMatchObject([{ earned_through: '2024-05-02', earned_parts: '6233759' }])
    expect(trace.managers).toHaveLength(movements.length)
    expect(trace.parts).toMatchObject([
      {
        kind: 'contribution',
        is_new: true,
        role: 'manager',
        employee_id: managerId,
        share: '100.00',
        amount: '1000.00',
      },
      { kind: 'withdrawal', role: 'manager', employee_id: managerId, share: '80.00', amount: '-160.00' },
      { kind: 'withdrawal', role: 'banker', employee_id: bankerId, share: '20.00', amount: '-40.00' },
    ])
    expect(await readPostingTrace(many)).toEqual(trace)
  })

  test('what follows a payout is no new money, one by one or imported', async () => {
    const payout: TestMovement = { kind: 'withdrawal', ledger: ledgers.bank, amount: '-100.00', day: '2024-05-02' }
    const back: TestMovement = { kind: 'contribution', ledger: ledgers.bank, amount: '100.01', day: '2024-06-01' }
    const late: TestMovement = { ...back, day: '2024-06-02' }
    for (const [movement, isNew] of [
      [back, false],
      [late, true],
    ] as const)
      for (const post of [postByJournal, postByMovements]) {
        const account = await tracePostingsBy(postByJournal, [payout])
        await post(account.id, [movement])
        expect((await readPostingTrace(account)).parts.slice(2)).toMatchObject([
          { is_new: isNew, role: 'manager', amount: '80.01' },
          { is_new: isNew, role: 'banker', amount: '20.00' },
        ])
      }
  })

  test('a nightly run leaves the same rows as movements posted one by one', async () => {
    const trace = await readPostingTrace(await tracePostingsBy(postByJournal, nightlyMovements))
    expect(trace.postings).toHaveLength(2 * nightlyMovements.length)
    expect(await readPostingTrace(await tracePostingsBy(postByNight, nightlyMovements))).toEqual(trace)
  })

  test('a bulk reversal leaves the same rows as journals reversed one by one', async () => {
    const one = await tracePostingsBy(postByJournal, movements)
    const all = await tracePostingsBy(postByJournal, movements)
    await reverseMovements(all.id)
    await t.owner.query(
      `select post_journal(j.kind, '2024-06-01', j.value_date, array_agg(p.ledger order by p.line), array_agg(p.account_id order by p.line),
                array_agg(-p.amount order by p.line), 'reversal:' || j.id, 'h', 'reversal', null, j.id)
         from journal j join posting p on p.journal_id = j.id
        where j.id in (select journal_id from posting where account_id = $1) group by j.id order by j.id`,
      [one.id],
    )
    const trace = await readPostingTrace(one)
    expect(trace.balance).toMatchObject([
      { principal: '0.00', interest: '0.00', payable: '0.00', interest_posted: '0.00', earned_parts: '0' },
    ])
    expect(await readPostingTrace(all)).toEqual(trace)
  })
})
