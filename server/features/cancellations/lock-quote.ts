import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CancellationState } from '#contract/cancellations.ts'
import type { DB, WithholdingBasis } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { lockAccounts } from '#server/domain/lock-account.ts'
import { visibleHolderIdSql } from '#server/domain/visibility.ts'

/** What was withheld of one holder by which rule, as it is kept with a quote. */
export type QuotedTaxPart = {
  clientId: string
  base: string
  basis: WithholdingBasis
  rate: string
  region: string
  source: string
  amount: string
  /** Where they lived on that day: it decides the tax form. */
  country: string | null
}

const hasMovedSql = sql<SqlBool>`exists (select from posting l where l.account_id = q.account_id and l.journal_id > q.last_journal)`

/** How a quote `q` stands today: an open one is good until the day is over or anything moves on its account. */
export const quoteStateSql = (today: string): RawBuilder<CancellationState> =>
  sql<CancellationState>`case when q.state = 'open' and (q.quoted_on < ${today}::date or ${hasMovedSql}) then 'expired' else q.state end`

/** The holder by whom the caller sees the account of the quote `q`. */
export const visibleHolderSql = (ctx: Pick<Ctx, 'db' | 'scopes'>): RawBuilder<string | null> =>
  visibleHolderIdSql(ctx, sql`q.account_id`)

/** The quote with its account, both locked, so that nothing of them changes until the transaction ends; 404 unless a holder is visible. */
export const lockVisibleQuote = async (
  tx: Kysely<DB>,
  ctx: Pick<Ctx, 'scopes' | 'person' | 'businessDate'>,
  quoteId: string,
  today: string,
) => {
  const visibleQuote = await tx
    .selectFrom('cancellationQuote as q')
    .where('q.id', '=', quoteId)
    .select(['q.accountId', visibleHolderSql({ db: tx, scopes: ctx.scopes }).as('clientId')])
    .executeTakeFirst()
  if (!visibleQuote?.clientId) throw buildRefusal('notFound')
  const quote = await lockQuote(tx, quoteId, visibleQuote.accountId, today)
  await assertNoRelatedClients(tx, ctx, [quote.primaryId, visibleQuote.clientId])
  return { ...quote, clientId: visibleQuote.clientId }
}

/** The same for a change that was checked already: whoever decides may be somebody else than who asked. */
export const lockQuote = async (tx: Kysely<DB>, quoteId: string, accountId: string, today: string) => {
  await lockAccounts(tx, [accountId])
  return tx
    .selectFrom('cancellationQuote as q')
    .innerJoin('account as a', 'a.id', 'q.accountId')
    .innerJoin('accountTerms as t', 't.accountId', 'a.id')
    .innerJoin('cancellationReason as r', 'r.id', 'q.reasonId')
    .where('q.id', '=', quoteId)
    .selectAll('q')
    .select(quoteStateSql(today).as('standing'))
    .select(['a.number', 'a.status', 'a.clientId as primaryId', 't.capitalised', 'r.name as reasonName'])
    .forNoKeyUpdate('q')
    .executeTakeFirstOrThrow()
}
export type LockedQuote = Awaited<ReturnType<typeof lockQuote>>
