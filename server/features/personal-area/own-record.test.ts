import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import { changeOwnEmployeeRecord, getOwnEmployeeRecord, revealOwnSensitiveData } from '#contract/personal-area.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let ownCaller: Caller
let ownEmployee: { id: string; cvl: string }
let superiorEmployee: { id: string; cvl: string }
beforeAll(async () => {
  t = await createTestTenant('dino')
  superiorEmployee = await t.make.employee({ position: 'supervisor', name: 'Rosa' })
  ownEmployee = await t.make.employee({ supervisorId: superiorEmployee.id, name: 'Iván' })
  await t.owner.query(
    `insert into dino.employee_detail (employee_id, iban, social_security_number, town, birth_date, weekly_hours)
     values ($1, 'ES9121000418450200051332', '281234567840', 'Lugo', '1990-05-17', 37.5)`,
    [ownEmployee.id],
  )
  ownCaller = await t.as('manager', ownEmployee.cvl)
})
afterAll(() => t.drop())

const fetchOwnRecord = async (caller = ownCaller) => (await caller.call(getOwnEmployeeRecord, {})).employee
const callChangeOwnRecord = async (body: object) =>
  ownCaller.call(changeOwnEmployeeRecord, { body: { version: (await fetchOwnRecord())!.version, ...body } })
const findLastAuditEvent = async () =>
  (
    await t.owner.query(
      'select action, before, after from dino.audit_event where entity_id = $1 order by id desc limit 1',
      [ownEmployee.id],
    )
  ).rows[0]

describe('own record', () => {
  test('shows the user’s own HR record with masked numbers', async () => {
    expect(await fetchOwnRecord()).toMatchObject({
      id: ownEmployee.id,
      cvl: ownEmployee.cvl,
      name: 'Iván',
      birthDate: '1990-05-17',
      weeklyHours: '37.5',
      supervisor: { id: superiorEmployee.id, name: 'Rosa', cvl: superiorEmployee.cvl },
      address: { town: 'Lugo', street: null },
      secrets: { iban: '···· 1332', socialSecurityNumber: '···· 7840', payrollAccount: null },
      pictureId: null,
    })
    const { body } = await ownCaller.send(getOwnEmployeeRecord, {})
    expect(body).not.toContain('ES91210004184502')
  })

  test('shows the user’s own numbers on request and audits it', async () => {
    expect(await ownCaller.call(revealOwnSensitiveData, {})).toMatchObject({
      iban: 'ES9121000418450200051332',
      payrollAccount: null,
    })
    expect(await findLastAuditEvent()).toEqual({
      action: 'employee.secretsShown',
      before: null,
      after: { fields: ['iban', 'socialSecurityNumber'] },
    })
  })

  test('changes harmless own data and audits it without clear values', async () => {
    await callChangeOwnRecord({
      personalEmail: 'ivan@example.com',
      phone2: '600 11 22 33',
      address: { street: 'del Sol', town: 'Vigo', floor: null },
    })
    expect(await fetchOwnRecord()).toMatchObject({
      version: 2,
      personalEmail: 'ivan@example.com',
      phone2: '+34600112233',
      address: { street: 'del Sol', town: 'Vigo' },
      birthDate: '1990-05-17',
    })
    const { action, before, after } = await findLastAuditEvent()
    expect(action).toBe('employee.ownDataChanged')
    expect(Object.keys(after).sort()).toEqual(['personalEmail', 'phone2', 'street', 'town'])
    expect(before.personalEmail).toBeNull()
    expect(JSON.stringify([before, after])).not.toMatch(/ivan|600112233|del Sol|Lugo|Vigo/)
    // Sent again it is no change.
    expect(await callChangeOwnRecord({ address: { town: 'Vigo' } })).toEqual({ version: 2 })
  })

  test('refuses a change of own data based on an old version', async () => {
    const { version } = (await fetchOwnRecord())!
    await t.owner.query('update dino.employee set version = version + 1 where id = $1', [ownEmployee.id])
    const late = ownCaller.call(changeOwnEmployeeRecord, { body: { version, personalEmail: null } })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'conflict.changed' })
    expect((await fetchOwnRecord())!.personalEmail).toBe('ivan@example.com')
  })

  test('refuses other fields and invalid values of own data, naming the field', async () => {
    const { version } = (await fetchOwnRecord())!
    for (const [body, field] of [
      [{ position: 'direction' }, 'position'],
      [{ secrets: { iban: 'ES9121000418450200051332' } }, 'secrets'],
      [{ supervisorId: null }, 'supervisorId'],
      [{ address: { iban: 'x' } }, 'address.iban'],
      [{ personalEmail: 'nobody' }, 'personalEmail'],
      [{ phone2: '12' }, 'phone2'],
      [{ phone2: '000000000' }, 'phone2'],
    ] as const) {
      const { statusCode, json } = await ownCaller.send(changeOwnEmployeeRecord, { body: { version, ...body } })
      expect([statusCode, Object.keys(json().fields)]).toEqual([400, [field]])
    }
    expect((await fetchOwnRecord())!.version).toBe(version)
  })

  test('shows the own record in another user’s view, which is read-only', async () => {
    const supervisor = await t.as('supervisor', superiorEmployee.cvl)
    await supervisor.call(enterStaffView, { body: { cvl: ownEmployee.cvl } })
    expect((await fetchOwnRecord(supervisor))!.cvl).toBe(superiorEmployee.cvl)
    for (const attempt of [
      () => supervisor.call(changeOwnEmployeeRecord, { body: { version: 1, phone2: '600112244' } }),
      () => supervisor.call(revealOwnSensitiveData, {}),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
    await supervisor.call(leaveStaffView, {})
    await supervisor.call(changeOwnEmployeeRecord, { body: { version: 1, phone2: '600112244' } })
    expect((await fetchOwnRecord(supervisor))!.phone2).toBe('+34600112244')
    expect((await fetchOwnRecord())!.phone2).toBe('+34600112233')
  })

  test('a user who is no employee has no own record', async () => {
    const user = await t.as('user')
    expect(await user.call(getOwnEmployeeRecord, {})).toEqual({ employee: null })
    for (const attempt of [
      () => user.call(revealOwnSensitiveData, {}),
      () => user.call(changeOwnEmployeeRecord, { body: { version: 1, phone2: null } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
  })
})
