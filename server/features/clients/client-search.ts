import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { searchClients } from '#contract/clients.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { accountNumberIn, beginsWith, isMatch, matchesAll, wordsOf } from '#server/domain/client-text.ts'
import { seenHolderOf, seesFew, visibleClients } from '#server/domain/visibility.ts'

/** The palette shows so many. */
const shown = 20
/** How many candidates are looked at before the best are chosen: three letters match a fifth of all clients. */
const candidates = 200
/** Up to so many matches are looked up one by one; of more, a page is mostly found while the list is read in its order. */
const fewMatches = 4000

type Candidate = Pick<Selectable<ClientList>, 'clientId' | 'nameSort' | 'managerId'> & { position: number }

/** What of the narrow row the palette needs. */
const narrow = ['c.clientId', 'c.nameSort', 'c.managerId'] as const

/** Ids as PostgreSQL writes an array: thousands of them go through here without being looked at. */
export type Ids = string

const idsOf = async (ctx: Ctx, found: RawBuilder<unknown>): Promise<{ ids: Ids; count: number }> => {
  const { rows } = await sql<{ ids: Ids; count: number }>`
    select coalesce(array_agg(client_id), '{}')::text as ids, count(*)::int as count from (${found}) found`.execute(
    ctx.db,
  )
  return rows[0]!
}

/**
 * The ids among `rows` that match, where the caller sees so few clients that each is looked at; otherwise undefined. Asked beforehand,
 * because the planner takes a look into text to cost no more than a comparison of numbers.
 */
export const findAmongFew = async (
  ctx: Ctx,
  rows: ReturnType<typeof visibleClients>,
  conditions: RawBuilder<SqlBool>,
): Promise<Ids | undefined> => {
  if (!(await seesFew(ctx))) return undefined
  const each = rows.select('c.clientId').offset(0)
  return (await idsOf(ctx, sql`select client_id from (${each}) c where ${isMatch(conditions)}`)).ids
}

/** The ids of all clients that match, visible or not; undefined where they are many. */
export const findFewMatches = async (ctx: Ctx, conditions: RawBuilder<SqlBool>): Promise<Ids | undefined> => {
  const some = sql`select s.client_id from client_search s where ${conditions} limit ${fewMatches + 1}`
  const { ids, count } = await idsOf(ctx, some)
  return count <= fewMatches ? ids : undefined
}

/** Some visible clients that match: from whichever side fewer have to be looked at. An `offset 0` keeps each side what it is written as. */
const candidatesOf = (ctx: Ctx, text: string, few: boolean): RawBuilder<unknown> => {
  const conditions = matchesAll(ctx, text)
  const visible = visibleClients(ctx).select(narrow)
  if (few)
    return sql`select c.*, s.all_text from (${visible}) c
      cross join lateral (select s.all_text from client_search s where s.client_id = c.client_id and ${conditions} offset 0) s`
  return sql`select c.*, s.all_text from (select s.client_id, s.all_text from client_search s where ${conditions} offset 0) s
    cross join lateral (${visible.whereRef('c.clientId', '=', sql.ref('s.client_id')).offset(0)}) c
    limit ${candidates}`
}

/** The chosen ones as the palette shows them. */
const withNames = (ctx: Ctx, best: RawBuilder<Candidate>) =>
  ctx.db
    .selectFrom(sql<Candidate>`(${best})`.as('best'))
    .innerJoin('client', 'client.id', 'best.clientId')
    .leftJoin('employee as m', 'm.id', 'best.managerId')
    .select(['client.id', 'client.cvl', fullName('client').as('fullName'), fullName('m').as('managerName')])
    .orderBy('best.position')
    .orderBy('best.nameSort')
    .orderBy('client.id')
    .execute()

/** Clients whose name begins so, read off the order of names. Nothing stands nearer to the beginning: are they enough, nobody else is asked for. */
const findBeginning = (ctx: Ctx, word: string) =>
  withNames(
    ctx,
    sql`${visibleClients(ctx)
      .where(beginsWith('c.name_sort', word))
      .select([...narrow, sql.lit(0).as('position')])
      .orderBy('c.nameSort')
      .orderBy('c.clientId')
      .limit(shown)}`,
  )

/** The accounts of that number, each under the holder by whom the caller sees it. */
const findAccounts = async (ctx: Ctx, text: string): Promise<Answer<typeof searchClients>['accounts']> => {
  const number = accountNumberIn(text)
  if (!number) return []
  return ctx.db
    .selectFrom('account as a')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('client', (join) => join.on('client.id', '=', seenHolderOf(ctx, sql`a.id`)))
    .where(sql<SqlBool>`plain_number(a.number) = ${number}`)
    .select(['a.id', 'a.number', 'p.name as productName', 'client.id as clientId', fullName('client').as('clientName')])
    .orderBy('a.id')
    .limit(shown)
    .execute()
}

/** The first twenty, where the match stands nearest to the beginning; then by name. */
export const findFirstClients = async (
  ctx: Ctx,
  { query }: Parsed<typeof searchClients>,
): Promise<Answer<typeof searchClients>> => {
  const [first, ...others] = wordsOf(query.q)
  if (!first) return { clients: [], accounts: [] }
  const accounts = await findAccounts(ctx, query.q)
  const few = await seesFew(ctx)
  const beginning = few || others.length > 0 ? [] : await findBeginning(ctx, first)
  if (beginning.length === shown) return { clients: beginning, accounts }
  const some = candidatesOf(ctx, query.q, few)
  const best = sql<Candidate>`select c.*, strpos(c.all_text, ${first}) as position from (${some}) c
    order by position, c.name_sort, c.client_id limit ${shown}`
  return { clients: await withNames(ctx, best), accounts }
}
