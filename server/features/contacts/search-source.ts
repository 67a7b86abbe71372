import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { addOtherHits, findWordMatches, withTablesSql } from '#server/domain/agenda-words.ts'
import { matchesContactText } from '#server/domain/contact-text-search.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

const maxResults = 5

const findContacts = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const rows = await selectVisibleContacts(ctx)
    .leftJoin('employee as e', 'e.id', 'ct.employeeId')
    .where(condition)
    .select(['ct.id', 'ct.amount', fullNameSql('ct').as('title'), fullNameSql<string | null>('e').as('person')])
    .orderBy('ct.nameText')
    .orderBy('ct.id')
    .limit(maxResults)
    .execute()
  return rows.map((row) => ({ ...row, path: `/crm/AgendaComercial/contactos/${row.id}` }))
}

const findByWords = async (ctx: Ctx, text: string): Promise<SearchHit[]> => {
  const { tables, ids } = (await findWordMatches(ctx, ['contact'], text)).contact
  return findContacts(ctx, sql<SqlBool>`ct.id in (${withTablesSql(tables)} select w.id from ${ids} w)`)
}

/** A contact by name, e-mail or phone; then by what was written of them. */
export const contactSearch: SearchSource = {
  kind: 'contact',
  module: 'bt_AgendaComercial',
  findByText: async (ctx, text) => {
    if (toSearchText(text) === '') return []
    const named = await findContacts(ctx, matchesContactText(text))
    if (named.length >= maxResults) return named
    return addOtherHits(named, await findByWords(ctx, text), maxResults)
  },
  findByIds: (ctx, ids) => findContacts(ctx, sql<SqlBool>`ct.id = any(${[...ids]}::bigint[])`),
}
