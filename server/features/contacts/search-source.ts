import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import type { OncePerSearch, SearchHit, SearchSource } from '#server/core/search-source.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { addOtherHits, findWordMatches, withTablesSql } from '#server/domain/agenda-words.ts'
import { matchesContactText } from '#server/domain/contact-text-search.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

const maxResults = 5

const selectContactColumns = (contacts: ReturnType<typeof selectVisibleContacts>) =>
  contacts
    .leftJoin('employee as e', 'e.id', 'ct.employeeId')
    .select(['ct.id', 'ct.amount', fullNameSql('ct').as('title'), fullNameSql<string | null>('e').as('person')])
    .orderBy('ct.nameText')
    .orderBy('ct.id')
    .limit(maxResults)

type ShownContact = Awaited<ReturnType<ReturnType<typeof selectContactColumns>['execute']>>[number]
const toHits = (rows: readonly ShownContact[]): SearchHit[] =>
  rows.map((row) => ({ ...row, path: `/crm/AgendaComercial/contactos/${row.id}` }))

const findContacts = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> =>
  toHits(await selectContactColumns(selectVisibleContacts(ctx).where(condition)).execute())

/** Those who were found are looked up by their key, whatever their order. */
const findByWords = async (ctx: Ctx, text: string, once: OncePerSearch): Promise<SearchHit[]> => {
  const { tables, ids } = (await findWordMatches(ctx, ['contact'], text, { once })).contact
  const found = selectVisibleContacts(ctx)
    .where(sql<SqlBool>`ct.id in (${withTablesSql(tables)} select w.id from ${ids} w)`)
    .selectAll('ct')
    .offset(0)
  const rows = selectContactColumns(ctx.db.selectFrom(found.as('ct')))
  // Whether their notes are read one by one hangs on how many have the words, but where all contacts are in reach.
  return toHits(hasFirmWideScope(ctx) ? await executeSteady(ctx.db, rows.compile(), 'search') : await rows.execute())
}

/** A contact by name, e-mail or phone; then by what was written of them. */
export const contactSearch: SearchSource = {
  kind: 'contact',
  module: 'bt_AgendaComercial',
  findByText: async (ctx, text, once) => {
    if (toSearchText(text) === '') return []
    const named = await findContacts(ctx, matchesContactText(text))
    if (named.length >= maxResults) return named
    return addOtherHits(named, await findByWords(ctx, text, once), maxResults)
  },
  findByIds: (ctx, ids) => findContacts(ctx, sql<SqlBool>`ct.id = any(${[...ids]}::bigint[])`),
}
