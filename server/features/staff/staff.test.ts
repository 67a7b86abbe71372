import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getStaffOptions, listStaff, revealEmployeeSensitiveData } from '#contract/staff.ts'
import { catchRefusal } from '#test/harness/catch-refusal.ts'
import { createStaffFixture, type StaffFixture } from './test-staff.ts'

let f: StaffFixture
beforeAll(async () => {
  f = await createStaffFixture()
})
afterAll(() => f?.t.drop())

describe('the list of employees', () => {
  test('finds employees by name, CVL, e-mail and phone, ignoring accents, and by filter', async () => {
    const { id, cvl } = await f.addEmployee({
      surname: 'Ybáñez',
      email: 'ybanez@firm.example',
      phone: '600 11 22 33',
      hiredOn: '2025-03-01',
    })
    const found = async (query: object) =>
      (await f.hr.call(listStaff.page, { query })).rows.map((row) => row.id).includes(id)
    for (const search of ['ybanez', 'YBÁÑEZ iñaki', cvl, 'banez@firm', '600112233', '+34 600'])
      expect(await found({ search }), search).toBe(true)
    expect(await found({ search: 'ybanez nobody' })).toBe(false)
    expect(
      await found({
        supervisor: f.superiorEmployee.id,
        position: 'advisor',
        office: f.superiorEmployee.officeId,
        state: 'active',
      }),
    ).toBe(true)
    expect(await found({ hiredFrom: '2025-03-01', hiredTo: '2025-03-01' })).toBe(true)
    expect(await found({ hiredFrom: '2025-03-02' })).toBe(false)
    expect(await found({ state: 'left' })).toBe(false)
    expect((await f.hr.call(listStaff.count, { query: { search: 'ybanez' } })).total).toBe(1)
  })

  test('sorts employees in plain alphabetical order and exports them with labels', async () => {
    for (const surname of ['Ávila', 'Azor', 'Abad']) await f.addEmployee({ name: 'Orden', surname })
    const query = { search: 'orden' }
    const names = (await f.hr.call(listStaff.page, { query })).rows.map(({ fullName }) => fullName)
    expect(names).toEqual(['Abad, Orden', 'Ávila, Orden', 'Azor, Orden'])
    for (const sort of listStaff.sortable)
      expect((await f.hr.call(listStaff.page, { query: { ...query, sort, direction: 'desc' } })).rows).toHaveLength(3)
    const { body } = await f.hr.send(listStaff.exportRows, {
      query: { ...query, format: 'csv', columns: 'fullName,position,state' },
    })
    expect(body).toContain('"Abad, Orden";Asesor;En activo')
  })

  test('lists, counts, filters and opens only employees in scope', async () => {
    const lead = await f.t.make.employee({ position: 'supervisor' })
    const theirs = await f.addEmployee({ supervisorId: lead.id })
    const other = await f.addEmployee()
    const caller = await f.t.as('supervisor', lead.cvl)
    await f.t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('supervisor', 'bt_RRHH', '{view,create,edit,delete}', 'team')`,
    )
    expect((await caller.call(listStaff.page, {})).rows.map(({ id }) => id).sort()).toEqual([lead.id, theirs.id].sort())
    expect((await caller.call(listStaff.count, {})).total).toBe(2)
    expect((await caller.call(getStaffOptions, {})).people.map(({ id }) => id).sort()).toEqual(
      [lead.id, theirs.id].sort(),
    )
    for (const call of [
      () => f.readEmployee(other.id, caller),
      () => f.updateEmployee(other.id, { version: 1, name: 'X' }, caller),
      () => caller.call(revealEmployeeSensitiveData, { params: { employeeId: other.id } }),
    ])
      expect((await catchRefusal(call())).slice(0, 2)).toEqual([404, 'notFound'])
    expect(await f.updateEmployee(theirs.id, { version: 1, name: 'Nuria' }, caller)).toEqual({ version: 2 })
    // Nobody puts a record where they would not see it.
    expect(await catchRefusal(f.addEmployee({ supervisorId: f.superiorEmployee.id }, caller))).toEqual([
      400,
      'request.invalid',
      { supervisorId: 'unknown' },
    ])
    expect(await catchRefusal(f.addEmployee({ supervisorId: null }, caller))).toEqual([
      400,
      'request.invalid',
      { supervisorId: 'outOfReach' },
    ])
    expect((await f.readEmployee((await f.addEmployee({ supervisorId: lead.id }, caller)).id)).supervisor?.id).toBe(
      lead.id,
    )
    await f.t.owner.query('delete from dino.role_grant')
  })
})

test('lists 400 employees page by page', async () => {
  await f.t.owner.query(
    `insert into dino.cvl (code) select 'Q' || lpad(n::text, 7, '0') from generate_series(1, 400) n`,
  )
  await f.t.owner.query(
    `insert into dino.employee (cvl, name, surname, position, office_id, supervisor_id)
     select 'Q' || lpad(n::text, 7, '0'), 'Ana', 'Gómez ' || n, 'advisor', $1, $2 from generate_series(1, 400) n`,
    [f.superiorEmployee.officeId, f.superiorEmployee.id],
  )
  const { rows } = await f.hr.call(listStaff.page, {
    query: { search: 'gomez', sort: 'supervisorName', pageSize: '100' },
  })
  expect(rows).toHaveLength(100)
})
