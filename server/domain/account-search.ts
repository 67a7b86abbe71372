import { type SqlBool, sql } from 'kysely'
import { toSearchNumber } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from './client-columns.ts'
import { matchesClientText } from './client-text-search.ts'

/** Accounts `a` of this number, or of clients whom the text names: the first of them by name and id, for whoever sees the whole firm. */
export const findAccountsByText = (ctx: Pick<Ctx, 'db' | 'person' | 'reaches'>, text: string) =>
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
