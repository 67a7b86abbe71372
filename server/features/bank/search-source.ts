import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'

const maxResults = 5

const findStatements = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const rows = await ctx.db
    .selectFrom('bankStatement as s')
    .innerJoin('bankAccount as b', 'b.id', 's.bankAccountId')
    .where(condition)
    .select(['s.id', 's.reference', 's.fileName', 's.toDate', 'b.number'])
    .orderBy('s.toDate', 'desc')
    .orderBy('s.id')
    .limit(maxResults)
    .execute()
  return rows.map(({ id, reference, fileName, toDate, number }) => ({
    id,
    path: `/crm/Ingresos/extractos/${id}`,
    title: reference || fileName,
    code: maskAccountNumber(number),
    person: fileName,
    date: toDate,
  }))
}

/** A statement of the bank by its reference or the name of its file. */
export const statementSearch: SearchSource = {
  kind: 'statement',
  module: 'bt_Extractos',
  findByText: async (ctx, text) =>
    /\d{4}/.test(text)
      ? findStatements(
          ctx,
          sql<SqlBool>`(strpos(lower(s.reference), lower(${text})) > 0 or strpos(lower(s.file_name), lower(${text})) > 0)`,
        )
      : [],
  findByIds: (ctx, ids) => findStatements(ctx, sql<SqlBool>`s.id = any(${[...ids]}::bigint[])`),
}
