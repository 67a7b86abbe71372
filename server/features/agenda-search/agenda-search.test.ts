import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAgendaHits, maxNamedPeople } from '#contract/agenda-search.ts'
import { logCall } from '#contract/calls.ts'
import { createContact } from '#contract/contacts.ts'
import { createFollowUp } from '#contract/follow-ups.ts'
import { createMeeting } from '#contract/meetings.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let callers: Record<'supervisor' | 'manager' | 'second' | 'outsider', Caller>
let contactId: string
let client: { id: string; cvl: string }

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  const manager = await t.make.employee({ supervisorId: supervisor.id })
  const second = await t.make.employee({ supervisorId: supervisor.id })
  const outsider = await t.make.employee()
  callers = {
    supervisor: await t.as('supervisor', supervisor.cvl),
    manager: await t.as('manager', manager.cvl),
    second: await t.as('manager', second.cvl),
    outsider: await t.as('manager', outsider.cvl),
  }
  const body = { name: 'Zoilo', surname: 'Quintanilla', phone: '+34611222333', ownerId: manager.id }
  contactId = (await callers.manager.call(createContact, { body })).id
  client = await t.make.client({ name: 'Eva', surname: 'Quintanilla', staff: { manager: second.id } })
  await callers.manager.call(logCall, {
    body: {
      contactId,
      clientId: null,
      calledOn: '2026-06-12',
      calledTime: null,
      reason: 'first_contact',
      outcome: 'reached',
      feedback: 'Quiere la propuesta',
      observations: '',
      durationMinutes: 3,
      attempts: 1,
    },
  })
  await callers.manager.call(createFollowUp, {
    body: {
      contactId,
      clientId: null,
      subject: 'Enviar la propuesta',
      note: '',
      dueOn: '2026-06-20',
      priority: 'normal',
      amount: null,
      ownerId: null,
    },
  })
  await callers.second.call(createMeeting, {
    body: {
      contactId: null,
      clientId: client.id,
      ownerId: null,
      startsAt: '2026-06-18T10:00',
      endsAt: '2026-06-18T11:00',
      subject: 'Primera reunión',
      stage: 'r1',
      place: '',
      link: '',
      note: '',
      attendees: [],
      invites: false,
    },
  })
})
afterAll(() => t.drop())

const search = async (caller: Caller, query: Record<string, string>) => {
  const { rows } = await caller.call(listAgendaHits.page, { query: query as never })
  const { total } = await caller.call(listAgendaHits.count, { query: query as never })
  expect(total).toBe(rows.length)
  return rows
}
const kindsOf = async (caller: Caller, query: Record<string, string>) =>
  (await search(caller, query)).map(({ kind }) => kind)

describe('the search of the agenda', () => {
  test('finds people and all that the agenda has of them, the latest first', async () => {
    const rows = await search(callers.supervisor, { search: 'quintanilla' })
    expect(rows.map(({ kind, personName, detail, day }) => [kind, personName, detail, day])).toEqual(
      expect.arrayContaining([
        ['followUp', 'Quintanilla, Zoilo', 'Enviar la propuesta', '2026-06-20'],
        ['meeting', 'Quintanilla, Eva', 'Primera reunión', '2026-06-18'],
        ['call', 'Quintanilla, Zoilo', 'Quiere la propuesta', '2026-06-12'],
        ['client', 'Quintanilla, Eva', client.cvl, '2024-01-15'],
      ]),
    )
    expect(rows).toHaveLength(5)
    const days = rows.flatMap(({ day }) => day ?? [])
    expect(days).toEqual([...days].sort().reverse())
  })

  test('finds by a phone as it is written, and nothing without a text', async () => {
    expect(await kindsOf(callers.manager, { search: '611 222 333', kind: 'contact' })).toEqual(['contact'])
    expect(await kindsOf(callers.manager, {})).toEqual([])
  })

  test('narrows by kind, stage, days and whose it is', async () => {
    const ask = (query: Record<string, string>) => kindsOf(callers.supervisor, { search: 'quintanilla', ...query })
    expect(await ask({ kind: 'call,meeting' })).toEqual(['meeting', 'call'])
    expect(await ask({ stage: 'r1' })).toEqual(['meeting'])
    expect(await ask({ from: '2026-06-18', to: '2026-06-30' })).toEqual(['followUp', 'meeting'])
    expect(await ask({ reach: 'individual' })).toEqual([])
    expect(await kindsOf(callers.manager, { search: 'quintanilla', reach: 'individual' })).toEqual([
      'followUp',
      'contact',
      'call',
    ])
  })

  test('says when a text names more people than are looked at', async () => {
    const readCut = async (text: string) =>
      (await callers.supervisor.call(listAgendaHits.count, { query: { search: text } })).totals.cut
    expect(await readCut('quintanilla')).toBe('none')
    await t.owner.query(
      `insert into dino.contact (name, surname, country, stage, stage_since, created_at, employee_id)
       select 'Nuño', 'Muchedumbre', x.country, 'new', now(), now(), x.employee_id
         from dino.contact x, generate_series(1, $1) where x.id = $2`,
      [maxNamedPeople, contactId],
    )
    expect(await readCut('muchedumbre')).toBe('none')
    await t.owner.query(
      `insert into dino.contact (name, surname, country, stage, stage_since, created_at, employee_id)
       select 'Nuño', 'Muchedumbre', x.country, 'new', now(), now(), x.employee_id from dino.contact x where x.id = $1`,
      [contactId],
    )
    expect(await readCut('muchedumbre')).toBe('contacts')
    const file = await callers.supervisor.send(listAgendaHits.exportRows, {
      query: { search: 'muchedumbre', sort: 'day', direction: 'desc', format: 'xlsx' },
    })
    const about = readXlsx(file.rawPayload)
      .at(-1)!
      .rows.map((row) => row.map((cell) => cell?.value))
    expect(about).toContainEqual(['Aviso', expect.stringContaining('más de 100 contactos')])
    await t.owner.query(`delete from dino.contact where surname = 'Muchedumbre'`)
  })

  test('tells nobody of people out of their reach', async () => {
    expect(await search(callers.outsider, { search: 'quintanilla' })).toEqual([])
    expect(await kindsOf(callers.second, { search: 'quintanilla' })).toEqual(['meeting', 'client'])
    const { rows } = await callers.manager.call(listAgendaHits.page, { query: { search: 'Eva' } })
    expect(rows).toEqual([])
  })
})
