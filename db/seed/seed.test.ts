import { isValidIBAN } from 'ibantools'
import { stdnum } from 'stdnum'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { ledgers } from '#rules/ledgers.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { SeedRefusedError, type SeedReport } from './seed.ts'
import { fingerprintTables } from './test-fingerprint.ts'
import { closeClonedDatabases, openClonedDatabase, testSize, today } from './test-seeded-firm.ts'

let firm: Awaited<ReturnType<typeof openClonedDatabase>>
let report: SeedReport
beforeAll(async () => {
  firm = await openClonedDatabase()
  report = await firm.seed('dino')
  await firm.rows('set search_path = dino, registry')
})
afterAll(closeClonedDatabases)

describe('the seeded firm', () => {
  it('every counted step of the seed reports its end', () => {
    expect(firm.said.steps()).toEqual(expect.arrayContaining(['seed dino: clients', 'seed dino: movements']))
    expect(firm.said.unfinished()).toEqual([])
  })

  it('seeds the requested numbers of clients, accounts and movements', async () => {
    expect(report).toMatchObject({ prefix: 'dino', clients: testSize.clients, accounts: testSize.accounts })
    expect(Math.abs(report.movements / testSize.movements - 1)).toBeLessThan(0.03)
    const [counts] =
      await firm.rows(`select (select count(*)::int from client) as clients, (select count(*)::int from account) as accounts,
      (select count(*)::int from journal) as movements, (select count(*)::int from employee) as employees`)
    const { clients, accounts, movements, employees } = report
    expect(counts).toEqual({ clients, accounts, movements, employees })
  })

  it('each team meets weekly, as one series of the rule that says so', async () => {
    const series = await firm.rows<{
      subject: string
      rule: string
      meetings: number
      days: number
      attended: boolean
    }>(
      `select m.subject, left(r.rule, 18) as rule, count(*)::int as meetings, (max(m.series_at)::date - min(m.series_at)::date) as days,
              bool_and((select count(*) from meeting_attendee a where a.meeting_id = m.id) > 1) as attended
         from meeting_series r join meeting m on m.series_id = r.id group by r.id, m.subject`,
    )
    expect(series.length).toBeGreaterThan(0)
    for (const one of series)
      expect(one).toEqual({
        subject: 'Reunión de equipo',
        rule: 'FREQ=WEEKLY;UNTIL=',
        meetings: 12,
        days: 77,
        attended: true,
      })
  })

  testInFullRun('seeds identical data twice in one prefix and different data in another', async () => {
    const again = await openClonedDatabase()
    await again.seed('dino')
    expect(await fingerprintTables(again.rows)).toEqual(await fingerprintTables(firm.rows))
    await again.seed('dino_uab')
    const [ids] = await again.rows(`select min(id) as low, max(id) as high from dino_uab.journal`)
    expect(Number(ids!.low)).toBe(1e15 + 1)
    expect(
      await again.rows(`select from dino.client c join dino_uab.client d using (name, surname, birth_date)`),
    ).toEqual([])
  })

  it('records the payee of every withholding so that tax years reconcile with the books', async () => {
    const [sums] = await firm.rows(
      `select (select -sum(amount) from posting where ledger = ${ledgers.taxPayable} and journal_id not in (select journal_id from tax_line)) as ledger,
              (select sum(amount) from withholding_part) as parts,
              (select sum(amount) from posting where ledger = ${ledgers.interestExpense}) as interest, (select sum(base) from withholding_part) as gross,
              (select count(*) from withholding_part w where w.amount <> 0 and (w.account_id, -w.amount) not in
                (select p.account_id, -p.amount from posting p where p.journal_id = w.journal_id and p.account_id is not null)) as elsewhere`,
    )
    expect(sums).toMatchObject({ parts: sums!.ledger, gross: sums!.interest, elsewhere: '0' })
  })

  it('pays past withholdings on time with two approvers and owes only later ones', async () => {
    const [sums] = await firm.rows(
      `select (select -sum(amount) from posting where ledger = ${ledgers.taxPayable}) as owed, (select sum(amount) from withholding_part where booked_on >= '2026-10-01') as since,
              (select -sum(amount) from tax_line) as paid, (select sum(amount) from withholding_part where booked_on < '2026-10-01') as before,
              (select count(*) from journal where source = 'tax') as payments,
              (select count(*) from approval a join journal j on j.id = a.entity_id and j.source = 'tax' and a.entity = 'journal' and a.made_by <> a.decided_by) as agreed,
              (select max(booking_date) from journal where source = 'tax')::text as last`,
    )
    expect(sums).toMatchObject({ owed: sums!.since, paid: sums!.before, agreed: sums!.payments, last: '2026-10-20' })
    expect(Number(sums!.payments)).toBeGreaterThan(20)
  })

  it('seeds minors who live with two parents who act for them', async () => {
    const families = await firm.rows(
      `select count(p.id)::int as guardians, bool_and(c.street = p.street) as at_home, bool_and(c.birth_date < c.registered_on) as born,
              bool_and(split_part(p.surname, ' ', 1) = any(string_to_array(c.surname, ' '))) as named,
              bool_and(exists (select from client_relation r where r.client_id = c.id and r.other_id = p.id and r.kind = 'parent')) as related
         from client c left join client_person g on g.client_id = c.id and g.role = 'guardian' left join client p on p.identity_number = g.identity_number
        where c.birth_date > '${today}'::date - interval '18 years' group by c.id`,
    )
    expect(families.length).toBeGreaterThan(0)
    for (const one of families)
      expect(one).toEqual({ guardians: 2, at_home: true, born: true, named: true, related: true })
  })

  it('seeds one payout account per client, one changed yesterday and one change pending', async () => {
    const [defaults] = await firm.rows(
      `select count(distinct client_id) filter (where is_payout)::int - count(*) filter (where is_default)::int as missing, count(*) > 0 as any from client_bank_account`,
    )
    expect(defaults).toEqual({ missing: 0, any: true })
    expect(
      await firm.rows(
        `select c.kind, c.state, a.state as asked, a.made_by <> a.decided_by as by_two, k.is_default, k.known_since = c.done_at as since
           from client_bank_change c join approval a on a.id = c.approval_id left join client_bank_account k on k.id = c.bank_account_id order by c.id`,
      ),
    ).toEqual([
      { kind: 'add', state: 'done', asked: 'approved', by_two: true, is_default: true, since: true },
      { kind: 'add', state: 'asked', asked: 'pending', by_two: null, is_default: null, since: null },
    ])
  })

  it('seeds a completed mapped import and a faulty one waiting for approval', async () => {
    expect(
      await firm.rows(
        `select i.state, i.rows, i.wrong, i.fresh, a.state as asked, i.amount = (select -sum(p.amount) from posting p join journal j on j.id = p.journal_id
                  where p.ledger = ${ledgers.capital} and j.idempotency_key like 'import:' || i.id || ':%') as booked, (select count(*)::int from mapped_import_row where import_id = i.id) as good,
                (select count(*)::int from mapped_import_fault where import_id = i.id) as faults
           from mapped_import i join approval a on a.id = i.approval_id order by i.id`,
      ),
    ).toEqual([
      { state: 'imported', rows: 5, wrong: 0, fresh: 5, asked: 'approved', booked: true, good: 5, faults: 0 },
      { state: 'waiting', rows: 7, wrong: 3, fresh: 4, asked: 'pending', booked: null, good: 4, faults: 3 },
    ])
  })

  it('refuses to seed a prefix with clients and changes nothing', async () => {
    const before = await firm.rows('select count(*) from dino.client')
    await expect(firm.seed('dino')).rejects.toThrow(SeedRefusedError)
    expect(await firm.rows('select count(*) from dino.client')).toEqual(before)
  })

  it('seeding leaves keys, indexes and triggers unchanged', async () => {
    const shape = (schema: string) =>
      firm.rows(
        `select replace(pg_get_constraintdef(c.oid), $1 || '.', '') as definition, c.conname as name, replace(c.conrelid::regclass::text, $1 || '.', '') as table
         from pg_constraint c where c.connamespace = $1::regnamespace
        union all select replace(indexdef, $1 || '.', ''), indexname, tablename from pg_indexes where schemaname = $1
        union all select tgname, tgenabled::text, replace(tgrelid::regclass::text, $1 || '.', '') from pg_trigger t join pg_class k on k.oid = tgrelid
          where k.relnamespace = $1::regnamespace and not tgisinternal order by 1, 2, 3`,
        [schema],
      )
    await firm.rows('set search_path = pg_catalog')
    const seeded = await shape('dino')
    const untouched = await shape('cfl')
    await firm.rows('set search_path = dino, registry')
    expect(seeded.length).toBeGreaterThan(100)
    expect(seeded).toEqual(untouched)
  })

  it('new clients receive ids and codes above the seeded ones', async () => {
    const [row] = await firm.rows(`insert into client (cvl, name, country, registered_on, zone_id)
      select next_cvl('D'), 'x', 'ES', '2026-01-01', min(id) from zone returning id, cvl`)
    expect(Number(row!.id)).toBe(testSize.clients + 1)
    expect(row!.cvl).toBe(`D${String(report.employees + report.clients + 1).padStart(7, '0')}`)
    await firm.rows('delete from client where cvl = $1', [row!.cvl])
  })
})

describe('seeded books', () => {
  it('every seeded journal balances and no account was ever below zero', async () => {
    expect(
      await firm.rows(
        'select j.id from journal j join posting p on p.journal_id = j.id group by 1 having sum(p.amount) <> 0 or count(*) <> j.lines',
      ),
    ).toEqual([])
    expect(
      await firm.rows(`select * from (select account_id, ledger, booking_date,
          sum(-amount) over (partition by account_id, ledger order by booking_date, journal_id, line) as running
        from posting where account_id is not null) r where running < 0`),
    ).toEqual([])
  })

  it('seeded postings agree with balances, lists and totals', async () => {
    expect(
      await firm.rows(`select b.account_id from account_balance b left join (
          select p.account_id, -sum(p.amount) filter (where ledger = ${ledgers.capital} and is_principal(kind)) as principal,
                 -sum(p.amount) filter (where ledger = ${ledgers.capital} and not is_principal(kind)) as interest, -sum(p.amount) filter (where ledger = ${ledgers.payable}) as payable
            from posting p join journal j on j.id = p.journal_id where p.account_id is not null group by 1) s using (account_id)
        where (b.principal, b.interest, b.payable) is distinct from (coalesce(s.principal, 0), coalesce(s.interest, 0), coalesce(s.payable, 0))`),
    ).toEqual([])
    const [sums] =
      await firm.rows(`select (select sum(balance) from client_list) = (select sum(balance) from account_balance) as lists,
      (select sum(capital) from client_list) = (select sum(principal) from account_balance join account on id = account_id where status = 'active') as capital`)
    expect(sums).toEqual({ lists: true, capital: true })
    const seen = `select date_trunc('month', p.booking_date)::date as month, p.booking_date as day, a.product_id, coalesce(s.employee_id, 0) as manager_id, j.kind, -p.amount as amount
      from posting p join journal j on j.id = p.journal_id join account a on a.id = p.account_id
      left join client_staff s on s.client_id = a.client_id and s.role = 'manager' and p.booking_date between s.valid_from and coalesce(s.valid_to, 'infinity')
      where p.ledger = ${ledgers.capital}`
    for (const [table, keys] of [
      ['total_month_product', 'month, product_id, kind'],
      ['total_month_manager', 'month, manager_id, product_id, kind'],
      ['total_day_product', 'day, product_id, kind'],
    ])
      expect(
        await firm.rows(`(select ${keys}, sum(amount), count(*) from (${seen}) s group by ${keys} except select ${keys}, amount, movements from ${table})
          union all (select ${keys}, amount, movements from ${table} except select ${keys}, sum(amount), count(*) from (${seen}) s group by ${keys})`),
      ).toEqual([])
  })

  it('seeded accounts that ended hold nothing, and running ones hold money', async () => {
    expect(
      await firm.rows(
        `select from account a join account_balance b on b.account_id = a.id where a.status in ('expired', 'canceled', 'draft', 'pending') and b.balance <> 0`,
      ),
    ).toEqual([])
    const [running] = await firm.rows(
      `select count(*) filter (where balance > 0) * 1.0 / count(*) as share from account a join account_balance b on b.account_id = a.id where status = 'active'`,
    )
    expect(Number(running!.share)).toBeGreaterThan(0.95)
    expect(
      await firm.rows(
        `select from account where status = 'expired' and not (expires_on <= '${today}' and closed_on >= expires_on)`,
      ),
    ).toEqual([])
  })

  it('every seeded transfer instruction names its target product', async () => {
    const [moving] = await firm.rows(
      `select count(*)::int as accounts, count(*) filter (where a.transfer_product_id <> a.product_id)::int as with_product
         from account a where a.instruction = 'transfer'`,
    )
    expect(moving!.accounts).toBeGreaterThan(0)
    expect(moving!.with_product).toBe(moving!.accounts)
  })

  it('seeded movements cover every kind and vary by season', async () => {
    expect(
      await firm.rows(
        `select k from unnest(enum_range(null::movement_kind)) k where not exists (select from journal where kind = k)`,
      ),
    ).toEqual([])
    const months = await firm.rows<{ month: string; amount: string }>(
      `select extract(month from month)::text as month, sum(amount) as amount from total_month_product where kind = 'contribution' group by 1`,
    )
    const amount = (month: number) => Number(months.find((row) => row.month === String(month))!.amount)
    expect(amount(8)).toBeLessThan(0.75 * amount(9))
    const [recent] = await firm.rows(
      `select count(*) as movements from journal where booking_date > '${today}'::date - 7 and booking_date <= '${today}'`,
    )
    expect(Number(recent!.movements)).toBeGreaterThan(10)
    expect(
      await firm.rows(`select from journal where booking_date > '${today}' or extract(isodow from booking_date) > 5`),
    ).toEqual([])
  })
})

describe('seeded people', () => {
  it('seeded employees form a five-level tree whose managers cover all clients', async () => {
    const [tree] =
      await firm.rows(`with recursive t (id, depth) as (select id, 1 from employee where supervisor_id is null
      union all select e.id, depth + 1 from t join employee e on e.supervisor_id = t.id) select max(depth) as depth, count(*) as people from t`)
    expect(tree).toEqual({ depth: 5, people: String(report.employees) })
    expect(await firm.rows(`select from client_list where manager_id is null`)).toEqual([])
    expect(
      await firm.rows(
        `select e.id from employee e where position = 'manager' and not exists (select from client_list where manager_id = e.id)`,
      ),
    ).toEqual([])
  })

  it('seeded clients have valid identity numbers and bank accounts', async () => {
    const people = await firm.rows<{ kind: string; number: string }>(
      'select identity_kind as kind, identity_number as number from client',
    )
    const wrong = people.filter(({ kind, number }) =>
      kind === 'passport' ? false : !stdnum.ES![kind as 'dni']!.validate(number).isValid,
    )
    expect(wrong).toEqual([])
    const accounts = await firm.rows<{ number: string }>('select number from client_bank_account')
    expect(accounts.filter(({ number }) => !isValidIBAN(number))).toEqual([])
    expect(await firm.rows(`select phone from client where phone !~ '^\\+34[6789]\\d{8}$'`)).toEqual([])
    expect(
      await firm.rows(
        `select email from client where email !~ '^[a-z0-9.]+@([a-z0-9-]+\\.)*(example|example\\.(com|net))$'`,
      ),
    ).toEqual([])
  })

  it('one seeded user of each role signs in as an employee', async () => {
    expect(report.signIns.map(({ role }) => role)).toEqual([...roles])
    expect(
      await firm.rows(
        `select role from membership m where cvl is not null and not exists (select from employee e where e.cvl = m.cvl)`,
      ),
    ).toEqual([])
    expect(await firm.rows(`select m.role from membership m where prefix = 'dino' and cvl is null`)).toEqual([
      { role: 'admin' },
    ])
    expect(
      await firm.rows(
        `select prefix from membership m join app_user u on u.id = m.user_id where email = 'admin@dino.example' order by 1`,
      ),
    ).toEqual([{ prefix: 'cfl' }, { prefix: 'dino' }, { prefix: 'dino_uab' }])
  })
})

describe('seeded staff', () => {
  it('seeded employees have full HR details with valid numbers', async () => {
    const people = await firm.rows<Record<string, string>>(
      `select d.*, e.hired_on from employee e join employee_detail d on d.employee_id = e.id`,
    )
    expect(people).toHaveLength(report.employees)
    expect(people.filter(({ iban }) => iban && !isValidIBAN(iban))).toEqual([])
    expect(people.filter(({ payroll_account: account }) => account && !isValidIBAN(account))).toEqual([])
    const wrong = people.filter(({ social_security_number: number = '' }) => {
      return !stdnum.ES!.nss!.validate(number).isValid
    })
    expect(wrong).toEqual([])
    expect(new Set(people.map(({ social_security_number: number }) => number)).size).toBe(people.length)
    expect(
      await firm.rows(
        `select from employee e join employee_detail d on d.employee_id = e.id
          where birth_date not between $1::date - interval '64 years' and $1::date - interval '22 years' or hired_on > $1`,
        [today],
      ),
    ).toEqual([])
    const [some] = await firm.rows(
      `select count(distinct street_type)::int as streets, count(distinct employment_type)::int as contracts,
              count(iban)::int between 1 and count(*) - 1 as "someInvoices" from employee_detail`,
    )
    expect(some).toEqual({ streets: 4, contracts: expect.any(Number), someInvoices: true })
  })

  it('seeds two employees on probation and one who leaves next month', async () => {
    const [counts] = await firm.rows(
      `select count(*) filter (where probation_end_on > $1)::int as new, count(*) filter (where terminated_on > $1)::int as leaving,
              count(distinct subcompany_id)::int as employers
         from employee e join employee_detail d on d.employee_id = e.id`,
      [today],
    )
    expect(counts).toEqual({ new: 2, leaving: 1, employers: 2 })
  })

  it('seeds relatives, an absence, matrix cells and personal rules', async () => {
    const [counts] = await firm.rows(
      `select (select count(*) from declared_relative)::int as relatives, (select count(*) from role_grant)::int as cells,
              (select count(*) from person_rule where valid_to > $1)::int as rules,
              (select count(*) from substitution where $1 between from_on and to_on)::int as absences`,
      [today],
    )
    expect(counts).toEqual({ relatives: 3, cells: 2, rules: 2, absences: 1 })
  })
})

describe('filters of the client list', () => {
  const conditions = [
    ...['approved', 'verified', 'pending', 'missing', 'unverified', 'rejected', 'failed'].map(
      (state) => `l.kyc_status = '${state}'`,
    ),
    ...['approved', 'pending', 'no_data', 'rejected'].map((state) => `l.address_status = '${state}'`),
    ...['signed', 'sent', 'viewed', 'not_sent', 'withdrawn', 'superseded'].map((state) => `l.lopd_status = '${state}'`),
    ...['missing', 'draft', 'sent', 'answered', 'complete'].map((state) => `l.form_status = '${state}'`),
    ...['commercial', 'documents', 'legal'].map((kind) => `block_kind = '${kind}'`),
    ...[
      'is_company',
      'is_alliance',
      'is_joint',
      'smart_contributions',
      'smart_movements',
      'active_accounts > 0',
      'has_pending',
      'has_expired',
      'has_canceled',
    ],
    `l.country = 'ES'`,
    'dni_permanent',
    `l.dni_valid_until < '${today}'`,
    `l.dni_valid_until between '${today}' and '${today}'::date + 60`,
    'partner_id is null',
    'advisor_id is null',
    'banker_id is null',
    `exists (select from account a where a.client_id = c.id and status = 'draft')`,
    'smart_movements and not smart_contributions',
  ]
  it.each(conditions)('client filter %s matches some clients, but not all', async (condition) => {
    const [row] = await firm.rows(
      `select count(*) filter (where ${condition})::int as some, count(*)::int as all from client_list l join client c on c.id = l.client_id`,
    )
    expect(row!.some).toBeGreaterThan(0)
    expect(row!.some).toBeLessThan(Number(row!.all))
  })
})
