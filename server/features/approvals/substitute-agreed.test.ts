import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, createSubstitution, getApproval, listSubstitutions, reject } from '#contract/approvals.ts'
import { approvalsTenant, type Caller, roleTask } from './test-approvals.ts'

const noon = Date.parse('2026-06-15T10:00:00Z')
const reason = 'Vacaciones'
type Tenant = Awaited<ReturnType<typeof approvalsTenant>>
type Made = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let admin: Caller
let second: Caller
let boss: Made
let direction: Caller
let other: Caller
let standIn: Made
let substitute: Caller

beforeAll(async () => {
  t = await approvalsTenant(() => noon)
  ;[admin, second] = [await t.as('admin'), await t.as('admin')]
  boss = await t.make.employee({ position: 'direction', name: 'Dirige' })
  direction = await t.as('direction', boss.cvl)
  other = await t.as('direction', (await t.make.employee({ position: 'direction' })).cvl)
  standIn = await t.make.employee({ name: 'Suplente' })
  substitute = await t.as('manager', standIn.cvl)
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query('delete from dino.substitution')
  await t.owner.query('delete from dino.approval')
})

const name = (who: Caller, absentId: string, more: object = {}) =>
  who.call(createSubstitution, {
    body: { absentId, substituteId: standIn.id, fromOn: '2026-06-15', toOn: '2026-06-30', reason, ...more },
  })
const say = (who: Caller, approvalId: string | null) =>
  who.call(approve, { params: { approvalId: approvalId! }, body: {} })
const standsIn = async () => (await substitute.call(listSubstitutions, {})).substitutions.length
const aDayAgo = () => t.owner.query(`update dino.substitution set created_at = created_at - interval '25 hours'`)

describe('substitutes named for another user', () => {
  test('a substitute named by an administrator is active only once direction agrees', async () => {
    const { state, id, approvalId } = await name(admin, boss.id)
    expect([state, id, await standsIn()]).toEqual(['pending', null, 0])
    expect(await t.told('approval.waiting', direction.userId)).not.toEqual([])
    await expect(say(second, approvalId)).rejects.toMatchObject({ code: 'approval.directionDecides' })
    await expect(say(admin, approvalId)).rejects.toMatchObject({ code: 'approval.sameAsMaker' })
    await expect(say(substitute, approvalId)).rejects.toMatchObject({ status: 404 })
    expect(await direction.call(getApproval, { params: { approvalId: approvalId! } })).toMatchObject({
      mayDecide: true,
      params: { absent: expect.stringContaining('Dirige'), who: expect.stringContaining('Suplente') },
    })
    expect(await say(direction, approvalId)).toEqual({ state: 'approved' })
    expect(await standsIn()).toBe(1)
    expect((await t.audited('substitution.created')).at(-1)).toMatchObject({ user_id: direction.userId })
    await aDayAgo()
    const params = await t.pending(second)
    expect(await say(substitute, params.approvalId)).toEqual({ state: 'approved' })
  })

  test('another director agrees to a substitute for a director', async () => {
    const { approvalId } = await name(admin, boss.id)
    expect(await say(other, approvalId)).toEqual({ state: 'approved' })
    expect(await standsIn()).toBe(1)
  })

  test('the absent supervisor agrees to their substitute or rejects them', async () => {
    const head = await t.make.employee({ position: 'supervisor' })
    const supervisor = await t.as('supervisor', head.cvl)
    const colleague = await t.as('supervisor', (await t.make.employee({ position: 'supervisor' })).cvl)
    const first = await name(admin, head.id)
    await supervisor.call(reject, { params: { approvalId: first.approvalId! }, body: { reason: 'No hace falta' } })
    expect(await standsIn()).toBe(0)
    const { approvalId } = await name(admin, head.id)
    await expect(say(colleague, approvalId)).rejects.toMatchObject({ status: 404 })
    expect(await say(supervisor, approvalId)).toEqual({ state: 'approved' })
    expect(await standsIn()).toBe(1)
  })

  test('a substitute named by the absent user is active at once', async () => {
    expect(await name(direction, boss.id)).toMatchObject({ state: 'done', approvalId: null, id: expect.any(String) })
    expect(await standsIn()).toBe(1)
  })

  test('a substitute named without agreement decides nothing guarded', async () => {
    await t.owner.query(
      `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_at, created_by)
       values ($1, $2, '2026-06-01', '2026-06-30', 'a test', '2026-06-01', $3)`,
      [boss.id, standIn.id, admin.userId],
    )
    const { approvalId } = await t.pending(second, {}, roleTask)
    await expect(say(substitute, approvalId)).rejects.toMatchObject({ status: 404 })
    expect(await t.told('approval.waiting', substitute.userId)).not.toContainEqual(
      expect.objectContaining({ link: `/crm/Aprobaciones/${approvalId}` }),
    )
  })

  test('refuses a substitute approved after another one was named', async () => {
    const { approvalId } = await name(admin, boss.id)
    const third = await t.make.employee()
    await t.as('manager', third.cvl)
    await name(direction, boss.id, { substituteId: third.id })
    await expect(say(other, approvalId)).rejects.toMatchObject({ code: 'approval.changedSince' })
  })
})

test("a supervisor names a manager's substitute at once", async () => {
  const head = await t.make.employee({ position: 'supervisor' })
  const supervisor = await t.as('supervisor', head.cvl)
  const manager = await t.make.employee({ supervisorId: head.id })
  await t.as('manager', manager.cvl)
  expect(await name(supervisor, manager.id)).toMatchObject({ state: 'done' })
})
