import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { parseAccountNumberPart } from '#server/domain/client-text-search.ts'
import { hasSmallScope, selectVisibleHoldings, visibleHolderIdSql } from '#server/domain/visibility.ts'

const maxAccountResults = 8
/** A part that more accounts have says too little: of these the best are chosen. */
const maxAccountCandidates = 2000

/** Chosen accounts as the search shows them, each under the holder by whom the caller sees it. */
const selectFoundAccounts = (ctx: Ctx, ids: RawBuilder<unknown>) =>
  ctx.db
    .selectFrom('account as a')
    .innerJoin('product as p', 'p.id', 'a.productId')
    .innerJoin('client', (join) => join.on('client.id', '=', visibleHolderIdSql(ctx, sql`a.id`)))
    .where(sql<SqlBool>`a.id in (${ids})`)
    .select(['a.id', 'a.number', 'p.name as productName', 'client.id as clientId'])
    .select(fullNameSql('client').as('clientName'))

/**
 * Some accounts with that part in their number. Who sees few clients has each of their accounts looked at where the part has letters: those of a
 * product are many, and others' would fill the candidates.
 */
const buildCandidatesSql = (ctx: Ctx, part: string, few: boolean): RawBuilder<unknown> => {
  const matches = sql<SqlBool>`plain_number(a.number) like ${`%${part}%`}`
  if (!few || /^\d+$/.test(part)) return sql`select a.id from account a where ${matches} limit ${maxAccountCandidates}`
  const visible = selectVisibleHoldings(ctx).innerJoin('account as a', 'a.id', 'h.accountId')
  return sql`${visible.where(matches).select('a.id').limit(maxAccountCandidates)}`
}

/** The accounts with that number, or a part of it: the whole number first, then its end; those in use before those that have ended. */
export const findAccountsByNumber = async (ctx: Ctx, text: string) => {
  const part = parseAccountNumberPart(text)
  if (!part) return []
  const candidates = buildCandidatesSql(ctx, part, await hasSmallScope(ctx))
  return selectFoundAccounts(ctx, sql`select id from (${candidates}) found`)
    .orderBy(sql`plain_number(a.number) <> ${part}`)
    .orderBy(sql`plain_number(a.number) not like ${`%${part}`}`)
    .orderBy(sql`a.status <> 'active'`)
    .orderBy('a.id')
    .limit(maxAccountResults)
    .execute()
}

/** Those of these accounts of which the caller sees a holder. */
export const findAccountsByIds = (ctx: Ctx, ids: readonly string[]) =>
  selectFoundAccounts(ctx, sql`select unnest(${[...ids]}::bigint[])`).execute()
