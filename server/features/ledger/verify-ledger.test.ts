import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRoleUrl } from '#db/migrate/roles.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { findLedgerBalances } from './ledger-balances.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let ownerClient: Client
let dinoClient: Client
const verifyBooks = (asOf?: string) => verifyLedger({ ...database, prefix: 'dino' }, asOf)

let journalCounter = 0
/** A journal over the accounts 1 and 2; `lines` are [ledger, account, debit]. */
const postTestJournal = async (
  kind: string,
  day: string,
  lines: [number, number | null, string][],
  reverses: string | null = null,
) => {
  journalCounter += 1
  const { rows } = await dinoClient.query<{ journal_id: string }>(
    `select journal_id from post_journal($1, $2, $2, $3, $4, $5, $6, 'hash', 'test', p_reverses => $7)`,
    [
      kind,
      day,
      lines.map((l) => l[0]),
      lines.map((l) => l[1]),
      lines.map((l) => l[2]),
      `test-key-${journalCounter}`,
      reverses,
    ],
  )
  return rows[0]!.journal_id
}

beforeAll(async () => {
  database = await cloneDatabase()
  ownerClient = new Client({ connectionString: database.ownerUrl })
  dinoClient = new Client({ connectionString: buildRoleUrl(database.ownerUrl, database.secret, 'dino') })
  await ownerClient.connect()
  await dinoClient.connect()
  await ownerClient.query(
    `set search_path = dino;
     insert into zone (name) values ('North'), ('South');
     insert into office (name, zone_id) values ('One', 1);
     insert into cvl values ('C0000001'), ('C0000002');
     insert into client (cvl, name, country, registered_on, zone_id) values ('C0000001', 'Ana', 'ES', '2026-01-01', 1), ('C0000002', 'Eva', 'ES', '2026-02-01', 2);
     insert into client_search (client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text)
     select id, name, cvl, '', '', '', '' from client;
     insert into product (code, name, family) values ('SMART', 'Smart', 'smart');
     insert into account (number, product_id, client_id, status, opened_on, zone_id, office_id)
     values ('A-1', 1, 1, 'active', '2026-01-02', 1, 1), ('A-2', 1, 2, 'active', '2026-02-02', 2, 1);
     select refresh_client_list()`,
  )
  await postTestJournal('contribution', '2026-01-05', [
    [3, 1, '-1000.00'],
    [1, null, '1000.00'],
  ])
  await postTestJournal('interest', '2026-01-31', [
    [3, 1, '-8.10'],
    [5, null, '10.00'],
    [6, null, '-1.90'],
  ])
  const wrong = await postTestJournal('withdrawal', '2026-02-03', [
    [3, 1, '300.00'],
    [4, 1, '-300.00'],
  ])
  await postTestJournal(
    'withdrawal',
    '2026-02-04',
    [
      [3, 1, '-300.00'],
      [4, 1, '300.00'],
    ],
    wrong,
  )
  await postTestJournal('transfer', '2026-02-10', [
    [3, 1, '400.00'],
    [3, 2, '-400.00'],
  ])
  await postTestJournal('fee', '2026-03-01', [
    [3, 2, '1.50'],
    [8, null, '-1.50'],
  ])
  await dinoClient.query('select fold_totals()')
  // One movement stays among the deltas.
  await postTestJournal('contribution', '2026-03-02', [
    [3, 2, '-50.00'],
    [1, null, '50.00'],
  ])
})
afterAll(async () => {
  await dinoClient.end()
  await ownerClient.end()
  await database.drop()
})

describe('ledger report', () => {
  test('reports money in and out by kind and zone; reversals reduce their line', async () => {
    expect(await verifyBooks()).toEqual({
      prefix: 'dino',
      accounts: 2,
      clients: 2,
      journals: 7,
      moneyIn: '1458.10',
      moneyOut: '401.50',
      net: '1056.60',
      byKind: {
        contribution: { count: 2, amount: '1050.00' },
        withdrawal: { count: 2, amount: '0.00' },
        interest: { count: 1, amount: '8.10' },
        transfer: { count: 2, amount: '0.00' },
        fee: { count: 1, amount: '1.50' },
      },
      byZone: { North: { accounts: 1, net: '608.10' }, South: { accounts: 1, net: '448.50' } },
      differences: 0,
      differenceList: [],
    })
  })

  test('reports the books as of a past day', async () => {
    expect(await verifyBooks('2026-02-03')).toMatchObject({
      asOf: '2026-02-03',
      accounts: 2,
      journals: 3,
      moneyIn: '1008.10',
      moneyOut: '300.00',
      byZone: { North: { net: '708.10' }, South: { net: '0.00' } },
    })
    expect(await verifyBooks('2025-12-31')).toMatchObject({
      accounts: 0,
      clients: 0,
      journals: 0,
      net: '0.00',
      byKind: {},
    })
  })

  test('lists the balance of each account', async () => {
    const source = { ...database, prefix: 'dino' as const }
    const second = { externalRef: null, number: 'A-2', zone: 'South', office: 'One', balance: '448.50' }
    expect((await findLedgerBalances(source, undefined))[1]).toEqual(second)
    expect(await findLedgerBalances(source, '2026-01-31')).toEqual([
      { externalRef: null, number: 'A-1', zone: 'North', office: 'One', balance: '1008.10' },
    ])
  })
})

describe('ledger differences', () => {
  /** As only the owner of the database could, past every guard; undone afterwards. */
  const tampered = async (sql: string, undo: string) => {
    const unguarded = (statement: string) =>
      ownerClient.query(`set session_replication_role = replica; ${statement}; reset session_replication_role`)
    await unguarded(sql)
    const report = await verifyBooks()
    await unguarded(undo)
    expect((await verifyBooks()).differences).toBe(0)
    return report.differenceList
  }

  test('finds a difference of a stored balance', async () => {
    const change = (by: string) => `update account_balance set principal = principal ${by} where account_id = 1`
    expect(await tampered(change('+ 0.01'), change('- 0.01'))).toEqual([
      { what: 'account balance: principal', id: '1', stored: '600.01', recomputed: '600.00' },
    ])
  })

  test('finds a difference of a client list row', async () => {
    // A row that waits for the fold is no difference; these have followed, though the totals haven't.
    await ownerClient.query('select refresh_client_list(); update total_delta set client_id = null')
    const change = (by: string) => `update client_list set capital = capital ${by} where client_id = 2`
    expect(await tampered(change('- 1'), change('+ 1'))).toMatchObject([
      { what: 'client list: capital', id: '2', stored: '449.00', recomputed: '450.00' },
      { what: 'client list sums', recomputed: expect.stringContaining('capital 449.00') },
    ])
  })

  test('finds a difference of client list sums, and a recomputation mends it', async () => {
    const found = await tampered('update client_list_sum set clients = clients + 1', 'select refresh_client_list()')
    expect(found.map(({ what }) => what)).toContain('client list sums')
    expect(found.map(({ what }) => what)).not.toContain('client list: capital')
  })

  test.each(['total_month_product', 'total_month_manager', 'total_day_product'])(
    'finds a difference of %s',
    async (table) => {
      const change = (by: string) =>
        `update ${table} set amount = amount ${by}, movements = movements ${by} where kind = 'fee'`
      const [found, ...others] = await tampered(change('+ 1'), change('- 1'))
      expect(others).toEqual([])
      expect(found).toMatchObject({ what: table, stored: '-0.50 in 2', recomputed: '-1.50 in 1' })
      expect(found!.id).toMatch(/^2026-03-01 product 1 fee$/)
    },
  )

  test('finds a difference of a waiting delta in every total', async () => {
    const change = (by: string) => `update total_delta set amount = amount ${by}`
    expect((await tampered(change('+ 1'), change('- 1'))).map(({ what }) => what)).toEqual([
      'total_month_product',
      'total_month_manager',
      'captation',
      'total_day_product',
    ])
  })

  test.each([
    ['total_month_captation', 'amount'],
    ['total_day_captation', 'parts'],
    ['total_month_credit', 'parts'],
    ['total_month_stock', 'opened'],
  ])('finds a difference of %s', async (table, column) => {
    const change = (by: string) => `update ${table} set ${column} = ${column} ${by}`
    const found = await tampered(change('+ 1'), change('- 1'))
    const sums = table === 'total_month_captation' ? [table, 'total_month_credit'] : [table]
    expect([...new Set(found.map(({ what }) => what))].sort()).toEqual(sums)
  })

  test('finds a difference of total_day_stock, in its month as well', async () => {
    const change = (by: string) => `update total_day_stock set opened = opened ${by}`
    const found = await tampered(change('+ 1'), change('- 1'))
    expect(new Set(found.map(({ what }) => what))).toEqual(new Set(['total_day_stock', 'total_month_stock']))
  })

  test('finds parts that do not add up to their journal', async () => {
    const change = (by: string) => `update captation set share = share ${by}`
    const found = await tampered(change('- 1'), change('+ 1'))
    expect([...new Set(found.map(({ what }) => what))]).toEqual(['captation parts'])
    expect(found[0]!.stored).toMatch(/ in 99\.00 %$/)
  })

  test('finds a difference of the credited manager of a movement', async () => {
    const change = (to: string) => `update journal set credited_to = ${to} where kind = 'contribution'`
    const [one, other] = await tampered(change('7'), change('null'))
    expect([one, other]).toMatchObject([
      { what: 'captation', recomputed: '0.00' },
      { what: 'captation', stored: '0.00' },
    ])
  })

  test('finds an unequal sum and a missing line of a journal', async () => {
    const sum = (by: string) => `update posting set amount = amount ${by} where journal_id = 1 and line = 2`
    expect(await tampered(sum('+ 0.01'), sum('- 0.01'))).toEqual([
      {
        what: 'journal lines',
        id: '1',
        stored: '2 lines, sum 0.00, on 2026-01-05',
        recomputed: '2 lines, sum 0.01, on 2026-01-05',
      },
    ])
    const remove =
      'create table kept as select * from posting where journal_id = 7; delete from posting where journal_id = 7'
    const [first] = await tampered(remove, 'insert into posting select * from kept; drop table kept')
    expect(first).toMatchObject({ what: 'journal lines', id: '7', recomputed: '0 lines, sum 0, on no day' })
  })

  test('finds an account below zero and a wrong stored limit', async () => {
    const limit = (may: boolean) => `update account_balance set may_be_negative = ${may} where account_id = 2`
    expect((await tampered(limit(true), limit(false)))[0]).toMatchObject({
      what: 'account balance: owner, product or limit',
      id: '2',
    })

    const drawn = `update product set may_be_negative = true; update account_balance set may_be_negative = true`
    await ownerClient.query(drawn)
    await postTestJournal('withdrawal', '2026-03-05', [
      [3, 2, '500.00'],
      [1, null, '-500.00'],
    ])
    expect((await verifyBooks()).differences).toBe(0)
    await ownerClient.query('update product set may_be_negative = false')
    const { differences, differenceList } = await verifyBooks()
    expect(differences).toBe(3)
    expect(differenceList).toContainEqual({
      what: 'account below 0',
      id: '2',
      stored: '0.00 or more',
      recomputed: '-51.50',
    })
  })
})
