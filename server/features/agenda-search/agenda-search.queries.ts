import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AgendaHit,
  type AgendaKind,
  type cutPeople,
  type listAgendaHits,
  maxNamedPeople,
} from '#contract/agenda-search.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql, isOneOfWordsSql } from '#server/core/one-of.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { type AgendaWordsTable, findWordMatches, type WordMatches } from '#server/domain/agenda-words.ts'
import { callDetailSql, matchesCallReasonSql } from '#server/domain/call-reason-words.ts'
import { matchesClientText } from '#server/domain/client-text-search.ts'
import { matchesContactText } from '#server/domain/contact-text-search.ts'
import { selectVisibleClients, selectVisibleContacts } from '#server/domain/visibility.ts'

type AgendaSearch = ParsedRequest<typeof listAgendaHits.count>['query']

export const agendaHitSorts: Record<(typeof listAgendaHits.sortable)[number], string> = { day: 'h.day' }

/** The clients and contacts in reach whom the text names, at most so many of each, as tables of ids. Everything else is found by them. */
const namedPeopleSql = (
  ctx: Ctx,
  text: string,
  maxPeople = maxNamedPeople,
): { clients: RawBuilder<unknown>; contacts: RawBuilder<unknown> } => {
  const { rights } = ctx.person
  const contacts = selectVisibleContacts(ctx).where(matchesContactText(text)).select('ct.id').limit(maxPeople)
  if (!rights.may('bt_Clientes', 'view'))
    return { clients: sql`select null::bigint as id where false`, contacts: sql`${contacts}` }
  const scoped = { db: ctx.db, person: ctx.person, scopes: rights.getScopes('bt_Clientes', 'view') }
  const clients = selectVisibleClients(scoped)
    .innerJoin('clientSearch as s', 's.clientId', 'c.clientId')
    .where(matchesClientText(scoped, text))
    .select('c.clientId as id')
    .limit(maxPeople)
  return { clients: sql`${clients}`, contacts: sql`${contacts}` }
}

/** The rows of that table about one of them, each found in the index of its person, and those that have the words. A contact who became a client is the client. */
const matchingRowsSql = (table: Exclude<AgendaWordsTable, 'contact'>, words: WordMatches) => {
  const name = sql.table(table)
  return sql`(select r.* from (
      select a.id from named_client p join ${name} a on a.client_id = p.id
      union select a.id from named_contact p join ${name} a on a.contact_id = p.id where a.client_id is null
      union select w.id from ${words.ids} w) i join ${name} r on r.id = i.id)`
}

const maxDetail = 200

/** By what a contact is reached; of one that was found by what was written of them, that. */
const contactDetailSql = sql`coalesce(case when x.id not in (select id from named_contact) then nullif(left(x.observations, ${sql.lit(maxDetail)}), '') end,
  x.email, x.phone, '')`

/** The rows of each kind, with the same columns: whom they are about is joined afterwards, for what is shown alone. */
const hitBranches = (ctx: Ctx, words: Record<WordKind, WordMatches>): Record<AgendaKind, RawBuilder<unknown>> => {
  const timeZone = sql.lit(tenantFacts[ctx.prefix].timeZone)
  const none = sql`null::bigint`
  const row = (kind: AgendaKind, id: RawBuilder<unknown>) => sql`${sql.lit(kind)}::text as kind, ${id} as record_id`
  return {
    client: sql`select ${row('client', sql`k.id`)}, k.id as client_id, ${none} as contact_id, k.cvl as detail, null::text as stage,
        k.registered_on as day, l.manager_id as owner_id
      from client k join client_list l on l.client_id = k.id where k.id in (select id from named_client)`,
    contact: sql`select ${row('contact', sql`x.id`)}, ${none} as client_id, x.id as contact_id, ${contactDetailSql} as detail, x.stage,
        (x.created_at at time zone ${timeZone})::date as day, x.employee_id as owner_id
      from (select id from named_contact union select w.id from ${words.contact.ids} w) i join contact x on x.id = i.id`,
    call: sql`select ${row('call', sql`l.id`)}, l.client_id, case when l.client_id is null then l.contact_id end as contact_id,
        ${callDetailSql(ctx, 'l')} as detail, null::text as stage, l.called_on as day, l.employee_id as owner_id
      from ${matchingRowsSql('call', words.call)} l where l.deactivated_at is null`,
    meeting: sql`select ${row('meeting', sql`m.id`)}, m.client_id, case when m.client_id is null then m.contact_id end as contact_id, m.subject as detail,
        m.stage::text as stage, (m.starts_at at time zone ${timeZone})::date as day, m.employee_id as owner_id
      from ${matchingRowsSql('meeting', words.meeting)} m where m.state <> 'canceled'`,
    followUp: sql`select ${row('followUp', sql`f.id`)}, f.client_id, case when f.client_id is null then f.contact_id end as contact_id, f.subject as detail,
        null::text as stage, f.due_on as day, f.employee_id as owner_id
      from ${matchingRowsSql('follow_up', words.followUp)} f where f.state <> 'deleted'`,
  }
}

type Hit = {
  id: string
  kind: AgendaKind
  client_id: string | null
  contact_id: string | null
  detail: string
  stage: AgendaHit['stage']
  day: string | null
  owner_id: string | null
}

/** Kinds that are found by their words too. */
const wordTables = {
  contact: 'contact',
  call: 'call',
  meeting: 'meeting',
  followUp: 'follow_up',
} as const satisfies Partial<Record<AgendaKind, AgendaWordsTable>>
type WordKind = keyof typeof wordTables
const wordKinds = Object.keys(wordTables) as WordKind[]
const isWordKind = (kind: AgendaKind): kind is WordKind => kind in wordTables

const findWords = (ctx: Ctx, text: string): Record<WordKind, WordMatches> => ({
  contact: findWordMatches(ctx, 'contact', text),
  call: findWordMatches(ctx, 'call', text, matchesCallReasonSql(ctx, text)),
  meeting: findWordMatches(ctx, 'meeting', text),
  followUp: findWordMatches(ctx, 'follow_up', text),
})

const queryMatchingHits = (ctx: Ctx, { search, kind, reach, owner, stage, from, to }: AgendaSearch) => {
  const people = namedPeopleSql(ctx, search ?? '')
  const words = findWords(ctx, search ?? '')
  const branches = hitBranches(ctx, words)
  const kinds = (Object.keys(branches) as AgendaKind[]).filter((one) => !kind || kind.includes(one))
  const union = sql.join(
    kinds.map((one) => branches[one]),
    sql` union all `,
  )
  const hits = sql<Hit>`(
    with named_client as materialized (${people.clients}), named_contact as materialized (${people.contacts})${sql.join(
      kinds.filter(isWordKind).flatMap((one) => words[one].tables.map((table) => sql`, ${table}`)),
      sql``,
    )}
    select b.kind || ':' || b.record_id as id, b.* from (${union}) b)`
  return ctx.db
    .selectFrom(hits.as('h'))
    .$if(!search, (rows) => rows.where(sql<SqlBool>`false`))
    .$if(reach === 'individual', (rows) =>
      rows.where(sql<SqlBool>`h.owner_id = ${ctx.person.membership.employeeId}::bigint`),
    )
    .$if(!!owner, (rows) => rows.where(isOneOfSql(sql`h.owner_id`, owner!)))
    .$if(!!stage, (rows) => rows.where(isOneOfWordsSql(sql`h.stage`, stage!)))
    .$if(!!from, (rows) => rows.where(sql<SqlBool>`h.day >= ${from}::date`))
    .$if(!!to, (rows) => rows.where(sql<SqlBool>`h.day <= ${to}::date`))
}

/** Whom a hit is about. Looked up for the rows of a page alone: the planner leaves it until they are chosen. */
const hitPersonSql = sql<string | null>`coalesce((select ${fullNameSql('k')} from client k where k.id = h.client_id),
  (select ${fullNameSql('x')} from contact x where x.id = h.contact_id))`

export const selectAgendaHits = (ctx: Ctx, filters: AgendaSearch) =>
  queryMatchingHits(ctx, filters)
    .leftJoin('employee as e', 'e.id', 'h.owner_id')
    .select(['h.id', 'h.kind', 'h.detail', 'h.stage', sql<string | null>`h.day::text`.as('day')])
    .select([
      sql<string | null>`h.client_id::text`.as('clientId'),
      sql<string | null>`h.contact_id::text`.as('contactId'),
    ])
    .select(['e.cvl as ownerCvl', fullNameSql<string | null>('e').as('ownerName')])
    .select(hitPersonSql.as('personName'))

/** Of whom the text names more than are looked at. */
const cutPeopleSql = (ctx: Ctx, text: string): RawBuilder<(typeof cutPeople)[number]> => {
  const { clients, contacts } = namedPeopleSql(ctx, text, maxNamedPeople + 1)
  const isCut = (people: RawBuilder<unknown>) =>
    sql<SqlBool>`(select count(*) from (${people}) p) > ${sql.lit(maxNamedPeople)}`
  return sql`(select case when n.clients and n.contacts then 'both' when n.clients then 'clients' when n.contacts then 'contacts' else 'none' end
    from (select ${isCut(clients)} as clients, ${isCut(contacts)} as contacts) n)`
}

/** Whether the text stands in more contacts, calls, meetings or follow-ups than are looked at. */
const areWordsCutSql = (ctx: Ctx, { search, kind }: AgendaSearch): RawBuilder<boolean> => {
  const requested = wordKinds.filter((one) => !kind || kind.includes(one))
  if (!search || requested.length === 0) return sql<boolean>`false`
  const words = findWords(ctx, search)
  return sql<boolean>`(with ${sql.join(requested.flatMap((one) => words[one].tables.slice(0, 2)))} select ${sql.join(
    requested.map((one) => words[one].isCut),
    sql` or `,
  )})`
}

export const countAgendaHits = (ctx: Ctx, filters: AgendaSearch) =>
  queryMatchingHits(ctx, filters)
    .select(sql<number>`count(*)::int`.as('total'))
    .select((filters.search ? cutPeopleSql(ctx, filters.search) : sql<'none'>`'none'`).as('cut'))
    .select(areWordsCutSql(ctx, filters).as('areWordsCut'))
    .executeTakeFirstOrThrow()
