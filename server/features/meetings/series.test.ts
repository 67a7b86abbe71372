import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeMeeting,
  createMeeting,
  getMeeting,
  listMeetings,
  moveMeeting,
  setMeetingState,
} from '#contract/meetings.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sendInvitations } from './send-invitations.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
let t: Tenant
let manager: { id: string; cvl: string }
let caller: Awaited<ReturnType<Tenant['as']>>

beforeAll(async () => {
  t = await createTestTenant('dino')
  manager = await t.make.employee()
  await t.owner.query(`update dino.employee set email = 'gestor@dino.example' where id = $1`, [manager.id])
  caller = await t.as('manager', manager.cvl)
})
afterAll(() => t.drop())

const fields = {
  startsAt: '2026-10-19T09:30',
  endsAt: '2026-10-19T10:00',
  subject: 'Reunión semanal',
  stage: null,
  place: '',
  link: '',
  note: '',
  attendees: [],
  invites: false,
}
const make = async (more: object = {}) => {
  const { id } = await caller.call(createMeeting, {
    body: { contactId: null, clientId: null, ownerId: null, rule: 'FREQ=WEEKLY;COUNT=4', ...fields, ...more },
  })
  const { seriesId } = await caller.call(getMeeting, { params: { meetingId: id } })
  return { id, seriesId }
}
const listSeries = async (seriesId: string | null) => {
  const { rows } = await caller.call(listMeetings.page, {
    query: { pageSize: '200', direction: 'asc', from: '2026-10-01' } as never,
  })
  return rows.filter((row) => row.seriesId === seriesId)
}
const starts = async (seriesId: string | null) => (await listSeries(seriesId)).map(({ startsAt }) => startsAt)

const sendAll = async (): Promise<OutgoingMail[]> => {
  const letters: OutgoingMail[] = []
  const mail = { deliver: async (letter: OutgoingMail) => void letters.push(letter), onFailure: () => undefined }
  await sendInvitations(
    {
      tenant: t.tenants.of('dino'),
      prefix: 'dino',
      clock: () => Date.parse('2026-06-15T10:00:00Z'),
      mail: mail as never,
      replyAddress: undefined,
    },
    new AbortController().signal,
  )
  return letters
}
const readCalendar = ({ calendar }: OutgoingMail) => new ICAL.Component(ICAL.parse(calendar!.content) as [])

describe('meetings that repeat', () => {
  test('keeps their hour when the clocks change', async () => {
    const { seriesId } = await make()
    expect(await starts(seriesId)).toEqual([
      '2026-10-19T09:30',
      '2026-10-26T09:30',
      '2026-11-02T09:30',
      '2026-11-09T09:30',
    ])
    const { rows } = await t.owner.query(
      `select to_char(starts_at at time zone 'UTC', 'HH24:MI') as at from dino.meeting where series_id = $1 order by starts_at`,
      [seriesId],
    )
    expect(rows.map(({ at }) => at)).toEqual(['07:30', '08:30', '08:30', '08:30'])
  })

  test('lasts as long as its clock says in the nights in which clocks change', async () => {
    const readLengths = async (id: string | null) =>
      (
        await t.owner.query(
          `select extract(epoch from ends_at - starts_at)::int / 60 as minutes from dino.meeting where series_id = $1 order by starts_at`,
          [id],
        )
      ).rows.map(({ minutes }) => minutes)
    const rule = 'FREQ=DAILY;COUNT=3'
    const spring = await make({ rule, startsAt: '2027-03-27T02:30', endsAt: '2027-03-27T03:30' })
    expect(await readLengths(spring.seriesId)).toEqual([60, 60, 60])
    const autumn = await make({ rule, startsAt: '2026-10-24T01:00', endsAt: '2026-10-25T01:00' })
    expect(await readLengths(autumn.seriesId)).toEqual([1440, 1440, 1440])
    // The others are moved over that night along with one.
    const later = await make({ rule, startsAt: '2027-03-26T10:00', endsAt: '2027-03-26T11:00' })
    await caller.call(moveMeeting, {
      params: { meetingId: later.id },
      body: { version: 1, startsAt: '2027-03-26T02:30', endsAt: '2027-03-26T03:30', scope: 'all' },
    })
    expect(await readLengths(later.seriesId)).toEqual([60, 60, 60])
  })

  test('moves one by itself, with those that follow, or all together', async () => {
    const { seriesId } = await make()
    const [first, second, third] = await listSeries(seriesId)
    const move = (meeting: { id: string; version: number }, day: string, time: string, scope: string) =>
      caller.call(moveMeeting, {
        params: { meetingId: meeting.id },
        body: {
          version: meeting.version,
          startsAt: `${day}T${time}`,
          endsAt: `${day}T${String(Number(time.slice(0, 2)) + 1)}:00`,
          scope: scope as 'this',
        },
      })
    await move(second!, '2026-10-27', '12:00', 'this')
    expect(await starts(seriesId)).toEqual([
      '2026-10-19T09:30',
      '2026-10-27T12:00',
      '2026-11-02T09:30',
      '2026-11-09T09:30',
    ])
    await move(third!, '2026-11-03', '16:00', 'following')
    expect(await starts(seriesId)).toEqual([
      '2026-10-19T09:30',
      '2026-10-27T12:00',
      '2026-11-03T16:00',
      '2026-11-10T16:00',
    ])
    await move(first!, '2026-10-19', '11:00', 'all')
    expect((await listSeries(seriesId)).map(({ startsAt, endsAt }) => [startsAt, endsAt.slice(11)])).toEqual([
      ['2026-10-19T11:00', '12:00'],
      ['2026-10-27T11:00', '12:00'],
      ['2026-11-03T11:00', '12:00'],
      ['2026-11-10T11:00', '12:00'],
    ])
    await expect(move(third!, '2026-11-03', '09:00', 'this')).rejects.toMatchObject({ code: 'conflict.changed' })
  })

  test('changes and cancels several together', async () => {
    const guest = { kind: 'guest', name: 'Ana', email: 'ana@example.com' } as const
    const { seriesId } = await make({ attendees: [guest] })
    const [first, second] = await listSeries(seriesId)
    const { attendees: _, ...words } = fields
    await caller.call(changeMeeting, {
      params: { meetingId: second!.id },
      body: {
        ...words,
        version: second!.version,
        startsAt: second!.startsAt,
        endsAt: second!.endsAt,
        subject: 'Otra cosa',
        attendees: [],
        ownerId: manager.id,
        scope: 'following',
      },
    })
    expect((await listSeries(seriesId)).map(({ subject }) => subject)).toEqual([
      'Reunión semanal',
      'Otra cosa',
      'Otra cosa',
      'Otra cosa',
    ])
    const { rows } = await t.owner.query(
      `select count(*)::int as guests from dino.meeting_attendee a join dino.meeting m on m.id = a.meeting_id where m.series_id = $1 and a.email is not null`,
      [seriesId],
    )
    expect(rows).toEqual([{ guests: 1 }])
    const body = { version: first!.version, state: 'canceled', result: 'Ya no hace falta', scope: 'all' } as const
    await caller.call(setMeetingState, { params: { meetingId: first!.id }, body })
    expect((await listSeries(seriesId)).map(({ state }) => state)).toEqual(Array(4).fill('canceled'))
    await expect(
      caller.call(setMeetingState, {
        params: { meetingId: first!.id },
        body: { version: first!.version + 1, state: 'scheduled', result: '', scope: 'all' },
      }),
    ).rejects.toMatchObject({ fields: { scope: 'invalid' } })
  })

  test('leaves what is over as it is when all are moved or cancelled', async () => {
    const { id, seriesId } = await make({ startsAt: '2026-06-01T09:30', endsAt: '2026-06-01T10:00' })
    const read = async () =>
      (
        await t.owner.query<{ id: string; version: number; said: string }>(
          `select id::text, version, to_char(starts_at at time zone 'Europe/Madrid', 'MM-DD HH24:MI ') || state as said
             from dino.meeting where series_id = $1 order by starts_at`,
          [seriesId],
        )
      ).rows
    const third = (await read())[2]!
    await caller.call(moveMeeting, {
      params: { meetingId: third.id },
      body: { version: third.version, startsAt: '2026-06-16T11:00', endsAt: '2026-06-16T11:30', scope: 'all' },
    })
    const over = ['06-01 09:30 scheduled', '06-08 09:30 scheduled']
    expect((await read()).map(({ said }) => said)).toEqual([...over, '06-16 11:00 scheduled', '06-23 11:00 scheduled'])
    const moved = (await read())[2]!
    await caller.call(setMeetingState, {
      params: { meetingId: moved.id },
      body: { version: moved.version, state: 'canceled', result: 'Ya no hace falta', scope: 'all' },
    })
    expect((await read()).map(({ said }) => said)).toEqual([...over, '06-16 11:00 canceled', '06-23 11:00 canceled'])
    expect((await read())[0]!.id).toBe(id)
  })

  test('leaves one that was moved by itself where it is while words change', async () => {
    const { id, seriesId } = await make()
    const [, second] = await listSeries(seriesId)
    const times = { startsAt: '2026-10-27T12:00', endsAt: '2026-10-27T12:30' }
    await caller.call(moveMeeting, {
      params: { meetingId: second!.id },
      body: { version: second!.version, ...times, scope: 'this' },
    })
    const { attendees: _, ...words } = fields
    const change = (version: number, more: object) =>
      caller.call(changeMeeting, {
        params: { meetingId: id },
        body: { ...words, version, subject: 'Otro asunto', attendees: [], ownerId: manager.id, scope: 'all', ...more },
      })
    const { version } = await change(1, {})
    expect((await listSeries(seriesId)).map(({ startsAt, subject }) => [startsAt, subject])).toEqual([
      ['2026-10-19T09:30', 'Otro asunto'],
      ['2026-10-27T12:00', 'Otro asunto'],
      ['2026-11-02T09:30', 'Otro asunto'],
      ['2026-11-09T09:30', 'Otro asunto'],
    ])
    await change(version, { startsAt: '2026-10-19T08:30' })
    expect(await starts(seriesId)).toEqual([
      '2026-10-19T08:30',
      '2026-10-27T08:30',
      '2026-11-02T08:30',
      '2026-11-09T08:30',
    ])
  })

  test('refuses a rule that makes no meetings', async () => {
    for (const [rule, fault] of [
      ['FREQ=WEEKLY', 'ruleWithoutEnd'],
      ['FREQ=DAILY;COUNT=300', 'ruleTooLong'],
    ])
      await expect(make({ rule })).rejects.toMatchObject({ fields: { rule: fault } })
    await expect(make({ rule: 'FREQ=DAILY;COUNT=2\nX:1' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('invitations to a series', () => {
  const guest = { kind: 'guest', name: 'Ana', email: 'ana@example.com' } as const

  test('tell of those still to come where the one that is changed is over', async () => {
    const { id, seriesId } = await make({
      startsAt: '2026-06-08T09:30',
      endsAt: '2026-06-08T10:00',
      attendees: [guest],
      invites: true,
    })
    await sendAll()
    await caller.call(moveMeeting, {
      params: { meetingId: id },
      body: { version: 1, startsAt: '2026-06-08T12:00', endsAt: '2026-06-08T12:30', scope: 'all' },
    })
    const readTimes = async () =>
      (await sendAll()).map((letter) => [
        letter.calendar!.method,
        readCalendar(letter)
          .getAllSubcomponents('vevent')
          .map((one) => String(one.getFirstPropertyValue('recurrence-id'))),
      ])
    const ahead = ['2026-06-22T07:30:00Z', '2026-06-29T07:30:00Z']
    expect(await readTimes()).toEqual([
      ['request', ['2026-06-15T07:30:00Z', ...ahead].filter((at) => at > '2026-06-15T10')],
    ])
    const body = { version: 2, state: 'canceled', result: 'Ya no hace falta', scope: 'all' } as const
    await caller.call(setMeetingState, { params: { meetingId: id }, body })
    expect(await readTimes()).toEqual([['cancel', ahead]])
    expect(seriesId).not.toBeNull()
  })

  test('bring its rule with the clock of its zone, once', async () => {
    const { seriesId } = await make({ attendees: [guest], invites: true, rule: 'FREQ=WEEKLY;UNTIL=20261109' })
    const letters = await sendAll()
    expect(letters).toHaveLength(1)
    const calendar = readCalendar(letters[0]!)
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
    const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
    event.startDate.zone = zone
    const occurrences = event.iterator()
    const found: string[] = []
    for (let next = occurrences.next(); next; next = occurrences.next()) {
      next.zone = zone
      found.push(new Date(next.toUnixTime() * 1000).toISOString())
    }
    expect(found).toEqual([
      '2026-10-19T07:30:00.000Z',
      '2026-10-26T08:30:00.000Z',
      '2026-11-02T08:30:00.000Z',
      '2026-11-09T08:30:00.000Z',
    ])
    const [, second] = await listSeries(seriesId)
    await caller.call(moveMeeting, {
      params: { meetingId: second!.id },
      body: { version: second!.version, startsAt: '2026-10-26T12:00', endsAt: '2026-10-26T13:00', scope: 'this' },
    })
    const moved = readCalendar((await sendAll())[0]!).getAllSubcomponents('vevent')
    expect(moved.map((one) => String(one.getFirstPropertyValue('recurrence-id')))).toEqual(['2026-10-26T08:30:00Z'])
    expect(moved[0]!.getFirstPropertyValue('uid')).toBe(event.uid)
    const { version, id } = (await listSeries(seriesId))[2]!
    const body = { version, state: 'canceled', result: 'Se deja', scope: 'following' } as const
    await caller.call(setMeetingState, { params: { meetingId: id }, body })
    const canceled = readCalendar((await sendAll())[0]!)
    expect(canceled.getFirstPropertyValue('method')).toBe('CANCEL')
    expect(
      canceled.getAllSubcomponents('vevent').map((one) => String(one.getFirstPropertyValue('recurrence-id'))),
    ).toEqual(['2026-11-02T08:30:00Z', '2026-11-09T08:30:00Z'])
  })
})
