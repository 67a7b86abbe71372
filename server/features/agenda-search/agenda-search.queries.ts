import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AgendaHit,
  type AgendaKind,
  type cutPeople,
  type listAgendaHits,
  maxNamedPeople,
} from '#contract/agenda-search.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfSql, isOneOfWordsSql } from '#server/core/one-of.ts'
import { buildOrderBy, fetchPage } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { findWordMatches, type WordFilters, type WordMatches } from '#server/domain/agenda-words.ts'
import { callDetailSql } from '#server/domain/call-reason-words.ts'
import { matchesClientText } from '#server/domain/client-text-search.ts'
import { matchesContactText } from '#server/domain/contact-text-search.ts'
import { hasSmallScope, selectVisibleClients, selectVisibleContacts } from '#server/domain/visibility.ts'
import type { AgendaWordsTable } from '#server/domain/word-samples.ts'

type AgendaSearch = ParsedRequest<typeof listAgendaHits.count>['query']

const sortColumns: Record<(typeof listAgendaHits.sortable)[number], string> = { day: 'h.day' }

/** One more than are looked at, so that whoever is left out is known. */
const selectedPeople = sql.lit(maxNamedPeople + 1)

/** So many clients, as they are stored, tell how many have a name; more than so many of them: it is common. */
const sampledClients = 500
const maxOfRareName = 20

/** Whether each client in reach is looked at until there are enough, and not each of the firm whom the index gives. */
const isCheaperByReach = async (ctx: Ctx, matches: RawBuilder<SqlBool>): Promise<boolean> => {
  const [isSmall, { rows }] = await Promise.all([
    hasSmallScope(ctx),
    sql<{
      named: number
    }>`select count(*)::int as named from (select * from client_search limit ${sql.lit(sampledClients)}) s where ${matches}`.execute(
      ctx.db,
    ),
  ])
  const { named } = rows[0]!
  return named > maxOfRareName || (isSmall && named > 0)
}

/** The clients in reach whom the text names. */
const namedClientsSql = async (ctx: Ctx, text: string): Promise<RawBuilder<unknown>> => {
  const { rights } = ctx.person
  if (!rights.may('bt_Clientes', 'view')) return sql`select null::bigint as id where false`
  const scoped = { ...ctx, scopes: rights.getScopes('bt_Clientes', 'view') }
  const matches = matchesClientText(scoped, text)
  const clients = selectVisibleClients(scoped).select('c.clientId')
  if (hasFirmWideScope(scoped))
    return sql`select s.client_id as id from client_search s where ${matches} limit ${selectedPeople}`
  if (await isCheaperByReach(scoped, matches))
    return sql`select c.client_id as id from (${clients} offset 0) c
      cross join lateral (select s.* from client_search s where s.client_id = c.client_id offset 0) s where ${matches} limit ${selectedPeople}`
  return sql`select s.client_id as id from client_search s
    cross join lateral (${clients.whereRef('c.clientId', '=', sql.ref<string>('s.client_id'))} offset 0) c where ${matches} limit ${selectedPeople}`
}

const namedContactsSql = (ctx: Ctx, text: string): RawBuilder<unknown> =>
  sql`${selectVisibleContacts(ctx).where(matchesContactText(text)).select('ct.id')} limit ${selectedPeople}`

type NamedPeople = { clients: string[]; contacts: string[] }

const fetchIds = async (ctx: Ctx, selected: RawBuilder<unknown>): Promise<string[]> =>
  (await sql<{ ids: string[] }>`select array(${selected})::text[] as ids`.execute(ctx.db)).rows[0]!.ids

/**
 * The clients and contacts whom the text names, at most so many of each and one more, found at the same time. How they are found hangs on the text,
 * so this is planned for each; what is found by them is not.
 */
const findNamedPeople = async (ctx: Ctx, text: string): Promise<NamedPeople> => {
  const [clients, contacts] = await Promise.all([
    namedClientsSql(ctx, text).then((selected) => fetchIds(ctx, selected)),
    fetchIds(ctx, namedContactsSql(ctx, text)),
  ])
  return { clients, contacts }
}

/** Of whom the text names more than are looked at. */
const findCutPeople = ({ clients, contacts }: NamedPeople): (typeof cutPeople)[number] => {
  const areClientsCut = clients.length > maxNamedPeople
  if (contacts.length > maxNamedPeople) return areClientsCut ? 'both' : 'contacts'
  return areClientsCut ? 'clients' : 'none'
}

/** Those who are looked at, as tables of ids. Everything else is found by them. */
const namedPeopleTables = ({ clients, contacts }: NamedPeople): RawBuilder<unknown>[] => {
  const table = (name: string, ids: string[]) =>
    sql`${sql.table(name)} as materialized (select n.id from unnest(${ids.slice(0, maxNamedPeople)}::bigint[]) n (id))`
  return [table('named_client', clients), table('named_contact', contacts)]
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
const hitBranches = (ctx: Ctx, words: Record<WordKind, WordMatches>): Record<AgendaKind, () => RawBuilder<unknown>> => {
  const timeZone = sql.lit(tenantFacts[ctx.prefix].timeZone)
  const none = sql`null::bigint`
  const row = (kind: AgendaKind, id: RawBuilder<unknown>) => sql`${sql.lit(kind)}::text as kind, ${id} as record_id`
  return {
    client:
      () => sql`select ${row('client', sql`k.id`)}, k.id as client_id, ${none} as contact_id, k.cvl as detail, null::text as stage,
        k.registered_on as day, l.manager_id as owner_id
      from client k join client_list l on l.client_id = k.id where k.id in (select id from named_client)`,
    contact:
      () => sql`select ${row('contact', sql`x.id`)}, ${none} as client_id, x.id as contact_id, ${contactDetailSql} as detail, x.stage,
        (x.created_at at time zone ${timeZone})::date as day, x.employee_id as owner_id
      from (select id from named_contact union select w.id from ${words.contact.ids} w) i join contact x on x.id = i.id`,
    call: () => sql`select ${row('call', sql`l.id`)}, l.client_id, case when l.client_id is null then l.contact_id end as contact_id,
        ${callDetailSql(ctx, 'l')} as detail, null::text as stage, l.called_on as day, l.employee_id as owner_id
      from ${matchingRowsSql('call', words.call)} l where l.deactivated_at is null`,
    meeting:
      () => sql`select ${row('meeting', sql`m.id`)}, m.client_id, case when m.client_id is null then m.contact_id end as contact_id, m.subject as detail,
        m.stage::text as stage, (m.starts_at at time zone ${timeZone})::date as day, m.employee_id as owner_id
      from ${matchingRowsSql('meeting', words.meeting)} m where m.state <> 'canceled'`,
    followUp:
      () => sql`select ${row('followUp', sql`f.id`)}, f.client_id, case when f.client_id is null then f.contact_id end as contact_id, f.subject as detail,
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

/** Whose rows and which days are asked for. */
const toWordFilters = (ctx: Ctx, { reach, owner, from, to }: AgendaSearch): WordFilters => {
  const { employeeId } = ctx.person.membership
  const isOwn = reach === 'individual' && employeeId !== null
  return { owners: isOwn ? [employeeId] : owner, from, to }
}

const findWords = async (ctx: Ctx, filters: AgendaSearch): Promise<Record<WordKind, WordMatches>> => {
  const { search = '', kind } = filters
  const names = wordKinds.filter((one) => !kind || kind.includes(one)).map((one) => wordTables[one])
  const found = await findWordMatches(ctx, names, search, { filters: toWordFilters(ctx, filters) })
  return Object.fromEntries(wordKinds.map((one) => [one, found[wordTables[one]]])) as Record<WordKind, WordMatches>
}

type FoundHits = {
  tables: RawBuilder<unknown>
  hits: RawBuilder<Hit>
  cut: (typeof cutPeople)[number]
  areWordsCut: RawBuilder<boolean>
}

/** What the text finds, before the other filters: tables for `with`, and the rows made of them. */
const findHits = async (ctx: Ctx, filters: AgendaSearch): Promise<FoundHits> => {
  const { search = '', kind } = filters
  const [words, people] = await Promise.all([findWords(ctx, filters), findNamedPeople(ctx, search)])
  const branches = hitBranches(ctx, words)
  const kinds = (Object.keys(branches) as AgendaKind[]).filter((one) => !kind || kind.includes(one))
  const found = kinds.filter(isWordKind).map((one) => words[one])
  const tables = [namedPeopleTables(people), ...found.map((one) => one.tables)].flat()
  const union = sql.join(
    kinds.map((one) => branches[one]()),
    sql` union all `,
  )
  return {
    tables: sql`with ${sql.join(tables)}`,
    cut: findCutPeople(people),
    hits: sql<Hit>`select b.kind || ':' || b.record_id as id, b.* from (${union}) b`,
    areWordsCut:
      found.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`(${sql.join(
            found.map((one) => one.isCut),
            sql` or `,
          )})`,
  }
}

const matchesFiltersSql = (ctx: Ctx, { search, reach, owner, stage, from, to }: AgendaSearch): RawBuilder<SqlBool> => {
  const conditions = [
    ...(search ? [] : [sql`false`]),
    ...(reach === 'individual' ? [sql`h.owner_id = ${ctx.person.membership.employeeId}::bigint`] : []),
    ...(owner ? [isOneOfSql(sql`h.owner_id`, owner)] : []),
    ...(stage ? [isOneOfWordsSql(sql`h.stage`, stage)] : []),
    ...(from ? [sql`h.day >= ${from}::date`] : []),
    ...(to ? [sql`h.day <= ${to}::date`] : []),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whom a hit is about. Looked up for the rows of a page alone: the planner leaves it until they are chosen. */
const hitPersonSql = sql<string | null>`coalesce((select ${fullNameSql('k')} from client k where k.id = h.client_id),
  (select ${fullNameSql('x')} from contact x where x.id = h.contact_id))`

const selectAgendaHits = async (ctx: Ctx, filters: AgendaSearch) => {
  const { tables, hits } = await findHits(ctx, filters)
  return ctx.db
    .selectFrom(sql<Hit>`(${tables} ${hits})`.as('h'))
    .where(matchesFiltersSql(ctx, filters))
    .leftJoin('employee as e', 'e.id', 'h.owner_id')
    .select(['h.id', 'h.kind', 'h.detail', 'h.stage', sql<string | null>`h.day::text`.as('day')])
    .select([
      sql<string | null>`h.client_id::text`.as('clientId'),
      sql<string | null>`h.contact_id::text`.as('contactId'),
    ])
    .select(['e.cvl as ownerCvl', fullNameSql<string | null>('e').as('ownerName')])
    .select(hitPersonSql.as('personName'))
}

const key = 'h.id'

/** A page, prepared where it is asked for often. */
export const findAgendaHits = async (ctx: Ctx, filters: AgendaSearch, paging: ListPaging) =>
  fetchPage(await selectAgendaHits(ctx, filters), paging, sortColumns, key, (page) =>
    executeSteady(ctx.db, page, 'search'),
  )

/** All of them, for a file. */
export const selectSortedAgendaHits = async (ctx: Ctx, filters: AgendaSearch, sorting: ListSorting) =>
  (await selectAgendaHits(ctx, filters)).orderBy(buildOrderBy(sorting, sortColumns, key))

type AgendaTotals = { total: number; cut: (typeof cutPeople)[number]; areWordsCut: boolean }

/** How many match, and whether older rows were left out. Nothing is found without words. */
export const countAgendaHits = async (ctx: Ctx, filters: AgendaSearch): Promise<AgendaTotals> => {
  if (!filters.search) return { total: 0, cut: 'none', areWordsCut: false }
  const { tables, hits, cut, areWordsCut } = await findHits(ctx, filters)
  const statement = sql<Omit<AgendaTotals, 'cut'>>`${tables}
    select (select count(*)::int from (${hits}) h where ${matchesFiltersSql(ctx, filters)}) as total, ${areWordsCut} as "areWordsCut"`
  const [totals] = await executeSteady(ctx.db, statement.compile(ctx.db), 'search')
  return { ...totals!, cut }
}
