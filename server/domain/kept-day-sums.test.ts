import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import { getFigure, listFigureRows } from '#contract/figures.ts'
import { shiftDay } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import { toInstant } from '#rules/zoned-time.ts'
import { handOver } from '#server/features/figures/test-lives.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { createDraws } from '#test/harness/draws.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import type { FigureRequest } from './figure-scope.ts'
import { findKeptTotalsScope } from './kept-scope.ts'
import { findRetentions } from './retention.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>

/** Today is Monday 2026-06-15. */
let t: Tenant
let direction: Awaited<ReturnType<Tenant['as']>>
/** Of two managers, each with clients of their own and of others, and a third who is not in the team. */
let supervisor: Awaited<ReturnType<Tenant['as']>>
let managers: string[]
/** The first of them, who has most clients and sees their own clients. */
let manager: Awaited<ReturnType<Tenant['as']>>
let teamOf: string
let handoverDay = '2025-01-01'
const clients: string[] = []
const accounts: { id: string; clientId: string }[] = []
const { draw, drawDay } = createDraws(20260616)

const setClient = (id: string, values: string) => t.owner.query(`update dino.client set ${values} where id = $1`, [id])
const setAccount = (id: string, values: string) =>
  t.owner.query(`update dino.account set ${values} where id = $1`, [id])
const refresh = (id: string) => t.owner.query('select dino.refresh_client_list(array[$1::bigint])', [id])

/** What became of an account at the end of its term; some are told twice, and otherwise. */
const endTerm = async (account: string) => {
  const day = drawDay('2025-01-01', '2026-06-10')
  await setAccount(account, `status = 'expired', expires_on = '${day}', closed_on = '${day}', opened_on = '2024-02-01'`)
  if (draw(2) === 0) await t.make.movement(account, `-${1 + draw(90)}.00`, draw(2) === 0 ? 'maturity' : 'transfer', day)
  const outcome = ['paid', 'parked', 'renewed'][draw(3)]!
  await t.owner.query(
    `insert into dino.maturity (account_id, run_id, matured_on, outcome, renewed_id)
     select $1, (select min(id) from dino.posting_run), '${day}', '${outcome}', case when '${outcome}' = 'renewed' then $1::bigint end
     on conflict (account_id) do update set outcome = excluded.outcome, renewed_id = excluded.renewed_id, released_at = null`,
    [account],
  )
}

/** An account that waits, is paid in part, begins or is given up; made at any hour, also where its day is another one in Greenwich. */
const wait = async (account: string) => {
  const made = `${drawDay('2026-05-01', '2026-06-14')}T${String(draw(24)).padStart(2, '0')}:45:00Z`
  const later = drawDay('2026-05-01', '2026-07-31')
  const steps = [
    `status = 'pending', opened_on = null, expires_on = null, closed_on = null, created_at = '${made}'`,
    `status = 'pending', opened_on = null, expires_on = null, closed_on = null`,
    `agreed_amount = ${500 + draw(500)}`,
    `status = 'active', opened_on = '${later}', expires_on = null, closed_on = null`,
    `status = 'canceled', opened_on = null, expires_on = null, closed_on = '${later}', close_reason = 'No llega'`,
    `status = 'draft', opened_on = null, expires_on = null, closed_on = null`,
  ]
  await setAccount(account, steps[draw(steps.length)]!)
  if (draw(2) === 0)
    await t.make.movement(account, `${1 + draw(400)}.00`, 'contribution', drawDay('2026-04-25', '2026-06-15'))
}

/** A client gets another manager, one after the other; or an account another client, as in a merge. */
const handOn = async (): Promise<void> => {
  const client = clients[draw(clients.length)]!
  handoverDay = shiftDay(handoverDay, 1 + draw(8))
  await handOver(t, handoverDay, { client, role: 'manager', to: managers[Math.max(draw(managers.length + 1) - 1, 0)]! })
  const account = accounts[draw(accounts.length)]!
  await t.owner.query(`
    begin;
    update dino.account set client_id = ${client} where id = ${account.id};
    update dino.account_holder set client_id = ${client} where account_id = ${account.id};
    update dino.account_balance set client_id = ${client} where account_id = ${account.id};
    commit`)
  await t.make.refresh(account.clientId, client)
  account.clientId = client
}

/** Somebody comes under another supervisor, with all of their clients. */
const moveManager = () =>
  t.owner.query(
    'update dino.employee set supervisor_id = case when supervisor_id is null then $2::bigint end where id = $1',
    [managers[1 + draw(2)]!, teamOf],
  )

/** Money comes into an account or leaves it, today or on a day before, or what did so is taken back. */
const journals: string[] = []
const moveMoney = async (account: string): Promise<void> => {
  if (journals.length > 0 && draw(4) === 0) {
    await t.owner.query(`select set_config('search_path', 'dino', false)`)
    await t.owner.query(`select reverse_journals($1::bigint[], '2026-06-15', null)`, [
      journals.splice(draw(journals.length), 1),
    ])
    return
  }
  const kind = (['contribution', 'withdrawal', 'interest'] as const)[draw(3)]!
  const amount = `${kind === 'withdrawal' ? '-' : ''}${1 + draw(400)}.${10 + draw(90)}`
  journals.push((await t.make.movement(account, amount, kind, drawDay('2026-05-01', '2026-06-15'))).journalId)
}

/** One step of the life of a client or an account. */
const live = async (): Promise<void> => {
  const client = clients[draw(clients.length)]!
  const account = accounts[draw(accounts.length)]!
  const steps: (() => Promise<unknown>)[] = [
    () => setClient(client, `birth_date = '${drawDay('1950-01-01', '2000-12-31')}'`),
    () => setClient(client, `birth_date = '1996-02-29'`),
    () => setClient(client, `dni_valid_until = '${drawDay('2025-01-01', '2027-12-31')}'`),
    () => setClient(client, `registered_on = '${drawDay('2019-01-01', '2026-06-14')}'`),
    () =>
      setAccount(
        account.id,
        `status = 'active', opened_on = coalesce(opened_on, '2024-02-01'), closed_on = null, expires_on = '${drawDay('2026-06-01', '2027-01-31')}'`,
      ),
    () =>
      setAccount(
        account.id,
        `status = 'canceled', opened_on = coalesce(opened_on, '2024-02-01'), closed_on = '2026-06-01'`,
      ),
    () => setAccount(account.id, `instruction = ${draw(2) === 0 ? `'pay_out'` : 'null'}`),
    () => moveMoney(account.id),
    () => moveMoney(account.id),
    () => moveMoney(account.id),
    () => endTerm(account.id),
    () => endTerm(account.id),
    () => endTerm(account.id),
    () => endTerm(account.id),
    () => wait(account.id),
    () => wait(account.id),
    () => wait(account.id),
    () => wait(account.id),
    () =>
      t.owner.query(`update dino.maturity set released_at = now() where account_id = $1 and outcome = 'parked'`, [
        account.id,
      ]),
  ]
  await steps[draw(steps.length)]!()
  await refresh(client)
  await refresh(account.clientId)
}

beforeAll(async () => {
  t = await createTestTenant('dino')
  direction = await t.as('direction', (await t.make.employee({ position: 'direction' })).cvl)
  const head = await t.make.employee({ position: 'supervisor' })
  teamOf = head.id
  const under = await Promise.all([1, 2].map(() => t.make.employee({ supervisorId: head.id })))
  managers = [...under, await t.make.employee()].map(({ id }) => id)
  manager = await t.as('manager', under[0]!.cvl)
  supervisor = await t.as('supervisor', head.cvl)
  // What was agreed on an account does not change: here it does, so that every order of events is seen.
  await t.owner.query('alter table dino.account disable trigger account_keeps_terms')
  const product = (await t.make.product({ mayBeNegative: true })).id
  for (let n = 0; n < 10; n++) {
    const { id } = await t.make.client({
      kind: n === 9 ? 'company' : 'person',
      staff: { manager: managers[[0, 1, 0, 2][n % 4]!]! },
    })
    clients.push(id)
    if (n < 9) await setClient(id, `birth_date = '1970-06-${10 + n}', dni_valid_until = '2026-05-${10 + n}'`)
    if (n > 1) accounts.push(await t.make.account({ clientId: id, productId: product, expiresOn: '2026-08-31' }))
  }
  await t.owner.query(`update dino.account set agreed_amount = 700 + 10 * id, created_at = '2026-05-02T10:45:00Z'`)
  await t.owner.query(
    `insert into dino.posting_run (kind, business_date, started_at, finished_at, journals_to) values ('maturity', '2026-06-10', now(), now(), 0)`,
  )
})
afterAll(() => t?.drop())

const ranges = [
  ['2026-06-01', '2026-06-30'],
  ['2026-02-20', '2026-03-02'],
  ['2026-05-20', '2026-05-20'],
  ['2026-06-05', '2026-06-10'],
  ['2025-12-20', '2026-01-10'],
  ['2018-06-15', '2026-06-15'],
  ['2026-06-16', '2026-09-13'],
  ['2026-08-01', '2027-03-31'],
] as const
const figures: readonly FigureKey[] = [
  'clients',
  'registeredClients',
  'birthdayClients',
  'expiredIds',
  'expirations',
  'uninstructed',
  'pendingCapital',
]

/** Tiles of a caller, which are read from what is kept, and the rows behind them. */
const readAllOf = (caller: typeof direction) =>
  Promise.all(
    figures.flatMap((figure) =>
      ranges.map(async ([from, to]) => {
        const query = { range: 'custom', from, to } as const
        const { figure: tile } = await caller.call(getFigure, { params: { figure }, query })
        const rows = await caller.call(listFigureRows.count, { params: { figure }, query })
        const parts = await Promise.all(
          tile.parts.map(async ({ part, count, amount }) => {
            const own = await caller.call(listFigureRows.count, {
              params: { figure },
              query: { ...query, part: [part] },
            })
            return { part, count, amount, rows: own.total, sum: amount === null ? null : own.totals.amount }
          }),
        )
        return {
          figure,
          from,
          tile: [tile.count, tile.amount ?? '0.00'],
          rows: [rows.total, rows.totals.amount],
          parts,
        }
      }),
    ),
  )

const readAll = async () => [
  ...(await readAllOf(direction)),
  ...(await readAllOf(supervisor)),
  ...(await readAllOf(manager)),
]

/** Of whom figures are read from what is kept now: the team, and one person alone. */
const findKept = async () => {
  const { rows } = await t.owner.query<{ id: string }>(
    'select employee_id::text as id from dino.employee_team where supervisor_id = $1',
    [teamOf],
  )
  const find = (staffIds: string[]) => {
    const scopes = [{ all: false, staffIds, zoneId: null }]
    const ctx = { db: t.db, businessDate: '2026-06-15', scopes } as unknown as FigureRequest['ctx']
    return findKeptTotalsScope({ ctx, people: null })
  }
  return [await find(rows.map(({ id }) => id)), await find([managers[0]!])]
}

const retentionWindows = [
  { from: '2025-06-15', through: '2026-06-15' },
  { from: '2025-03-01', through: '2026-02-28' },
  { from: '2026-05-20', through: '2026-06-05' },
]

/** Of the firm, of the team and of one person: what is kept, beside what the postings say. */
const seenRetentions = new Set<'firm' | 'team' | 'person'>()
const expectRetentionsOfPostings = async () => {
  const { rows } = await t.owner.query<{ id: string }>(
    'select employee_id::text as id from dino.employee_team where supervisor_id = $1',
    [teamOf],
  )
  const ctx = { db: t.db, businessDate: '2026-06-15', scopes: [{ all: true, staffIds: [], zoneId: null }] }
  for (const people of [null, rows.map(({ id }) => id), [managers[0]!]]) {
    const kept = await findRetentions(ctx, people, retentionWindows)
    const seen = await t.owner.query(
      `select coalesce(sum(p.amount) filter (where p.ledger = ${ledgers.capital}), 0)::numeric(18, 2)::text as matured,
              coalesce(sum(p.amount) filter (where p.kind = 'transfer'), 0)::numeric(18, 2)::text as renewed
         from unnest($1::date[], $2::date[]) with ordinality w (since, through, n)
         left join (
           select a.closed_on, l.booking_date, l.amount, l.ledger, j.kind
             from dino.account a
             join dino.posting l on l.account_id = a.id and l.ledger = ${ledgers.capital} and l.amount > 0
             join dino.journal j on j.id = l.journal_id and j.kind in ('transfer', 'maturity')
            where a.status = 'expired'
              and ($3::bigint[] is null or exists (select from dino.client_staff s where s.client_id = a.client_id and s.valid_to is null and s.employee_id = any($3)))
           ) p on p.closed_on >= w.since and p.booking_date between w.since and w.through
        group by w.n order by w.n`,
      [retentionWindows.map(({ from }) => from), retentionWindows.map(({ through }) => through), people],
    )
    expect(kept.map(({ matured, renewed }) => ({ matured, renewed }))).toEqual(seen.rows)
    const whose = people === null ? 'firm' : people.length > 1 ? 'team' : 'person'
    if (kept.some(({ renewed }) => renewed !== '0.00')) seenRetentions.add(whose)
  }
}

const expectTilesOfRows = async () => {
  const all = await readAll()
  for (const { figure, from, tile, rows, parts } of all) {
    expect({ figure, from, tile }).toEqual({ figure, from, tile: rows })
    for (const { count, amount, rows: ownCount, sum } of parts) expect([count, amount]).toEqual([ownCount, sum])
  }
  return all
}

test('what is kept by day is what the rows tell, folded or not', async () => {
  let seen = 0
  const seenOfSome = { team: new Set<FigureKey>(), person: new Set<FigureKey>() }
  for (let round = 0; round < 6; round++) {
    for (let n = 0; n < 12; n++) await [handOn, moveManager, live][Math.min(draw(8), 2)]!()
    await t.owner.query('select dino.fold_totals()')
    for (let n = 0; n < 13; n++) await live()
    expect(await findKept()).toEqual([{ teamOf }, { teamOf: `-${managers[0]}` }])
    const waiting = await expectTilesOfRows()
    await expectRetentionsOfPostings()
    await t.owner.query('select dino.fold_totals()')
    expect(await readAll()).toEqual(waiting)
    await expectRetentionsOfPostings()
    const third = waiting.length / 3
    for (const [of, from] of [['team', third] as const, ['person', 2 * third] as const])
      for (const { figure, rows } of waiting.slice(from, from + third)) if (rows[0] !== 0) seenOfSome[of].add(figure)
    seen += waiting.filter(({ rows: [count] }) => count !== 0).length
  }
  expect(seen).toBeGreaterThan(70)
  expect(seenRetentions).toEqual(new Set(['firm', 'team', 'person']))
  for (const seenFigures of Object.values(seenOfSome)) expect([...seenFigures].sort()).toEqual([...figures].sort())
})

test('what is kept by day is the same when it is made anew', async () => {
  const read = async () => {
    await t.owner.query('select dino.fold_totals()')
    const clientDays = await t.owner.query(
      'select what, day, is_company, clients from dino.total_day_client order by 1, 2, 3',
    )
    const terms = await t.owner.query(
      'select * from dino.total_day_maturity where accounts <> 0 or amount <> 0 order by 1, 2',
    )
    const waiting = await t.owner.query('select moment, day, accounts, amount from dino.total_waiting order by 1, 2')
    const teams = await t.owner.query(
      'select * from dino.total_team_fact where number <> 0 or amount <> 0 order by 1, 2, 3, 4, 5, 6',
    )
    const renewals = await t.owner.query('select * from dino.total_day_renewal where amount <> 0 order by 1, 2, 3')
    return [clientDays.rows, terms.rows, waiting.rows, teams.rows, renewals.rows]
  }
  const kept = await read()
  expect(
    (await verifyLedger({ ...t, prefix: 'dino' }, undefined)).differenceList.filter(({ what }) =>
      ['day', 'team', 'waiting', 'counted'].some((word) => what.includes(word)),
    ),
  ).toEqual([])
  await t.owner.query('select dino.rebuild_days()')
  expect(await read()).toEqual(kept)
  await t.owner.query('select dino.rebuild_stock()')
  expect(await read()).toEqual(kept)
})

test('an erased client is registered on no day', async () => {
  const before = (await readAll()).find(({ figure, from }) => figure === 'registeredClients' && from === '2018-06-15')!
  await setClient(
    clients[0]!,
    `restricted_at = now(), erased_at = now(), name = 'x', surname = 'x', email = null, phone = null, identity_number = null, birth_date = null`,
  )
  const after = (await expectTilesOfRows()).find(
    ({ figure, from }) => figure === 'registeredClients' && from === '2018-06-15',
  )!
  expect(after.tile[0]).toBe(Number(before.tile[0]) - 1)
})

test('the clocks of all firms are whole hours from Greenwich, at most eight behind', () => {
  for (const { timeZone } of Object.values(tenantFacts))
    for (const day of ['2019-01-15', '2019-07-15', '2026-01-15', '2026-07-15']) {
      const midnight = new Date(toInstant(`${day}T00:00`, timeZone)).toISOString()
      expect(midnight).toMatch(/:00:00\.000Z$/)
      expect(midnight <= `${day}T08`).toBe(true)
    }
})
