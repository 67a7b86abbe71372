import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { searchClients } from '#contract/clients.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ClientList } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { canSeeAllAccountNumbers } from '#server/domain/account-number-access.ts'
import {
  columnBeginsWith,
  matchesClientSearchRow,
  matchesClientText,
  splitSearchWords,
} from '#server/domain/client-text-search.ts'
import { hasSmallScope, selectVisibleClients } from '#server/domain/visibility.ts'
import { findAccountsByNumber } from './account-number-search.ts'

/** The palette shows so many. */
const maxSearchResults = 20
/** How many candidates are looked at before the best are chosen: three letters match a fifth of all clients. */
const maxCandidates = 200
/** Up to so many matches are looked up one by one; of more, a page is mostly found while the list is read in its order. */
const maxFewMatches = 4000
/** So many clients are looked at first, as they are stored: of a text that so many of them have, the rest is many too. */
const sampleSize = 500
const maxFewSampleMatches = 20

type ClientCandidate = Pick<Selectable<ClientList>, 'clientId' | 'nameSort' | 'managerId'> & { position: number }

/** What of the narrow row the palette needs. */
const candidateColumns = ['c.clientId', 'c.nameSort', 'c.managerId'] as const

/** Ids as PostgreSQL writes an array: thousands of them go through here without being looked at. */
export type IdArrayLiteral = string

const findClientIds = async (ctx: Ctx, found: RawBuilder<unknown>): Promise<{ ids: IdArrayLiteral; count: number }> => {
  const { rows } = await sql<{ ids: IdArrayLiteral; count: number }>`
    select coalesce(array_agg(client_id), '{}')::text as ids, count(*)::int as count from (${found}) found`.execute(
    ctx.db,
  )
  return rows[0]!
}

/**
 * The ids among `rows` that match, where the caller sees so few clients that each is looked at; otherwise undefined. Asked beforehand,
 * because the planner takes a look into text to cost no more than a comparison of numbers.
 */
export const findVisibleIdsIfFew = async (
  ctx: Ctx,
  rows: ReturnType<typeof selectVisibleClients>,
  conditions: RawBuilder<SqlBool>,
): Promise<IdArrayLiteral | undefined> => {
  if (!(await hasSmallScope(ctx))) return undefined
  const each = rows.select('c.clientId').offset(0)
  return (await findClientIds(ctx, sql`select client_id from (${each}) c where ${matchesClientSearchRow(conditions)}`))
    .ids
}

/**
 * The ids of all clients that match, visible or not; undefined where they are many. A sample tells of most of these texts, in a tenth of the time
 * that finding thousands of matches takes; of the others, their number does.
 */
export const findMatchingIdsIfFew = async (
  ctx: Ctx,
  conditions: RawBuilder<SqlBool>,
): Promise<IdArrayLiteral | undefined> => {
  const sample = sql`select count(*) from (select * from client_search limit ${sampleSize}) s where ${conditions}`
  const { rows } = await sql<{ isCommon: boolean; ids: IdArrayLiteral; count: number }>`
    with sample as materialized (select (${sample}) > ${maxFewSampleMatches} as is_common)
    select (select is_common from sample) as is_common, coalesce(array_agg(client_id), '{}')::text as ids, count(*)::int as count
      from (select s.client_id from client_search s where ${conditions} and not (select is_common from sample) limit ${maxFewMatches + 1}) found`.execute(
    ctx.db,
  )
  const { isCommon, ids, count } = rows[0]!
  return isCommon || count > maxFewMatches ? undefined : ids
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
    limit ${sql.lit(maxCandidates)}`
}

/** Records that lead to the client, for the rows that are shown. */
const mergedRecordsSql = sql<{ cvl: string; name: string }[] | null>`(
  select json_agg(json_build_object('cvl', k.cvl, 'name', ${fullNameSql('k')}) order by k.id)
    from client k where k.merged_into_id = client.id)`

/** The chosen ones, with what of them can be matched. */
const selectClientNames = (ctx: Ctx, best: RawBuilder<ClientCandidate>) =>
  ctx.db
    .selectFrom(sql<ClientCandidate>`(${best})`.as('best'))
    .innerJoin('client', 'client.id', 'best.clientId')
    .innerJoin('clientSearch as s', 's.clientId', 'best.clientId')
    .leftJoin('employee as m', 'm.id', 'best.managerId')
    .select(['client.id', 'client.cvl', 'client.phone', 'client.email', 'client.identityNumber'])
    .select(['s.nameText', 's.emailText', 's.phoneText', 's.identityText', 's.bankText', 's.mergedText'])
    .select([fullNameSql('client').as('fullName'), fullNameSql<string | null>('m').as('managerName')])
    .select(mergedRecordsSql.as('merged'))
    .orderBy('best.position')
    .orderBy('best.nameSort')
    .orderBy('client.id')
type ClientNamesQuery = ReturnType<typeof selectClientNames>
export type FoundClient = Awaited<ReturnType<ClientNamesQuery['execute']>>[number]

/** Fewer letters are in so many texts that the way to them is chosen for each. */
const minSteadyLetters = 5

/** Who sees all clients with all their numbers has one way to them, whatever the text: the index of names, or that of texts. Of few each is looked at. */
const findClientNames = (ctx: Ctx, query: ClientNamesQuery, few: boolean): Promise<FoundClient[]> =>
  few || (hasFirmWideScope(ctx) && canSeeAllAccountNumbers(ctx))
    ? executeSteady(ctx.db, query.compile(), 'search')
    : query.execute()

/** Clients whose name begins so, read off the order of names. Nothing stands nearer to the beginning: are they enough, nobody else is asked for. */
const findClientsByNamePrefix = (ctx: Ctx, word: string) =>
  findClientNames(
    ctx,
    selectClientNames(
      ctx,
      sql`${selectVisibleClients(ctx)
        .where(columnBeginsWith('c.name_sort', word))
        .select([...candidateColumns, sql.lit(0).as('position')])
        .orderBy('c.nameSort')
        .orderBy('c.clientId')
        .limit(sql.lit(maxSearchResults))}`,
    ),
    false,
  )

/** The first twenty, where the match stands nearest to the beginning; then by name. */
export const findClientsByText = async (ctx: Ctx, text: string): Promise<FoundClient[]> => {
  const [first, ...others] = splitSearchWords(text)
  if (!first) return []
  const few = await hasSmallScope(ctx)
  const beginning = few || others.length > 0 ? [] : await findClientsByNamePrefix(ctx, first)
  if (beginning.length === maxSearchResults) return beginning
  const some = buildCandidatesSql(ctx, text, few)
  const best = selectClientNames(
    ctx,
    sql<ClientCandidate>`select c.*, strpos(c.all_text, ${first}) as position from (${some}) c
      order by position, c.name_sort, c.client_id limit ${sql.lit(maxSearchResults)}`,
  )
  const isSteady = few || others.length > 0 || first.length >= minSteadyLetters
  return isSteady ? findClientNames(ctx, best, few) : best.execute()
}

/** Those of these clients whom the caller sees. */
export const findClientsByIds = (ctx: Ctx, ids: readonly string[]): Promise<FoundClient[]> =>
  selectClientNames(
    ctx,
    sql`${selectVisibleClients(ctx)
      .where('c.clientId', '=', sql<string>`any(${[...ids]}::bigint[])`)
      .select([...candidateColumns, sql.lit(0).as('position')])}`,
  ).execute()

export const findClientSuggestions = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof searchClients>,
): Promise<ResponseBody<typeof searchClients>> => {
  const [clients, accounts] = await Promise.all([findClientsByText(ctx, query.q), findAccountsByNumber(ctx, query.q)])
  return { clients, accounts }
}
