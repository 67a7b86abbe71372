import { sql } from 'kysely'
import type { findEntryAccounts as contract } from '#contract/accounting/entries.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { accountsNamed } from '#server/domain/accounts-named.ts'
import { fullName } from '#server/domain/client-columns.ts'

export const findEntryAccounts = async (
  ctx: Ctx,
  { query: { q } }: Parsed<typeof contract>,
): Promise<Answer<typeof contract>> => {
  const rows = await accountsNamed(ctx, q)
    .where('a.status', 'in', ['active', 'expired', 'canceled'])
    .select(['a.id as accountId', 'a.number', 'a.status', 'client.cvl as clientCvl'])
    .select([
      fullName('client').as('clientName'),
      sql<string>`greatest(b.balance - b.reserved, 0)::numeric(18, 2)`.as('available'),
      sql<string>`(b.payable - b.ordered)::numeric(18, 2)`.as('payable'),
    ])
    .execute()
  return { rows }
}
