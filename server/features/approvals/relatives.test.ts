import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareRelative, endRelative, inverseRelations, listRelatives } from '#contract/approvals/relatives.ts'
import { getApproval } from '#contract/approvals.ts'
import { approvalsTenant, type Caller } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof approvalsTenant>>
let me: Caller
let ownCvl: string
beforeAll(async () => {
  t = await approvalsTenant(() => now)
  const made = await t.make.employee()
  ownCvl = made.cvl
  me = await t.as('direction', ownCvl)
})
afterAll(() => t.drop())

const declare = (cvl: string, who = me, relation: 'spouse' | 'parent' = 'spouse') =>
  who.call(declareRelative, { body: { cvl, relation } })
const declared = async () => (await me.call(listRelatives, {})).relatives

test('refuses decisions on a relative declared by CVL while the declaration lasts', async () => {
  const [colleague, client] = [await t.make.employee({ name: 'Hermana' }), await t.make.client({ name: 'Secreta' })]
  const { id } = await declare(colleague.cvl)
  await declare(client.cvl, me, 'parent')
  const relatives = await declared()
  expect(relatives).toMatchObject([
    { kind: 'client', cvl: client.cvl, relation: 'parent', endedAt: null },
    { kind: 'employee', cvl: colleague.cvl, name: expect.stringContaining('Hermana') },
  ])
  // Of a client nothing is told but what was given.
  expect(relatives[0]!.name).toBeNull()
  const maker = await t.as('admin')
  await t.as('direction')
  const params = await t.pending(maker, { about: { employeeId: colleague.id } })
  expect(await me.call(getApproval, { params })).toMatchObject({ mayDecide: false })
  await expect(declare(colleague.cvl)).rejects.toMatchObject({ status: 409, code: 'relative.declared' })
  await expect(maker.call(endRelative, { params: { relativeId: id } })).rejects.toMatchObject({ status: 404 })
  await me.call(endRelative, { params: { relativeId: id } })
  await expect(me.call(endRelative, { params: { relativeId: id } })).rejects.toMatchObject({ status: 404 })
  // Ended to decide is not ended: it counts for a while yet, for both.
  expect(await me.call(getApproval, { params })).toMatchObject({ mayDecide: false, standBack: 'approval.ownRecord' })
  const endedOn = (day: string) =>
    t.owner.query('update dino.declared_relative set ended_at = $2 where id = $1', [id, day])
  await endedOn('2026-05-16')
  expect(await me.call(getApproval, { params })).toMatchObject({ mayDecide: false })
  await endedOn('2026-05-15')
  expect(await me.call(getApproval, { params })).toMatchObject({ mayDecide: true })
  expect((await declared()).map(({ endedAt }) => endedAt !== null)).toEqual([false, true])
  expect([(await t.audited('relative.declared')).length, (await t.audited('relative.ended')).length]).toEqual([2, 1])
  // Kept, and declared anew if it has to be.
  await declare(colleague.cvl)
})

test('a declared colleague is notified and loses decisions once they confirm', async () => {
  const [boss, child] = [await t.make.employee(), await t.make.employee({ name: 'Hija' })]
  const [director, subject] = [await t.as('direction', boss.cvl), await t.as('manager', child.cvl)]
  await declare(boss.cvl, subject, 'parent')
  expect(await t.told('relative.declared', director.userId)).toEqual([
    { params: { who: subject.username }, link: '/crm/areapersonal?part=relatives' },
  ])
  const declarers = async () => (await director.call(listRelatives, {})).declarers
  expect(await declarers()).toMatchObject([{ cvl: child.cvl, relation: 'parent' }])
  const params = await t.pending(await t.as('admin'), { about: { employeeId: child.id } })
  expect(await director.call(getApproval, { params })).toMatchObject({ mayDecide: true })
  await director.call(declareRelative, { body: { cvl: child.cvl, relation: inverseRelations.parent } })
  expect(await director.call(getApproval, { params })).toMatchObject({
    mayDecide: false,
    standBack: 'approval.ownRecord',
  })
  expect([await declarers(), (await subject.call(listRelatives, {})).declarers]).toEqual([[], []])
  // Whoever declares has nothing of the declared one to decide, confirmed or not.
  await expect(t.proposed(subject, { about: { employeeId: boss.id } })).rejects.toMatchObject({
    code: 'approval.ownRecord',
  })
})

test('refuses declarations of oneself and by users who are no employees', async () => {
  await expect(declare(ownCvl)).rejects.toMatchObject({ status: 409, code: 'relative.notStaff' })
  const outsider = await t.as('admin')
  await expect(declare(ownCvl, outsider)).rejects.toMatchObject({ status: 409, code: 'relative.notStaff' })
  expect(await outsider.call(listRelatives, {})).toEqual({ relatives: [], declarers: [], mayDeclare: false })
})

test('limits and audits attempts with unknown CVLs', async () => {
  now += 3_601_000
  const who = await t.as('manager', (await t.make.employee()).cvl)
  for (let n = 0; n < 10; n++) await expect(declare(`D99999${n}`, who)).rejects.toMatchObject({ status: 404 })
  await expect(declare('D999999', who)).rejects.toMatchObject({ status: 429, code: 'request.tooMany' })
  expect((await t.audited('relative.unknown')).filter((one) => one.user_id === who.userId)).toHaveLength(10)
})
