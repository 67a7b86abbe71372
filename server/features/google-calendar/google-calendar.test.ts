import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import {
  connectGoogleCalendar,
  disconnectGoogleCalendar,
  findDirectoryPeople,
  getGoogleConnection,
  getGoogleEvents,
  startGoogleConsent,
  syncGoogleCalendar,
} from '#contract/google-calendar.ts'
import { createMeeting, findSlots, getAgenda } from '#contract/meetings.ts'
import { readConfig } from '#server/core/config.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { googlePurpose } from '#server/domain/google-connections.ts'
import { googleEvent, startGoogleStandIn } from '#test/harness/google-stand-in.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { syncCalendar } from './sync-calendar.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let google: Awaited<ReturnType<typeof startGoogleStandIn>>
let now = Date.parse('2026-06-15T10:00:00Z')
let callers: Record<'supervisor' | 'manager' | 'colleague' | 'admin', Caller>
let employees: Record<'supervisor' | 'manager' | 'colleague', string>
/** How far the clock of the readings is ahead: sessions would end. */
let ahead = 0
const logged: string[] = []

beforeAll(async () => {
  google = await startGoogleStandIn([{ name: 'Marta Ruiz', email: 'marta@firm.example' }])
  t = await createTestTenant('dino', () => now, google.environment)
  const supervisor = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: supervisor.id })
  const colleague = await t.make.employee()
  employees = { supervisor: supervisor.id, manager: manager.id, colleague: colleague.id }
  callers = {
    admin: await t.as('admin'),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
  }
})
afterAll(async () => {
  await t.drop()
  await google.stop()
})
beforeEach(async () => {
  google.standIn.setMode('well')
  google.standIn.refuseScopes([])
  logged.length = 0
  ahead = 0
  await t.owner.query('truncate registry.call_limit')
  for (const caller of Object.values(callers)) await caller.call(disconnectGoogleCalendar, {})
})

/** As a browser: to Google, where the person allows it, and back with what Google writes into the address. */
const consent = async (caller: Caller, answer: 'allow' | 'deny' = 'allow') => {
  const { address } = await caller.call(startGoogleConsent, {})
  const response = await fetch(address.replace('/authorize?', `/authorize/${answer}?`), { redirect: 'manual' })
  return new URL(response.headers.get('location')!).searchParams
}
const connect = async (caller: Caller) => {
  const back = await consent(caller)
  return caller.call(connectGoogleCalendar, { body: { code: back.get('code')!, state: back.get('state')! } })
}
const sync = async ({ userId }: Caller) => {
  const config = readConfig(google.environment).googleCalendar!
  const box = secretBox(t.secret, googlePurpose)
  const deps = { db: t.db, google: config, box, prefix: 'dino' as const, clock: () => now + ahead, today: '2026-06-15' }
  await syncCalendar(deps, userId, new AbortController().signal, (error) => logged.push(String(error)))
}
const week = (caller: Caller, owner?: string) =>
  caller.call(getGoogleEvents, { query: { from: '2026-06-15', days: 7, ...(owner && { owner }) } })
const state = async (caller: Caller) => (await caller.call(getGoogleConnection, {})).connection
const connectAndSync = async (caller: Caller) => connect(caller).then(() => sync(caller))
const syncAgain = async (caller: Caller) => {
  ahead += 3_700_000
  await sync(caller)
}

describe('connecting a Google calendar', () => {
  test('shows one’s own events by the clock of the firm', async () => {
    google.standIn.put(
      callers.manager.email,
      googleEvent('dentist', '2026-06-16', '09:00', '10:30'),
      googleEvent('away', '2026-06-20', '', '', { start: { date: '2026-06-20' }, end: { date: '2026-06-22' } }),
      googleEvent('old', '2025-06-16', '09:00', '10:30'),
    )
    expect(await connect(callers.manager)).toEqual({ email: callers.manager.email })
    expect(await week(callers.manager)).toMatchObject({ knowledge: 'unknown', problem: null, events: [] })
    await sync(callers.manager)
    const found = await week(callers.manager)
    expect(found).toMatchObject({ knowledge: 'fresh', problem: null })
    expect(found.events).toEqual([
      {
        id: 'dentist',
        startsAt: '2026-06-16T09:00',
        endsAt: '2026-06-16T10:30',
        isAllDay: false,
        title: 'Asunto de dentist',
      },
      { id: 'away', startsAt: '2026-06-20T00:00', endsAt: '2026-06-22T00:00', isAllDay: true, title: 'Asunto de away' },
    ])
    expect(await state(callers.manager)).toMatchObject({ state: 'connected', events: 2, hasDirectory: true })
  })

  test('refuses an answer of Google that somebody else asked for, or that was used', async () => {
    const back = await consent(callers.manager)
    const body = { code: back.get('code')!, state: back.get('state')! }
    await expect(callers.colleague.call(connectGoogleCalendar, { body })).rejects.toThrow('googleCalendar.expired')
    await callers.manager.call(connectGoogleCalendar, { body })
    await expect(callers.manager.call(connectGoogleCalendar, { body })).rejects.toThrow('googleCalendar.expired')
    const late = await consent(callers.manager)
    now += 601_000
    const lateBody = { code: late.get('code')!, state: late.get('state')! }
    await expect(callers.manager.call(connectGoogleCalendar, { body: lateBody })).rejects.toThrow(
      'googleCalendar.expired',
    )
  })

  test('refuses a consent without the calendar, and a code that Google doesn’t know', async () => {
    google.standIn.refuseScopes(['https://www.googleapis.com/auth/calendar.readonly'])
    await expect(connect(callers.manager)).rejects.toThrow('googleCalendar.scope')
    google.standIn.refuseScopes([])
    const back = await consent(callers.manager)
    const body = { code: 'another', state: back.get('state')! }
    await expect(callers.manager.call(connectGoogleCalendar, { body })).rejects.toThrow('googleCalendar.refused')
    expect(await state(callers.manager)).toBeNull()
  })

  test('disconnecting forgets the events and takes the consent back', async () => {
    await connectAndSync(callers.manager)
    const before = google.standIn.calls.length
    await callers.manager.call(disconnectGoogleCalendar, {})
    expect(google.standIn.calls.slice(before)).toEqual(['POST /revoke'])
    expect(await state(callers.manager)).toBeNull()
    expect(await week(callers.manager)).toMatchObject({ knowledge: 'none', events: [] })
    const { rows } = await t.owner.query('select count(*)::int as n from dino.google_event')
    expect(rows[0].n).toBe(0)
  })

  test('keeps tokens and titles out of the database’s plain text and of the audit', async () => {
    google.standIn.put(
      callers.manager.email,
      googleEvent('secret', '2026-06-16', '12:00', '13:00', { summary: 'Oncólogo' }),
    )
    await connectAndSync(callers.manager)
    const { rows } = await t.owner.query(
      `select (select json_agg(g) from dino.google_event g)::text || (select json_agg(c) from dino.google_connection c)::text
        || (select json_agg(a) from dino.audit_event a)::text as kept`,
    )
    expect(rows[0].kept).not.toContain('Oncólogo')
    expect(rows[0].kept).not.toContain('lasting.')
    const audit = await callers.admin.call(listAuditEvents.page, { query: {} as never })
    expect(JSON.stringify(audit.rows)).toContain('googleCalendar.connected')
    expect(JSON.stringify(audit.rows)).not.toContain(callers.manager.email)
  })
})

describe('what others see of it', () => {
  test('a supervisor sees when somebody of the team is busy, and no title', async () => {
    google.standIn.put(
      callers.manager.email,
      googleEvent('a', '2026-06-18', '09:00', '10:00'),
      googleEvent('b', '2026-06-18', '09:30', '11:00'),
      googleEvent('idle', '2026-06-18', '15:00', '16:00', { transparency: 'transparent' }),
      googleEvent('declined', '2026-06-18', '17:00', '18:00', {
        attendees: [{ self: true, responseStatus: 'declined' }],
      }),
    )
    await connectAndSync(callers.manager)
    const found = await week(callers.supervisor, employees.manager)
    expect(found.events.filter(({ startsAt }) => startsAt.startsWith('2026-06-18'))).toEqual([
      {
        id: expect.any(String),
        startsAt: '2026-06-18T09:00',
        endsAt: '2026-06-18T11:00',
        isAllDay: false,
        title: null,
      },
    ])
  })

  test('nobody out of reach is told anything', async () => {
    await connectAndSync(callers.manager)
    expect(await week(callers.colleague, employees.manager)).toMatchObject({ knowledge: 'none', events: [] })
    expect(await week(callers.manager, employees.colleague)).toMatchObject({ knowledge: 'none', events: [] })
  })

  test('Google tells of a colleague who isn’t connected when the caller is', async () => {
    const { rows } = await t.owner.query(
      `update dino.employee set email = 'jefa@firm.example' where id = $1 returning email`,
      [employees.manager],
    )
    google.standIn.put(rows[0].email, googleEvent('c', '2026-06-19', '09:00', '10:00'))
    await connectAndSync(callers.supervisor)
    const found = await week(callers.supervisor, employees.manager)
    expect(found).toMatchObject({ knowledge: 'fresh', syncedAt: null })
    expect(found.events).toEqual([
      {
        id: expect.any(String),
        startsAt: '2026-06-19T09:00',
        endsAt: '2026-06-19T10:00',
        isAllDay: false,
        title: null,
      },
    ])
  })

  test('slots leave out what Google has, and say of whom nothing is known', async () => {
    google.standIn.put(callers.manager.email, googleEvent('d', '2026-06-22', '09:00', '17:30'))
    await connectAndSync(callers.manager)
    const query = {
      employees: [employees.manager, employees.colleague].join(','),
      from: '2026-06-22',
      days: 1,
      minutes: 30,
    }
    const found = await callers.manager.call(findSlots, { query: query as never })
    expect(found.slots).toEqual([{ startsAt: '2026-06-22T17:30', endsAt: '2026-06-22T18:00' }])
    expect(found.withoutGoogle).toHaveLength(1)
  })

  test('a copy of our own meeting stands in the agenda once', async () => {
    const times = { startsAt: '2026-06-17T16:00', endsAt: '2026-06-17T17:00' }
    const body = { ...times, subject: 'Ver', stage: null, place: '', link: '', note: '', attendees: [], invites: false }
    const { id } = await callers.manager.call(createMeeting, {
      body: { ...body, contactId: null, clientId: null, ownerId: null },
    })
    const { rows } = await t.owner.query('select uid from dino.meeting where id = $1', [id])
    google.standIn.put(
      callers.manager.email,
      googleEvent('copy', '2026-06-17', '16:00', '17:00', { iCalUID: `${rows[0].uid}@atalaya` }),
    )
    await connectAndSync(callers.manager)
    expect((await week(callers.manager)).events.map(({ id }) => id)).not.toContain('copy')
    const moving = {
      employees: employees.manager,
      from: '2026-06-17',
      days: 1,
      minutes: 60,
      earliest: '16:00',
      latest: '17:00',
    }
    const ask = (more: object) => callers.manager.call(findSlots, { query: { ...moving, ...more } as never })
    expect((await ask({})).slots).toEqual([])
    expect((await ask({ without: id })).slots).toEqual([times])
  })
})

describe('a Google that fails', () => {
  test('reads changes by their token, and all of it when that is too old', async () => {
    google.standIn.put(callers.manager.email, googleEvent('e', '2026-06-16', '08:00', '09:00'))
    await connectAndSync(callers.manager)
    google.standIn.put(callers.manager.email, googleEvent('e', '2026-06-16', '08:00', '09:00', { status: 'cancelled' }))
    await syncAgain(callers.manager)
    const ids = async () => (await week(callers.manager)).events.map(({ id }) => id)
    expect(await ids()).not.toContain('e')
    google.standIn.put(callers.manager.email, googleEvent('f', '2026-06-16', '08:00', '09:00'))
    google.standIn.setMode('gone')
    await syncAgain(callers.manager)
    expect(await ids()).toContain('f')
    expect((await state(callers.manager))?.problem).toBeNull()
  })

  test.each([
    ['rateLimited', 'limited'],
    ['tooManyRequests', 'limited'],
    ['down', 'unreachable'],
    ['half', 'unreachable'],
  ] as const)('%s: the agenda shows what was known, and waits longer each time', async (mode, problem) => {
    google.standIn.put(callers.manager.email, googleEvent('g', '2026-06-16', '07:00', '08:00'))
    await connectAndSync(callers.manager)
    google.standIn.put(callers.manager.email, googleEvent('h', '2026-06-16', '07:00', '08:00'))
    google.standIn.setMode(mode)
    await syncAgain(callers.manager)
    const first = await state(callers.manager)
    expect(first).toMatchObject({ state: 'connected', problem })
    expect(logged).toHaveLength(1)
    const found = await week(callers.manager)
    expect(found).toMatchObject({ knowledge: 'stale', problem })
    expect(found.events.map(({ id }) => id)).toContain('g')
    expect(Date.parse(first!.nextSyncAt!) - now - ahead).toBeGreaterThanOrEqual(30_000)
    await sync(callers.manager)
    expect(logged, 'nobody asks before it is time').toHaveLength(1)
    google.standIn.setMode('well')
    await syncAgain(callers.manager)
    expect(await state(callers.manager)).toMatchObject({ state: 'connected', problem: null })
    expect((await week(callers.manager)).events.map(({ id }) => id)).toContain('h')
  })

  test('an access token that isn’t taken is asked for anew, once', async () => {
    await connectAndSync(callers.manager)
    google.standIn.setMode('unauthorized', 1)
    await syncAgain(callers.manager)
    expect(await state(callers.manager)).toMatchObject({ state: 'connected', problem: null })
  })

  test.each([
    ['unauthorized', 'revoked'],
    ['forbidden', 'scope'],
  ] as const)('%s: the person is told to connect again and sees what was known', async (mode, problem) => {
    google.standIn.put(callers.manager.email, googleEvent('i', '2026-06-16', '07:00', '08:00'))
    await connectAndSync(callers.manager)
    google.standIn.setMode(mode)
    await syncAgain(callers.manager)
    expect(await state(callers.manager)).toMatchObject({ state: 'reconnect', problem, nextSyncAt: null })
    expect(await week(callers.manager)).toMatchObject({ knowledge: 'stale', problem })
    const { rows } = await t.owner.query(
      `select params from registry.notification where user_id = $1 and kind = 'googleCalendar.lost'`,
      [callers.manager.userId],
    )
    expect(rows.at(-1)).toEqual({ params: { email: callers.manager.email } })
    google.standIn.setMode('well')
    await connectAndSync(callers.manager)
    expect(await state(callers.manager)).toMatchObject({ state: 'connected', problem: null })
  })

  test.each(['unauthorized', 'revoked'] as const)('%s: a withdrawn consent leaves what was known', async (mode) => {
    const many = Array.from({ length: 700 }, (_, n) => googleEvent(`m${n}`, '2026-06-20', '10:00', '11:00'))
    google.standIn.put(callers.manager.email, ...many)
    await connectAndSync(callers.manager)
    expect((await state(callers.manager))?.events).toBeGreaterThanOrEqual(700)
    ahead += 8 * 86_400_000
    google.standIn.setMode(mode)
    await sync(callers.manager)
    expect(await state(callers.manager)).toMatchObject({ state: 'reconnect', problem: 'revoked' })
    expect((await state(callers.manager))?.events).toBeGreaterThanOrEqual(700)
  })

  test('ten thousand events are read page by page', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => googleEvent(`n${n}`, '2026-07-01', '10:00', '11:00'))
    google.standIn.put(callers.colleague.email, ...many)
    const before = google.standIn.calls.length
    await connectAndSync(callers.colleague)
    expect((await state(callers.colleague))?.events).toBe(10_000)
    expect(google.standIn.calls.slice(before).filter((call) => call.endsWith('/events'))).toHaveLength(20)
    google.standIn.put(callers.colleague.email, ...many.map((one) => ({ ...one, status: 'cancelled' })))
    await syncAgain(callers.colleague)
    expect((await state(callers.colleague))?.events).toBe(0)
  })

  test('the agenda and the slots are answered while Google tells nothing', async () => {
    await connectAndSync(callers.supervisor)
    google.standIn.setMode('down')
    const query = { employees: employees.manager, from: '2026-06-23', days: 1, minutes: 30 }
    const found = await callers.supervisor.call(findSlots, { query: query as never })
    expect(found.slots.length).toBeGreaterThan(0)
    expect(found.withoutGoogle).toHaveLength(1)
    expect(await week(callers.supervisor, employees.manager)).toMatchObject({
      knowledge: 'unknown',
      problem: 'unreachable',
      events: [],
    })
    await callers.supervisor.call(getAgenda, { query: { from: '2026-06-15', days: 7 } })
    expect(await callers.supervisor.call(findDirectoryPeople, { query: { q: 'marta' } })).toEqual({
      people: [],
      problem: 'unreachable',
    })
  })

  test('connecting anew forgets what was read by the connection before', async () => {
    await connectAndSync(callers.manager)
    const { rows } = await t.owner.query('select connection_id from dino.google_connection where user_id = $1', [
      callers.manager.userId,
    ])
    await connect(callers.manager)
    const { rows: after } = await t.owner.query('select connection_id from dino.google_connection where user_id = $1', [
      callers.manager.userId,
    ])
    expect(after[0].connection_id).not.toBe(rows[0].connection_id)
    expect((await state(callers.manager))?.events).toBe(0)
  })

  test('whoever leaves has no calendar read any more', async () => {
    await connectAndSync(callers.colleague)
    await t.owner.query('update registry.app_user set disabled_at = now() where id = $1', [callers.colleague.userId])
    await sync(callers.colleague)
    const { rows } = await t.owner.query('select from dino.google_connection where user_id = $1', [
      callers.colleague.userId,
    ])
    expect(rows).toEqual([])
    await t.owner.query('update registry.app_user set disabled_at = null where id = $1', [callers.colleague.userId])
  })
})

describe('the directory', () => {
  test('finds people of the organisation by name, where that was consented to', async () => {
    const find = () => callers.manager.call(findDirectoryPeople, { query: { q: 'mart' } })
    expect((await find()).people).toEqual([])
    await connect(callers.manager)
    expect((await find()).people).toEqual([{ name: 'Marta Ruiz', email: 'marta@firm.example' }])
    await callers.manager.call(disconnectGoogleCalendar, {})
    google.standIn.refuseScopes(['https://www.googleapis.com/auth/directory.readonly'])
    await connect(callers.manager)
    expect((await find()).people).toEqual([])
    expect(await callers.manager.call(syncGoogleCalendar, {})).toEqual({ requested: true })
  })
})
