import { moveEmployee, terminateEmployee } from '#contract/staff/moves.ts'
import { getEmployee } from '#contract/staff.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { applyDueMoves } from './apply-due-moves.ts'
import { endAccessOfLeavers } from './end-access.ts'

export type MovesFixture = Awaited<ReturnType<typeof createMovesFixture>>

export const today = '2026-06-15'

/** A firm whose days pass as a test wants it, in which nobody else decides on moves. */
export const createMovesFixture = async () => {
  const clock = { now: Date.parse('2026-06-15T10:00:00Z') }
  const t = await createTestTenant('dino', () => clock.now)
  // Who decides what somebody gains by a move is told in guarded-moves.test.ts.
  await setDisabledTasks(t.db, ['staffMove'])
  const hr = await t.as('hr')
  const createStaffMember = (supervisorId?: string) => t.make.employee(supervisorId ? { supervisorId } : {})
  const fetchEmployee = (employeeId: string) => hr.call(getEmployee, { params: { employeeId } })
  const planMove = (
    employeeId: string,
    supervisorId: string | null,
    fromId: string | null,
    effectiveOn = today,
    caller = hr,
  ) =>
    caller.call(moveEmployee, { params: { employeeId }, body: { supervisorId, fromId, effectiveOn, reason: 'a test' } })
  const endEmployment = async (employeeId: string, lastDay = today, caller = hr) =>
    caller.call(terminateEmployee, {
      params: { employeeId },
      body: { version: (await fetchEmployee(employeeId)).version, lastDay, reason: 'moves away' },
    })
  /** What the worker does once a second. */
  const runStaffJobs = async () => {
    const day = getBusinessDate('dino', () => clock.now)
    await applyDueMoves(t.db, day, clock.now)
    await endAccessOfLeavers(t.db, day, clock.now)
  }
  /** Goes to noon of that day, and back after. */
  const runOnDay = async (day: string, then: () => Promise<void>) => {
    const before = clock.now
    clock.now = Date.parse(`${day}T10:00:00Z`)
    try {
      await then()
    } finally {
      clock.now = before
    }
  }
  const findAuditActions = async (employeeId: string) =>
    (
      await t.owner.query(
        `select action, user_id from dino.audit_event where entity_id = $1 and entity = 'employee' order by id`,
        [employeeId],
      )
    ).rows
  return { t, hr, createStaffMember, fetchEmployee, planMove, endEmployment, runStaffJobs, runOnDay, findAuditActions }
}
