import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getSession, leaveView, listSessions, listViews, takeView } from '#contract/auth.ts'
import { getClient } from '#contract/clients/client.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { changeSettings, getSettings } from '#contract/settings.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Made = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let boss: Made
let manager: Made
let advisor: Made
let stranger: Made
type Caller = Awaited<ReturnType<Tenant['as']>>
let me: Caller
let them: Caller
const ids: Record<'ofManager' | 'ofAdvisor' | 'ofStranger' | 'ofBoss', string> = {
  ofManager: '',
  ofAdvisor: '',
  ofStranger: '',
  ofBoss: '',
}
beforeAll(async () => {
  t = await testTenant('dino')
  boss = await t.make.employee({ position: 'supervisor', name: 'Blanca' })
  manager = await t.make.employee({ supervisorId: boss.id, name: 'Marta' })
  advisor = await t.make.employee({ supervisorId: manager.id, position: 'advisor', name: 'Álvaro' })
  stranger = await t.make.employee({ name: 'Extraño' })
  ids.ofManager = (await t.make.client({ staff: { manager: manager.id, advisor: advisor.id } })).id
  ids.ofAdvisor = (await t.make.client({ staff: { advisor: advisor.id } })).id
  ids.ofStranger = (await t.make.client({ staff: { manager: stranger.id } })).id
  ids.ofBoss = (await t.make.client({ staff: { partner: boss.id } })).id
  me = await t.as('supervisor', boss.cvl)
  them = await t.as('manager', manager.cvl)
})
afterEach(() => me.call(leaveView, {}))
afterAll(() => t.drop())

const seen = async (who: Caller) =>
  (await who.call(listClients.page, { query: { pageSize: '100' } })).rows.map(({ id }) => id).sort()
const sorted = (...some: string[]) => [...some].sort()
const acts = async (who: Caller) => (await who.call(getSession, {})).actingCvl

describe('the view of another user', () => {
  test("a view shows exactly the other user's clients, and audits both users", async () => {
    expect(await seen(me)).toEqual(sorted(ids.ofManager, ids.ofAdvisor, ids.ofBoss))
    expect(await me.call(takeView, { body: { cvl: advisor.cvl.toLowerCase() } })).toEqual({ actingCvl: advisor.cvl })
    expect(await seen(me)).toEqual(sorted(ids.ofManager, ids.ofAdvisor))
    await me.call(leaveView, {})
    await me.call(takeView, { body: { cvl: manager.cvl } })
    expect(await seen(me)).toEqual([ids.ofManager])
    expect((await me.call(listClients.count, {})).total).toBe(1)
    expect((await me.call(searchClients, { query: { q: 'Prueba' } })).clients).toHaveLength(1)
    for (const clientId of [ids.ofAdvisor, ids.ofStranger, ids.ofBoss])
      await expect(me.call(getClient, { params: { clientId } })).rejects.toMatchObject({ status: 404 })
    const session = await me.call(getSession, {})
    expect(session).toMatchObject({ cvl: boss.cvl, actingCvl: manager.cvl, actingName: 'Marta', mayWorkInView: false })
    await me.call(leaveView, {})
    expect(await seen(me)).toHaveLength(3)
    const { rows } = await t.owner.query(
      `select action, cvl, acting_cvl from dino.audit_event where user_id = $1 and action like 'view.%' order by id`,
      [me.userId],
    )
    expect(rows).toEqual([
      { action: 'view.taken', cvl: boss.cvl, acting_cvl: null },
      { action: 'view.left', cvl: boss.cvl, acting_cvl: advisor.cvl },
      { action: 'view.taken', cvl: boss.cvl, acting_cvl: null },
      { action: 'view.left', cvl: boss.cvl, acting_cvl: manager.cvl },
    ])
  })

  test("a view is limited by the viewer's own rights", async () => {
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       values ($1, 'grant', 'bt_Clientes', 'view', 'all', '2026-01-01', 'a test')`,
      [them.userId],
    )
    expect(await seen(them)).toHaveLength(4)
    await me.call(takeView, { body: { cvl: manager.cvl } })
    expect(await seen(me)).toEqual(sorted(ids.ofManager, ids.ofAdvisor, ids.ofBoss))
    await t.owner.query('update dino.person_rule set ended_at = now()')
    expect(await seen(me)).toEqual([ids.ofManager])
  })

  test("a view is read-only except for administrators, and requires both users' rights", async () => {
    const admin = await t.as('admin')
    const other = await t.as('admin', stranger.cvl)
    const direction = await t.as('direction')
    const change = async (who: Caller) =>
      who.call(changeSettings, { body: { version: (await other.call(getSettings, {})).version, settingsPanel: true } })
    await admin.call(takeView, { body: { cvl: stranger.cvl } })
    await change(admin)
    await direction.call(takeView, { body: { cvl: stranger.cvl } })
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
    await direction.call(leaveView, {})
    await change(direction)
    // What the other may not, nobody may in their view.
    await admin.call(takeView, { body: { cvl: advisor.cvl } })
    await expect(admin.call(getSettings, {})).rejects.toMatchObject({ status: 403 })
    // One's own matters are still one's own.
    expect((await admin.call(listSessions, {})).sessions.length).toBeGreaterThan(0)
  })

  test('a view permits viewing, edits by administrators, and no approval', async () => {
    const admin = await t.as('admin')
    const direction = await t.as('direction')
    const actionsOf = async (who: Caller) =>
      Object.fromEntries((await who.call(getSession, {})).permissions.map(({ module, actions }) => [module, actions]))
    expect((await actionsOf(me)).bt_Clientes).toEqual(['view', 'create', 'edit', 'export', 'approve'])
    await me.call(takeView, { body: { cvl: manager.cvl } })
    expect((await actionsOf(me)).bt_Clientes).toEqual(['view', 'export'])
    const head = await t.make.employee({ position: 'direction' })
    await t.as('direction', head.cvl)
    await direction.call(takeView, { body: { cvl: head.cvl.toLowerCase() } })
    expect(Object.values(await actionsOf(direction)).flat()).not.toContain('approve')
    await admin.call(takeView, { body: { cvl: boss.cvl } })
    expect((await actionsOf(admin)).bt_Clientes).toEqual(['view', 'create', 'edit', 'export'])
  })

  test('offers views of users within scope and never of oneself', async () => {
    const { views } = await me.call(listViews, {})
    expect(views.map(({ cvl }) => cvl).sort()).toEqual(sorted(manager.cvl, advisor.cvl))
    expect((await me.call(listViews, { query: { search: 'alvaro' } })).views.map(({ cvl }) => cvl)).toEqual([
      advisor.cvl,
    ])
    for (const cvl of [stranger.cvl, boss.cvl, 'D9999999'])
      await expect(me.call(takeView, { body: { cvl } })).rejects.toMatchObject({ status: 409, code: 'cvl.notYours' })
    await expect(them.call(listViews, {})).rejects.toMatchObject({ status: 403 })
    await expect(them.call(takeView, { body: { cvl: advisor.cvl } })).rejects.toMatchObject({ status: 403 })
  })

  test('a view ends and writes nothing when its user leaves the scope', async () => {
    await me.call(takeView, { body: { cvl: advisor.cvl } })
    await t.owner.query('update dino.employee set supervisor_id = null where id = $1', [manager.id])
    await expect(seen(me)).rejects.toMatchObject({ status: 409, code: 'session.changed' })
    expect(await acts(me)).toBeNull()
    await t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [boss.id, manager.id])
    const { rows } = await t.owner.query(
      `select cvl, acting_cvl as "actingCvl", entity_id::text as "entityId" from dino.audit_event
        where user_id = $1 and action = 'view.ended'`,
      [me.userId],
    )
    expect(rows).toEqual([{ cvl: boss.cvl, actingCvl: advisor.cvl, entityId: advisor.id }])
  })

  test('an export keeps the view it began in when that view is left', async () => {
    const exported = () => me.send(listClients.exportRows, { query: { format: 'csv', columns: 'cvl' } })
    await me.call(takeView, { body: { cvl: manager.cvl } })
    const holder = new Client({ connectionString: t.ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table dino.client_list in access exclusive mode')
    const coming = exported()
    const waits = `select count(*)::int as many from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await t.owner.query<{ many: number }>(waits)).rows[0]!.many).toBeGreaterThan(0)
    await me.call(leaveView, {})
    await holder.end()
    const [theirs, mine] = [await coming, await exported()]
    expect(theirs.statusCode).toBe(200)
    const linesOf = ({ body }: { body: string }) => body.trim().split('\r\n').slice(1)
    expect(linesOf(theirs)).toHaveLength(1)
    expect(linesOf(mine)).toHaveLength(3)
    const { rows } = await t.owner.query(
      `select acting_cvl as "actingCvl", (after ->> 'rows')::int as rows from dino.audit_event
        where user_id = $1 and action = 'clients.exported' order by id`,
      [me.userId],
    )
    expect(rows).toEqual([
      { actingCvl: manager.cvl, rows: 1 },
      { actingCvl: null, rows: 3 },
    ])
  })

  test('refuses a tab that names another view than its session', async () => {
    const { sessionId } = await me.call(getSession, {})
    const tab = t.callerWith(me.token, { 'x-atalaya-tab': `${sessionId} dino -` })
    await me.call(takeView, { body: { cvl: manager.cvl } })
    await expect(tab.call(getSession, {})).rejects.toMatchObject({ status: 409, code: 'session.changed' })
  })
})
