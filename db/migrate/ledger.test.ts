import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prefixes } from '#contract/core/values.ts'
import { ledgerCodes } from '#contract/journals.ts'
import { tenantTables } from '#db/migrate/grants.ts'
import { buildRoleUrl, toRoleName } from '#db/migrate/roles.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let account: { id: string; clientId: string }
let oldJournalId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
  await t.owner.query('set search_path = dino')
  account = await t.make.account()
  oldJournalId = (await t.make.movement(account.id, '50.00')).journalId
})
afterAll(() => t.drop())

const insertJournal = (lines: number) =>
  t.owner.query<{ id: string }>(
    `insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, source)
     values ('contribution', '2024-03-01', '2024-03-01', $1, $2, 'h', 'test') returning id`,
    [lines, randomUUID()],
  )
const insertLines = (journal: string, lines: [line: number, ledger: number, amount: string][]) =>
  t.owner.query(
    `insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
     select $1, (l->>0)::smallint, (l->>1)::smallint, case when l->>1 = '3' then $2::bigint end, (l->>2)::numeric, '2024-03-01'
       from jsonb_array_elements($3::jsonb) l`,
    [journal, account.id, JSON.stringify(lines)],
  )

test('names the fixed ledger accounts as the database and the contract number them', async () => {
  const { rows } = await t.owner.query<{ id: number; code: string }>(
    `select id, code from ledger_account where id < 100 order by id`,
  )
  expect(rows).toEqual(Object.values(ledgers).map((id, n) => ({ id, code: ledgerCodes[n] })))
})

/** Tried as the owner, who may do anything else: the database itself refuses. */
describe('refusals of the ledger', () => {
  test('refuses a journal that does not sum to zero', async () => {
    const { rows } = await insertJournal(2)
    await expect(
      insertLines(rows[0]!.id, [
        [1, 1, '10.00'],
        [2, 3, '-9.99'],
      ]),
    ).rejects.toMatchObject({ code: 'AT003' })
  })

  test('refuses a journal whose number of lines differs from its count', async () => {
    const { rows } = await insertJournal(3)
    await expect(
      insertLines(rows[0]!.id, [
        [1, 1, '10.00'],
        [2, 3, '-10.00'],
      ]),
    ).rejects.toMatchObject({ code: 'AT003' })
  })

  test('refuses lines of an unknown journal or outside the chart of accounts', async () => {
    const lines = (ledger: number): [number, number, string][] => [
      [1, ledger, '10.00'],
      [2, 3, '-10.00'],
    ]
    await expect(insertLines('999999999', lines(1))).rejects.toMatchObject({ code: 'AT003' })
    const { rows } = await insertJournal(2)
    await expect(insertLines(rows[0]!.id, lines(10))).rejects.toMatchObject({ code: 'AT003' })
    const chart = await t.owner.query(`delete from ledger_account where id = 9`).catch((error: unknown) => error)
    expect(chart).toMatchObject({ code: 'AT001' })
  })

  test('refuses zero lines, misnumbered lines and a client account on a firm ledger', async () => {
    const { rows } = await insertJournal(3)
    const into = (id: string, lines: string) =>
      t.owner.query(
        `insert into posting (journal_id, booking_date, line, ledger, account_id, amount) select $1, '2024-03-01', l.* from (values ${lines}) l`,
        [id],
      )
    await expect(
      into(rows[0]!.id, `(1, 1, null::bigint, 1.00), (2, 2, null, -1.00), (3, 2, null, 0)`),
    ).rejects.toMatchObject({ code: 'AT003' })
    await expect(
      into(rows[0]!.id, `(0, 1, null::bigint, 2.00), (1, 2, null, -1.00), (3, 2, null, -1.00)`),
    ).rejects.toMatchObject({ code: 'AT003' })
    await expect(
      into(rows[0]!.id, `(1, 1, ${account.id}, 2.00), (2, 2, null, -1.00), (3, 2, null, -1.00)`),
    ).rejects.toMatchObject({ code: 'AT003' })
    await expect(
      into(rows[0]!.id, `(1, 3, null::bigint, 2.00), (2, 2, null, -1.00), (3, 2, null, -1.00)`),
    ).rejects.toMatchObject({ code: 'AT003' })
    await into(rows[0]!.id, `(1, 1, null::bigint, 2.00), (2, 2, null, -1.00), (3, 2, null, -1.00)`)
  })

  test.each([
    ['with a short key', `'short'`, 'null', `'2024-03-01'`],
    ['with a long key', `repeat('k', 121)`, 'null', `'2024-03-01'`],
    ['that says too much', `'a key of its own 2'`, `repeat('x', 501)`, `'2024-03-01'`],
    ['for a day without end', `'a key of its own 3'`, 'null', `'infinity'`],
  ])('refuses lines of a journal %s', async (_, key, description, valueDate) => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, source, description)
       values ('contribution', '2024-03-01', ${valueDate}, 2, ${key}, 'h', 'test', ${description}) returning id`,
    )
    const two: [number, number, string][] = [
      [1, 1, '10.00'],
      [2, 3, '-10.00'],
    ]
    await expect(insertLines(rows[0]!.id, two)).rejects.toMatchObject({ code: 'AT003' })
  })

  test('refuses lines added to a posted journal, balanced or not', async () => {
    await expect(
      insertLines(oldJournalId, [
        [3, 1, '1.00'],
        [4, 3, '-1.00'],
      ]),
    ).rejects.toMatchObject({ code: 'AT003' })
    await expect(
      insertLines(oldJournalId, [
        [1, 1, '1.00'],
        [2, 3, '-1.00'],
      ]),
    ).rejects.toMatchObject({ code: '23505' })
  })

  test.each(['journal', 'posting', 'audit_event'])(
    'refuses to update, delete or truncate rows of %s',
    async (table) => {
      const column = table === 'posting' ? 'amount' : 'id'
      const value = table === 'posting' ? '1' : 'default'
      await expect(t.owner.query(`update ${table} set ${column} = ${value}`)).rejects.toMatchObject({ code: 'AT001' })
      await expect(t.owner.query(`delete from ${table}`)).rejects.toMatchObject({ code: 'AT001' })
      await expect(t.owner.query(`truncate ${table} cascade`)).rejects.toMatchObject({ code: 'AT001' })
    },
  )

  test('refuses a booking in a closed month', async () => {
    await t.owner.query(`update ledger_period set closed_through = '2023-12-31'`)
    await expect(t.make.movement(account.id, '1.00', 'contribution', '2023-12-31')).rejects.toMatchObject({
      code: 'AT004',
    })
    await t.owner.query(`update ledger_period set closed_through = '-infinity'`)
  })

  test('refuses missing lines of a journal once its month is closed', async () => {
    const { rows } = await insertJournal(2)
    await t.owner.query(`update ledger_period set closed_through = '2024-03-31'`)
    const lines: [number, number, string][] = [
      [1, 1, '10.00'],
      [2, 3, '-10.00'],
    ]
    await expect(insertLines(rows[0]!.id, lines)).rejects.toMatchObject({ code: 'AT004' })
    await t.owner.query(`update ledger_period set closed_through = '-infinity'`)
  })

  test('refuses amounts of more than two decimals and infinite dates', async () => {
    await expect(t.make.movement(account.id, '0.005')).rejects.toMatchObject({ code: 'AT005' })
    await expect(t.make.movement(account.id, '1.00', 'contribution', 'infinity')).rejects.toMatchObject({
      code: 'AT003',
    })
  })

  test('refuses a withdrawal above the available balance and changes nothing', async () => {
    const before = await t.db.selectFrom('accountBalance').selectAll().where('accountId', '=', account.id).execute()
    await expect(t.make.movement(account.id, '-50.01', 'withdrawal')).rejects.toMatchObject({ code: '23514' })
    expect(await t.db.selectFrom('accountBalance').selectAll().where('accountId', '=', account.id).execute()).toEqual(
      before,
    )
  })

  test('replays a repeated idempotency key and refuses it for another movement', async () => {
    const first = await t.make.movement(account.id, '5.00', 'contribution', '2024-03-01', 'the-same-key')
    expect(await t.make.movement(account.id, '5.00', 'contribution', '2024-03-01', 'the-same-key')).toEqual({
      journalId: first.journalId,
      replayed: true,
    })
    await expect(
      t.make.movement(account.id, '6.00', 'contribution', '2024-03-01', 'the-same-key'),
    ).rejects.toMatchObject({
      code: 'AT422',
    })
  })
})

test('thirty-two concurrent withdrawals never overdraw, and one idempotency key posts once', async () => {
  const one = await t.make.account()
  await t.make.movement(one.id, '100.00')
  const many = Array.from({ length: 32 }, () => t.make.movement(one.id, '-10.00', 'withdrawal'))
  const settled = await Promise.allSettled(many)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const same = Array.from({ length: 16 }, () =>
    t.make.movement(one.id, '3.00', 'contribution', '2024-03-05', 'sent-many-times'),
  )
  expect(new Set((await Promise.all(same)).map(({ journalId }) => journalId)).size).toBe(1)
  const balance = await t.db
    .selectFrom('accountBalance')
    .select('balance')
    .where('accountId', '=', one.id)
    .executeTakeFirst()
  expect(balance).toEqual({ balance: '3.00' })
})

test("folding the totals updates the client's list row", async () => {
  const one = await t.make.account()
  await t.owner.query('select fold_totals()')
  await t.make.movement(one.id, '100.00')
  await t.make.movement(one.id, '0.50', 'interest')
  const row = () =>
    t.db.selectFrom('clientList').select(['capital', 'balance']).where('clientId', '=', one.clientId).executeTakeFirst()
  expect(await row()).toEqual({ capital: '0.00', balance: '0.00' })
  await t.owner.query('select fold_totals()')
  expect(await row()).toEqual({ capital: '100.00', balance: '100.50' })
})

test('folds totals at once and delays list rows under load', async () => {
  const many: string[] = []
  for (let n = 0; n < 120; n++) many.push((await t.make.account()).id)
  await t.owner.query('select fold_totals()')
  for (const id of many) await t.make.movement(id, '7.00')
  const waiting = async () => {
    const { rows } = await t.owner.query<{ due: number; deltas: number; late: number }>(
      `select (select count(*)::int from client_list_due) as due, (select count(*)::int from total_delta) as deltas,
              (select count(*)::int from account a join client_list l on l.client_id = a.client_id
                where a.id = any($1) and l.capital <> 7) as late`,
      [many],
    )
    return rows[0]
  }
  await t.owner.query(`select fold_totals(p_patience => '0')`)
  expect(await waiting()).toEqual({ due: 20, deltas: 0, late: 20 })
  await t.owner.query(`select fold_totals(p_patience => '0')`)
  expect(await waiting()).toEqual({ due: 0, deltas: 0, late: 0 })
})

test('folds totals once, to the cent', async () => {
  await t.owner.query('select fold_totals()')
  const { rows } = await t.owner.query(`
    select (select count(*)::int from total_delta) as waiting,
           (select sum(amount) from total_month_product) = (select -sum(amount) from posting where ledger = ${ledgers.capital}) as months,
           (select sum(amount) from total_month_manager) = (select sum(amount) from total_day_product) as days`)
  expect(rows[0]).toEqual({ waiting: 0, months: true, days: true })
})

describe('database role of a prefix', () => {
  const roleOf = async (role: Parameters<typeof buildRoleUrl>[2]) => {
    const client = new Client({ connectionString: buildRoleUrl(t.ownerUrl, t.secret, role) })
    await client.connect()
    return client
  }

  test('a prefix role reads no other prefix, no registry table and no password catalogue', async () => {
    const client = await roleOf('dino')
    try {
      const { rows } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
        [['registry', ...prefixes.filter((prefix) => prefix !== 'dino')]],
      )
      expect(rows.length).toBeGreaterThan(60)
      for (const { name } of rows)
        for (const attempt of [`select 1 from ${name}`, `delete from ${name}`, `insert into ${name} default values`])
          await expect(client.query(attempt), attempt).rejects.toMatchObject({ code: '42501' })
      await expect(client.query('select rolpassword from pg_authid')).rejects.toMatchObject({ code: '42501' })
      await expect(client.query('set role atalaya_cfl')).rejects.toMatchObject({ code: '42501' })
      await expect(client.query('create table dino.mine (id int)')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })

  test('a prefix role reads but never writes the ledger, balances, totals and list rows', async () => {
    const client = await roleOf('dino')
    try {
      for (const table of [
        'journal',
        'posting',
        'account_balance',
        'client_list',
        'total_delta',
        'total_month_product',
        'ledger_period',
      ]) {
        await client.query(`select from ${table} limit 1`)
        await expect(client.query(`insert into ${table} default values`), table).rejects.toMatchObject({
          code: '42501',
        })
        await expect(client.query(`delete from ${table}`), table).rejects.toMatchObject({ code: '42501' })
      }
      await expect(client.query('update audit_event set action = $1', ['x'])).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })

  test('a prefix role cannot shadow tables inside functions of the owner', async () => {
    const client = await roleOf('dino')
    try {
      await client.query(`create function pg_temp.as_whom() returns trigger language plpgsql as
        $$ begin raise exception 'ran as %', current_user; end $$`)
      for (const table of [
        'total_delta',
        'journal',
        'posting',
        'account_balance',
        'client_list',
        'audit_event',
        'cvl',
      ]) {
        await client.query(`create temporary table ${table} (like dino.${table})`)
        await client.query(`create trigger slipped before insert or update or delete on pg_temp.${table}
          for each statement execute function pg_temp.as_whom()`)
      }
      await client.query('select dino.fold_totals()')
      await client.query(`select dino.next_cvl('D')`)
      await client.query('select dino.refresh_client_list()')
      await client.query(
        `select dino.post_journal('contribution', '2024-03-01', '2024-03-01', array[${ledgers.bank}, ${ledgers.capital}]::smallint[], array[null, $1]::bigint[],
           array[1, -1]::numeric[], 'not-slipped-under', 'h', 'test')`,
        [account.id],
      )
      const { rows } = await client.query('select count(*)::int as rows from pg_temp.journal')
      expect(rows).toEqual([{ rows: 0 }])
    } finally {
      await client.end()
    }
    const { rows } = await t.owner.query(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname = any($1) and p.prosecdef
          and not exists (select from unnest(p.proconfig) c where c = format('search_path=%I, pg_temp', n.nspname) or c = format('search_path="%s", "pg_temp"', n.nspname))`,
      [['registry', ...prefixes]],
    )
    expect(rows, 'every function of the owner looks for temporary tables last').toEqual([])
  })

  test('a prefix role sees only sessions of its own prefix', async () => {
    const somebody = await t.as('admin')
    const { rows } = await t.owner.query<{ id: string }>('select id from registry.session where user_id = $1', [
      somebody.userId,
    ])
    for (const [role, found] of [
      ['dino', 1],
      ['cfl', 0],
    ] as const) {
      const client = await roleOf(role)
      expect((await client.query('select from registry.session_of($1)', [rows[0]!.id])).rowCount).toBe(found)
      await client.end()
    }
  })

  test('tenant rights name every table of a prefix and no other', async () => {
    const { rows } = await t.owner.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'dino' and tablename <> 'migration' order by 1`,
    )
    expect(rows.map(({ tablename }) => tablename)).toEqual(Object.keys(tenantTables).sort())
    expect(toRoleName('dino')).toBe('atalaya_dino')
  })
})

test('ids of different prefixes never overlap', async () => {
  const other = await createTestTenant('cfl')
  try {
    const mine = await t.make.client()
    const theirs = await other.make.client({ country: 'MX' })
    expect(BigInt(mine.id) < 1_000_000_000_000_000n).toBe(true)
    expect(BigInt(theirs.id) > 2_000_000_000_000_000n).toBe(true)
  } finally {
    await other.drop()
  }
})
