import { rrulestr } from 'rrule'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeMeeting, createMeeting, getMeeting, listMeetings, setMeetingState } from '#contract/meetings.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { sendInvitations } from './send-invitations.ts'

const now = Date.parse('2026-06-15T10:00:00Z')
let t: Awaited<ReturnType<typeof createTestTenant>>
let caller: Awaited<ReturnType<(typeof t)['as']>>

beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  caller = await t.as('manager', (await t.make.employee()).cvl)
})
afterAll(() => t.drop())

const fields = {
  subject: 'Seguimiento',
  stage: null,
  place: '',
  link: '',
  note: '',
  attendees: [{ kind: 'guest', name: 'Ana', email: 'ana@example.com' }],
  invites: true,
  rule: 'FREQ=WEEKLY;UNTIL=20260720',
} as const

type SentSeries = { uid: string; sequence: number; times: string[] }

/** The times of a series as a program reads them that has nothing of the library by which it was written. */
const readRecurrence = (content: string): SentSeries => {
  const [, event] = content.replace(/\r\n[ \t]/g, '').split('BEGIN:VEVENT\r\n')
  const lines = event!.split('\r\n')
  const read = (name: string) => lines.find((line) => line.startsWith(`${name}:`))!.slice(name.length + 1)
  const rule = lines.filter((line) => /^(DTSTART|RRULE|EXDATE)[;:]/.test(line))
  const times = rrulestr(rule.join('\n').replace(/;TZID=[^:]*/g, ''), { forceset: true }).all()
  return {
    uid: read('UID'),
    sequence: Number(read('SEQUENCE')),
    times: times.map((time) => time.toISOString().slice(0, 16)),
  }
}

const sendAll = async (): Promise<SentSeries[]> => {
  const letters: OutgoingMail[] = []
  const mail = { deliver: async (letter: OutgoingMail) => void letters.push(letter), onFailure: () => undefined }
  await sendInvitations(
    { tenant: t.tenants.of('dino'), prefix: 'dino', clock: () => now, mail: mail as never, replyAddress: undefined },
    new AbortController().signal,
  )
  return letters.map(({ calendar }) => readRecurrence(calendar!.content))
}

const cancel = (meetingId: string, version: number, scope: 'this' | 'following') =>
  caller.call(setMeetingState, {
    params: { meetingId },
    body: { version, state: 'canceled', result: 'Vacaciones', scope },
  })

const planWeekly = async () => {
  const body = { ...fields, contactId: null, clientId: null, ownerId: null }
  const { id } = await caller.call(createMeeting, {
    body: { ...body, attendees: [...fields.attendees], startsAt: '2026-06-22T09:30', endsAt: '2026-06-22T10:00' },
  })
  const { seriesId } = await caller.call(getMeeting, { params: { meetingId: id } })
  const { rows } = await caller.call(listMeetings.page, { query: { direction: 'asc', from: '2026-06-01' } as never })
  return rows.filter((row) => row.seriesId === seriesId)
}

describe('a series that is split', () => {
  test('becomes two for any calendar, each with its own exceptions', async () => {
    const [, second, third, fourth] = await planWeekly()
    const [first] = await sendAll()
    expect(first!.times).toHaveLength(5)
    for (const one of [second!, fourth!]) await cancel(one.id, one.version, 'this')
    await sendAll()
    const { version, ownerId } = await caller.call(getMeeting, { params: { meetingId: third!.id } })
    await caller.call(changeMeeting, {
      params: { meetingId: third!.id },
      body: {
        ...fields,
        attendees: [...fields.attendees],
        version,
        ownerId,
        scope: 'following',
        startsAt: '2026-07-06T12:00',
        endsAt: '2026-07-06T12:30',
      },
    })
    const [before, after] = await sendAll()
    expect(before).toMatchObject({ uid: first!.uid, times: ['2026-06-22T09:30'] })
    expect(before!.sequence).toBeGreaterThan(first!.sequence)
    expect(after!.times).toEqual(['2026-07-06T12:00', '2026-07-20T12:00'])
    expect(after!.uid).not.toBe(first!.uid)
  })

  test('stops to repeat where the rest of it is cancelled', async () => {
    const [, second, third] = await planWeekly()
    await sendAll()
    await cancel(third!.id, third!.version, 'following')
    const { rows } = await caller.call(listMeetings.page, { query: { direction: 'asc', from: '2026-06-01' } as never })
    const planned = rows.filter((row) => row.seriesId === third!.seriesId && row.state === 'scheduled')
    expect(planned.map(({ startsAt }) => startsAt)).toEqual(['2026-06-22T09:30', second!.startsAt])
  })
})
