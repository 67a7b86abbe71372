import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addRule, changeRole, endAccess } from '#contract/access.ts'
import { switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let one: Caller
let other: Caller
/** Changes permissions without being an administrator. */
let boss: Caller
/** Two administrators and no more; each time a new firm, since what is about the last leaves few to go on with. */
beforeEach(async () => {
  await t?.drop()
  t = await testTenant('dino')
  ;[one, other] = [await t.as('admin'), await t.as('admin')]
  boss = await t.as('direction')
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('direction', 'bt_ModulosPermisos', '{view,edit}', 'all')`,
  )
  await switchTasksOff(t.db, ['permissions.role', 'permissions.person'])
})
afterAll(() => t.drop())

const reason = 'Deja el puesto'
const demote = (who: Caller, by = boss) =>
  by.call(changeRole, { params: { userId: who.userId }, body: { seen: 'admin', role: 'direction', reason } })
const end = (who: Caller, by = boss) => by.call(endAccess, { params: { userId: who.userId }, body: { reason } })
const deny = (who: Caller, more: object = {}, by = boss) =>
  by.call(addRule, {
    params: { userId: who.userId },
    body: { effect: 'deny', module: 'bt_ModulosPermisos', action: 'edit', scope: null, validTo: null, reason, ...more },
  })
const admins = async () =>
  (
    await t.owner.query(
      `select from registry.membership m where m.role = 'admin' and m.prefix = 'dino' and m.ended_at is null
          and not exists (select from dino.person_rule r where r.user_id = m.user_id)`,
    )
  ).rowCount
const last = { status: 409, code: 'lastAdministrator' }

describe('the last administrator of permissions', () => {
  const ways: [string, (who: Caller) => Promise<unknown>][] = [
    ['another role', (who) => demote(who)],
    ['the end of access', (who) => end(who)],
    ['a denial', (who) => deny(who)],
    ['a denial to come', (who) => deny(who, { validFrom: '2026-08-01', validTo: '2026-08-02' })],
  ]

  test.each(ways)('two concurrent removals by %s keep one administrator', async (_, remove) => {
    const both = await Promise.allSettled([remove(one), remove(other)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject(last)
    expect(await admins()).toBe(1)
  })

  test('concurrent removals in mixed ways keep one administrator', async () => {
    const both = await Promise.allSettled([demote(one), end(other)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await admins()).toBe(1)
  })

  test('leaving and disabled users do not count as remaining administrators', async () => {
    const leaver = await t.make.employee()
    const third = await t.as('admin', leaver.cvl)
    await t.owner.query(`update dino.employee set terminated_on = '2026-12-31' where id = $1`, [leaver.id])
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [other.userId])
    await expect(demote(one, third)).rejects.toMatchObject(last)
  })

  test("refuses to request the last administrator's removal before any approval", async () => {
    await demote(other)
    await switchTasksOff(t.db, [])
    await expect(demote(one)).rejects.toMatchObject(last)
    await expect(deny(one)).rejects.toMatchObject(last)
  })

  test('an expired denial leaves its user counted as administrator', async () => {
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, valid_to, reason)
       values ($1, 'deny', 'bt_ModulosPermisos', 'edit', '2026-01-01', '2026-06-14', 'Ya pasó')`,
      [one.userId],
    )
    await demote(other)
  })
})
