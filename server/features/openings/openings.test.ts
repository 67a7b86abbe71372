import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { getAccount, getAccountInterest } from '#contract/clients/client.ts'
import { addContribution } from '#contract/contributions.ts'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'
import {
  cancelOpening,
  changeOpeningDraft,
  getOpening,
  getOpeningOptions,
  type OpeningTerms,
  openAccount,
  openWithReceivedMoney,
  quoteOpening,
} from '#contract/openings.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let managerId: string
let manager: Caller
let admin: Caller
let direction: Caller
let productId: string
beforeAll(async () => {
  t = await createTestTenant('dino')
  const employee = await t.make.employee({ position: 'manager' })
  managerId = employee.id
  manager = await t.as('manager', employee.cvl)
  admin = await t.as('admin')
  direction = await t.as('direction')
  productId = (await t.make.product({ payout: 'quarterly' })).id
  const terms = { minimum: '3000.00', maximum: '100000.00', termMonths: 12 }
  await t.db.updateTable('product').set(terms).where('id', '=', productId).execute()
  const rates = [
    ['2026-01-01', '0.00', '3.0'],
    ['2026-01-01', '20000.00', '3.5'],
  ] as const
  await t.db
    .insertInto('productRate')
    .values(rates.map(([validFrom, minAmount, rate]) => ({ productId, validFrom, minAmount, rate })))
    .execute()
})
afterAll(() => t.drop())

const createClient = (checked = true) => t.make.client({ checked, staff: { manager: managerId } })
const buildOpeningTerms = (clientId: string, overrides: Partial<OpeningTerms> = {}): OpeningTerms => ({
  productId,
  amount: '10000.00',
  termMonths: null,
  bonusRate: '0',
  instruction: 'pay_out',
  transferProductId: null,
  holders: [{ clientId, share: '100' }],
  signature: 'one',
  ...overrides,
})
const createKeyedCaller = (caller: Caller, key: string = randomUUID()) =>
  t.callerWith(caller.token, { [idempotencyKeyHeader]: key })
const openAccountAs = async (
  clientId: string,
  overrides: Partial<OpeningTerms> = {},
  more: { submit?: boolean; reason?: string; key?: string } = {},
) => {
  const { key, ...rest } = more
  const wanted = buildOpeningTerms(clientId, overrides)
  const { rate } = await manager.call(quoteOpening, { params: { clientId }, body: wanted })
  return createKeyedCaller(manager, key).call(openAccount, {
    params: { clientId },
    body: { wanted, rate, submit: true, ...rest },
  })
}
/** What one person may not note alone, another one approves. */
const callApprove = async ({ approvalId }: { approvalId: string | null }) =>
  direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const payContribution = (clientId: string, accountId: string, amount: string, valueDate = '2026-06-15') =>
  createKeyedCaller(manager).call(addContribution, {
    params: { clientId, accountId },
    body: { amount, valueDate, reference: 'Transferencia' },
  })
const getAccountAs = (clientId: string, accountId: string) =>
  manager.call(getAccount, { params: { clientId, accountId } })
const getOpeningAs = (clientId: string, accountId: string) =>
  manager.call(getOpening, { params: { clientId, accountId } })

describe('opening quotes', () => {
  test('quotes rate, net of each payout and total of an opening', async () => {
    const { id } = await createClient()
    const quote = await manager.call(quoteOpening, {
      params: { clientId: id },
      body: buildOpeningTerms(id, { amount: '20000.00' }),
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
    const { id } = await createClient()
    await expect(
      manager.call(quoteOpening, { params: { clientId: id }, body: buildOpeningTerms(id, overrides) }),
    ).rejects.toMatchObject({
      fields,
    })
  })

  test('keeps the signature rule of joint holders; a single holder signs alone', async () => {
    const [one, two] = [await createClient(), await createClient()]
    const kept = async (overrides: Partial<OpeningTerms>) => {
      const { accountId } = await openAccountAs(one.id, { ...overrides, signature: 'all' })
      return (await manager.call(getOpening, { params: { clientId: one.id, accountId } })).wanted.signature
    }
    const both = [one, two].map(({ id }) => ({ clientId: id, share: '50' }))
    expect(await kept({ holders: both })).toBe('all')
    expect(await kept({})).toBe('one')
  })

  test('requires holders in scope, the client first, with shares of a hundred', async () => {
    const [one, other, foreign] = [await createClient(), await createClient(), await t.make.client({ checked: true })]
    const asked = (holders: OpeningTerms['holders']) =>
      manager.call(quoteOpening, { params: { clientId: one.id }, body: buildOpeningTerms(one.id, { holders }) })
    const [mine, theirs] = [
      { clientId: one.id, share: '66.6667' },
      { clientId: other.id, share: '33.3333' },
    ]
    await asked([mine, theirs])
    await expect(asked([theirs, mine])).rejects.toMatchObject({ fields: { holders: 'primary' } })
    await expect(asked([mine, { ...theirs, share: '33.3334' }])).rejects.toMatchObject({
      fields: { holders: 'hundred' },
    })
    await expect(asked([mine, { ...mine, share: '33.3333' }])).rejects.toMatchObject({
      fields: { holders: 'twiceHolder' },
    })
    await expect(asked([mine, { ...theirs, clientId: foreign.id }])).rejects.toMatchObject({ status: 404 })
  })
})

describe('openings with transfer at maturity', () => {
  test('requires a transfer product on sale whose limits fit the amount', async () => {
    const { id } = await createClient()
    const target = await t.make.product()
    await t.db.updateTable('product').set({ minimum: '50000.00' }).where('id', '=', target.id).execute()
    const asked = (transferProductId: string | null) =>
      openAccountAs(id, { instruction: 'transfer', transferProductId }, { submit: false })
    await expect(asked(null)).rejects.toMatchObject({ fields: { transferProductId: 'required' } })
    await expect(asked('999')).rejects.toMatchObject({ fields: { transferProductId: 'unknown' } })
    await expect(asked(target.id)).rejects.toMatchObject({ fields: { transferProductId: 'belowProduct' } })
    await t.db.updateTable('product').set({ minimum: '0.00', maximum: '9999.99' }).where('id', '=', target.id).execute()
    await expect(asked(target.id)).rejects.toMatchObject({ fields: { transferProductId: 'overProduct' } })
  })

  test('keeps the transfer product and drops it when the instruction changes', async () => {
    const { id } = await createClient()
    const target = await t.make.product()
    const overrides = { instruction: 'transfer' as const, transferProductId: target.id }
    const { accountId } = await openAccountAs(id, overrides, { submit: false })
    const draft = await getOpeningAs(id, accountId)
    expect(draft.wanted).toMatchObject(overrides)
    const wanted = buildOpeningTerms(id, { ...overrides, instruction: 'pay_out' })
    await manager.call(changeOpeningDraft, {
      params: { clientId: id, accountId },
      body: { wanted, rate: '3.000000', submit: true, version: draft.version },
    })
    expect((await getOpeningAs(id, accountId)).wanted).toMatchObject({
      instruction: 'pay_out',
      transferProductId: null,
    })
  })
})

describe('money for pending accounts', () => {
  test('full payment opens an account on its value date with the quoted interest', async () => {
    const { id } = await createClient()
    const quote = await manager.call(quoteOpening, { params: { clientId: id }, body: buildOpeningTerms(id) })
    const { accountId, status } = await openAccountAs(id)
    expect(status).toBe('pending')
    expect(await getOpeningAs(id, accountId)).toMatchObject({
      waitsFor: 'money',
      received: '0.00',
      missing: '10000.00',
      offerUntil: '2026-07-15',
    })
    await payContribution(id, accountId, '10000.00')
    expect(await getAccountAs(id, accountId)).toMatchObject({
      status: 'active',
      openedOn: '2026-06-15',
      expiresOn: '2027-06-15',
      rate: '3.000000',
    })
    const interestDetail = await manager.call(getAccountInterest, {
      params: { clientId: id, accountId },
      query: { asOf: '2027-06-15' },
    })
    expect(interestDetail.earned).toBe(quote.interest)
    await expect(getOpeningAs(id, accountId)).rejects.toMatchObject({ status: 404 })
  })

  test('partial payment leaves an account pending until the rest or a manual opening', async () => {
    const [one, other] = [await createClient(), await createClient()]
    const first = await openAccountAs(one.id, { amount: '20000.00' })
    const second = await openAccountAs(other.id, { amount: '20000.00' })
    await payContribution(one.id, first.accountId, '2999.00', '2026-06-10')
    const open = async (clientId: string, accountId: string) =>
      manager.call(openWithReceivedMoney, {
        params: { clientId, accountId },
        body: { version: (await getOpeningAs(clientId, accountId)).version },
      })
    await expect(open(one.id, first.accountId)).rejects.toMatchObject({ code: 'opening.tooLittle' })
    await payContribution(one.id, first.accountId, '17001.00', '2026-06-12')
    expect(await getAccountAs(one.id, first.accountId)).toMatchObject({
      status: 'active',
      openedOn: '2026-06-12',
      rate: '3.500000',
    })
    await payContribution(other.id, second.accountId, '5000.00', '2026-06-11')
    expect(await getOpeningAs(other.id, second.accountId)).toMatchObject({
      received: '5000.00',
      missing: '15000.00',
      mayOpenWithReceived: true,
    })
    await open(other.id, second.accountId)
    // So little has the rate of its own slab.
    expect(await getAccountAs(other.id, second.accountId)).toMatchObject({
      status: 'active',
      openedOn: '2026-06-11',
      rate: '3.000000',
      agreedAmount: '5000.00',
    })
  })

  test('money beyond the agreed amount earns the agreed rate up to the maximum', async () => {
    const { id } = await createClient()
    const { accountId } = await openAccountAs(id)
    await expect(payContribution(id, accountId, '100000.01')).rejects.toMatchObject({ code: 'account.overMaximum' })
    await callApprove(await payContribution(id, accountId, '25000.00'))
    expect(await getAccountAs(id, accountId)).toMatchObject({
      status: 'active',
      rate: '3.000000',
      principal: '25000.00',
    })
  })

  test('refuses money for an opening valued longer ago than an offer lasts', async () => {
    const { id } = await createClient()
    const { accountId } = await openAccountAs(id)
    await expect(payContribution(id, accountId, '10000.00', '2026-05-15')).rejects.toMatchObject({
      fields: { valueDate: 'tooLongAgo' },
    })
    await callApprove(await payContribution(id, accountId, '10000.00', '2026-05-16'))
    expect(await getAccountAs(id, accountId)).toMatchObject({ status: 'active', openedOn: '2026-05-16' })
  })

  test('money after the offer gets the rate of its day', async () => {
    const { id } = await createClient()
    const falling = (await t.make.product({})).id
    const rateFrom = (validFrom: string, rate: string) =>
      t.db.insertInto('productRate').values({ productId: falling, validFrom, rate }).execute()
    await rateFrom('2026-01-01', '3.0')
    const { accountId } = await openAccountAs(id, { productId: falling, termMonths: 24 })
    await rateFrom('2026-06-15', '2.0')
    await t.db.updateTable('account').set({ offerUntil: '2026-06-14' }).where('id', '=', accountId).execute()
    expect(await getOpeningAs(id, accountId)).toMatchObject({ late: true, waitsFor: 'money' })
    await payContribution(id, accountId, '10000.00')
    expect(await getAccountAs(id, accountId)).toMatchObject({
      status: 'active',
      expiresOn: '2028-06-15',
      rate: '2.000000',
    })
  })

  test('money valued within the offer keeps the agreed rate when noted later', async () => {
    const { id } = await createClient()
    const falling = (await t.make.product({})).id
    const rateFrom = (validFrom: string, rate: string) =>
      t.db.insertInto('productRate').values({ productId: falling, validFrom, rate }).execute()
    await rateFrom('2026-01-01', '3.0')
    const opening = () => openAccountAs(id, { productId: falling, termMonths: 24 })
    const [inTime, late] = [await opening(), await opening()]
    await rateFrom('2026-06-11', '2.0')
    await rateFrom('2026-06-14', '1.0')
    await t.db.updateTable('account').set({ offerUntil: '2026-06-10' }).where('clientId', '=', id).execute()
    await payContribution(id, inTime.accountId, '10000.00', '2026-06-10')
    await payContribution(id, late.accountId, '10000.00', '2026-06-12')
    expect(await getAccountAs(id, inTime.accountId)).toMatchObject({ openedOn: '2026-06-10', rate: '3.000000' })
    expect(await getAccountAs(id, late.accountId)).toMatchObject({ openedOn: '2026-06-12', rate: '2.000000' })
  })
})

describe('bonus interest of openings', () => {
  test('bonus interest above the role’s limit waits for approval, as does the account', async () => {
    const { id } = await createClient()
    expect(await manager.call(getOpeningOptions, { params: { clientId: id } })).toMatchObject({
      bonusLimit: '0.250000',
    })
    expect(await openAccountAs(id, { bonusRate: '0.25' })).toMatchObject({ approvalId: null })
    await expect(openAccountAs(id, { bonusRate: '0.5' })).rejects.toMatchObject({ fields: { reason: 'required' } })
    const asked = await openAccountAs(id, { bonusRate: '0.5' }, { reason: 'Cliente de muchos años' })
    await payContribution(id, asked.accountId, '10000.00', '2026-06-10')
    expect(await getOpeningAs(id, asked.accountId)).toMatchObject({ waitsFor: 'approval', missing: '0.00' })
    await direction.call(approveChangeRequest, { params: { approvalId: asked.approvalId! }, body: {} })
    expect(await getAccountAs(id, asked.accountId)).toMatchObject({
      status: 'active',
      bonusRate: '0.500000',
      openedOn: '2026-06-15',
    })
  })

  test('rejected bonus interest leaves a draft that opens when resubmitted without it', async () => {
    const { id } = await createClient()
    const asked = await openAccountAs(id, { bonusRate: '0.75' }, { reason: 'Competencia' })
    const { accountId } = asked
    await payContribution(id, accountId, '10000.00', '2026-06-12')
    await direction.call(rejectChangeRequest, {
      params: { approvalId: asked.approvalId! },
      body: { reason: 'Demasiado' },
    })
    const draft = await getOpeningAs(id, accountId)
    expect(draft).toMatchObject({ waitsFor: 'submission', approvalId: null })
    const { clientName } = await manager.call(getOpeningOptions, { params: { clientId: id } })
    expect(clientName).toBe(draft.holders[0]!.name)
    const sent = { rate: '3.0', submit: true, version: draft.version }
    const sendAs = (wanted: OpeningTerms) =>
      manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body: { ...sent, wanted } })
    const { id: other } = await t.make.product()
    await expect(sendAs(buildOpeningTerms(id, { productId: other }))).rejects.toMatchObject({
      code: 'opening.hasMoney',
    })
    const less = sendAs(buildOpeningTerms(id, { amount: '9999.99', bonusRate: '0.25' }))
    await expect(less).rejects.toMatchObject({ status: 409, code: 'opening.moreReceived' })
    expect(await sendAs(buildOpeningTerms(id))).toMatchObject({ status: 'active' })
    expect(await getAccountAs(id, accountId)).toMatchObject({ status: 'active', openedOn: '2026-06-15' })
  })

  test('cancelling an opening withdraws the approval of its bonus interest', async () => {
    const { id } = await createClient()
    const { accountId, approvalId } = await openAccountAs(id, { bonusRate: '0.5' }, { reason: 'Cliente de siempre' })
    await manager.call(cancelOpening, { params: { clientId: id, accountId }, body: { reason: 'Se lo piensa' } })
    const params = { approvalId: approvalId! }
    expect(await direction.call(getApproval, { params })).toMatchObject({ state: 'withdrawn' })
    await expect(direction.call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.decided',
    })
  })
})

describe('drafts of openings', () => {
  test('changes, submits and cancels a draft once each', async () => {
    const { id } = await createClient()
    const { accountId } = await openAccountAs(id, {}, { submit: false })
    const { version } = await getOpeningAs(id, accountId)
    const body = { wanted: buildOpeningTerms(id, { amount: '30000.00' }), rate: '3.5', submit: true, version }
    await expect(
      manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body: { ...body, rate: '3.0' } }),
    ).rejects.toMatchObject({ code: 'opening.rateChanged' })
    await manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body })
    await expect(manager.call(changeOpeningDraft, { params: { clientId: id, accountId }, body })).rejects.toMatchObject(
      {
        code: 'opening.notDraft',
      },
    )
    const give = () =>
      manager.call(cancelOpening, { params: { clientId: id, accountId }, body: { reason: 'Ha cambiado de idea' } })
    expect(await give()).toEqual({ status: 'canceled' })
    await expect(give()).rejects.toMatchObject({ code: 'opening.over' })
  })

  test('refuses to cancel an opening that has received money', async () => {
    const { id } = await createClient()
    const { accountId } = await openAccountAs(id)
    await payContribution(id, accountId, '5000.00')
    const give = manager.call(cancelOpening, { params: { clientId: id, accountId }, body: { reason: 'Error' } })
    await expect(give).rejects.toMatchObject({ code: 'opening.hasMoney' })
  })

  test('creates one account for repeated requests under one key', async () => {
    const { id } = await createClient()
    const key = randomUUID()
    const all = await Promise.all(Array.from({ length: 8 }, () => openAccountAs(id, {}, { key })))
    expect(new Set(all.map(({ accountId }) => accountId)).size).toBe(1)
    await expect(openAccountAs(id, { amount: '11000.00' }, { key })).rejects.toMatchObject({
      code: 'idempotency.differentBody',
    })
  })
})

describe('clients who may not operate', () => {
  test('opens nothing without consent, and only a draft without documents', async () => {
    const { id } = await createClient()
    const set = (states: object) => t.db.updateTable('client').set(states).where('id', '=', id).execute()
    await set({ kycStatus: 'pending' })
    await expect(openAccountAs(id)).rejects.toMatchObject({ code: 'client.documents' })
    const { accountId } = await openAccountAs(id, {}, { submit: false })
    expect((await getOpeningAs(id, accountId)).waitsFor).toBe('documents')
    await set({ lopdStatus: 'sent' })
    await expect(openAccountAs(id, {}, { submit: false })).rejects.toMatchObject({ code: 'client.lopd' })
  })

  test('hides openings of clients out of scope', async () => {
    const { id } = await t.make.client({ checked: true })
    const body = buildOpeningTerms(id)
    await expect(manager.call(quoteOpening, { params: { clientId: id }, body })).rejects.toMatchObject({ status: 404 })
    const mine = await createClient()
    const { accountId } = await openAccountAs(mine.id)
    const stranger = await t.as('manager', (await t.make.employee({ position: 'manager' })).cvl)
    const looked = stranger.call(getOpening, { params: { clientId: mine.id, accountId } })
    await expect(looked).rejects.toMatchObject({ status: 404 })
    expect((await admin.call(quoteOpening, { params: { clientId: id }, body })).rate).toBe('3.000000')
  })
})
