import type { Kysely } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { getJournal } from '#contract/journals.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectVisibleHoldings } from './visibility.ts'

type JournalParams = ParsedRequest<typeof getJournal>['params']

/** 404 unless the client is visible, holds the account, and the journal has moved it. */
export const assertJournalVisible = async (
  db: Kysely<DB>,
  { scopes }: Pick<Ctx, 'scopes'>,
  { clientId, accountId, journalId }: JournalParams,
): Promise<void> => {
  const found = await selectVisibleHoldings({ db, scopes })
    .innerJoin('posting as p', 'p.accountId', 'h.accountId')
    .where('h.clientId', '=', clientId)
    .where('h.accountId', '=', accountId)
    .where('p.journalId', '=', journalId)
    .select('p.journalId')
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
}
