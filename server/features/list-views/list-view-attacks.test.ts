import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import {
  changeListView,
  createListView,
  getListView,
  getListViews,
  orderListViews,
  removeListView,
  restoreListView,
  setDefaultListView,
} from '#contract/list-views.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<typeof t.as>>
/** An owner, one of the same team, one of another, whoever sees the firm, and whoever sees another firm. */
let owner: Caller
let mate: Caller
let outsider: Caller
let admin: Caller
let elsewhere: Caller
let ownerId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  const head = await t.make.employee({ position: 'supervisor' })
  const otherHead = await t.make.employee({ position: 'supervisor' })
  const one = await t.make.employee({ supervisorId: head.id })
  const two = await t.make.employee({ supervisorId: head.id })
  const three = await t.make.employee({ supervisorId: otherHead.id })
  ownerId = one.id
  owner = await t.as('manager', one.cvl)
  mate = await t.as('manager', two.cvl)
  outsider = await t.as('manager', three.cvl)
  admin = await t.as('admin')
  elsewhere = await t.as('admin', undefined, 'cfl')
})
afterAll(() => t.drop())

const list = '/clients'
const state = {
  filters: { country: 'ES' },
  sort: 'fullName',
  direction: 'asc' as const,
  columns: { order: [], hidden: [], shown: [], dense: false },
}
let made = 0
const create = (caller: Caller, more: object = {}) =>
  caller.call(createListView, { body: { list, name: `Vista ${++made}`, sharedWith: 'nobody', state, ...more } })

/** Whatever can be done to a view, each as the code of its refusal. */
const attack = (caller: Caller, viewId: string, version = 1) => {
  const params = { viewId }
  return Promise.all(
    [
      caller.call(getListView, { params }),
      caller.call(changeListView, { params, body: { version, name: 'Mía', sharedWith: 'team' } }),
      caller.call(removeListView, { params, body: {} }),
      caller.call(restoreListView, { params, body: {} }),
      caller.call(setDefaultListView, { body: { list, viewId } }),
      caller.call(orderListViews, { body: { list, viewIds: [viewId] } }),
    ].map(catchRefusalCode),
  )
}
const allMissing = Array.from({ length: 6 }, () => 'notFound')

const readRow = async (viewId: string) =>
  (
    await t.owner.query(
      `select v.name, v.shared_with, v.version, v.removed_at is not null as removed,
              (select count(*)::int from dino.list_view_choice k where k.view_id = v.id) as choices
         from dino.list_view v where v.id = $1`,
      [viewId],
    )
  ).rows[0]

test("a colleague's own view answers like one that is not there, in any way", async () => {
  const { id, name } = await create(owner)
  for (const caller of [mate, outsider, admin]) {
    expect(await attack(caller, id)).toEqual(allMissing)
    expect(await attack(caller, '999999999')).toEqual(allMissing)
    const { views } = await caller.call(getListViews, { query: { list } })
    expect(views.map((view) => view.id)).not.toContain(id)
  }
  expect(await readRow(id)).toEqual({ name, shared_with: 'nobody', version: 1, removed: false, choices: 0 })
})

test('no session of another prefix reaches a view, even one that all share', async () => {
  const shared = await create(admin, { sharedWith: 'all' })
  const own = await create(owner)
  for (const { id, name } of [shared, own]) {
    expect(await attack(elsewhere, id)).toEqual(allMissing)
    expect(await readRow(id)).toMatchObject({ name, version: 1, removed: false, choices: 0 })
  }
  const { views } = await elsewhere.call(getListViews, { query: { list } })
  expect(views).toEqual([])
})

test('whom a view was shared with neither takes it down nor brings it back', async () => {
  const { id } = await create(owner, { sharedWith: 'team' })
  const params = { viewId: id }
  await mate.call(setDefaultListView, { body: { list, viewId: id } })
  expect(await catchRefusalCode(mate.call(removeListView, { params, body: {} }))).toBe('notFound')
  await owner.call(removeListView, { params, body: {} })
  expect(await attack(mate, id)).toEqual(allMissing)
  expect((await mate.call(getSession, {})).defaultViews).toEqual([])
  expect(await readRow(id)).toMatchObject({ removed: true })
  await owner.call(restoreListView, { params, body: {} })
  await owner.call(changeListView, { params, body: { version: 1, sharedWith: 'nobody' } })
  expect(await attack(mate, id, 2)).toEqual(allMissing)
  expect((await mate.call(getSession, {})).defaultViews).toEqual([])
})

test('a view that was shared is gone for whoever left the team', async () => {
  const leaver = await t.make.employee({
    supervisorId: (await t.owner.query('select supervisor_id::text as id from dino.employee where id = $1', [ownerId]))
      .rows[0].id,
  })
  const caller = await t.as('manager', leaver.cvl)
  const { id } = await create(owner, { sharedWith: 'team' })
  await caller.call(setDefaultListView, { body: { list, viewId: id } })
  const other = await t.make.employee({ position: 'supervisor' })
  await t.owner.query('update dino.employee set supervisor_id = $2 where id = $1', [leaver.id, other.id])
  expect(await attack(caller, id)).toEqual(allMissing)
  expect((await caller.call(getSession, {})).defaultViews).toEqual([])
})

test('a shared view of a list that one may not open is not there', async () => {
  const journals = { list: '/accounting/journals', state: { ...state, filters: {}, sort: 'bookingDate' } }
  const { id } = await create(admin, { ...journals, sharedWith: 'all' })
  // To put clients in order a view of clients is needed: this one is none, whoever asks.
  for (const caller of [owner, outsider]) expect(await attack(caller, id)).toEqual(allMissing)
  const attempt = mate.call(setDefaultListView, { body: { list: journals.list, viewId: id } })
  expect(await catchRefusalCode(attempt)).toBe('notFound')
  expect((await mate.call(getSession, {})).defaultViews).toEqual([])
})

test("a view of filters beyond its reader's reach shows them nothing", async () => {
  const client = await t.make.client({ staff: { manager: ownerId } })
  const filters = { manager: ownerId }
  const { id } = await create(admin, { sharedWith: 'all', state: { ...state, filters } })
  const view = await outsider.call(getListView, { params: { viewId: id } })
  const read = await outsider.send(listClients.page, { query: view.state.filters })
  expect([200, 400]).toContain(read.statusCode)
  expect(read.body).not.toContain(client.cvl)
  const counted = await outsider.send(listClients.count, { query: view.state.filters })
  if (counted.statusCode === 200) expect(counted.json().total).toBe(0)
  const { rows } = await owner.call(listClients.page, { query: view.state.filters })
  expect(rows.map(({ cvl }) => cvl)).toContain(client.cvl)
})
