import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAgendaHits } from '#contract/agenda-search.ts'
import { listCalls, logCall } from '#contract/calls.ts'
import { createContact, findContactDuplicates, getContactBoard, listContacts } from '#contract/contacts.ts'
import { createFollowUp, getFollowUp, listFollowUps } from '#contract/follow-ups.ts'
import { getGoogleEvents } from '#contract/google-calendar.ts'
import { createAgendaFeed, readAgendaFeed } from '#contract/meetings/feed.ts'
import { createMeeting, findSlots, getAgenda, getMeeting, listMeetings, moveMeeting } from '#contract/meetings.ts'
import { addComment, listComments, searchRecordPeople } from '#contract/records.ts'
import { listReviews } from '#contract/reviews.ts'
import { searchRecords } from '#contract/search.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let employees: Record<'victim' | 'attacker', { id: string; cvl: string }>
let callers: Record<'victim' | 'attacker' | 'otherSupervisor', Caller>
let attackers: Caller[]
let contactId: string
let meetingId: string
let followUpId: string

const fields = {
  contactId: null,
  clientId: null,
  ownerId: null,
  startsAt: '2026-06-16T10:00',
  endsAt: '2026-06-16T11:00',
  subject: 'Herencia Zurbarán',
  stage: null,
  place: 'Notaría secreta',
  link: '',
  note: 'Nadie lo sabe',
  attendees: [],
  invites: false,
}
const plan = async (more: object = {}, caller = callers.victim) =>
  (await caller.call(createMeeting, { body: { ...fields, ...more } })).id

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  const otherSupervisor = await t.make.employee({ position: 'supervisor' })
  const victim = await t.make.employee({ supervisorId: supervisor.id })
  const attacker = await t.make.employee({ supervisorId: otherSupervisor.id })
  employees = { victim, attacker }
  callers = {
    victim: await t.as('manager', victim.cvl),
    attacker: await t.as('manager', attacker.cvl),
    otherSupervisor: await t.as('supervisor', otherSupervisor.cvl),
  }
  attackers = [callers.attacker, callers.otherSupervisor]
  const contact = { name: 'Zenobia', surname: 'Zurbarán', email: 'zenobia@example.com', phone: '+34611999888' }
  contactId = (
    await callers.victim.call(createContact, { body: { ...contact, amount: '7777.00', ownerId: victim.id } as never })
  ).id
  meetingId = await plan({ contactId, stage: 'r1' })
  const about = { contactId, clientId: null }
  followUpId = (
    await callers.victim.call(createFollowUp, {
      body: {
        ...about,
        subject: 'Herencia',
        note: '',
        dueOn: '2026-06-20',
        priority: 'normal',
        amount: '5.00',
        ownerId: null,
      },
    })
  ).id
  await callers.victim.call(logCall, {
    body: {
      ...about,
      calledOn: '2026-06-12',
      calledTime: null,
      reason: 'other',
      outcome: 'reached',
      feedback: 'Herencia',
      observations: '',
      durationMinutes: 1,
      attempts: 1,
    },
  })
})
afterAll(() => t.drop())

describe('a stranger to the agenda of a colleague', () => {
  test('finds nothing of it by searching, listing or asking by id', async () => {
    for (const caller of attackers) {
      for (const q of ['zurbaran', 'herencia', 'zenobia@example.com', '611999888', 'notaria secreta']) {
        expect((await caller.call(searchRecords, { query: { q } })).results).toEqual([])
        for (const reach of ['individual', 'team']) {
          const hits = await caller.call(listAgendaHits.page, { query: { search: q, reach } as never })
          expect(hits.rows).toEqual([])
        }
      }
      const owner = { owner: employees.victim.id }
      for (const list of [listMeetings, listCalls, listFollowUps, listContacts, listReviews])
        for (const query of [owner, { contact: contactId }, { search: 'zurbaran' }]) {
          const response = await caller.send(list.page, { query })
          expect([200, 400]).toContain(response.statusCode)
          if (response.statusCode === 200) expect(response.json().rows).toEqual([])
          const counted = await caller.send(list.count, { query })
          if (counted.statusCode === 200) expect(counted.json()).toMatchObject({ total: 0 })
        }
      const board = await caller.call(getContactBoard, { query: owner as never })
      expect(board.stages.every(({ contacts, amount }) => contacts === 0 && amount === '0.00')).toBe(true)
      expect(
        (await caller.call(getContactBoard, { query: {} as never })).stages.map(({ contacts }) => contacts),
      ).toEqual(board.stages.map(() => 0))
      await expect(caller.call(getMeeting, { params: { meetingId } })).rejects.toMatchObject({ status: 404 })
      await expect(caller.call(getFollowUp, { params: { followUpId } })).rejects.toMatchObject({ status: 404 })
      const days = { from: '2026-06-15', days: '7' }
      for (const whose of [owner, { team: 'true' }, { ...owner, team: 'true' }]) {
        const found = await caller.call(getAgenda, { query: { ...days, ...whose } as never })
        expect([found.meetings, found.followUps]).toEqual([[], []])
      }
    }
  })

  test('asking for duplicates tells of a hidden contact that there is one', async () => {
    const body = { name: 'Zenobia', surname: 'Zurbaran', email: 'zenobia@example.com', phone: null }
    const found = await callers.attacker.call(findContactDuplicates, { body: body as never })
    expect(found).toEqual({ contacts: [], clients: [], outside: { contacts: ['email'], clients: [] } })
    const unlike = { ...body, name: 'Otra', surname: 'Persona' }
    expect(await callers.attacker.call(findContactDuplicates, { body: unlike as never })).toMatchObject({
      outside: { contacts: [], clients: [] },
    })
  })

  test('comments on no hidden contact, and nobody who doesn’t see it is mentioned there', async () => {
    const params = { entity: 'contact' as const, recordId: contactId }
    for (const caller of attackers) {
      await expect(caller.call(listComments, { params, query: {} as never })).rejects.toMatchObject({ status: 404 })
      await expect(caller.call(addComment, { params, body: { body: 'Hola' } })).rejects.toMatchObject({ status: 404 })
      await expect(caller.call(searchRecordPeople, { params, query: {} })).rejects.toMatchObject({ status: 404 })
    }
    const mention = { body: 'Míralo', mentions: [callers.attacker.userId] }
    await expect(callers.victim.call(addComment, { params, body: mention })).rejects.toMatchObject({
      code: 'mention.noAccess',
    })
  })

  test('free times don’t tell who takes part in a meeting of others', async () => {
    const query = { employees: employees.victim.id, from: '2026-06-16', days: 1, minutes: 60, step: 60 }
    const starts = async (caller: Caller, more: object = {}) =>
      (await caller.call(findSlots, { query: { ...query, ...more } as never })).slots.map(({ startsAt }) => startsAt)
    const known = await starts(callers.attacker)
    expect(known).not.toContain(fields.startsAt)
    expect(await starts(callers.attacker, { without: meetingId })).toEqual(known)
    expect(await starts(callers.victim, { without: meetingId })).toContain(fields.startsAt)
  })

  test('keeps a margin from what follows the hours of work', async () => {
    await plan({ startsAt: '2026-07-13T19:30', endsAt: '2026-07-13T20:00' })
    const query = { employees: employees.victim.id, from: '2026-07-13', days: 1, minutes: 60, buffer: 120 }
    const { slots } = await callers.attacker.call(findSlots, { query: { ...query, earliest: '16:00' } as never })
    expect(slots.at(-1)?.endsAt).toBe('2026-07-13T17:30')
  })
})

describe('the address of an agenda', () => {
  const read = async (token: string): Promise<number> =>
    (await t.nobody.send(readAgendaFeed, { params: { token } })).statusCode
  const getToken = async (caller: Caller) => (await caller.call(createAgendaFeed, {})).address.split('/').at(-2)!

  test('opens nothing but the agenda of its own person, however it is changed', async () => {
    const token = await getToken(callers.victim)
    const own = await getToken(callers.attacker)
    const prefix = token.slice(0, 5)
    const secret = token.slice(5)
    const flipped = `${secret.slice(0, -2)}${secret.at(-2) === 'A' ? 'B' : 'A'}${secret.at(-1)}`
    const guesses = [flipped, secret.slice(1), `${secret}A`, own.slice(5).toUpperCase(), '%00', '../agenda', '*']
    for (const guess of guesses.map((one) => `${prefix}${one}`))
      expect([guess, await read(guess)]).toEqual([guess, 404])
    for (const other of ['cfl-', 'dino_uab-', 'DINO-', '']) expect(await read(`${other}${secret}`)).toBe(404)
    const { body } = await t.nobody.send(readAgendaFeed, { params: { token: own } })
    expect(body).not.toContain('Zurbar')
    expect(body).not.toContain('secreta')
    expect(await read(token)).toBe(200)
    expect(await getToken(callers.victim)).not.toBe(token)
    expect(await read(token)).toBe(404)
  })
})

describe('what several do at once', () => {
  test('one of many moves of a meeting counts, and the others are told', async () => {
    const id = await plan()
    const hours = ['12', '13', '14', '15', '16', '17']
    const moves = await Promise.allSettled(
      hours.map((hour) =>
        callers.victim.call(moveMeeting, {
          params: { meetingId: id },
          body: { version: 1, startsAt: `2026-06-17T${hour}:00`, endsAt: `2026-06-17T${hour}:30` },
        }),
      ),
    )
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const move of moves)
      if (move.status === 'rejected') expect(move.reason).toMatchObject({ status: 409, code: 'conflict.changed' })
    const at = moves.findIndex(({ status }) => status === 'fulfilled')
    const found = await callers.victim.call(getMeeting, { params: { meetingId: id } })
    expect(found).toMatchObject({ startsAt: `2026-06-17T${hours[at]}:00`, version: 2 })
  })
})

describe('what is written to break what reads it', () => {
  const readFeed = async (caller: Caller) => {
    const { address } = await caller.call(createAgendaFeed, {})
    const { statusCode, body } = await caller.send(readAgendaFeed, { params: { token: address.split('/').at(-2)! } })
    expect(statusCode).toBe(200)
    return new ICAL.Component(ICAL.parse(body) as []).getAllSubcomponents('vevent')
  }

  test('an address read by a telephone holds each text as it was written', async () => {
    const subject = 'Comida; con, \\n "Ana" END:VEVENT'
    await plan({ subject, place: 'BEGIN:VALARM,;\\', attendees: [{ kind: 'employee', id: employees.attacker.id }] })
    const events = await readFeed(callers.attacker)
    expect(events.map((event) => event.getFirstPropertyValue('summary'))).toContain(subject)
  })

  test.each([
    ['a meeting at the end of the calendar', { startsAt: '9999-12-31T22:00', endsAt: '9999-12-31T23:00' }],
    ['a meeting in the first year', { startsAt: '0001-01-01T00:00', endsAt: '0001-01-01T01:00' }],
    ['a series that ends on no day', { rule: 'FREQ=DAILY;UNTIL=20260231T100000Z' }],
    [
      'a series of the last years',
      { startsAt: '9998-06-01T10:00', endsAt: '9998-06-01T11:00', rule: 'FREQ=YEARLY;COUNT=9' },
    ],
    ['twice a day of the same month', { rule: 'FREQ=MONTHLY;BYMONTHDAY=2;BYDAY=MO;BYSETPOS=1,-1;COUNT=3' }],
  ])('%s is planned or refused', async (_, more) => {
    const response = await callers.victim.send(createMeeting, { body: { ...fields, ...more } })
    expect([200, 400]).toContain(response.statusCode)
    await readFeed(callers.victim)
  })

  test('a series over the change of clocks keeps its hour on the telephone', async () => {
    const times = { startsAt: '2026-10-23T09:30', endsAt: '2026-10-23T10:30' }
    await plan({ ...times, subject: 'Cada día', rule: 'FREQ=DAILY;COUNT=5' })
    const events = await readFeed(callers.victim)
    const series = events.find((event) => event.getFirstPropertyValue('summary') === 'Cada día')!
    const iterator = new ICAL.Event(series).iterator()
    const moments: string[] = []
    for (let next = iterator.next(); next; next = iterator.next()) moments.push(next.toJSDate().toISOString())
    expect(moments.map((moment) => moment.slice(8, 16))).toEqual([
      '23T07:30',
      '24T07:30',
      '25T08:30',
      '26T08:30',
      '27T08:30',
    ])
  })

  test('the last hours of the calendar are refused where clocks are behind', async () => {
    const mexico = await createTestTenant('cfl')
    const { id, cvl } = await mexico.make.employee()
    const caller = await mexico.as('manager', cvl)
    const times = { startsAt: '9999-12-31T20:00', endsAt: '9999-12-31T21:00' }
    await expect(caller.call(createMeeting, { body: { ...fields, ...times } })).rejects.toMatchObject({
      fields: { startsAt: 'invalid' },
    })
    const days = { from: '9999-12-25', days: 14 }
    for (const [endpoint, query] of [
      [findSlots, { ...days, employees: id, minutes: 30 }],
      [getAgenda, days],
      [getGoogleEvents, { ...days, owner: id }],
    ] as const)
      expect((await caller.send(endpoint, { query })).statusCode).toBeLessThan(500)
    await mexico.drop()
  })
})
