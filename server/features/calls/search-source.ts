import { sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { OncePerSearch, SearchHit, SearchSource } from '#server/core/search-source.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { isAboutVisiblePersonSql } from '#server/domain/agenda-person.ts'
import { findWordMatches, withTablesSql } from '#server/domain/agenda-words.ts'
import { callDetailSql } from '#server/domain/call-reason-words.ts'

const maxResults = 5
/** More of what was said is no title. */
const maxTitleLength = 80

type FoundCall = {
  id: string
  clientId: string | null
  contactId: string | null
  title: string
  person: string
  date: string | null
  isSeen: boolean
}

/** Calls stand on the page of whom they were made to: where the caller doesn't see that one, in their list. */
const toHit = ({ clientId, contactId, isSeen, ...shown }: FoundCall): SearchHit => {
  const person = clientId === null ? `/crm/AgendaComercial/contactos/${contactId}` : `/clientes/${clientId}`
  return { ...shown, path: isSeen ? person : '/crm/AgendaComercial/llamadas' }
}

const findCalls = async (ctx: Ctx, text: string, once: OncePerSearch): Promise<SearchHit[]> => {
  const { tables, ids } = (await findWordMatches(ctx, ['call'], text, { once })).call
  const order = sql`l.called_at desc nulls last, l.id desc`
  // Each is looked up by its key, and what is shown of it read of the first alone.
  const found = sql`(select c.* from ${ids} n join call c on c.id = n.id offset 0)`
  const statement = sql<FoundCall>`
    ${withTablesSql(tables)}
    select l.id::text as id, l.client_id::text as "clientId", l.contact_id::text as "contactId", l.called_on::text as date,
           left(${callDetailSql(ctx, 'l')}, ${sql.lit(maxTitleLength)}) as title,
           coalesce(${fullNameSql('c')}, ${fullNameSql('x')}) as person, ${isAboutVisiblePersonSql(ctx, 'l')} as "isSeen"
      from (select l.* from ${found} l order by ${order} limit ${sql.lit(maxResults)}) l
      left join contact x on x.id = l.contact_id left join client c on c.id = l.client_id
     order by ${order}`
  return (await executeSteady(ctx.db, statement.compile(ctx.db), 'search')).map(toHit)
}

/** A call by why it was made or by what was said, the latest first. It has no page by which it could have been opened before. */
export const callSearch: SearchSource = {
  kind: 'call',
  module: 'bt_AgendaComercial',
  findByText: (ctx, text, once) => (toSearchText(text) === '' ? Promise.resolve([]) : findCalls(ctx, text, once)),
  findByIds: () => Promise.resolve([]),
}
