import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeMeeting,
  createAgendaFeed,
  createMeeting,
  getMeeting,
  listMeetings,
  type MeetingRow,
  moveMeeting,
  readAgendaFeed,
  setMeetingState,
} from '#contract/meetings.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sendInvitations } from './send-invitations.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let now = 0
let manager: { id: string; cvl: string }
let other: { id: string; cvl: string }
let caller: Awaited<ReturnType<Tenant['as']>>
let asManager: typeof caller

beforeAll(async () => {
  now = Date.parse('2026-06-15T10:00:00Z')
  t = await createTestTenant('dino', () => now)
  manager = await t.make.employee()
  other = await t.make.employee()
  await t.owner.query(`update dino.employee set email = 'gestor@dino.example' where id = $1`, [manager.id])
  asManager = await t.as('manager', manager.cvl)
})
beforeEach(() => {
  now = Date.parse('2026-06-15T10:00:00Z')
  caller = asManager
})
afterAll(() => t.drop())

const ana = { kind: 'guest', name: 'Ana', email: 'ana@example.com' } as const
const luis = { kind: 'guest', name: 'Luis', email: 'luis@example.com' } as const
const fields = {
  startsAt: '2026-06-22T09:30',
  endsAt: '2026-06-22T10:00',
  subject: 'Seguimiento',
  stage: null,
  place: '',
  link: '',
  note: '',
  attendees: [ana],
  invites: true,
}
const weekly = 'FREQ=WEEKLY;UNTIL=20260720'

const make = async (rule: string | null, more: object = {}): Promise<string> => {
  const { id } = await caller.call(createMeeting, {
    body: { contactId: null, clientId: null, ownerId: null, rule, ...fields, ...more },
  })
  await sendAll()
  return id
}
const readOne = (meetingId: string) => caller.call(getMeeting, { params: { meetingId } })
const listSeries = async (seriesId: string | null): Promise<MeetingRow[]> => {
  const { rows } = await caller.call(listMeetings.page, {
    query: { pageSize: '200', direction: 'asc', from: '2026-06-01' } as never,
  })
  return rows.filter((row) => row.seriesId === seriesId)
}
const listDays = async (seriesId: string | null) =>
  (await listSeries(seriesId)).map(
    ({ startsAt, state }) => `${startsAt.slice(5)}${state === 'scheduled' ? '' : ` ${state}`}`,
  )
/** What the dialog sends for a meeting as it stands. */
const change = async (meetingId: string, more: object) => {
  const { version, startsAt, endsAt, subject, stage, place, link, note, invites, ownerId } = await readOne(meetingId)
  const body = { version, startsAt, endsAt, subject, stage, place, link, note, invites, ownerId, attendees: [ana] }
  return caller.call(changeMeeting, { params: { meetingId }, body: { ...body, ...more } })
}

const sendAll = async (): Promise<OutgoingMail[]> => {
  const letters: OutgoingMail[] = []
  const mail = { deliver: async (letter: OutgoingMail) => void letters.push(letter), onFailure: () => undefined }
  await sendInvitations(
    { tenant: t.tenants.of('dino'), prefix: 'dino', clock: () => now, mail: mail as never, replyAddress: undefined },
    new AbortController().signal,
  )
  return letters
}
const readEvents = (content: string) =>
  new ICAL.Component(ICAL.parse(content) as []).getAllSubcomponents('vevent').map((event) => ({
    uid: String(event.getFirstPropertyValue('uid')),
    sequence: Number(event.getFirstPropertyValue('sequence')),
    rule: event.getFirstPropertyValue('rrule')?.toString() ?? null,
    recurrence: event.getFirstPropertyValue('recurrence-id')?.toString() ?? null,
    start: String(event.getFirstPropertyValue('dtstart')),
    except: event.getAllProperties('exdate').map((one) => String(one.getFirstValue())),
  }))
const readLetter = ({ recipient, calendar }: OutgoingMail) => ({
  to: recipient.split('@')[0],
  method: calendar!.method,
  events: readEvents(calendar!.content),
})
const findUid = async (meetingId: string): Promise<string> => {
  const { rows } = await t.owner.query('select uid::text from dino.meeting where id = $1', [meetingId])
  return `${rows[0].uid}@atalaya`
}

describe('a meeting that repeats from some day on', () => {
  test('becomes a series that calendars know by the same uid', async () => {
    const id = await make(null)
    const uid = await findUid(id)
    await change(id, { rule: weekly })
    const { seriesId, rule } = await readOne(id)
    expect(rule).toBe(weekly)
    expect(await listDays(seriesId)).toEqual([
      '06-22T09:30',
      '06-29T09:30',
      '07-06T09:30',
      '07-13T09:30',
      '07-20T09:30',
    ])
    const letters = (await sendAll()).map(readLetter)
    expect(letters).toEqual([
      {
        to: 'ana',
        method: 'request',
        events: [
          {
            uid,
            sequence: 1,
            recurrence: null,
            start: '2026-06-22T09:30:00',
            except: [],
            rule: 'FREQ=WEEKLY;UNTIL=20260720T215900Z',
          },
        ],
      },
    ])
  })

  test('begins where its rule does, with the fields of the dialog', async () => {
    const id = await make(null, { startsAt: '2026-06-20T09:30', endsAt: '2026-06-20T10:00' })
    await change(id, { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260624', subject: 'A diario' })
    const rows = await listSeries((await readOne(id)).seriesId)
    expect(rows.map(({ startsAt, subject }) => `${startsAt.slice(5, 10)} ${subject}`)).toEqual([
      '06-22 A diario',
      '06-23 A diario',
      '06-24 A diario',
    ])
    expect((await readOne(rows[2]!.id)).attendees.map(({ name }) => name)).toContain('Ana')
  })
})

describe('a series that repeats otherwise', () => {
  test('splits where others of before stay, under a uid of its own', async () => {
    const id = await make(weekly)
    const { seriesId } = await readOne(id)
    const [, , third, , fifth] = await listSeries(seriesId)
    await caller.call(setMeetingState, {
      params: { meetingId: fifth!.id },
      body: { version: fifth!.version, state: 'canceled', result: 'Vacaciones' },
    })
    await sendAll()
    await change(third!.id, {
      scope: 'following',
      rule: 'FREQ=DAILY;INTERVAL=7;UNTIL=20260803',
      startsAt: '2026-07-06T12:00',
      endsAt: '2026-07-06T12:30',
    })
    expect(await listDays(seriesId)).toEqual(['06-22T09:30', '06-29T09:30', '07-20T09:30 canceled'])
    const next = await readOne(third!.id)
    expect(next.seriesId).not.toBe(seriesId)
    // Nothing is planned again on the day that was cancelled.
    expect(await listDays(next.seriesId)).toEqual(['07-06T12:00', '07-13T12:00', '07-27T12:00', '08-03T12:00'])
    const [before, after] = (await sendAll()).map(readLetter)
    expect(before).toMatchObject({
      method: 'request',
      events: [{ rule: 'FREQ=WEEKLY;UNTIL=20260629T215900Z', except: [] }],
    })
    expect(after).toMatchObject({
      method: 'request',
      events: [
        {
          rule: 'FREQ=DAILY;INTERVAL=7;UNTIL=20260803T215900Z',
          start: '2026-07-06T12:00:00',
          except: ['2026-07-20T12:00:00'],
        },
      ],
    })
    expect(after!.events[0]!.uid).not.toBe(before!.events[0]!.uid)
    expect(before!.events[0]!.sequence).toBeGreaterThan(1)
  })

  test('changes as a whole before it begins, and cancels what is left over', async () => {
    const id = await make(weekly)
    const { seriesId } = await readOne(id)
    const [, second] = await listSeries(seriesId)
    await change(second!.id, { scope: 'all', rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260720' })
    expect(await listDays(seriesId)).toEqual(['06-22T09:30', '07-06T09:30', '07-20T09:30'])
    expect(await readOne(second!.id)).toMatchObject({ state: 'canceled', seriesId: null, version: second!.version + 1 })
    const letters = (await sendAll()).map(readLetter)
    expect(letters).toMatchObject([
      { method: 'request', events: [{ sequence: 1, rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260720T215900Z' }] },
    ])
    // And back again: what the rule left over takes no day from anything.
    await change(id, { scope: 'all', rule: weekly })
    expect(await listDays(seriesId)).toEqual([
      '06-22T09:30',
      '06-29T09:30',
      '07-06T09:30',
      '07-13T09:30',
      '07-20T09:30',
    ])
    expect((await sendAll()).map(readLetter)).toMatchObject([{ events: [{ sequence: 2 }] }])
  })

  test('tells those who take part no more', async () => {
    const id = await make(weekly)
    const [, second, third] = await listSeries((await readOne(id)).seriesId)
    await change(second!.id, { scope: 'following', attendees: [ana, luis] })
    await sendAll()
    await change(third!.id, { scope: 'following', rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260803', attendees: [ana] })
    const letters = (await sendAll()).map(readLetter)
    // Both are told that the series ends earlier; only one is invited to what follows.
    expect(letters.map(({ to, method }) => `${to} ${method}`).sort()).toEqual([
      'ana request',
      'ana request',
      'luis request',
    ])
    await change(third!.id, { scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260803', attendees: [luis] })
    const whole = (await sendAll()).map(readLetter)
    expect(whole).toMatchObject([
      { to: 'ana', method: 'cancel', events: [{ recurrence: null, rule: null }] },
      { to: 'luis', method: 'request' },
    ])
    expect(whole[0]!.events[0]!.uid).toBe(whole[1]!.events[0]!.uid)
  })

  test('tells by its old uid whoever came to it late', async () => {
    const id = await make(weekly)
    const [, , third] = await listSeries((await readOne(id)).seriesId)
    await change(third!.id, { scope: 'following', attendees: [ana, luis] })
    await sendAll()
    await change(third!.id, { scope: 'following', rule: 'FREQ=WEEKLY;UNTIL=20260713', attendees: [ana, luis] })
    const letters = (await sendAll()).map(readLetter)
    const left = letters.find(({ to, method }) => to === 'luis' && method === 'cancel')!
    expect(left.events.map(({ recurrence }) => recurrence)).toEqual([
      '2026-07-06T07:30:00Z',
      '2026-07-13T07:30:00Z',
      '2026-07-20T07:30:00Z',
    ])
    expect(new Set(letters.filter(({ to }) => to === 'luis').map(({ events }) => events[0]!.uid)).size).toBe(2)
  })

  test('keeps what is over', async () => {
    const id = await make(weekly)
    const { seriesId } = await readOne(id)
    now = Date.parse('2026-06-30T10:00:00Z')
    caller = await t.as('admin')
    const [first, second, third] = await listSeries(seriesId)
    const rule = 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260803'
    await caller.call(setMeetingState, {
      params: { meetingId: id },
      body: { version: first!.version, state: 'held', result: '' },
    })
    await expect(change(third!.id, { scope: 'all', rule })).rejects.toMatchObject({ code: 'meeting.seriesBegun' })
    await expect(change(second!.id, { scope: 'following', rule })).rejects.toMatchObject({
      code: 'meeting.seriesBegun',
    })
    await expect(change(third!.id, { scope: 'this', rule })).rejects.toMatchObject({ fields: { scope: 'invalid' } })
    await expect(change(id, { scope: 'following', rule })).rejects.toMatchObject({ code: 'meeting.closed' })
    await change(third!.id, { scope: 'following', rule })
    expect(await listDays(seriesId)).toEqual(['06-22T09:30 held', '06-29T09:30'])
    expect(await listDays((await readOne(third!.id)).seriesId)).toEqual(['07-06T09:30', '07-20T09:30', '08-03T09:30'])
  })

  test('leaves meetings of owners out of reach where they are', async () => {
    const id = await make(weekly)
    const { seriesId } = await readOne(id)
    const [, , third] = await listSeries(seriesId)
    await t.owner.query('update dino.meeting set employee_id = $1 where id = $2', [other.id, third!.id])
    await change(id, { scope: 'all', rule: 'FREQ=DAILY;UNTIL=20260624' })
    const { rows } = await t.owner.query(
      `select to_char(starts_at at time zone 'Europe/Madrid', 'MM-DD') as day, employee_id = $2 as other from dino.meeting where series_id = $1 order by starts_at`,
      [seriesId, other.id],
    )
    expect(rows.map(({ day, other: isOther }) => `${day}${isOther ? ' other' : ''}`)).toEqual([
      '06-22',
      '06-23',
      '06-24',
      '07-06 other',
    ])
  })

  test('refuses the second of two people, and a rule without a meeting', async () => {
    const id = await make(weekly)
    const { version } = await readOne(id)
    const tries = await Promise.allSettled([
      change(id, { version, scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260706' }),
      change(id, { version, scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260713' }),
    ])
    expect(tries.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'conflict.changed' } },
    ])
    await expect(change(id, { scope: 'all', rule: 'FREQ=WEEKLY;UNTIL=20260601' })).rejects.toMatchObject({
      fields: { rule: 'ruleEmpty' },
    })
  })
})

describe('a move of several', () => {
  test('goes back to where each of them was', async () => {
    const id = await make(weekly)
    const { seriesId } = await readOne(id)
    const [, second] = await listSeries(seriesId)
    const alone = { startsAt: '2026-06-30T16:00', endsAt: '2026-06-30T17:00' }
    await caller.call(moveMeeting, { params: { meetingId: second!.id }, body: { version: second!.version, ...alone } })
    const before = await listSeries(seriesId)
    const moved = await caller.call(moveMeeting, {
      params: { meetingId: id },
      body: { version: 1, startsAt: '2026-06-23T11:00', endsAt: '2026-06-23T12:00', scope: 'all' },
    })
    expect((await listDays(seriesId)).slice(0, 3)).toEqual(['06-23T11:00', '07-01T11:00', '07-07T11:00'])
    const back = { startsAt: '2026-06-22T09:30', endsAt: '2026-06-22T10:00', others: moved.others }
    const undone = await caller.call(moveMeeting, {
      params: { meetingId: id },
      body: { version: moved.version, ...back },
    })
    const toTimes = (rows: readonly MeetingRow[]) =>
      rows.map(({ id: one, startsAt, endsAt }) => [one, startsAt, endsAt])
    expect(toTimes(await listSeries(seriesId))).toEqual(toTimes(before))
    await expect(
      caller.call(moveMeeting, { params: { meetingId: id }, body: { version: undone.version, ...back } }),
    ).rejects.toMatchObject({ code: 'conflict.changed' })
    const foreignId = await make(null)
    await expect(
      caller.call(moveMeeting, {
        params: { meetingId: id },
        body: { ...back, version: undone.version, others: [{ id: foreignId, version: 1, ...alone }] },
      }),
    ).rejects.toMatchObject({ code: 'conflict.changed' })
  })
})

describe('the address of an agenda and invitations', () => {
  test('name meetings and series alike', async () => {
    await caller.call(createAgendaFeed, {})
    const { address } = await caller.call(createAgendaFeed, {})
    const readFeed = async () => {
      const { body } = await caller.send(readAgendaFeed, { params: { token: address.split('/').at(-2)! } })
      return readEvents(body)
    }
    const single = await make(null)
    const id = await make('FREQ=WEEKLY;UNTIL=20261123', {
      subject: 'De todo el año',
      startsAt: '2026-06-22T18:00',
      endsAt: '2026-06-22T18:30',
    })
    const { seriesId } = await readOne(id)
    const [first, second, third] = await listSeries(seriesId)
    const moved = { startsAt: '2026-06-30T16:00', endsAt: '2026-06-30T17:00' }
    await caller.call(moveMeeting, { params: { meetingId: second!.id }, body: { version: second!.version, ...moved } })
    const [letter] = (await sendAll()).map(readLetter)
    await caller.call(setMeetingState, {
      params: { meetingId: third!.id },
      body: { version: third!.version, state: 'canceled', result: 'Festivo' },
    })
    const [canceled] = (await sendAll()).map(readLetter)
    const feed = await readFeed()
    const ofSeries = feed.filter(({ uid }) => uid === letter!.events[0]!.uid)
    expect(ofSeries).toMatchObject([
      {
        rule: 'FREQ=WEEKLY;UNTIL=20261123T225900Z',
        recurrence: null,
        start: '2026-06-22T18:00:00',
        except: ['2026-07-06T18:00:00'],
      },
      { recurrence: letter!.events[0]!.recurrence, start: '2026-06-30T14:00:00Z' },
    ])
    expect(canceled!.events[0]!.uid).toBe(ofSeries[0]!.uid)
    expect(
      feed
        .filter(({ uid }) => uid !== ofSeries[0]!.uid)
        .every(({ recurrence }) => recurrence === null || recurrence.endsWith('Z')),
    ).toBe(true)
    await change(single, { place: 'Sala 2' })
    const [changed] = (await sendAll()).map(readLetter)
    const again = (await readFeed()).find(({ uid }) => uid === changed!.events[0]!.uid)
    expect(again).toEqual(changed!.events[0])
    expect(first!.id).toBe(id)
  })
})
