import type { Bench } from '#bench/home.ts'
import { buildEndpointUrl, sendGet } from '#bench/http.ts'
import { measureEachCase } from '#bench/measure.ts'
import { rolesByScope, signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { listAgendaHits } from '#contract/agenda-search.ts'
import { contactStages } from '#contract/contacts/stages.ts'
import { getContactBoard, listContacts } from '#contract/contacts.ts'
import { getAgenda } from '#contract/meetings.ts'
import { getDayList, getDayWeek } from '#contract/my-day.ts'
import { listReviews } from '#contract/reviews.ts'
import { searchRecords } from '#contract/search.ts'
import type { CaseTools } from './case.ts'

/** For each client of the data: 300,000 contacts are there on L, 1.5 million calls and 600,000 meetings are made of them. */
const callsPerClient = 7.5
const meetingsPerClient = 3

/** Older calls, until there are as many as the bars ask for: three years back, by whom the contact or the client belongs to. */
const addCallsSql = `
  insert into call (contact_id, client_id, employee_id, called_on, called_time, reason, outcome, duration_seconds, attempts, noted_at)
  select p.contact_id, p.client_id, p.employee_id, $1::date - (30 + (p.n * 7919 % 1060))::int, make_time(9 + (p.n % 9)::int, (p.n * 7 % 60)::int, 0),
         'follow_up', case when p.n % 3 = 0 then 'no_answer' else 'reached' end, 60 * (p.n % 14)::int, 1, $1::date - interval '30 days'
    from (select u.*, row_number() over () as n
            from (select c.id as contact_id, c.client_id, c.employee_id from contact c where c.employee_id is not null
                  union all
                  select null, l.client_id, l.manager_id from client_list l where l.manager_id is not null) u
            cross join generate_series(1, 4)) p
   limit greatest(0, $2::bigint - (select count(*) from call))`

/** Older meetings; every third one is a held review. */
const addMeetingsSql = `
  insert into meeting (employee_id, contact_id, client_id, stage, subject, starts_at, ends_at, next_review_on, state, result, closed_at, closed_by, created_by, created_at)
  select p.employee_id, p.contact_id, p.client_id, case when p.n % 3 = 0 then 'r1'::meeting_stage end, 'Reunión ' || p.n, t.at, t.at + interval '1 hour',
         case when p.n % 3 = 0 then t.at::date + 180 end, 'held', 'Bien', t.at + interval '1 day', u.id, u.id, t.at - interval '5 days'
    from (select r.*, row_number() over () as n
            from (select c.id as contact_id, c.client_id, c.employee_id from contact c where c.employee_id is not null and c.stage not in ('new', 'won', 'lost')
                  union all
                  select null, l.client_id, l.manager_id from client_list l where l.manager_id is not null) r
            cross join generate_series(1, 4)
           limit greatest(0, $2::bigint - (select count(*) from meeting))) p
   cross join lateral (select $1::date - (40 + (p.n * 7919 % 1050))::int + make_interval(hours => 8 + (p.n % 9)::int) as at) t
   cross join (select min(user_id) as id from registry.membership where prefix = current_schema()) u`

const addAttendeesSql = `
  insert into meeting_attendee (meeting_id, starts_at, employee_id, contact_id, client_id, answer)
  select m.id, m.starts_at, v.*, 'accepted' from meeting m
   cross join lateral (values (m.employee_id, null::bigint, null::bigint), (null, m.contact_id, m.client_id)) v
   where not exists (select from meeting_attendee a where a.meeting_id = m.id)`

/** What was said and written: words that a part of all has, and one that hardly anything has. Once. */
const words = ['propuesta', 'cartera', 'liquidez', 'fondo', 'herencia', 'vivienda', 'jubilación', 'traspaso']
const rareWord = 'zafiro'
const textSql = `'Habla de ' || ($1::text[])[1 + (n.id / 5 % 8)::int] || ' con calma' || case when n.id % 40000 = 0 then ' y ' || $2 else '' end`
const addWordsSql = [
  `update call n set feedback = ${textSql} where n.id % 5 = 0 and n.feedback = ''`,
  `update contact n set observations = ${textSql} where n.id % 5 = 0 and n.observations = ''`,
  `insert into record_comment (entity, entity_id, body, user_id)
   select 'contact', n.id, ${textSql}, u.id from contact n cross join (select min(user_id) as id from registry.membership where prefix = current_schema()) u
    where n.id % 10 = 0 and not exists (select from record_comment r where r.entity = 'contact' and r.entity_id = n.id)`,
]

const addHistory = async ({ owner }: Bench): Promise<Record<'contacts' | 'calls' | 'meetings', string>> => {
  const { rows: known } = await owner.query<{ clients: number; today: string }>(
    `select count(*)::int as clients, current_date::text as today from client`,
  )
  const { clients, today } = known[0]!
  await owner.query(addCallsSql, [today, Math.round(clients * callsPerClient)])
  await owner.query(addMeetingsSql, [today, clients * meetingsPerClient])
  await owner.query(addAttendeesSql)
  for (const statement of addWordsSql) await owner.query(statement, [words, rareWord])
  await owner.query('vacuum analyze call, meeting, meeting_attendee, contact, follow_up, record_comment')
  const { rows } = await owner.query<Record<'contacts' | 'calls' | 'meetings', string>>(
    `select (select count(*) from contact) as contacts, (select count(*) from call) as calls,
            (select count(*) from meeting) as meetings`,
  )
  return rows[0]!
}

/** Words of names, of some contacts spread over the data, and such as many have. */
const listTerms = async ({ owner }: Bench): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string; surname: string; phone: string | null }>(
    `select name, surname, phone from contact where id % 40000 = 7 order by id`,
  )
  const terms = rows.flatMap(({ name, surname, phone }) => [surname, `${name} ${surname}`, (phone ?? '').slice(-6)])
  return [...new Set(['gar', 'maria', 'lopez', ...terms])].filter((term) => term.length >= 3)
}

/** Common ones, a rare one, several together, the beginning of one, a reason of calls, and what nothing has. */
const wordTerms = [
  ...words,
  rareWord,
  'habla calma',
  'propuesta calma',
  'habla zafiro',
  'reunión 1234',
  'herenc',
  'seguimiento',
  'ornitorrinco',
]

type Query = Record<string, string | number>
const contactFilters: readonly Query[] = [
  {},
  { stage: 'r1' },
  { stage: 'new' },
  { wantsInvestments: 'true' },
  { amount: '>20000.00' },
  { search: 'garcia' },
]
const bar = (maximum: number) => ({ statistic: 'p95', maximum }) as const

const measureScope = async (
  { bench, server }: CaseTools,
  terms: readonly string[],
  scope: keyof typeof rolesByScope,
): Promise<BenchResult[]> => {
  const { token } = await signInAs(bench, rolesByScope[scope])
  const get = (endpoint: Parameters<typeof buildEndpointUrl>[1], query: Query) =>
    sendGet(buildEndpointUrl(server.url, endpoint, query), token)
  const name = (query: Query) => JSON.stringify(query)
  const pages = contactFilters.flatMap((query) =>
    listContacts.sortable.flatMap((sort) =>
      ['asc', 'desc'].map((direction) => ({ ...query, sort, direction, page: 1, pageSize: 50 })),
    ),
  )
  const list = await measureEachCase(pages, 2, name, (query) => get(listContacts.page, query))
  const totals = await measureEachCase(contactFilters, 5, name, (query) => get(listContacts.count, query))
  const columns = contactStages.map((stage) => ({
    stage,
    sort: 'stageSince',
    direction: 'desc',
    page: 1,
    pageSize: 50,
  }))
  const board = await measureEachCase([{}, { wantsInvestments: 'true' }], 5, name, (query) =>
    Promise.all([get(getContactBoard, query)]),
  )
  const column = await measureEachCase(columns, 3, name, (query) => get(listContacts.page, query))
  const search = await measureEachCase(terms, 3, String, (text) =>
    get(listAgendaHits.page, { search: text, page: 1, pageSize: 50 }),
  )
  const byWords = await measureEachCase(wordTerms, 3, String, (text) =>
    get(listAgendaHits.page, { search: text, page: 1, pageSize: 50 }),
  )
  const wordTotals = await measureEachCase(wordTerms, 3, String, (text) => get(listAgendaHits.count, { search: text }))
  const palette = await measureEachCase(wordTerms, 3, String, (text) => get(searchRecords, { q: text }))
  const today = new Date().toISOString().slice(0, 10)
  const weeks: Query[] = [
    { from: today, days: 7 },
    ...(scope === 'own' ? [] : [{ from: today, days: 7, team: 'true' }]),
  ]
  const week = await measureEachCase(weeks, 10, name, (query) => get(getAgenda, query))
  const day = await measureEachCase([{}], 20, name, () => get(getDayList, {}))
  const coming = await measureEachCase([{}], 10, name, () => get(getDayWeek, {}))
  const reviews = await measureEachCase([{}, { overdue: 'true' }], 5, name, (query) =>
    get(listReviews.page, { ...query, page: 1, pageSize: 50 }),
  )
  return [
    { what: `${scope}: contact list, first page`, times: list, target: bar(30), note: list.slowest },
    { what: `${scope}: contact list, total and sum`, times: totals, target: bar(30), note: totals.slowest },
    { what: `${scope}: head of the board`, times: board, target: bar(30), note: board.slowest },
    { what: `${scope}: a column of the board`, times: column, target: bar(30), note: column.slowest },
    { what: `${scope}: search of the agenda`, times: search, target: bar(30), note: search.slowest },
    { what: `${scope}: search by words`, times: byWords, target: bar(30), note: byWords.slowest },
    { what: `${scope}: search by words, total`, times: wordTotals, note: wordTotals.slowest },
    { what: `${scope}: palette by words`, times: palette, note: palette.slowest },
    { what: `${scope}: agenda week`, times: week, target: bar(30), note: week.slowest },
    { what: `${scope}: My day`, times: day, target: bar(60) },
    { what: `${scope}: the week beside My day`, times: coming },
    { what: `${scope}: reviews, first page`, times: reviews, note: reviews.slowest },
  ]
}

/** The commercial agenda, with as much history as the bars ask for. */
export const agendaCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, progress } = tools
  progress('Agenda: older calls and meetings')
  const { contacts, calls, meetings } = await addHistory(bench)
  const terms = await listTerms(bench)
  const results: BenchResult[] = []
  for (const scope of ['all', 'team', 'own'] as const) {
    progress(`Agenda, scope ${scope}`)
    results.push(...(await measureScope(tools, terms, scope)))
  }
  return [{ title: `Agenda: ${contacts} contacts, ${calls} calls, ${meetings} meetings`, results }]
}
