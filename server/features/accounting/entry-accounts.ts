import { sql } from 'kysely'
import type { findEntryAccounts } from '#contract/accounting/entries.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { findAccountsByText } from '#server/domain/account-search.ts'

export const findAccountsForEntry = async (
  ctx: Ctx,
  { query: { q } }: ParsedRequest<typeof findEntryAccounts>,
): Promise<ResponseBody<typeof findEntryAccounts>> => {
  const rows = await findAccountsByText(ctx, q)
    .where('a.status', 'in', ['active', 'expired', 'canceled'])
    .select(['a.id as accountId', 'a.number', 'a.status', 'client.cvl as clientCvl'])
    .select([
      fullNameSql('client').as('clientName'),
      sql<string>`greatest(b.balance - b.reserved, 0)::numeric(18, 2)`.as('available'),
      sql<string>`(b.payable - b.ordered)::numeric(18, 2)`.as('payable'),
    ])
    .execute()
  return { rows }
}
