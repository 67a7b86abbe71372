import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession } from '#contract/auth.ts'
import { cancelEmployeeMove, cancelTermination, terminateEmployee } from '#contract/staff/moves.ts'
import { createEmployee, getEmployee } from '#contract/staff.ts'
import { catchRefusal } from '#test/harness/catch-refusal.ts'
import { createMovesFixture, type MovesFixture, today } from './test-moves.ts'

let f: MovesFixture
beforeAll(async () => {
  f = await createMovesFixture()
})
afterAll(() => f?.t.drop())

describe('last day of an employee', () => {
  test('refuses a last day while clients or a team depend on the employee', async () => {
    const lead = await f.createStaffMember()
    const heir = await f.createStaffMember()
    const { id: clientId } = await f.t.make.client({ staff: { manager: lead.id } })
    expect(await catchRefusal(f.endEmployment(lead.id))).toEqual([
      409,
      'employee.hasClients',
      { clients: '1', handovers: '0' },
    ])
    const { id: handover } = await f.t.db
      .insertInto('handover')
      .values({
        role: 'manager',
        toId: heir.id,
        fromIds: [lead.id],
        clients: 1,
        capital: '0.00',
        effectiveOn: '2026-06-30',
        reason: 'a test',
        state: 'accepted',
        proposedBy: f.hr.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await f.t.db.insertInto('handoverClient').values({ handoverId: handover, clientId, fromId: lead.id }).execute()
    // Too late for a day before it, and the receiver stays.
    expect(await catchRefusal(f.endEmployment(lead.id, '2026-06-28'))).toEqual([
      409,
      'employee.hasClients',
      { clients: '1', handovers: '0' },
    ])
    expect(await catchRefusal(f.endEmployment(heir.id))).toEqual([
      409,
      'employee.hasClients',
      { clients: '0', handovers: '1' },
    ])
    const report = await f.createStaffMember(lead.id)
    expect(await catchRefusal(f.endEmployment(lead.id, '2026-06-30'))).toEqual([409, 'employee.hasTeam', { team: '1' }])
    await f.planMove(report.id, heir.id, lead.id, '2026-07-01')
    const coming = await f.createStaffMember()
    await f.planMove(coming.id, lead.id, null, '2026-09-01')
    expect(await catchRefusal(f.endEmployment(lead.id, '2026-06-30'))).toEqual([409, 'employee.hasTeam', { team: '1' }])
    const { planned } = await f.fetchEmployee(coming.id)
    await f.hr.call(cancelEmployeeMove, { params: { employeeId: coming.id, moveId: planned[0]!.id } })
    expect(await f.endEmployment(lead.id, '2026-06-30')).toEqual({ version: 2 })
  })

  test('access ends after the last day, which can be cancelled until then', async () => {
    const { id, cvl } = await f.createStaffMember()
    const caller = await f.t.as('manager', cvl)
    await f.endEmployment(id, '2026-06-16')
    expect(await f.fetchEmployee(id)).toMatchObject({
      state: 'leaving',
      terminatedOn: '2026-06-16',
      terminationReason: 'moves away',
    })
    await f.hr.call(cancelTermination, { params: { employeeId: id } })
    expect(await f.fetchEmployee(id)).toMatchObject({ state: 'active', terminatedOn: null, terminationReason: null })
    expect(await catchRefusal(f.hr.call(cancelTermination, { params: { employeeId: id } }))).toEqual([
      409,
      'conflict.changed',
    ])
    await f.endEmployment(id, today)
    await f.runStaffJobs()
    await caller.call(getSession, {})
    await f.runOnDay('2026-06-16', async () => {
      await Promise.all([f.runStaffJobs(), f.runStaffJobs()])
      const after = await f.t.as('hr')
      const shown = await after.call(getEmployee, { params: { employeeId: id } })
      expect(shown.state).toBe('left')
      expect(shown.access?.endedAt).toMatch(/^2026-06-16T/)
      expect(await catchRefusal(after.call(cancelTermination, { params: { employeeId: id } }))).toEqual([
        409,
        'employee.ended',
      ])
    })
    await expect(caller.call(getSession, {})).rejects.toMatchObject({ status: 401 })
    expect((await f.findAuditActions(id)).map(({ action }) => action)).toEqual([
      'employee.terminated',
      'employee.kept',
      'employee.terminated',
      'employee.accessEnded',
    ])
  })

  test('refuses a last day in the past, their own, or the last administrator’s', async () => {
    const { id, cvl } = await f.createStaffMember()
    expect(await catchRefusal(f.endEmployment(id, '2026-06-14'))).toEqual([
      400,
      'request.invalid',
      { lastDay: 'beforeToday' },
    ])
    const me = await f.t.as('hr', cvl)
    expect(await catchRefusal(f.endEmployment(id, today, me))).toEqual([409, 'approval.ownRecord'])
    const only = await f.createStaffMember()
    await f.t.as('admin', only.cvl)
    expect(await catchRefusal(f.endEmployment(only.id))).toEqual([409, 'lastAdministrator'])
    expect((await f.fetchEmployee(only.id)).state).toBe('active')
    await f.t.as('admin')
    await f.endEmployment(only.id)
    const version = (await f.fetchEmployee(id)).version
    const body = { version: version + 1, lastDay: today, reason: 'moves away' }
    expect(await catchRefusal(f.hr.call(terminateEmployee, { params: { employeeId: id }, body }))).toEqual([
      409,
      'conflict.changed',
    ])
  })

  test('a last day and a new report at the same moment exclude each other', async () => {
    for (let n = 0; n < 5; n++) {
      const lead = await f.createStaffMember()
      const body = {
        name: 'Eva',
        surname: '',
        position: 'advisor',
        officeId: lead.officeId,
        supervisorId: lead.id,
      } as const
      const both = await Promise.allSettled([f.hr.call(createEmployee, { body }), f.endEmployment(lead.id)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
