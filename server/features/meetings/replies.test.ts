import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createContact } from '#contract/contacts.ts'
import { changeMeeting, createMeeting, getMeeting, moveMeeting } from '#contract/meetings.ts'
import { listNotifications } from '#contract/notifications.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { startImapStandIn } from '#test/harness/imap-stand-in.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { parseCalendarReplies, parseReplyLetter } from './parse-reply.ts'
import { readReplies } from './read-replies.ts'
import { sendInvitations } from './send-invitations.ts'

const now = Date.parse('2026-06-15T08:00:00Z')
const timeZone = 'Europe/Madrid'
const guest = { kind: 'guest', name: 'Ana', email: 'Ana@Example.com' } as const

let t: Awaited<ReturnType<typeof createTestTenant>>
let caller: Awaited<ReturnType<typeof t.as>>
let mailbox: Awaited<ReturnType<typeof startImapStandIn>>
const failures: unknown[] = []

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { cvl } = await t.make.employee()
  caller = await t.as('manager', cvl)
  mailbox = await startImapStandIn({ user: 'agenda@firm.example', password: 'se"creto' })
})
afterAll(async () => {
  await mailbox.stop()
  await t.drop()
})
beforeEach(() => void failures.splice(0))

const fields = {
  contactId: null,
  clientId: null,
  ownerId: null,
  startsAt: '2026-06-18T10:00',
  endsAt: '2026-06-18T11:00',
  subject: 'Ver la propuesta',
  stage: null,
  place: '',
  link: '',
  note: '',
  invites: true,
  rule: null,
}
const make = async (more: object = {}) => {
  const { id } = await caller.call(createMeeting, { body: { ...fields, attendees: [guest], ...more } })
  const [row] = (
    await t.owner.query<{ uid: string }>(
      'select coalesce(r.uid, m.uid)::text as uid from dino.meeting m left join dino.meeting_series r on r.id = m.series_id where m.id = $1',
      [id],
    )
  ).rows
  return { id, uid: `${row!.uid}@atalaya` }
}
const find = (meetingId: string) => caller.call(getMeeting, { params: { meetingId } })
const findGuest = async (meetingId: string) => (await find(meetingId)).attendees.find(({ email }) => email !== null)

type Answer = {
  uid: string
  partstat?: string
  method?: string
  from?: string
  attendee?: string
  start?: string
  stamp?: string
  more?: string[]
}
const buildLetter = ({
  uid,
  partstat = 'ACCEPTED',
  method = 'REPLY',
  from = 'ana@example.com',
  attendee = 'ana@example.com',
  start = 'DTSTART:20260618T080000Z',
  stamp = '20260615T070000Z',
  more = [],
}: Answer): string =>
  [
    `From: Ana <${from}>`,
    'To: agenda@firm.example',
    'Subject: Aceptado',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Ahí estaré',
    '--x',
    `Content-Type: text/calendar; method=${method}; charset=utf-8`,
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    start,
    `ATTENDEE;PARTSTAT=${partstat};CN=Ana:mailto:${attendee}`,
    ...more,
    'END:VEVENT',
    'END:VCALENDAR',
    '--x--',
    '',
  ].join('\r\n')

const read = () =>
  readReplies({
    db: t.db,
    prefix: 'dino',
    mailbox: mailbox.config,
    clock: () => now,
    onError: (error) => void failures.push(error),
  })
const receive = async (...letters: Answer[]): Promise<void> => {
  mailbox.letters.push(...letters.map(buildLetter))
  await read()
  expect(failures).toEqual([])
}
const countNotices = async (kind: string): Promise<number> => {
  const { notifications } = await caller.call(listNotifications, { query: { limit: 100 } })
  return notifications.filter((one) => one.kind === kind).length
}

describe('answers by e-mail', () => {
  test('an answer is written down, and its owner is told', async () => {
    const { id, uid } = await make()
    await receive({ uid, more: ['COMMENT:Llego diez minutos tarde'] })
    expect(await findGuest(id)).toMatchObject({
      answer: 'accepted',
      comment: 'Llego diez minutos tarde',
      proposed: null,
    })
    expect(await countNotices('meeting.accepted')).toBe(1)
    await receive({ uid, partstat: 'DECLINED', stamp: '20260615T073000Z' })
    expect(await findGuest(id)).toMatchObject({ answer: 'declined', comment: '' })
    // Given before the one that is there.
    await receive({ uid, partstat: 'TENTATIVE', stamp: '20260615T071500Z' })
    expect(await findGuest(id)).toMatchObject({ answer: 'declined' })
    const { rows } = await t.owner.query(
      `select after ->> 'state' as state from dino.audit_event where action = 'meeting.answered' and entity_id = $1 order by id`,
      [id],
    )
    expect(rows).toEqual([{ state: 'accepted' }, { state: 'declined' }])
  })

  test('another time is proposed, until the meeting is moved', async () => {
    const { id, uid } = await make()
    await receive({
      uid,
      method: 'COUNTER',
      partstat: 'TENTATIVE',
      start: 'DTSTART;TZID=Europe/Madrid:20260619T120000',
      more: ['DURATION:PT90M'],
    })
    const proposed = { startsAt: '2026-06-19T12:00', endsAt: '2026-06-19T13:30' }
    expect(await findGuest(id)).toMatchObject({ answer: 'tentative', proposed })
    expect(await countNotices('meeting.proposed')).toBe(1)
    const { version } = await find(id)
    await caller.call(moveMeeting, { params: { meetingId: id }, body: { version, ...proposed } })
    expect(await findGuest(id)).toMatchObject({ answer: 'pending', proposed: null })
    // For the time that it had before.
    await receive({ uid, stamp: '20260615T074500Z' })
    expect(await findGuest(id)).toMatchObject({ answer: 'pending' })
  })

  test('what is written to break the reading keeps no answer out', async () => {
    const { id, uid } = await make()
    const counter = { uid, method: 'COUNTER', partstat: '', start: 'DTSTART:20260618T100000Z' }
    await receive(
      { uid, more: ['RECURRENCE-ID:99999999T999999Z'] },
      { uid, start: 'DTSTART:99999999T999999Z' },
      { ...counter, more: ['DTEND:20250618T100000Z'] },
      { ...counter, more: ['DURATION:P99999999999W'] },
      { ...counter, start: 'DTSTART:00000101T000000Z', more: ['DTEND:00010101T000000Z'] },
    )
    expect(await findGuest(id)).toMatchObject({ answer: 'pending', proposed: null })
    await receive({ uid, more: ['COMMENT:A las\0 diez'] })
    expect(await findGuest(id)).toMatchObject({ answer: 'accepted', comment: 'A las diez' })
  })

  test('nobody answers for somebody else, nor for a meeting that is none', async () => {
    const { id, uid } = await make()
    await receive(
      { uid, from: 'luis@example.com' },
      { uid, from: 'luis@example.com', attendee: 'luis@example.com' },
      { uid: 'otra@cosa' },
      { uid: `00000000-0000-4000-8000-000000000000@atalaya` },
      { uid, partstat: 'NEEDS-ACTION' },
    )
    expect(await findGuest(id)).toMatchObject({ answer: 'pending' })
  })

  test('an answer is to one occurrence of a series, or to all', async () => {
    const { id, uid } = await make({ rule: 'FREQ=WEEKLY;COUNT=3' })
    const answersOf = async () =>
      (
        await t.owner.query<{ answer: string }>(
          `select a.answer from dino.meeting m join dino.meeting_attendee a on a.meeting_id = m.id and a.email is not null
            where m.series_id = (select series_id from dino.meeting where id = $1) order by m.starts_at`,
          [id],
        )
      ).rows.map(({ answer }) => answer)
    await receive({
      uid,
      start: 'DTSTART:20260625T080000Z',
      more: ['RECURRENCE-ID:20260625T080000Z'],
      partstat: 'DECLINED',
    })
    expect(await answersOf()).toEqual(['pending', 'declined', 'pending'])
    await receive({ uid, stamp: '20260615T074500Z' })
    expect(await answersOf()).toEqual(['accepted', 'accepted', 'accepted'])
  })

  test('an answer for a time that a series no longer has says nothing', async () => {
    const { id, uid } = await make({ rule: 'FREQ=WEEKLY;COUNT=3' })
    const { version, ...meeting } = await find(id)
    const moved = { startsAt: '2026-06-18T16:00', endsAt: '2026-06-18T17:00' }
    await caller.call(moveMeeting, { params: { meetingId: id }, body: { version, ...moved } })
    const more = ['RECURRENCE-ID:20260618T080000Z']
    await receive({ uid, more })
    expect(await findGuest(id)).toMatchObject({ answer: 'pending' })
    await receive({ uid, more, start: 'DTSTART:20260618T140000Z', partstat: 'DECLINED' })
    expect(await findGuest(id)).toMatchObject({ answer: 'declined' })
    const { subject, stage, place, link, note, invites, ownerId } = meeting
    const body = { subject, stage, place, link, note, invites, ownerId, attendees: [guest], ...moved }
    const rule = 'FREQ=WEEKLY;COUNT=4'
    await caller.call(changeMeeting, {
      params: { meetingId: id },
      body: { ...body, version: version + 1, scope: 'all', rule },
    })
    await receive({ uid, stamp: '20260615T074500Z' })
    expect(await findGuest(id)).toMatchObject({ answer: 'pending' })
    await receive({ uid, stamp: '20260615T074500Z', start: 'DTSTART:20260618T140000Z' })
    expect(await findGuest(id)).toMatchObject({ answer: 'accepted' })
  })

  test('a contact answers by their own e-mail', async () => {
    const employeeId = (await find((await make()).id)).ownerId
    const { id: contactId } = await caller.call(createContact, {
      body: { name: 'Rosa', email: 'rosa@example.com', ownerId: employeeId },
    })
    const { id, uid } = await make({ contactId, attendees: [] })
    await receive({ uid, from: 'rosa@example.com', attendee: 'ROSA@example.com' })
    expect((await find(id)).attendees.map(({ answer }) => answer)).toEqual(['accepted', 'accepted'])
  })
})

describe('the mailbox', () => {
  test('reads each letter once, and marks nothing in it', async () => {
    const { uid } = await make()
    await receive({ uid })
    const before = mailbox.commands.filter((name) => name === 'UID FETCH').length
    await read()
    expect(mailbox.commands.filter((name) => name === 'UID FETCH')).toHaveLength(before)
    expect(mailbox.commands.some((name) => /STORE|MOVE|EXPUNGE|^SELECT/.test(name))).toBe(false)
  })

  test('reads all anew where letters are counted anew', async () => {
    const { id, uid } = await make()
    mailbox.letters.splice(0)
    mailbox.state.validity += 1
    await receive({ uid })
    expect(await findGuest(id)).toMatchObject({ answer: 'accepted' })
  })

  test('a letter that is none keeps no other from being read', async () => {
    const { id, uid } = await make()
    mailbox.letters.push('\u0000\u0001 nothing', 'x'.repeat(1_200_000))
    await receive({ uid })
    expect(await findGuest(id)).toMatchObject({ answer: 'accepted' })
  })

  test('a wrong password is an error of the job', async () => {
    const config = { ...mailbox.config, password: 'otra' }
    const run = readReplies({ db: t.db, prefix: 'dino', mailbox: config, clock: () => now, onError: () => undefined })
    await expect(run).rejects.toThrow()
  })

  test('invitations name it as organizer, so that calendars answer there', async () => {
    await make()
    const letters: OutgoingMail[] = []
    const mail = { deliver: async (letter: OutgoingMail) => void letters.push(letter), onFailure: () => undefined }
    await sendInvitations(
      {
        tenant: t.tenants.of('dino'),
        prefix: 'dino',
        clock: () => now + 24 * 3_600_000,
        mail: mail as never,
        replyAddress: mailbox.config.address,
      },
      new AbortController().signal,
    )
    expect(letters.at(-1)?.calendar?.content.replace(/\r\n /g, '')).toContain('mailto:agenda@firm.example')
  })
})

const given = locateGivenData('ics', ['index.json'])
describe.skipIf(!given.isThere)(`calendars of other programs: ${given.title}`, () => {
  const index = given.isThere
    ? (JSON.parse(readFileSync(join(given.place, 'index.json'), 'utf8')) as Record<
        string,
        { methods: Record<string, number> }
      >)
    : {}

  test.each(Object.entries(index))('%s is read, and says its answers alone', async (name, { methods }) => {
    const content = readFileSync(join(given.place, name))
    const replies = name.endsWith('.eml')
      ? (await parseReplyLetter(content, timeZone)).replies
      : parseCalendarReplies(content.toString('utf8'), timeZone)
    const most = (methods.REPLY ?? 0) + (methods.COUNTER ?? 0)
    expect(replies.length).toBeLessThanOrEqual(most)
    if (Object.keys(methods).length === 1 && methods.REPLY === 1) expect(replies).toHaveLength(1)
    for (const { attendee, uid } of replies) {
      expect(attendee).toMatch(/^\S+@\S+$/)
      expect(uid).not.toBe('')
    }
  })

  test('answers of KDE and of a mail program are read as they were given', async () => {
    const read = (name: string) => readFileSync(join(given.place, name))
    expect(parseCalendarReplies(read('kde-itip-event-accepted-reply.ics').toString(), timeZone)).toMatchObject([
      {
        uid: 'libkcal-1387792342.429',
        attendee: 'testuserb@example.com',
        answer: 'accepted',
        startsAt: '2015-01-01T11:00:00.000Z',
        stampedAt: '2014-11-04T07:55:04.000Z',
      },
    ])
    expect(await parseReplyLetter(read('james-calendar.eml'), timeZone)).toMatchObject({
      sender: 'fromuser@localhost.com',
      replies: [{ attendee: 'user1to@linagora.com', answer: 'accepted', startsAt: '2017-07-27T13:00:00.000Z' }],
    })
  })
})
