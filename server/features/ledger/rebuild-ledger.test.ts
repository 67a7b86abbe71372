import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { rebuildLedger } from './rebuild-ledger.ts'
import { verifyLedger } from './verify-ledger.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let accountId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: supervisor.id })
  const client = await t.make.client({ staff: { manager: manager.id }, bankAccounts: ['ES9121000418450200051332'] })
  const account = await t.make.account({ clientId: client.id, expiresOn: '2027-01-15' })
  accountId = account.id
  await t.make.movement(accountId, '1000.00')
  await t.make.movement(accountId, '12.34', 'interest', '2024-04-02')
  await t.make.movement(accountId, '-100.00', 'withdrawal', '2024-05-02')
  const matured = await t.make.movement(accountId, '-50.00', 'maturity', '2024-06-02')
  await t.db
    .insertInto('paymentOrder')
    .values({
      kind: 'maturity',
      accountId,
      clientId: client.id,
      amount: '50.00',
      state: 'approved',
      journalId: matured.journalId,
      requestedAt: '2024-06-02T10:00:00Z',
    })
    .execute()
  await t.owner.query('set search_path = dino; select fold_totals()')
  await foldLedger()
})
afterAll(() => t.drop())

/** What the three rounds of a worker do: where the numbers stand, who is writing, and what they wrote. */
const foldLedger = async () => {
  for (let round = 0; round < 2; round++) await t.owner.query('select fold_ledger()')
}

const getLedgerSource = () => ({ ...t, prefix: 'dino' as const })
/** As only the owner of the database could, past every guard. */
const runWithoutTriggers = (sql: string) =>
  t.owner.query(`set session_replication_role = replica; ${sql}; reset session_replication_role`)
const findStoredSums = async () => {
  const tables = [
    'account_balance',
    'total_month_product',
    'total_month_manager',
    'total_day_product',
    'client_list',
    'captation',
    'total_day_captation',
    'total_month_captation',
    'total_month_credit',
    'account_matured',
    'team_client',
    'total_team_flow',
    'total_day_team_stock',
    'total_month_stock',
    'total_month_team_stock',
    'total_team_fact',
    'maturity_counted',
    'total_day_maturity',
    'renewal_counted',
    'total_day_renewal',
  ]
  const { rows } = await t.owner.query(
    tables.map((table) => `select '${table}' as t, to_jsonb(x) - 'folded' as row from ${table} x`).join(' union all ') +
      ' order by 1, 2',
  )
  return rows
}

test('rebuilding leaves correct books unchanged', async () => {
  const before = await findStoredSums()
  expect(await rebuildLedger(getLedgerSource())).toMatchObject({ mended: 0, left: 0 })
  expect(await findStoredSums()).toEqual(before)
})

test.each([
  ['a balance', `update account_balance set principal = principal + 1, interest = interest - 2, payable = 60`],
  ['what is held', `update account_balance set ordered = 0, reserved = 3`],
  ['what was paid', `update account_balance set interest_posted = interest_posted + 1, bonus_posted = 7`],
  ['what accounts have earned', `update account_balance set earned_parts = earned_parts + 1`],
  ['earnings that are missing', `update account_balance set earned_parts = null, earned_through = null`],
  ['a balance that is missing', `delete from account_balance`],
  ['the totals of a month', `update total_month_product set amount = amount + 1`],
  ['the totals of a day', `delete from total_day_product where kind = 'interest'`],
  ['the sums of the books', `insert into ledger_day values ('2024-04-02', 'fee', false, 8, 1, 1, 3, 0)`],
  ['what came from a client', `insert into client_contribution select min(id), 'import', 1, 5 from client`],
  ['captation of managers', `update total_month_manager set manager_id = 0 where kind = 'contribution'`],
  ['captation of a month', `update total_month_captation set amount = amount + 1`],
  ['what people are credited with', `update total_month_credit set parts = parts + 1`],
  ['captation of a day', `delete from total_day_captation`],
  ['parts of captation', `delete from captation`],
  ['stocks of a day', `insert into total_day_stock select current_date, min(id), 1, 1, 1 from product`],
  ['movements of teams', `update total_team_flow set amount = amount + 1`],
  ['movements of teams by month', `delete from total_team_flow where is_month`],
  ['stocks of teams', `delete from total_day_team_stock`],
  ['stocks of months', `delete from total_month_stock`],
  ['stocks of teams by month', `update total_month_team_stock set balance = balance + 1`],
  ['what teams count of clients', `update total_team_fact set number = number + 1`],
  ['what left at the end of a term', `insert into account_matured select min(id), 5, true from account`],
  ['clients of teams', `update team_client set since = since - 1`],
  ['clients by day', `delete from total_day_client where what = 'registered'`],
  ['capital that waits', `insert into total_waiting values ('-infinity', current_date, 1, 5)`],
  ['what became of an account', `update maturity_counted set day = current_date, part = 'paid', amount = 5`],
  [
    'what accounts were renewed for',
    `insert into renewal_counted select min(id), min(client_id), current_date, current_date, 'matured', 5 from account`,
  ],
  ['renewals by day', `insert into total_day_renewal values (current_date, current_date, 'matured', 5)`],
  ['what will mature', `delete from maturity_counted`],
  ['terms that ended by day', `insert into total_day_maturity values (current_date, 'paid', 1, 5)`],
  ['a row of the list', `update client_list set capital = 0`],
])('rebuilding restores %s', async (_, sql) => {
  const before = await findStoredSums()
  await runWithoutTriggers(sql)
  const { mended, left } = await rebuildLedger(getLedgerSource())
  expect([mended > 0, left]).toEqual([true, 0])
  expect(await findStoredSums()).toEqual(before)
  expect((await verifyLedger(getLedgerSource(), undefined)).differences).toBe(0)
})

test('rebuilding counts totals waiting for the fold once', async () => {
  await t.make.movement(accountId, '7.00', 'bonus', '2024-07-02')
  await t.make.movement(accountId, '70.00', 'contribution', '2024-07-02')
  await runWithoutTriggers(`update account_balance set interest = interest + 1`)
  expect(await rebuildLedger(getLedgerSource())).toMatchObject({ mended: 1, left: 0 })
  await t.owner.query('select fold_totals()')
  expect((await verifyLedger(getLedgerSource(), undefined)).differences).toBe(0)
})

test('rebuilding names a wrong posting and writes nothing', async () => {
  await runWithoutTriggers(
    `update posting set amount = amount - 1 where ledger = ${ledgers.bank} and journal_id = (select min(journal_id) from posting)`,
  )
  await runWithoutTriggers(`update account_balance set interest = interest + 1`)
  const before = await findStoredSums()
  const { mended, left, leftList } = await rebuildLedger(getLedgerSource())
  expect([mended, left]).toEqual([0, 1])
  expect(leftList[0]!.what).toBe('journal lines')
  expect(await findStoredSums()).toEqual(before)
})

test('ledger sums equal the postings, folded or not, with writers still open', async () => {
  const sums = async () => {
    const { rows } = await t.owner.query<{ all: number; sums: object }>(
      `select (select count(*)::int from journal) as all, json_agg(s order by s) as sums from ledger_sums('-infinity', 'infinity') s`,
    )
    const journals = await t.owner.query(`select sum(journals)::int as n from ledger_sums('-infinity', 'infinity', 0)`)
    expect(journals.rows[0].n).toBe(rows[0]!.all)
    return rows[0]!.sums
  }
  const through = async () => (await t.owner.query('select through::int from ledger_fold')).rows[0].through as number
  const other = await t.make.account()
  await foldLedger()
  const folded = await through()
  const writer = new Client({ connectionString: t.ownerUrl })
  await writer.connect()
  try {
    await writer.query('set search_path = dino; begin')
    await writer.query(
      `select post_movements(array[$1::bigint], array['contribution'::movement_kind], array[5.00], array[date '2024-07-03'], array[date '2024-07-03'],
         array['still:writing'], array['one'], array[null::text], 'test')`,
      [accountId],
    )
    await t.make.movement(other.id, '6.00', 'contribution', '2024-07-03')
    const before = await sums()
    await foldLedger()
    await foldLedger()
    expect(await through()).toBe(folded)
    expect(await sums()).toEqual(before)
    await writer.query('commit')
  } finally {
    await writer.end()
  }
  const all = await sums()
  await foldLedger()
  expect(await through()).toBeGreaterThan(folded + 1)
  expect(await sums()).toEqual(all)
  const { rows } = await t.owner.query(
    `select sum(debit - credit) = (select sum(amount) from posting) as same, sum(lines)::int as lines, (select count(*)::int from posting) as all
       from ledger_sums('-infinity', 'infinity')`,
  )
  expect(rows[0]).toMatchObject({ same: true, lines: rows[0].all })
})
