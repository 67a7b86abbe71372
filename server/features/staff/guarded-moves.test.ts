import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, getApproval } from '#contract/approvals.ts'
import { listViews, takeView } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { createEmployee, getEmployee, moveEmployee } from '#contract/staff.ts'
import { switchFactorNeeded, switchTasksOff } from '#server/domain/approvals.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { applyMoves } from './apply-moves.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Made = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let hr: Caller
let direction: Caller
let now = Date.parse('2026-06-15T10:00:00Z')
const today = '2026-06-15'
const reason = 'Reorganización de la zona'

beforeAll(async () => {
  t = await testTenant('dino', () => now)
  await switchFactorNeeded(t.db, false)
})
afterAll(() => t.drop())
beforeEach(async () => {
  now = Date.parse('2026-06-15T10:00:00Z')
  await t.owner.query('delete from dino.supervisor_move')
  await t.owner.query('delete from dino.approval')
  await t.owner.query('delete from registry.membership')
  await switchTasksOff(t.db, [])
  ;[hr, direction] = [await t.as('hr'), await t.as('direction')]
})

const someone = (supervisorId?: string, position: 'supervisor' | 'manager' | 'direction' = 'manager') =>
  t.make.employee(supervisorId ? { supervisorId, position } : { position })
const move = (
  { id }: Made,
  supervisorId: string | null,
  fromId: string | null,
  effectiveOn = today,
  said: string | null = reason,
) => hr.call(moveEmployee, { params: { employeeId: id }, body: { supervisorId, fromId, effectiveOn, reason: said } })
const supervisorOf = async ({ id }: Made) =>
  (await hr.call(getEmployee, { params: { employeeId: id } })).supervisor?.id ?? null
const say = (who: Caller, approvalId: string | null) =>
  who.call(approve, { params: { approvalId: approvalId! }, body: {} })
const pending = { state: 'pending', approvalId: expect.any(String) }

describe('moves that widen a supervisor’s scope', () => {
  test('a widening move waits for direction and shows the people and clients gained', async () => {
    const [from, to] = [await someone(undefined, 'supervisor'), await someone(undefined, 'supervisor')]
    const moved = await someone(from.id)
    const under = await someone(moved.id)
    await t.make.client({ staff: { manager: moved.id } })
    await t.make.client({ staff: { manager: under.id } })
    // Seen by the new supervisor before: no gain.
    await t.make.client({ staff: { manager: under.id, partner: to.id } })
    const head = await t.as('supervisor', to.cvl)
    const seen = async () => (await head.call(listClients.count, {})).total
    const { approvalId } = await move(moved, to.id, from.id)
    expect(await supervisorOf(moved)).toBe(from.id)
    expect(await seen()).toBe(1)
    const change = await direction.call(getApproval, { params: { approvalId: approvalId! } })
    expect(change).toMatchObject({
      ...{ task: 'staffMove', guarded: true, mayDecide: true, reason },
      before: { supervisor: expect.stringContaining(from.cvl) },
      after: {
        supervisor: expect.stringContaining(to.cvl),
        effectiveOn: today,
        people: 2,
        clients: 2,
        capital: '0.00',
      },
    })
    expect(change.after).toMatchObject({ seenBy: [expect.stringContaining(to.cvl)] })
    const { rows } = await t.owner.query('select kind from registry.notification where user_id = $1', [
      direction.userId,
    ])
    expect(rows).toEqual([{ kind: 'approval.waiting' }])
    expect(await say(direction, approvalId)).toEqual({ state: 'approved' })
    expect(await supervisorOf(moved)).toBe(to.id)
    expect(await seen()).toBe(3)
  })

  test('a move widening a manager’s scope within one team waits for approval', async () => {
    const head = await someone(undefined, 'supervisor')
    const [one, other] = [await someone(head.id), await someone(head.id)]
    expect(await move(other, one.id, head.id)).toEqual(pending)
    expect((await hr.call(getEmployee, { params: { employeeId: other.id } })).moveWaiting).toMatchObject({
      supervisorName: expect.stringContaining(one.cvl),
      effectiveOn: today,
      makerName: hr.username,
    })
    await expect(move(other, one.id, head.id)).rejects.toMatchObject({ status: 409, code: 'employee.moveWaits' })
  })

  test('refuses a widening move without a reason, and approvers without the right', async () => {
    const [to, moved] = [await someone(), await someone()]
    await expect(move(moved, to.id, null, today, null)).rejects.toMatchObject({ fields: { reason: 'required' } })
    const { approvalId } = await move(moved, to.id, null)
    await expect(say(hr, approvalId)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await expect(say(await t.as('hr'), approvalId)).rejects.toMatchObject({ code: 'approval.directionDecides' })
    await expect(say(await t.as('supervisor', to.cvl), approvalId)).rejects.toMatchObject({ status: 404 })
  })

  test('two other approvers decide a widening move when the firm has no direction', async () => {
    await t.owner.query('delete from registry.membership where user_id = $1', [direction.userId])
    const [to, moved] = [await someone(), await someone()]
    const [one, other] = [await t.as('hr'), await t.as('admin')]
    const { approvalId } = await move(moved, to.id, null)
    expect(await say(one, approvalId)).toEqual({ state: 'pending' })
    expect(await supervisorOf(moved)).toBeNull()
    expect(await say(other, approvalId)).toEqual({ state: 'approved' })
    expect(await supervisorOf(moved)).toBe(to.id)
  })

  test('a widening move is stale once it would bring more people than proposed', async () => {
    const [to, moved] = [await someone(), await someone()]
    const { approvalId } = await move(moved, to.id, null)
    await someone(moved.id)
    await expect(say(direction, approvalId)).rejects.toMatchObject({ code: 'approval.changedSince' })
    expect(await supervisorOf(moved)).toBeNull()
  })
})

describe('moves that widen no scope', () => {
  test('makes a move at once when no scope widens', async () => {
    const head = await someone(undefined, 'supervisor')
    const middle = await someone(head.id)
    const low = await someone(middle.id)
    const done = { state: 'done', approvalId: null }
    expect(await move(low, head.id, middle.id, today, null)).toEqual(done)
    expect(await move(low, null, head.id, today, null)).toEqual(done)
    const boss = await someone(undefined, 'direction')
    await t.as('direction', boss.cvl)
    expect(await move(low, boss.id, null, today, null)).toEqual(done)
  })

  test('a new employee has their supervisor from the start, with no move', async () => {
    const head = await someone(undefined, 'supervisor')
    const body = {
      name: 'Eva',
      surname: '',
      position: 'advisor',
      officeId: head.officeId,
      supervisorId: head.id,
    } as const
    const { id } = await hr.call(createEmployee, { body })
    expect((await hr.call(getEmployee, { params: { employeeId: id } })).supervisor?.id).toBe(head.id)
  })
})

test('a move of a member of direction waits for direction', async () => {
  const chief = await someone(undefined, 'direction')
  await t.as('direction', chief.cvl)
  const head = await someone(undefined, 'supervisor')
  const { approvalId } = await move(chief, head.id, null)
  expect(await supervisorOf(chief)).toBeNull()
  expect(await say(direction, approvalId)).toEqual({ state: 'approved' })
  expect(await supervisorOf(chief)).toBe(head.id)
  now += 48 * 3_600_000
  const later = await t.as('supervisor', head.cvl)
  expect((await later.call(listViews, {})).views).toEqual([])
  await expect(later.call(takeView, { body: { cvl: chief.cvl } })).rejects.toMatchObject({ code: 'cvl.notYours' })
})

test('a supervisor gets the view of a moved employee a day later', async () => {
  const [head, moved] = [await someone(undefined, 'supervisor'), await someone()]
  const { approvalId } = await move(moved, head.id, null)
  await say(direction, approvalId)
  const take = async () => {
    await t.owner.query('delete from registry.membership where cvl = $1', [head.cvl])
    return (await t.as('supervisor', head.cvl)).call(takeView, { body: { cvl: moved.cvl } })
  }
  await expect(take()).rejects.toMatchObject({ status: 409, code: 'cvl.notYours' })
  now += 25 * 3_600_000
  expect(await take()).toEqual({ actingCvl: moved.cvl })
})

describe('moves planned for later', () => {
  const work = async () => {
    now = Date.parse('2026-06-20T10:00:00Z')
    await applyMoves(t.db, '2026-06-20', now)
  }

  test('a planned move is decided when planned and made on its day', async () => {
    const [to, moved] = [await someone(), await someone()]
    const { approvalId } = await move(moved, to.id, null, '2026-06-20')
    await say(direction, approvalId)
    await work()
    hr = await t.as('hr')
    expect(await supervisorOf(moved)).toBe(to.id)
  })

  test('a planned move fails on its day when it would bring more than approved', async () => {
    const [top, to, moved] = [await someone(), await someone(), await someone()]
    const { approvalId } = await move(moved, to.id, null, '2026-06-20')
    await say(direction, approvalId)
    await t.owner.query('update dino.employee set supervisor_id = $1 where id = $2', [top.id, to.id])
    await work()
    hr = await t.as('hr')
    expect(await supervisorOf(moved)).toBeNull()
    expect((await hr.call(getEmployee, { params: { employeeId: moved.id } })).moves).toMatchObject([
      { failure: 'gain' },
    ])
  })

  test('an older unapproved plan fails on its day when it would widen a scope', async () => {
    const [to, moved] = [await someone(), await someone()]
    await t.db
      .insertInto('supervisorMove')
      .values({ employeeId: moved.id, supervisorId: to.id, effectiveOn: '2026-06-20', createdBy: hr.userId })
      .execute()
    await work()
    hr = await t.as('hr')
    expect(await supervisorOf(moved)).toBeNull()
  })
})
