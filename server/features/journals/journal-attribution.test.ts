import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountingJournal } from '#contract/accounting.ts'
import { getJournal } from '#contract/journals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type FundedAccount = { clientId: string; accountId: string; journalId: string }
let t: Tenant
let direction: Caller
const today = '2026-06-15'

beforeAll(async () => {
  t = await createTestTenant('dino')
  direction = await t.as('direction')
})
afterAll(() => t.drop())

describe('who is credited with a movement', () => {
  const staff = {} as Record<'manager' | 'partner', { id: string; cvl: string; name: string }>
  let place: FundedAccount
  const findAttribution = async (caller: Caller, params: FundedAccount) =>
    (await caller.call(getJournal, { params })).attribution

  beforeAll(async () => {
    const make = async (position: 'manager' | 'partner') => {
      const employee = await t.make.employee({ position })
      const { rows } = await t.owner.query<{ name: string }>(
        `select trim(name || ' ' || surname) as name from dino.employee where id = $1`,
        [employee.id],
      )
      return { ...employee, name: rows[0]!.name }
    }
    staff.manager = await make('manager')
    staff.partner = await make('partner')
    const client = await t.make.client({ staff: { manager: staff.manager.id, partner: staff.partner.id } })
    const account = await t.make.account({ clientId: client.id })
    await t.owner.query(
      `insert into dino.attribution_rule (channel, valid_from, manager, partner, advisor, banker) values (null, '2026-06-01', 60, 40, 0, 0)`,
    )
    const { journalId } = await t.make.movement(account.id, '100.01', 'contribution', today)
    await t.owner.query('delete from dino.attribution_rule')
    place = { clientId: client.id, accountId: account.id, journalId }
  })

  test('shows every part of a movement with its person and amount', async () => {
    const parts = [
      { n: 4, role: 'manager', name: staff.manager.name, share: '60.00', amount: '60.01', isNew: true },
      { n: 5, role: 'partner', name: staff.partner.name, share: '40.00', amount: '40.00', isNew: true },
    ]
    expect(await findAttribution(direction, place)).toEqual(parts)
    const { attribution } = await direction.call(getAccountingJournal, { params: { journalId: place.journalId } })
    expect(attribution).toEqual(parts)
  })

  test('tells nothing of a movement to managers, not even of their own parts', async () => {
    const manager = await t.as('manager', staff.manager.cvl)
    await expect(findAttribution(manager, place)).rejects.toMatchObject({ status: 403 })
  })

  test('shows parts to nobody who may not see the figures of captation', async () => {
    const caller = await t.as('direction')
    await t.owner.query(
      `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason) values ($1, 'deny', 'bt_Mes', 'view', $2, 'a test')`,
      [caller.userId, today],
    )
    expect(await findAttribution(caller, place)).toBeNull()
  })

  test('says of money that follows a payout that it is reinvested', async () => {
    const out = await t.make.movement(place.accountId, '-10.00', 'withdrawal', today)
    const back = await t.make.movement(place.accountId, '5.00', 'contribution', today)
    expect(await findAttribution(direction, { ...place, journalId: out.journalId })).toMatchObject([
      { amount: '-10.00', isNew: null },
    ])
    expect(await findAttribution(direction, { ...place, journalId: back.journalId })).toMatchObject([
      { amount: '5.00', isNew: false },
    ])
  })

  test('shows no parts of a movement that captation does not count', async () => {
    const fee = await t.make.movement(place.accountId, '-0.01', 'fee')
    expect(await findAttribution(direction, { ...place, journalId: fee.journalId })).toEqual([])
  })
})
