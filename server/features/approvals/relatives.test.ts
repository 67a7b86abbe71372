import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareRelative, endRelative, inverseFamilyRelations, listRelatives } from '#contract/approvals/relatives.ts'
import { getApproval } from '#contract/approvals.ts'
import { type Caller, createApprovalsTenant } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createApprovalsTenant>>
let ownCaller: Caller
let ownCvl: string
beforeAll(async () => {
  t = await createApprovalsTenant(() => now)
  const newEmployee = await t.make.employee()
  ownCvl = newEmployee.cvl
  ownCaller = await t.as('direction', ownCvl)
})
afterAll(() => t.drop())

const callDeclareRelative = (cvl: string, caller = ownCaller, relation: 'spouse' | 'parent' = 'spouse') =>
  caller.call(declareRelative, { body: { cvl, relation } })
const listDeclaredRelatives = async () => (await ownCaller.call(listRelatives, {})).relatives

test('refuses decisions on a relative declared by CVL while the declaration lasts', async () => {
  const colleague = await t.make.employee({ name: 'Hermana' })
  const client = await t.make.client({ name: 'Secreta' })
  const { id } = await callDeclareRelative(colleague.cvl)
  await callDeclareRelative(client.cvl, ownCaller, 'parent')
  const relatives = await listDeclaredRelatives()
  expect(relatives).toMatchObject([
    { kind: 'client', cvl: client.cvl, relation: 'parent', endedAt: null },
    { kind: 'employee', cvl: colleague.cvl, name: expect.stringContaining('Hermana') },
  ])
  // Of a client nothing is told but what was given.
  expect(relatives[0]!.name).toBeNull()
  const maker = await t.as('admin')
  await t.as('direction')
  const params = await t.pending(maker, { about: { employeeId: colleague.id } })
  expect(await ownCaller.call(getApproval, { params })).toMatchObject({ mayDecide: false })
  await expect(callDeclareRelative(colleague.cvl)).rejects.toMatchObject({ status: 409, code: 'relative.declared' })
  await expect(maker.call(endRelative, { params: { relativeId: id } })).rejects.toMatchObject({ status: 404 })
  await ownCaller.call(endRelative, { params: { relativeId: id } })
  await expect(ownCaller.call(endRelative, { params: { relativeId: id } })).rejects.toMatchObject({ status: 404 })
  // Ended to decide is not ended: it counts for a while yet, for both.
  expect(await ownCaller.call(getApproval, { params })).toMatchObject({
    mayDecide: false,
    standBack: 'approval.ownRecord',
  })
  const endedOn = (day: string) =>
    t.owner.query('update dino.declared_relative set ended_at = $2 where id = $1', [id, day])
  await endedOn('2026-05-16')
  expect(await ownCaller.call(getApproval, { params })).toMatchObject({ mayDecide: false })
  await endedOn('2026-05-15')
  expect(await ownCaller.call(getApproval, { params })).toMatchObject({ mayDecide: true })
  expect((await listDeclaredRelatives()).map(({ endedAt }) => endedAt !== null)).toEqual([false, true])
  expect([(await t.audited('relative.declared')).length, (await t.audited('relative.ended')).length]).toEqual([2, 1])
  // Kept, and declared anew if it has to be.
  await callDeclareRelative(colleague.cvl)
})

test('a declared colleague is notified and loses decisions once they confirm', async () => {
  const superior = await t.make.employee()
  const child = await t.make.employee({ name: 'Hija' })
  const director = await t.as('direction', superior.cvl)
  const subject = await t.as('manager', child.cvl)
  await callDeclareRelative(superior.cvl, subject, 'parent')
  expect(await t.findNotifications('relative.declared', director.userId)).toEqual([
    { params: { who: subject.username }, link: '/crm/areapersonal?part=relatives' },
  ])
  const declarers = async () => (await director.call(listRelatives, {})).declarers
  expect(await declarers()).toMatchObject([{ cvl: child.cvl, relation: 'parent' }])
  const params = await t.pending(await t.as('admin'), { about: { employeeId: child.id } })
  expect(await director.call(getApproval, { params })).toMatchObject({ mayDecide: true })
  await director.call(declareRelative, { body: { cvl: child.cvl, relation: inverseFamilyRelations.parent } })
  expect(await director.call(getApproval, { params })).toMatchObject({
    mayDecide: false,
    standBack: 'approval.ownRecord',
  })
  expect([await declarers(), (await subject.call(listRelatives, {})).declarers]).toEqual([[], []])
  // Whoever declares has nothing of the declared one to decide, confirmed or not.
  await expect(t.proposed(subject, { about: { employeeId: superior.id } })).rejects.toMatchObject({
    code: 'approval.ownRecord',
  })
})

test('refuses declarations of oneself and by users who are no employees', async () => {
  await expect(callDeclareRelative(ownCvl)).rejects.toMatchObject({ status: 409, code: 'relative.notStaff' })
  const outsider = await t.as('admin')
  await expect(callDeclareRelative(ownCvl, outsider)).rejects.toMatchObject({ status: 409, code: 'relative.notStaff' })
  expect(await outsider.call(listRelatives, {})).toEqual({ relatives: [], declarers: [], mayDeclare: false })
})

test('limits and audits attempts with unknown CVLs', async () => {
  now += 3_601_000
  const caller = await t.as('manager', (await t.make.employee()).cvl)
  for (let n = 0; n < 10; n++)
    await expect(callDeclareRelative(`D99999${n}`, caller)).rejects.toMatchObject({ status: 404 })
  await expect(callDeclareRelative('D999999', caller)).rejects.toMatchObject({ status: 429, code: 'request.tooMany' })
  expect((await t.audited('relative.unknown')).filter((one) => one.user_id === caller.userId)).toHaveLength(10)
})
