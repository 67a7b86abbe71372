import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createSubstitution,
  endSubstitution,
  getSubstitutionOptions,
  listSubstitutions,
} from '#contract/approvals/substitutions.ts'
import { approveChangeRequest, getApproval, listApprovals } from '#contract/approvals.ts'
import { type Caller, createApprovalsTenant, handoverTask } from './test-approvals.ts'

const now = Date.parse('2026-06-15T10:00:00Z')
type Tenant = Awaited<ReturnType<typeof createApprovalsTenant>>
type TestEmployee = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let maker: Caller
let absentEmployee: TestEmployee
let headEmployee: TestEmployee
let absentCaller: Caller
let supervisorCaller: Caller
beforeAll(async () => {
  t = await createApprovalsTenant(() => now)
  maker = await t.as('manager', (await t.make.employee()).cvl)
  headEmployee = await t.make.employee({ position: 'supervisor' })
  absentEmployee = await t.make.employee({ name: 'Ausente', supervisorId: headEmployee.id })
  absentCaller = await t.as('manager', absentEmployee.cvl)
  supervisorCaller = await t.as('supervisor', headEmployee.cvl)
})
afterAll(() => t.drop())

const createColleague = async (name = 'Suplente') => {
  const newEmployee = await t.make.employee({ name })
  return { ...newEmployee, caller: await t.as('manager', newEmployee.cvl) }
}
const substitutionDates = { fromOn: '2026-06-15', toOn: '2026-06-16', reason: 'Vacaciones' }
const callCreateSubstitution = (viewingCaller: Caller, substituteId: string, more: object = {}) =>
  viewingCaller.call(createSubstitution, {
    body: { absentId: absentEmployee.id, substituteId, ...substitutionDates, ...more },
  })
const listWaitingApprovals = async (viewingCaller: Caller) =>
  (await viewingCaller.call(listApprovals.page, { query: { box: 'waiting' } })).rows.map(({ id }) => id)
const endSubstitutionsInDb = async (): Promise<void> => {
  await t.owner.query('update dino.substitution set ended_at = now() where ended_at is null')
}

describe('substitutes', () => {
  test('a substitute decides for the absent user on the set days, and is recorded', async () => {
    const substitute = await createColleague()
    const first = await t.pending(maker, { assigneeId: absentEmployee.id }, handoverTask)
    const second = await t.pending(maker, { assigneeId: absentEmployee.id }, handoverTask)
    expect(await listWaitingApprovals(substitute.caller)).toEqual([])
    await callCreateSubstitution(absentCaller, substitute.id)
    expect(await substitute.caller.call(getApproval, { params: first })).toMatchObject({
      mayDecide: true,
      insteadOfName: expect.stringContaining('Ausente'),
    })
    await substitute.caller.call(approveChangeRequest, { params: first, body: {} })
    const { rows } = await t.owner.query('select on_behalf_of_id, decided_by from dino.approval where id = $1', [
      first.approvalId,
    ])
    expect(rows).toEqual([{ on_behalf_of_id: absentEmployee.id, decided_by: substitute.caller.userId }])
    expect((await t.audited('approval.approved')).at(-1).after).toMatchObject({ onBehalfOf: absentEmployee.id })
    for (const [fromOn, toOn] of [
      ['2026-06-14', '2026-06-14'],
      ['2026-06-16', '2026-06-20'],
    ]) {
      await t.owner.query('update dino.substitution set from_on = $1, to_on = $2', [fromOn, toOn])
      await expect(substitute.caller.call(approveChangeRequest, { params: second, body: {} })).rejects.toMatchObject({
        status: 404,
      })
    }
    await t.owner.query(
      `update dino.substitution set from_on = '2026-06-01', to_on = '2026-06-15' where ended_at is null`,
    )
    await substitute.caller.call(approveChangeRequest, { params: second, body: {} })
    await endSubstitutionsInDb()
  })

  test('a substitute of one’s own choice decides unguarded changes on the first day', async () => {
    const absent = await t.make.employee()
    const director = await t.as('direction', absent.cvl)
    const substitute = await createColleague()
    await callCreateSubstitution(director, substitute.id, { absentId: absent.id })
    const params = await t.pending(await t.as('admin'))
    expect(await substitute.caller.call(getApproval, { params })).toMatchObject({ mayDecide: true })
    await endSubstitutionsInDb()
  })

  test('a substitute decides no change made by or related to either of the two', async () => {
    const substitute = await createColleague()
    const spouse = await t.make.employee()
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relation) values ($1, $2, 'spouse')`,
      [absentEmployee.id, spouse.id],
    )
    await callCreateSubstitution(absentCaller, substitute.id)
    const theirs = await t.pending(absentCaller, { assigneeId: absentEmployee.id }, handoverTask)
    const mine = await t.pending(substitute.caller, { assigneeId: absentEmployee.id }, handoverTask)
    const near = await t.pending(
      maker,
      { assigneeId: absentEmployee.id, about: { employeeId: spouse.id } },
      handoverTask,
    )
    const self = await t.pending(
      maker,
      { assigneeId: absentEmployee.id, about: { userId: absentCaller.userId } },
      handoverTask,
    )
    const codes = new Map([
      [theirs, 'approval.sameAsMaker'],
      [mine, 'approval.sameAsMaker'],
      [near, 'approval.ownRecord'],
      [self, 'approval.ownRecord'],
    ])
    expect(await listWaitingApprovals(substitute.caller)).toEqual([])
    for (const [params, code] of codes) {
      expect(await substitute.caller.call(getApproval, { params })).toMatchObject({ mayDecide: false, standBack: code })
      await expect(substitute.caller.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
        status: 409,
        code,
      })
    }
    await endSubstitutionsInDb()
  })

  test('a substitute passes no rights on and receives none from users without access', async () => {
    const substitute = await createColleague()
    const third = await createColleague()
    await callCreateSubstitution(absentCaller, substitute.id)
    await substitute.caller.call(createSubstitution, {
      body: { absentId: substitute.id, substituteId: third.id, ...substitutionDates },
    })
    const params = await t.pending(maker, { assigneeId: absentEmployee.id }, handoverTask)
    expect(await listWaitingApprovals(third.caller)).toEqual([])
    await expect(third.caller.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({ status: 404 })
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [absentCaller.userId])
    await expect(substitute.caller.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      status: 404,
    })
    await t.owner.query('update registry.app_user set disabled_at = null where id = $1', [absentCaller.userId])
    await substitute.caller.call(approveChangeRequest, { params, body: {} })
    await endSubstitutionsInDb()
  })

  test('the absent user or a user with scope over them names the substitute', async () => {
    const substitute = await createColleague()
    const outsider = await createColleague()
    const refusals = [
      [() => callCreateSubstitution(outsider.caller, substitute.id), { status: 404 }],
      [() => callCreateSubstitution(absentCaller, '999999999999999'), { status: 404 }],
      [() => callCreateSubstitution(absentCaller, absentEmployee.id), { status: 422, code: 'substitution.yourself' }],
      [() => callCreateSubstitution(supervisorCaller, headEmployee.id), { status: 422, code: 'substitution.yourself' }],
      [
        () => callCreateSubstitution(absentCaller, substitute.id, { fromOn: '2026-06-14' }),
        { status: 400, fields: { fromOn: 'past' } },
      ],
      [
        () => callCreateSubstitution(absentCaller, substitute.id, { toOn: '2026-06-14' }),
        { status: 400, fields: { toOn: 'beforeStart' } },
      ],
      [
        () => callCreateSubstitution(absentCaller, substitute.id, { toOn: '2027-06-16' }),
        { status: 400, fields: { toOn: 'too_big' } },
      ],
      [() => callCreateSubstitution(absentCaller, substitute.id, { reason: 'no' }), { status: 400 }],
    ] as const
    for (const [call, refusal] of refusals) await expect(call()).rejects.toMatchObject(refusal)
    const { id } = await callCreateSubstitution(supervisorCaller, substitute.id)
    const again = () => callCreateSubstitution(absentCaller, outsider.id, { fromOn: '2026-06-16', toOn: '2026-06-30' })
    await expect(again()).rejects.toMatchObject({ status: 409, code: 'substitution.overlaps' })
    expect((await t.audited('substitution.created')).at(-1)).toMatchObject({
      user_id: supervisorCaller.userId,
      entity_id: id,
    })
    const notificationParams = { from: '2026-06-15', to: '2026-06-16', name: expect.any(String) }
    expect((await t.findNotifications('substitution.named', substitute.caller.userId)).at(-1)).toEqual({
      params: { ...notificationParams, name: expect.stringContaining('Ausente') },
      link: '/crm/Aprobaciones/suplencias',
    })
    expect((await t.findNotifications('substitution.set', absentCaller.userId)).at(-1)?.params).toEqual(
      notificationParams,
    )
    const params = { substitutionId: id! }
    await expect(outsider.caller.call(endSubstitution, { params })).rejects.toMatchObject({ status: 404 })
    await expect(substitute.caller.call(endSubstitution, { params })).rejects.toMatchObject({ status: 404 })
    await absentCaller.call(endSubstitution, { params })
    await expect(absentCaller.call(endSubstitution, { params })).rejects.toMatchObject({
      status: 409,
      code: 'conflict.changed',
    })
    expect(await t.audited('substitution.ended')).toHaveLength(1)
    await again()
    await endSubstitutionsInDb()
  })

  test('accepts one of two concurrent substitutions of the same user', async () => {
    const substitute = await createColleague()
    const tries = await Promise.allSettled([
      callCreateSubstitution(absentCaller, substitute.id),
      callCreateSubstitution(absentCaller, substitute.id),
    ])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await endSubstitutionsInDb()
  })

  test('shows a substitution to the users it concerns', async () => {
    const substitute = await createColleague('Lucía')
    const outsider = await createColleague()
    const { id } = await callCreateSubstitution(absentCaller, substitute.id, {
      fromOn: '2026-06-20',
      toOn: '2026-06-21',
    })
    const listed = async (viewingCaller: Caller) =>
      (await viewingCaller.call(listSubstitutions, {})).substitutions.find((one) => one.id === id)
    expect(await listed(absentCaller)).toMatchObject({ state: 'coming', mayEnd: true, endedAt: null })
    expect(await listed(supervisorCaller)).toMatchObject({ mayEnd: true })
    expect(await listed(substitute.caller)).toMatchObject({
      substituteName: expect.stringContaining('Lucía'),
      mayEnd: false,
    })
    expect(await listed(outsider.caller)).toBeUndefined()
    const choices = await outsider.caller.call(getSubstitutionOptions, {})
    expect(choices.absent.map((one) => one.id)).toEqual([outsider.id])
    expect(choices.substitutes.map((one) => one.id)).toEqual(expect.arrayContaining([absentEmployee.id, substitute.id]))
    expect(choices.ownId).toBe(outsider.id)
    await endSubstitutionsInDb()
  })
})
