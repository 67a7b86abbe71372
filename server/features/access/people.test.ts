import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPersonRule,
  changePersonRole,
  endAccess,
  endPersonRule,
  grantAccess,
  listPeople,
  listStaffWithoutAccess,
} from '#contract/access.ts'
import { listAuditEvents } from '#contract/audit.ts'
import { getSession } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { allTasks } from '#server/app.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import {
  type Caller,
  changeReason,
  createAccessHelpers,
  denialRuleInput,
  describeOutcome,
  disabledApprovalTasks,
  grantRuleInput,
  type RuleInput,
} from './test-access.ts'

const day = 86_400_000
let start = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Caller
beforeAll(async () => {
  t = await createTestTenant('dino', () => start)
  admin = await t.as('admin')
  // Another one, so that no test is about the last.
  await t.as('admin')
  await setDisabledTasks(t.db, disabledApprovalTasks)
})
afterAll(() => t.drop())

const { staff, add, personOf, auditOf } = createAccessHelpers(() => ({ t, admin }))
const getEffectiveDecision = async (userId: string, module: string, action: string) =>
  (await personOf(userId)).effective.find((one) => one.module === module && one.action === action)

describe('the users of the prefix', () => {
  test('lists users with role, access and second factor, found by name, e-mail or CVL', async () => {
    const person = await staff('advisor')
    await t.owner.query(`insert into registry.totp (user_id, secret, confirmed_at) values ($1, 'x', now())`, [
      person.userId,
    ])
    for (const search of [person.username, person.email.toUpperCase(), person.employee.cvl]) {
      const { rows } = await admin.call(listPeople.page, { query: { search } })
      expect(rows).toMatchObject([{ id: person.userId, role: 'advisor', state: 'working', hasSecondFactor: true }])
    }
    const count = (query: object) => admin.call(listPeople.count, { query }).then(({ total }) => total)
    expect(await count({ search: person.username, secondFactor: 'false' })).toBe(0)
    expect(await count({ search: person.username, role: 'advisor', state: 'working', withRules: 'false' })).toBe(1)
    expect(await count({})).toBeGreaterThan(2)
  })

  test("lists only users within the reader's scope and prefix", async () => {
    const superior = await staff('supervisor')
    const under = await t.make.employee({ supervisorId: superior.employee.id })
    const member = await t.as('manager', under.cvl)
    const outsider = await staff()
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('supervisor', 'bt_ModulosPermisos', '{view,edit,create}', 'team')`,
    )
    const { rows } = await superior.call(listPeople.page, { query: {} })
    expect(rows.map(({ id }) => id).sort()).toEqual([superior.userId, member.userId].sort())
    expect(await describeOutcome(personOf(outsider.userId, superior))).toEqual([404, 'notFound'])
    expect(await describeOutcome(personOf(admin.userId, superior)), 'no member of staff').toEqual([404, 'notFound'])
    expect((await personOf(member.userId, superior)).mayEdit).toBe(false)
    expect(await describeOutcome(add(member.userId, grantRuleInput, superior))).toEqual([404, 'notFound'])
    await t.owner.query('delete from dino.role_grant')

    const abroad = await t.as('manager', undefined, 'cfl')
    expect(await describeOutcome(personOf(abroad.userId))).toEqual([404, 'notFound'])
    expect(await describeOutcome(add(abroad.userId, grantRuleInput))).toEqual([404, 'notFound'])
    const demote = {
      params: { userId: abroad.userId },
      body: { seen: 'manager', role: 'user', reason: changeReason },
    } as const
    expect(await describeOutcome(admin.call(changePersonRole, demote))).toEqual([404, 'notFound'])
    expect(
      await describeOutcome(
        admin.call(endAccess, { params: { userId: abroad.userId }, body: { reason: changeReason } }),
      ),
    ).toEqual([404, 'notFound'])
  })
})

describe('role changes', () => {
  test('a role change applies to the next request, notifies, and refuses outdated input', async () => {
    const person = await staff()
    const give = (seen: 'manager' | 'hr', role: 'hr' | 'manager', caller = admin) =>
      caller.call(changePersonRole, { params: { userId: person.userId }, body: { seen, role, reason: changeReason } })
    expect(await give('manager', 'hr')).toEqual({ state: 'done', approvalId: null })
    const session = await person.call(getSession, {})
    expect([session.role, session.unreadNotifications]).toEqual(['hr', 1])
    expect(await describeOutcome(person.call(listClients.page, { query: {} }))).toEqual([403, 'permission.missing'])
    expect(await describeOutcome(give('manager', 'hr'))).toEqual([409, 'conflict.changed', { role: 'changed' }])
    expect(await describeOutcome(give('hr', 'hr' as 'manager'))).toEqual([
      400,
      'request.invalid',
      { role: 'unchanged' },
    ])
    expect(await auditOf(person.userId)).toEqual([
      { action: 'permissions.roleChanged', before: { role: 'manager' }, after: { role: 'hr' } },
    ])
  })

  test('refuses users who change their own role, rules or access', async () => {
    const me = { params: { userId: admin.userId } }
    const own = [409, 'approval.ownRecord']
    expect(
      await describeOutcome(
        admin.call(changePersonRole, { ...me, body: { seen: 'admin', role: 'direction', reason: changeReason } }),
      ),
    ).toEqual(own)
    expect(await describeOutcome(add(admin.userId, grantRuleInput))).toEqual(own)
    expect(await describeOutcome(add(admin.userId, denialRuleInput))).toEqual(own)
    expect(await describeOutcome(admin.call(endAccess, { ...me, body: { reason: changeReason } }))).toEqual(own)
    expect(await personOf(admin.userId)).toMatchObject({ mine: true, mayEdit: false, role: 'admin' })
  })

  test('refuses unknown fields in role and rule changes', async () => {
    const { userId } = await staff()
    const body = { seen: 'manager', role: 'hr', reason: changeReason }
    for (const more of [{ userId: '1' }, { cvl: 'D1' }, { state: 'done' }, { role: 'root' }])
      expect((await admin.send(changePersonRole, { params: { userId }, body: { ...body, ...more } })).statusCode).toBe(
        400,
      )
    for (const more of [{ userId: '1' }, { createdBy: '1' }, { endedAt: null }])
      expect(
        (await admin.send(addPersonRule, { params: { userId }, body: { ...grantRuleInput, ...more } })).statusCode,
      ).toBe(400)
  })
})

describe('personal rules', () => {
  test('a personal rule holds from its first to its last day and stays listed', async () => {
    const person = await staff()
    const states = async () => (await personOf(person.userId)).rules.map(({ state }) => state)
    const allowed = async () => (await getEffectiveDecision(person.userId, 'bt_Auditoria', 'view'))!.allowed
    await add(person.userId, { ...grantRuleInput, validFrom: '2026-06-16', validTo: '2026-06-17' })
    expect([await states(), await allowed()]).toEqual([['coming'], false])
    const before = start
    for (const [days, state, may] of [
      [1, 'current', true],
      [2, 'current', true],
      [3, 'past', false],
    ] as const) {
      start = before + days * day
      const now = await t.as('admin')
      const { rules, effective } = await personOf(person.userId, now)
      const decision = effective.find(({ module, action }) => module === 'bt_Auditoria' && action === 'view')
      expect([rules.map((rule) => rule.state), decision!.allowed]).toEqual([[state], may])
    }
    start = before
  })

  test('a denial overrides role and grant, notifies its user, and lasts until ended', async () => {
    const person = await staff()
    await add(person.userId, { ...denialRuleInput, action: 'export' })
    await add(person.userId, { ...grantRuleInput, module: 'bt_Clientes', action: 'export' })
    const { rules } = await personOf(person.userId)
    const denied = rules.find(({ effect }) => effect === 'deny')!
    expect(await getEffectiveDecision(person.userId, 'bt_Clientes', 'export')).toEqual({
      module: 'bt_Clientes',
      action: 'export',
      allowed: false,
      scopes: [],
      rule: 'denied',
      ruleId: denied.id,
    })
    const session = await person.call(getSession, {})
    expect(session.permissions.find(({ module }) => module === 'bt_Clientes')?.actions).not.toContain('export')
    const end = { params: { userId: person.userId, ruleId: denied.id }, body: { reason: changeReason } }
    const other = await staff()
    const elsewhere = { ...end, params: { userId: other.userId, ruleId: denied.id } }
    expect(await describeOutcome(admin.call(endPersonRule, elsewhere))).toEqual([404, 'notFound'])
    await admin.call(endPersonRule, end)
    expect(await getEffectiveDecision(person.userId, 'bt_Clientes', 'export')).toMatchObject({
      scopes: ['all'],
      rule: 'granted',
    })
    expect(await describeOutcome(admin.call(endPersonRule, end))).toEqual([409, 'conflict.changed'])
    expect((await personOf(person.userId)).rules.map(({ state }) => state).sort()).toEqual(['current', 'ended'])
    expect((await auditOf(person.userId)).map(({ action }) => action)).toEqual([
      'permissions.denied',
      'permissions.granted',
      'permissions.ruleEnded',
    ])
  })

  test('refuses a contradictory personal rule by field', async () => {
    const { userId } = await staff()
    const wrong = async (rule: RuleInput) => (await describeOutcome(add(userId, rule)))[2]
    expect(await wrong({ ...grantRuleInput, scope: null })).toEqual({ scope: 'required' })
    expect(await wrong({ ...denialRuleInput, scope: 'own' })).toEqual({ scope: 'notForDenial' })
    expect(await wrong({ ...grantRuleInput, validFrom: '2026-06-14' })).toEqual({ validFrom: 'beforeToday' })
    expect(await wrong({ ...grantRuleInput, validFrom: '2026-06-20', validTo: '2026-06-19' })).toEqual({
      validTo: 'order',
    })
    expect(await wrong({ ...grantRuleInput, validTo: '2026-06-14' })).toEqual({ validTo: 'beforeToday' })
    expect(await wrong({ ...denialRuleInput, module: 'bt_AreaPersonal' })).toEqual({ action: 'lastResort' })
  })
})

describe('access changes waiting for approval', () => {
  /** What a second person's approval does. */
  const approve = async (approvalId: string) => {
    const row = await t.db.selectFrom('approval').selectAll().where('id', '=', approvalId).executeTakeFirstOrThrow()
    const task = allTasks.find(({ name }) => name === row.task)!
    const actor = {
      person: { userId: admin.userId, cvl: null, actingCvl: null },
      businessDate: '2026-06-15',
      prefix: 'dino',
      requestId: 'test',
      address: '127.0.0.1',
    } as Ctx
    const change = { payload: row.payload as object, approvalId, makerId: row.madeBy, now: start }
    return t.db.transaction().execute((tx) => task.carryOut(tx, actor, change))
  }

  test('an approved access change is applied exactly as checked, or refused', async () => {
    const person = await staff()
    await setDisabledTasks(t.db, [])
    const role = await admin.call(changePersonRole, {
      params: { userId: person.userId },
      body: { seen: 'manager', role: 'hr', reason: changeReason },
    })
    const rule = await add(person.userId, { ...grantRuleInput, module: 'bt_Clientes', action: 'approve' })
    expect(role).toMatchObject({ state: 'pending' })
    const { waiting, role: unchanged } = await personOf(person.userId)
    expect([waiting.map(({ approvalId }) => approvalId), unchanged]).toEqual([
      [role.approvalId, rule.approvalId],
      'manager',
    ])
    await setDisabledTasks(t.db, disabledApprovalTasks)
    await add(person.userId, { ...denialRuleInput, action: 'approve' })
    expect(await describeOutcome(approve(rule.approvalId!))).toEqual([409, 'approval.changedSince'])
    await admin.call(changePersonRole, {
      params: { userId: person.userId },
      body: { seen: 'manager', role: 'user', reason: changeReason },
    })
    expect(await describeOutcome(approve(role.approvalId!))).toEqual([409, 'approval.changedSince'])
    expect((await personOf(person.userId)).role).toBe('user')
  })

  test('the audit of an access change names no person', async () => {
    const employee = await t.make.employee({ name: 'Nombrereconocible' })
    await setDisabledTasks(t.db, [])
    const { approvalId } = await admin.call(grantAccess, {
      body: {
        employeeId: employee.id,
        email: 'nombre@reconocible.example',
        username: 'nombre.reconocible',
        role: 'user',
        reason: changeReason,
      },
    })
    const { staff: without } = await admin.call(listStaffWithoutAccess, {})
    expect(without.find(({ id }) => id === employee.id)).toMatchObject({ approvalId })
    await setDisabledTasks(t.db, disabledApprovalTasks)
    await approve(approvalId!)
    const { rows } = await admin.call(listAuditEvents.page, { query: {} })
    expect(rows.length).toBeGreaterThan(0)
    const auditRows = await t.owner.query(`select before, after from dino.audit_event`)
    expect(JSON.stringify(auditRows.rows).toLowerCase()).not.toContain('reconocible')
  })
})
