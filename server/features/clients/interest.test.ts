import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { getAccount, getClient } from '#contract/clients/client.ts'
import { ignoreProgress } from '#db/progress.ts'
import { firmSizes } from '#db/seed/firm.ts'
import { seedFirmOfSize } from '#db/seed/seed.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const callGetInterest = (account: { id: string; clientId: string }, asOf?: string) =>
  admin.call(getAccountInterest, {
    params: { clientId: account.clientId, accountId: account.id },
    ...(asOf && { query: { asOf } }),
  })

describe('interest to date', () => {
  test('interest to date is equal on client, account and explanation, posted plus accrued', async () => {
    const product = await t.make.product({ payout: 'monthly' })
    const account = await t.make.account({
      productId: product.id,
      rate: '3.65',
      bonusRate: '0.365',
      openedOn: '2026-05-01',
    })
    await t.make.movement(account.id, '10000.00', 'contribution', '2026-05-01')
    // 31 days of May: 31.00 and 3.10. The 14 days of June until the 15th wait to be posted.
    await t.make.movement(account.id, '31.00', 'interest', '2026-06-01')
    await t.make.movement(account.id, '3.10', 'bonus', '2026-06-01')
    const interestDetail = await callGetInterest(account)
    expect(interestDetail).toMatchObject({
      asOf: '2026-06-15',
      lines: [
        {
          from: '2026-05-01',
          to: '2026-06-01',
          days: 31,
          capital: '10000.00',
          interest: '31.00000000',
          bonus: '3.10000000',
        },
        { from: '2026-06-01', to: '2026-06-15', days: 14, capital: '10034.10', interest: '14.04774000' },
      ],
      posted: '34.10',
      earned: '49.55',
      accrued: '15.45',
      toDate: '49.55',
      nextPayoutOn: '2026-07-01',
    })
    const client = await admin.call(getClient, { params: { clientId: account.clientId } })
    expect(client.accounts[0]?.interestToDate).toBe(interestDetail.toDate)
    const alone = await admin.call(getAccount, { params: { clientId: account.clientId, accountId: account.id } })
    expect(alone.interestToDate).toBe(interestDetail.toDate)
  })

  test('computes interest of a past day, and of a future day without movements', async () => {
    const account = await t.make.account({ rate: '3.65', openedOn: '2026-05-01', expiresOn: '2026-08-01' })
    await t.make.movement(account.id, '10000.00', 'contribution', '2026-05-01')
    expect(await callGetInterest(account, '2026-05-11')).toMatchObject({
      accrued: '10.00',
      posted: '0.00',
      toDate: '10.00',
    })
    expect(await callGetInterest(account, '2027-01-01')).toMatchObject({ accrued: '92.00', nextPayoutOn: null })
    expect(await callGetInterest(account, '2026-05-01')).toMatchObject({
      lines: [],
      toDate: '0.00',
      nextPayoutOn: '2026-08-01',
    })
  })

  test('interest to date of a product that never accrues equals the posted interest', async () => {
    const product = await t.make.product({ accrues: false, mayBeNegative: true })
    const account = await t.make.account({ productId: product.id, rate: '5' })
    await t.make.movement(account.id, '500.00')
    await t.make.movement(account.id, '1.25', 'interest')
    expect(await callGetInterest(account)).toMatchObject({
      accrues: false,
      lines: [],
      posted: '1.25',
      accrued: '0.00',
      toDate: '1.25',
    })
  })

  test('hides interest of an account out of scope and refuses an impossible day', async () => {
    const account = await t.make.account()
    const manager = await t.as('manager', (await t.make.employee()).cvl)
    const params = { clientId: account.clientId, accountId: account.id }
    await expect(manager.call(getAccountInterest, { params })).rejects.toMatchObject({ status: 404 })
    await expect(admin.call(getAccountInterest, { params, query: { asOf: '2026-02-30' } })).rejects.toMatchObject({
      status: 400,
      fields: { asOf: expect.any(String) },
    })
  })
})

test('demo interest matches the engine: matured accounts to the cent, running ones per posting', async () => {
  const firm = await createTestTenant('dino')
  const size = { ...firmSizes.tenth, clients: 200, accounts: 450, movements: 6000 }
  await seedFirmOfSize({ ownerUrl: firm.ownerUrl, prefix: 'dino', size, today: '2026-06-15', progress: ignoreProgress })
  const director = await firm.as('admin')
  const { rows } = await firm.owner.query<{ id: string; clientId: string; status: string; postings: number }>(
    `select a.id, a.client_id as "clientId", a.status,
            (select count(*)::int from dino.posting l join dino.journal j on j.id = l.journal_id
              where l.account_id = a.id and j.kind in ('interest', 'bonus')) as postings
       from dino.account a join dino.product p on p.id = a.product_id
      where p.accrues and a.status in ('active', 'expired') order by a.id`,
  )
  expect(rows.filter(({ status }) => status === 'expired').length).toBeGreaterThan(20)
  for (const { id, clientId, status, postings } of rows) {
    const interestDetail = await director.call(getAccountInterest, { params: { clientId, accountId: id } })
    if (status === 'expired') expect([id, interestDetail.posted]).toEqual([id, interestDetail.earned])
    // Each posting was rounded by itself: what is left over is no more than half a cent of each.
    else expect(Number(interestDetail.accrued)).toBeGreaterThanOrEqual(-0.005 * postings - 0.01)
  }
  await firm.drop()
}, 60_000)
