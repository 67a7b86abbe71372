import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant } from '#test/harness/tenant.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  await t.owner.query('set search_path = dino')
})
afterAll(() => t.drop())

const rebuiltTeamSql = `
  with recursive tree (supervisor_id, employee_id) as (
    select id, id from employee
    union
    select tree.supervisor_id, e.id from tree join employee e on e.supervisor_id = tree.employee_id
  )`

/** Pairs that are kept and not in the tree, and those in the tree that are not kept. */
const findTeamDifferences = async () =>
  (
    await t.owner.query(
      `${rebuiltTeamSql}
       (select 'kept' as side, * from employee_team except select 'kept', * from tree)
       union all (select 'missing', * from tree except select 'missing', * from employee_team)`,
    )
  ).rows

const setSupervisor = (employeeIds: string[], supervisorId: string | null) =>
  t.owner.query('update employee set supervisor_id = $2 where id = any($1)', [employeeIds, supervisorId])

test('keeps everybody under each supervisor through random additions, moves and removals', async () => {
  const staff: string[] = []
  for (let n = 0; n < 12; n++) {
    const supervisorId = staff[Math.floor(n / 3)]
    staff.push((await t.make.employee(supervisorId && n > 0 ? { supervisorId } : {})).id)
  }
  const member = fc.nat({ max: staff.length - 1 })
  const move = fc.record({
    moved: fc.uniqueArray(member, { minLength: 1, maxLength: 3 }),
    to: fc.option(member, { nil: null }),
  })
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), async (moves) => {
      for (const { moved, to } of moves) {
        const target = to === null ? null : staff[to]!
        const wouldCircle =
          target !== null &&
          (
            await t.owner.query('select from employee_team where supervisor_id = any($1) and employee_id = $2', [
              moved.map((at) => staff[at]),
              target,
            ])
          ).rows.length > 0
        const result = setSupervisor(
          moved.map((at) => staff[at]!),
          target,
        )
        if (wouldCircle) {
          refused++
          await expect(result).rejects.toMatchObject({ code: moved.includes(to!) ? '23514' : 'AT002' })
        } else await result
        expect(await findTeamDifferences()).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
  expect(refused).toBeGreaterThan(0)
  const { id } = await t.make.employee({ supervisorId: staff[0]! })
  expect(await findTeamDifferences()).toEqual([])
  await t.owner.query('delete from employee where id = $1', [id])
  expect(await findTeamDifferences()).toEqual([])
})

test('adds several employees of one statement, each under another of them', async () => {
  const { officeId } = (await t.owner.query<{ officeId: string }>(`select min(id) as "officeId" from office`)).rows[0]!
  const { rows } = await t.owner.query<{ id: string }>(`select coalesce(max(id), 0) + 1000 as id from employee`)
  const first = Number(rows[0]!.id)
  await t.owner.query(
    `insert into employee (id, cvl, name, position, office_id, supervisor_id) overriding system value
     select $1::bigint + n, next_cvl('D'), 'Ana', 'manager', $2, case when n > 1 then $1::bigint + n - 1 end
       from generate_series(1, 3) n`,
    [first, officeId],
  )
  expect(await findTeamDifferences()).toEqual([])
})
