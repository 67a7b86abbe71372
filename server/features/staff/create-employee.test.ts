import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmployee } from '#contract/staff.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { catchRefusal } from '#test/harness/catch-refusal.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { createStaffFixture, reason, type StaffFixture } from './test-staff.ts'

let f: StaffFixture
beforeAll(async () => {
  f = await createStaffFixture()
})
afterAll(() => f?.t.drop())

let employeeCounter = 0

describe('new employees', () => {
  test('a new employee gets a CVL, the given data and a first history entry', async () => {
    const { id, cvl } = await f.addEmployee({
      email: `new${++employeeCounter}@firm.example`,
      phone: '912 34 56 78',
      phone2: '+351 912 345 678',
      hiredOn: '2026-06-01',
      probationEndOn: '2026-12-01',
      contractEndOn: '2027-05-31',
      weeklyHours: '37.50',
      employmentType: 'temporary',
      nationality: 'PT',
      birthDate: '1990-02-28',
      maritalStatus: 'widowed',
      gender: 'female',
      children: 2,
      address: { streetType: 'avenue', street: 'Diagonal', streetNumber: '12 bis', town: 'Barcelona' },
      secrets: { socialSecurityNumber: '28/12345678/40' },
    })
    expect(cvl).toMatch(/^D\d{7}$/)
    const shown = await f.readEmployee(id)
    expect(shown).toMatchObject({
      cvl,
      version: 1,
      phone: '+34912345678',
      phone2: '+351912345678',
      weeklyHours: '37.5',
      maritalStatus: 'widowed',
      children: 2,
      supervisor: { id: f.superiorEmployee.id, name: 'Begoña' },
      address: { streetType: 'avenue', street: 'Diagonal', streetNumber: '12 bis', floor: null, town: 'Barcelona' },
      secrets: { socialSecurityNumber: '···· 7840', payrollAccount: null },
      ownRecord: false,
      access: null,
    })
    expect(shown.moves).toMatchObject([
      { fromName: null, supervisorId: f.superiorEmployee.id, effectiveOn: '2026-06-01' },
    ])
    const { after, user_id } = await f.findAuditEvents(id, 'employee.created')
    expect(user_id).toBe(f.hr.userId)
    expect(after).toMatchObject({ cvl, position: 'advisor', weeklyHours: '37.5', supervisor: f.superiorEmployee.cvl })
    // A keyed hash is no part of the value, though its digits may look like one.
    const text = JSON.stringify(after).replaceAll(/#[0-9a-f]{12}/g, '')
    for (const secret of ['Iñaki', 'Núñez', '912345678', '1990', '2100', 'widowed', 'Diagonal'])
      expect(text).not.toContain(secret)
    expect(after.socialSecurityNumber).toMatch(/^···· 7840 #[0-9a-f]{12}$/)
  })

  test('refuses an invalid new employee, naming each field', async () => {
    const cases: [object, Record<string, string>][] = [
      [{ secrets: { iban: 'ES9121000418450200051333' } }, { 'secrets.iban': 'iban' }],
      [{ secrets: { payrollAccount: '032180000118359719' } }, { 'secrets.payrollAccount': 'iban' }],
      [{ secrets: { socialSecurityNumber: '281234567899' } }, { 'secrets.socialSecurityNumber': 'socialSecurity' }],
      [{ phone: '12345678' }, { phone: 'phone' }],
      [{ hiredOn: '2026-06-01', probationEndOn: '2026-05-31' }, { probationEndOn: 'order' }],
      [{ hiredOn: '2026-06-01', contractEndOn: '2026-05-31' }, { contractEndOn: 'order' }],
      [{ birthDate: '2026-06-15' }, { birthDate: 'future' }],
      [{ officeId: '999' }, { officeId: 'unknown' }],
      [{ subcompanyId: '999' }, { subcompanyId: 'unknown' }],
      [{ supervisorId: '999' }, { supervisorId: 'unknown' }],
      [{ nationality: 'ZZ' }, { nationality: 'custom' }],
      [{ weeklyHours: '81' }, { weeklyHours: 'custom' }],
      [{ email: 'nobody' }, { email: 'invalid_format' }],
      [
        { version: 3, terminatedOn: '2026-01-01' },
        { version: 'unknown', terminatedOn: 'unknown' },
      ],
      [{ address: { planet: 'Mars' } }, { planet: 'unknown' }],
    ]
    for (const [more, fields] of cases) {
      const [status, code, named] = await catchRefusal(f.addEmployee(more))
      expect([status, code, Object.values(named as object)], JSON.stringify(more)).toEqual([
        400,
        'request.invalid',
        Object.values(fields),
      ])
      expect(
        Object.keys(named as object)
          .map((key) => key.split('.').at(-1))
          .sort(),
      ).toEqual(
        Object.keys(fields)
          .map((key) => key.split('.').at(-1))
          .sort(),
      )
    }
    // A keyed hash of another account may have the last four digits of this one.
    expect((await f.t.owner.query(`select from dino.audit_event where after::text like '%· 1333%'`)).rowCount).toBe(0)
    expect((await f.t.owner.query(`select from dino.audit_event where after::text like '%51333%'`)).rowCount).toBe(0)
  })

  test('refuses the e-mail of another employee, whatever its case, even simultaneously', async () => {
    const email = `twice${++employeeCounter}@firm.example`
    const both = await Promise.allSettled([f.addEmployee({ email }), f.addEmployee({ email: email.toUpperCase() })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await catchRefusal(f.addEmployee({ email }))).toEqual([409, 'employee.emailTaken', { email: 'ofAnother' }])
    const { rows } = await f.t.owner.query('select id from dino.employee where lower(email) = $1', [email])
    await f.t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [rows[0].id])
    await f.addEmployee({ email })
  })

  test('an employee in Mexico has a CLABE, in Portugal an IBAN', async () => {
    for (const [prefix, account, code] of [
      ['cfl', '032180000118359719', 'clabe'],
      ['dino_uab', 'PT50000201231234567890154', 'iban'],
    ] as const) {
      const there = await createTestTenant(prefix)
      await setDisabledTasks(there.db, ['employeeAccount'])
      const caller = await there.as('hr')
      const { id: officeId } = await there.make.office()
      const body = { name: 'Ana', surname: '', position: 'hr', officeId, supervisorId: null } as const
      const { id, cvl } = await caller.call(createEmployee, {
        body: { ...body, secrets: { payrollAccount: account }, reason },
      })
      expect(cvl).toMatch(prefix === 'cfl' ? /^C/ : /^U/)
      expect((await f.readEmployee(id, caller)).secrets.payrollAccount).toBe(`···· ${account.slice(-4)}`)
      expect(
        await catchRefusal(
          caller.call(createEmployee, { body: { ...body, secrets: { iban: account.replace(/.$/, '0') }, reason } }),
        ),
      ).toEqual([400, 'request.invalid', { 'secrets.iban': code }])
      await there.drop()
    }
  })
})
