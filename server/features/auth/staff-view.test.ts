import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView, leaveStaffView, listStaffViews } from '#contract/auth/staff-view.ts'
import { getSession, listSessions } from '#contract/auth.ts'
import { getClient } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { changeSettings, getSettings } from '#contract/settings.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type TestEmployee = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let superiorEmployee: TestEmployee
let managerEmployee: TestEmployee
let advisorEmployee: TestEmployee
let outsiderEmployee: TestEmployee
type Caller = Awaited<ReturnType<Tenant['as']>>
let ownCaller: Caller
let viewedCaller: Caller
const clientIds: Record<'ofManager' | 'ofAdvisor' | 'ofStranger' | 'ofBoss', string> = {
  ofManager: '',
  ofAdvisor: '',
  ofStranger: '',
  ofBoss: '',
}
beforeAll(async () => {
  t = await createTestTenant('dino')
  superiorEmployee = await t.make.employee({ position: 'supervisor', name: 'Blanca' })
  managerEmployee = await t.make.employee({ supervisorId: superiorEmployee.id, name: 'Marta' })
  advisorEmployee = await t.make.employee({ supervisorId: managerEmployee.id, position: 'advisor', name: 'Álvaro' })
  outsiderEmployee = await t.make.employee({ name: 'Extraño' })
  clientIds.ofManager = (
    await t.make.client({ staff: { manager: managerEmployee.id, advisor: advisorEmployee.id } })
  ).id
  clientIds.ofAdvisor = (await t.make.client({ staff: { advisor: advisorEmployee.id } })).id
  clientIds.ofStranger = (await t.make.client({ staff: { manager: outsiderEmployee.id } })).id
  clientIds.ofBoss = (await t.make.client({ staff: { partner: superiorEmployee.id } })).id
  ownCaller = await t.as('supervisor', superiorEmployee.cvl)
  viewedCaller = await t.as('manager', managerEmployee.cvl)
})
afterEach(() => ownCaller.call(leaveStaffView, {}))
afterAll(() => t.drop())

const listVisibleClientIds = async (caller: Caller) =>
  (await caller.call(listClients.page, { query: { pageSize: '100' } })).rows.map(({ id }) => id).sort()
const sortIds = (...some: string[]) => [...some].sort()
const getActingCvl = async (caller: Caller) => (await caller.call(getSession, {})).actingCvl

describe('the view of another user', () => {
  test("a view shows exactly the other user's clients, and audits both users", async () => {
    expect(await listVisibleClientIds(ownCaller)).toEqual(
      sortIds(clientIds.ofManager, clientIds.ofAdvisor, clientIds.ofBoss),
    )
    expect(await ownCaller.call(enterStaffView, { body: { cvl: advisorEmployee.cvl.toLowerCase() } })).toEqual({
      actingCvl: advisorEmployee.cvl,
    })
    expect(await listVisibleClientIds(ownCaller)).toEqual(sortIds(clientIds.ofManager, clientIds.ofAdvisor))
    await ownCaller.call(leaveStaffView, {})
    await ownCaller.call(enterStaffView, { body: { cvl: managerEmployee.cvl } })
    expect(await listVisibleClientIds(ownCaller)).toEqual([clientIds.ofManager])
    expect((await ownCaller.call(listClients.count, {})).total).toBe(1)
    expect((await ownCaller.call(searchClients, { query: { q: 'Prueba' } })).clients).toHaveLength(1)
    for (const clientId of [clientIds.ofAdvisor, clientIds.ofStranger, clientIds.ofBoss])
      await expect(ownCaller.call(getClient, { params: { clientId } })).rejects.toMatchObject({ status: 404 })
    const session = await ownCaller.call(getSession, {})
    expect(session).toMatchObject({
      cvl: superiorEmployee.cvl,
      actingCvl: managerEmployee.cvl,
      actingName: 'Marta',
      mayWorkInView: false,
    })
    await ownCaller.call(leaveStaffView, {})
    expect(await listVisibleClientIds(ownCaller)).toHaveLength(3)
    const { rows } = await t.owner.query(
      `select action, cvl, acting_cvl from dino.audit_event where user_id = $1 and action like 'view.%' order by id`,
      [ownCaller.userId],
    )
    expect(rows).toEqual([
      { action: 'view.taken', cvl: superiorEmployee.cvl, acting_cvl: null },
      { action: 'view.left', cvl: superiorEmployee.cvl, acting_cvl: advisorEmployee.cvl },
      { action: 'view.taken', cvl: superiorEmployee.cvl, acting_cvl: null },
      { action: 'view.left', cvl: superiorEmployee.cvl, acting_cvl: managerEmployee.cvl },
    ])
  })

  test("a view is limited by the viewer's own rights", async () => {
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       values ($1, 'grant', 'bt_Clientes', 'view', 'all', '2026-01-01', 'a test')`,
      [viewedCaller.userId],
    )
    expect(await listVisibleClientIds(viewedCaller)).toHaveLength(4)
    await ownCaller.call(enterStaffView, { body: { cvl: managerEmployee.cvl } })
    expect(await listVisibleClientIds(ownCaller)).toEqual(
      sortIds(clientIds.ofManager, clientIds.ofAdvisor, clientIds.ofBoss),
    )
    await t.owner.query('update dino.person_rule set ended_at = now()')
    expect(await listVisibleClientIds(ownCaller)).toEqual([clientIds.ofManager])
  })

  test("a view is read-only except for administrators, and requires both users' rights", async () => {
    const admin = await t.as('admin')
    const other = await t.as('admin', outsiderEmployee.cvl)
    const direction = await t.as('direction')
    const change = async (caller: Caller) =>
      caller.call(changeSettings, {
        body: { version: (await other.call(getSettings, {})).version, settingsPanel: true },
      })
    await admin.call(enterStaffView, { body: { cvl: outsiderEmployee.cvl } })
    await change(admin)
    await direction.call(enterStaffView, { body: { cvl: outsiderEmployee.cvl } })
    await expect(change(direction)).rejects.toMatchObject({ status: 403 })
    const give = (action: string) =>
      t.owner.query(
        `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
         values ($1, 'grant', 'bt_Ajustes', $2, 'all', '2026-01-01', 'a test')`,
        [direction.userId, action],
      )
    await give('view')
    await direction.call(getSettings, {})
    await give('edit')
    await expect(change(direction)).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
    await direction.call(leaveStaffView, {})
    await change(direction)
    // What the other may not, nobody may in their view.
    await admin.call(enterStaffView, { body: { cvl: advisorEmployee.cvl } })
    await expect(admin.call(getSettings, {})).rejects.toMatchObject({ status: 403 })
    // One's own matters are still one's own.
    expect((await admin.call(listSessions, {})).sessions.length).toBeGreaterThan(0)
  })

  test('a view permits viewing, edits by administrators, and no approval', async () => {
    const admin = await t.as('admin')
    const direction = await t.as('direction')
    const actionsOf = async (caller: Caller) =>
      Object.fromEntries(
        (await caller.call(getSession, {})).permissions.map(({ module, actions }) => [module, actions]),
      )
    expect((await actionsOf(ownCaller)).bt_Clientes).toEqual(['view', 'create', 'edit', 'export', 'approve'])
    await ownCaller.call(enterStaffView, { body: { cvl: managerEmployee.cvl } })
    expect((await actionsOf(ownCaller)).bt_Clientes).toEqual(['view', 'export'])
    const head = await t.make.employee({ position: 'direction' })
    await t.as('direction', head.cvl)
    await direction.call(enterStaffView, { body: { cvl: head.cvl.toLowerCase() } })
    expect(Object.values(await actionsOf(direction)).flat()).not.toContain('approve')
    await admin.call(enterStaffView, { body: { cvl: superiorEmployee.cvl } })
    expect((await actionsOf(admin)).bt_Clientes).toEqual(['view', 'create', 'edit', 'export'])
  })

  test('offers views of users within scope and never of oneself', async () => {
    const { views } = await ownCaller.call(listStaffViews, {})
    expect(views.map(({ cvl }) => cvl).sort()).toEqual(sortIds(managerEmployee.cvl, advisorEmployee.cvl))
    expect((await ownCaller.call(listStaffViews, { query: { search: 'alvaro' } })).views.map(({ cvl }) => cvl)).toEqual(
      [advisorEmployee.cvl],
    )
    for (const cvl of [outsiderEmployee.cvl, superiorEmployee.cvl, 'D9999999'])
      await expect(ownCaller.call(enterStaffView, { body: { cvl } })).rejects.toMatchObject({
        status: 409,
        code: 'cvl.notYours',
      })
    await expect(viewedCaller.call(listStaffViews, {})).rejects.toMatchObject({ status: 403 })
    await expect(viewedCaller.call(enterStaffView, { body: { cvl: advisorEmployee.cvl } })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('a view ends and writes nothing when its user leaves the scope', async () => {
    await ownCaller.call(enterStaffView, { body: { cvl: advisorEmployee.cvl } })
    await t.owner.query('update dino.employee set supervisor_id = null where id = $1', [managerEmployee.id])
    await expect(listVisibleClientIds(ownCaller)).rejects.toMatchObject({ status: 409, code: 'session.changed' })
    expect(await getActingCvl(ownCaller)).toBeNull()
    await t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [
      superiorEmployee.id,
      managerEmployee.id,
    ])
    const { rows } = await t.owner.query(
      `select cvl, acting_cvl as "actingCvl", entity_id::text as "entityId" from dino.audit_event
        where user_id = $1 and action = 'view.ended'`,
      [ownCaller.userId],
    )
    expect(rows).toEqual([{ cvl: superiorEmployee.cvl, actingCvl: advisorEmployee.cvl, entityId: advisorEmployee.id }])
  })

  test('an export keeps the view it began in when that view is left', async () => {
    const exported = () => ownCaller.send(listClients.exportRows, { query: { format: 'csv', columns: 'cvl' } })
    await ownCaller.call(enterStaffView, { body: { cvl: managerEmployee.cvl } })
    const holder = new Client({ connectionString: t.ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table dino.client_list in access exclusive mode')
    const coming = exported()
    const waits = `select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await t.owner.query<{ many: number }>(waits)).rows[0]!.many).toBeGreaterThan(0)
    await ownCaller.call(leaveStaffView, {})
    await holder.end()
    const theirs = await coming
    const mine = await exported()
    expect(theirs.statusCode).toBe(200)
    const linesOf = ({ body }: { body: string }) => body.trim().split('\r\n').slice(1)
    expect(linesOf(theirs)).toHaveLength(1)
    expect(linesOf(mine)).toHaveLength(3)
    const { rows } = await t.owner.query(
      `select acting_cvl as "actingCvl", (after ->> 'rows')::int as rows from dino.audit_event
        where user_id = $1 and action = 'clients.exported' order by id`,
      [ownCaller.userId],
    )
    expect(rows).toEqual([
      { actingCvl: managerEmployee.cvl, rows: 1 },
      { actingCvl: null, rows: 3 },
    ])
  })

  test('refuses a tab that names another view than its session', async () => {
    const { sessionId } = await ownCaller.call(getSession, {})
    const tab = t.callerWith(ownCaller.token, { 'x-atalaya-tab': `${sessionId} dino -` })
    await ownCaller.call(enterStaffView, { body: { cvl: managerEmployee.cvl } })
    await expect(tab.call(getSession, {})).rejects.toMatchObject({ status: 409, code: 'session.changed' })
  })
})
