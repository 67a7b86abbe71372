import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listClients, searchClients } from '#contract/clients.ts'
import { makeManyClients } from '#test/harness/many-clients.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

/** More than are looked at one by one in any of the ways. */
const clientCount = 7000
const pageSize = 50

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
const callers: Record<string, Caller> = {}
/** Which clients each caller sees, as a condition on the list row `c`. */
const visibilityConditions: Record<string, string> = { admin: 'true' }

const buildStaffCondition = (staff: string): string =>
  ['manager_id', 'partner_id', 'advisor_id', 'banker_id'].map((link) => `c.${link} in (${staff})`).join(' or ')

beforeAll(async () => {
  t = await createTestTenant('dino')
  await makeManyClients(t.owner, 'dino', clientCount)
  // A word that many have, and none of those who come first.
  await t.owner.query(
    `update client_search set name_text = name_text || ' lejano' where client_id in (select client_id from client_list order by cvl desc limit 2500)`,
  )
  await t.owner.query('vacuum analyze client_search')
  const employee = async (which: string) =>
    (await t.owner.query<{ id: string; cvl: string }>(`select id, cvl from employee where ${which}`)).rows[0]!
  const top = await employee(`cvl = 'E0000001'`)
  const leader = await employee(
    'id = (select supervisor_id from employee_team group by 1 having count(*) between 3 and 8 order by 1 limit 1)',
  )
  const manager = await employee('id = (select manager_id from client_list group by 1 order by count(*) desc limit 1)')
  callers.admin = await t.as('admin')
  for (const [name, { id, cvl }] of Object.entries({ top, leader })) {
    callers[name] = await t.as('supervisor', cvl)
    visibilityConditions[name] = buildStaffCondition(
      `select employee_id from employee_team where supervisor_id = ${id} union all select ${id}`,
    )
  }
  callers.manager = await t.as('manager', manager.cvl)
  visibilityConditions.manager = buildStaffCondition(manager.id)
})
afterAll(() => t?.drop())

const callerNames = ['admin', 'top', 'leader', 'manager']
const searchTerms = ['garcia', 'LEJANO', 'mail.example', 'garcia lejano', 'lópez garcía', 'm0000123', 'nobody']

/** All that match, in the order of their codes, by the plainest statement. */
const findAllMatches = async (name: string, term: string): Promise<{ id: string; balance: string }[]> => {
  const words = term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  const matches = words.map((word) => `s.all_text like '%${word}%'`).join(' and ')
  const { rows } = await t.owner.query<{ id: string; balance: string }>(
    `select c.client_id as id, c.balance from client_list c join client_search s using (client_id) where (${visibilityConditions[name]}) and ${matches} order by c.cvl`,
  )
  return rows
}

describe.each(callerNames)('search by %s', (name) => {
  test.each(searchTerms)('a search for %s has the same total and pages in both directions', async (search) => {
    const all = await findAllMatches(name, search)
    const count = (await callers[name]!.send(listClients.count, { query: { search } })).json()
    const cents = all.reduce((sum, { balance }) => sum + BigInt(balance.replace('.', '')), 0n)
    expect(count.total).toBe(all.length)
    expect(BigInt(count.totals.balance.replace('.', ''))).toBe(cents)
    for (const direction of ['asc', 'desc'] as const) {
      const ids = (direction === 'asc' ? all : all.toReversed()).map(({ id }) => id)
      for (const page of [1, 2, Math.max(1, Math.ceil(ids.length / pageSize))]) {
        const query = {
          search,
          sort: 'cvl',
          direction,
          page,
          pageSize,
          ...(page > 2 ? { knownTotal: ids.length } : {}),
        }
        const { rows } = (await callers[name]!.send(listClients.page, { query })).json() as { rows: { id: string }[] }
        expect(rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * pageSize, page * pageSize))
      }
    }
  })

  test.each(searchTerms)('a search for %s gives the palette at most twenty visible matches', async (q) => {
    const all = new Set((await findAllMatches(name, q)).map(({ id }) => id))
    const found = (await callers[name]!.send(searchClients, { query: { q } })).json() as { clients: { id: string }[] }
    expect(found.clients).toHaveLength(Math.min(20, all.size))
    expect(found.clients.filter(({ id }) => !all.has(id))).toEqual([])
  })

  test('gives the palette clients whose surname begins with the term first, by name', async () => {
    const { rows } = await t.owner.query<{ id: string }>(
      `select client_id as id from client_list c where (${visibilityConditions[name]}) and name_sort like 'garc%' order by name_sort, client_id limit 20`,
    )
    const found = (await callers[name]!.send(searchClients, { query: { q: 'Garc' } })).json()
    expect(rows.length).toBeGreaterThan(0)
    expect(found.clients.slice(0, rows.length).map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id))
  })
})
