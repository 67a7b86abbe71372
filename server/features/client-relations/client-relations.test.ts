import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RelationKind } from '#contract/client-relations/kinds.ts'
import {
  addClientRelation,
  endClientRelation,
  getClientRelations,
  removeClientRelation,
} from '#contract/client-relations.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let employee: { id: string; cvl: string }
let clientId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  employee = await t.make.employee()
  manager = await t.as('manager', employee.cvl)
})
afterAll(() => t.drop())
beforeEach(async () => {
  clientId = await makeClient()
})

const makeClient = async (managerId = employee.id) => (await t.make.client({ staff: { manager: managerId } })).id
const fetchRelations = (id = clientId, caller = manager) =>
  caller.call(getClientRelations, { params: { clientId: id } })
const add = (otherId: string, kind: RelationKind, since: string | null = null, from = clientId, caller = manager) =>
  caller.call(addClientRelation, { params: { clientId: from }, body: { otherId, kind, since } })

describe('relations of a client', () => {
  test.each([
    ['child', 'parent'],
    ['employer', 'employee'],
    ['shareholding', 'shareholder'],
    ['spouse', 'spouse'],
  ] as const)('shows %s from one side as %s from the other', async (kind, inverse) => {
    const otherId = await makeClient()
    await add(otherId, kind, '2020-01-01')
    expect((await fetchRelations()).relations).toMatchObject([{ kind, other: { id: otherId }, since: '2020-01-01' }])
    expect((await fetchRelations(otherId)).relations).toMatchObject([{ kind: inverse, other: { id: clientId } }])
    expect(await catchRefusalCode(add(clientId, inverse, null, otherId))).toBe('relation.exists')
  })

  test('refuses a second spouse or partner of either of the two', async () => {
    const spouseId = await makeClient()
    const otherId = await makeClient()
    const { id } = await add(spouseId, 'spouse')
    for (const kind of ['spouse', 'partner'] as const) {
      expect(await catchRefusalCode(add(otherId, kind))).toBe('relation.coupled')
      expect(await catchRefusalCode(add(spouseId, kind, null, otherId))).toBe('relation.coupled')
    }
    expect(await catchRefusalCode(add(spouseId, 'partner'))).toBe('relation.coupled')
    expect(await catchRefusalCode(add(clientId, 'spouse', null, spouseId))).toBe('relation.exists')
    await add(otherId, 'sibling')
    await manager.call(endClientRelation, { params: { clientId, relationId: id }, body: { until: '2026-01-31' } })
    await add(otherId, 'partner')
    await add(spouseId, 'spouse', null, await makeClient())
  })

  test('ends a relation on a day and removes one noted by mistake', async () => {
    const otherId = await makeClient()
    const { id } = await add(otherId, 'spouse', '2020-01-01')
    const params = { clientId, relationId: id }
    const end = (until: string) => manager.call(endClientRelation, { params, body: { until } })
    expect(await catchRefusalCode(end('2019-12-31'))).toBe('request.invalid')
    expect(await catchRefusalCode(end('2026-06-16'))).toBe('request.invalid')
    await end('2026-01-31')
    expect(await catchRefusalCode(end('2026-02-01'))).toBe('conflict.changed')
    const ended = await fetchRelations()
    expect(ended.relations).toMatchObject([{ until: '2026-01-31' }])
    expect(ended.household).toBeNull()
    await add(otherId, 'spouse')
    await manager.call(removeClientRelation, { params })
    expect((await fetchRelations()).relations).toMatchObject([{ until: null }])
    const { rows } = await t.owner.query(
      `select action from dino.audit_event where entity = 'client' and entity_id = $1 order by id`,
      [otherId],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'client.relationAdded',
      'client.relationEnded',
      'client.relationAdded',
      'client.relationRemoved',
    ])
  })

  test('adds up the household and counts a joint account once', async () => {
    const spouseId = await makeClient()
    const childId = await makeClient()
    const siblingId = await makeClient()
    await add(spouseId, 'spouse')
    await add(childId, 'child')
    await add(siblingId, 'sibling')
    const joint = await t.make.account({ clientId, holders: [spouseId] })
    await t.make.movement(joint.id, '1000.10')
    const own = await t.make.account({ clientId: childId })
    await t.make.movement(own.id, '20.05')
    const other = await t.make.account({ clientId: siblingId })
    await t.make.movement(other.id, '7.00')
    await t.owner.query('select dino.fold_totals()')
    const { household } = await fetchRelations()
    expect(household).toMatchObject({ capital: '1020.15', balance: '1020.15', hidden: 0 })
    expect(household?.members.map(({ kind, balance }) => [kind, balance])).toEqual([
      [null, '1000.10'],
      ['spouse', '0.00'],
      ['child', '20.05'],
    ])
  })

  test('shows members outside of the scope by their name alone', async () => {
    const outsiderId = await makeClient((await t.make.employee()).id)
    const admin = await t.as('admin')
    await add(outsiderId, 'spouse', null, clientId, admin)
    const { relations, household } = await fetchRelations()
    expect(relations[0]?.other).toMatchObject({ id: null, cvl: null, capital: null, balance: null })
    expect(household).toMatchObject({ hidden: 1, balance: '0.00' })
  })

  test('refuses to tie clients out of scope, relatives and the client to itself', async () => {
    const outsiderId = await makeClient((await t.make.employee()).id)
    expect(await catchRefusalCode(add(outsiderId, 'spouse'))).toBe('notFound')
    expect(await catchRefusalCode(add(clientId, 'spouse', null, outsiderId))).toBe('notFound')
    expect(await catchRefusalCode(add(clientId, 'spouse'))).toBe('request.invalid')
    const otherId = await makeClient()
    const { id } = await add(otherId, 'business')
    const elsewhere = { params: { clientId: await makeClient(), relationId: id } }
    expect(await catchRefusalCode(manager.call(removeClientRelation, elsewhere))).toBe('notFound')
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [employee.id, otherId],
    )
    expect(await catchRefusalCode(add(otherId, 'spouse'))).toBe('approval.ownRecord')
    await t.owner.query('delete from dino.declared_relative')
  })

  test('notes a relation once when two people add it at the same time', async () => {
    const otherId = await makeClient()
    const results = await Promise.all([
      catchRefusalCode(add(otherId, 'parent')),
      catchRefusalCode(add(clientId, 'child', null, otherId)),
    ])
    expect(results.sort()).toEqual(['done', 'relation.exists'])
  })
})
