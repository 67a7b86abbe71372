import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { addOtherHits, findWordMatches, withTablesSql } from '#server/domain/agenda-words.ts'
import { matchesEachSearchWord } from '#server/domain/match-words.ts'
import { isFollowUpPageVisibleSql } from './follow-ups.queries.ts'

const maxResults = 5
/** So many of the caller's are looked at, the first due ones. */
const maxLookedAt = 1000

/** `rows`: follow-ups that the caller sees; `tables`: what they are made of. Nothing of the plan hangs on what is looked for. */
type FollowUpSearch = { tables?: readonly RawBuilder<unknown>[]; rows: RawBuilder<unknown> }

const findFollowUps = async (ctx: Ctx, { tables = [], rows }: FollowUpSearch): Promise<SearchHit[]> => {
  // Whom they are about is read of those that are shown alone.
  const found = sql`select f.* from (${rows}) f order by f.due_on, f.id limit ${sql.lit(maxResults)}`
  const statement = sql<{ id: string; title: string; person: string | null; amount: string | null; date: string }>`
    ${withTablesSql(tables)}
    select f.id::text as id, f.subject as title, coalesce(${fullNameSql('c')}, ${fullNameSql('x')}) as person, f.amount, f.due_on::text as date
      from (${found}) f left join contact x on x.id = f.contact_id left join client c on c.id = f.client_id order by f.due_on, f.id`
  const hits = await executeSteady(ctx.db, statement.compile(ctx.db), 'search')
  return hits.map((row) => ({ ...row, path: `/crm/AgendaComercial/seguimientos/${row.id}` }))
}

/** What is in progress of the caller's; of whoever is no member of staff, of all. */
const ownFollowUpsSql = ({ person }: Ctx): RawBuilder<unknown> => {
  const { employeeId } = person.membership
  const whose = employeeId === null ? sql`true` : sql`p.employee_id = ${employeeId}`
  return sql`(select p.* from follow_up p where ${whose} and p.state = 'in_progress' order by p.due_on, p.id limit ${sql.lit(maxLookedAt)})`
}

/** Those of the caller's that fit, by what is to be done or about whom. */
const selectOwnMatchesSql = (ctx: Ctx, condition: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`select f.* from ${ownFollowUpsSql(ctx)} f left join contact x on x.id = f.contact_id left join client_search s on s.client_id = f.client_id
    where ${condition} and ${isFollowUpPageVisibleSql(ctx)}`

/** A follow-up of the caller's by what is to be done or about whom, the first due ones first; then those in reach by what is to be done. */
export const followUpSearch: SearchSource = {
  kind: 'followUp',
  module: 'bt_AgendaComercial',
  findByText: async (ctx, text, once) => {
    const condition = matchesEachSearchWord(text, ['f.words_text', 's.name_text', 'x.name_text'])
    if (!condition) return []
    const own = await findFollowUps(ctx, { rows: selectOwnMatchesSql(ctx, condition) })
    if (own.length >= maxResults) return own
    const { tables, ids } = (await findWordMatches(ctx, ['follow_up'], text, { once })).follow_up
    // Each is looked up by its key, whatever their order.
    const rows = sql`select f.* from ${ids} n join follow_up f on f.id = n.id where f.state = 'in_progress' offset 0`
    return addOtherHits(own, await findFollowUps(ctx, { tables, rows }), maxResults)
  },
  findByIds: (ctx, ids) =>
    findFollowUps(ctx, {
      rows: sql`select f.* from follow_up f where f.id = any(${[...ids]}::bigint[]) and f.state <> 'deleted' and ${isFollowUpPageVisibleSql(ctx)}`,
    }),
}
