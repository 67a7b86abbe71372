import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { getDailySummary } from '#contract/figures/summaries.ts'
import { getDashboard, getFigure } from '#contract/figures.ts'
import { getFirmPanel, getPanelCaptation, getPanelTrends } from '#contract/firm-panel.ts'
import { getIncome } from '#contract/income-dashboard.ts'
import { getPeopleCaptation, getPeopleDashboard } from '#contract/people-dashboard.ts'
import type { ModuleKey, Role } from '#contract/permissions.ts'
import { allRoutes } from '#server/app.ts'
import { takeFirstCases } from '#test/harness/circles.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { unzip } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

// What somebody with a valid account tries at the figures: every read of them, asked for more than is theirs.

const figureModules: readonly ModuleKey[] = [
  'bt_Dashboard1',
  'bt_Dashboard2',
  'bt_Dashboard3',
  'bt_Dashboard4',
  'bt_Mes',
  'bt_InformesGenerales',
  'bt_EstudioEquipo',
  'bt_EstudioProductos',
  'bt_EstudioRentabilidad',
  'bt_ResumenDiario',
  'bt_ResumenImportes',
  'bt_Objetivos',
  'bt_Modelo',
  'bt_PanelDireccion',
]
const reads = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, module }) => method === 'GET' && figureModules.some((one) => one === module))
const probedFigures = [
  'totalCapital',
  'captation',
  'flows',
  'clients',
  'generatedInterests',
  'withdrawalRequests',
] as const

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Query = Record<string, string>

/** Today is Monday 2026-06-15. */
let t: Tenant
let direction: Caller
const staff = {} as Record<'head' | 'superior' | 'manager' | 'banker' | 'second' | 'other', { id: string; cvl: string }>
const secret = { surname: 'Recóndita', amount: '98765.43', clientId: '', cvl: '', accountId: '', number: '' }

/** What of the secret client shows, however it is written. */
const listTraces = (): string[] => [
  secret.surname,
  secret.cvl,
  secret.number,
  '98765.43',
  '98.765,43',
  '98,765.43',
  '9876543',
]

type QueryShape = { properties?: Record<string, { enum?: string[] }>; required?: string[] }
const readShape = ({ query }: EndpointSpec): Required<QueryShape> => {
  const shape = query ? (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as QueryShape) : {}
  return { properties: shape.properties ?? {}, required: shape.required ?? [] }
}
const shapes = new Map(reads.map((endpoint) => [endpoint, readShape(endpoint)]))

/** What a call needs to be answered at all. */
const buildBase = (endpoint: EndpointSpec): Query => {
  const { properties, required } = shapes.get(endpoint)!
  const days: Query = { from: '2026-01-01', to: '2026-06-15' }
  return Object.fromEntries(
    required.map((key) => [key, key === 'format' ? 'csv' : (properties[key]?.enum?.[0] ?? days[key] ?? '1')]),
  )
}

const listParams = ({ path }: EndpointSpec): Query[] => {
  if (path.includes(':figure')) return probedFigures.map((figure) => ({ figure }))
  if (path.includes(':')) return [{ employeeId: staff.second.id, accountId: secret.accountId }]
  return [{}]
}

/** The text of an answer, of a file what is in it. */
const readText = ({ rawPayload, body, headers }: Awaited<ReturnType<Caller['send']>>): string => {
  const type = String(headers['content-type'])
  if (type.includes('pdf')) return readPdf(rawPayload).pages.flat().join('\n')
  if (type.includes('spreadsheet'))
    return [...unzip(rawPayload).values()].map((file) => file.toString('utf8')).join('\n')
  return body
}

type Attempt = { address: string; status: number; text: string }

/** Every read with each of these queries, as far as it takes them. */
const attempt = async (caller: Caller, queries: readonly Query[], some = reads): Promise<Attempt[]> => {
  const attempts: Attempt[] = []
  for (const endpoint of some)
    for (const params of listParams(endpoint))
      for (const query of queries) {
        const known = Object.entries(query).filter(([key]) => key in shapes.get(endpoint)!.properties)
        if (Object.keys(query).length > 0 && known.length === 0) continue
        const sent = { ...buildBase(endpoint), ...Object.fromEntries(known) }
        const response = await caller.send(endpoint, { params, query: sent })
        const address = `${endpoint.path} ${JSON.stringify({ ...params, ...sent })}`
        attempts.push({
          address,
          status: response.statusCode,
          text: response.statusCode === 200 ? readText(response) : '',
        })
      }
  return attempts
}

const findBetrayed = (attempts: readonly Attempt[], traces: readonly string[]): string[] =>
  attempts.flatMap(({ address, text }) =>
    traces.filter((trace) => text.includes(trace)).map((trace) => `${trace} at ${address}`),
  )

const year = { range: 'custom', from: '2026-01-01', to: '2026-06-15' }

/** Each of them asks for somebody else, for one client, or for more than anybody needs. */
const listWishes = (): Query[] => [
  {},
  { ...year, pageSize: '100', format: 'xlsx' },
  { ...year, of: staff.second.id },
  { ...year, of: staff.head.id, view: 'team' },
  { ...year, of: staff.head.id, view: 'individual' },
  { ...year, view: 'team' },
  { ...year, manager: staff.second.id },
  { ...year, client: secret.clientId },
  { ...year, creditedTo: staff.second.id },
  { ...year, search: secret.surname },
  { ...year, place: 'ES-28', channel: 'alliance' },
  { ...year, by: 'client' },
  { ...year, by: 'account' },
  { ...year, by: 'productManager' },
  { ...year, by: 'manager' },
  { range: 'custom', from: '1950-01-01', to: '2099-12-31', page: '2', pageSize: '100' },
  { year: '2026' },
  { month: '2026-06', flow: 'in' },
  { day: '2026-06-15', of: staff.second.id },
  { day: '2026-06-15' },
  { span: 'lifetime' },
]

const makeSecret = async (): Promise<void> => {
  const client = await t.make.client({
    surname: secret.surname,
    postalCode: '28001',
    staff: { manager: staff.second.id },
  })
  const account = await t.make.account({ clientId: client.id, rate: '3.65', expiresOn: '2026-06-15' })
  await t.make.movement(account.id, secret.amount, 'contribution', '2026-06-15')
  const { rows } = await t.owner.query<{ number: string }>('select number from dino.account where id = $1', [
    account.id,
  ])
  Object.assign(secret, { clientId: client.id, cvl: client.cvl, accountId: account.id, number: rows[0]!.number })
  await t.owner.query(`update dino.client set channel = 'alliance', birth_date = '1980-06-15' where id = $1`, [
    client.id,
  ])
  await t.owner.query(
    `insert into dino.call (client_id, employee_id, called_on, called_time, duration_seconds, outcome, noted_at)
     values ($1, $2, '2026-06-15', '09:30', 60, 'interested', now())`,
    [client.id, staff.second.id],
  )
  await t.owner.query(
    `insert into dino.goal (employee_id, year, kind, amount, months, changed_at, changed_by)
     select $1, 2026, 'individual', 98765.43, array_fill(0::numeric(18, 2), array[11]) || 98765.43::numeric(18, 2), now(), 1`,
    [staff.second.id],
  )
  await t.make.refresh(client.id)
}

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make } = t
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.banker = await make.employee({ position: 'banker', supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  staff.other = await make.employee({ position: 'direction' })
  const own = await make.client({ surname: 'Propia', staff: { manager: staff.manager.id, banker: staff.banker.id } })
  const account = await make.account({ clientId: own.id })
  await make.movement(account.id, '111.11', 'contribution', '2026-06-15')
  await make.refresh(own.id)
  await makeSecret()
  await t.owner.query(`update dino.client_staff set valid_from = '2024-01-15'`)
  direction = await t.as('direction', staff.head.cvl)
})
afterAll(() => t?.drop())

/** Somebody of that role under the superior; whoever is there already with what is theirs. */
const signIn = async (role: Role): Promise<Caller> => {
  const known = { supervisor: staff.superior, manager: staff.manager, banker: staff.banker }[role as string]
  return t.as(role, (known ?? (await t.make.employee({ supervisorId: staff.superior.id }))).cvl)
}

const roles = takeFirstCases(1, ['manager', 'supervisor', 'banker', 'partner', 'advisor'] as const)

/** A member of direction who may not see these modules. */
const signInWithout = async (...modules: readonly ModuleKey[]): Promise<Caller> => {
  const caller = await t.as('direction', (await t.make.employee({ position: 'direction' })).cvl)
  await t.owner.query(
    `insert into dino.person_rule (user_id, effect, module, action, valid_from, reason)
     select $1, 'deny', m, 'view', '2026-01-01', 'a test' from unnest($2::text[]) m`,
    [caller.userId, modules],
  )
  return caller
}

describe('figures of others', () => {
  test('direction finds what the attacks look for', async () => {
    const attempts = await attempt(direction, [{}, year, { ...year, by: 'client' }])
    const found = findBetrayed(attempts, listTraces())
    for (const trace of [secret.surname, secret.cvl, secret.number, '98765.43'])
      expect(found.some((one) => one.startsWith(trace))).toBe(true)
    expect(attempts.filter(({ status }) => status >= 500)).toEqual([])
  })

  test.each(roles)('no parameter shows a client out of reach to %s', async (role) => {
    const attempts = await attempt(await signIn(role), listWishes())
    expect(findBetrayed(attempts, listTraces())).toEqual([])
    expect(attempts.filter(({ status }) => status >= 500)).toEqual([])
  })

  test('whoever handed a client over hears no more of them than they had', async () => {
    await t.owner.query(`update dino.client_staff set valid_to = '2026-06-13' where client_id = $1`, [secret.clientId])
    await t.owner.query(
      `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-06-14')`,
      [secret.clientId, staff.other.id],
    )
    await t.make.refresh(secret.clientId)
    const attempts = await attempt(await t.as('manager', staff.second.cvl), [
      { range: 'custom', from: '2026-06-01', to: '2026-06-13', pageSize: '100', by: 'manager' },
      { range: 'custom', from: '2026-06-01', to: '2026-06-13', by: 'productManager' },
      { range: 'custom', from: '2026-06-01', to: '2026-06-13', manager: staff.other.id },
      { range: 'custom', from: '2026-06-14', to: '2026-06-15', pageSize: '100' },
      { day: '2026-06-13' },
    ])
    const { rows } = await t.owner.query<{ name: string }>('select name from dino.employee where id = $1', [
      staff.other.id,
    ])
    expect(findBetrayed(attempts, [rows[0]!.name])).toEqual([])
  })
})

describe('a module that somebody lacks', () => {
  const wishes = [{ ...year, pageSize: '100' }, { ...year, by: 'client' }, { day: '2026-06-15' }]

  test('clients leave no trace, and no sum but those of the staff', async () => {
    // Those name clients by rights of their own: whom a call was to, and whose money matures or leaves.
    const others = ['bt_AgendaComercial', 'bt_Vencimientos', 'bt_Retiradas'] as const
    const attempts = await attempt(await signInWithout('bt_Clientes', ...others), wishes)
    expect(findBetrayed(attempts, [secret.surname, secret.cvl, secret.number])).toEqual([])
    const staffOnly = ['/team-study', '/goals', '/activity-models']
    const rest = attempts.filter(({ address }) => staffOnly.every((path) => !address.startsWith(path)))
    expect(findBetrayed(rest, listTraces())).toEqual([])
  })

  test('the agenda leaves no call, no meeting and no count of the staff', async () => {
    const caller = await signInWithout('bt_AgendaComercial')
    const { sections } = await caller.call(getDailySummary, {})
    expect(sections.map(({ key }) => key)).toEqual(['in', 'out', 'expirations', 'birthdays'])
    const { people } = await caller.call(getPeopleDashboard, {})
    expect(people.find(({ id }) => id === staff.second.id)).toMatchObject({
      calls: null,
      meetings: null,
      newContacts: null,
      converted: null,
    })
    const { people: seen } = await direction.call(getPeopleDashboard, {})
    expect(seen.find(({ id }) => id === staff.second.id)).toMatchObject({ calls: 1, meetings: 0 })
  })

  test('maturities, withdrawals and goals leave no tile and no figure', async () => {
    const listTiles = async (module: ModuleKey) => {
      const caller = await signInWithout(module)
      const { tiles, uninstructed } = await caller.call(getFirmPanel, {})
      const { tiles: trends } = await caller.call(getPanelTrends, {})
      const { figures: dashboard } = await caller.call(getDashboard, {})
      return { caller, uninstructed, keys: [...tiles, ...trends, ...dashboard].map(({ key }) => key as string) }
    }
    const withoutMaturities = await listTiles('bt_Vencimientos')
    expect(withoutMaturities.uninstructed).toBeNull()
    expect(withoutMaturities.keys.filter((key) => ['maturities', 'retention', 'expirations'].includes(key))).toEqual([])
    const withoutWithdrawals = await listTiles('bt_Retiradas')
    expect(withoutWithdrawals.keys.filter((key) => ['requests', 'withdrawalRequests'].includes(key))).toEqual([])
    for (const [{ caller }, figure] of [
      [withoutMaturities, 'expirations'],
      [withoutMaturities, 'uninstructed'],
      [withoutWithdrawals, 'withdrawalRequests'],
    ] as const)
      await expect(caller.call(getFigure, { params: { figure }, query: {} })).rejects.toThrow('404')
    const { caller } = await listTiles('bt_Objetivos')
    expect((await caller.call(getPanelCaptation, {})).goal).toBeNull()
    expect((await caller.call(getIncome, {})).goal).toBeNull()
    const { people } = await caller.call(getPeopleCaptation, { query: { span: 'year' } })
    expect(people.every(({ goal }) => goal === null)).toBe(true)
  })
})

describe('days that are none', () => {
  const days = [
    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2026-13-01',
    "2026-01-01'--",
    '',
    '1e9',
    '-infinity',
  ]
  const wishes = days.flatMap((day): Query[] => [
    { range: 'custom', from: day, to: '2026-06-15' },
    { range: 'custom', from: '2026-01-01', to: day },
    { day },
    { month: day.slice(0, 7) },
    { year: day.slice(0, 4) },
  ])
  test('malformed and endless ranges are refused or answered, and never fail', async () => {
    const attempts = await attempt(direction, [
      ...wishes,
      { range: 'custom', from: '1950-01-01', to: '2099-12-31' },
      { page: '1000000', pageSize: '100' },
      { page: '99999999999999999999' },
      { of: '99999999999999999999' },
      { of: '0' },
      { manager: '9223372036854775808' },
    ])
    expect(attempts.filter(({ status }) => status >= 500)).toEqual([])
    expect(attempts.length).toBeGreaterThan(500)
  })
})
