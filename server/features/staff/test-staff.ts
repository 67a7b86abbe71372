import { changeEmployee, createEmployee, getEmployee } from '#contract/staff.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<TestTenant['as']>>
export type StaffFixture = Awaited<ReturnType<typeof createStaffFixture>>

export const reason = 'Lo ha pedido por escrito'
export const spacedIban = 'ES91 2100 0418 4502 0005 1332'

/** A firm with a supervisor, whose people the one of human resources keeps. */
export const createStaffFixture = async () => {
  const t = await createTestTenant('dino')
  // Who decides on accounts has tests of its own.
  await setDisabledTasks(t.db, ['employeeAccount'])
  const hr = await t.as('hr')
  const superiorEmployee = await t.make.employee({ position: 'supervisor', name: 'Begoña' })
  const addEmployee = async (more: object = {}, caller: Caller = hr) => {
    const body = {
      name: 'Iñaki',
      surname: 'Núñez',
      position: 'advisor',
      officeId: superiorEmployee.officeId,
      supervisorId: superiorEmployee.id,
    }
    return caller.call(createEmployee, { body: { ...body, reason, ...more } as never })
  }
  const readEmployee = (employeeId: string, caller: Caller = hr) => caller.call(getEmployee, { params: { employeeId } })
  const updateEmployee = async (employeeId: string, body: object, caller: Caller = hr) => {
    const { version } = await caller.call(changeEmployee, { params: { employeeId }, body: body as never })
    return { version }
  }
  const findAuditEvents = async (employeeId: string, action: string) => {
    const { rows } = await t.owner.query(
      `select user_id, before, after from dino.audit_event where entity = 'employee' and entity_id = $1 and action = $2 order by id desc limit 1`,
      [employeeId, action],
    )
    return rows[0]
  }
  return { t, hr, superiorEmployee, addEmployee, readEmployee, updateEmployee, findAuditEvents }
}
