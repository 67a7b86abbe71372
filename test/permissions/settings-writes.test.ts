import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { allRoutes, allTasks } from '#server/app.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type SettingsRequest = { params?: Record<string, unknown>; body?: unknown }
type GuardedWrite = { task: ApprovalTaskName; request?: SettingsRequest }

const reason = 'Una prueba'
const roleLimitSample = { role: 'manager', validFrom: '2026-06-15', reason }
const withholdingRateSample = { payer: 'any', payee: 'any', region: 'any', validFrom: '2026-07-01' }
const attributionSample = { manager: '60.00', partner: '40.00', advisor: '0.00', banker: '0.00' }
const attributionRuleId = 4_000_000_000_000_000

const consentSample = { title: 'Un título', body: 'Un texto' }

/** Settings that decide about money or rights: each by its guarded task, with what asks for a change of it. */
const guardedWrites: Record<string, GuardedWrite> = {
  'PUT /settings/payments/account': {
    task: 'firmAccount',
    request: { body: { before: null, after: { name: 'Firma', number: '032180000118359719', bic: null }, reason } },
  },
  'PUT /settings/payments/withdrawal-limits': {
    task: 'limit',
    request: { body: { ...roleLimitSample, amount: '9999.00' } },
  },
  'PUT /settings/payments/contribution-limits': {
    task: 'limit',
    request: { body: { ...roleLimitSample, amount: '9999.00' } },
  },
  'PUT /settings/payments/bonus-limits': { task: 'limit', request: { body: { ...roleLimitSample, points: '9' } } },
  'POST /settings/payments/limits/:kind/:role/:validFrom/remove': {
    task: 'limit',
    request: { params: { kind: 'bonus', role: 'partner', validFrom: '2026-12-01' }, body: { reason } },
  },
  'PUT /settings/payments/contribution-rules': {
    task: 'contributionRules',
    request: { body: { before: { daysBack: 5, confirmDays: 5 }, after: { daysBack: 30, confirmDays: 60 }, reason } },
  },
  'PUT /settings/payment-rates': {
    task: 'paymentRate',
    request: { body: { rateOn: '2026-06-15', perEuro: '21.35', reason } },
  },
  'PUT /settings/withholding/payer': {
    task: 'withholding',
    request: { body: { before: 'bank', after: 'other', reason } },
  },
  'PUT /settings/withholding/rates': {
    task: 'withholding',
    request: { body: { ...withholdingRateSample, rate: '0', basis: 'interest', source: 'Ley', reason } },
  },
  'POST /settings/withholding/rates/:payer/:payee/:region/:validFrom/remove': {
    task: 'withholding',
    request: { params: { ...withholdingRateSample, validFrom: '2026-12-01' }, body: { reason } },
  },
  'PUT /settings/attribution/rules': {
    task: 'attribution',
    request: { body: { productId: null, channel: null, validFrom: '2026-12-01', ...attributionSample, reason } },
  },
  'POST /settings/attribution/rules/:ruleId/remove': {
    task: 'attribution',
    request: { params: { ruleId: String(attributionRuleId) }, body: { reason } },
  },
  'PUT /settings/attribution/reinvestment-days': {
    task: 'attribution',
    request: { body: { before: 30, after: 0, reason } },
  },
  'PUT /settings/checks/:check': {
    task: 'check.off',
    request: { params: { check: 'withdrawal' }, body: { checked: false, reason } },
  },
  'PATCH /settings': { task: 'secondFactorRole', request: { body: { version: 1, secondFactorRoles: [], reason } } },
  'PUT /settings/notices/:topic': {
    task: 'notice',
    request: { params: { topic: 'maturity' }, body: { on: false, was: true, reason } },
  },
  'PUT /settings/consents/:purpose': {
    task: 'consentText',
    request: {
      params: { purpose: 'marketing' },
      body: {
        before: null,
        texts: { es: consentSample, en: consentSample, pt: consentSample },
        reconsentFrom: null,
        reason,
      },
    },
  },
  // Its own test asks, of an office with people.
  'PATCH /reference/offices/:id': { task: 'office' },
  // Of these the tests of rights ask.
  'PUT /permissions/matrix': { task: 'permissions.matrix' },
  'PUT /permissions/people/:userId/role': { task: 'permissions.role' },
  'POST /permissions/people/:userId/restore': { task: 'permissions.role' },
  'POST /permissions/people/:userId/rules': { task: 'permissions.person' },
  'POST /permissions/people/:userId/rules/:ruleId/end': { task: 'permissions.person' },
  'POST /permissions/access': { task: 'permissions.role' },
}

/** Settings that one person may change, and why nobody gains by it. */
const unguardedWrites: Record<string, string> = {
  'PUT /settings/retention-periods': 'moves the days of erasures, each of which two people decide',
  'PUT /settings/currency-rates': 'converts what is shown; no posting and no payment reads it',
  'DELETE /settings/currency-rates/:currency/:validFrom': 'converts what is shown; no posting and no payment reads it',
  'POST /permissions/people/:userId/end': 'takes rights away; giving them back takes a second person',
  'POST /permissions/people/:userId/invitation': 'sends the link anew to the address that a second person approved',
  'PUT /settings/presentations': 'words of a proposal, which whoever makes a version reads before it is shown',
  'PATCH /settings/tags/:tagId': 'a word beside records, which decides about nothing',
  'POST /settings/tags/:tagId/merge': 'a word beside records, which decides about nothing',
  'POST /settings/tags/:tagId/delete': 'a word beside records, which decides about nothing',
  'PUT /reviews/cadence': 'only days for new reviews to come, which decide about nothing',
  'PUT /settings/profitability/transfer-rates': 'what margins are reckoned with; no posting and no payment reads it',
  'DELETE /settings/profitability/transfer-rates/:productId/:term/:validFrom':
    'what margins are reckoned with; no posting and no payment reads it',
  'PUT /settings/profitability/direct-costs': 'what margins are reckoned with; no posting and no payment reads it',
  'DELETE /settings/profitability/direct-costs/:productId/:kind/:validFrom':
    'what margins are reckoned with; no posting and no payment reads it',
  'PUT /goals/rules': 'how goals are measured and shown, which moves no money and gives no right',
  'POST /reference/zones': 'a name to choose from',
  'PATCH /reference/zones/:id': 'a name to choose from',
  'DELETE /reference/zones/:id': 'refused while it is used',
  'POST /reference/offices': 'a name to choose from',
  'DELETE /reference/offices/:id': 'refused while it is used',
  'POST /reference/subcompanies': 'a name to choose from',
  'PATCH /reference/subcompanies/:id': 'a name to choose from',
  'DELETE /reference/subcompanies/:id': 'refused while it is used',
  'POST /reference/cancellation-reasons': 'a name to choose from',
  'PATCH /reference/cancellation-reasons/:id': 'a name to choose from',
  'DELETE /reference/cancellation-reasons/:id': 'refused while it is used',
  'POST /reference/contact-types': 'a name to choose from',
  'PATCH /reference/contact-types/:id': 'a name to choose from',
  'DELETE /reference/contact-types/:id': 'refused while it is used',
  'POST /reference/contact-works': 'a name to choose from',
  'PATCH /reference/contact-works/:id': 'a name to choose from',
  'DELETE /reference/contact-works/:id': 'refused while it is used',
  'POST /reference/contact-references': 'a name to choose from',
  'PATCH /reference/contact-references/:id': 'a name to choose from',
  'DELETE /reference/contact-references/:id': 'refused while it is used',
  'POST /reference/contact-sources': 'a name to choose from',
  'PATCH /reference/contact-sources/:id': 'a name to choose from',
  'DELETE /reference/contact-sources/:id': 'refused while it is used',
}

const settingsWriteEndpoints = allRoutes
  .map(({ endpoint }) => endpoint as EndpointSpec)
  .filter(({ method, module }) => method !== 'GET' && (module === 'bt_Ajustes' || module === 'bt_ModulosPermisos'))
const formatEndpointName = ({ method, path }: EndpointSpec) => `${method} ${path}`

test('names every write of settings and rights once, as guarded or harmless', () => {
  expect([...Object.keys(guardedWrites), ...Object.keys(unguardedWrites)].sort()).toEqual(
    settingsWriteEndpoints.map(formatEndpointName).sort(),
  )
})

test('guards the task of every setting that decides about money or rights', () => {
  for (const [name, { task }] of Object.entries(guardedWrites))
    expect(
      allTasks.find((one) => one.name === task),
      name,
    ).toMatchObject({ guarded: true, secondFactor: true })
})

describe('an administrator alone', () => {
  let t: Awaited<ReturnType<typeof createTestTenant>>
  let admin: Awaited<ReturnType<typeof t.as>>
  beforeAll(async () => {
    t = await createTestTenant('cfl')
    admin = await t.as('admin')
    await t.as('direction')
    await t.owner.query(`insert into cfl.bonus_limit (role, valid_from, points) values ('partner', '2026-12-01', 1)`)
    await t.owner.query(
      `insert into cfl.withholding_rate (payer, payee, region, valid_from, rate, basis, source)
       values ('any', 'any', 'any', '2026-12-01', 1, 'interest', 'Ley')`,
    )
    await t.owner.query(
      `insert into cfl.attribution_rule (id, channel, valid_from, manager, partner, advisor, banker)
       overriding system value values ($1, 'partner', '2026-12-01', 50, 50, 0, 0)`,
      [attributionRuleId],
    )
    await t.owner.query(`insert into cfl.setting (key, value) values ('notices.on', '["maturity"]')`)
    await t.owner.query(`update registry.tenant set second_factor_roles = '{hr}' where prefix = 'cfl'`)
  })
  afterAll(() => t.drop())

  /** All that the settings are, and how many changes wait. */
  const state = async () => {
    const { rows } = await t.owner.query(
      `select (select count(*)::int from cfl.approval where state = 'pending') as waiting,
        (select md5(json_build_array((select json_agg(s order by key) from cfl.setting s), (select json_agg(b order by role, valid_from) from cfl.bonus_limit b),
           (select json_agg(w order by role, valid_from) from cfl.withdrawal_limit w), (select json_agg(c order by role, valid_from) from cfl.contribution_limit c),
           (select json_agg(r) from cfl.withholding_rate r), (select json_agg(u order by id) from cfl.attribution_rule u), (select json_agg(p) from cfl.payment_rate p),
           (select second_factor_roles from registry.tenant where prefix = 'cfl'))::text)) as settings`,
    )
    return rows[0] as { waiting: number; settings: string }
  }

  const requests = settingsWriteEndpoints.flatMap((endpoint) => {
    const request = guardedWrites[formatEndpointName(endpoint)]?.request
    return request ? [[formatEndpointName(endpoint), endpoint, request] as const] : []
  })
  test.each(requests)('an administrator alone changes nothing by %s', async (_, endpoint, request) => {
    const before = await state()
    const response = await admin.send(endpoint, request)
    expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.any(String)])
    expect(await state()).toEqual({ waiting: before.waiting + 1, settings: before.settings })
  })
})
