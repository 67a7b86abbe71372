import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest, rejectChangeRequest } from '#contract/approvals.ts'
import {
  getWithholdingSettings,
  removeWithholdingRate,
  setPayerKind,
  setWithholdingRate,
} from '#contract/withholding.ts'
import { centsToAmount } from '#rules/cents.ts'
import { calculateWithholding } from '#rules/withholding.ts'
import { setDisabledTasks, setSecondFactorRequired } from '#server/domain/approvals.ts'
import { findHolders, findWithholdingLaw } from '#server/domain/withholding.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
})
afterAll(() => t.drop())

/** What is withheld from interest of an account, holder by holder. */
const calculateWithheld = async (tenant: Tenant, accountId: string, on: string, gross: bigint, centDays = 0n) => {
  const law = await findWithholdingLaw(tenant.db, tenant.prefix)
  const holders = (await findHolders(tenant.db, law, [accountId])).get(accountId)!
  const { total, parts } = calculateWithholding(law, holders, { on, gross, centDays })
  return {
    total: centsToAmount(total),
    parts: parts.map(({ base, amount }) => [centsToAmount(base), centsToAmount(amount)]),
  }
}
const createTestAccount = async (
  tenant: Tenant,
  client: Parameters<Tenant['make']['client']>[0],
  holders: string[] = [],
) => (await tenant.make.account({ clientId: (await tenant.make.client(client)).id, holders })).id

describe('withholding in Spain', () => {
  test('Spain withholds 19 % by share, each holder rounded separately', async () => {
    const other = await t.make.client()
    const alone = await createTestAccount(t, {})
    const joint = await createTestAccount(t, {}, [other.id])
    expect(await calculateWithheld(t, alone, '2026-06-15', 10_001n)).toEqual({
      total: '19.00',
      parts: [['100.01', '19.00']],
    })
    expect(await calculateWithheld(t, joint, '2026-06-15', 247_945n)).toEqual({
      total: '471.10',
      parts: [
        ['1239.73', '235.55'],
        ['1239.72', '235.55'],
      ],
    })
  })

  test('three holders of a third share every cent, none lost', async () => {
    const others = [await t.make.client(), await t.make.client()]
    const account = await createTestAccount(
      t,
      {},
      others.map(({ id }) => id),
    )
    const { parts } = await calculateWithheld(t, account, '2026-06-15', 10_000n)
    expect(parts.map(([base]) => base)).toEqual(['33.34', '33.33', '33.33'])
  })

  test('withholds nothing from EU residents; a joint holder pays for other residents', async () => {
    const abroad = await t.make.client({ country: 'DE' })
    const account = await createTestAccount(t, { country: 'US' }, [abroad.id])
    const { parts } = await calculateWithheld(t, account, '2026-06-15', 20_000n)
    expect(parts).toEqual([
      ['100.00', '19.00'],
      ['100.00', '0.00'],
    ])
  })

  test('no withholding rule exists for a day before the first one', async () => {
    const account = await createTestAccount(t, {})
    await expect(calculateWithheld(t, account, '2015-12-31', 100n)).rejects.toMatchObject({
      code: 'withholding.noRule',
    })
  })
})

test('Portugal withholds 28 %, 19.6 % in the Azores and 25 % from companies', async () => {
  const pt = await createTestTenant('dino_uab')
  const mainland = await createTestAccount(pt, { country: 'PT' })
  const azores = await createTestAccount(pt, { country: 'PT', postalCode: '9500-150' })
  const company = await createTestAccount(pt, { country: 'PT', postalCode: '9500-150', kind: 'company' })
  expect((await calculateWithheld(pt, mainland, '2026-06-15', 10_001n)).total).toBe('28.00')
  expect((await calculateWithheld(pt, azores, '2026-06-15', 10_001n)).total).toBe('19.60')
  // Of a rule for the place and one for the kind, the place says more; that of the Azores is for persons.
  expect((await calculateWithheld(pt, company, '2026-06-15', 10_001n)).total).toBe('25.00')
  await pt.drop()
})

test('Mexico withholds a yearly rate on capital by days, even above the interest', async () => {
  const mx = await createTestTenant('cfl')
  const account = await createTestAccount(mx, { country: 'MX' })
  const capital = 10_000_000n
  const days = 365n
  expect((await calculateWithheld(mx, account, '2025-12-31', 900_000n, capital * days)).total).toBe('500.00')
  expect((await calculateWithheld(mx, account, '2026-06-15', 900_000n, capital * 30n)).total).toBe('73.97')
  expect((await calculateWithheld(mx, account, '2020-06-15', 1000n, capital * days)).total).toBe('1450.00')
  await mx.drop()
})

const reason = 'Cambia la ley'

describe('the dated table of rates', () => {
  // Who decides on it has tests of its own, below.
  beforeAll(() => setDisabledTasks(t.db, ['withholding']))
  afterAll(() => setDisabledTasks(t.db, []))

  const rule = {
    payer: 'any',
    payee: 'any',
    region: 'any',
    basis: 'interest',
    source: 'Ley de prueba',
    reason: 'Cambia la ley',
  } as const

  test('a withholding rate holds from its day, is corrected, removed and audited', async () => {
    const account = await createTestAccount(t, {})
    const set = (rate: string) => admin.call(setWithholdingRate, { body: { ...rule, validFrom: '2026-07-01', rate } })
    await set('20')
    const { rates } = await set('21.5')
    expect(rates[0]).toMatchObject({ rate: '21.5', validFrom: '2026-07-01', setBy: expect.any(String) })
    await expect(set('21.50')).rejects.toMatchObject({ code: 'request.invalid', fields: { rate: 'same' } })
    expect((await calculateWithheld(t, account, '2026-06-30', 10_000n)).total).toBe('19.00')
    expect((await calculateWithheld(t, account, '2026-07-01', 10_000n)).total).toBe('21.50')
    const params = { payer: 'any', payee: 'any', region: 'any', validFrom: '2026-07-01' } as const
    await admin.call(removeWithholdingRate, { params, body: { reason } })
    expect((await calculateWithheld(t, account, '2026-07-01', 10_000n)).total).toBe('19.00')
    await expect(admin.call(removeWithholdingRate, { params, body: { reason } })).rejects.toMatchObject({ status: 404 })
    const { rows } = await t.owner.query(
      `select action, before->>'rate' as before, after->>'rate' as after from dino.audit_event where entity = 'withholdingRate' order by id`,
    )
    expect(rows).toEqual([
      { action: 'withholdingRate.set', before: null, after: '20' },
      { action: 'withholdingRate.set', before: '20', after: '21.5' },
      { action: 'withholdingRate.removed', before: '21.5', after: null },
    ])
  })

  test('refuses a rate above the whole, an unknown region or a missing source', async () => {
    const wrong = [
      [{ rate: '100.1' }, 'rate'],
      [{ rate: '-1' }, 'rate'],
      [{ region: 'Azores' }, 'region'],
      [{ region: 'ZZ' }, 'region'],
      [{ region: 'ZZ-20' }, 'region'],
      [{ source: ' ' }, 'source'],
      [{ validFrom: '2026-02-30' }, 'validFrom'],
    ] as const
    for (const [field, name] of wrong) {
      const body = { ...rule, validFrom: '2026-07-01', rate: '1', ...field }
      await expect(admin.call(setWithholdingRate, { body })).rejects.toMatchObject({
        status: 400,
        fields: { [name]: expect.any(String) },
      })
    }
  })

  test('refuses a payer change on an older value; the payer decides the withholding', async () => {
    const account = await createTestAccount(t, { country: 'US' })
    await admin.call(setPayerKind, { body: { before: 'other', after: 'bank', reason } })
    expect((await calculateWithheld(t, account, '2026-06-15', 10_000n)).total).toBe('0.00')
    const late = admin.call(setPayerKind, { body: { before: 'other', after: 'bank', reason } })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'conflict.changed' })
    await admin.call(setPayerKind, { body: { before: 'bank', after: 'other', reason } })
    expect((await admin.call(getWithholdingSettings, {})).payer).toBe('other')
  })
})

describe('guarded changes of withholding', () => {
  const rule = {
    payer: 'any',
    payee: 'any',
    region: 'any',
    basis: 'interest',
    source: 'Ley de prueba',
    reason,
  } as const
  const body = { ...rule, validFrom: '2026-07-01', rate: '21.5' }
  const params = { payer: 'any', payee: 'any', region: 'any', validFrom: '2026-07-01' } as const
  let direction: typeof admin
  beforeAll(async () => {
    await setSecondFactorRequired(t.db, false)
    direction = await t.as('direction')
  })
  const propose = async (work: Promise<{ waiting: { approvalId: string }[] }>) => ({
    params: { approvalId: (await work).waiting.at(-1)!.approvalId },
    body: {},
  })
  const rates = async () =>
    (await admin.call(getWithholdingSettings, {})).rates.filter(({ validFrom }) => validFrom === '2026-07-01')

  test('a rate change waits for direction and is stale once the rate changed', async () => {
    const first = await propose(admin.call(setWithholdingRate, { body }))
    const second = await propose(admin.call(setWithholdingRate, { body: { ...body, rate: '0' } }))
    expect(await rates()).toEqual([])
    const other = await t.as('admin')
    await expect(other.call(approveChangeRequest, first)).rejects.toMatchObject({ code: 'approval.directionDecides' })
    await direction.call(approveChangeRequest, first)
    expect(await rates()).toMatchObject([{ rate: '21.5' }])
    await expect(direction.call(approveChangeRequest, second)).rejects.toMatchObject({ code: 'approval.changedSince' })
    await direction.call(rejectChangeRequest, { ...second, body: { reason: 'Ya no procede' } })
  })

  test('removing a rate waits for direction', async () => {
    const removal = await propose(admin.call(removeWithholdingRate, { params, body: { reason } }))
    expect(await rates()).toHaveLength(1)
    await direction.call(approveChangeRequest, removal)
    expect(await rates()).toEqual([])
  })

  test('a change of the payer’s kind waits for direction', async () => {
    const change = await propose(admin.call(setPayerKind, { body: { before: 'other', after: 'bank', reason } }))
    expect((await admin.call(getWithholdingSettings, {})).payer).toBe('other')
    await direction.call(approveChangeRequest, change)
    expect((await admin.call(getWithholdingSettings, {})).payer).toBe('bank')
  })
})
