import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import {
  cancelOpening,
  changeOpeningDraft,
  getOpening,
  getOpeningOptions,
  type OpeningTerms,
  quoteOpening,
} from '#contract/openings.ts'
import { createOpeningFixture } from './test-openings.ts'

let fixture: Awaited<ReturnType<typeof createOpeningFixture>>
beforeAll(async () => {
  fixture = await createOpeningFixture()
})
afterAll(() => fixture.t.drop())

describe('opening quotes', () => {
  test('quotes rate, net of each payout and total of an opening', async () => {
    const { id } = await fixture.createClient()
    const quote = await fixture.manager.call(quoteOpening, {
      params: { clientId: id },
      body: fixture.buildOpeningTerms(id, { amount: '20000.00' }),
    })
    expect(quote).toMatchObject({
      rate: '3.500000',
      effectiveRate: '3.55',
      openedOn: '2026-06-15',
      expiresOn: '2027-06-15',
      needsApproval: false,
    })
    // 92 days of 20,000 at 3.5 %: 176.44; 19 % of it are 33.52.
    expect(quote.payouts[0]).toMatchObject({ on: '2026-09-15', interest: '176.44', withheld: '33.52', net: '142.92' })
    expect(quote.payouts).toHaveLength(4)
    expect(quote).toMatchObject({ interest: '700.00', withheld: '132.99', net: '567.01', total: '20567.01' })
  })

  test.each([
    [{ amount: '2999.99' }, { amount: 'belowProduct' }],
    [{ amount: '100000.01' }, { amount: 'overProduct' }],
    [{ productId: '999' }, { productId: 'notOnSale' }],
  ])('refuses a quote with %j', async (overrides, fields) => {
    const { id } = await fixture.createClient()
    await expect(
      fixture.manager.call(quoteOpening, { params: { clientId: id }, body: fixture.buildOpeningTerms(id, overrides) }),
    ).rejects.toMatchObject({
      fields,
    })
  })

  test('keeps the signature rule of joint holders; a single holder signs alone', async () => {
    const one = await fixture.createClient()
    const two = await fixture.createClient()
    const kept = async (overrides: Partial<OpeningTerms>) => {
      const { accountId } = await fixture.openAccountAs(one.id, { ...overrides, signature: 'all' })
      return (await fixture.manager.call(getOpening, { params: { clientId: one.id, accountId } })).wanted.signature
    }
    const both = [one, two].map(({ id }) => ({ clientId: id, share: '50' }))
    expect(await kept({ holders: both })).toBe('all')
    expect(await kept({})).toBe('one')
  })

  test('requires holders in scope, the client first, with shares of a hundred', async () => {
    const one = await fixture.createClient()
    const other = await fixture.createClient()
    const foreign = await fixture.t.make.client({ checked: true })
    const proposed = (holders: OpeningTerms['holders']) =>
      fixture.manager.call(quoteOpening, {
        params: { clientId: one.id },
        body: fixture.buildOpeningTerms(one.id, { holders }),
      })
    const mine = { clientId: one.id, share: '66.6667' }
    const theirs = { clientId: other.id, share: '33.3333' }
    await proposed([mine, theirs])
    await expect(proposed([theirs, mine])).rejects.toMatchObject({ fields: { holders: 'primary' } })
    await expect(proposed([mine, { ...theirs, share: '33.3334' }])).rejects.toMatchObject({
      fields: { holders: 'hundred' },
    })
    await expect(proposed([mine, { ...mine, share: '33.3333' }])).rejects.toMatchObject({
      fields: { holders: 'twiceHolder' },
    })
    await expect(proposed([mine, { ...theirs, clientId: foreign.id }])).rejects.toMatchObject({ status: 404 })
  })
})

describe('openings with transfer at maturity', () => {
  test('requires a transfer product on sale whose limits fit the amount', async () => {
    const { id } = await fixture.createClient()
    const target = await fixture.t.make.product()
    await fixture.t.db.updateTable('product').set({ minimum: '50000.00' }).where('id', '=', target.id).execute()
    const proposed = (transferProductId: string | null) =>
      fixture.openAccountAs(id, { instruction: 'transfer', transferProductId }, { submit: false })
    await expect(proposed(null)).rejects.toMatchObject({ fields: { transferProductId: 'required' } })
    await expect(proposed('999')).rejects.toMatchObject({ fields: { transferProductId: 'unknown' } })
    await expect(proposed(target.id)).rejects.toMatchObject({ fields: { transferProductId: 'belowProduct' } })
    await fixture.t.db
      .updateTable('product')
      .set({ minimum: '0.00', maximum: '9999.99' })
      .where('id', '=', target.id)
      .execute()
    await expect(proposed(target.id)).rejects.toMatchObject({ fields: { transferProductId: 'overProduct' } })
  })

  test('keeps the transfer product and drops it when the instruction changes', async () => {
    const { id } = await fixture.createClient()
    const target = await fixture.t.make.product()
    const overrides = { instruction: 'transfer' as const, transferProductId: target.id }
    const { accountId } = await fixture.openAccountAs(id, overrides, { submit: false })
    const draft = await fixture.getOpeningAs(id, accountId)
    expect(draft.wanted).toMatchObject(overrides)
    const terms = fixture.buildOpeningTerms(id, { ...overrides, instruction: 'pay_out' })
    await fixture.manager.call(changeOpeningDraft, {
      params: { clientId: id, accountId },
      body: { wanted: terms, rate: '3.000000', submit: true, version: draft.version },
    })
    expect((await fixture.getOpeningAs(id, accountId)).wanted).toMatchObject({
      instruction: 'pay_out',
      transferProductId: null,
    })
  })
})

describe('bonus interest of openings', () => {
  test('bonus interest above the role’s limit waits for approval, as does the account', async () => {
    const { id } = await fixture.createClient()
    expect(await fixture.manager.call(getOpeningOptions, { params: { clientId: id } })).toMatchObject({
      bonusLimit: '0.250000',
    })
    expect(await fixture.openAccountAs(id, { bonusRate: '0.25' })).toMatchObject({ approvalId: null })
    await expect(fixture.openAccountAs(id, { bonusRate: '0.5' })).rejects.toMatchObject({
      fields: { reason: 'required' },
    })
    const proposed = await fixture.openAccountAs(id, { bonusRate: '0.5' }, { reason: 'Cliente de muchos años' })
    await fixture.payContribution(id, proposed.accountId, '10000.00', '2026-06-10')
    expect(await fixture.getOpeningAs(id, proposed.accountId)).toMatchObject({ waitsFor: 'approval', missing: '0.00' })
    await fixture.direction.call(approveChangeRequest, { params: { approvalId: proposed.approvalId! }, body: {} })
    expect(await fixture.getAccountAs(id, proposed.accountId)).toMatchObject({
      status: 'active',
      bonusRate: '0.500000',
      openedOn: '2026-06-15',
    })
  })

  test('rejected bonus interest leaves a draft that opens when resubmitted without it', async () => {
    const { id } = await fixture.createClient()
    const proposed = await fixture.openAccountAs(id, { bonusRate: '0.75' }, { reason: 'Competencia' })
    const { accountId } = proposed
    await fixture.payContribution(id, accountId, '10000.00', '2026-06-12')
    await fixture.direction.call(rejectChangeRequest, {
      params: { approvalId: proposed.approvalId! },
      body: { reason: 'Demasiado' },
    })
    const draft = await fixture.getOpeningAs(id, accountId)
    expect(draft).toMatchObject({ waitsFor: 'submission', approvalId: null })
    const { clientName } = await fixture.manager.call(getOpeningOptions, { params: { clientId: id } })
    expect(clientName).toBe(draft.holders[0]!.name)
    const sent = { rate: '3.0', submit: true, version: draft.version }
    const sendAs = (terms: OpeningTerms) =>
      fixture.manager.call(changeOpeningDraft, {
        params: { clientId: id, accountId },
        body: { ...sent, wanted: terms },
      })
    const { id: other } = await fixture.t.make.product()
    await expect(sendAs(fixture.buildOpeningTerms(id, { productId: other }))).rejects.toMatchObject({
      code: 'opening.hasMoney',
    })
    const less = sendAs(fixture.buildOpeningTerms(id, { amount: '9999.99', bonusRate: '0.25' }))
    await expect(less).rejects.toMatchObject({ status: 409, code: 'opening.moreReceived' })
    expect(await sendAs(fixture.buildOpeningTerms(id))).toMatchObject({ status: 'active' })
    expect(await fixture.getAccountAs(id, accountId)).toMatchObject({ status: 'active', openedOn: '2026-06-15' })
  })

  test('cancelling an opening withdraws the approval of its bonus interest', async () => {
    const { id } = await fixture.createClient()
    const { accountId, approvalId } = await fixture.openAccountAs(
      id,
      { bonusRate: '0.5' },
      { reason: 'Cliente de siempre' },
    )
    await fixture.manager.call(cancelOpening, { params: { clientId: id, accountId }, body: { reason: 'Se lo piensa' } })
    const params = { approvalId: approvalId! }
    expect(await fixture.direction.call(getApproval, { params })).toMatchObject({ state: 'withdrawn' })
    await expect(fixture.direction.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.decided',
    })
  })
})

describe('drafts of openings', () => {
  test('changes, submits and cancels a draft once each', async () => {
    const { id } = await fixture.createClient()
    const { accountId } = await fixture.openAccountAs(id, {}, { submit: false })
    const { version } = await fixture.getOpeningAs(id, accountId)
    const body = { wanted: fixture.buildOpeningTerms(id, { amount: '30000.00' }), rate: '3.5', submit: true, version }
    await expect(
      fixture.manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body: { ...body, rate: '3.0' } }),
    ).rejects.toMatchObject({ code: 'opening.rateChanged' })
    await fixture.manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body })
    await expect(
      fixture.manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body }),
    ).rejects.toMatchObject({
      code: 'opening.notDraft',
    })
    const give = () =>
      fixture.manager.call(cancelOpening, {
        params: { clientId: id, accountId },
        body: { reason: 'Ha cambiado de idea' },
      })
    expect(await give()).toEqual({ status: 'canceled' })
    await expect(give()).rejects.toMatchObject({ code: 'opening.over' })
  })

  test('refuses to cancel an opening that has received money', async () => {
    const { id } = await fixture.createClient()
    const { accountId } = await fixture.openAccountAs(id)
    await fixture.payContribution(id, accountId, '5000.00')
    const give = fixture.manager.call(cancelOpening, { params: { clientId: id, accountId }, body: { reason: 'Error' } })
    await expect(give).rejects.toMatchObject({ code: 'opening.hasMoney' })
  })

  test('creates one account for repeated requests under one key', async () => {
    const { id } = await fixture.createClient()
    const key = randomUUID()
    const all = await Promise.all(Array.from({ length: 8 }, () => fixture.openAccountAs(id, {}, { key })))
    expect(new Set(all.map(({ accountId }) => accountId)).size).toBe(1)
    await expect(fixture.openAccountAs(id, { amount: '11000.00' }, { key })).rejects.toMatchObject({
      code: 'idempotency.differentBody',
    })
  })
})

describe('clients who may not operate', () => {
  test('opens nothing without consent, and only a draft without documents', async () => {
    const { id } = await fixture.createClient()
    const set = (states: object) => fixture.t.db.updateTable('client').set(states).where('id', '=', id).execute()
    await set({ kycStatus: 'pending' })
    await expect(fixture.openAccountAs(id)).rejects.toMatchObject({ code: 'client.documents' })
    const { accountId } = await fixture.openAccountAs(id, {}, { submit: false })
    expect((await fixture.getOpeningAs(id, accountId)).waitsFor).toBe('documents')
    await set({ lopdStatus: 'sent' })
    await expect(fixture.openAccountAs(id, {}, { submit: false })).rejects.toMatchObject({ code: 'client.lopd' })
  })

  test('hides openings of clients out of scope', async () => {
    const { id } = await fixture.t.make.client({ checked: true })
    const body = fixture.buildOpeningTerms(id)
    await expect(fixture.manager.call(quoteOpening, { params: { clientId: id }, body })).rejects.toMatchObject({
      status: 404,
    })
    const mine = await fixture.createClient()
    const { accountId } = await fixture.openAccountAs(mine.id)
    const outsider = await fixture.t.as('manager', (await fixture.t.make.employee({ position: 'manager' })).cvl)
    const looked = outsider.call(getOpening, { params: { clientId: mine.id, accountId } })
    await expect(looked).rejects.toMatchObject({ status: 404 })
    expect((await fixture.admin.call(quoteOpening, { params: { clientId: id }, body })).rate).toBe('3.000000')
  })
})
