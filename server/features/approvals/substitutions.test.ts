import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approve,
  createSubstitution,
  endSubstitution,
  getApproval,
  listApprovals,
  listSubstitutions,
  substitutionChoices,
} from '#contract/approvals.ts'
import { approvalsTenant, type Caller, giveTask } from './test-approvals.ts'

const now = Date.parse('2026-06-15T10:00:00Z')
type Tenant = Awaited<ReturnType<typeof approvalsTenant>>
type Made = Awaited<ReturnType<Tenant['make']['employee']>>
let t: Tenant
let maker: Caller
let away: Made
let head: Made
let absent: Caller
let supervisor: Caller
beforeAll(async () => {
  t = await approvalsTenant(() => now)
  maker = await t.as('manager', (await t.make.employee()).cvl)
  head = await t.make.employee({ position: 'supervisor' })
  away = await t.make.employee({ name: 'Ausente', supervisorId: head.id })
  absent = await t.as('manager', away.cvl)
  supervisor = await t.as('supervisor', head.cvl)
})
afterAll(() => t.drop())

const colleague = async (name = 'Suplente') => {
  const made = await t.make.employee({ name })
  return { ...made, caller: await t.as('manager', made.cvl) }
}
const dates = { fromOn: '2026-06-15', toOn: '2026-06-16', reason: 'Vacaciones' }
const name = (who: Caller, substituteId: string, more: object = {}) =>
  who.call(createSubstitution, { body: { absentId: away.id, substituteId, ...dates, ...more } })
const seen = async (who: Caller) =>
  (await who.call(listApprovals.page, { query: { box: 'waiting' } })).rows.map(({ id }) => id)
const ended = async (): Promise<void> => {
  await t.owner.query('update dino.substitution set ended_at = now() where ended_at is null')
}

describe('substitutes', () => {
  test('a substitute decides for the absent user on the set days, and is recorded', async () => {
    const substitute = await colleague()
    const first = await t.pending(maker, { liesWith: away.id }, giveTask)
    const second = await t.pending(maker, { liesWith: away.id }, giveTask)
    expect(await seen(substitute.caller)).toEqual([])
    await name(absent, substitute.id)
    expect(await substitute.caller.call(getApproval, { params: first })).toMatchObject({
      mayDecide: true,
      insteadOfName: expect.stringContaining('Ausente'),
    })
    await substitute.caller.call(approve, { params: first, body: {} })
    const { rows } = await t.owner.query('select on_behalf_of_id, decided_by from dino.approval where id = $1', [
      first.approvalId,
    ])
    expect(rows).toEqual([{ on_behalf_of_id: away.id, decided_by: substitute.caller.userId }])
    expect((await t.audited('approval.approved')).at(-1).after).toMatchObject({ onBehalfOf: away.id })
    for (const [fromOn, toOn] of [
      ['2026-06-14', '2026-06-14'],
      ['2026-06-16', '2026-06-20'],
    ]) {
      await t.owner.query('update dino.substitution set from_on = $1, to_on = $2', [fromOn, toOn])
      await expect(substitute.caller.call(approve, { params: second, body: {} })).rejects.toMatchObject({ status: 404 })
    }
    await t.owner.query(
      `update dino.substitution set from_on = '2026-06-01', to_on = '2026-06-15' where ended_at is null`,
    )
    await substitute.caller.call(approve, { params: second, body: {} })
    await ended()
  })

  test('a substitute decides no change made by or related to either of the two', async () => {
    const substitute = await colleague()
    const spouse = await t.make.employee()
    await t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_employee_id, relation) values ($1, $2, 'spouse')`,
      [away.id, spouse.id],
    )
    await name(absent, substitute.id)
    const [theirs, mine] = [
      await t.pending(absent, { liesWith: away.id }, giveTask),
      await t.pending(substitute.caller, { liesWith: away.id }, giveTask),
    ]
    const near = await t.pending(maker, { liesWith: away.id, about: { employeeId: spouse.id } }, giveTask)
    const self = await t.pending(maker, { liesWith: away.id, about: { userId: absent.userId } }, giveTask)
    const codes = new Map([
      [theirs, 'approval.sameAsMaker'],
      [mine, 'approval.sameAsMaker'],
      [near, 'approval.ownRecord'],
      [self, 'approval.ownRecord'],
    ])
    expect(await seen(substitute.caller)).toEqual([])
    for (const [params, code] of codes) {
      expect(await substitute.caller.call(getApproval, { params })).toMatchObject({ mayDecide: false, standBack: code })
      await expect(substitute.caller.call(approve, { params, body: {} })).rejects.toMatchObject({ status: 409, code })
    }
    await ended()
  })

  test('a substitute passes no rights on and receives none from users without access', async () => {
    const [substitute, third] = [await colleague(), await colleague()]
    await name(absent, substitute.id)
    await substitute.caller.call(createSubstitution, {
      body: { absentId: substitute.id, substituteId: third.id, ...dates },
    })
    const params = await t.pending(maker, { liesWith: away.id }, giveTask)
    expect(await seen(third.caller)).toEqual([])
    await expect(third.caller.call(approve, { params, body: {} })).rejects.toMatchObject({ status: 404 })
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [absent.userId])
    await expect(substitute.caller.call(approve, { params, body: {} })).rejects.toMatchObject({ status: 404 })
    await t.owner.query('update registry.app_user set disabled_at = null where id = $1', [absent.userId])
    await substitute.caller.call(approve, { params, body: {} })
    await ended()
  })

  test('the absent user or a user with scope over them names the substitute', async () => {
    const [substitute, stranger] = [await colleague(), await colleague()]
    const refusals = [
      [() => name(stranger.caller, substitute.id), { status: 404 }],
      [() => name(absent, '999999999999999'), { status: 404 }],
      [() => name(absent, away.id), { status: 422, code: 'substitution.yourself' }],
      [() => name(supervisor, head.id), { status: 422, code: 'substitution.yourself' }],
      [() => name(absent, substitute.id, { fromOn: '2026-06-14' }), { status: 400, fields: { fromOn: 'past' } }],
      [() => name(absent, substitute.id, { toOn: '2026-06-14' }), { status: 400, fields: { toOn: 'beforeStart' } }],
      [() => name(absent, substitute.id, { toOn: '2027-06-16' }), { status: 400, fields: { toOn: 'too_big' } }],
      [() => name(absent, substitute.id, { reason: 'no' }), { status: 400 }],
    ] as const
    for (const [call, refusal] of refusals) await expect(call()).rejects.toMatchObject(refusal)
    const { id } = await name(supervisor, substitute.id)
    const again = () => name(absent, stranger.id, { fromOn: '2026-06-16', toOn: '2026-06-30' })
    await expect(again()).rejects.toMatchObject({ status: 409, code: 'substitution.overlaps' })
    expect((await t.audited('substitution.created')).at(-1)).toMatchObject({
      user_id: supervisor.userId,
      entity_id: id,
    })
    const told = { from: '2026-06-15', to: '2026-06-16', name: expect.any(String) }
    expect((await t.told('substitution.named', substitute.caller.userId)).at(-1)).toEqual({
      params: { ...told, name: expect.stringContaining('Ausente') },
      link: '/crm/Aprobaciones/suplencias',
    })
    expect((await t.told('substitution.set', absent.userId)).at(-1)?.params).toEqual(told)
    const params = { substitutionId: id! }
    await expect(stranger.caller.call(endSubstitution, { params })).rejects.toMatchObject({ status: 404 })
    await expect(substitute.caller.call(endSubstitution, { params })).rejects.toMatchObject({ status: 404 })
    await absent.call(endSubstitution, { params })
    await expect(absent.call(endSubstitution, { params })).rejects.toMatchObject({
      status: 409,
      code: 'conflict.changed',
    })
    expect(await t.audited('substitution.ended')).toHaveLength(1)
    await again()
    await ended()
  })

  test('accepts one of two concurrent substitutions of the same user', async () => {
    const substitute = await colleague()
    const tries = await Promise.allSettled([name(absent, substitute.id), name(absent, substitute.id)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await ended()
  })

  test('shows a substitution to the users it concerns', async () => {
    const [substitute, stranger] = [await colleague('Lucía'), await colleague()]
    const { id } = await name(absent, substitute.id, { fromOn: '2026-06-20', toOn: '2026-06-21' })
    const listed = async (who: Caller) =>
      (await who.call(listSubstitutions, {})).substitutions.find((one) => one.id === id)
    expect(await listed(absent)).toMatchObject({ state: 'coming', mayEnd: true, endedAt: null })
    expect(await listed(supervisor)).toMatchObject({ mayEnd: true })
    expect(await listed(substitute.caller)).toMatchObject({
      substituteName: expect.stringContaining('Lucía'),
      mayEnd: false,
    })
    expect(await listed(stranger.caller)).toBeUndefined()
    const choices = await stranger.caller.call(substitutionChoices, {})
    expect(choices.absent.map((one) => one.id)).toEqual([stranger.id])
    expect(choices.substitutes.map((one) => one.id)).toEqual(expect.arrayContaining([away.id, substitute.id]))
    expect(choices.ownId).toBe(stranger.id)
    await ended()
  })
})
