import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getReferenceData, officeEndpoints, subcompanyEndpoints, zoneEndpoints } from '#contract/reference.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const addZone = async (name: string) => (await admin.call(zoneEndpoints.add, { body: { name } })).id
const fetchReference = async () => admin.call(getReferenceData, {})
const findAuditEvents = async (entity: string, id: string) =>
  (
    await t.owner.query(
      'select action, before, after from dino.audit_event where entity = $1 and entity_id = $2 order by id',
      [entity, id],
    )
  ).rows

describe('zones, offices and subcompanies', () => {
  test('adds, renames and removes zones, offices and subcompanies, each audited', async () => {
    const id = await addZone('Zona Norte')
    await admin.call(zoneEndpoints.change, {
      params: { id },
      body: { before: { name: 'Zona Norte' }, after: { name: 'Norte' } },
    })
    expect((await fetchReference()).zones).toContainEqual({ id, name: 'Norte', offices: 0, clients: 0 })
    await admin.call(zoneEndpoints.remove, { params: { id } })
    expect((await fetchReference()).zones.map((zone) => zone.id)).not.toContain(id)
    expect(await findAuditEvents('zone', id)).toEqual([
      { action: 'reference.added', before: null, after: { name: 'Zona Norte' } },
      { action: 'reference.changed', before: { name: 'Zona Norte' }, after: { name: 'Norte' } },
      { action: 'reference.removed', before: { name: 'Norte' }, after: null },
    ])
  })

  test('shows how often each is used and refuses to remove one in use', async () => {
    const zoneId = await addZone('Zona usada')
    const office = await admin.call(officeEndpoints.add, { body: { name: 'Vigo', zoneId, city: 'Vigo' } })
    await t.make.employee({ officeId: office.id })
    await t.make.account({ officeId: office.id, clientId: (await t.make.client({ zoneId })).id })
    const { zones: all, offices: places } = await fetchReference()
    expect(all.find(({ id }) => id === zoneId)).toMatchObject({ offices: 1, clients: 1 })
    expect(places.find(({ id }) => id === office.id)).toMatchObject({
      zoneName: 'Zona usada',
      city: 'Vigo',
      employees: 1,
      accounts: 1,
    })
    for (const attempt of [
      () => admin.call(zoneEndpoints.remove, { params: { id: zoneId } }),
      () => admin.call(officeEndpoints.remove, { params: { id: office.id } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 409, code: 'reference.inUse' })
    expect((await fetchReference()).zones.map(({ id }) => id)).toContain(zoneId)
    expect(await findAuditEvents('zone', zoneId)).toHaveLength(1)
  })

  test('a staffed office’s new zone waits for direction; its name and empty offices don’t', async () => {
    await setSecondFactorRequired(t.db, false)
    const direction = await t.as('direction')
    const from = await addZone('Zona Este')
    const to = await addZone('Zona Oeste')
    const { id } = await admin.call(officeEndpoints.add, { body: { name: 'Lugo', zoneId: from, city: null } })
    const before = { name: 'Lugo', zoneId: from, city: null }
    const moved = (sent: typeof before, more: Partial<typeof before>, reason?: string) =>
      admin.call(officeEndpoints.change, {
        params: { id },
        body: { before: sent, after: { ...sent, ...more }, reason },
      })
    const zoneOf = async () => (await fetchReference()).offices.find((one) => one.id === id)
    expect(await moved(before, { zoneId: to })).toEqual({ id, approvalId: null })
    await t.make.employee({ officeId: id })
    const seen = { ...before, zoneId: to }
    await expect(moved(seen, { zoneId: from })).rejects.toMatchObject({ status: 400, fields: { reason: 'required' } })
    const { approvalId } = await moved(seen, { zoneId: from, name: 'Lugo Centro' }, 'Nuevo reparto')
    expect(await zoneOf()).toMatchObject({ name: 'Lugo Centro', zoneId: to })
    expect((await fetchReference()).waiting).toMatchObject([
      { approvalId, params: { office: 'Lugo Centro', to: 'Zona Este' } },
    ])
    const named = { ...seen, name: 'Lugo Centro' }
    await expect(moved(named, { zoneId: from }, 'Otra vez')).rejects.toMatchObject({ code: 'conflict.changed' })
    const other = await t.as('admin')
    const params = { approvalId: approvalId! }
    await expect(other.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.directionDecides',
    })
    await direction.call(approveChangeRequest, { params, body: {} })
    expect(await zoneOf()).toMatchObject({ zoneId: from })
    expect((await findAuditEvents('office', id)).at(-1)).toMatchObject({
      before: { zoneId: to },
      after: { zoneId: from },
    })
  })

  test('refuses the second of two simultaneous changes with a conflict', async () => {
    const { id } = await admin.call(subcompanyEndpoints.add, { body: { name: 'Red, S.L.', taxId: ' b84123305 ' } })
    const before = { name: 'Red, S.L.', taxId: 'B84123305' }
    const change = (name: string) =>
      admin.call(subcompanyEndpoints.change, { params: { id }, body: { before, after: { name, taxId: null } } })
    const attempts = await Promise.allSettled([change('Una, S.L.'), change('Otra, S.L.')])
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = attempts.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, code: 'conflict.changed' })
    expect(await findAuditEvents('subcompany', id)).toHaveLength(2)
  })

  test('refuses a taken name, whatever its case, even for two simultaneous additions', async () => {
    const attempts = await Promise.allSettled([addZone('Levante'), addZone('LEVANTE')])
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = attempts.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, code: 'reference.taken', fields: { name: 'taken' } })
    const id = await addZone('Cantábrico')
    const rename = (name: string) =>
      admin.call(zoneEndpoints.change, { params: { id }, body: { before: { name: 'Cantábrico' }, after: { name } } })
    await expect(rename('levante')).rejects.toMatchObject({ code: 'reference.taken' })
    await rename('CANTÁBRICO')
  })

  test('refuses invalid zones, offices and subcompanies, naming the field', async () => {
    const attempts: [() => Promise<unknown>, string][] = [
      [() => addZone('   '), 'name'],
      [() => addZone('x'.repeat(121)), 'name'],
      [() => admin.call(officeEndpoints.add, { body: { name: 'Lugo', zoneId: '999999', city: null } }), 'zoneId'],
      [() => admin.call(subcompanyEndpoints.add, { body: { name: 'X', taxId: 'B-8' } }), 'taxId'],
    ]
    for (const [attempt, field] of attempts)
      await expect(attempt()).rejects.toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
    const gone = admin.call(zoneEndpoints.remove, { params: { id: '999999' } })
    await expect(gone).rejects.toMatchObject({ status: 404 })
  })

  test('administrators alone change zones, offices and subcompanies', async () => {
    for (const role of ['direction', 'hr', 'manager'] as const) {
      const caller = await t.as(role)
      await expect(caller.call(getReferenceData, {})).rejects.toMatchObject({ status: 403 })
      await expect(caller.call(zoneEndpoints.add, { body: { name: 'Mía' } })).rejects.toMatchObject({ status: 403 })
    }
  })
})
