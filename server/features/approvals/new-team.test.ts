import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import { moveEmployee } from '#contract/staff/moves.ts'
import { setDisabledTasks, setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  await setSecondFactorRequired(t.db, false)
  await t.as('direction')
})
afterAll(() => t.drop())

/** A manager under a supervisor, another supervisor beside them, and a contribution of a client of theirs above every limit but a supervisor's. */
const createTeamsAfterMove = async () => {
  await setDisabledTasks(t.db, ['staffMove'])
  const from = await t.make.employee({ position: 'supervisor' })
  const to = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ position: 'manager', supervisorId: from.id })
  const client = await t.make.client({ checked: true, staff: { manager: manager.id } })
  const { id: accountId } = await t.make.account({ clientId: client.id })
  const caller = await t.as('manager', manager.cvl)
  const { approvalId } = await t
    .callerWith(caller.token, { [idempotencyKeyHeader]: randomUUID() })
    .call(addContribution, {
      params: { clientId: client.id, accountId },
      body: { amount: '30000.00', valueDate: '2026-06-15', reference: 'Transferencia' },
    })
  const sent = { params: { approvalId: approvalId! }, body: {} }
  return { from, to, manager, sent }
}

test('a supervisor decides for a newly moved manager only after a day', async () => {
  const { from, to, manager, sent } = await createTeamsAfterMove()
  const hr = await t.as('hr')
  await hr.call(moveEmployee, {
    params: { employeeId: manager.id },
    body: { fromId: from.id, supervisorId: to.id, effectiveOn: '2026-06-15', reason: 'Reorganización' },
  })
  const supervisor = await t.as('supervisor', to.cvl)
  await expect(supervisor.call(approveChangeRequest, sent)).rejects.toMatchObject({
    status: 409,
    code: 'approval.rightTooNew',
  })
  await t.owner.query(`update dino.supervisor_move set applied_at = applied_at - interval '25 hours'`)
  expect(await supervisor.call(approveChangeRequest, sent)).toEqual({ state: 'approved' })
})

test('the supervisor above both teams decides as before the move', async () => {
  const { from, to, manager, sent } = await createTeamsAfterMove()
  const head = await t.make.employee({ position: 'supervisor' })
  await t.owner.query('update dino.employee set supervisor_id = $1 where id = any($2::bigint[])', [
    head.id,
    [from.id, to.id],
  ])
  const hr = await t.as('hr')
  await hr.call(moveEmployee, {
    params: { employeeId: manager.id },
    body: { fromId: from.id, supervisorId: to.id, effectiveOn: '2026-06-16', reason: 'Reorganización' },
  })
  expect(await (await t.as('supervisor', head.cvl)).call(approveChangeRequest, sent)).toEqual({ state: 'approved' })
})

test('moving the former supervisor under the new one keeps the one-day wait', async () => {
  const { from, to, manager, sent } = await createTeamsAfterMove()
  const hr = await t.as('hr')
  const move = (employeeId: string, fromId: string | null) =>
    hr.call(moveEmployee, {
      params: { employeeId },
      body: { fromId, supervisorId: to.id, effectiveOn: '2026-06-15', reason: 'Reorganización' },
    })
  await move(manager.id, from.id)
  await move(from.id, null)
  const supervisor = await t.as('supervisor', to.cvl)
  await expect(supervisor.call(approveChangeRequest, sent)).rejects.toMatchObject({
    status: 409,
    code: 'approval.rightTooNew',
  })
  await t.owner.query(`update dino.supervisor_move set applied_at = applied_at - interval '25 hours'`)
  expect(await supervisor.call(approveChangeRequest, sent)).toEqual({ state: 'approved' })
})

test('a supervisor decides as before when a manager returns within a day', async () => {
  const { from, to, manager, sent } = await createTeamsAfterMove()
  const hr = await t.as('hr')
  for (const [fromId, supervisorId] of [
    [from.id, to.id],
    [to.id, from.id],
  ] as const)
    await hr.call(moveEmployee, {
      params: { employeeId: manager.id },
      body: { fromId, supervisorId, effectiveOn: '2026-06-15', reason: 'Reorganización' },
    })
  expect(await (await t.as('supervisor', from.cvl)).call(approveChangeRequest, sent)).toEqual({ state: 'approved' })
})
