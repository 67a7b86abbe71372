import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { makeManyClients } from '#test/harness/many-clients.ts'
import { logStatements } from '#test/harness/statement-log.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
const callers: { name: string; caller: Caller; visible: string }[] = []

const buildStaffCondition = (staff: string): string =>
  `(${['manager_id', 'partner_id', 'advisor_id', 'banker_id'].map((link) => `c.${link} in (${staff})`).join(' or ')})`

beforeAll(async () => {
  t = await createTestTenant('dino')
  await makeManyClients(t.owner, 'dino', 6000)
  await t.owner.query('vacuum analyze client_search')
  const find = async (which: string) =>
    (await t.owner.query<{ id: string; cvl: string }>(`select id, cvl from employee where ${which}`)).rows[0]!
  const manager = await find('id = (select manager_id from client_list group by 1 order by count(*) desc limit 1)')
  const leader = await find('id = (select supervisor_id from employee_team group by 1 order by count(*) desc limit 1)')
  callers.push(
    { name: 'all', caller: await t.as('admin'), visible: 'true' },
    {
      name: 'team',
      caller: await t.as('supervisor', leader.cvl),
      visible: buildStaffCondition(
        `select employee_id from employee_team where supervisor_id = ${leader.id} union all select ${leader.id}`,
      ),
    },
    { name: 'own', caller: await t.as('manager', manager.cvl), visible: buildStaffCondition(manager.id) },
  )
})
afterAll(() => t?.drop())

/** One without a text too: its total is kept as well. */
const filters: [Record<string, string>, string][] = [
  [{ kyc: 'rejected' }, `c.kyc_status = 'rejected'`],
  [{ search: 'garcia' }, `s.all_text like '%garcia%'`],
  [{ name: 'mar' }, `s.name_text like '%mar%'`],
  [{ search: 'garcia', kyc: 'approved' }, `s.all_text like '%garcia%' and c.kyc_status = 'approved'`],
  [
    { email: 'example', dniExpiresBefore: '2030-01-01' },
    `s.email_text like '%example%' and c.dni_valid_until < '2030-01-01'`,
  ],
]

const countThroughApi = async () => {
  const answers = callers.flatMap(({ caller, name }) =>
    filters.map(async ([query]) => [name, query, (await caller.send(listClients.count, { query })).json()]),
  )
  return Promise.all(answers)
}

const countPlainly = async () => {
  const counted: unknown[] = []
  for (const { name, visible } of callers)
    for (const [query, where] of filters) {
      const { rows } = await t.owner.query<{ total: number; capital: string; balance: string }>(
        `select count(*)::int as total, coalesce(sum(capital), 0)::numeric(18, 2) as capital, coalesce(sum(balance), 0)::numeric(18, 2) as balance
           from client_list c join client_search s using (client_id) where ${visible} and ${where}`,
      )
      const { total, ...totals } = rows[0]!
      counted.push([name, query, { total, totals }])
    }
  return counted
}

const change = fc.oneof(
  fc
    .integer({ min: 2, max: 9 })
    .map((n) => `update client_list set balance = balance + 0.01 where client_id % 10 = ${n}`),
  fc
    .integer({ min: 2, max: 9 })
    .map((n) => `update client_search set name_text = name_text || ' marron garcia' where client_id % 50 = ${n}`),
  fc
    .integer({ min: 2, max: 9 })
    .map(
      (n) =>
        `update client_list set manager_id = (select max(manager_id) from client_list) where client_id % 40 = ${n}`,
    ),
  fc.integer({ min: 2, max: 9 }).map((n) => `delete from client_list where client_id % 90 = ${n}`),
  fc.constant('select refresh_client_list()'),
  fc.constant('select fold_totals()'),
)

describe('kept totals of the client list', () => {
  test('totals match the plain count in every scope after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        for (const one of changes) {
          await t.owner.query(one)
          expect(await countThroughApi()).toEqual(await countPlainly())
          // Now from what was kept.
          expect(await countThroughApi()).toEqual(await countPlainly())
        }
      }),
      { numRuns: 5 },
    )
  })

  test('totals stay what they were until an open change is committed', async () => {
    const before = await countThroughApi()
    const other = await t.tenants.of('dino').pool.connect()
    try {
      await other.query('begin')
      await other.query(`update client_search set name_text = name_text || ' garcia' where client_id % 30 = 1`)
      expect(await countThroughApi()).toEqual(before)
      await other.query('commit')
    } finally {
      other.release()
    }
    const after = await countThroughApi()
    expect(after).not.toEqual(before)
    expect(after).toEqual(await countPlainly())
  })

  test('totals are true after a fold made many noted changes one', async () => {
    await countThroughApi()
    for (let n = 1; n <= 102; n++)
      await t.owner.query(
        `update client_list set balance = balance + 1 where client_id = (select max(client_id) from client_list)`,
      )
    const noted = async () =>
      (await t.owner.query<{ rows: number }>('select count(*)::int as rows from client_list_change')).rows[0]!.rows
    expect(await noted()).toBeGreaterThan(100)
    await t.owner.query('select fold_totals()')
    expect(await noted()).toBe(1)
    expect(await countThroughApi()).toEqual(await countPlainly())
  })

  test('totals are not counted again while nobody changes the list', async () => {
    await t.owner.query('select fold_totals()')
    await countThroughApi()
    // One after another: a statement that waits for a connection is sent in the name of whoever frees it.
    const { sent } = await logStatements(async () => {
      for (const { caller } of callers) for (const [query] of filters) await caller.send(listClients.count, { query })
    })
    expect(sent.filter(({ name }) => name === 'client list state')).toHaveLength(callers.length * filters.length)
    expect(sent.filter(({ text }) => text.includes('capital_cents'))).toEqual([])
  })
})
