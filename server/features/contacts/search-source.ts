import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
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

/** A contact by name, e-mail or phone. */
export const contactSearch: SearchSource = {
  kind: 'contact',
  module: 'bt_AgendaComercial',
  findByText: async (ctx, text) => (toSearchText(text) === '' ? [] : findContacts(ctx, matchesContactText(text))),
  findByIds: (ctx, ids) => findContacts(ctx, sql<SqlBool>`ct.id = any(${[...ids]}::bigint[])`),
}
