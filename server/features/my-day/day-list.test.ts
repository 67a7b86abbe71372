import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enterStaffView, leaveStaffView } from '#contract/auth/staff-view.ts'
import { logCall } from '#contract/calls.ts'
import { createContact } from '#contract/contacts.ts'
import { createFollowUp } from '#contract/follow-ups.ts'
import { createMeeting, setMeetingState } from '#contract/meetings.ts'
import { getDayList, getDayWeek, snoozeDayReasons } from '#contract/my-day.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let callers: Record<'supervisor' | 'manager' | 'colleague' | 'admin', Caller>
let manager: { id: string; cvl: string }
const now = Date.parse('2026-06-15T08:00:00Z')

beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  const supervisor = await t.make.employee({ position: 'supervisor' })
  manager = await t.make.employee({ supervisorId: supervisor.id })
  const colleague = await t.make.employee()
  callers = {
    admin: await t.as('admin'),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
  }
})
afterAll(() => t.drop())
beforeEach(async () => {
  await t.owner.query(
    'truncate dino.day_snooze, dino.follow_up, dino.call, dino.meeting_mail, dino.meeting_attendee, dino.meeting, dino.contact, dino.contact_tally cascade',
  )
  await t.owner.query('update dino.client set birth_date = null, dni_valid_until = null where true')
})

const list = (caller: Caller) => caller.call(getDayList, {})
const keysOf = async (caller: Caller) =>
  (await list(caller)).items.flatMap(({ reasons }) => reasons.map(({ key }) => key))
const contact = async (name: string, more: object = {}) =>
  (await callers.manager.call(createContact, { body: { name, ownerId: manager.id, phone: '+34600000001', ...more } }))
    .id
const followUp = async (about: object, dueOn: string, more: object = {}) =>
  (
    await callers.manager.call(createFollowUp, {
      body: {
        contactId: null,
        clientId: null,
        subject: 'Enviar la propuesta',
        note: '',
        dueOn,
        priority: 'normal',
        amount: null,
        ownerId: null,
        ...about,
        ...more,
      },
    })
  ).id
const meeting = async (about: object, startsAt: string, endsAt: string, more: object = {}) =>
  (
    await callers.manager.call(createMeeting, {
      body: {
        contactId: null,
        clientId: null,
        ownerId: null,
        startsAt,
        endsAt,
        subject: 'Propuesta',
        stage: null,
        place: '',
        link: '',
        note: '',
        attendees: [],
        invites: false,
        ...about,
        ...more,
      },
    })
  ).id
const call = async (contactId: string, calledOn: string, outcome: 'no_answer' | 'reached', caller = callers.manager) =>
  (
    await caller.call(logCall, {
      body: {
        contactId,
        clientId: null,
        calledOn,
        calledTime: null,
        reason: 'follow_up',
        outcome,
        feedback: '',
        observations: '',
        durationMinutes: 0,
        attempts: 1,
      },
    })
  ).id

describe('the list of one’s day', () => {
  test('each person stands there once, with every reason, the most pressing first', async () => {
    const one = await contact('Uno')
    const late = await followUp({ contactId: one }, '2026-06-10', { amount: '5000.00' })
    const held = await meeting({ contactId: one }, '2026-06-15T16:00', '2026-06-15T17:00')
    const two = await contact('Dos')
    const urgent = await followUp({ contactId: two }, '2026-06-15', { priority: 'high' })
    await followUp({ contactId: two }, '2026-06-16')
    const { items } = await list(callers.manager)
    expect(items.map(({ level, person, reasons }) => [level, person?.name, reasons.map(({ key }) => key)])).toEqual([
      ['first', 'Uno', [`meeting:${held}`, `followUp:${late}`]],
      ['first', 'Dos', [`followUp:${urgent}`]],
    ])
    expect(items[0]).toMatchObject({
      person: { phone: '+34600000001', path: `/crm/AgendaComercial/contactos/${one}` },
      reasons: [{ time: '16:00–17:00' }, { date: '2026-06-10', amount: '5000.00' }],
    })
  })

  test('nobody sees what somebody else has to do', async () => {
    const one = await contact('Uno')
    await followUp({ contactId: one }, '2026-06-15')
    expect(await keysOf(callers.manager)).toHaveLength(1)
    for (const other of [callers.colleague, callers.supervisor, callers.admin]) expect(await keysOf(other)).toEqual([])
  })

  test('asks for a call again the day after one that reached nobody', async () => {
    const one = await contact('Uno')
    const missed = await call(one, '2026-06-12', 'no_answer')
    expect(await keysOf(callers.manager)).toEqual([`call:${missed}`])
    const today = await call(one, '2026-06-15', 'no_answer')
    expect(await keysOf(callers.manager)).toEqual([])
    await t.owner.query(`update dino.call set called_on = '2026-06-14' where id = $1`, [today])
    expect(await keysOf(callers.manager)).toEqual([`call:${today}`])
  })

  test('asks for no call where a follow-up is ahead, or somebody reached them', async () => {
    const one = await contact('Uno')
    await call(one, '2026-06-12', 'no_answer')
    await followUp({ contactId: one }, '2026-07-01')
    const two = await contact('Dos')
    await call(two, '2026-06-11', 'no_answer')
    await call(two, '2026-06-12', 'reached')
    expect(await keysOf(callers.manager)).toEqual([])
  })

  test('asks for no call to whom somebody else looks after by now', async () => {
    const one = await contact('Uno')
    await call(one, '2026-06-12', 'no_answer')
    await t.owner.query(
      'update dino.contact set employee_id = (select id from dino.employee where cvl <> $1 limit 1)',
      [manager.cvl],
    )
    expect(await keysOf(callers.manager)).toEqual([])
  })

  test('names new contacts nobody has called since before today', async () => {
    const one = await contact('Uno')
    expect(await keysOf(callers.manager)).toEqual([])
    await t.owner.query(
      `update dino.contact set stage_since = '2026-06-12T10:00:00Z', created_at = '2026-06-12T10:00:00Z'`,
    )
    expect(await keysOf(callers.manager)).toEqual([`newContact:${one}`])
  })

  test('asks to close a meeting that is over until it is closed', async () => {
    const one = await contact('Uno', { lopdOn: '2026-01-10' })
    const over = await meeting({ contactId: one }, '2026-06-12T10:00', '2026-06-12T11:00', { stage: 'r1' })
    expect(await keysOf(callers.manager)).toEqual([`unclosedMeeting:${over}`])
    const body = { version: 1, state: 'held', result: 'Interesado' } as const
    await callers.manager.call(setMeetingState, { params: { meetingId: over }, body })
    expect(await keysOf(callers.manager)).toEqual([])
    await t.owner.query(`update dino.meeting set next_review_on = '2026-06-14'`)
    expect(await keysOf(callers.manager)).toEqual([`review:${over}`])
  })
})

describe('clients in the list of one’s day', () => {
  const client = async (facts: object = {}) => {
    const made = await t.make.client({ staff: { manager: manager.id } })
    const names = Object.keys(facts)
    if (names.length > 0)
      await t.owner.query(
        `update dino.client set ${names.map((name, n) => `${name} = $${n + 2}`).join(', ')} where id = $1`,
        [made.id, ...Object.values(facts)],
      )
    return made
  }

  test('birthdays, and documents that expire or have', async () => {
    const born = await client({ birth_date: '1970-06-15' })
    await client({ birth_date: '1970-06-16' })
    const expired = await client({ dni_valid_until: '2026-06-01' })
    const soon = await client({ dni_valid_until: '2026-07-01' })
    await client({ dni_valid_until: '2026-12-01' })
    expect(await keysOf(callers.manager)).toEqual([
      `birthday:${born.id}`,
      `document:${expired.id}`,
      `document:${soon.id}`,
    ])
    expect(await keysOf(callers.colleague)).toEqual([])
  })

  test('a client of somebody else’s by now is named without phone and page', async () => {
    const made = await client({ phone: '+34600000002' })
    await followUp({ clientId: made.id }, '2026-06-15')
    expect((await list(callers.manager)).items[0]!.person).toMatchObject({
      phone: '+34600000002',
      path: `/clientes/${made.id}`,
    })
    await t.owner.query('update dino.client_list set manager_id = null where client_id = $1', [made.id])
    expect((await list(callers.manager)).items[0]!.person).toMatchObject({ phone: null, path: null, cvl: null })
  })
})

describe('putting something off', () => {
  test('takes it away until its day, for that person, and back', async () => {
    const one = await contact('Uno')
    const id = await followUp({ contactId: one }, '2026-06-15')
    const keys = [`followUp:${id}`]
    await callers.manager.call(snoozeDayReasons, { body: { keys, until: '2026-06-18' } })
    expect(await list(callers.manager)).toMatchObject({ items: [], snoozed: [{ snoozedUntil: '2026-06-18' }] })
    await callers.manager.call(snoozeDayReasons, { body: { keys, until: null } })
    expect(await list(callers.manager)).toMatchObject({ items: [{ reasons: [{ key: keys[0] }] }], snoozed: [] })
    await callers.colleague.call(snoozeDayReasons, { body: { keys, until: '2026-06-18' } })
    expect(await keysOf(callers.manager)).toEqual(keys)
  })

  test("shows the person's own arrangement in their view, and nothing of the viewer's", async () => {
    const one = await contact('Uno')
    const keys = [`followUp:${await followUp({ contactId: one }, '2026-06-15')}`]
    for (const viewer of [callers.supervisor, callers.admin]) {
      await viewer.call(snoozeDayReasons, { body: { keys, until: '2026-06-18' } })
      await viewer.call(enterStaffView, { body: { cvl: manager.cvl } })
      expect(await keysOf(viewer)).toEqual(keys)
      await callers.manager.call(snoozeDayReasons, { body: { keys, until: '2026-06-17' } })
      expect(await list(viewer)).toMatchObject({ items: [], snoozed: [{ snoozedUntil: '2026-06-17' }] })
      // Also not an administrator, who may work in another's view.
      const refused = await viewer.send(snoozeDayReasons, { body: { keys, until: null } })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'cvl.readOnly'])
      await viewer.call(leaveStaffView, {})
      await callers.manager.call(snoozeDayReasons, { body: { keys, until: null } })
      expect(await keysOf(callers.manager)).toEqual(keys)
    }
  })

  test('a new reason about the same person is there all the same', async () => {
    const one = await contact('Uno')
    const first = await followUp({ contactId: one }, '2026-06-15')
    await callers.manager.call(snoozeDayReasons, { body: { keys: [`followUp:${first}`], until: '2026-06-18' } })
    const second = await followUp({ contactId: one }, '2026-06-15')
    const { items, snoozed } = await list(callers.manager)
    expect([items, snoozed].map(([item]) => item!.reasons.map(({ key }) => key))).toEqual([
      [`followUp:${second}`],
      [`followUp:${first}`],
    ])
  })

  test.each(['2026-06-15', '2026-06-01', '2027-12-31'])('%s is no day to come back on', async (until) => {
    const refused = await callers.manager.send(snoozeDayReasons, { body: { keys: ['followUp:1'], until } })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { until: expect.any(String) }])
  })

  test.each(['followUp', 'followUp:x', 'follow up:1', ''])('“%s” names no reason', async (key) => {
    expect((await callers.manager.send(snoozeDayReasons, { body: { keys: [key], until: null } })).statusCode).toBe(400)
  })
})

test('the week counts by day what is the caller’s', async () => {
  const one = await contact('Uno')
  await followUp({ contactId: one }, '2026-06-17')
  await meeting({ contactId: one }, '2026-06-16T23:30', '2026-06-17T00:30')
  const { days } = await callers.manager.call(getDayWeek, {})
  expect(days.map(({ on, isRest, meetings, followUps }) => [on, isRest, meetings, followUps])).toEqual([
    ['2026-06-15', false, 0, 0],
    ['2026-06-16', false, 1, 0],
    ['2026-06-17', false, 0, 1],
    ['2026-06-18', false, 0, 0],
    ['2026-06-19', false, 0, 0],
    ['2026-06-20', true, 0, 0],
    ['2026-06-21', true, 0, 0],
  ])
  const other = await callers.colleague.call(getDayWeek, {})
  expect(other.days.every(({ meetings, followUps }) => meetings + followUps === 0)).toBe(true)
})
