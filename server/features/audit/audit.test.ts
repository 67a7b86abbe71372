import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  getAuditChainStatus,
  getAuditEvent,
  getAuditFilterOptions,
  getRecordHistory,
  listAuditEvents,
} from '#contract/audit.ts'
import { setCurrencyRate } from '#contract/settings.ts'
import texts from '#locales/es/audit.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sealChain } from './seal-chain.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof createTestTenant>>['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Caller
let direction: Caller
let actingEmployee: { cvl: string; id: string }

/** Written by the admin on 14 June at 23:30 in Madrid, one minute apart. */
const insertAuditEvents = (rows: number, columns: string, values: string) =>
  t.owner.query(
    `insert into dino.audit_event (at, user_id, ${columns})
     select timestamptz '2026-06-14T21:30:00Z' + n * interval '1 minute', $2, ${values} from generate_series(0, $1::integer - 1) n`,
    [rows, admin.userId],
  )

beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  direction = await t.as('direction')
  actingEmployee = await t.make.employee()
  await insertAuditEvents(
    3,
    'action, entity, entity_id, address, request_id',
    `'client.changed', 'client', 40 + n, '10.0.0.1', 'request-' || n`,
  )
  await insertAuditEvents(
    1,
    'action, entity, entity_id, cvl, acting_cvl, before, after',
    `'client.blocked', 'client', 40, 'C-ADMIN', '${actingEmployee.cvl}', '{"blocked": null}', '{"blocked": "legal"}'`,
  )
  await t.owner.query(
    `insert into dino.audit_event (at, action, entity) values ('2026-06-14T22:00:00Z', 'import.berka', 'import')`,
  )
})
afterAll(() => t.drop())

const listAuditRows = async (query: Record<string, string>) =>
  (await direction.call(listAuditEvents.page, { query })).rows
const listAuditActions = async (query: Record<string, string>) =>
  (await listAuditRows(query)).map(({ action }) => action)
const countAuditEvents = async (query: Record<string, string>) =>
  (await direction.call(listAuditEvents.count, { query })).total

describe('the audit of a prefix', () => {
  test('lists audit events with user, action, record and view, newest first', async () => {
    const rows = await listAuditRows({ person: admin.userId })
    expect(rows.map(({ at }) => at)).toEqual([...rows.map(({ at }) => at)].sort().reverse())
    expect(rows.find(({ action }) => action === 'client.blocked')).toMatchObject({
      personName: admin.username,
      byUser: true,
      cvl: 'C-ADMIN',
      actingCvl: actingEmployee.cvl,
      actingName: expect.stringMatching(/./),
      entity: 'client',
      entityId: '40',
      sealed: false,
    })
    expect((await listAuditRows({ action: 'import.berka' }))[0]).toMatchObject({ personName: null, byUser: false })
  })

  test.each([
    [{ action: 'client.changed' }, 3],
    [{ entity: 'client' }, 4],
    [{ entity: 'client', record: '40' }, 2],
    [{ record: '41' }, 1],
    [{ address: '10.0.0.1' }, 3],
    [{ request: 'request-2' }, 1],
    [{ request: 'request' }, 0],
    // The firm's days: 21:59 in UTC is still the 14th in Madrid, 22:00 is the 15th.
    [{ to: '2026-06-14' }, 4],
    [{ from: '2026-06-15', action: 'import.berka' }, 1],
    [{ from: '2026-06-14', to: '2026-06-14', record: '40' }, 2],
  ])('filters the audit by %o', async (query, total) => {
    expect(await listAuditRows(query as Record<string, string>)).toHaveLength(total)
    expect(await countAuditEvents(query as Record<string, string>)).toBe(total)
  })

  test('offers only occurring users, actions and records as audit filters', async () => {
    const { people, actions, entities } = await direction.call(getAuditFilterOptions, {})
    expect(people).toEqual([{ id: admin.userId, name: admin.username }])
    expect(actions).toEqual(['client.blocked', 'client.changed', 'import.berka'])
    expect(entities).toEqual(['client', 'import'])
  })

  test('counts sealed and unsealed events and shows how far the chain is sealed', async () => {
    expect(await countAuditEvents({})).toBe(5)
    expect(await direction.call(getAuditChainStatus, {})).toEqual({
      sealed: 0,
      waiting: 5,
      sealedUpTo: null,
      sealedAt: null,
    })
    await sealChain(t.tenants.of('dino').pool, 'dino', t.secret)
    await insertAuditEvents(1, 'action, entity', `'navigation', 'bt_Clientes'`)
    expect(await countAuditEvents({})).toBe(6)
    expect(await direction.call(getAuditChainStatus, {})).toMatchObject({
      sealed: 5,
      waiting: 1,
      sealedUpTo: '2026-06-14T22:00:00Z',
      sealedAt: expect.any(String),
    })
    expect((await listAuditRows({})).map(({ sealed }) => sealed).filter((sealed) => !sealed)).toHaveLength(1)
  })

  test('leaves out opened screens alike in page, count and file', async () => {
    const all = await countAuditEvents({})
    const screens = await countAuditEvents({ action: 'navigation' })
    expect(screens).toBeGreaterThan(0)
    const without = { screens: 'without' }
    expect(await countAuditEvents(without)).toBe(all - screens)
    expect((await listAuditRows(without)).length).toBe(all - screens)
    expect(await listAuditActions(without)).not.toContain('navigation')
    const ofDay = { ...without, person: admin.userId, from: '2026-06-14', to: '2026-06-14' }
    expect((await listAuditActions(ofDay)).sort()).toEqual([
      'client.blocked',
      'client.changed',
      'client.changed',
      'client.changed',
    ])
    expect(await countAuditEvents(ofDay)).toBe(4)
    expect(await countAuditEvents({ ...without, action: 'navigation' })).toBe(0)
    await expect(listAuditRows({ screens: 'with' })).rejects.toMatchObject({ status: 400 })
  })

  test("shows an event's values before and after, written in the change's own transaction", async () => {
    const body = { currency: 'USD', validFrom: '2026-06-01', perEuro: '1.1' }
    await admin.call(setCurrencyRate, { body })
    await admin.call(setCurrencyRate, { body: { ...body, perEuro: '1.2' } })
    const [newest] = await listAuditRows({ action: 'currencyRate.set' })
    const event = await direction.call(getAuditEvent, { params: { eventId: newest!.id } })
    expect(event).toMatchObject({
      personName: admin.username,
      before: { perEuro: expect.stringContaining('1.1') },
      after: { perEuro: expect.stringContaining('1.2') },
      position: null,
    })
    await expect(direction.call(getAuditEvent, { params: { eventId: '999' } })).rejects.toMatchObject({ status: 404 })
  })

  test('shows the history of one record', async () => {
    const history = (recordId: string) => direction.call(getRecordHistory, { params: { entity: 'client', recordId } })
    expect((await history('40')).rows.map(({ action }) => action).sort()).toEqual(['client.blocked', 'client.changed'])
    expect((await history('77')).rows).toEqual([])
  })

  test('exports the whole audit with local times, and audits the export', async () => {
    const file = await admin.send(listAuditEvents.exportRows, {
      query: { format: 'csv', columns: 'at,personName,action,entity', to: '2026-06-14' },
    })
    expect(file.statusCode).toBe(200)
    const lines = file.body.trim().split(/\r?\n/)
    expect(lines).toHaveLength(6)
    expect(lines[1]).toContain('2026-06-14 23:32:00')
    expect(lines[1]).toContain(`${admin.username}`)
    expect(await listAuditActions({ entity: 'audit' })).toEqual(['audit.exported'])
    const expected = (await countAuditEvents({})) - (await countAuditEvents({ action: 'navigation' }))
    const without = await admin.send(listAuditEvents.exportRows, { query: { format: 'csv', screens: 'without' } })
    expect(without.headers['x-total-rows']).toBe(String(expected))
    expect(without.body.trim().split(/\r?\n/)).toHaveLength(expected + 1)
    expect(without.body).not.toContain(texts.actions.navigation)
    expect(file.body).toContain(texts.actions.navigation)
    expect((await direction.send(listAuditEvents.exportRows, { query: { format: 'csv' } })).statusCode).toBe(403)
  })

  test('hides the audit and user names of one prefix from another', async () => {
    await t.owner.query(`insert into cfl.audit_event (action, entity) values ('secret.done', 'client')`)
    expect(await countAuditEvents({ action: 'secret.done' })).toBe(0)
    const { rows } = await t.tenants.of('cfl').pool.query('select * from registry.people_named(null)')
    expect(rows).toEqual([])
  })
})
