import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveChangeRequest, getApproval, rejectChangeRequest } from '#contract/approvals.ts'
import { changeClient, getClientData, proposePepApproval } from '#contract/client-data.ts'
import { getClient } from '#contract/clients/client.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: Caller
let direction: Caller
let managerRecord: { id: string; cvl: string }
let clientId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  managerRecord = await t.make.employee()
  manager = await t.as('manager', managerRecord.cvl)
  direction = await t.as('direction')
})
afterAll(() => t.drop())
beforeEach(async () => {
  clientId = (await t.make.client({ staff: { manager: managerRecord.id }, checked: true })).id
})

const reason = 'Lo ha comunicado por escrito'
const fetchData = (caller = manager) => caller.call(getClientData, { params: { clientId } })
const change = async (body: object) => {
  const { version } = await fetchData()
  return manager.call(changeClient, { params: { clientId }, body: { version, ...body } })
}
const approve = (approvalId: string | null | undefined) =>
  direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
const set = (fields: object) => t.db.updateTable('client').set(fields).where('id', '=', clientId).execute()

describe('changes that one person does not make alone', () => {
  test.each([
    ['another country', { country: 'ES' }, { country: 'PT' }],
    ['another tax residence', { taxResidence: null }, { taxResidence: 'FR' }],
    ['no tax residence abroad any more', { taxResidence: 'FR' }, { taxResidence: null }],
    ['a lower risk', { riskLevel: 4 }, { riskLevel: 3 }],
    ['no political exposure any more', { pep: true }, { pep: false }],
    ['another name of an approved identity', { name: 'Marta' }, { name: 'María' }],
    ['another birth date of an approved identity', { birthDate: '1980-01-01' }, { birthDate: '1981-01-01' }],
    ['an earlier birth date that makes a minor of age', { birthDate: '2012-01-01' }, { birthDate: '2002-01-01' }],
  ] as const)('lets %s wait for a second person', async (_, known, expected) => {
    await set(known)
    const before = await fetchData()
    expect(await catchRefusalCode(change(expected))).toBe('request.invalid')
    const { proposal } = await change({ ...expected, reason })
    expect(proposal?.state).toBe('pending')
    expect({ ...(await fetchData()), waiting: null }).toEqual(before)
    expect((await fetchData()).waiting).toMatchObject({ fields: ['status'] })
    await approve(proposal?.approvalId)
    expect(await fetchData()).toMatchObject({ ...expected, waiting: null })
  })

  test.each([
    ['a higher risk', { riskLevel: 5 }],
    ['a new political exposure', { pep: true }],
    ['a tax residence that only repeats the country', { taxResidence: 'ES' }],
    ['a name that no document has proven', { name: 'María', surname: 'Otra' }, { kycStatus: 'pending' }],
    ['a birth date that nobody had written down', { birthDate: '1980-01-01' }, { kycStatus: 'missing' }],
  ])('takes %s at once', async (_, expected, known: object = {}) => {
    if (Object.keys(known).length > 0) await set(known)
    expect((await change(expected)).proposal).toBeNull()
    expect(await fetchData()).toMatchObject(expected)
  })

  test('lets an address wait with its country, and asks for a new proof', async () => {
    const address = { street: 'Rua Augusta', streetNumber: '10', postalCode: '1100-053', city: 'Lisboa' }
    const { proposal } = await change({ country: 'PT', address, phone: '622333444', reason })
    expect(await fetchData()).toMatchObject({ country: 'ES', phone: '+34622333444', address: { city: null } })
    const shown = await direction.call(getApproval, { params: { approvalId: proposal!.approvalId! } })
    expect(shown).toMatchObject({ before: { country: 'ES' }, after: { country: 'PT' } })
    expect(shown.after).toMatchObject({ address: 'Rua Augusta, 10, 1100-053, Lisboa' })
    await approve(proposal?.approvalId)
    expect(await fetchData()).toMatchObject({ country: 'PT', address })
    expect((await manager.call(getClient, { params: { clientId } })).addressStatus).toBe('pending')
  })

  test.each([
    ['mainland to the Azores', '1100-053', '9500-150', 'PT-20'],
    ['Madeira to the mainland', '9000-001', '1100-053', 'PT'],
    ['no postal code to Madeira', null, '9000-001', 'PT-30'],
  ])('lets an address wait that leads from %s', async (_, known, postalCode, region) => {
    await set({ country: 'PT', postalCode: known })
    const before = await fetchData()
    const address = { street: 'Rua Nova', postalCode }
    expect(await catchRefusalCode(change({ address }))).toBe('request.invalid')
    const { proposal } = await change({ address, reason })
    expect({ ...(await fetchData()), waiting: null }).toEqual(before)
    const shown = await direction.call(getApproval, { params: { approvalId: proposal!.approvalId! } })
    expect(shown.after).toMatchObject({ taxRegion: region })
    await approve(proposal?.approvalId)
    expect((await fetchData()).address).toMatchObject(address)
  })

  test('takes an address at once whose region of taxation stays', async () => {
    await set({ country: 'PT', postalCode: '1100-053' })
    expect((await change({ address: { postalCode: '4000-001' } })).proposal).toBeNull()
    await set({ taxResidence: 'FR' })
    expect((await change({ address: { postalCode: '9500-150' } })).proposal).toBeNull()
  })

  test('writes no part of a move alone that keeps the country of taxation', async () => {
    await set({ country: 'ES', taxResidence: 'PT' })
    const { proposal } = await change({ country: 'PT', taxResidence: null, reason })
    expect(await fetchData()).toMatchObject({ country: 'ES', taxResidence: 'PT' })
    await approve(proposal?.approvalId)
    expect(await fetchData()).toMatchObject({ country: 'PT', taxResidence: null })
  })

  test('refuses the word on a tax residence after the postal code has changed', async () => {
    await set({ country: 'PT', taxResidence: 'FR', postalCode: '1100-053' })
    const { proposal } = await change({ taxResidence: null, reason })
    await change({ address: { postalCode: '9500-150' } })
    expect(await catchRefusalCode(approve(proposal?.approvalId))).toBe('approval.changedSince')
    await direction.call(rejectChangeRequest, { params: { approvalId: proposal!.approvalId! }, body: { reason } })
  })

  test('refuses the word on a status that is no longer as it was', async () => {
    await set({ riskLevel: 4 })
    const { proposal } = await change({ riskLevel: 1, reason })
    await change({ riskLevel: 5 })
    expect(await catchRefusalCode(approve(proposal?.approvalId))).toBe('approval.changedSince')
    await direction.call(rejectChangeRequest, { params: { approvalId: proposal!.approvalId! }, body: { reason } })
    expect(await fetchData()).toMatchObject({ riskLevel: 5, waiting: null })
  })
})

describe('approval of a politically exposed person', () => {
  const ask = (caller = manager) => caller.call(proposePepApproval, { params: { clientId }, body: { reason } })
  const fetchClient = () => manager.call(getClient, { params: { clientId } })

  test('lets the client bring money once a second person agrees', async () => {
    expect(await catchRefusalCode(ask())).toBe('client.notExposed')
    await change({ pep: true })
    expect((await fetchClient()).canOperate.in).toMatchObject({ allowed: false, reasons: ['pepUnapproved'] })
    const { approvalId } = await ask()
    expect(await catchRefusalCode(ask())).toBe('client.changeWaits')
    await approve(approvalId)
    expect(await fetchClient()).toMatchObject({
      pepApprovedAt: expect.any(String),
      canOperate: { in: { allowed: true } },
    })
    expect(await catchRefusalCode(ask())).toBe('client.notExposed')
  })

  test('ends with the exposure, so that a new one is approved anew', async () => {
    await set({ pep: true, pepApprovedAt: '2026-01-05T10:00:00Z' })
    await approve((await change({ pep: false, reason })).proposal?.approvalId)
    await change({ pep: true })
    expect((await fetchClient()).canOperate.in.reasons).toEqual(['pepUnapproved'])
  })

  test('finds no client out of scope', async () => {
    await set({ pep: true })
    const other = await t.as('manager', (await t.make.employee()).cvl)
    expect(await catchRefusalCode(ask(other))).toBe('notFound')
  })
})
