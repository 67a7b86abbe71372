import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAuditFilterOptions, listAccessEvents } from '#contract/audit.ts'
import { changeOwnPassword, login, signOut, switchPrefix } from '#contract/auth.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sealChain } from './seal-chain.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let direction: Caller
let foreignCaller: Caller
beforeAll(async () => {
  t = await createTestTenant('dino')
  direction = await t.as('direction')
  foreignCaller = await t.as('direction', undefined, 'cfl')
})
afterAll(() => t.drop())

const listAccessRows = async (query: Record<string, string> = {}, caller = direction) =>
  (await caller.call(listAccessEvents.page, { query: { pageSize: '200', ...query } })).rows
const listAccessActions = async (person: string, caller = direction) =>
  (await listAccessRows({ person, direction: 'asc' }, caller)).map(({ action }) => action)
const attemptFailedLogin = (identity: string) => t.nobody.send(login, { body: { identity, password: 'a wrong one' } })

describe('the access list of a prefix', () => {
  test("lists the events of a user's session in order, refusals included", async () => {
    const caller = await t.as('manager')
    await attemptFailedLogin(caller.email)
    await caller.send(changeOwnPassword, { body: { current: 'not mine', password: 'another long password' } })
    await caller.call(signOut, { body: {} })
    expect(await listAccessActions(caller.userId)).toEqual(['signIn', 'signIn.refused', 'password.refused', 'signOut'])
    const [refused] = await listAccessRows({ person: caller.userId, action: 'signIn.refused' })
    expect(refused).toMatchObject({
      personName: caller.username,
      identity: 'm***@t***',
      address: '127.0.0.1',
      requestId: expect.stringMatching(/./),
      sealed: false,
    })
    await sealChain(t.tenants.signIn().pool, 'registry', t.secret)
    expect((await listAccessRows({ person: caller.userId })).map(({ sealed }) => sealed)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  test('filters and counts accesses alike, and reads pages from either end', async () => {
    const all = await listAccessRows()
    const { total } = await direction.call(listAccessEvents.count, {})
    expect(all).toHaveLength(total)
    const inOrder = await listAccessRows({ direction: 'asc' })
    expect(inOrder.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse())
    const last = Math.ceil(total / 2)
    const far = await listAccessRows({ pageSize: '2', page: String(last), knownTotal: String(total) })
    expect(far.map(({ id }) => id)).toEqual(all.slice(2 * (last - 1)).map(({ id }) => id))
    const refused = { action: 'signIn.refused' }
    expect((await direction.call(listAccessEvents.count, { query: refused })).total).toBe(
      (await listAccessRows(refused)).length,
    )
    const { everybody } = await direction.call(getAuditFilterOptions, {})
    expect(everybody.map(({ name }) => name)).toContain(direction.username)
  })

  test('hides accesses of another prefix under every filter', async () => {
    const only = await t.as('manager', undefined, 'cfl')
    await attemptFailedLogin(only.email)
    expect(await listAccessActions(only.userId)).toEqual([])
    expect(await listAccessActions(only.userId, foreignCaller)).toEqual(['signIn', 'signIn.refused'])
    expect((await listAccessRows()).map(({ personName }) => personName)).not.toContain(only.username)
    expect((await listAccessRows({}, foreignCaller)).map(({ personName }) => personName)).not.toContain(
      direction.username,
    )
    const exported = await (await t.as('admin')).send(listAccessEvents.exportRows, { query: { format: 'csv' } })
    expect(exported.statusCode).toBe(200)
    expect(exported.body).toContain(direction.username)
    expect(exported.body).not.toContain(only.username)
  })

  test("shows a user of two prefixes each prefix's events and the switches", async () => {
    const both = await t.as('manager')
    await t.owner.query(`insert into registry.membership (user_id, prefix, role) values ($1, 'cfl', 'manager')`, [
      both.userId,
    ])
    const { token } = await both.call(switchPrefix, { body: { prefix: 'cfl' } })
    await t.callerWith(token).call(signOut, { body: {} })
    expect(await listAccessActions(both.userId)).toEqual(['signIn', 'prefix.switched'])
    expect(await listAccessActions(both.userId, foreignCaller)).toEqual(['prefix.switched', 'signOut'])
    // What happens before any prefix is known concerns every one of theirs.
    await attemptFailedLogin(both.email)
    expect(await listAccessActions(both.userId)).toContain('signIn.refused')
    expect(await listAccessActions(both.userId, foreignCaller)).toContain('signIn.refused')
  })

  test('refuses a prefix role direct queries of accesses and the registry audit', async () => {
    for (const query of ['select * from registry.own_access', 'select * from registry.audit_event'])
      await expect(t.tenants.of('dino').pool.query(query)).rejects.toThrow(/permission denied/)
  })

  test('refuses the access list to roles without audit rights and its export to direction', async () => {
    for (const role of ['supervisor', 'hr', 'manager'] as const)
      await expect((await t.as(role)).call(listAccessEvents.page, {})).rejects.toMatchObject({ status: 403 })
    await expect(
      direction.send(listAccessEvents.exportRows, { query: { format: 'csv' } }).then(({ statusCode }) => statusCode),
    ).resolves.toBe(403)
  })
})
