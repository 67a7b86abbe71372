import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveChangeRequest } from '#contract/approvals.ts'
import { getSession, listSessions, sendHeartbeat, signOut } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import { changeSettings, getSettings, removeCurrencyRate, setCurrencyRate } from '#contract/settings.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let admin: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => nowMs)
  admin = await t.as('admin')
})
afterAll(() => t.drop())

const fetchVersion = async () => (await admin.call(getSettings, {})).version
const callChangeSettings = async (
  body: Omit<Parameters<typeof admin.call<typeof changeSettings>>[1]['body'], 'version'>,
) => admin.call(changeSettings, { body: { version: await fetchVersion(), ...body } })
const findAuditEvents = async (action: string) =>
  (await t.owner.query('select before, after from dino.audit_event where action = $1 order by id', [action])).rows

describe('maintenance mode', () => {
  test('maintenance closes the API to all but administrators, notifies users, and ends', async () => {
    const manager = await t.as('manager')
    await callChangeSettings({ maintenance: { message: 'Volvemos a las 13', until: '2026-06-15T11:00:00Z' } })
    const refused = manager.call(listClients.page, {})
    await expect(refused).rejects.toMatchObject({ status: 503, code: 'maintenance' })
    await expect(manager.call(getSession, {})).rejects.toMatchObject({ status: 503 })
    expect((await admin.call(getSession, {})).maintenance).toEqual({
      since: '2026-06-15T10:00:00.000Z',
      message: 'Volvemos a las 13',
      until: '2026-06-15T11:00:00Z',
    })
    const notifications = await t.owner.query('select user_id, kind, params from registry.notification')
    expect(notifications.rows).toEqual([
      {
        user_id: manager.userId,
        kind: 'maintenance.announced',
        params: { message: 'Volvemos a las 13', until: '2026-06-15T11:00:00Z' },
      },
    ])
    // Whoever waits for its end keeps the session by moving, and leaving is possible all the same.
    expect(await manager.call(sendHeartbeat, { body: { idleFor: 0 } })).toEqual({ endsAt: '2026-06-15T10:30:00.000Z' })
    await (await t.as('advisor')).call(signOut, { body: {} })
    await callChangeSettings({ maintenance: null })
    await manager.call(listClients.page, {})
    expect((await findAuditEvents('settings.changed')).map(({ after }) => after.maintenance?.message)).toEqual([
      'Volvemos a las 13',
      undefined,
    ])
  })

  test('refuses maintenance whose end is in the past', async () => {
    const past = callChangeSettings({ maintenance: { message: '', until: '2026-06-15T09:59:00Z' } })
    await expect(past).rejects.toMatchObject({ status: 400, fields: { 'maintenance.until': 'past' } })
    expect((await admin.call(getSettings, {})).maintenance).toBeNull()
  })

  test('refuses unknown fields in maintenance settings', async () => {
    const maintenance = { message: '', until: null, untill: '2026-06-15T11:00:00Z' }
    await expect(callChangeSettings({ maintenance })).rejects.toMatchObject({
      fields: { 'maintenance.untill': 'unknown' },
    })
    expect((await admin.call(getSettings, {})).maintenance).toBeNull()
  })

  test('refuses an impossible end of maintenance and broken characters in its message', async () => {
    const never = callChangeSettings({ maintenance: { message: '', until: '9999-99-99T99:99:99Z' } })
    await expect(never).rejects.toMatchObject({ status: 400, fields: { 'maintenance.until': expect.any(String) } })
    for (const message of ['\ud800', 'a\u0000'])
      await expect(callChangeSettings({ maintenance: { message, until: null } })).rejects.toMatchObject({ status: 400 })
    expect((await admin.call(getSettings, {})).maintenance).toBeNull()
  })

  test('maintenance of one prefix leaves the others open', async () => {
    await callChangeSettings({ maintenance: { message: '', until: null } })
    const { rows } = await t.owner.query('select prefix from registry.tenant where maintenance is not null')
    expect(rows).toEqual([{ prefix: 'dino' }])
    await callChangeSettings({ maintenance: null })
  })
})

describe('changes of settings', () => {
  test('refuses the second of two administrators’ simultaneous changes with a conflict', async () => {
    const seen = await fetchVersion()
    const other = await t.as('admin')
    const attempts = await Promise.allSettled([
      admin.call(changeSettings, { body: { version: seen, settingsPanel: false } }),
      other.call(changeSettings, { body: { version: seen, secondFactorRoles: ['hr'] } }),
    ])
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = attempts.find((one) => one.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 409, code: 'conflict.changed' })
    expect(await fetchVersion()).toBe(seen + 1)
    await callChangeSettings({ settingsPanel: true })
    await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
  })

  test('refuses an impossible version of the settings', async () => {
    const body = { version: 99_999_999_999, settingsPanel: false }
    await expect(admin.call(changeSettings, { body })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
  })

  test('a user can only enrol once their role needs a second factor', async () => {
    const hr = await t.as('hr')
    await callChangeSettings({ secondFactorRoles: ['hr', 'hr'] })
    await expect(hr.call(listSessions, {})).rejects.toMatchObject({ status: 423, code: 'session.enrolment' })
    expect((await hr.call(getSession, {})).enrolment).toBe(true)
    expect((await admin.call(getSettings, {})).secondFactorRoles).toEqual(['hr'])
    // Without one a second person has to agree.
    await setSecondFactorRequired(t.db, false)
    const direction = await t.as('direction')
    await expect(callChangeSettings({ secondFactorRoles: [] })).rejects.toMatchObject({
      fields: { reason: 'required' },
    })
    const { waiting, secondFactorRoles } = await callChangeSettings({
      secondFactorRoles: [],
      reason: 'Ya no hace falta',
    })
    expect(secondFactorRoles).toEqual(['hr'])
    const params = { approvalId: waiting[0]!.approvalId }
    await expect((await t.as('admin')).call(approveChangeRequest, { params, body: {} })).rejects.toMatchObject({
      code: 'approval.directionDecides',
    })
    const again = callChangeSettings({ secondFactorRoles: [], reason: 'Otra vez' })
    await expect(again).rejects.toMatchObject({ code: 'conflict.changed' })
    await direction.call(approveChangeRequest, { params, body: {} })
    expect((await admin.call(getSettings, {})).secondFactorRoles).toEqual([])
    await hr.call(getSession, {})
  })

  test('requiring a second factor of direction waits for approval by direction', async () => {
    await setSecondFactorRequired(t.db, false)
    const direction = await t.as('direction')
    const asking = { secondFactorRoles: ['direction' as const, 'hr' as const] }
    await expect(callChangeSettings(asking)).rejects.toMatchObject({ status: 400, fields: { reason: 'required' } })
    const { waiting, secondFactorRoles, lockingRoles } = await callChangeSettings({
      ...asking,
      reason: 'Lo pide auditoría',
    })
    expect(secondFactorRoles).toEqual(['hr'])
    expect(lockingRoles).toContain('direction')
    expect(waiting.map(({ params }) => params)).toEqual([{ role: 'direction', required: 'true' }])
    expect((await direction.call(getSession, {})).enrolment).toBe(false)
    await direction.call(approveChangeRequest, { params: { approvalId: waiting[0]!.approvalId }, body: {} })
    expect((await admin.call(getSettings, {})).secondFactorRoles).toEqual(['direction', 'hr'])
    await expect(direction.call(listSessions, {})).rejects.toMatchObject({ status: 423, code: 'session.enrolment' })
    await t.owner.query(`update registry.tenant set second_factor_roles = '{}'`)
  })

  test('refuses settings to roles other than administrator', async () => {
    for (const role of ['direction', 'manager', 'user'] as const)
      await expect((await t.as(role)).call(getSettings, {})).rejects.toMatchObject({ status: 403 })
  })
})

describe('currency rates', () => {
  const set = (currency: string, validFrom: string, perEuro: string) =>
    admin.call(setCurrencyRate, { body: { currency, validFrom, perEuro } })
  const current = async () => (await admin.call(getSession, {})).currencies

  test('rates hold from their day, can be corrected and removed, and are audited', async () => {
    await set('USD', '2026-01-01', '1.08250000')
    await set('USD', '2026-07-01', '1.2')
    expect(await current()).toEqual([{ code: 'USD', perEuro: '1.0825', validFrom: '2026-01-01' }])
    await set('USD', '2026-06-15', '1.1')
    await set('USD', '2026-06-15', '1.15')
    expect(await current()).toEqual([{ code: 'USD', perEuro: '1.15', validFrom: '2026-06-15' }])
    await admin.call(removeCurrencyRate, { params: { currency: 'USD', validFrom: '2026-06-15' } })
    expect(await current()).toEqual([{ code: 'USD', perEuro: '1.0825', validFrom: '2026-01-01' }])
    expect((await findAuditEvents('currencyRate.set')).at(-1)).toEqual({
      before: { currency: 'USD', validFrom: '2026-06-15', perEuro: '1.1' },
      after: { currency: 'USD', validFrom: '2026-06-15', perEuro: '1.15' },
    })
    expect(await findAuditEvents('currencyRate.removed')).toHaveLength(1)
  })

  test('refuses rates for euros, unknown currencies or no value, and removing missing ones', async () => {
    for (const [currency, perEuro, field] of [
      ['EUR', '1', 'currency'],
      ['XQQ', '1', 'currency'],
      ['GBP', '0.000', 'perEuro'],
      ['GBP', '-1', 'perEuro'],
      ['GBP', '1e5', 'perEuro'],
    ] as const)
      await expect(set(currency, '2026-01-01', perEuro)).rejects.toMatchObject({
        status: 400,
        fields: { [field]: expect.any(String) },
      })
    const missing = admin.call(removeCurrencyRate, { params: { currency: 'GBP', validFrom: '2026-01-01' } })
    await expect(missing).rejects.toMatchObject({ status: 404 })
  })
})
