import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { beginTotpSetup, confirmTotpSetup } from '#contract/second-factor.ts'
import { testPassword } from '#test/harness/tenant.ts'
import { expireApprovals } from './expire-approvals.ts'
import { type Caller, createApprovalsTenant, handoverTask, roleTask } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
type Tenant = Awaited<ReturnType<typeof createApprovalsTenant>>
let t: Tenant
let maker: Caller
beforeAll(async () => {
  t = await createApprovalsTenant(() => now)
  maker = await t.as('admin')
})
afterAll(() => t.drop())

const generateTotpCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
/** Somebody with an app whose code was given so long ago that it has to be given again. */
const createEnrolledCaller = async (role: 'admin' | 'direction') => {
  const caller = await t.as(role)
  const { secret } = await caller.call(beginTotpSetup, { body: { password: testPassword } })
  await caller.call(confirmTotpSetup, { body: { code: generateTotpCode(secret) } })
  now += 601_000
  return { who: caller, code: () => generateTotpCode(secret) }
}
const missingCodeError = { status: 422, code: 'secondFactor.wrong', fields: { code: 'required' } }
const countWaitingNotifications = async ({ userId }: { userId: string }) =>
  (await t.findNotifications('approval.waiting', userId)).length

describe('second factor of approvers', () => {
  test('asks approvers for their recent second factor and accepts no password', async () => {
    const { who: caller, code } = await createEnrolledCaller('direction')
    const first = await t.pending(maker)
    const second = await t.pending(maker)
    const plain = await t.pending(maker, {}, handoverTask)
    await caller.call(approveChangeRequest, { params: plain, body: {} })
    await expect(caller.call(approveChangeRequest, { params: first, body: {} })).rejects.toMatchObject(missingCodeError)
    await expect(
      caller.call(approveChangeRequest, { params: first, body: { code: testPassword } }),
    ).rejects.toMatchObject({
      status: 422,
      fields: { code: 'wrong' },
    })
    await caller.call(approveChangeRequest, { params: first, body: { code: code() } })
    await t.owner.query('update registry.session set second_factor_at = $2 where user_id = $1', [
      caller.userId,
      new Date(now - 599_000).toISOString(),
    ])
    await caller.call(approveChangeRequest, { params: second, body: {} })
  })

  test('checks the approval rules before the second factor', async () => {
    const { who: caller } = await createEnrolledCaller('admin')
    const params = await t.pending(caller)
    await expect(caller.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.sameAsMaker',
    })
  })
})

test('refuses a change that no other user could ever decide', async () => {
  const alone = await createApprovalsTenant(() => now)
  try {
    const only = await alone.as('admin')
    await expect(alone.proposed(only)).rejects.toMatchObject({ code: 'approval.nobody' })
    expect((await alone.owner.query('select from dino.approval')).rows).toEqual([])
    await alone.as('direction')
    expect((await alone.proposed(only)).state).toBe('pending')
  } finally {
    await alone.drop()
  }
})

describe('notifications of waiting changes', () => {
  test('notifies deciders of a waiting change and their substitutes of today', async () => {
    const head = await t.make.employee({ position: 'supervisor' })
    const receiver = await t.make.employee({ supervisorId: head.id, name: 'Recibe' })
    const other = await t.make.employee({ supervisorId: head.id })
    const superior = await t.as('supervisor', head.cvl)
    const to = await t.as('manager', receiver.cvl)
    const beside = await t.as('manager', other.cvl)
    const standIn = await t.make.employee()
    const substitute = await t.as('manager', standIn.cvl)
    const hr = await t.as('hr')
    await t.owner.query(
      `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_by) values ($1, $2, '2026-06-15', '2026-06-15', 'a test', $3)`,
      [receiver.id, standIn.id, to.userId],
    )
    const { approvalId } = await t.pending(maker, { assigneeId: receiver.id }, handoverTask)
    const counts = []
    for (const person of [superior, to, beside, substitute, hr]) counts.push(await countWaitingNotifications(person))
    expect(counts).toEqual([1, 1, 0, 1, 0])
    expect((await t.findNotifications('approval.waiting', to.userId))[0]).toEqual({
      params: { who: 'Ana', count: '1', task: 'handover', maker: 'Quien propone' },
      link: `/crm/Aprobaciones/${approvalId}`,
    })
    const counted = await countWaitingNotifications(maker)
    await t.pending(to, { assigneeId: receiver.id, about: { employeeId: head.id } }, handoverTask)
    // Neither its maker, nor those it is about.
    expect(await Promise.all([superior, to].map(countWaitingNotifications))).toEqual([1, 1])
    expect(await countWaitingNotifications(maker)).toBe(counted + 1)
  })

  test('notifies by the permission matrix and personal rules', async () => {
    const one = await t.as('direction')
    const two = await t.as('hr')
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       values ($1, 'deny', 'bt_ModulosPermisos', 'approve', null, '2026-06-15', 'a test'),
              ($2, 'grant', 'bt_ModulosPermisos', 'approve', 'all', '2026-06-15', 'a test')`,
      [one.userId, two.userId],
    )
    await t.pending(maker)
    expect(await Promise.all([one, two].map(countWaitingNotifications))).toEqual([0, 1])
  })
})

test('an undecided change expires once and notifies its feature and maker', async () => {
  const note = t.note()
  const { approvalId } = await t.pending(maker, { payload: { note } })
  const decided = await t.pending(maker)
  const tasks = [roleTask, handoverTask]
  await expireApprovals(t.db, tasks, now + 14 * 86_400_000 - 1)
  expect(await t.noted(note)).toBeUndefined()
  await (await t.as('direction')).call(approveChangeRequest, { params: decided, body: {} })
  const late = now + 14 * 86_400_000
  await Promise.all([expireApprovals(t.db, tasks, late), expireApprovals(t.db, tasks, late)])
  expect(await t.noted(note)).toEqual({ dropped: 'expired' })
  const { rows } = await t.owner.query('select state, decided_by from dino.approval where id = any($1) order by id', [
    [approvalId, decided.approvalId],
  ])
  expect(rows.map(({ state }) => state)).toEqual(['expired', 'approved'])
  const audited = (await t.audited('approval.expired')).filter((one) => one.entity_id === approvalId)
  expect(audited).toMatchObject([{ user_id: null, before: { state: 'pending' } }])
  const notifications = (await t.findNotifications('approval.decided', maker.userId)).filter(({ link }) =>
    link.endsWith(`/${approvalId}`),
  )
  expect(notifications).toMatchObject([{ params: { outcome: 'expired' } }])
})
