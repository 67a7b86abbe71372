import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAgendaHits } from '#contract/agenda-search.ts'
import { searchRecords } from '#contract/search.ts'
import { minCommonInSample } from '#server/domain/word-samples.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<(typeof t)['as']>>
type Row = { id: string; owner: string; contact: string | null; words: string; isLive: boolean }

let t: Awaited<ReturnType<typeof createTestTenant>>
const callers: Record<string, { caller: Caller; reach: readonly string[] }> = {}
let contacts: { id: string; owner: string; name: string; words: string }[]
const tables = { call: [] as Row[], meeting: [] as Row[], followUp: [] as Row[] }

/** What many rows have, what few have, and names. */
const texts = [
  'cartera',
  'propuesta',
  'zafiro',
  'quintanilla',
  'cartera zafiro',
  'afir',
  'pr',
  'ornitorrinco',
  'zoilo olmedo',
]

const insertRowsSql = `
  insert into dino.contact (name, surname, observations, country, stage, stage_since, created_at, employee_id)
  select (array['Zoilo', 'Berta', 'Nuria'])[1 + n % 3], (array['Quintanilla', 'Olmedo', 'Prado', 'Vega', 'Salas'])[1 + n % 5],
         case when n % 4 = 0 then 'Habla de su cartera' when n = 7 then 'Un zafiro' else '' end, 'ES', 'new', now(), now(), ($1::bigint[])[1 + n % 3]
    from generate_series(1, 60) n;`

const insertCallsSql = `
  insert into dino.call (employee_id, contact_id, feedback, observations, called_on, outcome, duration_seconds, deactivated_at, deactivated_by)
  select ($1::bigint[])[1 + n * 7 % 3], c.id, case when n % 3 = 0 then 'La cartera' when n = 50 then 'Cartera con zafiro' else '' end,
         case when n % 11 = 0 then 'Propuesta de herencia' else '' end, '2026-06-01'::date - n, 'reached', 60,
         case when n % 13 = 0 then now() end, case when n % 13 = 0 then 1 end
    from generate_series(1, 150) n join (select id, row_number() over (order by id) as k from dino.contact) c on c.k = 1 + n % 60`

const insertFollowUpsSql = `
  insert into dino.follow_up (employee_id, contact_id, subject, due_on, created_by, created_at)
  select ($1::bigint[])[1 + n * 5 % 3], c.id, case when n % 4 = 0 then 'Enviar propuesta' when n = 9 then 'Zafiro y cartera' else 'Otra cosa' end,
         '2026-07-01'::date + n, 1, now()
    from generate_series(1, 40) n join (select id, row_number() over (order by id) as k from dino.contact) c on c.k = 1 + n * 3 % 60`

const insertMeetingsSql = `
  with made as (
    insert into dino.meeting (employee_id, contact_id, subject, starts_at, ends_at, state, closed_at, closed_by, result, created_by, created_at)
    select ($1::bigint[])[1 + n * 5 % 3], c.id, case when n % 6 = 0 then 'Revisar cartera' when n = 11 then 'Ver el zafiro' else 'Comida' end,
           d.at, d.at + interval '1 hour', case when n % 9 = 0 then 'canceled' else 'scheduled' end::dino.meeting_state,
           case when n % 9 = 0 then now() end, case when n % 9 = 0 then 1 end, case when n % 9 = 0 then 'No viene' else '' end, 1, now()
      from generate_series(1, 50) n cross join lateral (select '2026-06-20 09:00+02'::timestamptz + n * interval '1 day' as at) d
      join (select id, row_number() over (order by id) as k from dino.contact) c on c.k = 1 + n * 2 % 60
    returning id, starts_at, employee_id)
  insert into dino.meeting_attendee (meeting_id, starts_at, employee_id) select id, starts_at, employee_id from made`

const readRows = async (table: string, text: string, live: string): Promise<Row[]> =>
  (
    await t.owner.query<Row>(
      `select r.id::text as id, r.employee_id::text as owner, r.contact_id::text as contact, lower(${text}) as words, ${live} as "isLive" from dino.${table} r`,
    )
  ).rows

beforeAll(async () => {
  t = await createTestTenant('dino')
  const supervisor = await t.make.employee({ position: 'supervisor' })
  const office = await t.make.office()
  const manager = await t.make.employee({ supervisorId: supervisor.id, officeId: office.id })
  const second = await t.make.employee({ supervisorId: supervisor.id })
  const outsider = await t.make.employee({ officeId: office.id })
  const zoneColleague = await t.make.employee({ officeId: office.id })
  const owners = [manager.id, second.id, outsider.id]
  for (const statement of [insertRowsSql, insertCallsSql, insertFollowUpsSql, insertMeetingsSql])
    await t.owner.query(statement, [owners])
  callers.direction = { caller: await t.as('direction'), reach: owners }
  callers.supervisor = { caller: await t.as('supervisor', supervisor.cvl), reach: [manager.id, second.id] }
  callers.manager = { caller: await t.as('manager', manager.cvl), reach: [manager.id] }
  await t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ('banker', 'bt_AgendaComercial', '{view}', 'zone')`,
  )
  callers['zone colleague'] = {
    caller: await t.as('banker', zoneColleague.cvl),
    reach: [manager.id, outsider.id],
  }
  callers.outsider = { caller: await t.as('manager', outsider.cvl), reach: [outsider.id] }
  const { rows } = await t.owner.query<(typeof contacts)[number]>(
    `select id::text as id, employee_id::text as owner, lower(name || ' ' || surname) as name, lower(observations) as words from dino.contact`,
  )
  contacts = rows
  tables.call = await readRows('call', `r.feedback || ' ' || r.observations`, 'r.deactivated_at is null')
  tables.meeting = await readRows('meeting', 'r.subject', `r.state <> 'canceled'`)
  tables.followUp = await readRows('follow_up', 'r.subject', `r.state <> 'deleted'`)
})
afterAll(() => t.drop())

/** A word of fewer than three letters begins a word. */
const has = (searched: string, text: string): boolean =>
  text.split(' ').every((word) => ` ${searched}`.includes(word.length < 3 ? ` ${word}` : word))

/** Of what many rows have, those of others are not looked through: see docs/decisions/0179-latest-rows-of-words.md */
const isCommon = (rows: readonly Row[], text: string): boolean => {
  const found = rows.filter(({ words: searched }) => has(searched, text)).length
  return found >= minCommonInSample && found * 50 >= rows.length
}

/** What a reader would say the text finds: by the words of what is in reach, and all about whoever it names in reach. */
const find = (text: string, reach: readonly string[]) => {
  const seen = contacts.filter(({ owner }) => reach.includes(owner))
  const isSeen = ({ contact }: Row): boolean => seen.some(({ id }) => id === contact)
  const named = new Set(seen.filter(({ name }) => has(name, text)).map(({ id }) => id))
  const byWords = Object.entries(tables).flatMap(([kind, rows]) => {
    const isAnyOwner = !isCommon(rows, text)
    return rows
      .filter((row) => row.isLive && has(row.words, text) && (reach.includes(row.owner) || (isAnyOwner && isSeen(row))))
      .map(({ id }) => `${kind}:${id}`)
  })
  const byPerson = Object.entries(tables).flatMap(([kind, rows]) =>
    rows.filter(({ isLive, contact }) => isLive && contact && named.has(contact)).map(({ id }) => `${kind}:${id}`),
  )
  const people = seen.filter((one) => named.has(one.id) || has(one.words, text)).map(({ id }) => `contact:${id}`)
  const ofNamed = Object.entries(tables).flatMap(([kind, rows]) =>
    rows
      .filter(({ isLive, owner, contact }) => isLive && reach.includes(owner) && has(nameOf(contact), text))
      .map(({ id }) => `${kind}:${id}`),
  )
  const all = [...new Set([...byWords, ...byPerson, ...people])].sort()
  // The palette tells of one's own meetings whom they are with, whoever has the contact.
  return { byWords, all, inPalette: [...all, ...ofNamed] }
}

const nameOf = (contact: string | null): string => contacts.find(({ id }) => id === contact)?.name ?? ''

/** So often that the statements are prepared. */
const turns = 4

describe('search held against a reader', () => {
  test.each(['direction', 'supervisor', 'zone colleague', 'manager', 'outsider'])(
    'finds for the %s exactly what they see',
    async (who) => {
      const { caller, reach } = callers[who]!
      for (let turn = 0; turn < turns; turn++)
        for (const search of texts) {
          const { all } = find(search, reach)
          const { rows } = await caller.call(listAgendaHits.page, { query: { search, pageSize: 200 } as never })
          expect({ search, turn, found: rows.map(({ id }) => id).sort() }).toEqual({ search, turn, found: all })
          const { total } = await caller.call(listAgendaHits.count, { query: { search } })
          expect(total).toBe(all.length)
        }
    },
  )

  test.each(['direction', 'supervisor', 'zone colleague', 'manager', 'outsider'])(
    'gives the %s in the palette some of it alone',
    async (who) => {
      const { caller, reach } = callers[who]!
      for (let turn = 0; turn < turns; turn++)
        for (const q of texts) {
          const { byWords, all, inPalette } = find(q, reach)
          const { results } = await caller.call(searchRecords, { query: { q } })
          const found = results.map(({ kind, id }) => `${kind}:${id}`)
          for (const kind of ['contact', 'call', 'meeting', 'followUp'] as const) {
            const ofKind = found.filter((key) => key.startsWith(`${kind}:`))
            expect({ q, turn, stray: ofKind.filter((key) => !inPalette.includes(key)) }).toEqual({ q, turn, stray: [] })
            const expected = (kind === 'contact' ? all : byWords).filter((key) => key.startsWith(`${kind}:`)).length
            expect(ofKind.length).toBeGreaterThanOrEqual(Math.min(5, expected))
            expect(ofKind.length).toBeLessThanOrEqual(5)
          }
        }
    },
  )
})
