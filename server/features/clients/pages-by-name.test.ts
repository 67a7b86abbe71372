import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { makeManyClients } from '#test/harness/many-clients.ts'
import { logStatements } from '#test/harness/statement-log.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let banker: Caller
let zoneId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
  // More than the names that are looked at first.
  await makeManyClients(t.owner, 'dino', 6000)
  await t.owner.query('vacuum analyze client_list')
  await t.owner.query(`insert into role_grant (role, module, actions, scope) values ('banker', 'bt_Clientes', '{view}', 'zone')
    on conflict (role, module) do update set actions = excluded.actions, scope = excluded.scope`)
  const { rows } = await t.owner.query<{ cvl: string; zone_id: string }>(
    `select e.cvl, o.zone_id from employee e join office o on o.id = e.office_id where e.position = 'banker' limit 1`,
  )
  zoneId = rows[0]!.zone_id
  admin = await t.as('admin')
  banker = await t.as('banker', rows[0]!.cvl)
})
afterAll(() => t?.drop())

const pageSize = 25
type Query = Record<string, string | number>

const getPage = async (caller: Caller, query: Query): Promise<string[]> => {
  const { rows } = await caller.call(listClients.page, { query: { pageSize, ...query } as never })
  return rows.map(({ id }) => id)
}

const findPlainly = async (condition: string, direction: string, page: number): Promise<string[]> => {
  const { rows } = await t.owner.query<{ client_id: string }>(
    `select client_id from client_list c join client_search s using (client_id) where ${condition}
      order by c.name_sort ${direction}, client_id ${direction} limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return rows.map(({ client_id }) => client_id)
}

/** Common, rare, at the end of the order, short, of two words, with an exact filter, of signs that are left out, and beside another text. */
const filters: [Record<string, string>, string][] = [
  [{ name: 'gar' }, `s.name_text like '%gar%'`],
  [{ name: 'torres 99' }, `s.name_text like '%torres%' and ' ' || s.name_text like '% 99%'`],
  [{ name: 'suarez' }, `s.name_text like '%suarez%'`],
  [{ name: 'al' }, `' ' || s.name_text like '% al%'`],
  [{ name: 'ana garc' }, `s.name_text like '%ana%' and s.name_text like '%garc%'`],
  [{ name: 'mar', kyc: 'rejected' }, `s.name_text like '%mar%' and c.kyc_status = 'rejected'`],
  [{ name: "o'%_" }, `' ' || s.name_text like '% o%'`],
  [{ name: 'gar', email: 'c1' }, `s.name_text like '%gar%' and ' ' || s.email_text like '% c1%'`],
  [{ search: 'gar' }, `s.all_text like '%gar%'`],
]

describe('pages of the client list by a part of the name', () => {
  test.each(filters)('%j gives the pages of the plain query in both directions', async (query, condition) => {
    for (const direction of ['asc', 'desc'])
      for (const page of [1, 2, 7]) {
        const pageQuery = { ...query, sort: 'fullName', direction, page }
        expect(await getPage(admin, pageQuery)).toEqual(await findPlainly(condition, direction, page))
        const seen = `${condition} and c.zone_id = ${zoneId}`
        expect(await getPage(banker, pageQuery)).toEqual(await findPlainly(seen, direction, page))
      }
  })

  test('the last page is read from the end', async () => {
    const condition = `s.name_text like '%gar%'`
    const { rows } = await t.owner.query<{ total: number }>(
      `select count(*)::int as total from client_search s where ${condition}`,
    )
    const knownTotal = rows[0]!.total
    const page = Math.ceil(knownTotal / pageSize)
    const pageQuery = { name: 'gar', sort: 'fullName', direction: 'asc', page, knownTotal }
    expect(await getPage(admin, pageQuery)).toEqual(await findPlainly(condition, 'asc', page))
  })

  test('a page that many match is one prepared statement beside the session', async () => {
    const ask = () => getPage(admin, { name: 'mar', sort: 'fullName', direction: 'asc', page: 1 })
    for (let turn = 0; turn < 3; turn++) await ask()
    const { sent } = await logStatements(ask)
    expect(sent.map(({ name }) => name)).toEqual(['person', expect.stringMatching(/^steady /)])
  })

  test('a filter on exact values is one prepared statement for each value', async () => {
    const ask = (kyc: string) => getPage(admin, { kyc, sort: 'fullName', direction: 'asc', page: 1 })
    const names: (string | undefined)[] = []
    for (const kyc of ['rejected', 'approved']) {
      for (let turn = 0; turn < 3; turn++) await ask(kyc)
      const { sent, result } = await logStatements(() => ask(kyc))
      expect(result).toEqual(await findPlainly(`c.kyc_status = '${kyc}'`, 'asc', 1))
      names.push(sent[1]?.name)
      expect(sent).toHaveLength(2)
    }
    expect(names).toEqual([expect.stringMatching(/^steady /), expect.stringMatching(/^steady /)])
    expect(names[0]).not.toBe(names[1])
  })
})
