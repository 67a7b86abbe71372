import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMatured } from '#contract/maturities/matured.ts'
import { getMaturityOverview } from '#contract/maturities.ts'
import { toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
const callers: Record<'own' | 'team' | 'all' | 'outside', Caller> = {} as never

const matureAccount = async (
  managerId: string,
  { closedOn, amount, kind }: { closedOn: string; amount: string; kind: 'maturity' | 'transfer' },
): Promise<string> => {
  const client = await t.make.client({ staff: { manager: managerId } })
  const account = await t.make.account({ clientId: client.id, openedOn: '2024-01-01', expiresOn: closedOn })
  await t.make.movement(account.id, amount, 'contribution', '2024-01-01')
  await t.make.movement(account.id, `-${amount}`, kind, closedOn)
  await t.owner.query(`update dino.account set status = 'expired', closed_on = $2 where id = $1`, [
    account.id,
    closedOn,
  ])
  return account.id
}

const recordMaturity = (accountId: string, outcome: string, released: boolean) =>
  t.owner.query(
    `with run as (insert into dino.posting_run (kind, business_date, started_at, finished_at, journals_to)
                  values ('maturity', '2026-06-15', now(), now(), 0) returning id)
     insert into dino.maturity (account_id, run_id, matured_on, outcome, payable, renewed_id, released_at)
     select a.id, run.id, a.closed_on, $2::dino.maturity_outcome, 0, case when $2 in ('renewed', 'transferred') then a.id end, case when $3 then now() end
       from run, dino.account a where a.id = $1`,
    [accountId, outcome, released],
  )

beforeAll(async () => {
  t = await createTestTenant('dino')
  const head = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: head.id })
  const colleague = await t.make.employee({ supervisorId: head.id })
  const outsider = await t.make.employee()
  callers.own = await t.as('manager', manager.cvl)
  callers.team = await t.as('supervisor', head.cvl)
  callers.all = await t.as('direction')
  callers.outside = await t.as('manager', (await t.make.employee()).cvl)
  await matureAccount(manager.id, { closedOn: '2025-05-20', amount: '100.00', kind: 'transfer' })
  await matureAccount(manager.id, { closedOn: '2025-06-20', amount: '250.00', kind: 'maturity' })
  const suspended = await matureAccount(manager.id, { closedOn: '2026-05-31', amount: '300.00', kind: 'maturity' })
  await recordMaturity(suspended, 'parked', false)
  const moved = await matureAccount(manager.id, { closedOn: '2026-06-10', amount: '100.00', kind: 'transfer' })
  await recordMaturity(moved, 'transferred', false)
  const released = await matureAccount(colleague.id, { closedOn: '2026-06-01', amount: '1000.00', kind: 'maturity' })
  await recordMaturity(released, 'parked', true)
  await matureAccount(outsider.id, { closedOn: '2026-06-15', amount: '5000.50', kind: 'transfer' })
})
afterAll(() => t?.drop())

const sumCents = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + toCents(amount), 0n)

/** The amounts of a file of two columns, after its heading. */
const readFileAmounts = async (caller: Caller): Promise<[string, string][]> => {
  const { body } = await caller.send(listMatured.exportRows, { query: { format: 'csv', columns: 'matured,renewed' } })
  return body
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(';').map((cell) => cell.replace(',', '.')) as [string, string])
}

describe('accounts behind the renewal rate', () => {
  test.each([
    ['own', '650.00', '100.00', 3],
    ['team', '1650.00', '100.00', 4],
    ['all', '6650.50', '5100.50', 5],
    ['outside', '0.00', '0.00', 0],
  ] as const)('the rate, its rows and its file agree in scope %s', async (scope, matured, renewed, total) => {
    const caller = callers[scope]
    expect(await caller.call(getMaturityOverview, {})).toMatchObject({ matured, renewed })
    expect(await caller.call(listMatured.count, {})).toEqual({ total, totals: { matured, renewed } })
    const { rows } = await caller.call(listMatured.page, {})
    expect(rows).toHaveLength(total)
    expect(sumCents(rows.map((row) => row.matured))).toBe(toCents(matured))
    expect(sumCents(rows.map((row) => row.renewed))).toBe(toCents(renewed))
    const amounts = await readFileAmounts(caller)
    expect(amounts).toHaveLength(total)
    expect(sumCents(amounts.map(([cell]) => cell))).toBe(toCents(matured))
    expect(sumCents(amounts.map(([, cell]) => cell))).toBe(toCents(renewed))
  })

  test('each point of the trend is the rate of the rows of its month', async () => {
    for (const caller of Object.values(callers)) {
      const { trend } = await caller.call(getMaturityOverview, {})
      for (const { through, value } of trend.points) {
        const { totals } = await caller.call(listMatured.count, { query: { month: through.slice(0, 7) } })
        const rate =
          totals.matured === '0.00' ? null : ((Number(totals.renewed) / Number(totals.matured)) * 100).toFixed(1)
        expect([through, value]).toEqual([through, rate])
      }
    }
  })

  test('a month ends twelve months, and the running one is the key figure’s', async () => {
    const list = async (month: string) =>
      (await callers.own.call(listMatured.page, { query: { month } })).rows.map(({ closedOn }) => closedOn)
    expect(await list('2026-04')).toEqual(['2025-06-20', '2025-05-20'])
    expect(await list('2026-05')).toEqual(['2026-05-31', '2025-06-20'])
    expect(await list('2026-06')).toEqual(['2026-06-10', '2026-05-31', '2025-06-20'])
    expect(await list('2031-01')).toEqual(await list('2026-06'))
    expect(await list('1900-01')).toEqual([])
    const refused = await callers.own.send(listMatured.page, { query: { month: '2026-13' } })
    expect(refused.statusCode).toBe(400)
  })

  test('the results say what became of each account', async () => {
    const list = async (result: string) =>
      (await callers.team.call(listMatured.page, { query: { result, sort: 'matured', direction: 'asc' } })).rows.map(
        (row) => [row.matured, row.result],
      )
    expect(await list('waiting')).toEqual([['300.00', 'waiting']])
    expect(await list('transferred')).toEqual([['100.00', 'transferred']])
    expect(await list('paid,waiting')).toEqual([
      ['250.00', 'paid'],
      ['300.00', 'waiting'],
      ['1000.00', 'paid'],
    ])
    const renewed = await callers.all.call(listMatured.page, { query: { result: 'renewed' } })
    expect(renewed.rows).toMatchObject([{ matured: '5000.50', renewed: '5000.50', result: 'renewed' }])
  })

  test('a search finds the account by its number and its client', async () => {
    const { rows } = await callers.own.call(listMatured.page, {})
    const row = rows[0]!
    for (const search of [row.accountNumber, row.clientCvl, row.clientName]) {
      const found = await callers.own.call(listMatured.page, { query: { search } })
      expect(found.rows.map(({ id }) => id)).toEqual([row.id])
      const foreign = await callers.outside.call(listMatured.page, { query: { search } })
      expect(foreign.rows).toEqual([])
    }
  })

  test('suspended money that is renewed later counts as renewed on that day', async () => {
    const manager = await t.make.employee()
    const caller = await t.as('manager', manager.cvl)
    const accountId = await matureAccount(manager.id, { closedOn: '2026-05-31', amount: '400.00', kind: 'maturity' })
    await recordMaturity(accountId, 'renewed', true)
    await t.owner.query(
      `select dino.post_journal('transfer', '2026-06-12', '2026-06-12', array[${ledgers.payable}, ${ledgers.capital}]::smallint[],
         array[$1, $1]::bigint[], array[400, -400], 'test:later:' || $1, 'x', 'maturity')`,
      [accountId],
    )
    const totals = async (month?: string) =>
      (await caller.call(listMatured.count, { query: month ? { month } : {} })).totals
    expect(await totals('2026-05')).toEqual({ matured: '400.00', renewed: '0.00' })
    expect(await totals()).toEqual({ matured: '400.00', renewed: '400.00' })
    expect(await caller.call(getMaturityOverview, {})).toMatchObject({ retention: '100.0' })
  })
})
