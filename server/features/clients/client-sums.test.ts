import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listClients } from '#contract/clients.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { RecordScope } from '#server/core/rights.ts'
import { buildVisibleZonesCondition } from '#server/domain/visibility.ts'
import { makeManyClients } from '#test/harness/many-clients.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  await makeManyClients(t.owner, 'dino', 600)
  admin = await t.as('admin')
})
afterAll(() => t?.drop())

const filterCases: [Record<string, unknown>, string][] = [
  [{}, 'true'],
  [{ country: 'FR' }, `country = 'FR'`],
  [{ kyc: 'rejected' }, `kyc_status = 'rejected'`],
  [{ address: 'approved' }, `address_status = 'approved'`],
  [{ form: 'draft,sent' }, `form_status in ('draft', 'sent')`],
  [{ accountStatus: 'active' }, 'active_accounts > 0'],
  [{ accountStatus: 'pending' }, 'has_pending'],
  [{ accountStatus: 'expired' }, 'has_expired'],
  [{ accountStatus: 'canceled' }, 'has_canceled'],
  [{ smartContributions: true }, 'smart_contributions'],
  [{ smartMovements: false }, 'not smart_movements'],
  [{ strategicAlliances: true }, 'is_alliance'],
  [{ joint: true, companies: false }, 'is_joint and not is_company'],
  [{ blocked: true }, 'client_id in (select id from client where block_kind is not null)'],
  [
    { blocked: false, joint: true },
    'is_joint and client_id not in (select id from client where block_kind is not null)',
  ],
  [{ dniExpiresBefore: '2027-01-01' }, `dni_valid_until < '2027-01-01'`],
  [{ lopd: ['signed', 'sent'] }, `lopd_status in ('signed', 'sent')`],
  [{ marketing: 'withdrawn', joint: false }, `marketing_status = 'withdrawn' and not is_joint`],
  [{ transfers: 'not_sent' }, `transfers_status = 'not_sent'`],
  [{ stoppedBy: ['reviewOverdue', 'kycRejected'] }, `(next_review_on < '2026-06-15' or kyc_status = 'rejected')`],
]

const countEveryFilter = async () => {
  const apiCounts: unknown[] = []
  const sqlCounts: unknown[] = []
  for (const [query, where] of filterCases) {
    apiCounts.push([query, (await admin.send(listClients.count, { query })).json()])
    const { rows } = await t.owner.query<{ total: number; capital: string; balance: string }>(
      `select count(*)::int as total, coalesce(sum(capital), 0)::numeric(18, 2) as capital, coalesce(sum(balance), 0)::numeric(18, 2) as balance
         from client_list where ${where}`,
    )
    const { total, ...totals } = rows[0]!
    sqlCounts.push([query, { total, totals }])
  }
  expect(apiCounts).toEqual(sqlCounts)
}

const countUnfoldedSums = async () =>
  (await t.owner.query<{ rows: number }>('select count(*)::int as rows from client_list_sum where not folded')).rows[0]!
    .rows

test('totals and sums of any filter match the rows before and after the fold', async () => {
  await countEveryFilter()
  expect(await countUnfoldedSums()).toBe(0)
  const changes = [
    `update client set kyc_status = 'rejected', zone_id = (select max(id) from zone) where id % 7 = 0`,
    `select refresh_client_list(array(select id from client where id % 7 = 0))`,
    'update client_list set capital = capital + 0.01, balance = balance + 1 where client_id % 5 = 0',
    'delete from client_list where client_id % 11 = 0',
  ]
  for (const change of changes) await t.owner.query(change)
  expect(await countUnfoldedSums()).toBeGreaterThan(0)
  await countEveryFilter()
  await t.owner.query('select fold_totals()')
  expect(await countUnfoldedSums()).toBe(0)
  await countEveryFilter()
  // Recomputed from the records, the deleted rows come back.
  await t.owner.query('select refresh_client_list()')
  await countEveryFilter()
})

test('concurrent list refreshes do not block each other; a fold counts each row once', async () => {
  const change = (rest: number) =>
    `update client_list set capital = capital + 1 where client_id in (select client_id from client_list where client_id % 4 = ${rest})`
  const first = await t.tenants.of('dino').pool.connect()
  const second = await t.tenants.of('dino').pool.connect()
  try {
    const refresh = `select refresh_client_list(array(select id from client where id % 4 = $1))`
    await t.owner.query(change(0))
    await t.owner.query(change(1))
    await first.query('begin')
    await second.query('begin')
    await first.query(refresh, [0])
    await second.query(refresh, [1])
    await t.owner.query('select fold_totals()')
    await countEveryFilter()
    await first.query('commit')
    await countEveryFilter()
    await second.query('commit')
  } finally {
    first.release()
    second.release()
  }
  await t.owner.query('select fold_totals()')
  expect(await countUnfoldedSums()).toBe(0)
  await countEveryFilter()
})

test('sums by zone hold what every scope holds, and nothing where people decide', async () => {
  const everybody: RecordScope = { all: true, staffIds: [], zoneId: null }
  const inZone = (zoneId: string): RecordScope => ({ all: false, staffIds: [], zoneId })
  const build = (...scopes: RecordScope[]) => buildVisibleZonesCondition({ scopes } as unknown as Ctx)
  const listZones = async (...scopes: RecordScope[]) =>
    (
      await sql<{ zone: number }>`
        select c.zone_id as zone from (values (1), (2)) as c (zone_id) where ${build(...scopes)!}`.execute(t.db)
    ).rows.map(({ zone }) => zone)
  expect(await listZones(everybody)).toEqual([1, 2])
  expect(await listZones(inZone('2'), everybody)).toEqual([2])
  expect(await listZones(inZone('1'), inZone('2'))).toEqual([])
  expect(build(inZone('1'), { all: false, staffIds: ['7'], zoneId: '1' })).toBeUndefined()
  expect(build({ all: false, staffIds: ['7'], zoneId: null })).toBeUndefined()
})
