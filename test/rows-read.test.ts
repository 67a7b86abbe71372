import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listJournals } from '#contract/accounting.ts'
import { listAuditEvents } from '#contract/audit.ts'
import { findClientDuplicates } from '#contract/client-data.ts'
import { listAccountMovements } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { getFigure } from '#contract/figures.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { makeManyClients, vacuumTable } from '#test/harness/many-clients.ts'
import { readTableReads } from '#test/harness/rows-read.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

/** As many as make every page of a list a small part of it; the full suite takes more. */
const clientCount = isFullTestRun ? 20_000 : 12_000
const pageSize = 50

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let admin: Caller
let supervisor: Caller
let manager: Caller
beforeAll(async () => {
  t = await createTestTenant('dino')
  await makeManyClients(t.owner, 'dino', clientCount)
  const cvlOf = async (id: string) =>
    (await t.owner.query<{ cvl: string }>(`select cvl from employee where id = (${id})`)).rows[0]!.cvl
  admin = await t.as('admin')
  supervisor = await t.as(
    'supervisor',
    await cvlOf(
      'select supervisor_id from employee_team group by 1 having count(*) between 5 and 20 order by 1 limit 1',
    ),
  )
  manager = await t.as(
    'manager',
    await cvlOf('select manager_id from client_list group by 1 order by count(*) desc limit 1'),
  )
})
afterAll(() => t?.drop())

/** Rows that were fetched from the prefix's tables so far. What only an index was asked for is not among them. */
const countRowsRead = async (): Promise<number> => {
  const reads = await readTableReads(t)
  return [...reads].reduce((sum, [table, { rows }]) => (table === 'employee_team' ? sum : sum + rows), 0)
}

/** How many rows are read from tables for each one that is returned. */
const countReadsPerRow = async (
  caller: Caller,
  list: typeof listClients | typeof listAccountMovements | typeof listAuditEvents | typeof listJournals,
  query: Record<string, unknown>,
  params?: Record<string, string>,
) => {
  const send = async () => {
    const response = await caller.send(list.page, { query: { pageSize, ...query }, ...(params ? { params } : {}) })
    expect(response.statusCode, response.body).toBe(200)
    return (response.json() as { rows: unknown[] }).rows.length
  }
  const before = await countRowsRead()
  const returned = await send()
  const read = (await countRowsRead()) - before
  expect(returned, 'the case has a full page').toBeGreaterThan(pageSize / 2)
  return read / returned
}

const getTotal = async (caller: Caller, query: Record<string, unknown>): Promise<number> =>
  ((await caller.send(listClients.count, { query })).json() as { total: number }).total

const filterCases: Record<string, unknown>[] = [
  ...[
    {},
    { country: 'FR' },
    { kyc: 'rejected' },
    { address: 'approved' },
    { accountStatus: 'active' },
    { accountStatus: 'canceled' },
  ],
  ...[
    { smartContributions: true },
    { smartMovements: true },
    { strategicAlliances: true },
    { joint: true },
    { companies: true },
  ],
  { dniExpiresBefore: '2026-06-30' },
  { blocked: false },
  { marketing: 'not_sent' },
  { lopd: 'not_sent' },
  { stoppedBy: 'dniMissing,kycRejected' },
]

/** All of them without a filter; with each filter a third, so that every three filters have all. */
const getSorts = (at: number): readonly string[] =>
  listClients.sortable.filter((_, n) => isFullTestRun || at === 0 || n % 3 === at % 3)

describe(`rows read by ${clientCount} clients’ pages`, () => {
  test.each(filterCases)('every sort of clients reads under ten rows per shown row, with %o', async (filter) => {
    const total = await getTotal(admin, filter)
    expect(total).toBeGreaterThan(pageSize)
    expect(total).toBeLessThanOrEqual(clientCount)
    // The last page that is full.
    const far = { page: Math.floor(total / pageSize), knownTotal: total }
    for (const sort of getSorts(filterCases.indexOf(filter)))
      for (const place of [{}, far])
        expect(
          await countReadsPerRow(admin, listClients, { ...filter, sort, direction: 'desc', ...place }),
          `${sort} ${JSON.stringify(place)}`,
        ).toBeLessThan(10)
  })

  test('a supervisor’s page of clients reads under ten rows per shown row', async () => {
    const total = await getTotal(supervisor, {})
    expect(total).toBeGreaterThan(clientCount / 20)
    expect(total).toBeLessThan(clientCount)
    for (const place of [{}, { page: Math.floor(total / pageSize), knownTotal: total }])
      expect(await countReadsPerRow(supervisor, listClients, place)).toBeLessThan(10)
  })

  test('a manager’s figures of a past day read each client a few times', async () => {
    for (const figure of ['totalCapital', 'pendingCapital', 'withdrawalRequests', 'balance'] as const) {
      const before = await countRowsRead()
      const query = { range: 'custom', from: '2026-05-01', to: '2026-05-31' } as const
      const response = await manager.send(getFigure, { params: { figure }, query })
      expect(response.statusCode, response.body).toBe(200)
      // Three days are asked for: the end of the range, of the one before, of the year before. Each looks at links, clients and accounts once.
      expect((await countRowsRead()) - before, figure).toBeLessThan(clientCount * 10)
    }
  })

  test('a manager’s page reads their own clients plus ten rows per shown row', async () => {
    const own = await getTotal(manager, {})
    expect(own).toBeLessThan(clientCount / 10)
    expect(await countReadsPerRow(manager, listClients, {})).toBeLessThan(own / pageSize + 10)
  })
})

test('a long statement’s page reads under ten rows per shown row, from either end', async () => {
  const account = await t.make.account()
  await t.owner.query(
    `select post_movements(array_fill($1::bigint, array[2000]), array_fill('contribution'::movement_kind, array[2000]), array_fill(1.00, array[2000]),
       d.days, d.days, array(select 'statement:' || n from generate_series(1, 2000) n), array_fill('same'::text, array[2000]),
       array_fill(null::text, array[2000]), 'test') from (select array(select date '2020-01-01' + n from generate_series(1, 2000) n) as days) d`,
    [account.id],
  )
  await t.owner.query('analyze posting, journal')
  const params = { clientId: account.clientId, accountId: account.id }
  for (const place of [{}, { page: 40, knownTotal: 2000 }])
    expect(await countReadsPerRow(admin, listAccountMovements, place, params), JSON.stringify(place)).toBeLessThan(10)
})

describe('rows read by journal pages', () => {
  beforeAll(async () => {
    for (const table of ['journal', 'posting', 'account']) await vacuumTable(t.owner, table)
  })

  test.each([
    {},
    { kind: 'contribution' },
    { ledger: 'bank' },
    { from: '2020-01-01', to: '2022-12-31' },
    { kind: 'contribution', ledger: 'client_capital', from: '2020-01-01' },
  ])('a page of journals reads under ten rows per shown row, with %o', async (filter) => {
    const { total } = (await admin.send(listJournals.count, { query: filter })).json() as { total: number }
    expect(total).toBeGreaterThan(3000)
    for (const place of [{}, { page: Math.floor(total / pageSize), knownTotal: total }])
      expect(await countReadsPerRow(admin, listJournals, { ...filter, ...place }), JSON.stringify(place)).toBeLessThan(
        10,
      )
  })
})

test('the check for duplicates among many clients reads a few rows', async () => {
  const { rows } = await t.owner.query<{ email: string; phone: string; name: string; surname: string }>(
    'select email, phone, name, surname from dino.client order by id limit 3',
  )
  for (const caller of [admin, supervisor, manager])
    for (const { email, phone, name, surname } of rows) {
      const body = { name, surname, identityKind: 'dni', identityNumber: '12345678Z', email, phone }
      const before = await countRowsRead()
      const response = await caller.send(findClientDuplicates, { body })
      expect(response.statusCode, response.body).toBe(200)
      expect((await countRowsRead()) - before).toBeLessThan(200)
    }
})

describe('rows read by audit pages', () => {
  const events = 20_000
  beforeAll(async () => {
    await t.owner.query(
      `insert into audit_event (at, user_id, action, entity, entity_id, address, request_id)
       select timestamptz '2026-01-01T00:00:00Z' + n * interval '7 minutes', $2::bigint + n % 3, 'action.' || n % 20, 'entity' || n % 6,
              n % 200, '10.0.0.' || n % 50, 'request-' || n / 100 from generate_series(1, $1::integer) n`,
      [events, admin.userId],
    )
    await t.owner.query(
      `insert into audit_seal
       select max(n), count(*), max(tx::text)::xid8, max(id), array_agg(id order by n), string_agg(sha256('x'), ''), string_agg(sha256('y'), ''), now()
         from (select row_number() over (order by tx, id) as n, id, tx from audit_event) e group by (n - 1) / 500`,
    )
    for (const table of ['audit_event', 'audit_seal']) await vacuumTable(t.owner, table)
  })

  test.each([
    {},
    { from: '2026-02-01', to: '2026-02-20' },
    { person: 'somebody' },
    { action: 'action.7' },
    { entity: 'entity3' },
    { record: '42' },
    { entity: 'entity0', record: '42' },
    { address: '10.0.0.9' },
    { request: 'request-77' },
    { entity: 'entity3', action: 'action.7' },
    { from: '2026-02-01', action: 'action.7' },
  ])('a page of 20,000 audit events reads under ten rows per row, with %o', async (filters) => {
    const filter = 'person' in filters ? { person: admin.userId } : filters
    const { total } = (await admin.send(listAuditEvents.count, { query: filter })).json() as { total: number }
    expect(total).toBeGreaterThan(pageSize / 2)
    const middle = { page: Math.max(1, Math.floor(total / pageSize / 2)), knownTotal: total }
    const far = { page: Math.max(1, Math.floor(total / pageSize)), knownTotal: total }
    for (const place of [{}, middle, far])
      expect(
        await countReadsPerRow(admin, listAuditEvents, { ...filter, ...place }),
        JSON.stringify(place),
      ).toBeLessThan(10)
  })
})
