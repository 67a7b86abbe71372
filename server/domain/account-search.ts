import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchNumber } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { matchesClientText, parseAccountNumberPart } from './client-text-search.ts'

/** Accounts `a` of this number, or of clients whom the text names: the first of them by name and id, for whoever sees the whole firm. */
export const findAccountsByText = (ctx: Pick<Ctx, 'db' | 'person' | 'scopes'>, text: string) =>
  ctx.db
    .selectFrom('account as a')
    .innerJoin('client', 'client.id', 'a.clientId')
    .innerJoin('accountBalance as b', 'b.accountId', 'a.id')
    .where(
      sql<SqlBool>`(plain_number(a.number) = ${toSearchNumber(text).toUpperCase()}
        or a.client_id in (select s.client_id from client_search s where ${matchesClientText(ctx, text)} limit 200))`,
    )
    .orderBy(fullNameSql('client'))
    .orderBy('a.id')
    .limit(20)

/** A part of a number that more accounts have finds the first of them. */
const maxAccountMatches = 2000

/** Whether the account `a` of the visible client `c` is what somebody looks for: by any part of its number, or by whatever finds the client. */
export const matchesAccountSearch = (
  ctx: Pick<Ctx, 'db' | 'person' | 'scopes'>,
  search: string,
): RawBuilder<SqlBool> => {
  const part = parseAccountNumberPart(search)
  const byClient = sql`exists (select from client_search s where s.client_id = c.client_id and ${matchesClientText(ctx, search)})`
  return part
    ? sql<SqlBool>`(a.id in (select o.id from account o where plain_number(o.number) like ${`%${part}%`} limit ${maxAccountMatches}) or ${byClient})`
    : sql<SqlBool>`(${byClient})`
}
