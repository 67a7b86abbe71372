import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval } from '#contract/approvals.ts'
import {
  getAttributionSettings,
  removeAttributionRule,
  setAttributionRule,
  setReinvestmentDays,
} from '#contract/attribution.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>

/** Today is Monday 2026-06-15. */
const today = '2026-06-15'
const reason = 'Nuevo acuerdo comercial'
const rule = {
  productId: null,
  channel: null,
  validFrom: today,
  manager: '60.00',
  partner: '40.00',
  advisor: '0.00',
  banker: '0.00',
  reason,
} as const

let t: Tenant
let admin: Caller
let direction: Caller
let accountId: string
const staff = {} as Record<'manager' | 'partner', { id: string; cvl: string }>

beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  direction = await t.as('direction')
  await setSecondFactorRequired(t.db, false)
  staff.manager = await t.make.employee()
  staff.partner = await t.make.employee({ position: 'partner' })
  const client = await t.make.client({ staff: { manager: staff.manager.id, partner: staff.partner.id } })
  accountId = (await t.make.account({ clientId: client.id })).id
})
afterAll(() => t.drop())

const propose = async (work: Promise<{ waiting: { approvalId: string }[] }>) => ({
  params: { approvalId: (await work).waiting.at(-1)!.approvalId },
  body: {},
})
const setRule = (change: Partial<Parameters<typeof admin.call<typeof setAttributionRule>>[1]['body']> = {}) =>
  admin.call(setAttributionRule, { body: { ...rule, ...change } })
const approve = async (work: Promise<{ waiting: { approvalId: string }[] }>) =>
  direction.call(approveChangeRequest, await propose(work))
const findSettings = () => admin.call(getAttributionSettings, {})
const listStates = async () =>
  (await findSettings()).rules.map(({ channel, validFrom, manager, state }) => [channel, validFrom, manager, state])

const findParts = async (journalId: string) => {
  const { rows } = await t.owner.query<{ role: string; employee: string; amount: string; isNew: boolean }>(
    `select role, employee_id as employee, amount, is_new as "isNew" from dino.captation where journal_id = $1 order by n`,
    [journalId],
  )
  return rows.map(({ role, employee, amount, isNew }) => [role, employee, amount, isNew])
}
const post = async (amount: string, kind: 'contribution' | 'withdrawal' = 'contribution') =>
  (await t.make.movement(accountId, amount, kind, today)).journalId

describe('rules of attribution', () => {
  test('a rule waits for direction and shares only what is posted afterwards', async () => {
    const earlier = await post('100.01')
    const proposed = await propose(setRule())
    expect((await findSettings()).waiting).toMatchObject([
      { params: { change: 'attributionSet', product: '', channel: 'any', from: today, manager: '60', partner: '40' } },
    ])
    expect(await listStates()).toEqual([])
    const other = await t.as('admin')
    await expect(other.call(approveChangeRequest, proposed)).rejects.toMatchObject({
      code: 'approval.directionDecides',
    })
    expect(await findParts(await post('1.00'))).toHaveLength(1)
    await direction.call(approveChangeRequest, proposed)
    expect(await listStates()).toEqual([[null, today, '60.00', 'current']])
    expect(await findParts(await post('100.01'))).toEqual([
      ['manager', staff.manager.id, '60.01', true],
      ['partner', staff.partner.id, '40.00', true],
    ])
    expect(await findParts(earlier)).toEqual([['manager', staff.manager.id, '100.01', true]])
  })

  test('the rule of a channel comes after, with its day still to come', async () => {
    await approve(setRule({ channel: 'partner', validFrom: '2026-07-01', manager: '10.00', partner: '90.00' }))
    await approve(setRule({ validFrom: '2026-08-01', manager: '70.50', partner: '29.50' }))
    expect(await listStates()).toEqual([
      [null, '2026-08-01', '70.50', 'coming'],
      [null, today, '60.00', 'current'],
      ['partner', '2026-07-01', '10.00', 'coming'],
    ])
  })

  test('names product, terms and what they were for whoever decides', async () => {
    const product = await t.make.product()
    const proposed = await propose(setRule({ productId: product.id, validFrom: '2026-09-01' }))
    const { after } = await direction.call(getApproval, { params: proposed.params })
    expect(after).toMatchObject({ clientChannel: 'any', managerShare: '60.00', validFrom: '2026-09-01' })
    await direction.call(approveChangeRequest, proposed)
    const [found] = (await findSettings()).rules.filter(({ productId }) => productId === product.id)
    expect(found).toMatchObject({ productName: after!.productName, state: 'coming', setBy: expect.any(String) })
    const correction = await propose(
      setRule({ productId: product.id, validFrom: '2026-09-01', manager: '50.00', partner: '50.00' }),
    )
    const { before } = await direction.call(getApproval, { params: correction.params })
    expect(before).toMatchObject({ managerShare: '60.00', validFrom: '2026-09-01' })
  })

  test('the second of two proposals is stale once the first holds', async () => {
    const first = await propose(setRule({ channel: 'alliance', manager: '80.00', partner: '20.00' }))
    const second = await propose(setRule({ channel: 'alliance', manager: '30.00', partner: '70.00' }))
    await direction.call(approveChangeRequest, first)
    await expect(direction.call(approveChangeRequest, second)).rejects.toMatchObject({ code: 'approval.changedSince' })
    expect((await listStates()).filter(([channel]) => channel === 'alliance')).toEqual([
      ['alliance', today, '80.00', 'current'],
    ])
  })

  test('a proposal is stale once the rule of its day shares otherwise', async () => {
    const coming = { channel: 'alliance', validFrom: '2026-10-01' } as const
    await approve(setRule({ ...coming, manager: '40.00', partner: '60.00' }))
    const first = await propose(setRule({ ...coming, manager: '50.00', partner: '50.00' }))
    const second = await propose(setRule({ ...coming, manager: '30.00', partner: '70.00' }))
    await direction.call(approveChangeRequest, first)
    await expect(direction.call(approveChangeRequest, second)).rejects.toMatchObject({ code: 'approval.changedSince' })
  })

  test('a removed rule leaves what it shared as it was', async () => {
    const shared = await post('10.00')
    const { rules } = await findSettings()
    const current = rules.find(({ channel, productId, state }) => !channel && !productId && state === 'current')!
    const removal = { params: { ruleId: current.id }, body: { reason } }
    const first = await propose(admin.call(removeAttributionRule, removal))
    const second = await propose(admin.call(removeAttributionRule, removal))
    await direction.call(approveChangeRequest, first)
    await expect(direction.call(approveChangeRequest, second)).rejects.toMatchObject({ code: 'approval.changedSince' })
    await expect(admin.call(removeAttributionRule, removal)).rejects.toMatchObject({ status: 404 })
    expect(await findParts(shared)).toHaveLength(2)
    expect(await findParts(await post('10.00'))).toEqual([['manager', staff.manager.id, '10.00', true]])
    const { rows } = await t.owner.query(
      `select action, after->>'managerShare' as after, before->>'managerShare' as before from dino.audit_event
        where entity = 'attributionRule' and coalesce(after, before) @> jsonb_build_object('clientChannel', 'any', 'validFrom', $1::text) order by id`,
      [today],
    )
    expect(rows).toEqual([
      { action: 'attributionRule.set', before: null, after: '60.00' },
      { action: 'attributionRule.removed', before: '60.00', after: null },
    ])
  })

  test('a rule that another one has followed cannot be removed', async () => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into dino.attribution_rule (channel, valid_from, manager, partner, advisor, banker)
       values ('direct', '2026-01-01', 50, 50, 0, 0), ('direct', '2026-02-01', 60, 40, 0, 0) returning id`,
    )
    expect((await listStates()).filter(([channel]) => channel === 'direct')).toEqual([
      ['direct', '2026-02-01', '60.00', 'current'],
      ['direct', '2026-01-01', '50.00', 'past'],
    ])
    await expect(
      admin.call(removeAttributionRule, { params: { ruleId: rows[0]!.id }, body: { reason } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('a rule approved after its day begins on the day of approval', async () => {
    const proposed = await propose(setRule({ channel: 'partner', manager: '25.00', partner: '75.00' }))
    await t.owner.query(
      `update dino.approval set payload = jsonb_set(payload, '{rule,validFrom}', '"2026-06-12"') where id = $1`,
      [proposed.params.approvalId],
    )
    await direction.call(approveChangeRequest, proposed)
    expect((await listStates()).filter(([channel]) => channel === 'partner')).toContainEqual([
      'partner',
      today,
      '25.00',
      'current',
    ])
  })

  test.each([
    [{ manager: '59.99' }, 'manager', 'hundred'],
    [{ manager: '60.01' }, 'manager', 'hundred'],
    [{ manager: '60' }, 'manager', expect.any(String)],
    [{ banker: '-1.00' }, 'banker', expect.any(String)],
    [{ validFrom: '2026-06-14' }, 'validFrom', 'beforeToday'],
    [{ productId: '999999999' }, 'productId', 'unknown'],
    [{ channel: 'alliance', manager: '80.00', partner: '20.00' } as const, 'manager', 'same'],
  ])('refuses %o with an error on %s', async (change, field, code) => {
    await expect(setRule(change)).rejects.toMatchObject({ status: 400, fields: { [field]: code } })
  })

  test('nobody but administrators sees or proposes rules', async () => {
    const manager = await t.as('manager')
    for (const caller of [direction, manager]) {
      await expect(caller.call(getAttributionSettings, {})).rejects.toMatchObject({ status: 403 })
      await expect(caller.call(setAttributionRule, { body: rule })).rejects.toMatchObject({ status: 403 })
    }
  })
})

describe('days of reinvestment', () => {
  const isNew = async (journalId: string) => (await findParts(journalId))[0]![3]
  const setDays = (before: number, after: number) =>
    admin.call(setReinvestmentDays, { body: { before, after, reason } })

  test('days hold from their approval on for what is posted next', async () => {
    await post('-5.00', 'withdrawal')
    const earlier = await post('1.00')
    expect(await isNew(earlier)).toBe(false)
    const proposed = await propose(setDays(30, 0))
    expect((await findSettings()).reinvestmentDays).toBe(30)
    await direction.call(approveChangeRequest, proposed)
    expect((await findSettings()).reinvestmentDays).toBe(0)
    const other = (await t.make.account()).id
    await t.make.movement(other, '9.00', 'contribution', '2026-06-01')
    await t.make.movement(other, '-5.00', 'withdrawal', '2026-06-12')
    const { journalId } = await t.make.movement(other, '1.00', 'contribution', today)
    expect(await isNew(journalId)).toBe(true)
    expect(await isNew(earlier)).toBe(false)
  })

  test('refuses days on an older value, the same days and too many', async () => {
    await expect(setDays(30, 10)).rejects.toMatchObject({ status: 409, code: 'conflict.changed' })
    await expect(setDays(0, 0)).rejects.toMatchObject({ status: 400, fields: { after: 'unchanged' } })
    await expect(setDays(0, 366)).rejects.toMatchObject({ status: 400, fields: { after: expect.any(String) } })
    const first = await propose(setDays(0, 10))
    const second = await propose(setDays(0, 20))
    await direction.call(approveChangeRequest, first)
    await expect(direction.call(approveChangeRequest, second)).rejects.toMatchObject({ code: 'approval.changedSince' })
    expect((await findSettings()).reinvestmentDays).toBe(10)
  })
})
