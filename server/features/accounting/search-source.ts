import { sql } from 'kysely'
import type { Ctx } from '#server/core/ctx.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { queryJournalRows } from './journals.queries.ts'

const findJournalsByIds = async (ctx: Ctx, ids: readonly string[]): Promise<SearchHit[]> => {
  const rows = await queryJournalRows(ctx, sql`select unnest(${[...ids]}::bigint[]) as id`, {}).execute()
  return rows.map(({ id, accountNumber, clientName, amount, bookingDate }) => ({
    id,
    path: `/crm/Contabilidad/asientos/${id}`,
    title: id,
    code: accountNumber,
    person: clientName,
    amount,
    date: bookingDate,
  }))
}

/** A journal by its whole number. */
export const journalSearch: SearchSource = {
  kind: 'journal',
  module: 'bt_Contabilidad',
  findByText: async (ctx, text) => (/^\d{1,18}$/.test(text) ? findJournalsByIds(ctx, [text]) : []),
  findByIds: findJournalsByIds,
}
