import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approveChangeRequest,
  countPendingApprovals,
  getApproval,
  listApprovals,
  rejectChangeRequest,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { type Caller, createApprovalsTenant, handoverTask } from './test-approvals.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
const day = 86_400_000
type Tenant = Awaited<ReturnType<typeof createApprovalsTenant>>
let t: Tenant
let maker: Caller
let checker: Caller
beforeAll(async () => {
  t = await createApprovalsTenant(() => now)
  maker = await t.as('admin')
  checker = await t.as('direction')
})
afterAll(() => t.drop())

const getApprovalState = async (approvalId: string, caller = maker) =>
  (await caller.call(getApproval, { params: { approvalId } })).state
const listVisibleApprovals = async (caller: Caller, query: object = { box: 'all' }) =>
  (await caller.call(listApprovals.page, { query: { pageSize: 200, ...query } })).rows.map(({ id }) => id)

describe('decisions on approvals', () => {
  test('an approval by a second user carries the change out once, notifying its maker', async () => {
    const note = t.note()
    const params = await t.pending(maker, { payload: { note } })
    expect(await t.noted(note)).toBeUndefined()
    await expect(maker.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'approval.sameAsMaker',
    })
    await expect(maker.call(rejectChangeRequest, { params, body: { reason: 'No' } })).rejects.toMatchObject({
      code: 'approval.sameAsMaker',
    })
    expect(await checker.call(approveChangeRequest, { params, body: {} })).toEqual({ state: 'approved' })
    expect(await t.noted(note)).toEqual({ by: checker.userId, for: maker.userId })
    const again = [
      () => checker.call(approveChangeRequest, { params, body: {} }),
      () => checker.call(rejectChangeRequest, { params, body: { reason: 'Tarde' } }),
      () => maker.call(withdrawChangeRequest, { params }),
    ]
    for (const late of again) await expect(late()).rejects.toMatchObject({ status: 409, code: 'approval.decided' })
    const { approvalId } = params
    expect(await t.findNotifications('approval.decided', maker.userId)).toEqual([
      {
        params: { who: 'Ana', count: '1', task: 'permissions.role', outcome: 'approved' },
        link: `/crm/Aprobaciones/${approvalId}`,
      },
    ])
    expect(await t.audited('approval.approved')).toEqual([
      {
        user_id: checker.userId,
        entity_id: approvalId,
        before: { state: 'pending' },
        after: { who: 'Ana', count: '1', state: 'approved', task: 'permissions.role' },
      },
    ])
  })

  test('an approval that the task refuses writes nothing and leaves the change waiting', async () => {
    const params = await t.pending(maker, { payload: { note: 'stale' } })
    await expect(checker.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      code: 'approval.changedSince',
    })
    expect([await t.noted('stale'), await getApprovalState(params.approvalId)]).toEqual([undefined, 'pending'])
    await checker.call(rejectChangeRequest, { params, body: { reason: 'Que se proponga otra vez' } })
  })

  test('a rejection requires a reason, which is stored and notified', async () => {
    const note = t.note()
    const params = await t.pending(maker, { payload: { note } })
    for (const body of [{}, { reason: '  ' }, { reason: 'no' }])
      await expect(checker.call(rejectChangeRequest, { params, body })).rejects.toMatchObject({
        status: 422,
        code: 'approval.needsReason',
        fields: { reason: 'required' },
      })
    expect(await checker.call(rejectChangeRequest, { params, body: { reason: ' No procede ' } })).toEqual({
      state: 'rejected',
    })
    expect(await t.noted(note)).toEqual({ dropped: 'rejected' })
    expect(await maker.call(getApproval, { params })).toMatchObject({
      state: 'rejected',
      decisionReason: 'No procede',
      deciderName: checker.username,
      mine: true,
      mayWithdraw: false,
    })
  })

  test('only the maker withdraws a waiting change', async () => {
    const note = t.note()
    const params = await t.pending(maker, { payload: { note } })
    await expect(checker.call(withdrawChangeRequest, { params })).rejects.toMatchObject({
      status: 409,
      code: 'approval.notYours',
    })
    await expect((await t.as('manager')).call(withdrawChangeRequest, { params })).rejects.toMatchObject({ status: 404 })
    expect(await maker.call(withdrawChangeRequest, { params })).toEqual({ state: 'withdrawn' })
    expect(await t.noted(note)).toEqual({ dropped: 'withdrawn' })
    await expect(checker.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.decided',
    })
  })

  test('concurrent decisions on one change have one result', async () => {
    const others = [await t.as('direction'), await t.as('admin'), await t.as('direction')]
    for (let round = 0; round < 4; round++) {
      const note = t.note()
      const params = await t.pending(maker, { payload: { note } })
      const tries = await Promise.allSettled([
        ...others.map((one) => one.call(approveChangeRequest, { params, body: {} })),
        checker.call(rejectChangeRequest, { params, body: { reason: 'A la vez' } }),
        maker.call(withdrawChangeRequest, { params }),
      ])
      const won = tries.filter((one) => one.status === 'fulfilled')
      expect(won).toHaveLength(1)
      for (const one of tries)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'approval.decided' })
      const { state } = won[0]!.value
      expect(await getApprovalState(params.approvalId)).toBe(state)
      expect(await t.noted(note)).toMatchObject(state === 'approved' ? { for: maker.userId } : { dropped: state })
    }
  })

  test('refuses decisions after permission is lost or fourteen days have passed', async () => {
    const params = await t.pending(maker)
    const once = await t.as('direction')
    expect(await listVisibleApprovals(once, { box: 'waiting' })).toContain(params.approvalId)
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason) values ($1, 'deny', 'bt_ModulosPermisos', 'approve', '2026-06-15', 'a test')`,
      [once.userId],
    )
    await expect(once.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({ status: 404 })
    expect(await listVisibleApprovals(once)).toEqual([])
    const began = now
    now = began + 14 * day - 1
    const late = await t.as('direction')
    expect(await getApprovalState(params.approvalId, late)).toBe('pending')
    now = began + 14 * day
    expect(await getApprovalState(params.approvalId, late)).toBe('expired')
    expect(await listVisibleApprovals(late, { state: 'expired', box: 'decided' })).toEqual([params.approvalId])
    expect(await listVisibleApprovals(late, { box: 'waiting' })).toEqual([])
    await expect(late.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.decided',
    })
    now = began
  })

  test('carries a change out at once when its task needs no approval', async () => {
    const note = t.note()
    await setDisabledTasks(t.db, ['permissions.role'])
    expect(await t.proposed(maker, { payload: { note } })).toEqual({ state: 'done', approvalId: null })
    await setDisabledTasks(t.db, [])
    expect(await t.noted(note)).toEqual({ by: maker.userId, for: maker.userId })
  })
})

describe('visibility of approvals', () => {
  test('a user sees only changes they made or may decide', async () => {
    const giver = await t.make.employee()
    const receiver = await t.make.employee()
    const from = await t.as('manager', giver.cvl)
    const to = await t.as('manager', receiver.cvl)
    const other = await t.as('manager', (await t.make.employee()).cvl)
    const params = await t.pending(from, { assigneeId: receiver.id }, handoverTask)
    const above = await t.pending(from, {}, handoverTask)
    expect([
      await listVisibleApprovals(from),
      await listVisibleApprovals(to),
      await listVisibleApprovals(other),
    ]).toEqual([[above.approvalId, params.approvalId], [params.approvalId], []])
    expect((await to.call(countPendingApprovals, {})).waiting).toBe(1)
    expect((await from.call(countPendingApprovals, {})).waiting).toBe(0)
    expect(await listVisibleApprovals(from, { box: 'mine', task: 'handover' })).toHaveLength(2)
    expect((await from.call(listApprovals.count, { query: { box: 'mine' } })).total).toBe(2)
    for (const call of [
      () => other.call(getApproval, { params }),
      () => other.call(approveChangeRequest, { params, body: {} }),
      () => other.call(rejectChangeRequest, { params, body: { reason: 'Nada' } }),
      () => to.call(approveChangeRequest, { params: above, body: {} }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'notFound' })
    // With whom it doesn't lie: seen by its maker, who lacks the permission to decide it.
    await expect(from.call(approveChangeRequest, { params: above, body: {} })).rejects.toMatchObject({ status: 403 })
    expect(await to.call(getApproval, { params })).toMatchObject({
      mayDecide: true,
      link: '/crm/RRHH/7',
      mine: false,
      standBack: null,
    })
    expect(await to.call(approveChangeRequest, { params, body: {} })).toEqual({ state: 'approved' })
    expect(await listVisibleApprovals(to, { box: 'decided' })).toEqual([params.approvalId])
  })

  test('team and zone scopes include the approvals of their members', async () => {
    const superior = await t.make.employee({ position: 'supervisor' })
    const under = await t.make.employee({ supervisorId: (await t.make.employee({ supervisorId: superior.id })).id })
    const beside = await t.make.employee({ officeId: superior.officeId })
    const inTeam = await t.pending(maker, { assigneeId: under.id }, handoverTask)
    const inZone = await t.pending(maker, { assigneeId: beside.id }, handoverTask)
    const supervisor = await t.as('supervisor', superior.cvl)
    expect(await listVisibleApprovals(supervisor)).toEqual([inTeam.approvalId])
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, scope, valid_from, reason)
       values ($1, 'grant', 'bt_Traspasos', 'approve', 'zone', '2026-06-15', 'a test')`,
      [supervisor.userId],
    )
    expect(await listVisibleApprovals(supervisor)).toEqual([inZone.approvalId, inTeam.approvalId])
    await supervisor.call(approveChangeRequest, { params: inZone, body: {} })
  })

  test('refuses decisions on oneself and on declared relatives', async () => {
    const employees = await Promise.all([t.make.employee(), t.make.employee(), t.make.employee()])
    const [self, spouse, parent] = employees as [(typeof employees)[0], (typeof employees)[0], (typeof employees)[0]]
    const client = await t.make.client()
    const partner = await t.make.client()
    await t.make.account({ clientId: partner.id, holders: [client.id] })
    const me = await t.as('direction', self.cvl)
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relative_client_id, relation)
       values ($1, $2, null, 'spouse'), ($1, $3, null, 'parent'), ($1, null, $4, 'parent')`,
      [self.id, spouse.id, parent.id, client.id],
    )
    const abouts = [
      { userId: me.userId },
      { employeeId: self.id },
      { employeeId: spouse.id },
      { employeeId: parent.id },
      { clientId: client.id },
      // Somebody who is on an account with them: what is theirs could be asked for by the other's name.
      { clientId: partner.id },
    ]
    for (const about of abouts) {
      const params = await t.pending(maker, { about })
      expect(await me.call(getApproval, { params })).toMatchObject({
        mayDecide: false,
        standBack: 'approval.ownRecord',
      })
      expect(await listVisibleApprovals(me, { box: 'waiting' })).not.toContain(params.approvalId)
      await expect(me.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
        status: 409,
        code: 'approval.ownRecord',
      })
      await expect(t.proposed(me, { about })).rejects.toMatchObject({ code: 'approval.ownRecord' })
      await checker.call(approveChangeRequest, { params, body: {} })
    }
    await t.owner.query(`update dino.declared_relative set ended_at = '2026-05-15'`)
    const params = await t.pending(maker, { about: { employeeId: spouse.id } })
    await me.call(approveChangeRequest, { params, body: {} })
  })

  test("shows another user's approvals read-only in their view", async () => {
    const mine = await t.make.employee()
    const theirs = await t.make.employee()
    const me = await t.as('direction', mine.cvl)
    const them = await t.as('manager', theirs.cvl)
    const params = await t.pending(them, { assigneeId: mine.id }, handoverTask)
    await t.pending(maker, { assigneeId: mine.id }, handoverTask)
    await me.call(enterStaffView, { body: { cvl: theirs.cvl } })
    expect(await listVisibleApprovals(me)).toEqual([params.approvalId])
    expect(await me.call(getApproval, { params })).toMatchObject({ mine: true, mayDecide: false, mayWithdraw: false })
    for (const call of [
      () => me.call(approveChangeRequest, { params, body: {} }),
      () => me.call(rejectChangeRequest, { params, body: { reason: 'En otra vista' } }),
      () => me.call(withdrawChangeRequest, { params }),
    ])
      await expect(call()).rejects.toMatchObject({ status: 409, code: 'cvl.readOnly' })
    await me.call(leaveStaffView, {})
    await me.call(approveChangeRequest, { params, body: {} })
  })
})

test("exports the approval list with the screen's texts for permitted users", async () => {
  await t.pending(maker, { reason: 'Para el archivo' })
  const exported = await maker.send(listApprovals.exportRows, { query: { format: 'csv', box: 'mine' } })
  expect(exported.statusCode).toBe(200)
  const [heading, newest] = exported.body.replace(/^\uFEFF/, '').split('\n')
  expect(heading).toContain('Propuesto el;Tipo de cambio;Cliente o persona;CVL del cliente;Estado')
  expect(newest).toContain('2026-06-15 12:00:00;Perfil y acceso;')
  expect(newest).toContain('Para el archivo')
  expect(await t.audited('approvals.exported')).toHaveLength(1)
  expect((await checker.send(listApprovals.exportRows, { query: { format: 'csv' } })).statusCode).toBe(403)
})
