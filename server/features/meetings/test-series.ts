import ICAL from 'ical.js'
import { changeMeeting, createMeeting, getMeeting, listMeetings, type MeetingRow } from '#contract/meetings.ts'
import type { OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { createTestTenant, type TestTenant } from '#test/harness/tenant.ts'
import { sendInvitations } from './send-invitations.ts'

type Caller = Awaited<ReturnType<TestTenant['as']>>
export type SeriesFixture = Awaited<ReturnType<typeof createSeriesFixture>>

export const ana = { kind: 'guest', name: 'Ana', email: 'ana@example.com' } as const
export const weekly = 'FREQ=WEEKLY;UNTIL=20260720'
const firstNoon = Date.parse('2026-06-15T10:00:00Z')
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

export const readEvents = (content: string) =>
  new ICAL.Component(ICAL.parse(content) as []).getAllSubcomponents('vevent').map((event) => ({
    uid: String(event.getFirstPropertyValue('uid')),
    sequence: Number(event.getFirstPropertyValue('sequence')),
    rule: event.getFirstPropertyValue('rrule')?.toString() ?? null,
    recurrence: event.getFirstPropertyValue('recurrence-id')?.toString() ?? null,
    start: String(event.getFirstPropertyValue('dtstart')),
    except: event.getAllProperties('exdate').map((one) => String(one.getFirstValue())),
  }))
export const readLetter = ({ recipient, calendar }: OutgoingMail) => ({
  to: recipient.split('@')[0],
  method: calendar!.method,
  events: readEvents(calendar!.content),
})

/** A manager who plans series and invites people to them; each test begins at noon of the first day. */
export const createSeriesFixture = async () => {
  const clock = { now: firstNoon }
  const t = await createTestTenant('dino', () => clock.now)
  const manager = await t.make.employee()
  const other = await t.make.employee()
  await t.owner.query(`update dino.employee set email = 'gestor@dino.example' where id = $1`, [manager.id])
  const asManager = await t.as('manager', manager.cvl)
  /** Who makes the calls: a test that moves the clock signs in anew. */
  const current: { caller: Caller } = { caller: asManager }
  const reset = () => {
    clock.now = firstNoon
    current.caller = asManager
  }
  const sendAll = async (): Promise<OutgoingMail[]> => {
    const letters: OutgoingMail[] = []
    const mail = { deliver: async (letter: OutgoingMail) => void letters.push(letter), onFailure: () => undefined }
    const tenant = t.tenants.of('dino')
    const deps = {
      tenant,
      prefix: 'dino' as const,
      clock: () => clock.now,
      mail: mail as never,
      replyAddress: undefined,
    }
    await sendInvitations(deps, new AbortController().signal)
    return letters
  }
  const make = async (rule: string | null, more: object = {}): Promise<string> => {
    const { id } = await current.caller.call(createMeeting, {
      body: { contactId: null, clientId: null, ownerId: null, rule, ...fields, ...more },
    })
    await sendAll()
    return id
  }
  const readOne = (meetingId: string) => current.caller.call(getMeeting, { params: { meetingId } })
  const listSeries = async (seriesId: string | null): Promise<MeetingRow[]> => {
    const { rows } = await current.caller.call(listMeetings.page, {
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
    return current.caller.call(changeMeeting, { params: { meetingId }, body: { ...body, ...more } })
  }
  return { t, clock, other, current, reset, sendAll, make, readOne, listSeries, listDays, change }
}
