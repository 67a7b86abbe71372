import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getGeneralReport } from '#contract/figures/general-reports.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import { getMonthCaptation, listMonthCaptation } from '#contract/figures/month-captation.ts'
import { getFigure, getFigureGroups, getProductHistory, listFigureRows } from '#contract/figures.ts'
import { ignoreProgress } from '#db/progress.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { ledgers } from '#rules/ledgers.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { importBerka } from './import-berka.ts'

const bankFiles = ['account', 'client', 'disp', 'district', 'trans_1993'].map((name) => `${name}.asc`)
const { place: folder, isThere, title } = locateGivenData('berka', bankFiles)

const toCents = (amount: string | undefined): bigint => BigInt((amount ?? '0.00').replace('.', ''))
const sumCents = (amounts: readonly (string | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + toCents(amount), 0n)

const months = Array.from({ length: 12 }, (_, at) => `1993-${String(at + 1).padStart(2, '0')}-01`)
const year = { range: 'custom', from: '1993-01-01', to: '1993-12-31' } as const

type Caller = Awaited<ReturnType<TestTenant['as']>>
/** Who looks, and by hand which accounts `a` count on a day that each row has. */
type Reach = { caller: Caller; countsOn: (day: string) => string }

type MonthKind = { month: string; kind: string; amount: string; count: number; newAmount: string }
type MonthStock = { month: string; principal: string; balance: string; accounts: number }

let t: TestTenant
const reaches = {} as Record<'all' | 'team' | 'own' | 'zone', Reach>

/** Only what is booked on these days of the file, as the bank would have sent it then. */
const writeMovements = (keep: (day: string) => boolean) => {
  const place = mkdtempSync(join(tmpdir(), 'atalaya-quarters-'))
  const [header, ...lines] = readFileSync(join(folder, 'trans_1993.asc'), 'latin1').trim().split('\r\n')
  const path = join(place, 'trans.asc')
  writeFileSync(path, `${[header, ...lines.filter((line) => keep(line.split(';')[2]!))].join('\r\n')}\r\n`, 'latin1')
  return { path, remove: () => rmSync(place, { recursive: true }) }
}

const loadMovements = async (keep: (day: string) => boolean): Promise<void> => {
  const { path, remove } = writeMovements(keep)
  const target = {
    ownerUrl: t.ownerUrl,
    secret: t.secret,
    prefix: 'dino',
    progress: ignoreProgress,
    skip: false,
  } as const
  expect((await importBerka({ ...target, folder, movements: path })).written).toBe(true)
  remove()
}

const findIds = async (statement: string): Promise<string[]> =>
  (await t.owner.query<{ id: string }>(statement)).rows.map(({ id }) => id)

const ofPeople = (ids: readonly string[]) => (day: string) =>
  `exists (select from dino.client_staff s where s.client_id = a.client_id and s.employee_id in (${ids.join()}) and s.valid_from <= ${day})`

const findReaches = async (): Promise<void> => {
  const ofTeam = await findIds(`
    select e.id from dino.employee e join dino.employee s on s.id = e.supervisor_id where s.cvl = 'BERKA-S02'`)
  const ofManager = await findIds(`select id from dino.employee where cvl = 'BERKA-G14'`)
  const [zone] = await findIds(`select id from dino.zone where external_ref = 'berka:region:south Moravia'`)
  const banker = await t.make.employee({ position: 'banker', officeId: (await t.make.office(zone)).id })
  await t.owner.query(`
    insert into dino.role_grant (role, module, actions, scope)
    select 'banker', module, '{view,export}', 'zone' from unnest(array['bt_Clientes', 'bt_Dashboard1', 'bt_Mes', 'bt_InformesGenerales']) module
    on conflict (role, module) do update set scope = 'zone'`)
  reaches.all = { caller: await t.as('direction', 'BERKA-D01'), countsOn: () => 'true' }
  reaches.team = { caller: await t.as('supervisor', 'BERKA-S02'), countsOn: ofPeople(ofTeam) }
  reaches.own = { caller: await t.as('manager', 'BERKA-G14'), countsOn: ofPeople(ofManager) }
  reaches.zone = {
    caller: await t.as('banker', banker.cvl),
    countsOn: () => `a.client_id in (select id from dino.client where zone_id = ${zone})`,
  }
}

/** By hand: a contribution is new unless money was paid to the holder in the thirty days before. */
const sumByHand = async ({ countsOn }: Reach): Promise<MonthKind[]> =>
  (
    await t.owner.query<MonthKind>(`
      select date_trunc('month', p.booking_date)::date::text as month, j.kind::text as kind, sum(-p.amount)::text as amount, count(*)::int as count,
             coalesce(sum(-p.amount) filter (where j.kind = 'contribution' and not exists (
               select from dino.posting q join dino.journal w on w.id = q.journal_id and w.kind = 'withdrawal'
                where q.account_id = p.account_id and q.ledger = ${ledgers.capital} and q.booking_date between p.booking_date - 30 and p.booking_date)), 0)::text as "newAmount"
        from dino.posting p join dino.journal j on j.id = p.journal_id join dino.account a on a.id = p.account_id
       where p.ledger = ${ledgers.capital} and ${countsOn('p.booking_date')} group by 1, 2`)
  ).rows

/** By hand: what stood at the end of each month in the accounts that were open then. */
const sumStocksByHand = async ({ countsOn }: Reach): Promise<MonthStock[]> =>
  (
    await t.owner.query<MonthStock>(
      `select d.month::text as month, count(distinct a.id)::int as accounts, coalesce(sum(-p.amount), 0)::numeric(18, 2)::text as balance,
              coalesce(sum(-p.amount) filter (where j.kind in ('contribution', 'withdrawal')), 0)::numeric(18, 2)::text as principal
         from unnest($1::date[]) d (month)
         join dino.account a on a.opened_on < d.month + interval '1 month' and ${countsOn(`(d.month + interval '1 month' - interval '1 day')::date`)}
         left join dino.posting p on p.account_id = a.id and p.ledger = ${ledgers.capital} and p.booking_date < d.month + interval '1 month'
         left join dino.journal j on j.id = p.journal_id
        group by d.month`,
      [months],
    )
  ).rows

const fetchFigure = async ({ caller }: Reach, figure: FigureKey, from: string, to: string) =>
  (await caller.call(getFigure, { params: { figure }, query: { range: 'custom', from, to } })).figure

const compareMonths = async (reach: Reach, some: readonly string[]): Promise<void> => {
  const moved = await sumByHand(reach)
  const stocks = await sumStocksByHand(reach)
  expect(moved.length).toBeGreaterThan(some.length)
  for (const month of some) {
    const end = getMonthEnd(month)
    const flows = await fetchFigure(reach, 'flows', month, end)
    const byHand = moved.filter((one) => one.month === month)
    expect(new Map(flows.parts.map(({ part, amount, count }) => [part, [amount, count]]))).toEqual(
      new Map(byHand.map(({ kind, amount, count }) => [kind, [amount, count]])),
    )
    const stock = stocks.find((one) => one.month === month) ?? { principal: '0.00', balance: '0.00', accounts: 0 }
    const capital = await fetchFigure(reach, 'totalCapital', end, end)
    expect([month, capital.amount, capital.count]).toEqual([month, stock.principal, stock.accounts])
    const gross = await fetchFigure(reach, 'captation', month, end)
    const out = await fetchFigure(reach, 'captationOut', month, end)
    const net = sumCents([gross.amount!, out.amount!])
    const left = byHand.find(({ kind }) => kind === 'withdrawal')?.amount
    expect([toCents(gross.amount!), toCents(out.amount!)]).toEqual([
      sumCents(byHand.map(({ newAmount }) => newAmount)),
      toCents(left),
    ])
    const { months: ofYear, people } = await reach.caller.call(getMonthCaptation, {
      query: { month: month.slice(0, 7) },
    })
    const line = ofYear.find((one) => one.month === month)!
    expect([line.gross, line.out, toCents(line.net)]).toEqual([gross.amount, out.amount, net])
    expect(sumCents(people.map((one) => one.month.net))).toBe(net)
  }
}

describe.skipIf(!isThere)(`figures of the real bank of ${title}`, () => {
  beforeAll(async () => {
    t = await createTestTenant('dino')
    await loadMovements((day) => day < '931001')
    await t.owner.query('select dino.fold_totals()')
    await findReaches()
  }, 180_000)
  afterAll(() => t?.drop())

  test.each(['all', 'team', 'own', 'zone'] as const)(
    'three quarters are those of the postings in scope %s',
    async (name) => {
      await compareMonths(reaches[name], months.slice(0, 9))
      const { parts } = await fetchFigure(reaches[name], 'flows', '1993-10-01', '1993-12-31')
      expect(parts).toEqual([])
    },
  )

  test('the next quarter comes to what is there', { timeout: 180_000 }, async () => {
    await loadMovements((day) => day >= '931001')
    const all = await fetchFigure(reaches.all, 'flows', year.from, year.to)
    expect([all.amount, all.count]).toEqual(['36575946.10', 28205])
  })

  test.each(['all', 'team', 'own', 'zone'] as const)(
    'every month is that of the postings in scope %s',
    async (name) => {
      await compareMonths(reaches[name], months)
    },
  )

  test.each(['all', 'team', 'own', 'zone'] as const)(
    'opening and every flow are the closing in scope %s',
    async (name) => {
      const reach = reaches[name]
      const stocks = await sumStocksByHand(reach)
      const { situation, quarters } = await reach.caller.call(getGeneralReport, { query: { year: '1993' } })
      expect([situation.opening, situation.closing]).toEqual([
        '0.00',
        stocks.find(({ month }) => month === '1993-12-01')!.balance,
      ])
      expect(sumCents([situation.opening, ...situation.lines.map(({ amount }) => amount)])).toBe(
        toCents(situation.closing),
      )
      const moved = await sumByHand(reach)
      for (const { part, amount } of situation.lines.filter(({ figure }) => figure === 'flows'))
        expect(toCents(amount)).toBe(sumCents(moved.filter(({ kind }) => kind === part).map((one) => one.amount)))
      expect(sumCents(quarters.map(({ gross }) => gross))).toBe(sumCents(moved.map(({ newAmount }) => newAmount)))
      const { situation: next } = await reach.caller.call(getGeneralReport, { query: { year: '1994' } })
      expect(next.opening).toBe(situation.closing)
      expect(sumCents([next.opening, ...next.lines.map(({ amount }) => amount)])).toBe(toCents(next.closing))
    },
  )

  test.each(['all', 'team', 'own', 'zone'] as const)(
    'the history by product closes each month in scope %s',
    async (name) => {
      const reach = reaches[name]
      const moved = await sumByHand(reach)
      const stocks = await sumStocksByHand(reach)
      const history = (await reach.caller.call(getProductHistory, { query: year })).months
      const { groups } = await reach.caller.call(getFigureGroups, {
        params: { figure: 'flows' },
        query: { ...year, by: 'productMonth' },
      })
      for (const month of months) {
        const own = history.filter((one) => one.month === month)
        expect(sumCents(own.map(({ closing }) => closing))).toBe(
          toCents(stocks.find((one) => one.month === month)?.balance),
        )
        const byHand = moved.filter((one) => one.month === month)
        expect(new Map(groups.filter((one) => one.month === month).map(({ part, amount }) => [part, amount]))).toEqual(
          new Map(byHand.map(({ kind, amount }) => [kind, amount])),
        )
        expect(sumCents(own.flatMap(({ flows }) => flows.map(({ amount }) => amount)))).toBe(
          sumCents(byHand.map(({ amount }) => amount)),
        )
      }
    },
  )

  test('rows and sums of the year agree, and are the same once folded', async () => {
    const read = async () => {
      const { caller } = reaches.all
      const rows = await caller.call(listFigureRows.count, { params: { figure: 'flows' }, query: year })
      const raised = await Promise.all(
        months.map((month) =>
          caller.call(listMonthCaptation.count, { query: { month: month.slice(0, 7), flow: 'in' } }),
        ),
      )
      return { flows: [rows.total, rows.totals.amount], raised: sumCents(raised.map(({ totals }) => totals.amount)) }
    }
    const before = await read()
    expect(before.flows).toEqual([28205, '36575946.10'])
    await t.owner.query('select dino.fold_totals()')
    expect(await read()).toEqual(before)
    expect(toCents((await fetchFigure(reaches.all, 'captation', year.from, year.to)).amount!)).toBe(before.raised)
  })
})
