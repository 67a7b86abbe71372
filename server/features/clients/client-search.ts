import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { searchClients } from '#contract/clients.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/domain/client-columns.ts'
import {
  columnBeginsWith,
  matchesClientSearchRow,
  matchesClientText,
  parseAccountNumber,
  splitSearchWords,
} from '#server/domain/client-text-search.ts'
import { hasSmallScope, selectVisibleClients, visibleHolderIdSql } from '#server/domain/visibility.ts'

/** The palette shows so many. */
const maxSearchResults = 20
/** How many candidates are looked at before the best are chosen: three letters match a fifth of all clients. */
const maxCandidates = 200
/** Up to so many matches are looked up one by one; of more, a page is mostly found while the list is read in its order. */
const maxFewMatches = 4000

type ClientCandidate = Pick<Selectable<ClientList>, 'clientId' | 'nameSort' | 'managerId'> & { position: number }

/** What of the narrow row the palette needs. */
const candidateColumns = ['c.clientId', 'c.nameSort', 'c.managerId'] as const

/** Ids as PostgreSQL writes an array: thousands of them go through here without being looked at. */
export type IdArrayText = string

const findClientIds = async (ctx: Ctx, found: RawBuilder<unknown>): Promise<{ ids: IdArrayText; count: number }> => {
  const { rows } = await sql<{ ids: IdArrayText; count: number }>`
    select coalesce(array_agg(client_id), '{}')::text as ids, count(*)::int as count from (${found}) found`.execute(
    ctx.db,
  )
  return rows[0]!
}

/**
 * The ids among `rows` that match, where the caller sees so few clients that each is looked at; otherwise undefined. Asked beforehand,
 * because the planner takes a look into text to cost no more than a comparison of numbers.
 */
export const findFewVisibleIds = async (
  ctx: Ctx,
  rows: ReturnType<typeof selectVisibleClients>,
  conditions: RawBuilder<SqlBool>,
): Promise<IdArrayText | undefined> => {
  if (!(await hasSmallScope(ctx))) return undefined
  const each = rows.select('c.clientId').offset(0)
  return (await findClientIds(ctx, sql`select client_id from (${each}) c where ${matchesClientSearchRow(conditions)}`))
    .ids
}

/** The ids of all clients that match, visible or not; undefined where they are many. */
export const findFewMatchingIds = async (
  ctx: Ctx,
  conditions: RawBuilder<SqlBool>,
): Promise<IdArrayText | undefined> => {
  const some = sql`select s.client_id from client_search s where ${conditions} limit ${maxFewMatches + 1}`
  const { ids, count } = await findClientIds(ctx, some)
  return count <= maxFewMatches ? ids : undefined
}

/** Some visible clients that match: from whichever side fewer have to be looked at. An `offset 0` keeps each side what it is written as. */
const buildCandidatesSql = (ctx: Ctx, text: string, few: boolean): RawBuilder<unknown> => {
  const conditions = matchesClientText(ctx, text)
  const visible = selectVisibleClients(ctx).select(candidateColumns)
  if (few)
    return sql`select c.*, s.all_text from (${visible}) c
      cross join lateral (select s.all_text from client_search s where s.client_id = c.client_id and ${conditions} offset 0) s`
  return sql`select c.*, s.all_text from (select s.client_id, s.all_text from client_search s where ${conditions} offset 0) s
    cross join lateral (${visible.whereRef('c.clientId', '=', sql.ref('s.client_id')).offset(0)}) c
    limit ${maxCandidates}`
}

/** The chosen ones as the palette shows them. */
const selectClientNames = (ctx: Ctx, best: RawBuilder<ClientCandidate>) =>
  ctx.db
    .selectFrom(sql<ClientCandidate>`(${best})`.as('best'))
    .innerJoin('client', 'client.id', 'best.clientId')
    .leftJoin('employee as m', 'm.id', 'best.managerId')
    .select(['client.id', 'client.cvl', fullNameSql('client').as('fullName'), fullNameSql('m').as('managerName')])
    .orderBy('best.position')
    .orderBy('best.nameSort')
    .orderBy('client.id')
    .execute()

/** Clients whose name begins so, read off the order of names. Nothing stands nearer to the beginning: are they enough, nobody else is asked for. */
const findClientsByNamePrefix = (ctx: Ctx, word: string) =>
  selectClientNames(
    ctx,
    sql`${selectVisibleClients(ctx)
      .where(columnBeginsWith('c.name_sort', word))
      .select([...candidateColumns, sql.lit(0).as('position')])
      .orderBy('c.nameSort')
      .orderBy('c.clientId')
      .limit(maxSearchResults)}`,
  )

/** The accounts of that number, each under the holder by whom the caller sees it. */
const findAccountsByNumber = async (
  ctx: Ctx,
  text: string,
): Promise<ResponseBody<typeof searchClients>['accounts']> => {
  const number = parseAccountNumber(text)
  if (!number) return []
  return ctx.db
    .selectFrom('account as a')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('client', (join) => join.on('client.id', '=', visibleHolderIdSql(ctx, sql`a.id`)))
    .where(sql<SqlBool>`plain_number(a.number) = ${number}`)
    .select([
      'a.id',
      'a.number',
      'p.name as productName',
      'client.id as clientId',
      fullNameSql('client').as('clientName'),
    ])
    .orderBy('a.id')
    .limit(maxSearchResults)
    .execute()
}

/** The first twenty, where the match stands nearest to the beginning; then by name. */
export const findClientSuggestions = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof searchClients>,
): Promise<ResponseBody<typeof searchClients>> => {
  const [first, ...others] = splitSearchWords(query.q)
  if (!first) return { clients: [], accounts: [] }
  const accounts = await findAccountsByNumber(ctx, query.q)
  const few = await hasSmallScope(ctx)
  const beginning = few || others.length > 0 ? [] : await findClientsByNamePrefix(ctx, first)
  if (beginning.length === maxSearchResults) return { clients: beginning, accounts }
  const some = buildCandidatesSql(ctx, query.q, few)
  const best = sql<ClientCandidate>`select c.*, strpos(c.all_text, ${first}) as position from (${some}) c
    order by position, c.name_sort, c.client_id limit ${maxSearchResults}`
  return { clients: await selectClientNames(ctx, best), accounts }
}
