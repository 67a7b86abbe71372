import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCalls, logCall } from '#contract/calls.ts'
import { createContact } from '#contract/contacts.ts'
import { createFollowUp, listFollowUps } from '#contract/follow-ups.ts'
import { createMeeting, listMeetings, setMeetingState } from '#contract/meetings.ts'
import { getTeam } from '#contract/team.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let callers: Record<'supervisor' | 'manager' | 'direction', Caller>
let manager: { id: string; cvl: string }
let contactId: string

beforeAll(async () => {
  t = await createTestTenant('dino')
  const head = await t.make.employee({ position: 'direction' })
  const supervisor = await t.make.employee({ position: 'supervisor', supervisorId: head.id })
  manager = await t.make.employee({ supervisorId: supervisor.id })
  callers = {
    direction: await t.as('direction', head.cvl),
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
  }
  const { id } = await callers.manager.call(createContact, { body: { name: 'Equipo', ownerId: manager.id } })
  contactId = id
})
afterAll(() => t.drop())

const meet = async (startsAt: string, endsAt: string) =>
  (
    await callers.manager.call(createMeeting, {
      body: {
        contactId,
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
      },
    })
  ).id
const call = (calledOn: string) =>
  callers.manager.call(logCall, {
    body: {
      contactId,
      clientId: null,
      calledOn,
      calledTime: null,
      reason: 'follow_up',
      outcome: 'reached',
      feedback: '',
      observations: '',
      durationMinutes: 0,
      attempts: 1,
    },
  })
const follow = (dueOn: string) =>
  callers.manager.call(createFollowUp, {
    body: {
      contactId,
      clientId: null,
      subject: 'Enviar la propuesta',
      note: '',
      dueOn,
      priority: 'normal',
      amount: null,
      ownerId: null,
    },
  })

// Today is Monday, 15 June.
test('a card has the person’s week, as the lists count it', async () => {
  for (const [from, to] of [
    ['2026-06-14T23:00', '2026-06-14T23:30'],
    ['2026-06-15T09:00', '2026-06-15T10:00'],
    ['2026-06-21T23:00', '2026-06-21T23:30'],
    ['2026-06-22T00:00', '2026-06-22T01:00'],
  ] as const)
    await meet(from, to)
  const canceled = await meet('2026-06-16T09:00', '2026-06-16T10:00')
  const body = { version: 1, state: 'canceled', result: 'No puede' } as const
  await callers.manager.call(setMeetingState, { params: { meetingId: canceled }, body })
  for (const day of ['2026-06-14', '2026-06-15', '2026-06-15']) await call(day)
  for (const day of ['2026-06-12', '2026-06-15', '2026-06-21', '2026-06-22']) await follow(day)
  const { people } = await callers.supervisor.call(getTeam, { query: {} })
  expect(people.find(({ id }) => id === manager.id)!.agenda).toEqual({
    from: '2026-06-15',
    through: '2026-06-21',
    meetings: 2,
    calls: 2,
    followUps: 2,
    overdue: 1,
  })
  const week = { owner: manager.id, from: '2026-06-15', to: '2026-06-21' }
  const states = { state: 'scheduled,held,no_show' }
  const counts = [
    await callers.supervisor.call(listMeetings.count, { query: { ...week, ...states } }),
    await callers.supervisor.call(listCalls.count, { query: week }),
    await callers.supervisor.call(listFollowUps.count, { query: week }),
    await callers.supervisor.call(listFollowUps.count, { query: { owner: manager.id, overdue: 'true' } }),
  ]
  expect(counts.map(({ total }) => total)).toEqual([2, 2, 2, 1])
})

test('nobody without a right to the agenda sees the week of others', async () => {
  const [card] = (await callers.direction.call(getTeam, { query: { of: manager.id } })).people
  expect(card).toBeUndefined()
  const { person } = await callers.direction.call(getTeam, { query: { of: manager.id } })
  expect(person!.agenda).toMatchObject({ calls: 2 })
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('direction', 'bt_AgendaComercial', '{}', 'own')`,
  )
  expect((await callers.direction.call(getTeam, { query: { of: manager.id } })).person!.agenda).toBeNull()
  await t.owner.query(`delete from dino.role_grant where role = 'direction'`)
})
