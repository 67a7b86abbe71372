import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestClientErasure } from '#contract/client-erasures.ts'
import { createAgendaFeed, readAgendaFeed, removeAgendaFeed } from '#contract/meetings/feed.ts'
import { changeMeeting, createMeeting, moveMeeting, setMeetingState } from '#contract/meetings.ts'
import { listNotifications } from '#contract/notifications.ts'
import { buildMailDelivery, type OutgoingMail } from '#server/core/mail/mail-transport.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { remindAttendees } from './remind-attendees.ts'
import { sendInvitations } from './send-invitations.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let now = Date.parse('2026-06-15T10:00:00Z')
let manager: { id: string; cvl: string }
let colleague: { id: string; cvl: string }
let callers: Record<'manager' | 'colleague', Caller>
let letters: OutgoingMail[] = []

beforeAll(async () => {
  t = await createTestTenant('dino', () => now)
  manager = await t.make.employee()
  colleague = await t.make.employee()
  await t.owner.query(`update dino.employee set email = 'gestor@dino.example' where id = $1`, [manager.id])
  await t.owner.query(`update dino.employee set email = 'colega@dino.example' where id = $1`, [colleague.id])
  callers = { manager: await t.as('manager', manager.cvl), colleague: await t.as('manager', colleague.cvl) }
})
beforeEach(() => {
  letters = []
})
afterAll(() => t.drop())

const fields = {
  startsAt: '2026-06-16T10:00',
  endsAt: '2026-06-16T11:00',
  subject: 'Firma; con el notario, en "Faro"',
  stage: null,
  place: 'Calle Mayor, 3',
  link: 'https://video.example/sala',
  note: 'No contar nada de esto',
  invites: true,
}
const guest = { kind: 'guest', name: 'Ana "la" Notaria', email: 'ana@example.com' } as const
const other = { kind: 'guest', name: 'Luis', email: 'luis@example.com' } as const
const make = (more: object = {}) =>
  callers.manager.call(createMeeting, {
    body: { contactId: null, clientId: null, ownerId: null, ...fields, attendees: [guest, other], ...more },
  })

const send = async (deliver: (letter: OutgoingMail) => void = (letter) => letters.push(letter)) => {
  const mail = { deliver: async (letter: OutgoingMail) => deliver(letter), onFailure: () => undefined }
  await sendInvitations(
    { tenant: t.tenants.of('dino'), prefix: 'dino', clock: () => now, mail: mail as never, replyAddress: undefined },
    new AbortController().signal,
  )
  return letters.sort((one, two) => one.recipient.localeCompare(two.recipient))
}
const readEvent = ({ calendar }: OutgoingMail) => {
  const parsed = new ICAL.Component(ICAL.parse(calendar!.content) as [])
  return {
    method: parsed.getFirstPropertyValue('method'),
    event: new ICAL.Event(parsed.getFirstSubcomponent('vevent')!),
  }
}

describe('invitations', () => {
  test('tell each attendee by a calendar file of their own', async () => {
    await make({ attendees: [guest, other, { kind: 'employee', id: colleague.id }] })
    const sent = await send()
    expect(sent.map(({ recipient }) => recipient)).toEqual([
      'ana@example.com',
      'colega@dino.example',
      'luis@example.com',
    ])
    const { method, event } = readEvent(sent[0]!)
    expect(method).toBe('REQUEST')
    expect(event.summary).toBe(fields.subject)
    expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
      '2026-06-16T08:00:00Z',
      '2026-06-16T09:00:00Z',
    ])
    expect(event.organizer).toBe('mailto:gestor@dino.example')
    expect(event.attendees.map((one) => one.getFirstValue())).toEqual(['mailto:ana@example.com'])
    const words = JSON.stringify(sent)
    expect(words).not.toContain(fields.note)
    expect(JSON.stringify(sent[0])).not.toContain('luis@example.com')
    expect(sent[0]!.text).toContain('martes, 16 de junio de 2026, 10:00–11:00')
    expect(await send(() => expect.unreachable())).toHaveLength(3)
    const { rows } = await t.owner.query(`select count(*)::int as left from dino.meeting_mail`)
    expect(rows).toEqual([{ left: 0 }])
  })

  test('send the last of several changes with a higher sequence', async () => {
    const { id: meetingId } = await make()
    await send()
    letters = []
    const times = { startsAt: '2026-06-16T12:00', endsAt: '2026-06-16T13:00' }
    await callers.manager.call(moveMeeting, { params: { meetingId }, body: { version: 1, ...times } })
    await callers.manager.call(changeMeeting, {
      params: { meetingId },
      body: { version: 2, ...fields, ...times, subject: 'Otra', attendees: [guest], ownerId: manager.id },
    })
    const sent = await send()
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['ana@example.com', 'Cambio: Otra'],
      ['luis@example.com', 'Cancelada: Otra'],
    ])
    expect(sent.map((letter) => [readEvent(letter).method, readEvent(letter).event.sequence])).toEqual([
      ['REQUEST', 2],
      ['CANCEL', 2],
    ])
    const events = sent.map((letter) => readEvent(letter).event.uid)
    expect(new Set(events).size).toBe(1)
  })

  test('cancel a meeting with everybody, and invite them again', async () => {
    const { id: meetingId } = await make({ attendees: [guest, { kind: 'employee', id: colleague.id }] })
    await send()
    letters = []
    const setState = (version: number, state: 'canceled' | 'scheduled', result = '') =>
      callers.manager.call(setMeetingState, { params: { meetingId }, body: { version, state, result } })
    await setState(1, 'canceled', 'Se aplaza')
    expect((await send()).map((letter) => readEvent(letter).method)).toEqual(['CANCEL', 'CANCEL'])
    letters = []
    await setState(2, 'scheduled')
    expect((await send()).map((letter) => readEvent(letter).event.component.getFirstPropertyValue('status'))).toEqual([
      'CONFIRMED',
      'CONFIRMED',
    ])
    const { notifications } = await callers.colleague.call(listNotifications, { query: {} })
    expect(notifications.slice(0, 3).map(({ kind }) => kind)).toEqual([
      'meeting.invited',
      'meeting.canceled',
      'meeting.invited',
    ])
  })

  test('carry a calendar part that mail programs answer', async () => {
    await make({ attendees: [guest] })
    const folder = mkdtempSync(join(tmpdir(), 'atalaya-invitations-'))
    const deliver = buildMailDelivery({ smtpUrl: undefined, mailFrom: 'Atalaya <crm@firm.example>', home: folder })
    const mail = { deliver, onFailure: () => undefined } as never
    const { signal } = new AbortController()
    await sendInvitations(
      { tenant: t.tenants.of('dino'), prefix: 'dino', clock: () => now, mail, replyAddress: undefined },
      signal,
    )
    const [file] = readdirSync(join(folder, 'mailbox'))
    const written = readFileSync(join(folder, 'mailbox', file!), 'utf8')
    rmSync(folder, { recursive: true })
    expect(written).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/m)
    expect(written).toContain('filename=invite.ics')
  })

  test('spare a client whose data is only kept, but for cancellations', async () => {
    const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
    await t.owner.query(`update dino.client set email = 'cliente@example.com' where id = $1`, [clientId])
    const { id: meetingId } = await make({ clientId, attendees: [] })
    expect(await send()).toHaveLength(1)
    letters = []
    const erasure = { requestedOn: '2026-06-01', reason: 'Lo pide por carta' }
    await callers.manager.call(requestClientErasure, { params: { clientId }, body: erasure })
    const times = { startsAt: '2026-06-16T12:00', endsAt: '2026-06-16T13:00' }
    await callers.manager.call(moveMeeting, { params: { meetingId }, body: { version: 1, ...times } })
    expect(await send()).toEqual([])
    const body = { version: 2, state: 'canceled', result: 'Pide la supresión' } as const
    await callers.manager.call(setMeetingState, { params: { meetingId }, body })
    expect((await send()).map((letter) => readEvent(letter).method)).toEqual(['CANCEL'])
  })

  test('go to nobody for what was, nor where nobody is to be told', async () => {
    await make({ startsAt: '2026-06-12T10:00', endsAt: '2026-06-12T11:00' })
    await make({ invites: false })
    expect(await send()).toEqual([])
  })

  test('let nobody make a mailing of guests', async () => {
    const eager = await t.as('admin')
    const invite = () =>
      eager.call(createMeeting, {
        body: { contactId: null, clientId: null, ...fields, ownerId: manager.id, attendees: [guest] },
      })
    const tries = await Promise.allSettled(Array.from({ length: 61 }, invite))
    expect(tries.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { status: 429 } }])
    await send()
    letters = []
    // Moving one writes to them as well.
    const made = tries.find((one) => one.status === 'fulfilled')!
    const times = { startsAt: '2026-06-16T12:00', endsAt: '2026-06-16T13:00' }
    const moved = await eager.send(moveMeeting, {
      params: { meetingId: made.value.id },
      body: { version: 1, ...times },
    })
    expect(moved.statusCode).toBe(429)
    expect(await send()).toEqual([])
  })

  test('wait for a mail server that is away', async () => {
    await make({ attendees: [guest] })
    await send(() => {
      throw new Error('away')
    })
    expect(await send()).toEqual([])
    now += 31_000
    expect(await send()).toHaveLength(1)
  })
})

describe('reminders', () => {
  test('tell the staff once, shortly before, and again after a move', async () => {
    const { db } = t.tenants.of('dino')
    const { id: meetingId } = await make({
      startsAt: '2026-06-15T15:00',
      endsAt: '2026-06-15T16:00',
      attendees: [{ kind: 'employee', id: colleague.id }],
      invites: false,
    })
    const countReminders = async () => {
      const { notifications } = await callers.colleague.call(listNotifications, { query: {} })
      return notifications.filter(({ kind, link }) => kind === 'meeting.soon' && link?.endsWith(`/${meetingId}`)).length
    }
    await remindAttendees(db, Date.parse('2026-06-15T12:44:00Z'))
    expect(await countReminders()).toBe(0)
    await Promise.all([1, 2].map(() => remindAttendees(db, Date.parse('2026-06-15T12:46:00Z'))))
    expect(await countReminders()).toBe(1)
    const times = { startsAt: '2026-06-15T17:00', endsAt: '2026-06-15T18:00' }
    await callers.manager.call(moveMeeting, { params: { meetingId }, body: { version: 1, ...times } })
    await remindAttendees(db, Date.parse('2026-06-15T14:50:00Z'))
    expect(await countReminders()).toBe(2)
  })
})

describe('the address of an agenda', () => {
  const readToken = async (token: string) => {
    const { statusCode, body, headers } = await callers.colleague.send(readAgendaFeed, { params: { token } })
    return { status: statusCode, body, type: headers['content-type'] }
  }
  const read = (address: string) => readToken(address.split('/').at(-2)!)

  test('opens what its person takes part in, until it is taken away', async () => {
    await make({ subject: 'En mi teléfono', attendees: [{ kind: 'employee', id: colleague.id }] })
    await make({ subject: 'De otro' })
    const { address } = await callers.colleague.call(createAgendaFeed, {})
    const { body, type } = await read(address)
    expect(type).toBe('text/calendar; charset=utf-8')
    const calendar = new ICAL.Component(ICAL.parse(body) as [])
    const summaries = calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('summary'))
    expect(summaries).toContain('En mi teléfono')
    expect(summaries).not.toContain('De otro')
    const { address: next } = await callers.colleague.call(createAgendaFeed, {})
    expect(await read(address)).toMatchObject({ status: 404 })
    expect(await read(next)).toMatchObject({ status: 200 })
    await callers.colleague.call(removeAgendaFeed, {})
    expect(await read(next)).toMatchObject({ status: 404 })
  })

  test('closes with the access of its person', async () => {
    const { address } = await callers.colleague.call(createAgendaFeed, {})
    await t.owner.query(`update dino.employee set terminated_on = '2026-06-14' where id = $1`, [colleague.id])
    expect(await read(address)).toMatchObject({ status: 404 })
    await t.owner.query('update dino.employee set terminated_on = null where id = $1', [colleague.id])
    expect(await read(address)).toMatchObject({ status: 200 })
    for (const wrong of ['dino-short', `cfl${address.split('/').at(-2)!.slice(4)}`, '%27'])
      expect(await readToken(wrong)).toMatchObject({ status: 404 })
  })
})
