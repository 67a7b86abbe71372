import { sql } from 'kysely'
import type { StatementContext } from '#server/core/keyed-statement.ts'
import { selectVisibleContacts } from '#server/domain/visibility.ts'

/** Who sees contacts: asked of the caller, since the page of a client has another permission. */
export const contactRight = ['bt_AgendaComercial', 'view'] as const

/** The contact who became `client`, where the caller sees it; the first, where merged records came from several. */
export const originContactSql = ({ db, person: { rights } }: Pick<StatementContext, 'db' | 'person'>) =>
  rights.may(...contactRight)
    ? sql<string | null>`(${selectVisibleContacts({ db, scopes: rights.getScopes(...contactRight) })
        .where('ct.clientId', '=', sql<string>`client.id`)
        .select('ct.id')
        .orderBy('ct.id')
        .limit(1)})`
    : sql<string | null>`null::bigint`
