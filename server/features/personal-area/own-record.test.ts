import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveView, takeView } from '#contract/auth.ts'
import { changeOwnRecord, getOwnRecord, showOwnSecrets } from '#contract/personal-area.ts'
import { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let me: Caller
let mine: { id: string; cvl: string }
let boss: { id: string; cvl: string }
beforeAll(async () => {
  t = await testTenant('dino')
  boss = await t.make.employee({ position: 'supervisor', name: 'Rosa' })
  mine = await t.make.employee({ supervisorId: boss.id, name: 'Iván' })
  await t.owner.query(
    `insert into dino.employee_detail (employee_id, iban, social_security_number, town, birth_date, weekly_hours)
     values ($1, 'ES9121000418450200051332', '281234567840', 'Lugo', '1990-05-17', 37.5)`,
    [mine.id],
  )
  me = await t.as('manager', mine.cvl)
})
afterAll(() => t.drop())

const own = async (who = me) => (await who.call(getOwnRecord, {})).employee
const change = async (body: object) => me.call(changeOwnRecord, { body: { version: (await own())!.version, ...body } })
const lastAudit = async () =>
  (
    await t.owner.query(
      'select action, before, after from dino.audit_event where entity_id = $1 order by id desc limit 1',
      [mine.id],
    )
  ).rows[0]

describe('own record', () => {
  test('shows the user’s own HR record with masked numbers', async () => {
    expect(await own()).toMatchObject({
      id: mine.id,
      cvl: mine.cvl,
      name: 'Iván',
      birthDate: '1990-05-17',
      weeklyHours: '37.5',
      supervisor: { id: boss.id, name: 'Rosa', cvl: boss.cvl },
      address: { town: 'Lugo', street: null },
      secrets: { iban: '···· 1332', socialSecurityNumber: '···· 7840', payrollAccount: null },
      pictureId: null,
    })
    const { body } = await me.send(getOwnRecord, {})
    expect(body).not.toContain('ES91210004184502')
  })

  test('shows the user’s own numbers on request and audits it', async () => {
    expect(await me.call(showOwnSecrets, {})).toMatchObject({ iban: 'ES9121000418450200051332', payrollAccount: null })
    expect(await lastAudit()).toEqual({
      action: 'employee.secretsShown',
      before: null,
      after: { fields: ['iban', 'socialSecurityNumber'] },
    })
  })

  test('changes harmless own data and audits it without clear values', async () => {
    await change({
      personalEmail: 'ivan@example.com',
      phone2: '600 11 22 33',
      address: { street: 'del Sol', town: 'Vigo', floor: null },
    })
    expect(await own()).toMatchObject({
      version: 2,
      personalEmail: 'ivan@example.com',
      phone2: '+34600112233',
      address: { street: 'del Sol', town: 'Vigo' },
      birthDate: '1990-05-17',
    })
    const { action, before, after } = await lastAudit()
    expect(action).toBe('employee.ownDataChanged')
    expect(Object.keys(after).sort()).toEqual(['personalEmail', 'phone2', 'street', 'town'])
    expect(before.personalEmail).toBeNull()
    expect(JSON.stringify([before, after])).not.toMatch(/ivan|600112233|del Sol|Lugo|Vigo/)
    // Sent again it is no change.
    expect(await change({ address: { town: 'Vigo' } })).toEqual({ version: 2 })
  })

  test('refuses a change of own data based on an old version', async () => {
    const { version } = (await own())!
    await t.owner.query('update dino.employee set version = version + 1 where id = $1', [mine.id])
    const late = me.call(changeOwnRecord, { body: { version, personalEmail: null } })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'conflict.changed' })
    expect((await own())!.personalEmail).toBe('ivan@example.com')
  })

  test('refuses other fields and invalid values of own data, naming the field', async () => {
    const { version } = (await own())!
    for (const [body, field] of [
      [{ position: 'direction' }, 'position'],
      [{ secrets: { iban: 'ES9121000418450200051332' } }, 'secrets'],
      [{ supervisorId: null }, 'supervisorId'],
      [{ address: { iban: 'x' } }, 'address.iban'],
      [{ personalEmail: 'nobody' }, 'personalEmail'],
      [{ phone2: '12' }, 'phone2'],
      [{ phone2: '000000000' }, 'phone2'],
    ] as const) {
      const { statusCode, json } = await me.send(changeOwnRecord, { body: { version, ...body } })
      expect([statusCode, Object.keys(json().fields)]).toEqual([400, [field]])
    }
    expect((await own())!.version).toBe(version)
  })

  test('shows the own record in another user’s view, which is read-only', async () => {
    const supervisor = await t.as('supervisor', boss.cvl)
    await supervisor.call(takeView, { body: { cvl: mine.cvl } })
    expect((await own(supervisor))!.cvl).toBe(boss.cvl)
    for (const attempt of [
      () => supervisor.call(changeOwnRecord, { body: { version: 1, phone2: '600112244' } }),
      () => supervisor.call(showOwnSecrets, {}),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
    await supervisor.call(leaveView, {})
    await supervisor.call(changeOwnRecord, { body: { version: 1, phone2: '600112244' } })
    expect((await own(supervisor))!.phone2).toBe('+34600112244')
    expect((await own())!.phone2).toBe('+34600112233')
  })

  test('a user who is no employee has no own record', async () => {
    const user = await t.as('user')
    expect(await user.call(getOwnRecord, {})).toEqual({ employee: null })
    for (const attempt of [
      () => user.call(showOwnSecrets, {}),
      () => user.call(changeOwnRecord, { body: { version: 1, phone2: null } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
  })
})
