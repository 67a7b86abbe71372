import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelEmployeeMove } from '#contract/staff/moves.ts'
import { catchRefusal } from '#test/harness/catch-refusal.ts'
import { createMovesFixture, type MovesFixture, today } from './test-moves.ts'

let f: MovesFixture
beforeAll(async () => {
  f = await createMovesFixture()
})
afterAll(() => f?.t.drop())

const findTeamIds = async (supervisorId: string): Promise<string[]> =>
  (
    await f.t.owner.query(
      `select employee_id::text as id from dino.employee_team where supervisor_id = $1 order by employee_id`,
      [supervisorId],
    )
  ).rows.map(({ id }) => id)

describe('moves of employees', () => {
  test('makes a move dated today at once and keeps its history', async () => {
    const one = await f.createStaffMember()
    const other = await f.createStaffMember()
    const { id } = await f.createStaffMember(one.id)
    expect(await f.planMove(id, other.id, one.id)).toEqual({ state: 'done', approvalId: null })
    const { supervisor, moves, planned } = await f.fetchEmployee(id)
    expect(supervisor?.id).toBe(other.id)
    expect(moves).toMatchObject([{ supervisorId: other.id, effectiveOn: today, failure: null }])
    expect(planned).toEqual([])
    expect(await findTeamIds(other.id)).toContain(id)
    expect(await findTeamIds(one.id)).not.toContain(id)
    expect(await f.findAuditActions(id)).toEqual([{ action: 'employee.moved', user_id: f.hr.userId }])
  })

  test('refuses a move under oneself, today and as a plan', async () => {
    const top = await f.createStaffMember()
    const middle = await f.createStaffMember(top.id)
    const low = await f.createStaffMember(middle.id)
    for (const below of [top.id, middle.id, low.id])
      expect(await catchRefusal(f.planMove(top.id, below, null))).toEqual([409, 'employee.cycle'])
    // By then low will be at the top, so nothing stands against it.
    expect(await f.planMove(low.id, null, middle.id, '2026-07-01')).toEqual({
      state: 'planned',
      approvalId: null,
    })
    expect(await catchRefusal(f.planMove(top.id, low.id, null, '2026-06-30'))).toEqual([409, 'employee.cycle'])
    expect(await f.planMove(top.id, low.id, null, '2026-07-02')).toEqual({ state: 'planned', approvalId: null })
  })

  test('refuses an invalid move', async () => {
    const one = await f.createStaffMember()
    const other = await f.createStaffMember()
    const { id, cvl } = await f.createStaffMember(one.id)
    const invalid = (fields: object) => [400, 'request.invalid', fields]
    expect(await catchRefusal(f.planMove(id, other.id, one.id, '2026-06-14'))).toEqual(
      invalid({ effectiveOn: 'beforeToday' }),
    )
    expect(await catchRefusal(f.planMove(id, one.id, one.id))).toEqual(invalid({ supervisorId: 'same' }))
    expect(await catchRefusal(f.planMove(id, '999999', one.id))).toEqual(invalid({ supervisorId: 'unknown' }))
    expect(await catchRefusal(f.planMove(id, other.id, other.id))).toEqual([409, 'conflict.changed'])
    expect(await catchRefusal(f.planMove('999999', other.id, one.id))).toEqual([404, 'notFound'])
    const me = await f.t.as('hr', cvl)
    expect(await catchRefusal(f.planMove(id, other.id, one.id, today, me))).toEqual([409, 'approval.ownRecord'])
    await f.planMove(id, other.id, one.id, '2026-07-01')
    expect(await catchRefusal(f.planMove(id, null, one.id, '2026-07-01'))).toEqual(invalid({ effectiveOn: 'planned' }))
    await f.endEmployment(other.id, '2026-12-31').catch(() => undefined)
    const leaving = await f.createStaffMember()
    await f.endEmployment(leaving.id, '2026-12-31')
    expect(await catchRefusal(f.planMove(id, leaving.id, one.id))).toEqual(invalid({ supervisorId: 'leaving' }))
    expect(await catchRefusal(f.planMove(leaving.id, one.id, null, '2027-01-01'))).toEqual([409, 'employee.ended'])
  })

  test('a planned move is listed, can be withdrawn, and is made once', async () => {
    const one = await f.createStaffMember()
    const other = await f.createStaffMember()
    const { id } = await f.createStaffMember(one.id)
    const still = await f.createStaffMember(one.id)
    await f.planMove(id, other.id, one.id, '2026-06-20')
    await f.planMove(still.id, other.id, one.id, '2026-06-20')
    const [planned] = (await f.fetchEmployee(still.id)).planned
    expect(planned).toMatchObject({ supervisorId: other.id, effectiveOn: '2026-06-20' })
    expect((await f.fetchEmployee(other.id)).reports.map((person) => person.id).sort()).toEqual([id, still.id].sort())
    const params = { employeeId: still.id, moveId: planned!.id }
    expect(await catchRefusal(f.hr.call(cancelEmployeeMove, { params: { ...params, employeeId: id } }))).toEqual([
      404,
      'notFound',
    ])
    await f.hr.call(cancelEmployeeMove, { params })
    expect(await catchRefusal(f.hr.call(cancelEmployeeMove, { params }))).toEqual([404, 'notFound'])
    await f.runOnDay('2026-06-19', async () => {
      await f.runStaffJobs()
      expect(await findTeamIds(one.id)).toContain(id)
    })
    await f.runOnDay('2026-06-21', async () => {
      await Promise.all([f.runStaffJobs(), f.runStaffJobs()])
      await f.runStaffJobs()
    })
    expect((await f.fetchEmployee(id)).supervisor?.id).toBe(other.id)
    expect((await f.fetchEmployee(still.id)).supervisor?.id).toBe(one.id)
    expect(await f.findAuditActions(id)).toEqual([
      { action: 'employee.movePlanned', user_id: f.hr.userId },
      { action: 'employee.moved', user_id: null },
    ])
  })

  test('marks a planned move that became impossible, notifies its maker and makes the others', async () => {
    const one = await f.createStaffMember()
    const other = await f.createStaffMember()
    const third = await f.createStaffMember()
    const free = await f.createStaffMember()
    await f.planMove(one.id, other.id, null, '2026-08-01')
    await f.planMove(free.id, third.id, null, '2026-08-01')
    await f.planMove(other.id, one.id, null)
    await f.runOnDay('2026-08-01', f.runStaffJobs)
    await f.runOnDay('2026-08-02', f.runStaffJobs)
    expect(await f.fetchEmployee(one.id)).toMatchObject({
      supervisor: null,
      planned: [],
      moves: [{ failure: 'cycle' }],
    })
    expect((await f.fetchEmployee(free.id)).supervisor?.id).toBe(third.id)
    const { rows } = await f.t.owner.query(`select kind, link, params from registry.notification where user_id = $1`, [
      f.hr.userId,
    ])
    expect(rows).toEqual([
      { kind: 'employee.moveFailed', link: `/crm/RRHH/${one.id}`, params: { cvl: one.cvl, date: '2026-08-01' } },
    ])
    expect((await f.findAuditActions(one.id)).at(-1)).toEqual({ action: 'employee.moveFailed', user_id: null })
  })

  test('simultaneous moves never form a circle', async () => {
    for (let n = 0; n < 5; n++) {
      const one = await f.createStaffMember()
      const other = await f.createStaffMember()
      const both = await Promise.allSettled([f.planMove(one.id, other.id, null), f.planMove(other.id, one.id, null)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      // Nor do two writers that pass by the calls.
      const x = await f.createStaffMember()
      const y = await f.createStaffMember()
      const put = (id: string, supervisorId: string) =>
        f.t.db.updateTable('employee').set({ supervisorId }).where('id', '=', id).execute()
      const past = await Promise.allSettled([put(x.id, y.id), put(y.id, x.id)])
      expect(past.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

test('random moves leave no circle, and teams equal to the tree', async () => {
  const people: string[] = []
  for (let n = 0; n < 8; n++) people.push((await f.createStaffMember()).id)
  const step = fc.tuple(fc.nat(7), fc.option(fc.nat(7), { freq: 5 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const [caller, under] of steps) {
        const id = people[caller]!
        const fromId = (await f.fetchEmployee(id)).supervisor?.id ?? null
        await f
          .planMove(id, under === null ? null : people[under]!, fromId)
          .catch((error: { code: string }) => expect(['employee.cycle', 'request.invalid']).toContain(error.code))
      }
      const { rows } = await f.t.owner.query<{ id: string; supervisor_id: string | null }>(
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
