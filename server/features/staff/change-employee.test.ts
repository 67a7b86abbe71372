import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revealEmployeeSensitiveData } from '#contract/staff.ts'
import { catchRefusal } from '#test/harness/catch-refusal.ts'
import { createStaffFixture, type StaffFixture, spacedIban } from './test-staff.ts'

let f: StaffFixture
beforeAll(async () => {
  f = await createStaffFixture()
})
afterAll(() => f?.t.drop())

describe('changes of an employee', () => {
  test('changing some fields leaves the others and audits the old values', async () => {
    const { id } = await f.addEmployee({
      hiredOn: '2025-01-01',
      weeklyHours: '40',
      personalEmail: 'me@home.example',
      secrets: { socialSecurityNumber: '281234567840' },
    })
    expect(
      await f.updateEmployee(id, {
        version: 1,
        weeklyHours: '20',
        personalEmail: null,
        secrets: { socialSecurityNumber: null },
        address: { town: 'Vigo' },
      }),
    ).toEqual({ version: 2 })
    expect(await f.readEmployee(id)).toMatchObject({
      version: 2,
      weeklyHours: '20',
      personalEmail: null,
      hiredOn: '2025-01-01',
      secrets: { socialSecurityNumber: null },
      address: { town: 'Vigo' },
    })
    const { before, after } = await f.findAuditEvents(id, 'employee.changed')
    expect(before).toMatchObject({
      weeklyHours: '40',
      socialSecurityNumber: expect.stringMatching(/^···· 7840 #/),
      town: null,
    })
    expect(after).toMatchObject({ weeklyHours: '20', socialSecurityNumber: null, personalEmail: null })
    expect(JSON.stringify([before, after])).not.toMatch(/home\.example|Vigo/)
    // Nothing new: no version, no row.
    expect(await f.updateEmployee(id, { version: 2, weeklyHours: '20.00' })).toEqual({ version: 2 })
    expect(await catchRefusal(f.updateEmployee(id, { version: 2, contractEndOn: '2024-12-31' }))).toEqual([
      400,
      'request.invalid',
      { contractEndOn: 'order' },
    ])
    expect(await catchRefusal(f.updateEmployee(id, { version: 2, hiredOn: '2025-01-01', supervisorId: null }))).toEqual(
      [400, 'request.invalid', { supervisorId: 'unknown' }],
    )
  })

  test('refuses a change made on an older version of the employee', async () => {
    const { id } = await f.addEmployee()
    const both = await Promise.allSettled([
      f.updateEmployee(id, { version: 1, name: 'Uno' }),
      f.updateEmployee(id, { version: 1, name: 'Dos' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await catchRefusal(f.updateEmployee(id, { version: 1, name: 'Tres' }))).slice(0, 2)).toEqual([
      409,
      'conflict.changed',
    ])
  })

  test('refuses control and direction characters in one-line fields and keeps lines of notes', async () => {
    const { id } = await f.addEmployee()
    const version = 1
    for (const surname of ['B\r\nBcc: x@y.example', 'B\u0007', 'B\u202egnp.exe', 'B\u2066C', 'B\tC'])
      expect(await catchRefusal(f.updateEmployee(id, { version, surname })), JSON.stringify(surname)).toMatchObject([
        400,
        'request.invalid',
        { surname: 'controlCharacter' },
      ])
    expect(await catchRefusal(f.updateEmployee(id, { version, workSchedule: 'L\u0007' }))).toMatchObject([
      400,
      'request.invalid',
      { workSchedule: 'controlCharacter' },
    ])
    await f.updateEmployee(id, { version, surname: 'Muñoz-Şahin', workSchedule: 'L a J: 9–18\r\nV:\t9–15' })
    expect(await f.readEmployee(id)).toMatchObject({ surname: 'Muñoz-Şahin', workSchedule: 'L a J: 9–18\nV:\t9–15' })
  })

  test('refuses changes to an employee by themselves and by their declared relatives', async () => {
    const { id, cvl } = await f.addEmployee()
    const me = await f.t.as('hr', cvl)
    const { id: relative } = await f.addEmployee()
    await f.t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relation) values ($2, $1, 'sibling')`,
      [relative, id],
    )
    for (const employeeId of [id, relative])
      for (const body of [
        { position: 'direction' },
        { phone: '600112233' },
        { secrets: { payrollAccount: spacedIban } },
      ])
        expect((await catchRefusal(f.updateEmployee(employeeId, { version: 1, ...body }, me))).slice(0, 2)).toEqual([
          409,
          'approval.ownRecord',
        ])
    expect((await f.readEmployee(id, me)).ownRecord).toBe(true)
    expect((await f.readEmployee(relative)).relatives).toMatchObject([{ relation: 'sibling', employeeId: id }])
  })

  test('users who may edit change employees and see numbers in clear, which is audited', async () => {
    const { id } = await f.addEmployee({ secrets: { iban: spacedIban } })
    const direction = await f.t.as('direction')
    expect((await f.readEmployee(id, direction)).secrets.iban).toBe('···· 1332')
    for (const call of [
      () => f.updateEmployee(id, { version: 1, name: 'X' }, direction),
      () => direction.call(revealEmployeeSensitiveData, { params: { employeeId: id } }),
      () => f.addEmployee({}, direction),
    ])
      expect((await catchRefusal(call())).slice(0, 2)).toEqual([403, 'permission.missing'])
    const shown = await f.hr.call(revealEmployeeSensitiveData, { params: { employeeId: id } })
    expect(shown).toEqual({ iban: 'ES9121000418450200051332', payrollAccount: null, socialSecurityNumber: null })
    expect(await f.findAuditEvents(id, 'employee.secretsShown')).toMatchObject({
      user_id: f.hr.userId,
      after: { fields: ['iban'] },
    })
  })
})
