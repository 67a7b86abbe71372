import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPersonRule, changePersonRole, endAccess } from '#contract/access.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type TestTenant = Awaited<ReturnType<typeof createTestTenant>>
type TestCaller = Awaited<ReturnType<TestTenant['as']>>
let t: TestTenant
let firstAdmin: TestCaller
let secondAdmin: TestCaller
/** Changes permissions without being an administrator. */
let director: TestCaller
/** Two administrators and no more; each time a new firm, since what is about the last leaves few to go on with. */
beforeEach(async () => {
  await t?.drop()
  t = await createTestTenant('dino')
  firstAdmin = await t.as('admin')
  secondAdmin = await t.as('admin')
  director = await t.as('direction')
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('direction', 'bt_ModulosPermisos', '{view,edit}', 'all')`,
  )
  await setDisabledTasks(t.db, ['permissions.role', 'permissions.person'])
})
afterAll(() => t.drop())

const changeReason = 'Deja el puesto'
const demoteAdmin = (who: TestCaller, by = director) =>
  by.call(changePersonRole, {
    params: { userId: who.userId },
    body: { seen: 'admin', role: 'direction', reason: changeReason },
  })
const endAdminAccess = (who: TestCaller, by = director) =>
  by.call(endAccess, { params: { userId: who.userId }, body: { reason: changeReason } })
const denyAdminRight = (who: TestCaller, more: object = {}, by = director) =>
  by.call(addPersonRule, {
    params: { userId: who.userId },
    body: {
      effect: 'deny',
      module: 'bt_ModulosPermisos',
      action: 'edit',
      scope: null,
      validTo: null,
      reason: changeReason,
      ...more,
    },
  })
const findAdmins = async () =>
  (
    await t.owner.query(
      `select from registry.membership m where m.role = 'admin' and m.prefix = 'dino' and m.ended_at is null
          and not exists (select from dino.person_rule r where r.user_id = m.user_id)`,
    )
  ).rowCount
const lastAdministratorRefusal = { status: 409, code: 'lastAdministrator' }

describe('the last administrator of permissions', () => {
  const ways: [string, (who: TestCaller) => Promise<unknown>][] = [
    ['another role', (who) => demoteAdmin(who)],
    ['the end of access', (who) => endAdminAccess(who)],
    ['a denial', (who) => denyAdminRight(who)],
    ['a denial to come', (who) => denyAdminRight(who, { validFrom: '2026-08-01', validTo: '2026-08-02' })],
  ]

  test.each(ways)('two concurrent removals by %s keep one administrator', async (_, remove) => {
    const both = await Promise.allSettled([remove(firstAdmin), remove(secondAdmin)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject(lastAdministratorRefusal)
    expect(await findAdmins()).toBe(1)
  })

  test('concurrent removals in mixed ways keep one administrator', async () => {
    const both = await Promise.allSettled([demoteAdmin(firstAdmin), endAdminAccess(secondAdmin)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await findAdmins()).toBe(1)
  })

  test('leaving and disabled users do not count as remaining administrators', async () => {
    const leaver = await t.make.employee()
    const third = await t.as('admin', leaver.cvl)
    await t.owner.query(`update dino.employee set terminated_on = '2026-12-31' where id = $1`, [leaver.id])
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [secondAdmin.userId])
    await expect(demoteAdmin(firstAdmin, third)).rejects.toMatchObject(lastAdministratorRefusal)
  })

  test("refuses to request the last administrator's removal before any approval", async () => {
    await demoteAdmin(secondAdmin)
    await setDisabledTasks(t.db, [])
    await expect(demoteAdmin(firstAdmin)).rejects.toMatchObject(lastAdministratorRefusal)
    await expect(denyAdminRight(firstAdmin)).rejects.toMatchObject(lastAdministratorRefusal)
  })

  test('an expired denial leaves its user counted as administrator', async () => {
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, valid_to, reason)
       values ($1, 'deny', 'bt_ModulosPermisos', 'edit', '2026-01-01', '2026-06-14', 'Ya pasó')`,
      [firstAdmin.userId],
    )
    await demoteAdmin(secondAdmin)
  })
})
