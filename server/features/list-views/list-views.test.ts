import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import {
  changeListView,
  createListView,
  getListView,
  getListViews,
  type ListViewState,
  maxListViews,
  orderListViews,
  removeListView,
  restoreListView,
  setDefaultListView,
} from '#contract/list-views.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<typeof t.as>>
/** Two managers of one team, their supervisor, a manager of another team, an administrator, and one who opens no clients. */
let ana: Caller
let berta: Caller
let supervisor: Caller
let outsider: Caller
let admin: Caller
let hr: Caller

beforeAll(async () => {
  t = await createTestTenant('dino')
  const head = await t.make.employee({ position: 'supervisor' })
  const otherHead = await t.make.employee({ position: 'supervisor' })
  const one = await t.make.employee({ supervisorId: head.id })
  const two = await t.make.employee({ supervisorId: head.id })
  const other = await t.make.employee({ supervisorId: otherHead.id })
  ana = await t.as('manager', one.cvl)
  berta = await t.as('manager', two.cvl)
  supervisor = await t.as('supervisor', head.cvl)
  outsider = await t.as('manager', other.cvl)
  admin = await t.as('admin')
  hr = await t.as('hr')
})
afterAll(() => t.drop())

const noColumns = { order: [], hidden: [], shown: [], dense: false }
const pendingKyc: ListViewState = {
  filters: { kyc: 'rejected,pending', country: 'ES' },
  sort: 'capital',
  direction: 'desc',
  columns: { order: ['capital', 'cvl'], hidden: ['managerName'], shown: ['phone'], dense: true },
}
type NewView = NonNullable<RequestInput<typeof createListView>['body']>
let made = 0
const create = (caller: Caller, view: Partial<NewView> = {}) =>
  caller.call(createListView, {
    body: { list: '/clients', name: `View ${++made}`, sharedWith: 'nobody', state: pendingKyc, ...view },
  })
const listIds = async (caller: Caller) =>
  (await caller.call(getListViews, { query: { list: '/clients' } })).views.map(({ id }) => id)

describe('views of a list', () => {
  test('keeps filters, order and columns under a name, for its owner alone', async () => {
    const view = await create(ana, { name: 'Pending KYC' })
    expect(view).toMatchObject({ name: 'Pending KYC', isOwn: true, isDefault: false, state: pendingKyc, dropped: [] })
    expect(await ana.call(getListView, { params: { viewId: view.id } })).toEqual(view)
    expect(await listIds(ana)).toContain(view.id)
    for (const caller of [berta, supervisor, admin]) {
      expect(await listIds(caller)).not.toContain(view.id)
      await expect(caller.call(getListView, { params: { viewId: view.id } })).rejects.toMatchObject({ status: 404 })
    }
  })

  test('shares a view with the team of its owner, and with nobody else', async () => {
    const { id } = await create(ana, { sharedWith: 'team' })
    for (const caller of [berta, supervisor])
      expect(await caller.call(getListView, { params: { viewId: id } })).toMatchObject({ isOwn: false })
    for (const caller of [outsider, admin])
      await expect(caller.call(getListView, { params: { viewId: id } })).rejects.toMatchObject({ status: 404 })
    const fromAbove = await create(supervisor, { sharedWith: 'team' })
    expect(await listIds(ana)).toContain(fromAbove.id)
    expect(await listIds(outsider)).not.toContain(fromAbove.id)
  })

  test('shares with everybody only for who sees the whole firm in the list', async () => {
    await expect(create(ana, { sharedWith: 'all' })).rejects.toMatchObject({ status: 403, code: 'listView.audience' })
    await expect(create(admin, { sharedWith: 'team' })).rejects.toMatchObject({ code: 'listView.audience' })
    const { id } = await create(admin, { sharedWith: 'all' })
    for (const caller of [ana, outsider]) expect(await listIds(caller)).toContain(id)
  })

  test('a shared view shows each person only what they may see', async () => {
    const employee = await t.make.employee()
    const own = await t.as('manager', employee.cvl)
    await t.make.client({ staff: { manager: employee.id } })
    const all = { filters: {}, sort: 'fullName', direction: 'asc', columns: noColumns } as const
    const { id } = await create(admin, { sharedWith: 'all', state: all })
    const { state } = await own.call(getListView, { params: { viewId: id } })
    const { rows } = await own.call(listClients.page, { query: { ...state.filters, sort: 'fullName' } })
    expect(rows).toHaveLength(1)
    expect((await outsider.call(listClients.page, { query: state.filters })).rows).toHaveLength(0)
  })

  test('only the owner changes, deletes and restores a view; others get 404', async () => {
    const view = await create(supervisor, { sharedWith: 'team' })
    const params = { viewId: view.id }
    const attempts = [
      () => ana.call(changeListView, { params, body: { version: view.version, name: 'Mine now' } }),
      () => ana.call(removeListView, { params, body: {} }),
      () => ana.call(restoreListView, { params, body: {} }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 404 })
    const changed = await supervisor.call(changeListView, { params, body: { version: 1, name: 'Renamed' } })
    expect(changed).toMatchObject({ name: 'Renamed', version: 2, state: pendingKyc })
    await expect(supervisor.call(changeListView, { params, body: { version: 1, name: 'Late' } })).rejects.toMatchObject(
      { code: 'conflict.changed' },
    )
  })

  test('sharing with everybody is refused after the right to it has gone', async () => {
    const caller = await t.as('admin')
    const kept = await create(caller, { sharedWith: 'all' })
    const removed = await create(caller, { sharedWith: 'all' })
    await caller.call(removeListView, { params: { viewId: removed.id }, body: {} })
    await t.owner.query(`update registry.membership set role = 'manager' where user_id = $1`, [caller.userId])
    const change = (body: { name?: string; sharedWith?: 'nobody' }) =>
      caller.call(changeListView, { params: { viewId: kept.id }, body: { version: kept.version, ...body } })
    await expect(change({ name: 'Seen by all' })).rejects.toMatchObject({ status: 403, code: 'listView.audience' })
    expect(await change({ sharedWith: 'nobody' })).toMatchObject({ sharedWith: 'nobody' })
    const restored = await caller.call(restoreListView, { params: { viewId: removed.id }, body: {} })
    expect(restored).toMatchObject({ sharedWith: 'nobody' })
    expect(await listIds(ana)).not.toContain(removed.id)
  })

  test('restores a deleted view for a day, with its default and its place', async () => {
    const view = await create(berta)
    const params = { viewId: view.id }
    await berta.call(setDefaultListView, { body: { list: '/clients', viewId: view.id } })
    await berta.call(removeListView, { params, body: {} })
    expect(await listIds(berta)).not.toContain(view.id)
    expect(await berta.call(restoreListView, { params, body: {} })).toMatchObject({ id: view.id, isDefault: true })
    await berta.call(removeListView, { params, body: {} })
    await t.owner.query(`update dino.list_view set removed_at = now() - interval '25 hours' where id = $1`, [view.id])
    await expect(berta.call(restoreListView, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  })

  test('the session names the default view of a list while it is shared', async () => {
    const view = await create(supervisor, { name: 'Desk', sharedWith: 'team' })
    await ana.call(setDefaultListView, { body: { list: '/clients', viewId: view.id } })
    const { defaultViews } = await ana.call(getSession, {})
    expect(defaultViews).toEqual([{ id: view.id, list: '/clients', name: 'Desk', state: pendingKyc }])
    await supervisor.call(changeListView, {
      params: { viewId: view.id },
      body: { version: view.version, sharedWith: 'nobody' },
    })
    expect((await ana.call(getSession, {})).defaultViews).toEqual([])
    const next = await create(ana)
    await ana.call(setDefaultListView, { body: { list: '/clients', viewId: next.id } })
    await ana.call(setDefaultListView, { body: { list: '/clients', viewId: null } })
    expect((await ana.call(getSession, {})).defaultViews).toEqual([])
  })

  test('the session leaves out default views of lists that one may not open', async () => {
    const { id } = await create(ana)
    await t.owner.query(`update dino.list_view set shared_with = 'all' where id = $1`, [id])
    for (const { userId } of [outsider, hr])
      await t.owner.query(
        `insert into dino.list_view_choice (user_id, view_id, list, is_default) values ($1, $2, '/clients', true)`,
        [userId, id],
      )
    expect((await outsider.call(getSession, {})).defaultViews).toMatchObject([{ id }])
    expect((await hr.call(getSession, {})).defaultViews).toEqual([])
  })

  test('puts own and shared views in the order of each person', async () => {
    const first = await create(berta)
    const second = await create(berta)
    const shared = await create(supervisor, { sharedWith: 'team' })
    const order = [shared.id, second.id, first.id]
    await berta.call(orderListViews, { body: { list: '/clients', viewIds: order } })
    expect((await listIds(berta)).slice(0, 3)).toEqual(order)
    const notTheirs = await create(outsider)
    await expect(
      berta.call(orderListViews, { body: { list: '/clients', viewIds: [notTheirs.id] } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      berta.call(setDefaultListView, { body: { list: '/clients', viewId: notTheirs.id } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('refuses what the list does not have, and names it', async () => {
    const state = {
      filters: { kyc: 'rejected,perhaps', password: 'x' },
      sort: 'password',
      direction: 'asc' as const,
      columns: { ...noColumns, shown: ['salary'] },
    }
    await expect(create(ana, { state })).rejects.toMatchObject({
      status: 400,
      fields: {
        'state.filters.kyc': 'invalid_value',
        'state.filters.password': 'unknown',
        'state.sort': 'invalid_value',
        'state.columns.shown': 'invalid_value',
      },
    })
    await expect(create(ana, { list: '/no-such-list' })).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['constructor', 'x', 'unknown'],
    ['hasOwnProperty', 'x', 'unknown'],
    ['search', 'a\u0000b', 'controlCharacter'],
    ['search', 'half \ud800', 'controlCharacter'],
    ['search', '\u200b', 'too_small'],
  ])('refuses the filter %s with the value %j, and names it', async (name, value, code) => {
    const state = { ...pendingKyc, filters: { [name]: value } }
    await expect(create(ana, { state })).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      fields: { [`state.filters.${name}`]: code },
    })
  })

  test('drops filters and columns that a list no longer has, and names them', async () => {
    const { id } = await create(ana)
    await t.owner.query(
      `update dino.list_view set sort = 'gone', filters = '{"kyc":"rejected,former","lost":"1","country":"ES"}',
         columns = '{"order":["capital","former"],"hidden":[],"shown":["old"],"dense":true}' where id = $1`,
      [id],
    )
    expect(await ana.call(getListView, { params: { viewId: id } })).toMatchObject({
      dropped: ['kyc', 'lost', 'gone', 'former', 'old'],
      state: {
        filters: { kyc: 'rejected', country: 'ES' },
        sort: 'fullName',
        direction: 'asc',
        columns: { order: ['capital'], shown: [], dense: true },
      },
    })
  })

  test('a list that may not be opened has no views', async () => {
    await expect(hr.call(getListViews, { query: { list: '/accounting/journals' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(create(hr, { list: '/accounting/journals' })).rejects.toMatchObject({ status: 404 })
  })

  test('refuses a second view of the same name in a list, whatever its case', async () => {
    await create(outsider, { name: 'Twice' })
    await expect(create(outsider, { name: 'TWICE' })).rejects.toMatchObject({
      status: 409,
      code: 'listView.nameTaken',
    })
    const empty = { filters: {}, sort: 'name', direction: 'asc', columns: noColumns } as const
    expect(await create(outsider, { name: 'Twice', list: '/products', state: empty })).toMatchObject({ name: 'Twice' })
  })

  test('refuses more views than the limit of a person, also at once', async () => {
    const caller = await t.as('admin')
    const attempts = await Promise.allSettled(Array.from({ length: maxListViews + 3 }, () => create(caller)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxListViews)
    await expect(create(caller)).rejects.toMatchObject({ code: 'listView.tooMany' })
  })

  test('audits shared views by the names of their filters, own ones never', async () => {
    const findEvents = async (viewId: string) =>
      (
        await t.owner.query(
          `select action, before, after from dino.audit_event where entity = 'listView' and entity_id = $1 order by id`,
          [viewId],
        )
      ).rows
    const own = await create(supervisor, { name: 'Only mine' })
    expect(await findEvents(own.id)).toEqual([])
    const params = { viewId: own.id }
    await supervisor.call(changeListView, { params, body: { version: 1, sharedWith: 'team' } })
    await supervisor.call(removeListView, { params, body: {} })
    const facts = { list: '/clients', name: 'Only mine', filters: ['kyc', 'country'] }
    expect(await findEvents(own.id)).toEqual([
      {
        action: 'listView.changed',
        before: { ...facts, sharedWith: 'nobody', filters: expect.any(Array) },
        after: { ...facts, sharedWith: 'team', filters: expect.any(Array) },
      },
      { action: 'listView.removed', before: { ...facts, sharedWith: 'team', filters: expect.any(Array) }, after: null },
    ])
  })
})
