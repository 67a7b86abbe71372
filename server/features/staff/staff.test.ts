import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeEmployee,
  createEmployee,
  getEmployee,
  getStaffOptions,
  listStaff,
  revealEmployeeSensitiveData,
} from '#contract/staff.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
let superiorEmployee: { id: string; cvl: string; officeId: string }
beforeAll(async () => {
  t = await createTestTenant('dino')
  // Who decides on accounts has tests of its own.
  await setDisabledTasks(t.db, ['employeeAccount'])
  hr = await t.as('hr')
  superiorEmployee = await t.make.employee({ position: 'supervisor', name: 'Begoña' })
})
afterAll(() => t.drop())

let employeeCounter = 0
const reason = 'Lo ha pedido por escrito'
const callCreateEmployee = async (more: object = {}, caller = hr) => {
  const body = {
    name: 'Iñaki',
    surname: 'Núñez',
    position: 'advisor',
    officeId: superiorEmployee.officeId,
    supervisorId: superiorEmployee.id,
  }
  return caller.call(createEmployee, { body: { ...body, reason, ...more } as never })
}
const fetchEmployee = (employeeId: string, caller = hr) => caller.call(getEmployee, { params: { employeeId } })
const callChangeEmployee = async (employeeId: string, body: object, caller = hr) => {
  const { version } = await caller.call(changeEmployee, { params: { employeeId }, body: body as never })
  return { version }
}
const catchRefusal = async (work: Promise<unknown>) => {
  const error = (await work.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason,
  )) as { status: number; code: string; fields?: Record<string, string> }
  return [error.status, error.code, error.fields]
}
const findAuditEvents = async (employeeId: string, action: string) => {
  const { rows } = await t.owner.query(
    `select user_id, before, after from dino.audit_event where entity = 'employee' and entity_id = $1 and action = $2 order by id desc limit 1`,
    [employeeId, action],
  )
  return rows[0]
}
const spacedIban = 'ES91 2100 0418 4502 0005 1332'

describe('the list of employees', () => {
  test('finds employees by name, CVL, e-mail and phone, ignoring accents, and by filter', async () => {
    const { id, cvl } = await callCreateEmployee({
      surname: 'Ybáñez',
      email: 'ybanez@firm.example',
      phone: '600 11 22 33',
      hiredOn: '2025-03-01',
    })
    const found = async (query: object) =>
      (await hr.call(listStaff.page, { query })).rows.map((row) => row.id).includes(id)
    for (const search of ['ybanez', 'YBÁÑEZ iñaki', cvl, 'banez@firm', '600112233', '+34 600'])
      expect(await found({ search }), search).toBe(true)
    expect(await found({ search: 'ybanez nobody' })).toBe(false)
    expect(
      await found({
        supervisor: superiorEmployee.id,
        position: 'advisor',
        office: superiorEmployee.officeId,
        state: 'active',
      }),
    ).toBe(true)
    expect(await found({ hiredFrom: '2025-03-01', hiredTo: '2025-03-01' })).toBe(true)
    expect(await found({ hiredFrom: '2025-03-02' })).toBe(false)
    expect(await found({ state: 'left' })).toBe(false)
    expect((await hr.call(listStaff.count, { query: { search: 'ybanez' } })).total).toBe(1)
  })

  test('sorts employees in plain alphabetical order and exports them with labels', async () => {
    for (const surname of ['Ávila', 'Azor', 'Abad']) await callCreateEmployee({ name: 'Orden', surname })
    const query = { search: 'orden' }
    const names = (await hr.call(listStaff.page, { query })).rows.map(({ fullName }) => fullName)
    expect(names).toEqual(['Abad, Orden', 'Ávila, Orden', 'Azor, Orden'])
    for (const sort of listStaff.sortable)
      expect((await hr.call(listStaff.page, { query: { ...query, sort, direction: 'desc' } })).rows).toHaveLength(3)
    const { body } = await hr.send(listStaff.exportRows, {
      query: { ...query, format: 'csv', columns: 'fullName,position,state' },
    })
    expect(body).toContain('"Abad, Orden";Asesor;En activo')
  })

  test('lists, counts, filters and opens only employees in scope', async () => {
    const lead = await t.make.employee({ position: 'supervisor' })
    const theirs = await callCreateEmployee({ supervisorId: lead.id })
    const other = await callCreateEmployee()
    const caller = await t.as('supervisor', lead.cvl)
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('supervisor', 'bt_RRHH', '{view,create,edit,delete}', 'team')`,
    )
    expect((await caller.call(listStaff.page, {})).rows.map(({ id }) => id).sort()).toEqual([lead.id, theirs.id].sort())
    expect((await caller.call(listStaff.count, {})).total).toBe(2)
    expect((await caller.call(getStaffOptions, {})).people.map(({ id }) => id).sort()).toEqual(
      [lead.id, theirs.id].sort(),
    )
    for (const call of [
      () => fetchEmployee(other.id, caller),
      () => callChangeEmployee(other.id, { version: 1, name: 'X' }, caller),
      () => caller.call(revealEmployeeSensitiveData, { params: { employeeId: other.id } }),
    ])
      expect((await catchRefusal(call())).slice(0, 2)).toEqual([404, 'notFound'])
    expect(await callChangeEmployee(theirs.id, { version: 1, name: 'Nuria' }, caller)).toEqual({ version: 2 })
    // Nobody puts a record where they would not see it.
    expect(await catchRefusal(callCreateEmployee({ supervisorId: superiorEmployee.id }, caller))).toEqual([
      400,
      'request.invalid',
      { supervisorId: 'unknown' },
    ])
    expect(await catchRefusal(callCreateEmployee({ supervisorId: null }, caller))).toEqual([
      400,
      'request.invalid',
      { supervisorId: 'outOfReach' },
    ])
    expect((await fetchEmployee((await callCreateEmployee({ supervisorId: lead.id }, caller)).id)).supervisor?.id).toBe(
      lead.id,
    )
    await t.owner.query('delete from dino.role_grant')
  })
})

describe('new employees', () => {
  test('a new employee gets a CVL, the given data and a first history entry', async () => {
    const { id, cvl } = await callCreateEmployee({
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
    const shown = await fetchEmployee(id)
    expect(shown).toMatchObject({
      cvl,
      version: 1,
      phone: '+34912345678',
      phone2: '+351912345678',
      weeklyHours: '37.5',
      maritalStatus: 'widowed',
      children: 2,
      supervisor: { id: superiorEmployee.id, name: 'Begoña' },
      address: { streetType: 'avenue', street: 'Diagonal', streetNumber: '12 bis', floor: null, town: 'Barcelona' },
      secrets: { socialSecurityNumber: '···· 7840', payrollAccount: null },
      ownRecord: false,
      access: null,
    })
    expect(shown.moves).toMatchObject([
      { fromName: null, supervisorId: superiorEmployee.id, effectiveOn: '2026-06-01' },
    ])
    const { after, user_id } = await findAuditEvents(id, 'employee.created')
    expect(user_id).toBe(hr.userId)
    expect(after).toMatchObject({ cvl, position: 'advisor', weeklyHours: '37.5', supervisor: superiorEmployee.cvl })
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
      const [status, code, named] = await catchRefusal(callCreateEmployee(more))
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
    expect((await t.owner.query(`select from dino.audit_event where after::text like '%· 1333%'`)).rowCount).toBe(0)
    expect((await t.owner.query(`select from dino.audit_event where after::text like '%51333%'`)).rowCount).toBe(0)
  })

  test('refuses the e-mail of another employee, whatever its case, even simultaneously', async () => {
    const email = `twice${++employeeCounter}@firm.example`
    const both = await Promise.allSettled([
      callCreateEmployee({ email }),
      callCreateEmployee({ email: email.toUpperCase() }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await catchRefusal(callCreateEmployee({ email }))).toEqual([
      409,
      'employee.emailTaken',
      { email: 'ofAnother' },
    ])
    const { rows } = await t.owner.query('select id from dino.employee where lower(email) = $1', [email])
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [rows[0].id])
    await callCreateEmployee({ email })
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
      expect((await fetchEmployee(id, caller)).secrets.payrollAccount).toBe(`···· ${account.slice(-4)}`)
      expect(
        await catchRefusal(
          caller.call(createEmployee, { body: { ...body, secrets: { iban: account.replace(/.$/, '0') }, reason } }),
        ),
      ).toEqual([400, 'request.invalid', { 'secrets.iban': code }])
      await there.drop()
    }
  })
})

describe('changes of an employee', () => {
  test('changing some fields leaves the others and audits the old values', async () => {
    const { id } = await callCreateEmployee({
      hiredOn: '2025-01-01',
      weeklyHours: '40',
      personalEmail: 'me@home.example',
      secrets: { socialSecurityNumber: '281234567840' },
    })
    expect(
      await callChangeEmployee(id, {
        version: 1,
        weeklyHours: '20',
        personalEmail: null,
        secrets: { socialSecurityNumber: null },
        address: { town: 'Vigo' },
      }),
    ).toEqual({ version: 2 })
    expect(await fetchEmployee(id)).toMatchObject({
      version: 2,
      weeklyHours: '20',
      personalEmail: null,
      hiredOn: '2025-01-01',
      secrets: { socialSecurityNumber: null },
      address: { town: 'Vigo' },
    })
    const { before, after } = await findAuditEvents(id, 'employee.changed')
    expect(before).toMatchObject({
      weeklyHours: '40',
      socialSecurityNumber: expect.stringMatching(/^···· 7840 #/),
      town: null,
    })
    expect(after).toMatchObject({ weeklyHours: '20', socialSecurityNumber: null, personalEmail: null })
    expect(JSON.stringify([before, after])).not.toMatch(/home\.example|Vigo/)
    // Nothing new: no version, no row.
    expect(await callChangeEmployee(id, { version: 2, weeklyHours: '20.00' })).toEqual({ version: 2 })
    expect(await catchRefusal(callChangeEmployee(id, { version: 2, contractEndOn: '2024-12-31' }))).toEqual([
      400,
      'request.invalid',
      { contractEndOn: 'order' },
    ])
    expect(
      await catchRefusal(callChangeEmployee(id, { version: 2, hiredOn: '2025-01-01', supervisorId: null })),
    ).toEqual([400, 'request.invalid', { supervisorId: 'unknown' }])
  })

  test('refuses a change made on an older version of the employee', async () => {
    const { id } = await callCreateEmployee()
    const both = await Promise.allSettled([
      callChangeEmployee(id, { version: 1, name: 'Uno' }),
      callChangeEmployee(id, { version: 1, name: 'Dos' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await catchRefusal(callChangeEmployee(id, { version: 1, name: 'Tres' }))).slice(0, 2)).toEqual([
      409,
      'conflict.changed',
    ])
  })

  test('refuses control and direction characters in one-line fields and keeps lines of notes', async () => {
    const { id } = await callCreateEmployee()
    const version = 1
    for (const surname of ['B\r\nBcc: x@y.example', 'B\u0007', 'B\u202egnp.exe', 'B\u2066C', 'B\tC'])
      expect(await catchRefusal(callChangeEmployee(id, { version, surname })), JSON.stringify(surname)).toMatchObject([
        400,
        'request.invalid',
        { surname: 'controlCharacter' },
      ])
    expect(await catchRefusal(callChangeEmployee(id, { version, workSchedule: 'L\u0007' }))).toMatchObject([
      400,
      'request.invalid',
      { workSchedule: 'controlCharacter' },
    ])
    await callChangeEmployee(id, { version, surname: 'Muñoz-Şahin', workSchedule: 'L a J: 9–18\r\nV:\t9–15' })
    expect(await fetchEmployee(id)).toMatchObject({ surname: 'Muñoz-Şahin', workSchedule: 'L a J: 9–18\nV:\t9–15' })
  })

  test('refuses changes to an employee by themselves and by their declared relatives', async () => {
    const { id, cvl } = await callCreateEmployee()
    const me = await t.as('hr', cvl)
    const { id: relative } = await callCreateEmployee()
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relation) values ($2, $1, 'sibling')`,
      [relative, id],
    )
    for (const employeeId of [id, relative])
      for (const body of [
        { position: 'direction' },
        { phone: '600112233' },
        { secrets: { payrollAccount: spacedIban } },
      ])
        expect((await catchRefusal(callChangeEmployee(employeeId, { version: 1, ...body }, me))).slice(0, 2)).toEqual([
          409,
          'approval.ownRecord',
        ])
    expect((await fetchEmployee(id, me)).ownRecord).toBe(true)
    expect((await fetchEmployee(relative)).relatives).toMatchObject([{ relation: 'sibling', employeeId: id }])
  })

  test('users who may edit change employees and see numbers in clear, which is audited', async () => {
    const { id } = await callCreateEmployee({ secrets: { iban: spacedIban } })
    const direction = await t.as('direction')
    expect((await fetchEmployee(id, direction)).secrets.iban).toBe('···· 1332')
    for (const call of [
      () => callChangeEmployee(id, { version: 1, name: 'X' }, direction),
      () => direction.call(revealEmployeeSensitiveData, { params: { employeeId: id } }),
      () => callCreateEmployee({}, direction),
    ])
      expect((await catchRefusal(call())).slice(0, 2)).toEqual([403, 'permission.missing'])
    const shown = await hr.call(revealEmployeeSensitiveData, { params: { employeeId: id } })
    expect(shown).toEqual({ iban: 'ES9121000418450200051332', payrollAccount: null, socialSecurityNumber: null })
    expect(await findAuditEvents(id, 'employee.secretsShown')).toMatchObject({
      user_id: hr.userId,
      after: { fields: ['iban'] },
    })
  })
})

test('lists 400 employees page by page', async () => {
  await t.owner.query(`insert into dino.cvl (code) select 'Q' || lpad(n::text, 7, '0') from generate_series(1, 400) n`)
  await t.owner.query(
    `insert into dino.employee (cvl, name, surname, position, office_id, supervisor_id)
     select 'Q' || lpad(n::text, 7, '0'), 'Ana', 'Gómez ' || n, 'advisor', $1, $2 from generate_series(1, 400) n`,
    [superiorEmployee.officeId, superiorEmployee.id],
  )
  const { rows } = await hr.call(listStaff.page, {
    query: { search: 'gomez', sort: 'supervisorName', pageSize: '100' },
  })
  expect(rows).toHaveLength(100)
})
