import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { searchClients } from '#contract/clients.ts'
import type { Parsed } from '#contract/core/endpoint.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { isMatch, matchesAll, wordsOf } from '#server/domain/client-text.ts'
import { seesFew, visibleClients } from '#server/domain/visibility.ts'

/** How many candidates are looked at before the best twenty are chosen: three letters match a fifth of all clients. */
const candidates = 500
/** Up to so many matches are looked up one by one; more are tried while a list is read in its order. */
const fewMatches = 2000

type Candidate = Pick<Selectable<ClientList>, 'clientId' | 'nameSort' | 'managerId'> & { position: number }

const idsOf = async (ctx: Ctx, found: RawBuilder<{ clientId: string }>): Promise<string[]> =>
  (await found.execute(ctx.db)).rows.map(({ clientId }) => clientId)

/**
 * The ids among `rows` that match, where the caller sees so few clients that each is looked at; otherwise undefined. Asked beforehand,
 * because the planner takes a look into text to cost no more than a comparison of numbers.
 */
export const findAmongFew = async (
  ctx: Ctx,
  rows: ReturnType<typeof visibleClients>,
  conditions: RawBuilder<SqlBool>,
): Promise<string[] | undefined> =>
  (await seesFew(ctx))
    ? idsOf(ctx, sql`select client_id from (${rows.select('c.clientId').offset(0)}) c where ${isMatch(conditions)}`)
    : undefined

/** The ids of all clients that match, visible or not; undefined where they are many. */
export const findFewMatches = async (ctx: Ctx, conditions: RawBuilder<SqlBool>): Promise<string[] | undefined> => {
  const ids = await idsOf(ctx, sql`select s.client_id from client_search s where ${conditions} limit ${fewMatches + 1}`)
  return ids.length <= fewMatches ? ids : undefined
}

/** Some visible clients that match: from whichever side fewer have to be looked at. An `offset 0` keeps each side what it is written as. */
const candidatesOf = async (ctx: Ctx, text: string): Promise<RawBuilder<unknown>> => {
  const conditions = matchesAll(text)
  const visible = visibleClients(ctx).select(['c.clientId', 'c.nameSort', 'c.managerId'])
  if (await seesFew(ctx))
    return sql`select c.*, s.all_text from (${visible}) c
      cross join lateral (select s.all_text from client_search s where s.client_id = c.client_id and ${conditions} offset 0) s
      limit ${candidates}`
  return sql`select c.*, s.all_text from (select s.client_id, s.all_text from client_search s where ${conditions} offset 0) s
    cross join lateral (${visible.whereRef('c.clientId', '=', sql.ref('s.client_id')).offset(0)}) c
    limit ${candidates}`
}

/** The first twenty, where the match stands nearest to the beginning; then by name. */
export const findFirstClients = async (ctx: Ctx, { query }: Parsed<typeof searchClients>) => {
  const [first] = wordsOf(query.q)
  if (!first) return { clients: [] }
  const best = sql<Candidate>`select c.*, strpos(c.all_text, ${first}) as position from (${await candidatesOf(ctx, query.q)}) c
    order by position, c.name_sort, c.client_id limit 20`
  const clients = await ctx.db
    .selectFrom(sql<Candidate>`(${best})`.as('best'))
    .innerJoin('client', 'client.id', 'best.clientId')
    .leftJoin('employee as m', 'm.id', 'best.managerId')
    .select(['client.id', 'client.cvl', fullName('client').as('fullName'), fullName('m').as('managerName')])
    .orderBy('best.position')
    .orderBy('best.nameSort')
    .orderBy('client.id')
    .execute()
  return { clients }
}
