import { readdirSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountTabs, addressStates, listClients, verificationStates } from '#contract/clients.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import type { ListContract } from '#contract/core/list.ts'
import { makeManyClients } from '#test/harness/many-clients.ts'
import { CallRefused, createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof createTestTenant>>['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Caller
let callers: { caller: Caller; managedBy: string | null }[]
let managers: string[]

beforeAll(async () => {
  t = await createTestTenant('dino')
  await makeManyClients(t.owner, 'dino', 1500)
  const { rows } = await t.owner.query<{ cvl: string; id: string }>(
    `select e.cvl, e.id::text from dino.employee e join dino.client_list c on c.manager_id = e.id
      group by e.id order by count(*) desc, e.id`,
  )
  managers = rows.map(({ id }) => id)
  admin = await t.as('admin')
  callers = [
    { caller: admin, managedBy: null },
    { caller: await t.as('manager', rows[0]!.cvl), managedBy: rows[0]!.id },
  ]
})
afterAll(() => t.drop())

type SeveralFilters = Partial<Record<'kyc' | 'address' | 'country' | 'accountStatus' | 'manager', string[]>>

/** The ids that match, by plain conditions on the list row. */
const findMatchingIds = async (filters: SeveralFilters, managedBy: string | null): Promise<string[]> => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select c.client_id::text as id from dino.client_list c
      where ($1::text[] is null or 'indifferent' = any($1) or c.kyc_status::text = any($1))
        and ($2::text[] is null or c.address_status::text = any($2))
        and ($3::text[] is null or c.country = any($3))
        and ($4::text[] is null or 'active' = any($4) and c.active_accounts > 0 or 'pending' = any($4) and c.has_pending
             or 'expired' = any($4) and c.has_expired or 'canceled' = any($4) and c.has_canceled)
        and ($5::bigint[] is null or c.manager_id = any($5))
        and ($6::bigint is null or c.manager_id = $6 or exists (select from dino.client_staff s
             where s.client_id = c.client_id and s.employee_id = $6 and s.valid_to is null))
      order by c.client_id`,
    [filters.kyc, filters.address, filters.country, filters.accountStatus, filters.manager, managedBy],
  )
  return rows.map(({ id }) => id)
}

const toQuery = (filters: SeveralFilters) =>
  Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, values.join()]))

describe('filters of clients with several values', () => {
  test('page, count and file match the same clients for any sets of values', async () => {
    const someOf = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
    const arbitraryFilters = fc.record(
      {
        kyc: someOf(verificationStates),
        address: someOf(addressStates),
        country: someOf(['ES', 'PT', 'FR', 'DE']),
        accountStatus: someOf(accountTabs),
        manager: someOf(managers.slice(0, 6)),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(arbitraryFilters, fc.constantFrom(...callers), async (filters, { caller, managedBy }) => {
        const expectedIds = await findMatchingIds(filters, managedBy)
        const query = toQuery(filters)
        const { total } = await caller.call(listClients.count, { query })
        expect(total).toBe(expectedIds.length)
        const seen: string[] = []
        for (let page = 1; (page - 1) * 200 < total; page++) {
          const { rows } = await caller.call(listClients.page, { query: { ...query, page, pageSize: 200 } })
          seen.push(...rows.map(({ id }) => id))
        }
        expect(seen.sort((a, b) => Number(a) - Number(b))).toEqual(expectedIds)
        if (managedBy !== null) return
        const file = await caller.send(listClients.exportRows, { query: { ...query, format: 'csv', columns: 'cvl' } })
        const lines = parse(file.body, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][]
        expect(lines).toHaveLength(expectedIds.length + 1)
      }),
      { numRuns: 40 },
    )
  })

  test('names the value that a filter does not know', async () => {
    const refused = await admin
      .call(listClients.page, { query: { kyc: 'pending,perhaps', manager: 'x' } })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CallRefused)
    expect(refused).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fields: { 'kyc.1': 'invalid_value', 'manager.0': 'invalid_format' },
    })
  })

  test('refuses more values than a filter takes', async () => {
    const many = Array.from({ length: 51 }, (_, n) => n + 1).join()
    await expect(admin.call(listClients.count, { query: { manager: many } })).rejects.toMatchObject({
      fields: { manager: 'too_big' },
    })
  })
})

const contractFolder = new URL('../../../contract/', import.meta.url)
const contractModules = await Promise.all(
  readdirSync(contractFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => import(new URL(file, contractFolder).href) as Promise<Record<string, unknown>>),
)
const isListContract = (value: unknown): value is ListContract =>
  typeof value === 'object' && value !== null && 'exportRows' in value
const lists = [...new Set(contractModules.flatMap((exported) => Object.values(exported).filter(isListContract)))]
const filtersWithSeveralValues = lists
  .filter(({ path }) => !path.includes(':'))
  .flatMap((list) =>
    Object.entries(list.checks).flatMap(([name, check]) =>
      'severalOf' in check ? [[list.path, name, check.severalOf, list] as const] : [],
    ),
  )

test.each(filtersWithSeveralValues)('the list %s takes several values of %s', async (_path, name, check, list) => {
  const values = 'oneOf' in check ? check.oneOf.slice(0, 2) : name === 'country' ? ['ES', 'PT'] : ['7', '8']
  const query = { [name]: values.join() }
  const input = { query } as unknown as RequestInput<typeof list.page>
  const [{ rows }, { total }] = (await Promise.all([admin.call(list.page, input), admin.call(list.count, input)])) as [
    { rows: unknown[] },
    { total: number },
  ]
  expect(rows).toHaveLength(Math.min(total, 50))
  const file = await admin.send(list.exportRows, { query: { ...query, format: 'csv' } })
  expect([file.statusCode, file.headers['x-total-rows']]).toEqual([200, String(total)])
})
