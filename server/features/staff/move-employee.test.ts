import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getSession } from '#contract/auth.ts'
import {
  cancelEmployeeMove,
  cancelTermination,
  createEmployee,
  getEmployee,
  moveEmployee,
  terminateEmployee,
} from '#contract/staff.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { applyDueMoves } from './apply-due-moves.ts'
import { endAccessOfLeavers } from './end-access.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
let nowMs = Date.parse('2026-06-15T10:00:00Z')
const today = '2026-06-15'
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
  // Who decides what somebody gains by a move is told in guarded-moves.test.ts.
  await setDisabledTasks(t.db, ['staffMove'])
  hr = await t.as('hr')
})
afterAll(() => t.drop())

const createStaffMember = (supervisorId?: string) => t.make.employee(supervisorId ? { supervisorId } : {})
const fetchEmployee = (employeeId: string) => hr.call(getEmployee, { params: { employeeId } })
const callMoveEmployee = (
  employeeId: string,
  supervisorId: string | null,
  fromId: string | null,
  effectiveOn = today,
  caller = hr,
) =>
  caller.call(moveEmployee, { params: { employeeId }, body: { supervisorId, fromId, effectiveOn, reason: 'a test' } })
const callTerminateEmployee = async (employeeId: string, lastDay = today, caller = hr) =>
  caller.call(terminateEmployee, {
    params: { employeeId },
    body: { version: (await fetchEmployee(employeeId)).version, lastDay, reason: 'moves away' },
  })
const catchRefusal = async (work: Promise<unknown>) => {
  const { status, code, fields } = (await work.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason,
  )) as { status: number; code: string; fields?: Record<string, string> }
  return [status, code, ...(fields ? [fields] : [])]
}
/** What the worker does once a second. */
const runStaffJobs = async () => {
  await applyDueMoves(
    t.db,
    getBusinessDate('dino', () => nowMs),
    nowMs,
  )
  await endAccessOfLeavers(
    t.db,
    getBusinessDate('dino', () => nowMs),
    nowMs,
  )
}
/** Goes to noon of that day, and back after. */
const runOnDay = async (day: string, then: () => Promise<void>) => {
  const before = nowMs
  nowMs = Date.parse(`${day}T10:00:00Z`)
  try {
    await then()
  } finally {
    nowMs = before
  }
}
const findTeamIds = async (supervisorId: string): Promise<string[]> =>
  (
    await t.owner.query(
      `select employee_id::text as id from dino.employee_team where supervisor_id = $1 order by employee_id`,
      [supervisorId],
    )
  ).rows.map(({ id }) => id)
const findAuditActions = async (employeeId: string) =>
  (
    await t.owner.query(
      `select action, user_id from dino.audit_event where entity_id = $1 and entity = 'employee' order by id`,
      [employeeId],
    )
  ).rows

describe('moves of employees', () => {
  test('makes a move dated today at once and keeps its history', async () => {
    const one = await createStaffMember()
    const other = await createStaffMember()
    const { id } = await createStaffMember(one.id)
    expect(await callMoveEmployee(id, other.id, one.id)).toEqual({ state: 'done', approvalId: null })
    const { supervisor, moves, planned } = await fetchEmployee(id)
    expect(supervisor?.id).toBe(other.id)
    expect(moves).toMatchObject([{ supervisorId: other.id, effectiveOn: today, failure: null }])
    expect(planned).toEqual([])
    expect(await findTeamIds(other.id)).toContain(id)
    expect(await findTeamIds(one.id)).not.toContain(id)
    expect(await findAuditActions(id)).toEqual([{ action: 'employee.moved', user_id: hr.userId }])
  })

  test('refuses a move under oneself, today and as a plan', async () => {
    const top = await createStaffMember()
    const middle = await createStaffMember(top.id)
    const low = await createStaffMember(middle.id)
    for (const below of [top.id, middle.id, low.id])
      expect(await catchRefusal(callMoveEmployee(top.id, below, null))).toEqual([409, 'employee.cycle'])
    // By then low will be at the top, so nothing stands against it.
    expect(await callMoveEmployee(low.id, null, middle.id, '2026-07-01')).toEqual({
      state: 'planned',
      approvalId: null,
    })
    expect(await catchRefusal(callMoveEmployee(top.id, low.id, null, '2026-06-30'))).toEqual([409, 'employee.cycle'])
    expect(await callMoveEmployee(top.id, low.id, null, '2026-07-02')).toEqual({ state: 'planned', approvalId: null })
  })

  test('refuses an invalid move', async () => {
    const one = await createStaffMember()
    const other = await createStaffMember()
    const { id, cvl } = await createStaffMember(one.id)
    const invalid = (fields: object) => [400, 'request.invalid', fields]
    expect(await catchRefusal(callMoveEmployee(id, other.id, one.id, '2026-06-14'))).toEqual(
      invalid({ effectiveOn: 'beforeToday' }),
    )
    expect(await catchRefusal(callMoveEmployee(id, one.id, one.id))).toEqual(invalid({ supervisorId: 'same' }))
    expect(await catchRefusal(callMoveEmployee(id, '999999', one.id))).toEqual(invalid({ supervisorId: 'unknown' }))
    expect(await catchRefusal(callMoveEmployee(id, other.id, other.id))).toEqual([409, 'conflict.changed'])
    expect(await catchRefusal(callMoveEmployee('999999', other.id, one.id))).toEqual([404, 'notFound'])
    const me = await t.as('hr', cvl)
    expect(await catchRefusal(callMoveEmployee(id, other.id, one.id, today, me))).toEqual([409, 'approval.ownRecord'])
    await callMoveEmployee(id, other.id, one.id, '2026-07-01')
    expect(await catchRefusal(callMoveEmployee(id, null, one.id, '2026-07-01'))).toEqual(
      invalid({ effectiveOn: 'planned' }),
    )
    await callTerminateEmployee(other.id, '2026-12-31').catch(() => undefined)
    const leaving = await createStaffMember()
    await callTerminateEmployee(leaving.id, '2026-12-31')
    expect(await catchRefusal(callMoveEmployee(id, leaving.id, one.id))).toEqual(invalid({ supervisorId: 'leaving' }))
    expect(await catchRefusal(callMoveEmployee(leaving.id, one.id, null, '2027-01-01'))).toEqual([
      409,
      'employee.ended',
    ])
  })

  test('a planned move is listed, can be withdrawn, and is made once', async () => {
    const one = await createStaffMember()
    const other = await createStaffMember()
    const { id } = await createStaffMember(one.id)
    const still = await createStaffMember(one.id)
    await callMoveEmployee(id, other.id, one.id, '2026-06-20')
    await callMoveEmployee(still.id, other.id, one.id, '2026-06-20')
    const [planned] = (await fetchEmployee(still.id)).planned
    expect(planned).toMatchObject({ supervisorId: other.id, effectiveOn: '2026-06-20' })
    expect((await fetchEmployee(other.id)).reports.map((person) => person.id).sort()).toEqual([id, still.id].sort())
    const params = { employeeId: still.id, moveId: planned!.id }
    expect(await catchRefusal(hr.call(cancelEmployeeMove, { params: { ...params, employeeId: id } }))).toEqual([
      404,
      'notFound',
    ])
    await hr.call(cancelEmployeeMove, { params })
    expect(await catchRefusal(hr.call(cancelEmployeeMove, { params }))).toEqual([404, 'notFound'])
    await runOnDay('2026-06-19', async () => {
      await runStaffJobs()
      expect(await findTeamIds(one.id)).toContain(id)
    })
    await runOnDay('2026-06-21', async () => {
      await Promise.all([runStaffJobs(), runStaffJobs()])
      await runStaffJobs()
    })
    expect((await fetchEmployee(id)).supervisor?.id).toBe(other.id)
    expect((await fetchEmployee(still.id)).supervisor?.id).toBe(one.id)
    expect(await findAuditActions(id)).toEqual([
      { action: 'employee.movePlanned', user_id: hr.userId },
      { action: 'employee.moved', user_id: null },
    ])
  })

  test('marks a planned move that became impossible, notifies its maker and makes the others', async () => {
    const one = await createStaffMember()
    const other = await createStaffMember()
    const third = await createStaffMember()
    const free = await createStaffMember()
    await callMoveEmployee(one.id, other.id, null, '2026-08-01')
    await callMoveEmployee(free.id, third.id, null, '2026-08-01')
    await callMoveEmployee(other.id, one.id, null)
    await runOnDay('2026-08-01', runStaffJobs)
    await runOnDay('2026-08-02', runStaffJobs)
    expect(await fetchEmployee(one.id)).toMatchObject({ supervisor: null, planned: [], moves: [{ failure: 'cycle' }] })
    expect((await fetchEmployee(free.id)).supervisor?.id).toBe(third.id)
    const { rows } = await t.owner.query(`select kind, link, params from registry.notification where user_id = $1`, [
      hr.userId,
    ])
    expect(rows).toEqual([
      { kind: 'employee.moveFailed', link: `/crm/RRHH/${one.id}`, params: { cvl: one.cvl, date: '2026-08-01' } },
    ])
    expect((await findAuditActions(one.id)).at(-1)).toEqual({ action: 'employee.moveFailed', user_id: null })
  })

  test('simultaneous moves never form a circle', async () => {
    for (let n = 0; n < 5; n++) {
      const one = await createStaffMember()
      const other = await createStaffMember()
      const both = await Promise.allSettled([
        callMoveEmployee(one.id, other.id, null),
        callMoveEmployee(other.id, one.id, null),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      // Nor do two writers that pass by the calls.
      const x = await createStaffMember()
      const y = await createStaffMember()
      const put = (id: string, supervisorId: string) =>
        t.db.updateTable('employee').set({ supervisorId }).where('id', '=', id).execute()
      const past = await Promise.allSettled([put(x.id, y.id), put(y.id, x.id)])
      expect(past.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

test('random moves leave no circle, and teams equal to the tree', async () => {
  const people: string[] = []
  for (let n = 0; n < 8; n++) people.push((await createStaffMember()).id)
  const step = fc.tuple(fc.nat(7), fc.option(fc.nat(7), { freq: 5 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const [caller, under] of steps) {
        const id = people[caller]!
        const fromId = (await fetchEmployee(id)).supervisor?.id ?? null
        await callMoveEmployee(id, under === null ? null : people[under]!, fromId).catch((error: { code: string }) =>
          expect(['employee.cycle', 'request.invalid']).toContain(error.code),
        )
      }
      const { rows } = await t.owner.query<{ id: string; supervisor_id: string | null }>(
        'select id::text, supervisor_id::text from dino.employee',
      )
      const above = new Map(rows.map(({ id, supervisor_id }) => [id, supervisor_id]))
      const expected = new Map<string, string[]>(people.map((id) => [id, []]))
      for (const { id } of rows) {
        let at: string | null = id
        for (let height = 0; at !== null; height++) {
          expect(height).toBeLessThan(rows.length)
          expected.get(at)?.push(id)
          at = above.get(at) ?? null
        }
      }
      for (const id of people)
        expect(await findTeamIds(id)).toEqual(expected.get(id)!.sort((a, b) => Number(a) - Number(b)))
    }),
    { numRuns: 12 },
  )
})

describe('last day of an employee', () => {
  test('refuses a last day while clients or a team depend on the employee', async () => {
    const lead = await createStaffMember()
    const heir = await createStaffMember()
    const { id: clientId } = await t.make.client({ staff: { manager: lead.id } })
    expect(await catchRefusal(callTerminateEmployee(lead.id))).toEqual([
      409,
      'employee.hasClients',
      { clients: '1', handovers: '0' },
    ])
    const { id: handover } = await t.db
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
        proposedBy: hr.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db.insertInto('handoverClient').values({ handoverId: handover, clientId, fromId: lead.id }).execute()
    // Too late for a day before it, and the receiver stays.
    expect(await catchRefusal(callTerminateEmployee(lead.id, '2026-06-28'))).toEqual([
      409,
      'employee.hasClients',
      { clients: '1', handovers: '0' },
    ])
    expect(await catchRefusal(callTerminateEmployee(heir.id))).toEqual([
      409,
      'employee.hasClients',
      { clients: '0', handovers: '1' },
    ])
    const report = await createStaffMember(lead.id)
    expect(await catchRefusal(callTerminateEmployee(lead.id, '2026-06-30'))).toEqual([
      409,
      'employee.hasTeam',
      { team: '1' },
    ])
    await callMoveEmployee(report.id, heir.id, lead.id, '2026-07-01')
    const coming = await createStaffMember()
    await callMoveEmployee(coming.id, lead.id, null, '2026-09-01')
    expect(await catchRefusal(callTerminateEmployee(lead.id, '2026-06-30'))).toEqual([
      409,
      'employee.hasTeam',
      { team: '1' },
    ])
    const { planned } = await fetchEmployee(coming.id)
    await hr.call(cancelEmployeeMove, { params: { employeeId: coming.id, moveId: planned[0]!.id } })
    expect(await callTerminateEmployee(lead.id, '2026-06-30')).toEqual({ version: 2 })
  })

  test('access ends after the last day, which can be cancelled until then', async () => {
    const { id, cvl } = await createStaffMember()
    const caller = await t.as('manager', cvl)
    await callTerminateEmployee(id, '2026-06-16')
    expect(await fetchEmployee(id)).toMatchObject({
      state: 'leaving',
      terminatedOn: '2026-06-16',
      terminationReason: 'moves away',
    })
    await hr.call(cancelTermination, { params: { employeeId: id } })
    expect(await fetchEmployee(id)).toMatchObject({ state: 'active', terminatedOn: null, terminationReason: null })
    expect(await catchRefusal(hr.call(cancelTermination, { params: { employeeId: id } }))).toEqual([
      409,
      'conflict.changed',
    ])
    await callTerminateEmployee(id, today)
    await runStaffJobs()
    await caller.call(getSession, {})
    await runOnDay('2026-06-16', async () => {
      await Promise.all([runStaffJobs(), runStaffJobs()])
      const after = await t.as('hr')
      const shown = await after.call(getEmployee, { params: { employeeId: id } })
      expect(shown.state).toBe('left')
      expect(shown.access?.endedAt).toMatch(/^2026-06-16T/)
      expect(await catchRefusal(after.call(cancelTermination, { params: { employeeId: id } }))).toEqual([
        409,
        'employee.ended',
      ])
    })
    await expect(caller.call(getSession, {})).rejects.toMatchObject({ status: 401 })
    expect((await findAuditActions(id)).map(({ action }) => action)).toEqual([
      'employee.terminated',
      'employee.kept',
      'employee.terminated',
      'employee.accessEnded',
    ])
  })

  test('refuses a last day in the past, their own, or the last administrator’s', async () => {
    const { id, cvl } = await createStaffMember()
    expect(await catchRefusal(callTerminateEmployee(id, '2026-06-14'))).toEqual([
      400,
      'request.invalid',
      { lastDay: 'beforeToday' },
    ])
    const me = await t.as('hr', cvl)
    expect(await catchRefusal(callTerminateEmployee(id, today, me))).toEqual([409, 'approval.ownRecord'])
    const only = await createStaffMember()
    await t.as('admin', only.cvl)
    expect(await catchRefusal(callTerminateEmployee(only.id))).toEqual([409, 'lastAdministrator'])
    expect((await fetchEmployee(only.id)).state).toBe('active')
    await t.as('admin')
    await callTerminateEmployee(only.id)
    const version = (await fetchEmployee(id)).version
    const body = { version: version + 1, lastDay: today, reason: 'moves away' }
    expect(await catchRefusal(hr.call(terminateEmployee, { params: { employeeId: id }, body }))).toEqual([
      409,
      'conflict.changed',
    ])
  })

  test('a last day and a new report at the same moment exclude each other', async () => {
    for (let n = 0; n < 5; n++) {
      const lead = await createStaffMember()
      const body = {
        name: 'Eva',
        surname: '',
        position: 'advisor',
        officeId: lead.officeId,
        supervisorId: lead.id,
      } as const
      const both = await Promise.allSettled([hr.call(createEmployee, { body }), callTerminateEmployee(lead.id)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
