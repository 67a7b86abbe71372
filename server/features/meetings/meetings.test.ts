import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#contract/client-data.ts'
import { requestClientErasure } from '#contract/client-erasures.ts'
import { createContact, deleteContact, getContact, moveContact } from '#contract/contacts.ts'
import {
  changeMeeting,
  createMeeting,
  findColleagues,
  findSlots,
  getAgenda,
  getMeeting,
  listMeetings,
  moveMeeting,
  setMeetingState,
} from '#contract/meetings.ts'
import { getRecentRecords, searchRecords } from '#contract/search.ts'
import { getClientTimeline } from '#contract/timeline.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let manager: { id: string; cvl: string }
let colleague: { id: string; cvl: string }
let callers: Record<'admin' | 'supervisor' | 'manager' | 'colleague' | 'direction', Caller>

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  manager = await t.make.employee({ supervisorId: supervisor.id })
  colleague = await t.make.employee()
  callers = {
    admin: await t.as('admin'),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    colleague: await t.as('manager', colleague.cvl),
    direction: await t.as('direction'),
  }
})
afterAll(() => t.drop())

const fields = {
  startsAt: '2026-06-16T10:00',
  endsAt: '2026-06-16T11:00',
  subject: 'Ver la propuesta',
  stage: null,
  place: 'Oficina',
  link: 'https://video.example/sala',
  note: 'Llevar el contrato',
  attendees: [],
  invites: false,
}
const past = { startsAt: '2026-06-12T10:00', endsAt: '2026-06-12T11:00' }
let contacts = 0
const makeContact = async (more: object = {}): Promise<string> => {
  contacts += 1
  const body = { name: `Contacto ${contacts}`, ownerId: manager.id, ...more }
  return (await callers.manager.call(createContact, { body })).id
}
const make = (person: { contactId?: string; clientId?: string }, more: object = {}, caller = callers.manager) =>
  caller.call(createMeeting, {
    body: { contactId: null, clientId: null, ownerId: null, ...person, ...fields, ...more },
  })
const list = async (query: object, caller = callers.manager) =>
  (await caller.call(listMeetings.page, { query: query as never })).rows
const find = (meetingId: string, caller = callers.manager) => caller.call(getMeeting, { params: { meetingId } })
const setState = (meetingId: string, version: number, state: string, result = '', caller = callers.manager) =>
  caller.call(setMeetingState, { params: { meetingId }, body: { version, state: state as 'held', result } })
const getStage = async (contactId: string): Promise<string> =>
  (await callers.manager.call(getContact, { params: { contactId } })).stage
const agenda = (query: object, caller = callers.manager) =>
  caller.call(getAgenda, { query: { from: '2026-06-15', days: '7', ...query } as never })

describe('meetings', () => {
  test('keeps all of a meeting, with who takes part', async () => {
    const contactId = await makeContact()
    const attendees = [
      { kind: 'employee', id: colleague.id },
      { kind: 'guest', name: 'Notaría Faro', email: 'notaria@example.com' },
      { kind: 'guest', name: 'Otra vez', email: 'Notaria@example.com' },
      { kind: 'contact', id: contactId },
    ]
    const { id } = await make({ contactId }, { attendees })
    const { subject, place, link, note, startsAt, endsAt } = fields
    expect(await find(id)).toMatchObject({
      subject,
      place,
      link,
      note,
      startsAt,
      endsAt,
      contactId,
      isChangeable: true,
    })
    expect((await find(id)).attendees).toEqual([
      expect.objectContaining({ employeeId: manager.id, answer: 'accepted' }),
      expect.objectContaining({ employeeId: colleague.id, answer: 'pending' }),
      expect.objectContaining({ contactId, clientId: null, email: null }),
      expect.objectContaining({ name: 'Otra vez', email: 'Notaria@example.com' }),
    ])
    await expect(
      callers.manager.call(deleteContact, { params: { contactId }, body: { version: 1 } }),
    ).rejects.toMatchObject({ code: 'contact.hasHistory' })
  })

  test('shows a meeting to those who take part, for its owner to change', async () => {
    const { id } = await make({}, { attendees: [{ kind: 'employee', id: colleague.id }] })
    const { id: own } = await make({})
    expect((await list({ pageSize: '200' }, callers.supervisor)).map((row) => row.id)).toContain(id)
    expect((await list({ pageSize: '200' }, callers.colleague)).map((row) => row.id)).toEqual(
      expect.not.arrayContaining([own]),
    )
    expect(await find(id, callers.colleague)).toMatchObject({ isChangeable: false })
    await expect(find(own, callers.colleague)).rejects.toMatchObject({ status: 404 })
    await expect(setState(id, 1, 'canceled', 'No es mía', callers.colleague)).rejects.toMatchObject({ status: 404 })
    await expect(make({}, {}, callers.direction)).rejects.toMatchObject({ status: 403 })
    expect(await find(own, callers.direction)).toMatchObject({ isChangeable: false })
  })

  test('the search finds own meetings by subject and person', async () => {
    const contactId = await makeContact({ surname: 'Quintanilla' })
    const { id } = await make({ contactId }, { subject: 'Comité de marzo' })
    const old = await make({}, { ...past, subject: 'Comité de febrero' })
    const find = async (q: string, caller = callers.manager) =>
      (await caller.call(searchRecords, { query: { q } })).results.flatMap((result) =>
        result.kind === 'meeting' ? [result.id] : [],
      )
    expect(await find('comite')).toEqual([id, old.id])
    expect(await find('quintanilla comité')).toEqual([id])
    expect(await find('comite', callers.colleague)).toEqual([])
    const recent = async (caller: Caller) =>
      (await caller.call(getRecentRecords, { query: { records: `meeting:${id}` } })).results.length
    expect([await recent(callers.supervisor), await recent(callers.colleague)]).toEqual([1, 0])
  })

  test('takes only people along whom the caller sees, or who came already', async () => {
    const { id: hidden } = await callers.colleague.call(createContact, {
      body: { name: 'Ajeno', ownerId: colleague.id },
    })
    const { id: client } = await t.make.client({ staff: { manager: colleague.id } })
    for (const one of [
      { kind: 'contact', id: hidden },
      { kind: 'client', id: client },
      { kind: 'employee', id: '999999' },
    ])
      await expect(make({}, { attendees: [one] })).rejects.toMatchObject({ fields: { attendees: 'unknown' } })
    await expect(make({ contactId: hidden })).rejects.toMatchObject({ status: 404 })
    const { id: meetingId } = await make({}, { attendees: [{ kind: 'contact', id: hidden }] }, callers.colleague)
    const { colleagues } = await callers.manager.call(findColleagues, { query: { q: colleague.cvl } })
    expect(colleagues.map(({ id }) => id)).toEqual([colleague.id])
    const body = { version: 1, ...fields, attendees: [{ kind: 'contact', id: hidden }], ownerId: manager.id } as const
    await callers.admin.call(changeMeeting, {
      params: { meetingId },
      body: { ...body, attendees: [...body.attendees] },
    })
    await callers.manager.call(changeMeeting, {
      params: { meetingId },
      body: { ...body, version: 2, attendees: [...body.attendees], subject: 'Con quien ya venía' },
    })
    expect((await find(meetingId)).attendees).toMatchObject([{ employeeId: manager.id }, { contactId: hidden }])
  })

  test('moves a meeting once, and tells the second of two who move it', async () => {
    const { id: meetingId } = await make({})
    const body = { version: 1, startsAt: '2026-06-17T09:00', endsAt: '2026-06-17T09:30' }
    const results = await Promise.allSettled([
      callers.manager.call(moveMeeting, { params: { meetingId }, body }),
      callers.supervisor.call(moveMeeting, { params: { meetingId }, body }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict.changed' } })
    expect(await find(meetingId)).toMatchObject({ ...body, version: 2 })
    const { meetings } = await agenda({ from: '2026-06-17', days: '1' })
    expect(meetings.map(({ id }) => id)).toContain(meetingId)
  })

  test('refuses what is no time of a meeting', async () => {
    await expect(make({}, { endsAt: fields.startsAt })).rejects.toMatchObject({ fields: { endsAt: 'afterStart' } })
    await expect(make({}, { endsAt: '2026-06-18T10:01' })).rejects.toMatchObject({ fields: { endsAt: 'withinDay' } })
    for (const wrong of [
      { startsAt: '2026-06-16' },
      { startsAt: '2026-02-30T10:00' },
      { startsAt: '2026-06-16T24:00' },
      { link: 'javascript:alert(1)' },
      { attendees: [{ kind: 'guest', name: 'Sin correo', email: 'no' }] },
      { stage: 'r5' },
    ])
      await expect(make({}, wrong)).rejects.toMatchObject({ status: 400 })
    await expect(make({}, { stage: 'r1' })).rejects.toMatchObject({ status: 400 })
  })

  test('a meeting lasts as its clocks show it, also where they change', async () => {
    const night = { startsAt: '2026-10-25T01:30', endsAt: '2026-10-25T03:30' }
    const { id } = await make({}, night)
    expect(await find(id)).toMatchObject(night)
    const { rows } = await t.owner.query(
      'select (ends_at - starts_at)::text as length from dino.meeting where id = $1',
      [id],
    )
    expect(rows).toEqual([{ length: '03:00:00' }])
  })
})

describe('what came of meetings', () => {
  test('a held review takes the contact to its stage until it is undone', async () => {
    const contactId = await makeContact()
    const { id } = await make({ contactId }, { ...past, stage: 'r1' })
    await expect(setState(id, 1, 'held')).rejects.toMatchObject({ fields: { result: 'required' } })
    expect(await setState(id, 1, 'held', 'Le interesa')).toMatchObject({ version: 2, nextReview: { stage: 'r2' } })
    expect(await getStage(contactId)).toBe('r1')
    await expect(setState(id, 2, 'canceled', 'Ya no')).rejects.toMatchObject({ code: 'meeting.closed' })
    await setState(id, 2, 'scheduled')
    expect(await getStage(contactId)).toBe('new')
    await setState(id, 3, 'no_show')
    expect(await getStage(contactId)).toBe('new')
    expect(await find(id)).toMatchObject({ state: 'no_show', result: '', closedAt: expect.any(String) })
  })

  test('a review takes nobody back, and nobody who is lost', async () => {
    const contactId = await makeContact({ lopdOn: '2026-06-01' })
    const { id: second } = await make({ contactId }, { ...past, stage: 'r2' })
    await setState(second, 1, 'held', 'Quiere firmar')
    const { id: first } = await make({ contactId }, { ...past, stage: 'r1' })
    await setState(first, 1, 'held', 'Se anota tarde')
    expect(await getStage(contactId)).toBe('r2')
    await setState(first, 2, 'scheduled')
    expect(await getStage(contactId)).toBe('r2')
    const { version } = await callers.manager.call(getContact, { params: { contactId } })
    await callers.manager.call(moveContact, {
      params: { contactId },
      body: { version, stage: 'lost', lostReason: 'no_money', lostNote: null },
    })
    const { id: third } = await make({ contactId }, { ...past, stage: 'r3' })
    await setState(third, 1, 'held', 'Ya era tarde')
    expect(await getStage(contactId)).toBe('lost')
  })

  test('reviews from R2 on ask for the consent to data protection', async () => {
    const contactId = await makeContact()
    await expect(make({ contactId }, { stage: 'r2' })).rejects.toMatchObject({ code: 'contact.lopdMissing' })
    const { id: meetingId } = await make({ contactId }, { stage: 'r1' })
    const body = { version: 1, ...fields, stage: 'r2', ownerId: manager.id } as const
    await expect(
      callers.manager.call(changeMeeting, { params: { meetingId }, body: { ...body, attendees: [] } }),
    ).rejects.toMatchObject({ code: 'contact.lopdMissing' })
    const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
    await t.owner.query(`update dino.client set lopd_status = 'sent' where id = $1`, [clientId])
    await expect(make({ clientId }, { stage: 'r2' })).rejects.toMatchObject({ code: 'client.lopd' })
  })

  test('nothing was held before it began, and a cancelled meeting says why', async () => {
    const { id } = await make({})
    await expect(setState(id, 1, 'held')).rejects.toMatchObject({ code: 'meeting.notYet' })
    await expect(setState(id, 1, 'canceled', ' ')).rejects.toMatchObject({ fields: { result: 'required' } })
    await setState(id, 1, 'canceled', 'Se aplaza')
    const { meetings } = await agenda({})
    expect(meetings.map((one) => one.id)).not.toContain(id)
    const { id: old } = await make({}, past)
    expect((await list({ unresolved: 'true', pageSize: '200' })).map((row) => row.id)).toContain(old)
  })

  test('goes along to the client of whom the contact became, and to their history', async () => {
    const contactId = await makeContact({ surname: 'Convertido', lopdOn: '2026-06-10' })
    const { id } = await make({ contactId }, { stage: 'r1' })
    const client = {
      kind: 'person',
      name: 'Contacto',
      surname: 'Convertido',
      country: 'ES',
      managerId: manager.id,
    } as const
    const { id: clientId } = await callers.manager.call(createClient, { body: { ...client, contactId } })
    expect((await list({ client: clientId })).map((row) => row.id)).toEqual([id])
    const { entries } = await callers.manager.call(getClientTimeline, {
      params: { clientId },
      query: { kind: 'meeting' },
    })
    expect(entries).toMatchObject([{ what: 'r1', path: `/crm/AgendaComercial/reuniones/${id}` }])
  })

  test('begins nothing with a client whose data is only kept', async () => {
    const { id: clientId } = await t.make.client({ staff: { manager: manager.id } })
    const body = { requestedOn: '2026-06-01', reason: 'Lo pide por carta' }
    await callers.manager.call(requestClientErasure, { params: { clientId }, body })
    await expect(make({ clientId })).rejects.toMatchObject({ code: 'client.restricted' })
    await expect(make({}, { attendees: [{ kind: 'client', id: clientId }] })).rejects.toMatchObject({
      code: 'client.restricted',
    })
  })
})

describe('the days of a calendar', () => {
  test('the agenda shows one member of staff in reach, and days of rest', async () => {
    const { id } = await make({}, { attendees: [{ kind: 'employee', id: colleague.id }] })
    const { id: foreign } = await make({}, {}, callers.colleague)
    const ids = async (query: object, caller = callers.manager) =>
      (await agenda(query, caller)).meetings.map((one) => one.id)
    expect(await ids({})).toContain(id)
    expect(await ids({}, callers.colleague)).toEqual(expect.arrayContaining([id, foreign]))
    expect(await ids({ owner: colleague.id })).toEqual([])
    expect(await ids({ team: 'true' })).not.toContain(foreign)
    expect(await ids({ owner: manager.id }, callers.supervisor)).toContain(id)
    const { holidays } = await agenda({ from: '2026-12-21' })
    expect(holidays).toEqual([{ on: '2026-12-25', rests: 'office' }])
    await expect(agenda({ days: '43' })).rejects.toMatchObject({ status: 400 })
  })

  test('a day has what began the evening before', async () => {
    const { id } = await make({}, { startsAt: '2026-07-05T23:00', endsAt: '2026-07-06T01:00' })
    const { meetings } = await agenda({ from: '2026-07-06', days: '1' })
    expect(meetings.map((one) => one.id)).toEqual([id])
    expect((await agenda({ from: '2026-07-07', days: '1' })).meetings).toEqual([])
  })
})

describe('the times that suit everybody', () => {
  const find = async (query: object, caller = callers.manager) =>
    caller.call(findSlots, { query: { from: '2026-09-07', days: '1', minutes: '60', ...query } as never })
  const starts = async (query: object) => (await find(query)).slots.map(({ startsAt }) => startsAt.slice(11))

  test('leave out what any of them has, with a margin, and days of rest', async () => {
    await make({}, { startsAt: '2026-09-07T09:00', endsAt: '2026-09-07T12:00' })
    await make({}, { startsAt: '2026-09-07T14:00', endsAt: '2026-09-07T17:00' }, callers.colleague)
    const { id: canceled } = await make({}, { startsAt: '2026-09-07T12:00', endsAt: '2026-09-07T14:00' })
    await setState(canceled, 1, 'canceled', 'Se aplaza')
    const both = { employees: `${manager.id},${colleague.id}` }
    expect(await starts(both)).toEqual(['12:00', '12:15', '12:30', '12:45', '13:00', '17:00'])
    expect(await starts({ ...both, buffer: '15' })).toEqual(['12:15', '12:30', '12:45'])
    // A Saturday, and a holiday.
    expect(await starts({ ...both, from: '2026-09-05' })).toEqual([])
    expect(await starts({ ...both, from: '2026-10-12' })).toEqual([])
    expect(await starts({ ...both, minutes: '121' })).toEqual([])
    expect(await starts({ employees: manager.id, latest: '13:00' })).toEqual(['12:00'])
  })

  test('leave out absences, the past and the meeting itself', async () => {
    const { id } = await make({}, { startsAt: '2026-09-08T09:00', endsAt: '2026-09-08T18:00' })
    const query = { employees: manager.id, from: '2026-09-08' }
    expect(await starts(query)).toEqual([])
    expect((await starts({ ...query, without: id })).length).toBeGreaterThan(30)
    await t.owner.query(
      `insert into dino.substitution (absent_id, substitute_id, from_on, to_on, reason, created_by) values ($1, $2, '2026-09-09', '2026-09-10', 'Vacaciones', 1)`,
      [manager.id, colleague.id],
    )
    expect(await starts({ ...query, from: '2026-09-09', days: '2' })).toEqual([])
    // It is noon of the fifteenth of June in Madrid.
    expect((await starts({ employees: colleague.id, from: '2026-06-15' }))[0]).toBe('12:00')
    await expect(find({ employees: '999999' })).rejects.toMatchObject({ fields: { employees: 'unknown' } })
  })
})
