import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteFormDraft, getFormDraft, saveFormDraft } from '#contract/auth/drafts.ts'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { auditNavigation, getMaintenanceStatus, getSession } from '#contract/auth.ts'
import { setPreferences } from '#contract/personal-area/preferences.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

let now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
})
afterAll(() => t.drop())

type Caller = Awaited<ReturnType<typeof t.as>>

/** What nobody has chosen, of the choices that these tests leave alone. */
const unchosen = { favourites: [], startPage: null, dayMail: false, dashboard: null }

describe('preferences', () => {
  const getPreferences = async (caller: Caller) => (await caller.call(getSession, {})).preferences
  const set = (caller: Caller, body: Parameters<typeof caller.call<typeof setPreferences>>[1]['body']) =>
    caller.call(setPreferences, { body })

  test('stores preferences one by one; null clears one and missing fields stay', async () => {
    const me = await t.as('manager')
    expect(await getPreferences(me)).toEqual({ layout: null, language: null, activeCurrency: null, ...unchosen })
    await set(me, { layout: { layoutMode: 'horizontal', showTwoToneIcons: true } })
    await set(me, { layout: { layoutMode: 'two-column' }, language: 'english' })
    const both = {
      layout: { layoutMode: 'two-column', showTwoToneIcons: true },
      language: 'english',
      activeCurrency: null,
      ...unchosen,
    }
    expect(await set(me, {})).toEqual(both)
    expect(await getPreferences(me)).toEqual(both)
    expect(await set(me, { layout: null })).toEqual({ ...both, layout: null })
    expect(await set(me, { language: null, layout: {} })).toEqual({
      layout: {},
      language: null,
      activeCurrency: null,
      ...unchosen,
    })
    expect(await getPreferences(await t.as('manager'))).toEqual({
      layout: null,
      language: null,
      activeCurrency: null,
      ...unchosen,
    })
  })

  test('stores where somebody begins, and whether they want the day by e-mail', async () => {
    const me = await t.as('manager')
    await set(me, { startPage: 'myDay', dayMail: true })
    await set(me, { language: 'english' })
    expect(await getPreferences(me)).toMatchObject({ startPage: 'myDay', dayMail: true })
    expect(await set(me, { startPage: null, dayMail: false })).toMatchObject({ startPage: null, dayMail: false })
  })

  test('stores favourite pages in order, each once, at most twelve', async () => {
    const me = await t.as('manager')
    await set(me, { favourites: ['/clientes', '/crm/Vencimientos', '/clientes'] })
    await set(me, { language: 'english' })
    expect((await getPreferences(me)).favourites).toEqual(['/clientes', '/crm/Vencimientos'])
    const many = Array.from({ length: 13 }, (_, n) => `/page-${n}`)
    for (const favourites of [many, ['clientes'], ['/clientes?search=x'], ['https://elsewhere.example'], ['']])
      await expect(set(me, { favourites })).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
    expect((await set(me, { favourites: [] })).favourites).toEqual([])
  })

  test('stores what stands on the dashboard in order, until it is taken back', async () => {
    const me = await t.as('manager')
    expect((await getPreferences(me)).dashboard).toBeNull()
    await set(me, { dashboard: ['sales', 'goal', 'totalCapital', 'goal'] })
    await set(me, { language: 'english' })
    expect((await getPreferences(me)).dashboard).toEqual(['sales', 'goal', 'totalCapital'])
    await t.owner.query(`update registry.preference set dashboard = array_append(dashboard, 'oneOfAnotherRelease')`)
    expect((await getPreferences(me)).dashboard).toEqual(['sales', 'goal', 'totalCapital'])
    await expect(set(me, { dashboard: ['nothing'] as never })).rejects.toMatchObject({ status: 400 })
    expect((await set(me, { dashboard: null })).dashboard).toBeNull()
  })

  test('concurrent preference changes all apply', async () => {
    const me = await t.as('manager')
    await Promise.all([
      set(me, { layout: { layoutMode: 'detached' } }),
      set(me, { layout: { layoutColor: 'dark' } }),
      set(me, { layout: { topbarTheme: 'brand' } }),
      set(me, { language: 'english' }),
    ])
    expect(await getPreferences(me)).toEqual({
      layout: { layoutMode: 'detached', layoutColor: 'dark', topbarTheme: 'brand' },
      language: 'english',
      activeCurrency: null,
      ...unchosen,
    })
  })

  test('accepts only languages and currencies that the prefix offers', async () => {
    const me = await t.as('manager')
    const bad = (field: string) => ({ status: 400, code: 'request.invalid', fields: { [field]: expect.any(String) } })
    for (const language of ['portuguese', 'mexican'] as const)
      await expect(set(me, { language }), language).rejects.toMatchObject(bad('language'))
    await t.owner.query(
      `insert into dino.currency_rate (currency, valid_from, per_euro) values ('USD', '2026-06-15', 1.1), ('GBP', '2026-06-16', 0.85)`,
    )
    for (const activeCurrency of ['GBP', 'CHF', 'euros'])
      await expect(set(me, { activeCurrency }), activeCurrency).rejects.toMatchObject(bad('activeCurrency'))
    await set(me, { activeCurrency: 'EUR' })
    expect((await set(me, { activeCurrency: 'USD', language: 'spanish' })).activeCurrency).toBe('USD')
    await expect(set(me, { layout: { layoutMode: 'sideways' as 'detached' } })).rejects.toMatchObject({ status: 400 })
    // Without a rate there is nothing to show amounts in.
    await t.owner.query('delete from dino.currency_rate')
    expect(await getPreferences(me)).toEqual({
      layout: null,
      language: 'spanish',
      activeCurrency: null,
      ...unchosen,
    })
  })
})

describe('drafts', () => {
  const keep = (caller: Caller, form: string, values: Record<string, unknown>) =>
    caller.call(saveFormDraft, { params: { form }, body: { values } })
  const getDraftValues = async (caller: Pick<Caller, 'call'>, form: string) =>
    (await caller.call(getFormDraft, { params: { form } })).draft

  test('returns the newest draft of each form unchanged, after a restart, until dropped', async () => {
    const me = await t.as('manager')
    expect(await getDraftValues(me, 'client/7')).toBeNull()
    await keep(me, 'client/7', { name: 'first' })
    now += 1000
    const values = { name: 'Ñandú \u0000 \ud800 "\\ 𝄞', z: 1, a: [1e300, null, { deep: '' }], __proto: false }
    await keep(me, 'client/7', values)
    const restarted = await t.start()
    const draft = await getDraftValues(t.callerWith(me.token, {}, restarted), 'client/7')
    expect(draft).toEqual({ form: 'client/7', values, savedAt: new Date(now).toISOString().replace('.000', '') })
    await restarted.close()
    await me.call(deleteFormDraft, { params: { form: 'client/7' } })
    expect(await getDraftValues(me, 'client/7')).toBeNull()
    expect(await me.call(deleteFormDraft, { params: { form: 'client/7' } })).toEqual({ dropped: true })
  })

  test('drafts belong to their user alone', async () => {
    const me = await t.as('manager')
    const other = await t.as('admin')
    await keep(me, 'settings', { secret: 'mine' })
    expect(await getDraftValues(other, 'settings')).toBeNull()
    await other.call(deleteFormDraft, { params: { form: 'settings' } })
    await keep(other, 'settings', { secret: 'theirs' })
    expect((await getDraftValues(me, 'settings'))?.values).toEqual({ secret: 'mine' })
  })

  test('accepts drafts up to 64 kB and refuses larger ones with a reason', async () => {
    const me = await t.as('manager')
    const around = JSON.stringify({ a: '' }).length
    await keep(me, 'long', { a: 'x'.repeat(65_536 - around) })
    await keep(me, 'many', { a: Array.from({ length: 32_700 }, () => 1) })
    const words = { status: 413, code: 'request.tooLarge', message: expect.stringContaining('64 kB') }
    await expect(keep(me, 'long', { a: 'x'.repeat(65_537 - around) })).rejects.toMatchObject(words)
    await expect(keep(me, 'long', { a: 'ñ'.repeat(32_768) })).rejects.toMatchObject(words)
    const huge = keep(me, 'long', { a: 'x'.repeat(1_100_000) })
    await expect(huge).rejects.toMatchObject({ status: 413, code: 'request.tooLarge' })
    expect(String((await getDraftValues(me, 'long'))?.values.a)).toHaveLength(65_536 - around)
  })

  test('refuses drafts with too deep values or too long form names', async () => {
    const me = await t.as('manager')
    const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    await keep(me, 'nested', { a: nested(19) })
    const url = '/api/v1/me/drafts/nested'
    const headers = { authorization: `JWT ${me.token}`, 'content-type': 'application/json' }
    for (const levels of [20, 5000, 200_000]) {
      const payload = `{"values":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`
      const refused = await t.app.inject({ method: 'PUT', url, headers, payload })
      expect([refused.statusCode, refused.json().fields], String(levels)).toEqual([400, { values: 'too_deep' }])
    }
    await expect(keep(me, 'x'.repeat(201), {})).rejects.toMatchObject({ status: 400, code: 'request.malformed' })
    expect((await getDraftValues(me, 'nested'))?.values).toEqual({ a: nested(19) })
  })

  test('stores at most fifty drafts and drops the oldest, even under concurrency', async () => {
    const me = await t.as('manager')
    for (let n = 0; n < 51; n++) {
      now += 1000
      await keep(me, `form ${n}`, { n })
    }
    expect([await getDraftValues(me, 'form 0'), (await getDraftValues(me, 'form 1'))?.values]).toEqual([null, { n: 1 }])
    now += 1000
    await Promise.all(Array.from({ length: 20 }, (_, n) => keep(me, `at once ${n}`, { n })))
    const { rows } = await t.owner.query(
      `select count(*)::int as all, count(*) filter (where form like 'at once%')::int as new from registry.draft where user_id = $1`,
      [me.userId],
    )
    expect(rows).toEqual([{ all: 50, new: 20 }])
  })
})

describe('opened modules', () => {
  const note = (caller: Pick<Caller, 'call'>, usuario?: string) =>
    caller.call(auditNavigation, { body: { modulo: 'bt_Clientes', ...(usuario && { usuario }) } })
  const findNavigationEvents = async ({ userId }: Caller) =>
    (
      await t.owner.query(
        `select entity, cvl, acting_cvl, address from dino.audit_event where user_id = $1 and action = 'navigation' order by id`,
        [userId],
      )
    ).rows

  test("audits opened modules for the session's user and the acting view", async () => {
    const superior = await t.make.employee({ position: 'supervisor' })
    const under = await t.make.employee({ supervisorId: superior.id })
    const { cvl } = superior
    const me = await t.as('supervisor', cvl)
    expect(await note(me, 'somebody else')).toEqual({ noted: true })
    await me.call(enterStaffView, { body: { cvl: under.cvl } })
    await note(me)
    const row = { entity: 'bt_Clientes', cvl, address: '127.0.0.1' }
    expect(await findNavigationEvents(me)).toEqual([
      { ...row, acting_cvl: null },
      { ...row, acting_cvl: under.cvl },
    ])
    const unknown = me.call(auditNavigation, { body: { modulo: 'bt_Nada' as 'bt_Clientes' } })
    await expect(unknown).rejects.toMatchObject({ status: 400, code: 'request.invalid' })
    await expect(note(t.nobody)).rejects.toMatchObject({ status: 401 })
  })

  test('audits thirty opened modules a minute per session across processes', async () => {
    const me = await t.as('manager')
    const other = await t.as('manager')
    const second = await t.start()
    const there = t.callerWith(me.token, {}, second)
    await Promise.all(Array.from({ length: 50 }, (_, n) => note(n % 2 ? me : there)))
    await note(other)
    expect([(await findNavigationEvents(me)).length, (await findNavigationEvents(other)).length]).toEqual([30, 1])
    now += 61_000
    await note(me)
    expect(await findNavigationEvents(me)).toHaveLength(31)
    await second.close()
  })
})

test('any caller may ask which prefixes are under maintenance', async () => {
  expect(await t.nobody.call(getMaintenanceStatus, {})).toEqual({ maintenance: [] })
  const maintenance = { since: '2026-06-15T10:00:00Z', message: 'Volvemos a las 13', until: null }
  await t.owner.query(`update registry.tenant set maintenance = $1 where prefix = 'cfl'`, [JSON.stringify(maintenance)])
  expect(await t.nobody.call(getMaintenanceStatus, {})).toEqual({ maintenance: [{ prefix: 'cfl', ...maintenance }] })
})
