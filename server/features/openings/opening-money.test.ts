import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountInterest } from '#contract/clients/account-interest.ts'
import { openWithReceivedMoney, quoteOpening } from '#contract/openings.ts'
import { createOpeningFixture } from './test-openings.ts'

let fixture: Awaited<ReturnType<typeof createOpeningFixture>>
beforeAll(async () => {
  fixture = await createOpeningFixture()
})
afterAll(() => fixture.t.drop())

describe('money for pending accounts', () => {
  test('full payment opens an account on its value date with the quoted interest', async () => {
    const { id } = await fixture.createClient()
    const quote = await fixture.manager.call(quoteOpening, {
      params: { clientId: id },
      body: fixture.buildOpeningTerms(id),
    })
    const { accountId, status } = await fixture.openAccountAs(id)
    expect(status).toBe('pending')
    expect(await fixture.getOpeningAs(id, accountId)).toMatchObject({
      waitsFor: 'money',
      received: '0.00',
      missing: '10000.00',
      offerUntil: '2026-07-15',
    })
    await fixture.payContribution(id, accountId, '10000.00')
    expect(await fixture.getAccountAs(id, accountId)).toMatchObject({
      status: 'active',
      openedOn: '2026-06-15',
      expiresOn: '2027-06-15',
      rate: '3.000000',
    })
    const interestDetail = await fixture.manager.call(getAccountInterest, {
      params: { clientId: id, accountId },
      query: { asOf: '2027-06-15' },
    })
    expect(interestDetail.earned).toBe(quote.interest)
    await expect(fixture.getOpeningAs(id, accountId)).rejects.toMatchObject({ status: 404 })
  })

  test('partial payment leaves an account pending until the rest or a manual opening', async () => {
    const one = await fixture.createClient()
    const other = await fixture.createClient()
    const first = await fixture.openAccountAs(one.id, { amount: '20000.00' })
    const second = await fixture.openAccountAs(other.id, { amount: '20000.00' })
    await fixture.payContribution(one.id, first.accountId, '2999.00', '2026-06-10')
    const open = async (clientId: string, accountId: string) =>
      fixture.manager.call(openWithReceivedMoney, {
        params: { clientId, accountId },
        body: { version: (await fixture.getOpeningAs(clientId, accountId)).version },
      })
    await expect(open(one.id, first.accountId)).rejects.toMatchObject({ code: 'opening.tooLittle' })
    await fixture.payContribution(one.id, first.accountId, '17001.00', '2026-06-12')
    expect(await fixture.getAccountAs(one.id, first.accountId)).toMatchObject({
      status: 'active',
      openedOn: '2026-06-12',
      rate: '3.500000',
    })
    await fixture.payContribution(other.id, second.accountId, '5000.00', '2026-06-11')
    expect(await fixture.getOpeningAs(other.id, second.accountId)).toMatchObject({
      received: '5000.00',
      missing: '15000.00',
      mayOpenWithReceived: true,
    })
    await open(other.id, second.accountId)
    // So little has the rate of its own slab.
    expect(await fixture.getAccountAs(other.id, second.accountId)).toMatchObject({
      status: 'active',
      openedOn: '2026-06-11',
      rate: '3.000000',
      agreedAmount: '5000.00',
    })
  })

  test('money beyond the agreed amount earns the agreed rate up to the maximum', async () => {
    const { id } = await fixture.createClient()
    const { accountId } = await fixture.openAccountAs(id)
    await expect(fixture.payContribution(id, accountId, '100000.01')).rejects.toMatchObject({
      code: 'account.overMaximum',
    })
    await fixture.callApprove(await fixture.payContribution(id, accountId, '25000.00'))
    expect(await fixture.getAccountAs(id, accountId)).toMatchObject({
      status: 'active',
      rate: '3.000000',
      principal: '25000.00',
    })
  })

  test('refuses money for an opening valued longer ago than an offer lasts', async () => {
    const { id } = await fixture.createClient()
    const { accountId } = await fixture.openAccountAs(id)
    await expect(fixture.payContribution(id, accountId, '10000.00', '2026-05-15')).rejects.toMatchObject({
      fields: { valueDate: 'tooLongAgo' },
    })
    await fixture.callApprove(await fixture.payContribution(id, accountId, '10000.00', '2026-05-16'))
    expect(await fixture.getAccountAs(id, accountId)).toMatchObject({ status: 'active', openedOn: '2026-05-16' })
  })

  test('money after the offer gets the rate of its day', async () => {
    const { id } = await fixture.createClient()
    const falling = (await fixture.t.make.product({})).id
    const rateFrom = (validFrom: string, rate: string) =>
      fixture.t.db.insertInto('productRate').values({ productId: falling, validFrom, rate }).execute()
    await rateFrom('2026-01-01', '3.0')
    const { accountId } = await fixture.openAccountAs(id, { productId: falling, termMonths: 24 })
    await rateFrom('2026-06-15', '2.0')
    await fixture.t.db.updateTable('account').set({ offerUntil: '2026-06-14' }).where('id', '=', accountId).execute()
    expect(await fixture.getOpeningAs(id, accountId)).toMatchObject({ late: true, waitsFor: 'money' })
    await fixture.payContribution(id, accountId, '10000.00')
    expect(await fixture.getAccountAs(id, accountId)).toMatchObject({
      status: 'active',
      expiresOn: '2028-06-15',
      rate: '2.000000',
    })
  })

  test('money valued within the offer keeps the agreed rate when noted later', async () => {
    const { id } = await fixture.createClient()
    const falling = (await fixture.t.make.product({})).id
    const rateFrom = (validFrom: string, rate: string) =>
      fixture.t.db.insertInto('productRate').values({ productId: falling, validFrom, rate }).execute()
    await rateFrom('2026-01-01', '3.0')
    const opening = () => fixture.openAccountAs(id, { productId: falling, termMonths: 24 })
    const inTime = await opening()
    const late = await opening()
    await rateFrom('2026-06-11', '2.0')
    await rateFrom('2026-06-14', '1.0')
    await fixture.t.db.updateTable('account').set({ offerUntil: '2026-06-10' }).where('clientId', '=', id).execute()
    await fixture.payContribution(id, inTime.accountId, '10000.00', '2026-06-10')
    await fixture.payContribution(id, late.accountId, '10000.00', '2026-06-12')
    expect(await fixture.getAccountAs(id, inTime.accountId)).toMatchObject({ openedOn: '2026-06-10', rate: '3.000000' })
    expect(await fixture.getAccountAs(id, late.accountId)).toMatchObject({ openedOn: '2026-06-12', rate: '2.000000' })
  })
})
