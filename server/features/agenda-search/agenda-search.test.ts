import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAgendaHits, maxNamedPeople } from '#contract/agenda-search.ts'
import { logCall } from '#contract/calls.ts'
import { createContact } from '#contract/contacts.ts'
import { createFollowUp } from '#contract/follow-ups.ts'
import { createMeeting } from '#contract/meetings.ts'
import { searchRecords } from '#contract/search.ts'
import { maxLatestMatches } from '#server/domain/agenda-words.ts'
import { minCommonInSample } from '#server/domain/word-samples.ts'
import { readXlsx } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let callers: Record<'supervisor' | 'manager' | 'second' | 'outsider', Caller>
let contactId: string
const managerIds = { manager: '', second: '', outsider: '' }
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
  Object.assign(managerIds, { manager: manager.id, second: second.id, outsider: outsider.id })
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
const kindsFor = (caller: Caller, text: string) => kindsOf(caller, { search: text })
const kindsOf = async (caller: Caller, query: Record<string, string>) =>
  (await search(caller, query)).map(({ kind }) => kind)

describe('the search of the agenda', () => {
  test('finds people and all that the agenda has of them, the latest first', async () => {
    const rows = await search(callers.supervisor, { search: 'quintanilla' })
    expect(rows.map(({ kind, personName, detail, day }) => [kind, personName, detail, day])).toEqual(
      expect.arrayContaining([
        ['followUp', 'Quintanilla, Zoilo', 'Enviar la propuesta', '2026-06-20'],
        ['meeting', 'Quintanilla, Eva', 'Primera reunión', '2026-06-18'],
        ['call', 'Quintanilla, Zoilo', 'Primer contacto · Quiere la propuesta', '2026-06-12'],
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

  test('finds calls, meetings and follow-ups by their words, whatever their accents', async () => {
    expect(await kindsOf(callers.manager, { search: 'PROPUESTA enviar' })).toEqual(['followUp'])
    expect(await kindsOf(callers.manager, { search: 'propuesta' })).toEqual(['followUp', 'call'])
    expect(await kindsOf(callers.manager, { search: 'primer contacto' })).toEqual(['call'])
    expect(await kindsOf(callers.second, { search: 'primera reunion' })).toEqual(['meeting'])
    expect(await kindsOf(callers.supervisor, { search: 'pr', kind: 'call,meeting,followUp' })).toEqual([
      'followUp',
      'meeting',
      'call',
    ])
    expect(await kindsOf(callers.supervisor, { search: 'ropuesta', kind: 'call' })).toEqual(['call'])
    expect(await kindsOf(callers.supervisor, { search: 'propuesta', stage: 'r1' })).toEqual([])
  })

  test('finds by words what is about somebody in reach, and nothing out of reach', async () => {
    for (const search of ['propuesta', 'primer contacto', 'primera reunion'])
      expect(await kindsFor(callers.outsider, search)).toEqual([])
    // Of a colleague's, about a client of one's own.
    const { id } = await t.make.client({
      name: 'Rosa',
      staff: { manager: managerIds.outsider, partner: managerIds.manager },
    })
    await t.owner.query(
      `insert into dino.follow_up (employee_id, client_id, subject, due_on, created_by, created_at)
       values ($1, $2, 'Firmar el anexo', '2026-06-22', 1, now())`,
      [managerIds.manager, id],
    )
    expect(await kindsFor(callers.outsider, 'anexo')).toEqual(['followUp'])
    expect(await kindsFor(callers.second, 'anexo')).toEqual([])
    // A colleague who was invited sees the meeting, whoever it is about.
    await t.owner.query(
      `insert into dino.meeting_attendee (meeting_id, starts_at, employee_id) select m.id, m.starts_at, $1 from dino.meeting m where m.subject = 'Primera reunión'`,
      [managerIds.outsider],
    )
    expect(await kindsFor(callers.outsider, 'primera reunion')).toEqual(['meeting'])
  })

  test('looks through the latest where many rows have the words, and says so', async () => {
    const insert = (employeeId: string, count: number, text: string, since: string) =>
      t.owner.query(
        `insert into dino.call (employee_id, contact_id, feedback, called_on, called_time, outcome, duration_seconds)
         select $1, $2, $3, $4::date, make_time(n % 24, n % 60, 0), 'reached', 60 from generate_series(1, $5) n`,
        [employeeId, contactId, text, since, count],
      )
    const find = async (caller: Caller) => {
      const { total, totals } = await caller.call(listAgendaHits.count, { query: { search: 'cartera', kind: 'call' } })
      return [total, totals.areWordsCut]
    }
    const direction = await t.as('direction')
    const few = minCommonInSample - 1
    await insert(managerIds.second, few, 'Pregunta por la cartera', '2020-01-01')
    await insert(managerIds.outsider, 2100, 'Otra cosa', '2024-01-01')
    // Rare: found wherever it is.
    expect(await find(direction)).toEqual([few, false])
    expect(await find(callers.outsider)).toEqual([0, false])
    await t.owner.query(
      `update dino.call set feedback = 'Vender la cartera' where feedback = 'Otra cosa' and called_time >= '18:00'`,
    )
    await t.owner.query('vacuum full dino.call')
    for (const caller of [direction, callers.outsider]) {
      const [total, isCut] = await find(caller)
      expect([Number(total) > few, isCut]).toEqual([true, true])
    }
    // All of one's own were looked through.
    expect(await find(callers.second)).toEqual([few, false])
    // What is older is found once its days or its owner are asked for.
    const narrow = { search: 'cartera', kind: 'call' as const, to: '2020-12-31' }
    for (const query of [narrow, { search: 'cartera', kind: 'call' as const, owner: managerIds.second }]) {
      const { total, totals } = await direction.call(listAgendaHits.count, { query: query as never })
      expect([total, totals.areWordsCut]).toEqual([few, false])
    }
    const file = await direction.send(listAgendaHits.exportRows, {
      query: { search: 'cartera', sort: 'day', direction: 'desc', format: 'xlsx' },
    })
    const about = readXlsx(file.rawPayload)
      .at(-1)!
      .rows.map((row) => row.map((cell) => cell?.value))
    expect(about).toContainEqual(['Aviso', expect.stringContaining('se muestran los más recientes')])
    await t.owner.query(
      `delete from dino.call where feedback in ('Otra cosa', 'Pregunta por la cartera', 'Vender la cartera')`,
    )
  })

  test('finds common words in meetings of others in which one takes part', async () => {
    await t.owner.query(
      `with made as (
         insert into dino.meeting (employee_id, subject, starts_at, ends_at, created_by, created_at)
         select $1, 'Comité semanal', d, d + interval '1 hour', 1, now() from generate_series('2026-05-01'::timestamptz, '2026-05-20', interval '1 day') d
         returning id, starts_at)
       insert into dino.meeting_attendee (meeting_id, starts_at, employee_id)
       select m.id, m.starts_at, $1 from made m union all (select m.id, m.starts_at, $2 from made m order by m.starts_at limit 3)`,
      [managerIds.second, managerIds.outsider],
    )
    const find = (caller: Caller) => search(caller, { search: 'comite', kind: 'meeting' })
    expect(await find(callers.second)).toHaveLength(20)
    expect((await find(callers.outsider)).map(({ day }) => day)).toEqual(['2026-05-03', '2026-05-02', '2026-05-01'])
    expect(await find(callers.supervisor)).toHaveLength(20)
    expect(await find(callers.manager)).toEqual([])
    await t.owner.query(`delete from dino.meeting where subject = 'Comité semanal'`)
  })

  test('shows the latest of all members of a team, whoever has many', async () => {
    for (const [id, day] of [
      [managerIds.manager, 1],
      [managerIds.second, 2],
    ])
      await t.owner.query(
        `insert into dino.call (employee_id, contact_id, feedback, called_on, called_time, outcome, duration_seconds)
         select $1, $2, 'Balance trimestral', '2023-01-01'::date + (2 * n + $3::int), '10:00', 'reached', 60 from generate_series(1, $4) n`,
        [id, contactId, day, maxLatestMatches + 20],
      )
    const query = { search: 'trimestral', kind: 'call' } as never
    const { rows: found } = await callers.supervisor.call(listAgendaHits.page, { query })
    const days = found.map(({ day }) => day)
    const sorted = [...days].sort().reverse()
    expect(days).toEqual(sorted)
    expect(new Set(found.slice(0, 2).map(({ ownerCvl }) => ownerCvl)).size).toBe(2)
    await t.owner.query(`delete from dino.call where feedback = 'Balance trimestral'`)
  })

  test('finds them from the palette, each in reach alone', async () => {
    const find = async (caller: Caller, q: string) =>
      (await caller.call(searchRecords, { query: { q } })).results.map(({ kind, title, person, path }) => [
        kind,
        title,
        person,
        path,
      ])
    expect(await find(callers.supervisor, 'propuesta')).toEqual([
      ['followUp', 'Enviar la propuesta', 'Quintanilla, Zoilo', expect.stringMatching(/seguimientos/)],
      [
        'call',
        'Primer contacto · Quiere la propuesta',
        'Quintanilla, Zoilo',
        `/crm/AgendaComercial/contactos/${contactId}`,
      ],
    ])
    expect(await find(callers.supervisor, 'primera reu')).toEqual([
      ['meeting', 'Primera reunión', 'Quintanilla, Eva', expect.stringMatching(/reuniones/)],
    ])
    expect(await find(callers.second, 'propuesta')).toEqual([])
  })

  test('finds contacts by what was written of them, for whoever sees their page', async () => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into dino.contact (name, surname, country, observations, family, stage, stage_since, created_at, employee_id)
       select 'Nuria', 'Notada', x.country, 'Prefiere fondos de Bélgica', 'Dos hijos en Lisboa', 'new', now(), now(), x.employee_id
         from dino.contact x where x.id = $1 returning id`,
      [contactId],
    )
    const { id } = rows[0]!
    const comment = (entity: string, recordId: string, body: string) =>
      t.owner.query('insert into dino.record_comment (entity, entity_id, body, user_id) values ($1, $2, $3, 1)', [
        entity,
        recordId,
        body,
      ])
    await comment('contact', id, 'Llamar tras la vendimia')
    await comment('client', client.id, 'Otra vendimia')
    for (const caller of [callers.manager, callers.supervisor]) {
      const [found, ...others] = await search(caller, { search: 'belgica FONDOS' })
      expect([found, others]).toMatchObject([{ id: `contact:${id}`, detail: 'Prefiere fondos de Bélgica' }, []])
      expect((await search(caller, { search: 'lisboa' })).map((one) => one.id)).toEqual([`contact:${id}`])
      expect((await search(caller, { search: 'vendimia' })).map((one) => one.id)).toEqual([`contact:${id}`])
      const { results } = await caller.call(searchRecords, { query: { q: 'vendimia' } })
      expect(results.map(({ path }) => path)).toEqual([`/crm/AgendaComercial/contactos/${id}`])
    }
    for (const caller of [callers.second, callers.outsider])
      for (const text of ['belgica', 'lisboa', 'vendimia']) {
        expect(await search(caller, { search: text })).toEqual([])
        expect((await caller.call(searchRecords, { query: { q: text } })).results).toEqual([])
      }
    await t.owner.query(
      `update dino.record_comment set body = '', removed_at = now(), removed_by = 1 where entity = 'contact'`,
    )
    expect(await search(callers.manager, { search: 'vendimia' })).toEqual([])
    await t.owner.query('update dino.contact set deleted_at = now(), deleted_by = 1 where id = $1', [id])
    expect(await search(callers.manager, { search: 'belgica' })).toEqual([])
  })

  test('finds what many contacts have among the latest, and says so', async () => {
    await t.owner.query(
      `insert into dino.contact (name, surname, country, observations, stage, stage_since, created_at, employee_id)
       select 'Nuño', 'Muchedumbre', x.country, case when n % 2 = 0 then 'Le interesa la renta' else '' end, 'new', now(), now() - make_interval(days => n), x.employee_id
         from dino.contact x, generate_series(1, 1600) n where x.id = $1`,
      [contactId],
    )
    await t.owner.query(
      `insert into dino.record_comment (entity, entity_id, body, user_id) select 'contact', id, 'Habla de la renta', 1 from dino.contact
        where surname = 'Muchedumbre' and observations = '' order by created_at desc limit 5`,
    )
    const find = async (caller: Caller) => {
      const query = { search: 'renta', kind: 'contact' } as const
      const { total, totals } = await caller.call(listAgendaHits.count, { query: query as never })
      return [total, totals.areWordsCut]
    }
    // By their observations so many, and five by a note.
    expect(await find(await t.as('direction'))).toEqual([maxLatestMatches + 5, true])
    expect(await find(callers.second)).toEqual([0, false])
    await t.owner.query(
      `delete from dino.contact where surname = 'Muchedumbre' and created_at < now() - interval '301 days'`,
    )
    // All were looked through: 150 by their observations, five by a note.
    expect(await find(callers.manager)).toEqual([155, false])
    await t.owner.query(`delete from dino.contact where surname = 'Muchedumbre'`)
  })

  test('tells nobody of people out of their reach', async () => {
    expect(await search(callers.outsider, { search: 'quintanilla' })).toEqual([])
    expect(await kindsOf(callers.second, { search: 'quintanilla' })).toEqual(['meeting', 'client'])
    const { rows } = await callers.manager.call(listAgendaHits.page, { query: { search: 'Eva' } })
    expect(rows).toEqual([])
  })
})
