import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { addOtherHits, findWordMatches, withTablesSql } from '#server/domain/agenda-words.ts'
import { matchesEachSearchWord } from '#server/domain/match-words.ts'
import { isMeetingPageVisibleSql } from './meeting-scope.ts'

const maxResults = 5
/** So many meetings of the caller are looked at, before today and from today on: of others and older ones the lists tell. */
const maxPast = 700
const maxComing = 300

/** The caller's meetings around today; of whoever is no member of staff all of them around today. */
const nearestMeetingsSql = ({ person, businessDate }: Ctx): RawBuilder<unknown> => {
  const { employeeId } = person.membership
  const part = (side: 'past' | 'coming') => {
    const isPast = side === 'past'
    const when = isPast ? sql`< ${businessDate}::date` : sql`>= ${businessDate}::date`
    const order = sql`${isPast ? sql`desc` : sql`asc`} limit ${sql.lit(isPast ? maxPast : maxComing)}`
    return employeeId === null
      ? sql`(select m.* from meeting m where m.starts_at ${when} order by m.starts_at ${order})`
      : sql`(select m.* from (select a.meeting_id as id from meeting_attendee a where a.employee_id = ${employeeId} and a.starts_at ${when}
          order by a.starts_at ${order}) n join meeting m on m.id = n.id)`
  }
  return sql`(${part('coming')} union all ${part('past')})`
}

/** `rows`: meetings that the caller sees; `tables`: what they are made of. Nothing of the plan hangs on what is looked for. */
type MeetingSearch = { tables?: readonly RawBuilder<unknown>[]; rows: RawBuilder<unknown> }

const findMeetings = async (ctx: Ctx, { tables = [], rows }: MeetingSearch): Promise<SearchHit[]> => {
  const zone = sql.lit(tenantFacts[ctx.prefix].timeZone)
  const order = sql`m.starts_at < ${ctx.businessDate}::date, abs(extract(epoch from m.starts_at - ${ctx.businessDate}::date)), m.id`
  // Whom they are with is read of those that are shown alone.
  const found = sql`select m.* from (${rows}) m order by ${order} limit ${sql.lit(maxResults)}`
  const statement = sql<{ id: string; title: string; person: string | null; date: string }>`
    ${withTablesSql(tables)}
    select m.id::text as id, m.subject as title, coalesce(${fullNameSql('c')}, ${fullNameSql('x')}) as person, (m.starts_at at time zone ${zone})::date::text as date
      from (${found}) m left join contact x on x.id = m.contact_id left join client c on c.id = m.client_id order by ${order}`
  const hits = await executeSteady(ctx.db, statement.compile(ctx.db), 'search')
  return hits.map((row) => ({ ...row, path: `/crm/AgendaComercial/reuniones/${row.id}` }))
}

/** Those of the caller's around today that fit, by their subject or by whom they are about. Who may see them is asked of those that match alone. */
const selectOwnMatchesSql = (ctx: Ctx, condition: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`select m.* from (
      select m.id, m.subject, m.starts_at, m.client_id, m.contact_id
        from ${nearestMeetingsSql(ctx)} m left join contact x on x.id = m.contact_id left join client_search s on s.client_id = m.client_id
       where m.state <> 'canceled' and ${condition} offset 0) m
    where ${isMeetingPageVisibleSql(ctx)}`

/** A meeting of the caller's by its subject or by whom it is about, the next ones first; then those in reach by their subject. */
export const meetingSearch: SearchSource = {
  kind: 'meeting',
  module: 'bt_AgendaComercial',
  findByText: async (ctx, text, once) => {
    const condition = matchesEachSearchWord(text, ['m.words_text', 's.name_text', 'x.name_text'])
    if (!condition) return []
    const own = await findMeetings(ctx, { rows: selectOwnMatchesSql(ctx, condition) })
    if (own.length >= maxResults) return own
    const { tables, ids } = (await findWordMatches(ctx, ['meeting'], text, { once })).meeting
    const rows = sql`select m.* from ${ids} n join meeting m on m.id = n.id offset 0`
    return addOtherHits(own, await findMeetings(ctx, { tables, rows }), maxResults)
  },
  findByIds: (ctx, ids) =>
    findMeetings(ctx, {
      rows: sql`select m.* from meeting m where m.id = any(${[...ids]}::bigint[]) and m.state <> 'canceled' and ${isMeetingPageVisibleSql(ctx)}`,
    }),
}
