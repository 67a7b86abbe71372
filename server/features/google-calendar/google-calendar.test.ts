import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEvents } from '#contract/audit.ts'
import {
  connectGoogleCalendar,
  disconnectGoogleCalendar,
  findDirectoryPeople,
  syncGoogleCalendar,
} from '#contract/google-calendar.ts'
import { createMeeting, findSlots } from '#contract/meetings.ts'
import { googleEvent } from '#test/harness/google-stand-in.ts'
import {
  connect,
  consent,
  createGoogleFixture,
  type GoogleFixture,
  managerAddress,
  state,
  week,
} from './test-google-calendar.ts'

let f: GoogleFixture
beforeAll(async () => {
  f = await createGoogleFixture()
})
afterAll(() => f?.close())
beforeEach(() => f.reset())

describe('connecting a Google calendar', () => {
  test('shows one’s own events by the clock of the firm', async () => {
    f.google.standIn.put(
      f.callers.manager.email,
      googleEvent('dentist', '2026-06-16', '09:00', '10:30'),
      googleEvent('away', '2026-06-20', '', '', { start: { date: '2026-06-20' }, end: { date: '2026-06-22' } }),
      googleEvent('old', '2025-06-16', '09:00', '10:30'),
    )
    expect(await connect(f.callers.manager)).toEqual({ email: f.callers.manager.email })
    expect(await week(f.callers.manager)).toMatchObject({ knowledge: 'unknown', problem: null, events: [] })
    await f.sync(f.callers.manager)
    const found = await week(f.callers.manager)
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
    expect(await state(f.callers.manager)).toMatchObject({ state: 'connected', events: 2, hasDirectory: true })
  })

  test('refuses an answer of Google that somebody else asked for, or that was used', async () => {
    const back = await consent(f.callers.manager)
    const body = { code: back.get('code')!, state: back.get('state')! }
    await expect(f.callers.colleague.call(connectGoogleCalendar, { body })).rejects.toThrow('googleCalendar.expired')
    await f.callers.manager.call(connectGoogleCalendar, { body })
    await expect(f.callers.manager.call(connectGoogleCalendar, { body })).rejects.toThrow('googleCalendar.expired')
    const late = await consent(f.callers.manager)
    f.clock.now += 601_000
    const lateBody = { code: late.get('code')!, state: late.get('state')! }
    await expect(f.callers.manager.call(connectGoogleCalendar, { body: lateBody })).rejects.toThrow(
      'googleCalendar.expired',
    )
  })

  test('refuses a consent without the calendar, and a code that Google doesn’t know', async () => {
    f.google.standIn.refuseScopes(['https://www.googleapis.com/auth/calendar.readonly'])
    await expect(connect(f.callers.manager)).rejects.toThrow('googleCalendar.scope')
    f.google.standIn.refuseScopes([])
    const back = await consent(f.callers.manager)
    const body = { code: 'another', state: back.get('state')! }
    await expect(f.callers.manager.call(connectGoogleCalendar, { body })).rejects.toThrow('googleCalendar.refused')
    expect(await state(f.callers.manager)).toBeNull()
  })

  test('disconnecting forgets the events and takes the consent back', async () => {
    await f.connectAndSync(f.callers.manager)
    const before = f.google.standIn.calls.length
    await f.callers.manager.call(disconnectGoogleCalendar, {})
    expect(f.google.standIn.calls.slice(before)).toEqual(['POST /revoke'])
    expect(await state(f.callers.manager)).toBeNull()
    expect(await week(f.callers.manager)).toMatchObject({ knowledge: 'none', events: [] })
    const { rows } = await f.t.owner.query('select count(*)::int as n from dino.google_event')
    expect(rows[0].n).toBe(0)
  })

  test('keeps tokens and titles out of the database’s plain text and of the audit', async () => {
    f.google.standIn.put(
      f.callers.manager.email,
      googleEvent('secret', '2026-06-16', '12:00', '13:00', { summary: 'Oncólogo' }),
    )
    await f.connectAndSync(f.callers.manager)
    const { rows } = await f.t.owner.query(
      `select (select json_agg(g) from dino.google_event g)::text || (select json_agg(c) from dino.google_connection c)::text
        || (select json_agg(a) from dino.audit_event a)::text as kept`,
    )
    expect(rows[0].kept).not.toContain('Oncólogo')
    expect(rows[0].kept).not.toContain('lasting.')
    const audit = await f.callers.admin.call(listAuditEvents.page, { query: {} as never })
    expect(JSON.stringify(audit.rows)).toContain('googleCalendar.connected')
    expect(JSON.stringify(audit.rows)).not.toContain(f.callers.manager.email)
  })
})

describe('what others see of it', () => {
  test('a supervisor sees when somebody of the team is busy, and no title', async () => {
    f.google.standIn.put(
      f.callers.manager.email,
      googleEvent('a', '2026-06-18', '09:00', '10:00'),
      googleEvent('b', '2026-06-18', '09:30', '11:00'),
      googleEvent('idle', '2026-06-18', '15:00', '16:00', { transparency: 'transparent' }),
      googleEvent('declined', '2026-06-18', '17:00', '18:00', {
        attendees: [{ self: true, responseStatus: 'declined' }],
      }),
    )
    await f.connectAndSync(f.callers.manager)
    const found = await week(f.callers.supervisor, f.employees.manager)
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
    await f.connectAndSync(f.callers.manager)
    expect(await week(f.callers.colleague, f.employees.manager)).toMatchObject({ knowledge: 'none', events: [] })
    expect(await week(f.callers.manager, f.employees.colleague)).toMatchObject({ knowledge: 'none', events: [] })
  })

  test('Google tells of a colleague who isn’t connected when the caller is', async () => {
    f.google.standIn.put(managerAddress, googleEvent('c', '2026-06-19', '09:00', '10:00'))
    await f.connectAndSync(f.callers.supervisor)
    const found = await week(f.callers.supervisor, f.employees.manager)
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
    f.google.standIn.put(f.callers.manager.email, googleEvent('d', '2026-06-22', '09:00', '17:30'))
    await f.connectAndSync(f.callers.manager)
    const query = {
      employees: [f.employees.manager, f.employees.colleague].join(','),
      from: '2026-06-22',
      days: 1,
      minutes: 30,
    }
    const found = await f.callers.manager.call(findSlots, { query: query as never })
    expect(found.slots).toEqual([{ startsAt: '2026-06-22T17:30', endsAt: '2026-06-22T18:00' }])
    expect(found.notConnectedToGoogle).toHaveLength(1)
    expect(found.withoutGoogle).toEqual([])
  })

  test('a copy of our own meeting stands in the agenda once', async () => {
    const times = { startsAt: '2026-06-17T16:00', endsAt: '2026-06-17T17:00' }
    const body = { ...times, subject: 'Ver', stage: null, place: '', link: '', note: '', attendees: [], invites: false }
    const { id } = await f.callers.manager.call(createMeeting, {
      body: { ...body, contactId: null, clientId: null, ownerId: null },
    })
    const { rows } = await f.t.owner.query('select uid from dino.meeting where id = $1', [id])
    f.google.standIn.put(
      f.callers.manager.email,
      googleEvent('copy', '2026-06-17', '16:00', '17:00', { iCalUID: `${rows[0].uid}@atalaya` }),
    )
    await f.connectAndSync(f.callers.manager)
    expect((await week(f.callers.manager)).events.map(({ id }) => id)).not.toContain('copy')
    const moving = {
      employees: f.employees.manager,
      from: '2026-06-17',
      days: 1,
      minutes: 60,
      earliest: '16:00',
      latest: '17:00',
    }
    const ask = (more: object) => f.callers.manager.call(findSlots, { query: { ...moving, ...more } as never })
    expect((await ask({})).slots).toEqual([])
    expect((await ask({ without: id })).slots).toEqual([times])
  })
})

describe('the directory', () => {
  test('finds people of the organisation by name, where that was consented to', async () => {
    const find = () => f.callers.manager.call(findDirectoryPeople, { query: { q: 'mart' } })
    expect((await find()).people).toEqual([])
    await connect(f.callers.manager)
    expect((await find()).people).toEqual([{ name: 'Marta Ruiz', email: 'marta@firm.example' }])
    await f.callers.manager.call(disconnectGoogleCalendar, {})
    f.google.standIn.refuseScopes(['https://www.googleapis.com/auth/directory.readonly'])
    await connect(f.callers.manager)
    expect((await find()).people).toEqual([])
    expect(await f.callers.manager.call(syncGoogleCalendar, {})).toEqual({ requested: true })
  })
})
